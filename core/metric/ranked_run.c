/*
 * All ids are in one buffer, question after question, each with its size in front; `starts` has the offset of each
 * question. Docids have no addresses of their own: a ranking is read from front to end. The buffer only grows, and
 * its content never changes. So offsets stay valid, but pointers into it do not.
 */
#include "core/metric/ranked_run.h"

#include "core/base/memory.h"
#include "core/base/system.h"

#include <stdlib.h>
#include <string.h>

void ranked_run_release(struct ranked_run *run)
{
    buffer_release(&run->ids);
    free(run->starts);
    hash_index_release(&run->by_qid);
    free(run->order);
    *run = (struct ranked_run){0};
}

void ranked_run_finish(struct ranked_run *run)
{
    free(run->order);
    run->order = NULL;
    run->order_capacity = 0;
}

/* --- Ids ------------------------------------------------------------------ */

enum { SIZE_BITS = 7, SIZE_CONTINUES = 1 << SIZE_BITS };

/*
 * Writes seven bits per byte, the lowest first; the highest bit says that more bytes follow. Most sizes take one
 * byte.
 */
static void encode_size(struct buffer *ids, size_t size)
{
    for (; size >= SIZE_CONTINUES; size >>= SIZE_BITS)
        buffer_add_byte(ids, (char)(size | SIZE_CONTINUES));
    buffer_add_byte(ids, (char)size);
}

static size_t decode_size(const char **next)
{
    size_t size = 0;
    unsigned char byte;
    int shift = 0;
    do {
        byte = (unsigned char)*(*next)++;
        size |= (size_t)(byte & (SIZE_CONTINUES - 1)) << shift;
        shift += SIZE_BITS;
    } while ((byte & SIZE_CONTINUES) != 0);
    return size;
}

static void encode_id(struct buffer *ids, struct bytes id)
{
    encode_size(ids, id.size);
    buffer_add(ids, id);
}

static struct bytes decode_id(const char **next)
{
    struct bytes id = {.size = decode_size(next)};
    id.data = *next;
    *next += id.size;
    return id;
}

/* --- Questions ------------------------------------------------------------ */

struct ranked_question ranked_run_question(const struct ranked_run *run, size_t index)
{
    struct ranked_question question = {.next = run->ids.data + run->starts[index],
                                       .has_scores = run->keeps_scores};
    question.qid = decode_id(&question.next);
    question.n_documents = decode_size(&question.next);
    return question;
}

/* Returns the slot of the question, or the empty slot where it would go. */
static uint32_t *find_slot(const struct ranked_run *run, struct bytes qid)
{
    uint32_t *slot = hash_index_first(&run->by_qid, bytes_hash(qid));
    while (*slot != 0 && !bytes_equal(ranked_run_question(run, *slot - 1).qid, qid))
        slot = hash_index_next(&run->by_qid, slot);
    return slot;
}

static void grow_index(struct ranked_run *run)
{
    hash_index_reset(&run->by_qid, run->n_questions);
    for (size_t i = 0; i < run->n_questions; i++)
        *find_slot(run, ranked_run_question(run, i).qid) = (uint32_t)(i + 1);
}

struct ranked_question ranked_run_find(const struct ranked_run *run, struct bytes qid)
{
    uint32_t slot = run->n_questions == 0 ? 0 : *find_slot(run, qid);
    return slot == 0 ? (struct ranked_question){.qid = qid} : ranked_run_question(run, slot - 1);
}

bool ranked_question_next(struct ranked_question *question, struct bytes *docid)
{
    if (question->n_documents == 0)
        return false;
    question->n_documents--;
    *docid = decode_id(&question->next);
    question->next += question->has_scores ? sizeof(double) : 0;
    return true;
}

bool ranked_question_next_scored(struct ranked_question *question, struct bytes *docid, double *score)
{
    if (!ranked_question_next(question, docid))
        return false;
    memcpy(score, docid->data + docid->size, sizeof *score);
    return true;
}

static int compare_entries(const void *a, const void *b, void *ties)
{
    const struct run_entry *const *left = a;
    const struct run_entry *const *right = b;
    return run_entry_compare(*left, *right, *(enum ties *)ties);
}

/* Sorts the entries into run->order. */
static void sort_entries(struct ranked_run *run, const struct run_question *retrieved, enum ties ties)
{
    size_t n = retrieved->n_entries;
    run->order = memory_grow(run->order, &run->order_capacity, n, sizeof *run->order);
    for (size_t i = 0; i < n; i++)
        run->order[i] = &retrieved->entries[i];
    system_sort(run->order, n, sizeof *run->order, compare_entries, &ties);
}

bool ranked_run_add(struct ranked_run *run, const struct run_question *retrieved, enum ties ties)
{
    if (hash_index_is_full(&run->by_qid, run->n_questions))
        grow_index(run);
    uint32_t *slot = find_slot(run, retrieved->qid);
    if (*slot != 0)
        return false;
    sort_entries(run, retrieved, ties);
    VECTOR_PUSH(run->starts, run->n_questions, run->starts_capacity) = run->ids.size;
    *slot = (uint32_t)run->n_questions;
    encode_id(&run->ids, retrieved->qid);
    encode_size(&run->ids, retrieved->n_entries);
    for (size_t i = 0; i < retrieved->n_entries; i++) {
        encode_id(&run->ids, run->order[i]->docid);
        if (run->keeps_scores)
            buffer_add(&run->ids,
                       (struct bytes){.data = (const char *)&run->order[i]->score, .size = sizeof(double)});
    }
    return true;
}
