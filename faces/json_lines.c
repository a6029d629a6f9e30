/*
 * Writes the ballot in hand, reads a line, and replies to its request with one object; then writes the next ballot,
 * or the same again. Every line except one that quits gets exactly one object in reply, so a program can match them.
 *
 * A line that is not a valid request changes nothing. The scores come with the vote: a problem with them is a warning
 * next to "saved", never an error.
 */
#include "faces/json_lines.h"

#include "core/base/nearest.h"
#include "core/metric/measures/measure_name.h"
#include "core/store/labelling/status.h"
#include "export/forms/json.h"
#include "export/progress.h"
#include "export/vote_line.h"
#include "faces/lines.h"
#include "import/text/json_fields.h"
#include "import/quotation_field.h"

#include <math.h>

/* --- Out -------------------------------------------------------------------------------------- */

/* Appends the object as one line and frees it. */
static void add_line(struct json *object, struct buffer *line)
{
    json_print(object, JSON_LINE, line);
    json_free(object);
    buffer_add_byte(line, '\n');
}

static bool write_object(struct json *object, FILE *out, struct err *err)
{
    struct buffer line = {0};
    add_line(object, &line);
    bool sent = lines_write(out, &line, err);
    buffer_release(&line);
    return sent;
}

/* Adds the fields to show, if any. */
static void add_fields(struct json *item, const struct shown_fields *fields)
{
    if (fields->n == 0)
        return;
    struct buffer name = {0};
    struct json *object = json_add_object(item, "fields");
    for (size_t i = 0; i < fields->n; i++) {
        const struct shown_field *field = &fields->fields[i];
        buffer_clear(&name);
        buffer_add(&name, field->name);
        if (field->is_json)
            json_add_value(object, buffer_string(&name), field->value);
        else
            json_add_text(object, buffer_string(&name), field->value);
    }
    buffer_release(&name);
}

void json_ballot_add(const struct ballot *ballot, int64_t done, int64_t total,
                     const struct forecast *forecast, const char *error, struct buffer *line)
{
    struct json *object = json_object();
    json_add_integer(object, "ballot", ballot->ballot_id);
    struct json *question = json_add_object(object, "question");
    json_add_text(question, "qid", ballot->qid);
    json_add_text(question, "text", ballot->question);
    add_fields(question, &ballot->question_fields);
    struct json *documents = json_add_array(object, "documents");
    for (size_t i = 0; i < ballot->n_slots; i++) {
        struct json *document = json_add_object(documents, NULL);
        json_add_integer(document, "slot", (int64_t)i + 1);
        json_add_text(document, "docid", ballot->documents[i].docid);
        json_add_text(document, "title", ballot->documents[i].title);
        json_add_text(document, "text", ballot->documents[i].text);
        add_fields(document, &ballot->documents[i].fields);
    }
    if (ballot->is_glance)
        json_add_boolean(object, "glance", true);
    struct json *progress = json_add_object(object, "progress");
    json_add_integer(progress, "done", done);
    json_add_integer(progress, "total", total);
    if (forecast != NULL && !isnan(forecast->hours))
        json_add_forecast(progress, forecast);
    if (error != NULL)
        json_add_text(object, "error", bytes_of(error));
    add_line(object, line);
}

/* Inserts "practice" before the end of the ballot's line. */
static void add_practice_number(const struct labelling *labelling, struct buffer *line)
{
    size_t number, of;
    if (labelling_practice(labelling, &number, &of) == NULL)
        return;
    line->size -= 2; /* removes the end of the object and of the line */
    buffer_add_format(line, ",\"practice\":{\"number\":%zu,\"of\":%zu}}\n", number, of);
}

static bool send_ballot(struct labelling *labelling, FILE *out, struct err *err)
{
    labelling_update_forecast(labelling);
    struct progress progress = labelling_progress(labelling);
    struct buffer line = {0};
    json_ballot_add(labelling_ballot(labelling), progress.ballots_done,
                    progress.ballots_done + progress.ballots_left, labelling_forecast(labelling), NULL,
                    &line);
    add_practice_number(labelling, &line);
    bool sent = lines_write(out, &line, err);
    buffer_release(&line);
    return sent;
}

static void add_score_object(struct json *object, const struct scoreboard *scoreboard)
{
    struct buffer name = {0};
    struct json *scores = json_add_object(object, "scores");
    for (size_t run = 0; run < scoreboard_run_count(scoreboard); run++) {
        buffer_clear(&name);
        buffer_add(&name, scoreboard_run_name(scoreboard, run));
        struct json *values = json_add_object(scores, buffer_string(&name));
        for (size_t i = 0; i < scoreboard_measure_count(scoreboard); i++) {
            buffer_clear(&name);
            measure_add_name(scoreboard_measure(scoreboard, i), &name);
            json_add_real(values, buffer_string(&name), scoreboard_mean(scoreboard, run, i));
        }
    }
    buffer_release(&name);
}

/*
 * Adds the scores, and how much of which strata they rest on. If the strata can't be read they are left out, because
 * the vote is stored.
 */
static void add_scores(struct json *object, const struct labelling *labelling)
{
    struct arena arena = {0};
    struct strata strata;
    add_score_object(object, live_scores_board(labelling_scores(labelling)));
    if (labelling_read_strata(labelling, &arena, &strata, err_ignored()))
        json_add_strata(object, &strata);
    arena_release(&arena);
}

static void add_decision(struct json *object, const struct decider *decider)
{
    if (decider == NULL)
        return;
    struct buffer measure = {0};
    struct json *item = json_add_object(object, "decision");
    measure_add_name(decider_measure(decider), &measure);
    json_add_text(item, "run", decider_run_name(decider, 1));
    json_add_text(item, "baseline", decider_run_name(decider, 0));
    json_add_text(item, "measure", buffer_bytes(&measure));
    json_add_real(item, "better_probability", decider_decision(decider)->probability);
    json_add_boolean(item, "is_made", decision_is_made(decider_decision(decider)));
    buffer_release(&measure);
}

/* Adds the failures of the journal and of the scores, if any. `scores`: the failure of the scores, or "". */
static void add_warning(struct json *object, const struct labelling *labelling, const char *scores)
{
    const char *journal = labelling_journal_failure(labelling);
    struct buffer warning = {0};
    if (journal != NULL)
        buffer_add_string(&warning, journal);
    if (scores[0] != '\0')
        buffer_add_format(&warning, "%s%s", journal != NULL ? "; " : "", scores);
    if (warning.size > 0)
        json_add_text(object, "warning", buffer_bytes(&warning));
    buffer_release(&warning);
}

/* Sends the lead's answer to a practice ballot, of which nothing was saved. */
static bool send_practice(const struct answer *lead, FILE *out, struct err *err)
{
    struct json *object = json_object();
    struct json *answer = json_add_object(object, "practice");
    if (second_tied(lead->second) > 0) {
        struct json *tie = json_add_array(answer, "tie");
        json_add_integer(tie, NULL, lead->position);
        json_add_integer(tie, NULL, second_tied(lead->second));
    } else {
        json_add_integer(answer, "vote", lead->position);
    }
    json_add_text(answer, "note", lead->note);
    vote_line_add_evidence(&lead->evidence, answer);
    if (lead->reason.size > 0)
        json_add_text(answer, "reason", lead->reason);
    return write_object(object, out, err);
}

/* `warning`: the failure of the scores, or "". */
static bool send_saved(const struct labelling *labelling, const struct outcome *outcome, bool is_undone,
                       const char *warning, FILE *out, struct err *err)
{
    struct json *object = json_object();
    if (is_undone || answer_is_given(&outcome->answer))
        json_add_integer(object, is_undone ? "undone" : "saved", outcome->ballot_id);
    else
        json_add_boolean(object, "ballots", true); /* the screening has ended; nothing was saved */
    if (live_scores_board(labelling_scores(labelling)) != NULL)
        add_scores(object, labelling);
    add_decision(object, labelling_decider(labelling));
    add_warning(object, labelling, warning);
    return write_object(object, out, err);
}

static bool send_error(const char *text, FILE *out, struct err *err)
{
    struct json *object = json_object();
    json_add_text(object, "error", bytes_of(text));
    return write_object(object, out, err);
}

static bool send_done(const struct labelling *labelling, FILE *out, struct err *err)
{
    struct err lack;
    struct json *object = json_object();
    json_add_boolean(object, "done", true);
    add_decision(object, labelling_decider(labelling));
    if (!labelling_check_ballots(labelling, &lack))
        json_add_text(object, "warning", bytes_of(lack.text));
    return write_object(object, out, err);
}

/* --- In --------------------------------------------------------------------------------------- */

struct json_request {
    bool quits;
    bool goes;
    bool is_of_glance; /* keeps or drops a candidate, or ends the screening */
    bool is_tie;       /* of two documents */
    bool adds;         /* adds what `act` contains to the last vote */
    struct buffer qid; /* of the question to go to */
    struct act act;    /* its note points into `note` */
    struct buffer note;
};

/* Returns the slot from `least` to `most` that the number is, or -1. */
static int slot_of(double number, int least, size_t most)
{
    for (int slot = least; slot <= (int)most; slot++) {
        if (number >= slot && number <= slot)
            return slot;
    }
    return -1;
}

static bool read_vote(const struct json_fields *object, size_t n_slots, struct json_request *request,
                      struct err *err)
{
    const bool is_number = json_fields_kind(object, "vote") == JSON_FIELD_NUMBER;
    const int slot = is_number ? slot_of(json_fields_number(object, "vote"), VOTE_NONE, n_slots) : -1;
    if (slot < 0)
        return err_set(err, ERR_INPUT, "\"vote\" must be a slot of this ballot, 1 to %zu, or 0 for none",
                       n_slots);
    request->act = (struct act){.kind = ACT_ANSWER, .answer = {.position = slot}};
    return true;
}

/* Reads {"tie": [1, 2]}: two documents that are equally good. Whether the project takes ties is asked later. */
static bool read_tie(const struct json_fields *object, size_t n_slots, struct json_request *request,
                     struct err *err)
{
    double given[2];
    size_t n = 0;
    request->is_tie = true;
    const bool has_two = json_fields_numbers(object, "tie", given, 2, &n) && n == 2;
    const int one = has_two ? slot_of(given[0], 1, n_slots) : -1;
    const int other = has_two ? slot_of(given[1], 1, n_slots) : -1;
    if (one < 0 || other < 0 || one == other)
        return err_set(err, ERR_INPUT, "\"tie\" must be two slots of this ballot, as in [1, 2]");
    request->act = (struct act){.kind = ACT_ANSWER, .answer = answer_of_tie(one, other)};
    return true;
}

static bool read_skip(const struct json_fields *object, size_t n_slots, struct json_request *request,
                      struct err *err)
{
    (void)n_slots;
    struct bytes reason = bytes_of("");
    if (json_fields_kind(object, "skip") == JSON_FIELD_TEXT)
        reason = json_fields_text(object, "skip");
    request->act = (struct act){.kind = ACT_ANSWER, .answer = {.position = VOTE_ABSENT, .skip = SKIP_LATER}};
    if (bytes_equal(reason, bytes_of("cannot tell")))
        request->act.answer.skip = SKIP_CANNOT_TELL;
    else if (!bytes_equal(reason, bytes_of("later")))
        return err_set(err, ERR_INPUT, "\"skip\" must be \"later\" or \"cannot tell\"");
    return true;
}

static bool require_true(const struct json_fields *object, const char *key, struct err *err)
{
    return json_fields_kind(object, key) == JSON_FIELD_TRUE ||
           err_set(err, ERR_INPUT, "\"%s\" must be true", key);
}

static bool read_keep(const struct json_fields *object, size_t n_slots, struct json_request *request,
                      struct err *err)
{
    (void)n_slots;
    request->is_of_glance = true;
    request->act = (struct act){.kind = ACT_ANSWER, .answer = {.position = 1}};
    return require_true(object, "keep", err);
}

static bool read_drop(const struct json_fields *object, size_t n_slots, struct json_request *request,
                      struct err *err)
{
    (void)n_slots;
    request->is_of_glance = true;
    request->act = (struct act){.kind = ACT_ANSWER, .answer = {.position = VOTE_NONE}};
    return require_true(object, "drop", err);
}

static bool read_ballots(const struct json_fields *object, size_t n_slots, struct json_request *request,
                         struct err *err)
{
    (void)n_slots;
    request->is_of_glance = true;
    request->act = (struct act){.kind = ACT_END_GLANCES, .answer = {.position = VOTE_ABSENT}};
    return require_true(object, "ballots", err);
}

static bool read_undo(const struct json_fields *object, size_t n_slots, struct json_request *request,
                      struct err *err)
{
    (void)n_slots;
    request->act = (struct act){.kind = ACT_UNDO};
    return require_true(object, "undo", err);
}

static bool read_redo(const struct json_fields *object, size_t n_slots, struct json_request *request,
                      struct err *err)
{
    (void)n_slots;
    request->act = (struct act){.kind = ACT_REDO};
    return require_true(object, "redo", err);
}

static bool read_goto(const struct json_fields *object, size_t n_slots, struct json_request *request,
                      struct err *err)
{
    (void)n_slots;
    if (json_fields_kind(object, "goto") != JSON_FIELD_TEXT)
        return err_set(err, ERR_INPUT, "\"goto\" must be the qid of a question, as a text");
    request->goes = true;
    buffer_add(&request->qid, json_fields_text(object, "goto"));
    return true;
}

static bool read_quit(const struct json_fields *object, size_t n_slots, struct json_request *request,
                      struct err *err)
{
    (void)n_slots;
    request->quits = true;
    return require_true(object, "quit", err);
}

static bool read_add(const struct json_fields *object, size_t n_slots, struct json_request *request,
                     struct err *err)
{
    (void)n_slots;
    request->adds = true;
    request->act = (struct act){.kind = ACT_ANSWER, .answer = {.position = VOTE_ABSENT}};
    return require_true(object, "add", err);
}

static const struct {
    const char *key;
    bool (*read)(const struct json_fields *object, size_t n_slots, struct json_request *request,
                 struct err *err);
} request_rows[] = {
    {"vote", read_vote}, {"skip", read_skip},       {"undo", read_undo}, {"redo", read_redo},
    {"add", read_add},   {"goto", read_goto},       {"quit", read_quit}, {"keep", read_keep},
    {"drop", read_drop}, {"ballots", read_ballots}, {"tie", read_tie},
};

enum { N_REQUESTS = sizeof request_rows / sizeof *request_rows };

/* The fields allowed next to a vote, a skip, a redo or an add. */
enum {
    COMPANION_NOTE,
    COMPANION_EVIDENCE,
    COMPANION_REASON,
    COMPANION_SECOND,
    COMPANION_BALLOT,
    N_COMPANIONS,
};

static const struct companion_row {
    const char *key;
    enum json_field kind;
    const char *kind_name;
} companion_rows[] = {
    [COMPANION_NOTE] = {"note", JSON_FIELD_TEXT, "a text"},
    [COMPANION_EVIDENCE] = {"evidence", JSON_FIELD_OBJECT, "an object"},
    [COMPANION_REASON] = {"reason", JSON_FIELD_TEXT, "a text"},
    [COMPANION_SECOND] = {"second", JSON_FIELD_NUMBER, "a number"},
    [COMPANION_BALLOT] = {"ballot", JSON_FIELD_NUMBER, "a number"},
};

static bool check_companions(const struct json_fields *object, const struct json_request *request,
                             struct err *err)
{
    bool may_stand = !request->quits && !request->goes && request->act.kind != ACT_UNDO;
    for (size_t i = 0; i < N_COMPANIONS; i++) {
        const struct companion_row *row = &companion_rows[i];
        enum json_field kind = json_fields_kind(object, row->key);
        if (kind != JSON_FIELD_ABSENT && (kind != row->kind || !may_stand))
            return err_set(err, ERR_INPUT,
                           "\"%s\" must be %s, and goes with a vote, a skip, a redo or an add", row->key,
                           row->kind_name);
    }
    return true;
}

/* Reads the note. With a redo it replaces the earlier note. */
static bool read_note(const struct json_fields *object, struct json_request *request, struct err *err)
{
    if (json_fields_kind(object, companion_rows[COMPANION_NOTE].key) == JSON_FIELD_ABSENT)
        return true;
    buffer_add(&request->note, json_fields_text(object, companion_rows[COMPANION_NOTE].key));
    request->act.answer.note =
        (struct bytes){.data = buffer_string(&request->note), .size = request->note.size};
    return note_is_accepted(request->act.answer.note, err);
}

/* The position of the answer that is given or given again. */
static int position_of(const struct json_request *request, const struct ballot *ballot)
{
    const struct act *act = &request->act;
    return act->kind == ACT_REDO ? ballot->withdrawn.position : act->answer.position;
}

/* Reads the evidence. It points into the document, because the text of the request is freed. */
static bool read_evidence(const struct json_fields *object, const struct ballot *ballot,
                          struct json_request *request, struct err *err)
{
    const char *key = companion_rows[COMPANION_EVIDENCE].key;
    const int position = position_of(request, ballot);
    struct quotation *evidence = &request->act.answer.evidence;
    if (json_fields_kind(object, key) == JSON_FIELD_ABSENT)
        return true;
    if (position <= VOTE_NONE)
        return err_set(err, ERR_INPUT, "\"%s\" needs a vote for a document", key);
    const struct bytes text = ballot->documents[position - 1].text;
    if (!quotation_field_read(object, key, evidence, err) || !quotation_find(evidence, text, err))
        return false;
    evidence->text =
        bytes_slice(text, (size_t)evidence->start, (size_t)evidence->start + evidence->text.size);
    return true;
}

/* Reads the reason, as it is spelled in the setting. */
static bool read_reason(const struct json_fields *object, const struct ballot *ballot,
                        const struct reason_list *reasons, struct json_request *request, struct err *err)
{
    const char *key = companion_rows[COMPANION_REASON].key;
    if (json_fields_kind(object, key) == JSON_FIELD_ABSENT)
        return true;
    if (position_of(request, ballot) == VOTE_ABSENT)
        return err_set(err, ERR_INPUT, "\"%s\" goes with a vote", key);
    return reason_list_find(reasons, json_fields_text(object, key), &request->act.answer.reason, err);
}

static bool read_second(const struct json_fields *object, const struct ballot *ballot,
                        struct json_request *request, struct err *err)
{
    const char *key = companion_rows[COMPANION_SECOND].key;
    const int chosen = position_of(request, ballot);
    if (json_fields_kind(object, key) == JSON_FIELD_ABSENT)
        return true;
    if (request->is_tie)
        return err_set(err, ERR_INPUT, "\"%s\" does not go with \"tie\"", key);
    const int second = chosen > VOTE_NONE ? slot_of(json_fields_number(object, key), 0, ballot->n_slots) : -1;
    if (second >= 0 && second != chosen) {
        request->act.answer.second = second == 0 ? SECOND_NONE : second;
        return true;
    }
    return err_set(err, ERR_INPUT,
                   "\"%s\" must be the slot of another document than the chosen one, or 0 for none", key);
}

/* A program that answers another ballot than the one in hand is out of step. */
static bool check_ballot(const struct json_fields *object, const struct ballot *ballot, struct err *err)
{
    if (json_fields_kind(object, companion_rows[COMPANION_BALLOT].key) == JSON_FIELD_ABSENT)
        return true;
    double meant = json_fields_number(object, companion_rows[COMPANION_BALLOT].key);
    double in_hand = (double)ballot->ballot_id;
    return (meant >= in_hand && meant <= in_hand) ||
           err_set(err, ERR_INPUT, "the present ballot is %lld, not %.17g; nothing was saved",
                   (long long)ballot->ballot_id, meant);
}

static bool fail_unknown_key(struct bytes key, struct err *err)
{
    const char *names[N_REQUESTS + N_COMPANIONS];
    for (size_t i = 0; i < N_REQUESTS; i++)
        names[i] = request_rows[i].key;
    for (size_t i = 0; i < N_COMPANIONS; i++)
        names[N_REQUESTS + i] = companion_rows[i].key;
    const char *nearest = nearest_name(key, names, N_REQUESTS + N_COMPANIONS);
    if (nearest != NULL)
        return err_set(err, ERR_INPUT, "there is no key \"%.*s\"; did you mean \"%s\"?", BYTES_FORMAT(key),
                       nearest);
    return err_set(
        err, ERR_INPUT,
        "there is no key \"%.*s\"; a line asks for one thing: vote, tie, skip, keep, drop, ballots, "
        "undo, redo, add, goto or quit",
        BYTES_FORMAT(key));
}

static bool is_key(struct bytes key)
{
    bool known = false;
    for (size_t i = 0; i < N_REQUESTS; i++)
        known = known || bytes_equal(key, bytes_of(request_rows[i].key));
    for (size_t i = 0; i < N_COMPANIONS; i++)
        known = known || bytes_equal(key, bytes_of(companion_rows[i].key));
    return known;
}

/* An unknown key is an error, because ignoring it would lose what the program meant. */
static bool check_keys(const struct json_fields *object, struct err *err)
{
    struct json_cursor field = json_fields_begin(object);
    while (json_fields_next(&field)) {
        if (!is_key(field.key))
            return fail_unknown_key(field.key, err);
    }
    return true;
}

/* Finds the line's only key that says what to do. */
static bool find_request(const struct json_fields *object, size_t *found, struct err *err)
{
    size_t n_found = 0;
    for (size_t i = 0; i < N_REQUESTS; i++) {
        if (json_fields_kind(object, request_rows[i].key) != JSON_FIELD_ABSENT) {
            *found = i;
            n_found++;
        }
    }
    return n_found == 1 || err_set(err, ERR_INPUT,
                                   "a line asks for one thing: vote, tie, skip, keep, drop, ballots, undo, "
                                   "redo, add, goto or quit");
}

static bool check_glance(const struct json_request *request, const struct ballot *ballot, struct err *err)
{
    return !request->is_of_glance || ballot->is_glance ||
           err_set(err, ERR_INPUT,
                   "this ballot is answered by \"vote\": no candidate is to be kept or dropped; nothing was "
                   "saved");
}

static bool read_companions(const struct json_fields *object, const struct ballot *ballot,
                            const struct reason_list *reasons, struct json_request *request, struct err *err)
{
    return check_companions(object, request, err) && read_note(object, request, err) &&
           read_evidence(object, ballot, request, err) &&
           read_reason(object, ballot, reasons, request, err) && read_second(object, ballot, request, err) &&
           check_ballot(object, ballot, err);
}

/* Reads an addition as if the last vote were given together with it. */
static bool read_addition(const struct json_fields *object, const struct last_vote *vote,
                          const struct reason_list *reasons, struct json_request *request, struct err *err)
{
    if (vote->ballot == NULL)
        return err_set(err, ERR_INPUT, "there is no last vote to add to");
    request->act.answer.position = vote->position;
    return read_companions(object, vote->ballot, reasons, request, err);
}

/* `vote`: the vote to which can be added. */
static bool read_request(struct bytes line, const struct ballot *ballot, const struct last_vote *vote,
                         const struct reason_list *reasons, struct json_request *request, struct err *err)
{
    struct json_fields *object = NULL;
    size_t found = 0;
    *request = (struct json_request){0};
    if (!json_fields_parse(&object, line, "{\"vote\": 2}", err))
        return false;
    bool read = check_keys(object, err) && find_request(object, &found, err) &&
                request_rows[found].read(object, ballot->n_slots, request, err) &&
                check_glance(request, ballot, err) &&
                (request->adds ? read_addition(object, vote, reasons, request, err)
                               : read_companions(object, ballot, reasons, request, err));
    json_fields_free(object);
    return read;
}

static bool is_answer_of_program(const struct json_request *request)
{
    return !request->goes && !request->adds && request->act.kind == ACT_ANSWER &&
           request->act.answer.skip != SKIP_LATER && request->act.answer.evidence.text.size == 0 &&
           request->act.answer.second == SECOND_ABSENT;
}

bool json_answer_read(struct bytes line, const struct ballot *ballot, struct answer *answer,
                      struct buffer *note, bool *quits, struct err *err)
{
    static const struct reason_list no_reasons;
    static const struct last_vote no_vote;
    struct json_request request;
    bool read =
        read_request(line, ballot, &no_vote, &no_reasons, &request, err) &&
        (is_answer_of_program(&request) ||
         err_set(err, ERR_INPUT,
                 "a program can only vote, skip as \"cannot tell\" or quit, each with or without a note"));
    if (read) {
        *quits = request.quits;
        *answer = request.act.answer;
        buffer_clear(note);
        buffer_add(note, answer->note);
        answer->note = buffer_bytes(note);
    }
    buffer_release(&request.qid);
    buffer_release(&request.note);
    return read;
}

/* Reports the error to the program; fails if the session can't continue after it. */
static bool send_refusal(const struct err *wrong, FILE *out, struct err *err)
{
    if (wrong->code == ERR_ANSWERED || wrong->code == ERR_NO_BALLOT || wrong->code == ERR_INPUT)
        return send_error(wrong->text, out, err);
    *err = *wrong;
    return false;
}

/* Goes to the question, whose ballot is sent next. */
static bool go_to_question(struct labelling *labelling, struct bytes qid, FILE *out, struct err *err)
{
    int64_t question_id;
    struct err wrong;
    if (!labelling_find_question(labelling, qid, &question_id, err))
        return false;
    if (question_id == 0) {
        err_set(&wrong, ERR_NO_BALLOT, "there is no question '%.*s'", BYTES_FORMAT(qid));
        return send_error(wrong.text, out, err);
    }
    return labelling_take_question(labelling, question_id, &wrong) || send_refusal(&wrong, out, err);
}

/* Carries out one answer. Returns false if the session can't continue. */
static bool carry_out_answer(struct labelling *labelling, const struct json_request *request, FILE *out,
                             struct err *err)
{
    struct outcome outcome;
    struct err wrong, warning = {0};
    size_t reread;
    if (!labelling_answer(labelling, &request->act, &outcome, &wrong))
        return send_refusal(&wrong, out, err);
    if (!outcome.changed)
        return send_error(request->act.kind == ACT_UNDO ? "there is nothing to undo"
                                                        : "there is nothing to redo on this ballot",
                          out, err);
    if (outcome.practice != NULL)
        return send_practice(&outcome.practice->answer, out, err);
    bool refreshed = live_scores_refresh(labelling_scores(labelling), &reread, &warning);
    return send_saved(labelling, &outcome, act_goes_back(&request->act), refreshed ? "" : warning.text, out,
                      err);
}

/* Adds one kind after the other. What was added before a failure stays. */
static bool add_to_vote(struct labelling *labelling, const struct answer *answer, FILE *out, struct err *err)
{
    bool added = true, has_any = false;
    struct err wrong;
    const int64_t ballot_id = labelling_last_vote(labelling).ballot->ballot_id;
    for (enum addition_kind kind = 0; added && kind < ADDITION_KIND_COUNT; kind++) {
        struct addition addition;
        if (!addition_of(answer, kind, &addition))
            continue;
        has_any = true;
        if (!labelling_add_to_vote(labelling, &addition, &added, &wrong))
            return send_refusal(&wrong, out, err);
    }
    if (!has_any || !added)
        return send_error(has_any ? "not added: that vote was undone meanwhile"
                                  : "add a note, evidence, a reason or a second choice",
                          out, err);
    struct json *object = json_object();
    json_add_integer(object, "saved", ballot_id);
    return write_object(object, out, err);
}

static bool carry_out_json_line(struct labelling *labelling, struct bytes line, FILE *out, bool *quit,
                                struct err *err)
{
    struct json_request request;
    struct err wrong;
    bool worked = true;
    const struct last_vote vote = labelling_last_vote(labelling);
    if (!read_request(line, labelling_ballot(labelling), &vote, labelling_reasons(labelling), &request,
                      &wrong))
        worked = send_error(wrong.text, out, err);
    else if (request.quits)
        *quit = true;
    else if (request.adds)
        worked = add_to_vote(labelling, &request.act.answer, out, err);
    else if (request.goes)
        worked = go_to_question(labelling, buffer_bytes(&request.qid), out, err);
    else
        worked = carry_out_answer(labelling, &request, out, err);
    buffer_release(&request.qid);
    buffer_release(&request.note);
    return worked;
}

bool json_lines_run(struct labelling *labelling, FILE *in, FILE *out, struct err *err)
{
    struct lines lines = {.in = in};
    struct bytes line;
    bool quit = false, worked = true;
    while (worked && !quit && labelling_ballot(labelling) != NULL) {
        worked = send_ballot(labelling, out, err);
        quit = !worked || !lines_next(&lines, &line);
        if (!quit)
            worked = carry_out_json_line(labelling, line, out, &quit, err);
    }
    if (worked && !quit)
        worked = send_done(labelling, out, err);
    lines_release(&lines);
    return worked;
}
