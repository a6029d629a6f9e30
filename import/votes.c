/*
 * Some thousand lines are parsed before any vote is stored, so that a server is queried once for all of them. Nothing
 * else stays in memory: the database knows which votes exist.
 */
#include "import/votes.h"

#include "core/base/digest.h"
#include "core/base/map.h"
#include "core/base/moment.h"
#include "core/store/votes/annotators.h"
#include "core/store/labelling/answers.h"
#include "core/store/content/documents.h"
#include "core/store/content/imports.h"
#include "core/store/content/questions.h"
#include "core/store/store.h"
#include "core/store/votes/received.h"
#include "import/fields/known_names.h"
#include "import/files/file.h"
#include "import/text/json_fields.h"
#include "import/quotation_field.h"

#include <ctype.h>
#include <string.h>

static const char example[] = "{\"question\": \"q1\", \"shown\": [\"d1\", \"d2\"], \"chosen\": \"d1\"}";

/* The content of a line; the bytes lie in its JSON. */
struct vote_line {
    struct bytes question;
    struct bytes shown[BALLOT_SIZE_MAX];
    size_t n_shown;
    struct bytes annotator;
    bool has_time;
    struct received_answer received; /* except the rows of question, documents and annotator */
};

struct vote_reading {
    const struct filling *filling;
    const struct votes_request *request;
    struct put_counts *votes, *candidates;
};

/* --- Reading a line --------------------------------------------------------------------------- */

static bool take_text(const struct json_fields *object, const char *key, struct bytes *text, struct err *err)
{
    enum json_field kind = json_fields_kind(object, key);
    *text = (struct bytes){0};
    if (kind == JSON_FIELD_ABSENT || kind == JSON_FIELD_NULL)
        return true;
    if (kind != JSON_FIELD_TEXT)
        return err_set(err, ERR_INPUT, "\"%s\" is not a text; write it in quotation marks", key);
    *text = json_fields_text(object, key);
    return true;
}

static bool take_moment(const struct json_fields *object, const char *key, bool *is_there, int64_t *moment,
                        struct err *err)
{
    struct bytes text;
    if (!take_text(object, key, &text, err))
        return false;
    *is_there = text.size > 0;
    return !*is_there || moment_parse(text, moment) ||
           err_set(err, ERR_INPUT, "\"%s\" is '%.*s'; write it as 2026-11-21T20:31:05.123Z", key,
                   BYTES_FORMAT(text));
}

static bool take_shown(const struct json_fields *object, struct vote_line *line, struct err *err)
{
    if (!json_fields_texts(object, "shown", line->shown, BALLOT_SIZE_MAX, &line->n_shown) ||
        line->n_shown == 0)
        return err_set(err, ERR_INPUT, "\"shown\" must name two or three documents, as in %s", example);
    for (size_t i = 1; i < line->n_shown; i++) {
        for (size_t j = 0; j < i; j++) {
            if (bytes_equal(line->shown[i], line->shown[j]))
                return err_set(err, ERR_INPUT, "\"shown\" names '%.*s' twice", BYTES_FORMAT(line->shown[i]));
        }
    }
    return true;
}

static bool take_chosen(const struct json_fields *object, struct vote_line *line, struct err *err)
{
    struct bytes chosen;
    if (json_fields_kind(object, "chosen") == JSON_FIELD_ABSENT)
        return err_set(err, ERR_INPUT, "no \"chosen\"; it is a document that was shown, or null for none");
    line->received.answer.position = VOTE_NONE;
    if (json_fields_kind(object, "chosen") == JSON_FIELD_NULL)
        return true;
    if (!take_text(object, "chosen", &chosen, err))
        return false;
    for (size_t i = 0; i < line->n_shown; i++) {
        if (bytes_equal(chosen, line->shown[i])) {
            line->received.answer.position = (int)i + 1;
            return true;
        }
    }
    return err_set(err, ERR_INPUT, "\"chosen\" is '%.*s', but that document was not shown",
                   BYTES_FORMAT(chosen));
}

static bool take_skip(const struct json_fields *object, struct vote_line *line, struct err *err)
{
    struct bytes skip;
    struct answer *answer = &line->received.answer;
    answer->position = VOTE_ABSENT;
    if (!take_text(object, "skip", &skip, err))
        return false;
    if (json_fields_kind(object, "chosen") != JSON_FIELD_ABSENT)
        return err_set(err, ERR_INPUT, "the line has \"skip\" and \"chosen\"; keep one of them");
    return skip_reason_find(skip, &answer->skip) ||
           err_set(err, ERR_INPUT, "\"skip\" must be 'later' or 'cannot tell', not '%.*s'",
                   BYTES_FORMAT(skip));
}

static bool take_elapsed(const struct json_fields *object, struct answer *answer, struct err *err)
{
    enum { YEAR_MAX = 100 };
    const double most = YEAR_MAX * 366.0 * 24 * 60 * 60 * 1000;
    enum json_field kind = json_fields_kind(object, "elapsed_ms");
    answer->elapsed_ms = -1;
    if (kind == JSON_FIELD_ABSENT || kind == JSON_FIELD_NULL)
        return true;
    double elapsed = kind == JSON_FIELD_NUMBER ? json_fields_number(object, "elapsed_ms") : -1;
    if (!(elapsed >= 0 && elapsed <= most))
        return err_set(err, ERR_INPUT, "\"elapsed_ms\" is not a number of milliseconds of at least 0");
    answer->elapsed_ms = (int64_t)elapsed;
    return true;
}

static bool take_withdrawal(const struct json_fields *object, struct received_answer *received,
                            struct err *err)
{
    bool is_withdrawn;
    struct bytes by;
    if (!take_moment(object, "withdrawn", &is_withdrawn, &received->withdrawn_at, err) ||
        !take_text(object, "withdrawn_by", &by, err))
        return false;
    if (!is_withdrawn)
        return by.size == 0 ||
               err_set(err, ERR_INPUT, "\"withdrawn_by\" needs \"withdrawn\", the time of the undo");
    if (by.size == 0)
        by = bytes_of("undo");
    return withdrawal_find(by, &received->withdrawal) ||
           err_set(err, ERR_INPUT, "\"withdrawn_by\" must be 'undo' or 'return', not '%.*s'",
                   BYTES_FORMAT(by));
}

static bool take_evidence(const struct json_fields *object, struct answer *answer, struct err *err)
{
    return quotation_field_read(object, "evidence", &answer->evidence, err) &&
           (answer->evidence.text.size == 0 || answer->position > VOTE_NONE ||
            err_set(err, ERR_INPUT, "\"evidence\" belongs to the chosen document, and none was chosen"));
}

/* Finds another document that was shown. 0: there is none. */
static int find_other(const struct vote_line *line, struct bytes docid)
{
    for (size_t i = 0; i < line->n_shown; i++) {
        if (bytes_equal(docid, line->shown[i]) && (int)i + 1 != line->received.answer.position)
            return (int)i + 1;
    }
    return 0;
}

/* The vote is then for the one of the two that was shown first. */
static bool take_tie(const struct json_fields *object, struct vote_line *line, struct err *err)
{
    struct bytes tie;
    struct answer *answer = &line->received.answer;
    if (json_fields_kind(object, "tie") == JSON_FIELD_ABSENT)
        return true;
    if (json_fields_kind(object, "second") != JSON_FIELD_ABSENT)
        return err_set(err, ERR_INPUT, "the line has \"second\" and \"tie\"; keep one of them");
    if (!take_text(object, "tie", &tie, err))
        return false;
    const int tied = find_other(line, tie);
    if (tied == 0 || answer->position <= VOTE_NONE)
        return err_set(err, ERR_INPUT,
                       "\"tie\" is '%.*s', which must be another shown document than the chosen one",
                       BYTES_FORMAT(tie));
    if (tied < answer->position && answer->evidence.text.size > 0)
        return err_set(err, ERR_INPUT,
                       "\"evidence\" of a tie belongs to the document that was shown first; "
                       "make this one \"chosen\"");
    const struct answer both = answer_of_tie(answer->position, tied);
    answer->position = both.position;
    answer->second = both.second;
    return true;
}

static bool take_second(const struct json_fields *object, struct vote_line *line, struct err *err)
{
    struct bytes second;
    struct answer *answer = &line->received.answer;
    if (json_fields_kind(object, "second") == JSON_FIELD_ABSENT)
        return true;
    answer->second = SECOND_NONE;
    if (json_fields_kind(object, "second") == JSON_FIELD_NULL)
        return true;
    if (!take_text(object, "second", &second, err))
        return false;
    const int position = find_other(line, second);
    answer->second = position;
    return position > 0 || err_set(err, ERR_INPUT, "\"second\" is '%.*s', which was not left to choose",
                                   BYTES_FORMAT(second));
}

/* Takes the kind of a control. An empty text means none. */
static bool take_control(const struct json_fields *object, struct received_answer *received, struct err *err)
{
    struct bytes name;
    size_t control;
    if (!take_text(object, "control", &name, err))
        return false;
    if (!words_find(&control_words, name, &control))
        return err_set(err, ERR_INPUT, "\"control\" must be 'repeat' or 'gold', not '%.*s'",
                       BYTES_FORMAT(name));
    received->control = (enum control)control;
    return true;
}

static bool take_annotator(const struct json_fields *object, const struct votes_request *request,
                           struct vote_line *line, struct err *err)
{
    if (!take_text(object, "annotator", &line->annotator, err))
        return false;
    if (line->annotator.size == 0 && request->annotator != NULL)
        line->annotator = bytes_of(request->annotator);
    return line->annotator.size > 0 ||
           err_set(err, ERR_INPUT,
                   "no \"annotator\"; add it, or name the annotator of all lines with --annotator NAME");
}

static bool take_given_at(const struct json_fields *object, const struct votes_request *request,
                          struct vote_line *line, struct err *err)
{
    line->received.given_at = request->now;
    return take_moment(object, "time", &line->has_time, &line->received.given_at, err);
}

/* Parses "6F9619FF-…" and converts it to lower case. */
static bool parse_uuid(struct bytes text, char uuid[UUID_SIZE])
{
    static const char form[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    if (text.size != sizeof form - 1)
        return false;
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        if (form[i] == 'x' ? !isxdigit(byte) : byte != '-')
            return false;
        uuid[i] = byte_in_small(text.data[i]);
    }
    uuid[text.size] = '\0';
    return true;
}

/* Makes an id from everything that distinguishes votes, separated by a byte that no text of a line contains. */
static void make_uuid(struct vote_line *line)
{
    struct buffer key = {0};
    const struct received_answer *received = &line->received;
    buffer_add(&key, line->question);
    for (size_t i = 0; i < line->n_shown; i++) {
        buffer_add_byte(&key, '\0');
        buffer_add(&key, line->shown[i]);
    }
    buffer_add_byte(&key, '\0');
    buffer_add_format(&key, "%d %d", received->answer.position, (int)received->answer.skip);
    if (second_tied(received->answer.second) > 0)
        buffer_add_format(&key, " %d", second_tied(received->answer.second));
    buffer_add_byte(&key, '\0');
    buffer_add(&key, line->annotator);
    buffer_add_byte(&key, '\0');
    if (line->has_time)
        buffer_add_format(&key, "%lld", (long long)received->given_at);
    digest_uuid(buffer_bytes(&key), line->received.uuid);
    buffer_release(&key);
}

static bool take_uuid(const struct json_fields *object, struct vote_line *line, struct err *err)
{
    struct bytes uuid;
    if (!take_text(object, "uuid", &uuid, err))
        return false;
    if (uuid.size == 0) {
        make_uuid(line);
        return true;
    }
    return parse_uuid(uuid, line->received.uuid) ||
           err_set(err, ERR_INPUT,
                   "\"uuid\" is '%.*s', which is not a UUID; leave it out, and assay makes one",
                   BYTES_FORMAT(uuid));
}

static bool take_line(const struct json_fields *object, const struct votes_request *request,
                      struct vote_line *line, struct err *err)
{
    struct answer *answer = &line->received.answer;
    if (!take_text(object, "question", &line->question, err))
        return false;
    if (line->question.size == 0)
        return err_set(err, ERR_INPUT, "no \"question\"; a line must look like %s", example);
    bool is_skip = json_fields_kind(object, "skip") != JSON_FIELD_ABSENT;
    return take_shown(object, line, err) &&
           (is_skip ? take_skip(object, line, err) : take_chosen(object, line, err)) &&
           take_annotator(object, request, line, err) && take_given_at(object, request, line, err) &&
           take_elapsed(object, answer, err) && take_text(object, "note", &answer->note, err) &&
           take_text(object, "reason", &answer->reason, err) && take_evidence(object, answer, err) &&
           (is_skip || (take_second(object, line, err) && take_tie(object, line, err))) &&
           take_control(object, &line->received, err) && take_withdrawal(object, &line->received, err) &&
           take_uuid(object, line, err);
}

/* --- Storing votes ---------------------------------------------------------------------------- */

/* A line that was read and is stored together with others. */
struct read_line {
    size_t number; /* in the file, from 1 */
    struct json_fields *object;
    struct vote_line line;
};

struct vote_lot {
    struct arena arena;
    struct read_line *lines;
    size_t n, size; /* the number of lines, and their total size */
    size_t n_known; /* the number of lines whose ids are known; these come first */
};

enum { LINES_AT_ONCE = 6000, SIZE_AT_ONCE = 8 * 1024 * 1024, TEXTS_AT_ONCE = 500 };

/*
 * A vote takes as long as so many documents, because the need of its question is computed in the same part. On a server
 * it takes longer, because several functions and triggers write it.
 */
static size_t items_of_line(const struct filling *filling)
{
    return store_is_on_server(filling->store) ? 10 : 4;
}

/*
 * Finds the rows of the question and the documents. Sets *known to whether all exist. Counts the first unknown id of a
 * line.
 */
static bool find_rows(const struct vote_reading *reading, struct vote_line *line, bool *known,
                      struct err *err)
{
    struct received_answer *received = &line->received;
    if (!filling_find_question(reading->filling, line->question, 1, &received->question_id, err))
        return false;
    *known = received->question_id != 0;
    for (size_t i = 0; *known && i < line->n_shown; i++) {
        if (!filling_find_document(reading->filling, line->shown[i], &received->document_ids[i], err))
            return false;
        *known = received->document_ids[i] != 0;
    }
    received->n_slots = line->n_shown;
    return true;
}

static void prefetch_rows(struct store *store, const struct vote_lot *lot)
{
    for (size_t i = 0; i < lot->n; i++) {
        const struct vote_line *line = &lot->lines[i].line;
        store_prefetch_question_number(store, line->question);
        for (size_t slot = 0; slot < line->n_shown; slot++)
            store_prefetch_document_number(store, line->shown[slot]);
    }
}

/* Moves the lines with known ids to the front. Here and below, a failure sets *at to the place of its line. */
static bool find_known(const struct vote_reading *reading, struct vote_lot *lot, size_t *at, struct err *err)
{
    prefetch_rows(reading->filling->store, lot);
    for (*at = 0; *at < lot->n; ++*at) {
        bool known;
        struct read_line *line = &lot->lines[*at];
        if (!find_rows(reading, &line->line, &known, err))
            return false;
        if (!known)
            continue;
        const struct read_line unknown = lot->lines[lot->n_known];
        lot->lines[lot->n_known++] = *line;
        if (*at >= lot->n_known)
            *line = unknown;
    }
    return true;
}

static bool is_placed(const struct answer *answer)
{
    return answer->evidence.text.size == 0 || answer->evidence.start != QUOTATION_ANYWHERE;
}

/*
 * Finds a quotation without a place in the stored text. A quotation with a place may come from another version of the
 * text.
 */
static bool place_evidence(const struct vote_reading *reading, struct vote_line *line, struct err *err)
{
    struct answer *answer = &line->received.answer;
    struct arena arena = {0};
    struct item document;
    bool placed = store_read_kept_document(reading->filling->store, line->shown[answer->position - 1], &arena,
                                           &document, err) &&
                  quotation_find(&answer->evidence, document.text, err);
    arena_release(&arena);
    return placed;
}
/* Texts of at most so many lines are in memory together. */
static void prefetch_texts(struct store *store, const struct vote_lot *lot, size_t from)
{
    for (size_t i = from; i < lot->n_known && i < from + TEXTS_AT_ONCE; i++) {
        const struct vote_line *line = &lot->lines[i].line;
        if (!is_placed(&line->received.answer))
            store_prefetch_document(store, line->shown[line->received.answer.position - 1]);
    }
}

static bool place_all_evidence(const struct vote_reading *reading, struct vote_lot *lot, size_t *at,
                               struct err *err)
{
    for (*at = 0; *at < lot->n_known; ++*at) {
        struct vote_line *line = &lot->lines[*at].line;
        if (*at % TEXTS_AT_ONCE == 0)
            prefetch_texts(reading->filling->store, lot, *at);
        if (!is_placed(&line->received.answer) && !place_evidence(reading, line, err))
            return false;
    }
    return true;
}

/* A document that was shown for a question; the rank comes from the first vote on it. */
struct shown_document {
    int64_t key[2]; /* the question and the document */
    int64_t rank;
};

/* Lists each document once, in the order of the votes and their slots. */
static struct shown_document *list_shown(struct vote_lot *lot, size_t *n)
{
    struct map keys = {0};
    struct shown_document *shown =
        arena_get_array(&lot->arena, lot->n_known * BALLOT_SIZE_MAX, sizeof *shown);
    for (size_t i = 0; i < lot->n_known; i++) {
        const struct received_answer *received = &lot->lines[i].line.received;
        for (size_t slot = 0; slot < received->n_slots; slot++) {
            bool is_new;
            struct shown_document *next = &shown[keys.size];
            *next = (struct shown_document){.key = {received->question_id, received->document_ids[slot]},
                                            .rank = (int64_t)slot + 1};
            map_put(&keys, (struct bytes){.data = (const char *)next->key, .size = sizeof next->key},
                    &is_new);
        }
    }
    *n = keys.size;
    map_release(&keys);
    return shown;
}

static bool put_candidate(const struct vote_reading *reading, const struct shown_document *shown,
                          struct err *err)
{
    struct store *store = reading->filling->store;
    const struct candidate_origin origin = {.source = bytes_of("votes"), .rank = shown->rank};
    bool is_new;
    enum stored stored;
    if (!store_add_candidate(store, shown->key[0], shown->key[1], &is_new, err))
        return false;
    if (!is_new)
        return true;
    reading->candidates->added++;
    return store_put_origin(store, shown->key[0], shown->key[1], &origin, &stored, err);
}

/* Stores the shown documents as candidates, except those that are candidates already. */
static bool put_candidates(const struct vote_reading *reading, struct vote_lot *lot, size_t *at,
                           struct err *err)
{
    struct store *store = reading->filling->store;
    size_t n;
    const struct shown_document *shown = list_shown(lot, &n);
    bool worked = true;
    *at = 0;
    for (size_t i = 0; i < n; i++) {
        store_prefetch_candidate(store, shown[i].key[0], shown[i].key[1]);
        store_prefetch_origin(store, shown[i].key[0], shown[i].key[1], bytes_of("votes"));
    }
    for (size_t i = 0; worked && i < n; i++)
        worked = put_candidate(reading, &shown[i], err);
    store_drop_prefetched(store);
    return worked;
}

/* Lists the annotators of the lot and sets the number of each line's annotator. */
static struct bytes *list_annotators(struct vote_lot *lot, size_t *numbers, size_t *firsts, size_t *n)
{
    struct map names = {0};
    struct bytes *list = arena_get_array(&lot->arena, lot->n_known, sizeof *list);
    for (size_t i = 0; i < lot->n_known; i++) {
        bool is_new;
        const struct bytes name = lot->lines[i].line.annotator;
        numbers[i] = (size_t)map_put(&names, name, &is_new);
        if (!is_new)
            continue;
        list[numbers[i]] = name;
        firsts[numbers[i]] = i;
    }
    *n = names.size;
    map_release(&names);
    return list;
}

static bool put_annotators(const struct vote_reading *reading, struct vote_lot *lot, size_t *at,
                           struct err *err)
{
    size_t *numbers = arena_get_array(&lot->arena, lot->n_known, sizeof *numbers);
    size_t *firsts = arena_get_array(&lot->arena, lot->n_known, sizeof *firsts);
    int64_t *ids = arena_get_array(&lot->arena, lot->n_known, sizeof *ids);
    size_t n, n_put;
    const struct bytes *names = list_annotators(lot, numbers, firsts, &n);
    bool worked = store_put_annotators(reading->filling->store, names, n, ids, &n_put, err);
    for (size_t i = 0; worked && i < lot->n_known; i++)
        lot->lines[i].line.received.annotator_id = ids[numbers[i]];
    *at = worked || n_put == n ? 0 : firsts[n_put];
    return worked;
}

static bool put_answers(const struct vote_reading *reading, struct vote_lot *lot, size_t *at, struct err *err)
{
    struct received_answer *received = arena_get_array(&lot->arena, lot->n_known, sizeof *received);
    enum stored *stored = arena_get_array(&lot->arena, lot->n_known, sizeof *stored);
    for (size_t i = 0; i < lot->n_known; i++)
        received[i] = lot->lines[i].line.received;
    if (!store_put_received_answers(reading->filling->store, received, lot->n_known, stored, at, err))
        return false;
    for (*at = 0; *at < lot->n_known; ++*at) {
        if (stored[*at] == STORED_CONFLICT)
            return err_set(err, ERR_INPUT, "another answer has the uuid %s; give each its own",
                           received[*at].uuid);
        put_count(reading->votes, stored[*at]);
    }
    return true;
}

static void lot_release(struct vote_lot *lot)
{
    for (size_t i = 0; i < lot->n; i++)
        json_fields_free(lot->lines[i].object);
    arena_release(&lot->arena);
    *lot = (struct vote_lot){0};
}

static bool fail_at(const char *path, size_t line, struct err *err)
{
    return err->code == ERR_INPUT ? err_context(err, "%s:%zu", file_label(path), line) : false;
}

/* A repeated line is unknown until its first occurrence is stored. */
static bool put_lot(const struct vote_reading *reading, const char *path, struct vote_lot *lot,
                    struct err *err)
{
    size_t at;
    bool worked = find_known(reading, lot, &at, err) && place_all_evidence(reading, lot, &at, err) &&
                  put_candidates(reading, lot, &at, err) && put_annotators(reading, lot, &at, err) &&
                  put_answers(reading, lot, &at, err);
    if (!worked)
        fail_at(path, lot->lines[at].number, err);
    store_drop_prefetched(reading->filling->store);
    const size_t n_lines = lot->n;
    lot_release(lot);
    return worked && filling_heed_parts(reading->filling, n_lines * items_of_line(reading->filling), 0, err);
}

/* --- Lines ------------------------------------------------------------------------------------ */

/* Other tools name questions and documents by their texts. Two texts may belong to one document. */
static bool find_texts(struct vote_line *line, struct arena *arena, struct err *err)
{
    line->question = known_names_question(line->question);
    for (size_t i = 0; i < line->n_shown; i++)
        line->shown[i] = known_names_document(line->shown[i], arena);
    for (size_t i = 1; i < line->n_shown; i++) {
        if (bytes_equal(line->shown[i], line->shown[0]))
            return err_set(err, ERR_INPUT,
                           "two of the shown texts belong to document '%.*s'; name documents by their ids",
                           BYTES_FORMAT(line->shown[i]));
    }
    return true;
}

static bool read_line(const struct vote_reading *reading, struct vote_lot *lot, size_t number,
                      struct bytes text, struct err *err)
{
    struct read_line read = {.number = number};
    if (bytes_trim(text).size == 0)
        return true;
    if (!json_fields_parse(&read.object, text, example, err))
        return false;
    if (!take_line(read.object, reading->request, &read.line, err) ||
        !find_texts(&read.line, &lot->arena, err)) {
        json_fields_free(read.object);
        return false;
    }
    ARENA_PUSH(&lot->arena, lot->lines, lot->n) = read;
    lot->size += text.size;
    return true;
}

/* The error of a line is reported when the lines before it have been stored. */
static bool read_lines(const struct vote_reading *reading, const char *path, struct bytes bytes,
                       struct err *err)
{
    const struct filling *filling = reading->filling;
    struct bytes rest = bytes;
    struct bytes text;
    struct vote_lot lot = {0};
    struct err failure;
    bool read = true, put = true;
    const size_t lines_at_once =
        filling->heed_parts == NULL ? LINES_AT_ONCE : IMPORT_PART_ROWS / items_of_line(filling);
    for (size_t line = 1; read && put && bytes_next_line(&rest, &text); line++) {
        read = read_line(reading, &lot, line, text, &failure) || fail_at(path, line, &failure);
        bool is_full = lot.n == lines_at_once || lot.size >= SIZE_AT_ONCE;
        put = (read && !is_full) || put_lot(reading, path, &lot, err);
        if (read && put && !filling->report(filling->context, bytes.size - rest.size, bytes.size, err)) {
            lot_release(&lot);
            return false;
        }
    }
    if (read && put)
        put = put_lot(reading, path, &lot, err);
    if (put && !read)
        *err = failure;
    return read && put && filling_check_known(filling, "vote", path, reading->votes, err);
}

bool import_votes(const struct filling *filling, const char *path, const struct votes_request *request,
                  struct put_counts *votes, struct put_counts *candidates, struct err *err)
{
    const struct vote_reading reading = {
        .filling = filling,
        .request = request,
        .votes = votes,
        .candidates = candidates,
    };
    struct file file = {0};
    if (!filling->open(filling->context, path, &file, err))
        return false;
    const struct bytes content = bytes_without_mark(file.bytes);
    bool worked = bytes_skip_space(content).size > 0
                      ? read_lines(&reading, path, content, err)
                      : err_set(err, ERR_INPUT, "%s: the file is empty; it must hold votes, such as %s",
                                file_label(path), example);
    worked = file_confirm(&file, path, worked, err);
    file_close(&file);
    return worked;
}
