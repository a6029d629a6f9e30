/*
 * A map gives the number of a question, which is its index in an array. Both grow together: a key that is new in
 * the map is added to the array at once, and nothing is ever removed from only one of them.
 *
 * The judgments of a question are their own map, because there may be a million in total. The hashes of their
 * docids are stored beside them. A few judgments, the usual case, are searched linearly; many have an index.
 */
#include "core/metric/qrels.h"

#include "core/base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_JUDGMENTS = 16 };

void qrels_question_release(struct qrels_question *question)
{
    free(question->judgments);
    free(question->hashes);
    hash_index_release(&question->by_docid);
    if (question->groups != NULL)
        judgment_groups_release(question->groups);
    free(question->groups);
    *question = (struct qrels_question){0};
}

void qrels_release(struct qrels *qrels)
{
    for (size_t i = 0; i < qrels->n_questions; i++)
        qrels_question_release(&qrels->questions[i]);
    free(qrels->questions);
    map_release(&qrels->by_qid);
    arena_release(&qrels->memory);
    *qrels = (struct qrels){0};
}

/*
 * Returns a copy of the first `n` elements of an array, and frees the array. Its large block is then free for the
 * next array that grows.
 */
static void *fit(void *grown, size_t n, size_t size)
{
    void *fitted = memory_get(n * size);
    memcpy(fitted, grown, n * size);
    free(grown);
    return fitted;
}

static void fit_question(struct qrels_question *question)
{
    const size_t n = question->n_judgments;
    if (n == 0 || n == question->capacity)
        return;
    question->hashes = fit(question->hashes, n, sizeof *question->hashes);
    question->judgments = fit(question->judgments, n, sizeof *question->judgments);
    question->capacity = n;
}

struct qrels_question *qrels_question(struct qrels *qrels, struct bytes qid)
{
    /* The judgments of a question are usually adjacent, so try the last question before hashing. */
    if (qrels->n_questions > 0 && bytes_equal(qrels->questions[qrels->n_questions - 1].qid, qid))
        return &qrels->questions[qrels->n_questions - 1];
    bool is_new;
    int64_t index = map_put(&qrels->by_qid, qid, &is_new);
    if (is_new) {
        if (qrels->n_questions > 0)
            fit_question(&qrels->questions[qrels->n_questions - 1]);
        VECTOR_PUSH(qrels->questions, qrels->n_questions, qrels->capacity) =
            (struct qrels_question){.qid = qid};
    }
    return &qrels->questions[index];
}

/* Looks for the qid with blanks in the place of each %20. */
static int64_t find_with_blanks(const struct qrels *qrels, struct bytes qid)
{
    static const char encoded[] = "%20";
    struct buffer text = {0};
    for (size_t i = 0; i < qid.size; i++) {
        const bool is_blank = bytes_starts_with(bytes_from(qid, i), encoded);
        buffer_add_byte(&text, is_blank ? ' ' : qid.data[i]);
        i += is_blank ? sizeof encoded - 2 : 0;
    }
    const int64_t index = map_find(&qrels->by_qid, buffer_bytes(&text));
    buffer_release(&text);
    return index;
}

const struct qrels_question *qrels_find(const struct qrels *qrels, struct bytes qid)
{
    int64_t index = map_find(&qrels->by_qid, qid);
    if (index == MAP_ABSENT && qid.size > 0 && memchr(qid.data, '%', qid.size) != NULL)
        index = find_with_blanks(qrels, qid);
    return index == MAP_ABSENT ? NULL : &qrels->questions[index];
}

bool qrels_add(struct qrels *qrels, struct bytes qid, struct bytes docid, double grade)
{
    return qrels_question_add(qrels_question(qrels, qid), docid, grade);
}

/* --- The judgments of a question -------------------------------------------- */

static bool is_of(const struct qrels_question *question, size_t judgment, struct bytes docid, uint64_t hash)
{
    return question->hashes[judgment] == hash && bytes_equal(question->judgments[judgment].docid, docid);
}

/* Returns the slot of the document, or the empty slot where it would go. */
static uint32_t *find_slot(const struct qrels_question *question, struct bytes docid, uint64_t hash)
{
    uint32_t *slot = hash_index_first(&question->by_docid, hash);
    while (*slot != 0 && !is_of(question, *slot - 1, docid, hash))
        slot = hash_index_next(&question->by_docid, slot);
    return slot;
}

/* Returns the index of the document's judgment, or the number of judgments. */
static size_t find_judgment(const struct qrels_question *question, struct bytes docid, uint64_t hash)
{
    size_t i = 0;
    if (question->n_judgments > FEW_JUDGMENTS) {
        const uint32_t slot = *find_slot(question, docid, hash);
        return slot != 0 ? slot - 1 : question->n_judgments;
    }
    while (i < question->n_judgments && !is_of(question, i, docid, hash))
        i++;
    return i;
}

/* No two documents are the same, so the search is for an empty slot only. */
static void index_judgment(struct qrels_question *question, size_t judgment)
{
    uint32_t *slot = hash_index_first(&question->by_docid, question->hashes[judgment]);
    while (*slot != 0)
        slot = hash_index_next(&question->by_docid, slot);
    *slot = (uint32_t)(judgment + 1);
}

/* Adds the last judgment to the index, if there are enough for one. */
static void index_last_judgment(struct qrels_question *question)
{
    size_t judgment = question->n_judgments - 1;
    if (question->n_judgments <= FEW_JUDGMENTS)
        return;
    if (hash_index_is_full(&question->by_docid, judgment)) {
        hash_index_reset(&question->by_docid, judgment);
        judgment = 0;
    }
    for (; judgment < question->n_judgments; judgment++)
        index_judgment(question, judgment);
}

void qrels_question_reserve(struct qrels_question *question, size_t n)
{
    size_t capacity = question->capacity;
    question->hashes = memory_grow(question->hashes, &capacity, n, sizeof *question->hashes);
    question->judgments =
        memory_grow(question->judgments, &question->capacity, n, sizeof *question->judgments);
}

bool qrels_question_add(struct qrels_question *question, struct bytes docid, double grade)
{
    const uint64_t hash = bytes_hash(docid);
    const size_t n = question->n_judgments;
    if (find_judgment(question, docid, hash) < n)
        return false;
    qrels_question_reserve(question, n + 1);
    question->judgments[n] = (struct judgment){.docid = docid, .grade = grade};
    question->hashes[n] = hash;
    question->n_judgments++;
    index_last_judgment(question);
    return true;
}

void qrels_question_clear(struct qrels_question *question)
{
    hash_index_release(&question->by_docid);
    question->n_judgments = 0;
}

const struct judgment *qrels_question_find_hashed(const struct qrels_question *question, struct bytes docid,
                                                  uint64_t hash)
{
    const size_t i = find_judgment(question, docid, hash);
    return i < question->n_judgments ? &question->judgments[i] : NULL;
}

const struct judgment *qrels_question_find(const struct qrels_question *question, struct bytes docid)
{
    return qrels_question_find_hashed(question, docid, bytes_hash(docid));
}

uint64_t qrels_question_hash(const struct qrels_question *question, size_t judgment)
{
    return question->hashes[judgment];
}

void qrels_question_add_grouped(struct qrels_question *question, struct bytes docid, struct bytes group,
                                struct bytes subgroup, double grade)
{
    if (question->groups == NULL)
        question->groups = memory_get_zeroed(1, sizeof *question->groups);
    (void)!qrels_question_add(question, docid, grade);
    const size_t judgment = find_judgment(question, docid, bytes_hash(docid));
    question->judgments[judgment].grade = fmax(question->judgments[judgment].grade, grade);
    judgment_groups_add(question->groups, judgment, group, subgroup, grade);
}

/* --- All of them ------------------------------------------------------------ */

void qrels_fit(struct qrels *qrels)
{
    for (size_t i = 0; i < qrels->n_questions; i++)
        fit_question(&qrels->questions[i]);
}

double qrels_highest_grade(const struct qrels *qrels)
{
    double highest = -INFINITY;
    for (size_t q = 0; q < qrels->n_questions; q++) {
        for (size_t i = 0; i < qrels->questions[q].n_judgments; i++)
            highest = fmax(highest, qrels->questions[q].judgments[i].grade);
    }
    return highest;
}
