/*
 * Shingles find documents that may be near-duplicates: all documents are indexed, then looked up. Documents with the
 * same text count as one, the first of them. Only the texts of candidate pairs are read, two at a time; they are kept
 * in memory only if they contradict each other.
 */
#include "live/contradictions.h"

#include "core/base/digest.h"
#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/markup/html_text.h"
#include "core/markup/markup_guess.h"
#include "core/match/shingle_index.h"
#include "core/store/content/documents.h"
#include "core/store/settings.h"
#include "core/store/votes/votes.h"

#include <math.h>
#include <stdlib.h>

enum { WATCH_INTERVAL = 256 };

struct twin_pair {
    uint32_t first, second; /* numbers of documents; first < second */
};

struct known_document {
    struct bytes docid;
    uint32_t same_as; /* number of the first document with this text, possibly its own */
    int64_t votes;
    double wins;
};

struct contradiction_reader {
    struct store *store;
    struct contradiction_list *out;
    const struct contradiction_watch *watch;
    bool with_other_subjects;
    enum document_format format;
    struct arena arena; /* for docids */
    struct known_document *documents;
    size_t n_documents, documents_capacity;
    struct map by_digest; /* of texts; its numbers are indices into first_of_text */
    uint32_t *first_of_text;
    size_t n_first, first_capacity;
    uint32_t *indexed; /* document number of each text in the index */
    size_t n_indexed, indexed_capacity;
    struct shingle_index index;
    struct shingles shingles;
    struct buffer plain;
    size_t next; /* number of the next document during the second reading */
    struct twin_pair *pairs;
    size_t n_pairs, pairs_capacity;
    int64_t done, all; /* for the watch */
};

void contradiction_list_release(struct contradiction_list *list)
{
    arena_release(&list->arena);
    *list = (struct contradiction_list){0};
}

static void release_reader(struct contradiction_reader *reader)
{
    arena_release(&reader->arena);
    map_release(&reader->by_digest);
    free(reader->documents);
    free(reader->first_of_text);
    free(reader->indexed);
    free(reader->pairs);
    shingle_index_release(&reader->index);
    shingles_release(&reader->shingles);
    buffer_release(&reader->plain);
}

static bool tell(struct contradiction_reader *reader, struct err *err)
{
    return reader->done++ % WATCH_INTERVAL != 0 || reader->watch == NULL || reader->watch->go_on == NULL ||
           reader->watch->go_on(reader->watch->context, reader->done - 1, reader->all) ||
           err_set(err, ERR_INTERRUPTED, "stopped");
}

/* The text without HTML tags, valid until the next call. */
static struct bytes plain_text(struct contradiction_reader *reader, struct bytes text)
{
    if (markup_of(reader->format, text) != MARKUP_HTML)
        return text;
    buffer_clear(&reader->plain);
    html_add_text(&reader->plain, text);
    return buffer_bytes(&reader->plain);
}

/* --- Candidate pairs ------------------------------------------------------------------------------ */

/* Whether this document is the first with its text. */
static bool is_first_of_text(struct contradiction_reader *reader, struct bytes text, uint32_t number,
                             uint32_t *first)
{
    bool is_new;
    buffer_clear(&reader->plain);
    text_add_squeezed(&reader->plain, text);
    const struct digest digest = digest_of(buffer_bytes(&reader->plain));
    const struct bytes key = {(const char *)&digest, sizeof digest};
    int64_t place = map_find(&reader->by_digest, key);
    is_new = place == MAP_ABSENT;
    if (is_new) {
        map_put(&reader->by_digest, arena_copy(&reader->arena, key), NULL);
        VECTOR_PUSH(reader->first_of_text, reader->n_first, reader->first_capacity) = number;
    }
    *first = is_new ? number : reader->first_of_text[place];
    return is_new;
}

static bool index_document(void *context, const struct item *item, struct err *err)
{
    struct contradiction_reader *reader = context;
    const uint32_t number = (uint32_t)reader->n_documents;
    uint32_t first;
    if (is_first_of_text(reader, item->text, number, &first)) {
        shingles_read(&reader->shingles, plain_text(reader, item->text));
        shingle_index_add(&reader->index, &reader->shingles);
        VECTOR_PUSH(reader->indexed, reader->n_indexed, reader->indexed_capacity) = number;
    }
    VECTOR_PUSH(reader->documents, reader->n_documents, reader->documents_capacity) =
        (struct known_document){.docid = arena_copy(&reader->arena, item->id), .same_as = first};
    return tell(reader, err);
}

static bool look_up_document(void *context, const struct item *item, struct err *err)
{
    struct contradiction_reader *reader = context;
    const uint32_t number = (uint32_t)reader->next++;
    size_t n;
    if (reader->documents[number].same_as == number) {
        shingles_read(&reader->shingles, plain_text(reader, item->text));
        const uint32_t *found = shingle_index_find(&reader->index, &reader->shingles, &n);
        for (size_t i = 0; i < n; i++) {
            const uint32_t other = reader->indexed[found[i]];
            if (other < number)
                VECTOR_PUSH(reader->pairs, reader->n_pairs, reader->pairs_capacity) =
                    (struct twin_pair){other, number};
        }
    }
    return tell(reader, err);
}

/* --- Comparing ------------------------------------------------------------------------------------ */

static bool read_text(struct contradiction_reader *reader, uint32_t number, struct arena *arena,
                      struct document_text *text, struct err *err)
{
    if (!store_read_title_and_text(reader->store, reader->documents[number].docid, arena, &text->title,
                                   &text->text, err))
        return false;
    if (markup_of(reader->format, text->text) == MARKUP_HTML)
        text->text = arena_copy(arena, plain_text(reader, text->text));
    return true;
}

/* Adds the pair to the list, in the list's arena. */
static void add_pair(struct contradiction_reader *reader, const struct twin_pair *pair,
                     const struct document_text texts[2], const struct contradictions *found)
{
    struct contradiction_list *out = reader->out;
    const uint32_t numbers[2] = {pair->first, pair->second};
    struct contradicting_pair added = {.found = *found};
    added.found.items = arena_get_array(&out->arena, found->n, sizeof *found->items);
    memcpy(added.found.items, found->items, found->n * sizeof *found->items);
    for (size_t side = 0; side < 2; side++) {
        added.docids[side] = arena_copy(&out->arena, reader->documents[numbers[side]].docid);
        added.titles[side] = arena_copy(&out->arena, texts[side].title);
        added.texts[side] = arena_copy(&out->arena, texts[side].text);
    }
    ARENA_PUSH(&out->arena, out->pairs, out->n) = added;
    reader->pairs[out->n - 1] = *pair; /* pairs that contradict each other move to the front */
}

static bool compare_pair(struct contradiction_reader *reader, const struct twin_pair *pair, struct err *err)
{
    struct arena arena = {0};
    struct document_text texts[2];
    struct contradictions found = {0};
    bool read = read_text(reader, pair->first, &arena, &texts[0], err) &&
                read_text(reader, pair->second, &arena, &texts[1], err);
    if (read)
        contradictions_find(&arena, texts, &found);
    if (found.n > 0 && found.are_of_other_subjects && !reader->with_other_subjects)
        reader->out->n_other_subjects++;
    else if (found.n > 0)
        add_pair(reader, pair, texts, &found);
    arena_release(&arena);
    return read && tell(reader, err);
}

/* --- Votes ---------------------------------------------------------------------------------------- */

struct vote_counter {
    struct contradiction_reader *reader;
    struct map by_docid; /* gives the numbers of documents */
};

/* NULL: these documents are not one of the pairs. */
static struct contradicting_pair *find_pair(struct contradiction_reader *reader, uint32_t a, uint32_t b,
                                            bool *is_swapped)
{
    const uint32_t first = a < b ? a : b, second = a < b ? b : a;
    const struct twin_pair *pairs = reader->pairs;
    size_t i;
    *is_swapped = a > b;
    LOWER_BOUND(i, reader->out->n,
                pairs[i].second < second || (pairs[i].second == second && pairs[i].first < first));
    return i < reader->out->n && pairs[i].first == first && pairs[i].second == second ? &reader->out->pairs[i]
                                                                                      : NULL;
}

static void note_question(struct contradiction_reader *reader, struct contradicting_pair *pair,
                          struct bytes qid)
{
    for (size_t i = 0; i < pair->n_qids; i++)
        if (bytes_equal(pair->qids[i], qid))
            return;
    ARENA_PUSH(&reader->out->arena, pair->qids, pair->n_qids) = arena_copy(&reader->out->arena, qid);
}

static bool count_vote(void *context, const struct answer_row *answer, struct err *err)
{
    struct vote_counter *counter = context;
    struct contradiction_reader *reader = counter->reader;
    uint32_t numbers[BALLOT_SIZE_MAX];
    const struct choice choice = {.position = (int)answer->position, .second = (int)answer->second};
    (void)err;
    if (answer->skip.size > 0 || answer->is_withdrawn || answer->control.size > 0)
        return true;
    for (size_t i = 0; i < answer->n_slots; i++) {
        const int64_t number = map_find(&counter->by_docid, answer->docids[i]);
        if (number == MAP_ABSENT)
            return true;
        numbers[i] = reader->documents[number].same_as;
        reader->documents[numbers[i]].votes++;
        reader->documents[numbers[i]].wins += choice_wins(&choice, (int)i + 1);
    }
    for (size_t i = 0; i < answer->n_slots; i++) {
        for (size_t j = i + 1; j < answer->n_slots; j++) {
            bool is_swapped;
            struct contradicting_pair *pair = find_pair(reader, numbers[i], numbers[j], &is_swapped);
            if (pair == NULL)
                continue;
            note_question(reader, pair, answer->qid);
            const double of_i = choice_wins(&choice, (int)i + 1), of_j = choice_wins(&choice, (int)j + 1);
            if (of_i > of_j)
                pair->chosen[is_swapped]++;
            else if (of_j > of_i)
                pair->chosen[!is_swapped]++;
            else
                pair->neither++;
        }
    }
    return true;
}

static bool count_votes(struct contradiction_reader *reader, struct err *err)
{
    struct vote_counter counter = {.reader = reader};
    for (size_t i = 0; i < reader->n_documents; i++)
        map_put(&counter.by_docid, reader->documents[i].docid, NULL);
    bool counted = store_visit_answers(reader->store, count_vote, &counter, err);
    map_release(&counter.by_docid);
    for (size_t i = 0; counted && i < reader->out->n; i++) {
        struct contradicting_pair *pair = &reader->out->pairs[i];
        const uint32_t numbers[2] = {reader->pairs[i].first, reader->pairs[i].second};
        for (size_t side = 0; side < 2; side++) {
            pair->votes[side] = reader->documents[numbers[side]].votes;
            pair->wins[side] = reader->documents[numbers[side]].wins;
        }
    }
    return counted;
}

/* Pairs on which votes disagree come first, then pairs with votes on both documents, then on one. */
static int compare_disagreement(const struct contradicting_pair *a, const struct contradicting_pair *b)
{
    const int64_t keys[2][4] = {
        {a->chosen[0] < a->chosen[1] ? a->chosen[0] : a->chosen[1], a->chosen[0] + a->chosen[1] + a->neither,
         (int64_t)(2 * fmin(a->wins[0], a->wins[1])), a->votes[0] + a->votes[1]},
        {b->chosen[0] < b->chosen[1] ? b->chosen[0] : b->chosen[1], b->chosen[0] + b->chosen[1] + b->neither,
         (int64_t)(2 * fmin(b->wins[0], b->wins[1])), b->votes[0] + b->votes[1]},
    };
    for (size_t i = 0; i < sizeof keys[0] / sizeof keys[0][0]; i++)
        if (keys[0][i] != keys[1][i])
            return keys[0][i] > keys[1][i] ? -1 : 1;
    return 0;
}

static int compare_pairs(const void *one, const void *two)
{
    const struct contradicting_pair *a = one, *b = two;
    const int order = compare_disagreement(a, b);
    if (order != 0)
        return order;
    if (a->found.are_of_other_subjects != b->found.are_of_other_subjects)
        return a->found.are_of_other_subjects ? 1 : -1;
    if (a->found.n != b->found.n)
        return a->found.n > b->found.n ? -1 : 1;
    const int docids = bytes_compare(a->docids[0], b->docids[0]);
    return docids != 0 ? docids : bytes_compare(a->docids[1], b->docids[1]);
}

void contradiction_add_votes(const struct contradicting_pair *pair, struct buffer *text)
{
    if (pair->chosen[0] + pair->chosen[1] + pair->neither > 0)
        buffer_add_format(text,
                          "Votes on ballots with both: document 1: %lld, document 2: %lld, neither: %lld.",
                          (long long)pair->chosen[0], (long long)pair->chosen[1], (long long)pair->neither);
    else if (pair->votes[0] + pair->votes[1] > 0)
        buffer_add_format(
            text, "No ballot showed both. Document 1 won %.15g of %lld votes, document 2 %.15g of %lld.",
            pair->wins[0], (long long)pair->votes[0], pair->wins[1], (long long)pair->votes[1]);
    else
        buffer_add_string(text, "No vote yet.");
}

/* --- Everything together -------------------------------------------------------------------------- */

static bool find_twins(struct contradiction_reader *reader, struct err *err)
{
    if (!store_visit_documents(reader->store, index_document, reader, err))
        return false;
    shingle_index_seal(&reader->index);
    reader->all = 2 * (int64_t)reader->n_documents;
    return store_visit_documents(reader->store, look_up_document, reader, err);
}

static bool compare_twins(struct contradiction_reader *reader, struct err *err)
{
    bool worked = true;
    reader->all += (int64_t)reader->n_pairs;
    for (size_t i = 0; worked && i < reader->n_pairs; i++) {
        const struct twin_pair pair = reader->pairs[i];
        worked = compare_pair(reader, &pair, err);
    }
    return worked;
}

bool contradictions_read(struct store *store, bool with_other_subjects,
                         const struct contradiction_watch *watch, struct contradiction_list *out,
                         struct err *err)
{
    struct contradiction_reader reader = {.store = store,
                                          .out = out,
                                          .watch = watch,
                                          .with_other_subjects = with_other_subjects};
    size_t format;
    bool worked = setting_get_choice(store, SETTING_FORMAT, &format, err);
    reader.format = (enum document_format)format;
    worked = worked && find_twins(&reader, err) && compare_twins(&reader, err) &&
             (out->n == 0 || count_votes(&reader, err));
    out->documents = (int64_t)reader.n_documents;
    if (out->n > 0)
        qsort(out->pairs, out->n, sizeof *out->pairs, compare_pairs);
    release_reader(&reader);
    return worked;
}
