/*
 * Adding an entry is done for each line of a run, so it does as little as possible. The question is usually that of
 * the line before. The docid is hashed once for all later searches. Duplicates are not checked here, but found
 * afterwards, question by question.
 */
#include "core/metric/run.h"

#include "core/base/memory.h"
#include "core/base/system.h"

#include <stdlib.h>

static const char *const score_type_names[] = {
    [SCORE_FLOAT64] = "float64",
    [SCORE_FLOAT32] = "float32",
};

const struct words score_type_words = WORDS_OF(score_type_names);

static const char *const ties_names[] = {
    [TIES_DOCID_DESC] = "docid-desc",
    [TIES_DOCID_ASC] = "docid-asc",
    [TIES_INPUT] = "input",
};

static const char *const average_names[] = {"average"};

const struct words ranking_ties_words = WORDS_OF(ties_names);
const struct words ties_words = WORDS_BEHIND(&ranking_ties_words, average_names);

enum ties ties_other_way(enum ties ties)
{
    return ties == TIES_DOCID_DESC || ties == TIES_AVERAGE ? TIES_DOCID_ASC : TIES_DOCID_DESC;
}

void run_release(struct run *run)
{
    for (size_t i = 0; i < run->n_questions; i++)
        free(run->questions[i].entries);
    free(run->questions);
    map_release(&run->by_qid);
    arena_release(&run->memory);
    *run = (struct run){0};
}

struct run_entry run_entry_of(struct bytes docid, double score)
{
    return (struct run_entry){.docid = docid, .score = score, .hash = bytes_hash(docid)};
}

void run_question_add_hashed(struct run_question *question, struct bytes docid, double score, uint64_t hash)
{
    if (question->n_entries == question->capacity) /* avoids a call for most lines */
        question->entries = memory_grow(question->entries, &question->capacity, question->n_entries + 1,
                                        sizeof *question->entries);
    question->entries[question->n_entries++] =
        (struct run_entry){.docid = docid, .score = score, .hash = hash};
}

void run_question_add(struct run_question *question, struct bytes docid, double score)
{
    run_question_add_hashed(question, docid, score, bytes_hash(docid));
}

void run_question_round(struct run_question *question, enum score_type scores)
{
    for (size_t i = 0; scores == SCORE_FLOAT32 && i < question->n_entries; i++)
        question->entries[i].score = (float)question->entries[i].score;
}

void run_round(struct run *run, enum score_type scores)
{
    for (size_t i = 0; i < run->n_questions; i++)
        run_question_round(&run->questions[i], scores);
}

static int compare_entries(const void *left, const void *right, void *ties)
{
    const struct run_entry *const *a = left, *const *b = right;
    return run_entry_compare(*a, *b, *(const enum ties *)ties);
}

const struct run_entry **run_question_rank(const struct run_question *question, enum ties ties)
{
    const struct run_entry **ranked = memory_get_zeroed(question->n_entries, sizeof(struct run_entry *));
    for (size_t i = 0; i < question->n_entries; i++)
        ranked[i] = &question->entries[i];
    system_sort(ranked, question->n_entries, sizeof *ranked, compare_entries, &ties);
    return ranked;
}

static struct run_question *find_or_add_question(struct run *run, struct bytes qid)
{
    bool is_new;
    int64_t index = map_put(&run->by_qid, qid, &is_new);
    if (is_new) {
        VECTOR_PUSH(run->questions, run->n_questions, run->capacity) = (struct run_question){.qid = qid};
    }
    return &run->questions[index];
}

void run_add(struct run *run, struct bytes qid, struct bytes docid, double score)
{
    /* The lines of a question are usually adjacent, so try the last question before hashing. */
    struct run_question *question = run->n_questions > 0 ? &run->questions[run->n_questions - 1] : NULL;
    if (question == NULL || !bytes_equal(question->qid, qid))
        question = find_or_add_question(run, qid);
    run_question_add(question, docid, score);
}

const struct run_question *run_find(const struct run *run, struct bytes qid)
{
    int64_t index = map_find(&run->by_qid, qid);
    return index == MAP_ABSENT ? NULL : &run->questions[index];
}

/* Returns false if the docid of entries[number] is already in the index. */
static bool add_docid(struct hash_index *seen, const struct run_entry *entries, size_t number)
{
    const struct run_entry *entry = &entries[number];
    uint32_t *slot = hash_index_first(seen, entry->hash);
    for (; *slot != 0; slot = hash_index_next(seen, slot)) {
        const struct run_entry *other = &entries[*slot - 1];
        if (other->hash == entry->hash && bytes_equal(other->docid, entry->docid))
            return false;
    }
    *slot = (uint32_t)(number + 1);
    return true;
}

size_t run_question_find_duplicate(const struct run_question *question, struct hash_index *seen)
{
    hash_index_reset(seen, question->n_entries);
    size_t i = 0;
    while (i < question->n_entries && add_docid(seen, question->entries, i))
        i++;
    return i;
}

bool run_find_duplicate(const struct run *run, struct bytes *qid, struct bytes *docid)
{
    struct hash_index seen = {0};
    bool found = false;
    for (size_t q = 0; q < run->n_questions && !found; q++) {
        const struct run_question *question = &run->questions[q];
        size_t i = run_question_find_duplicate(question, &seen);
        found = i < question->n_entries;
        if (found) {
            *qid = question->qid;
            *docid = question->entries[i].docid;
        }
    }
    hash_index_release(&seen);
    return found;
}

void run_names_make_unique(struct bytes *names, const char *const *paths, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct bytes name = names[i];
        bool is_shared = false;
        for (size_t j = i + 1; j < n; j++) {
            if (bytes_equal(names[j], name)) {
                names[j] = bytes_of(paths[j]);
                is_shared = true;
            }
        }
        if (is_shared)
            names[i] = bytes_of(paths[i]);
    }
}
