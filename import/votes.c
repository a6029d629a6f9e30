/*
 * A line is parsed whole before anything of it is put. Nothing stays in memory from line to line: which votes are known
 * already is for the database to say.
 */
#include "import/votes.h"

#include "core/base/digest.h"
#include "core/base/moment.h"
#include "core/store/annotators.h"
#include "core/store/answers.h"
#include "core/store/documents.h"
#include "core/store/received.h"
#include "import/file.h"
#include "import/json_fields.h"
#include "import/quotation_field.h"

#include <ctype.h>
#include <string.h>

static const char example[] = "{\"question\": \"q1\", \"shown\": [\"d1\", \"d2\"], \"chosen\": \"d1\"}";

/* What a line says; the bytes lie in its JSON. */
struct vote_line {
    struct bytes question;
    struct bytes shown[BALLOT_SIZE_MAX];
    size_t n_shown;
    struct bytes annotator;
    bool has_time;
    struct received_answer received; /* but for the rows of question, documents and annotator */
};

struct vote_reading {
    const struct filling *filling;
    const struct votes_request *request;
    struct put_counts *votes, *candidates;
};

/* --- What a line says ------------------------------------------------------ */

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
        return err_set(err, ERR_INPUT, "\"shown\" has to name two or three documents, as in %s", example);
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
    return err_set(err, ERR_INPUT, "\"chosen\" is '%.*s', which was not shown", BYTES_FORMAT(chosen));
}

static bool take_skip(const struct json_fields *object, struct vote_line *line, struct err *err)
{
    struct bytes skip;
    struct answer *answer = &line->received.answer;
    answer->position = VOTE_ABSENT;
    if (!take_text(object, "skip", &skip, err))
        return false;
    if (json_fields_kind(object, "chosen") != JSON_FIELD_ABSENT)
        return err_set(err, ERR_INPUT, "a \"skip\" and \"chosen\"; a line has one of them");
    return skip_reason_find(skip, &answer->skip) ||
           err_set(err, ERR_INPUT, "\"skip\" is 'later' or 'cannot tell', not '%.*s'", BYTES_FORMAT(skip));
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
        return err_set(err, ERR_INPUT, "\"elapsed_ms\" is no number of milliseconds from 0 on");
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
               err_set(err, ERR_INPUT, "\"withdrawn_by\" without \"withdrawn\", the time of it");
    if (by.size == 0)
        by = bytes_of("undo");
    return withdrawal_find(by, &received->withdrawal) ||
           err_set(err, ERR_INPUT, "\"withdrawn_by\" is 'undo' or 'return', not '%.*s'", BYTES_FORMAT(by));
}

static bool take_evidence(const struct json_fields *object, struct answer *answer, struct err *err)
{
    return quotation_field_read(object, "evidence", &answer->evidence, err) &&
           (answer->evidence.text.size == 0 || answer->position > VOTE_NONE ||
            err_set(err, ERR_INPUT, "\"evidence\" is of the document that was chosen, and none was"));
}

/* An empty one is none. */
static bool take_control(const struct json_fields *object, struct received_answer *received, struct err *err)
{
    struct bytes name;
    size_t control;
    if (!take_text(object, "control", &name, err))
        return false;
    if (!words_find(&control_words, name, &control))
        return err_set(err, ERR_INPUT, "\"control\" is 'repeat' or 'gold', not '%.*s'", BYTES_FORMAT(name));
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
                   "no \"annotator\"; name who votes where no line does with --annotator NAME");
}

static bool take_given_at(const struct json_fields *object, const struct votes_request *request,
                          struct vote_line *line, struct err *err)
{
    line->received.given_at = request->now;
    return take_moment(object, "time", &line->has_time, &line->received.given_at, err);
}

/* "6F9619FF-…" in lower case. */
static bool parse_uuid(struct bytes text, char uuid[UUID_SIZE])
{
    static const char form[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    if (text.size != sizeof form - 1)
        return false;
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        if (form[i] == 'x' ? !isxdigit(byte) : byte != '-')
            return false;
        uuid[i] = (char)tolower(byte);
    }
    uuid[text.size] = '\0';
    return true;
}

/* What tells one vote from another, with a byte between that no text of a line can have. */
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
           err_set(err, ERR_INPUT, "\"uuid\" is '%.*s', which is none; leave it out and one is made",
                   BYTES_FORMAT(uuid));
}

static bool take_line(const struct json_fields *object, const struct votes_request *request,
                      struct vote_line *line, struct err *err)
{
    struct answer *answer = &line->received.answer;
    if (!take_text(object, "question", &line->question, err))
        return false;
    if (line->question.size == 0)
        return err_set(err, ERR_INPUT, "no \"question\"; a line has to look like %s", example);
    bool is_skip = json_fields_kind(object, "skip") != JSON_FIELD_ABSENT;
    return take_shown(object, line, err) &&
           (is_skip ? take_skip(object, line, err) : take_chosen(object, line, err)) &&
           take_annotator(object, request, line, err) && take_given_at(object, request, line, err) &&
           take_elapsed(object, answer, err) && take_text(object, "note", &answer->note, err) &&
           take_text(object, "reason", &answer->reason, err) && take_evidence(object, answer, err) &&
           take_control(object, &line->received, err) && take_withdrawal(object, &line->received, err) &&
           take_uuid(object, line, err);
}

/* --- Putting it ------------------------------------------------------------ */

/* *known: the question and all documents are; of a line that has an unknown id the first one is counted. */
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

/* In the order of the slots; what is a candidate already is none of theirs. */
static bool put_candidates(const struct vote_reading *reading, const struct received_answer *received,
                           struct err *err)
{
    struct store *store = reading->filling->store;
    for (size_t i = 0; i < received->n_slots; i++) {
        const struct candidate_origin origin = {.source = bytes_of("votes"), .rank = (int64_t)i + 1};
        bool is_there;
        enum stored stored;
        if (!store_has_candidate(store, received->question_id, received->document_ids[i], &is_there, err))
            return false;
        if (is_there)
            continue;
        if (!store_put_candidate(store, received->question_id, received->document_ids[i], &origin, &stored,
                                 err))
            return false;
        reading->candidates->added++;
    }
    return true;
}

/* What names no place is looked for in the text that is there; what names one may be of another text. */
static bool place_evidence(const struct vote_reading *reading, struct vote_line *line, struct err *err)
{
    struct answer *answer = &line->received.answer;
    struct arena arena = {0};
    struct ballot_document document;
    if (answer->evidence.text.size == 0 || answer->evidence.start != QUOTATION_ANYWHERE)
        return true;
    bool placed = store_read_document(reading->filling->store, line->shown[answer->position - 1], &arena,
                                      &document, err) &&
                  quotation_find(&answer->evidence, document.text, err);
    arena_release(&arena);
    return placed;
}

static bool put_vote(const struct vote_reading *reading, struct vote_line *line, struct err *err)
{
    struct store *store = reading->filling->store;
    struct received_answer *received = &line->received;
    bool known;
    enum stored stored;
    if (!find_rows(reading, line, &known, err))
        return false;
    if (!known)
        return true;
    if (!place_evidence(reading, line, err) || !put_candidates(reading, received, err) ||
        !store_put_annotator(store, line->annotator, &received->annotator_id, err) ||
        !store_put_received_answer(store, received, &stored, err))
        return false;
    if (stored == STORED_CONFLICT)
        return err_set(err, ERR_INPUT, "another answer has the uuid %s; each has one of its own",
                       received->uuid);
    put_count(reading->votes, stored);
    return true;
}

static bool read_line(const struct vote_reading *reading, struct bytes text, struct err *err)
{
    struct json_fields *object = NULL;
    struct vote_line line = {0};
    if (bytes_trim(text).size == 0)
        return true;
    if (!json_fields_parse(&object, text, example, err))
        return false;
    bool worked = take_line(object, reading->request, &line, err) && put_vote(reading, &line, err);
    json_fields_free(object);
    return worked;
}

static bool read_lines(const struct vote_reading *reading, const char *path, struct bytes bytes,
                       struct err *err)
{
    const struct filling *filling = reading->filling;
    struct bytes rest = bytes;
    struct bytes text;
    for (size_t line = 1; bytes_next_line(&rest, &text); line++) {
        if (!read_line(reading, text, err))
            return err->code == ERR_INPUT ? err_context(err, "%s:%zu", file_label(path), line) : false;
        if (!filling->report(filling->context, bytes.size - rest.size, bytes.size, err))
            return false;
    }
    return filling_check_known(filling, "vote", path, reading->votes, err);
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
                      : err_set(err, ERR_INPUT, "%s: the file is empty; it has to hold votes, as in %s",
                                file_label(path), example);
    worked = file_confirm(&file, path, worked, err);
    file_close(&file);
    return worked;
}
