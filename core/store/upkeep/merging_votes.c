/*
 * Reads ballots and their answers. Files that were labelled separately began as copies of one, so most of their ballots
 * are the same. A ballot that an earlier file has, with the same answers, is skipped. The comparison uses a digest of
 * all content of its rows, with the numbers of the new database.
 *
 * Skipping does not change the result, because of several rows always the least or the greatest is taken. A ballot is
 * not skipped where its file matters: if it is open or has a draft, if files have different texts under one id, or if
 * another ballot of its file could be taken for it (join_group in merging_ballots.c).
 */
#include "core/store/upkeep/merging_private.h"

#include "core/base/digest.h"
#include "core/base/hash_index.h"
#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/judge/ballot.h"

#include <stdlib.h>
#include <string.h>

/* The digests of all ballots that were stored. */
struct known_ballots {
    struct digest *items;
    size_t n, capacity;
    struct hash_index index;
};

/* The columns of merge_answer_from: those of a merge_answer, and then columns that are copied as they are. */
enum { ANSWER_KNOWN = 2, ANSWER_CARRIED = 8 };

struct read_answer {
    struct merge_answer known;
    struct column_value carried[ANSWER_CARRIED];
};

struct votes_reading {
    struct merging *merging;
    size_t file;
    struct known_ballots *known;
    struct query ballots, slots, answers; /* all ordered by ballot */
    struct merge_slot slot;               /* the next one */
    struct merge_answer answer;           /* the next one */
    bool has_slot, has_answer;
    struct merge_doubtful_ballot *doubtful; /* of the file */
    size_t n_doubtful;
    struct arena arena; /* of the file */
    /* The present ballot, with the numbers of the new database: */
    struct arena ballot_arena;
    struct merge_ballot ballot;
    int64_t documents[BALLOT_SIZE_MAX]; /* 0: none */
    struct read_answer *ballot_answers;
    size_t n_answers;
    bool is_born_answered;
    struct buffer content;
};

/* --- Known ballots ---------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct digest *digest)
{
    uint64_t hash;
    memcpy(&hash, digest->bytes, sizeof hash);
    return hash;
}

static uint32_t *find_slot(const struct known_ballots *known, const struct digest *digest)
{
    uint32_t *slot = hash_index_first(&known->index, hash_of(digest));
    while (*slot != 0 && memcmp(&known->items[*slot - 1], digest, sizeof *digest) != 0)
        slot = hash_index_next(&known->index, slot);
    return slot;
}

static void make_room(struct known_ballots *known)
{
    if (!hash_index_is_full(&known->index, known->n + 1))
        return;
    hash_index_reset(&known->index, 2 * (known->n + 1));
    for (size_t i = 0; i < known->n; i++)
        *find_slot(known, &known->items[i]) = (uint32_t)i + 1;
}

/* Returns whether the digest was known before, and adds it. */
static bool know(struct known_ballots *known, const struct digest *digest)
{
    make_room(known);
    uint32_t *slot = find_slot(known, digest);
    if (*slot != 0)
        return true;
    VECTOR_PUSH(known->items, known->n, known->capacity) = *digest;
    *slot = (uint32_t)known->n;
    return false;
}

/* --- A ballot --------------------------------------------------------------------------------------- */

static void next_slot(struct votes_reading *reading)
{
    reading->has_slot = query_next(&reading->slots);
    if (reading->has_slot)
        reading->slot = read_merge_slot(&reading->slots);
}

static void read_slots(struct votes_reading *reading)
{
    const int64_t ballot_id = reading->ballot.ballot_id;
    memset(reading->documents, 0, sizeof reading->documents);
    for (; reading->has_slot && reading->slot.ballot_id <= ballot_id; next_slot(reading)) {
        const int64_t position = reading->slot.position;
        if (reading->slot.ballot_id == ballot_id && position >= 1 && position <= BALLOT_SIZE_MAX)
            reading->documents[position - 1] =
                merging_number_of(reading->merging, MERGED_DOCUMENT, reading->slot.document_id);
    }
}

static struct column_value copy_cell(struct arena *arena, struct column_value cell)
{
    if (cell.kind == COLUMN_BYTES)
        cell.bytes = arena_copy(arena, cell.bytes);
    return cell;
}

static void next_answer(struct votes_reading *reading)
{
    reading->has_answer = query_next(&reading->answers);
    if (reading->has_answer)
        reading->answer = read_merge_answer(&reading->answers);
}

static void read_answers(struct votes_reading *reading)
{
    struct arena *arena = &reading->ballot_arena;
    arena_clear(arena);
    reading->ballot_answers = NULL;
    reading->n_answers = 0;
    reading->is_born_answered = false;
    for (; reading->has_answer && reading->answer.ballot_id <= reading->ballot.ballot_id;
         next_answer(reading)) {
        struct read_answer answer = {.known = reading->answer};
        for (int i = 0; i < ANSWER_CARRIED; i++)
            answer.carried[i] = copy_cell(arena, query_cell(&reading->answers, ANSWER_KNOWN + i));
        ARENA_PUSH(arena, reading->ballot_answers, reading->n_answers) = answer;
        if (answer.known.given_at == reading->ballot.dealt_at)
            reading->is_born_answered = true;
    }
}

static void add_number(struct buffer *content, int64_t number)
{
    buffer_add(content, (struct bytes){(const char *)&number, sizeof number});
}

static void add_cell(struct buffer *content, const struct column_value *cell)
{
    buffer_add_byte(content, (char)cell->kind);
    if (cell->kind == COLUMN_BYTES) {
        add_number(content, (int64_t)cell->bytes.size);
        buffer_add(content, cell->bytes);
    } else if (cell->kind != COLUMN_NULL) {
        add_number(content, cell->integer); /* no column is a real */
    }
}

/* Returns the digest of everything that the new database gets from the ballot, except its number in the file. */
static struct digest digest_ballot(struct votes_reading *reading)
{
    struct buffer *content = &reading->content;
    buffer_clear(content);
    add_number(content, reading->ballot.question_id);
    add_number(content, reading->ballot.annotator_id);
    add_number(content, reading->ballot.dealt_at);
    add_number(content, (int64_t)reading->ballot.control.size);
    buffer_add(content, reading->ballot.control);
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        add_number(content, reading->documents[i]);
    for (size_t i = 0; i < reading->n_answers; i++) {
        add_number(content, reading->ballot_answers[i].known.given_at);
        for (int column = 0; column < ANSWER_CARRIED; column++)
            add_cell(content, &reading->ballot_answers[i].carried[column]);
    }
    return digest_of(buffer_bytes(content));
}

/* --- Storing ---------------------------------------------------------------------------------------- */

static void bind_cell(struct query *query, int parameter, const struct column_value *cell)
{
    if (cell->kind == COLUMN_BYTES)
        query_bind_bytes(query, parameter, cell->bytes);
    else if (cell->kind == COLUMN_INTEGER)
        query_bind_integer(query, parameter, cell->integer);
    else
        query_bind_null(query, parameter);
}

/* An item without a number stays NULL; the row is refused if it needs one. */
static void bind_number(struct query *query, int parameter, int64_t number)
{
    if (number > 0)
        query_bind_integer(query, parameter, number);
}

static bool put_answer(struct votes_reading *reading, const struct read_answer *answer, int64_t ballot,
                       struct err *err)
{
    struct query query = query_start(reading->merging->to->db, STATEMENT_MERGE_ANSWER_ADD);
    query_bind_integer(&query, 1, (int64_t)reading->file + 1);
    query_bind_integer(&query, 2, ballot);
    query_bind_integer(&query, 3, answer->known.given_at);
    for (int i = 0; i < ANSWER_CARRIED; i++)
        bind_cell(&query, 4 + i, &answer->carried[i]);
    return query_run(&query, err);
}

static bool put_ballot(struct votes_reading *reading, struct err *err)
{
    const struct merge_ballot *ballot = &reading->ballot;
    struct query query = query_start(reading->merging->to->db, STATEMENT_MERGE_BALLOT_ADD);
    query_bind_integer(&query, 1, (int64_t)reading->file + 1);
    query_bind_integer(&query, 2, ballot->ballot_id);
    bind_number(&query, 3, ballot->question_id);
    bind_number(&query, 4, ballot->annotator_id);
    query_bind_integer(&query, 5, ballot->dealt_at);
    query_bind_integer(&query, 6, ballot->is_open);
    if (ballot->control.size > 0)
        query_bind_bytes(&query, 7, ballot->control);
    for (int i = 0; i < BALLOT_SIZE_MAX; i++)
        bind_number(&query, 8 + i, reading->documents[i]);
    query_bind_integer(&query, 8 + BALLOT_SIZE_MAX, reading->is_born_answered);
    bool put = query_run(&query, err);
    const int64_t number = put ? db_last_id(reading->merging->to->db) : 0;
    for (size_t i = 0; put && i < reading->n_answers; i++)
        put = put_answer(reading, &reading->ballot_answers[i], number, err);
    return put;
}

static bool is_doubtful(const struct votes_reading *reading, int64_t annotator_id)
{
    const struct merge_doubtful_ballot *items = reading->doubtful;
    const int64_t dealt_at = reading->ballot.dealt_at;
    size_t i;
    LOWER_BOUND(i, reading->n_doubtful,
                items[i].annotator_id != annotator_id ? items[i].annotator_id < annotator_id
                                                      : items[i].dealt_at < dealt_at);
    return i < reading->n_doubtful && items[i].annotator_id == annotator_id && items[i].dealt_at == dealt_at;
}

static bool take_ballot(struct votes_reading *reading, struct err *err)
{
    struct merging *merging = reading->merging;
    struct merge_ballot *ballot = &reading->ballot;
    bool counted = true;
    *ballot = read_merge_ballot(&reading->ballots);
    read_slots(reading);
    read_answers(reading);
    const bool stands_alone = merging->has_unlike_items || ballot->is_open || ballot->has_draft ||
                              (!reading->is_born_answered && is_doubtful(reading, ballot->annotator_id));
    ballot->question_id = merging_number_of(merging, MERGED_QUESTION, ballot->question_id);
    ballot->annotator_id = merging_number_of(merging, MERGED_ANNOTATOR, ballot->annotator_id);
    merging->n_answers += (int64_t)reading->n_answers;
    for (size_t i = 0; counted && i <= reading->n_answers; i++)
        counted = merging_count_row(merging, err);
    if (!counted || stands_alone || reading->n_answers == 0)
        return counted && put_ballot(reading, err);
    const struct digest digest = digest_ballot(reading);
    return know(reading->known, &digest) || put_ballot(reading, err);
}

static bool read_doubtful(struct votes_reading *reading, struct db *db, struct err *err)
{
    struct query query = query_start(db, STATEMENT_MERGE_DOUBTFUL_BALLOT_LIST);
    while (query_next(&query))
        ARENA_PUSH(&reading->arena, reading->doubtful, reading->n_doubtful) =
            read_merge_doubtful_ballot(&query);
    return query_end(&query, err);
}

static bool read_ballots(struct votes_reading *reading, struct db *db, struct err *err)
{
    struct query *const queries[] = {&reading->slots, &reading->answers, &reading->ballots};
    struct err failure;
    bool taken = true;
    reading->slots = query_start(db, STATEMENT_MERGE_SLOT_FROM);
    reading->answers = query_start(db, STATEMENT_MERGE_ANSWER_FROM);
    reading->ballots = query_start(db, STATEMENT_MERGE_BALLOT_FROM);
    next_slot(reading);
    next_answer(reading);
    while (taken && query_next(&reading->ballots))
        taken = take_ballot(reading, err);
    bool ended = true;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        ended = query_end(queries[i], ended ? &failure : err_ignored()) && ended;
    if (taken && !ended)
        *err = failure;
    return taken && ended;
}

static bool read_file(struct merging *merging, size_t file, struct known_ballots *known, struct err *err)
{
    struct votes_reading reading = {.merging = merging, .file = file, .known = known};
    struct db *db = merging->request->files[file]->db;
    bool read = merging_begin_file(merging, file, err) && merging_read_numbers(merging, file, err) &&
                read_doubtful(&reading, db, err) && read_ballots(&reading, db, err);
    buffer_release(&reading.content);
    arena_release(&reading.ballot_arena);
    arena_release(&reading.arena);
    return read;
}

bool merging_read_votes(struct merging *merging, struct err *err)
{
    struct known_ballots known = {0};
    bool read = true;
    for (size_t file = 0; read && file < merging->request->n_files; file++)
        read = read_file(merging, file, &known, err);
    hash_index_release(&known.index);
    free(known.items);
    return read;
}
