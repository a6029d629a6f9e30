/*
 * All output is collected in `text` and written at once, before the next line is read. A ballot is written only if it
 * differs from the last one, so errors and the help do not repeat it. `note` belongs to the ballot in hand, and
 * begins as the note of a withdrawn answer.
 *
 * All text from outside passes through unicode_add_visible, line by line, so no document can control the terminal.
 */
#include "faces/plain.h"

#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/metric/measures/measure_name.h"
#include "core/store/labelling/status.h"
#include "faces/lines.h"
#include "faces/plain_documents.h"

#include <math.h>

enum prompt_command {
    PROMPT_ANSWER,
    PROMPT_TIE,
    PROMPT_GLANCES, /* like an answer, while candidates are kept or dropped */
    PROMPT_NOTE,
    PROMPT_EVIDENCE,
    PROMPT_REASON,
    PROMPT_ADD,
    PROMPT_GO,
    PROMPT_READ,
    PROMPT_PASSAGES,
    PROMPT_FIND,
    PROMPT_WHOLE,
    PROMPT_SCORES,
    PROMPT_GUIDE,
    PROMPT_HELP,
    PROMPT_QUIT
};

struct plain {
    struct labelling *labelling;
    const struct plain_options *options;
    struct buffer text;        /* to be written */
    struct buffer note;        /* saved with the answer to the ballot in hand */
    struct evidence_mark mark; /* on the ballot in hand, which may be read again; its text is `evidence` */
    struct buffer evidence;
    int64_t shown;    /* the ballot written last; 0: none */
    size_t passage;   /* of each of its documents, the passage that p wrote last; SIZE_MAX: none yet */
    bool shows_whole; /* the documents of the ballot in hand are written in full */
    bool leaves_out;  /* part of its documents was left out */
    bool asks_second; /* asks for the second choice before the next ballot is shown */
    bool has_quit;
};

/* A word that can be typed at the prompt, followed by a text for some words. */
struct prompt_word {
    const char *word;
    const char *text; /* name of the text that follows; NULL: none */
    const char *help;
    enum prompt_command command;
    struct act act;
};

static const struct prompt_word prompt_words[] = {
    {"1",
     NULL,
     "document 1 is the most relevant",
     PROMPT_ANSWER,
     {.kind = ACT_ANSWER, .answer = {.position = 1}}},
    {"2", NULL, "document 2 is", PROMPT_ANSWER, {.kind = ACT_ANSWER, .answer = {.position = 2}}},
    {"3", NULL, "document 3 is", PROMPT_ANSWER, {.kind = ACT_ANSWER, .answer = {.position = 3}}},
    {"0",
     NULL,
     "none of them answers the question",
     PROMPT_ANSWER,
     {.kind = ACT_ANSWER, .answer = {.position = VOTE_NONE}}},
    {"t",
     "1 2",
     "documents 1 and 2 are the best, equally good; if there are only two, `t` is enough",
     PROMPT_TIE,
     {.kind = ACT_ANSWER}},
    {"k",
     NULL,
     "a candidate before the ballots: keep it, it may answer the question",
     PROMPT_GLANCES,
     {.kind = ACT_ANSWER, .answer = {.position = 1}}},
    {"d",
     NULL,
     "drop it: it cannot answer the question",
     PROMPT_GLANCES,
     {.kind = ACT_ANSWER, .answer = {.position = VOTE_NONE}}},
    {"da", NULL, "drop it and all candidates behind it", PROMPT_GLANCES, {.kind = ACT_DROP_REST}},
    {"g",
     NULL,
     "go to the ballots of the question now; candidates that you have not kept or dropped stay undecided",
     PROMPT_GLANCES,
     {.kind = ACT_END_GLANCES}},
    {"s",
     NULL,
     "skip: ask me again later",
     PROMPT_ANSWER,
     {.kind = ACT_ANSWER, .answer = {.position = VOTE_ABSENT, .skip = SKIP_LATER}}},
    {"c",
     NULL,
     "skip: I cannot tell",
     PROMPT_ANSWER,
     {.kind = ACT_ANSWER, .answer = {.position = VOTE_ABSENT, .skip = SKIP_CANNOT_TELL}}},
    {"e",
     "TEXT",
     "note: keep TEXT with the answer to this ballot; e alone removes the note",
     PROMPT_NOTE,
     {0}},
    {"v",
     "DOCUMENT SENTENCE",
     "evidence: the sentence that decided, such as 2 5 or 2 5-6; it is saved with a vote for document 2; v 2 "
     "lists the sentences, v alone removes the mark",
     PROMPT_EVIDENCE,
     {0}},
    {"w",
     "REASON",
     "why: give one of the set reasons for your last vote; w alone lists the reasons",
     PROMPT_REASON,
     {0}},
    {"a", "TEXT", "add: TEXT becomes a note on your last vote", PROMPT_ADD, {0}},
    {"u", NULL, "undo the last answer, again and again", PROMPT_ANSWER, {.kind = ACT_UNDO}},
    {"r", NULL, "redo: give the undone answer of this ballot again", PROMPT_ANSWER, {.kind = ACT_REDO}},
    {"b",
     "QUESTION",
     "go to a question, by its number or its qid, and label it; afterwards the present question returns",
     PROMPT_GO,
     {0}},
    {"1?", NULL, "show all of document 1", PROMPT_READ, {.kind = ACT_ANSWER, .answer = {.position = 1}}},
    {"2?", NULL, "show all of document 2", PROMPT_READ, {.kind = ACT_ANSWER, .answer = {.position = 2}}},
    {"3?", NULL, "show all of document 3", PROMPT_READ, {.kind = ACT_ANSWER, .answer = {.position = 3}}},
    {"p",
     NULL,
     "show the next passage of each document that has words of the question",
     PROMPT_PASSAGES,
     {0}},
    {"/", "TEXT", "find TEXT in the documents", PROMPT_FIND, {0}},
    {"f",
     NULL,
     "show the documents in full, with text that you have read or that they share",
     PROMPT_WHOLE,
     {0}},
    {"m", NULL, "show the scores", PROMPT_SCORES, {0}},
    {"i", NULL, "show the guide", PROMPT_GUIDE, {0}},
    {"?", NULL, "show this list", PROMPT_HELP, {0}},
    {"q", NULL, "quit; the next session resumes here", PROMPT_QUIT, {0}},
};

enum { N_PROMPT_WORDS = sizeof prompt_words / sizeof *prompt_words };

/* Finds the word with which the line begins, and the text after it. NULL: the word is unknown. */
static const struct prompt_word *find_word(struct bytes line, struct bytes *text)
{
    struct bytes word = {0};
    line = bytes_trim(line);
    if (bytes_starts_with(line, "/")) { /* the search term may follow "/" directly */
        word = bytes_slice(line, 0, 1);
        line = bytes_from(line, 1);
    } else {
        bytes_next_word(&line, &word);
    }
    *text = bytes_trim(line);
    for (size_t i = 0; i < N_PROMPT_WORDS; i++) {
        if (bytes_equal_ignoring_case(word, bytes_of(prompt_words[i].word)))
            return prompt_words[i].text != NULL || text->size == 0 ? &prompt_words[i] : NULL;
    }
    return NULL;
}

/* Appends "1", or "1 and 2, equally good" for a tie. */
static void add_choice(const struct answer *answer, struct buffer *out)
{
    buffer_add_format(out, "%d", answer->position);
    if (second_tied(answer->second) > 0)
        buffer_add_format(out, " and %d, equally good", second_tied(answer->second));
}

/* Appends the forecast once the pace is known. */
static void add_forecast_line(struct buffer *out, const struct forecast *forecast)
{
    if (isnan(forecast->hours))
        return;
    buffer_add_string(out, "Left: ");
    forecast_add(forecast, out);
    buffer_add_byte(out, '\n');
}

static void add_ballot_lines(struct plain *plain)
{
    struct buffer *out = &plain->text;
    const struct labelling *labelling = plain->labelling;
    const struct plain_view view = {plain->options->columns, plain->shows_whole,
                                    labelling_is_blind(labelling)};
    const struct ballot *ballot = labelling_ballot(labelling);
    struct progress progress = labelling_progress(labelling);
    size_t number, of;
    labelling_update_forecast(plain->labelling);
    if (labelling_practice(labelling, &number, &of) != NULL)
        buffer_add_format(out, "\nPractice %zu of %zu; practice does not count", number, of);
    buffer_add_format(out, "\nQuestion no. %lld, ", (long long)ballot->question_number);
    if (ballot->is_glance)
        buffer_add_string(out, "before its ballots: keep or drop this candidate\n");
    else
        buffer_add_format(out, "ballot %lld", (long long)progress.ballots_done + 1);
    if (!ballot->is_glance && progress.ballots_left > 0)
        buffer_add_format(out, " of %lld\n", (long long)(progress.ballots_done + progress.ballots_left));
    /* a ballot also given to others, or to decide between runs: their number is unknown */
    else if (!ballot->is_glance)
        buffer_add_string(out, ", an extra ballot\n");
    if (labelling_adjudicates(labelling))
        buffer_add_format(out, "Ballots left to judge: %lld\n",
                          (long long)labelling_forecast(labelling)->at_most);
    add_forecast_line(out, labelling_forecast(labelling));
    plain_lines_add(out, ballot->question, plain->options->columns);
    plain_fields_add(out, &ballot->question_fields);
    plain_documents_add(out, plain_source_of(labelling), view, &plain->leaves_out);
    if (ballot->withdrawn.skip != SKIP_ABSENT)
        buffer_add_string(out, "\nYou skipped this ballot, and undid that; r skips it again.\n");
    if (ballot->is_glance && ballot->withdrawn.position != VOTE_ABSENT) {
        buffer_add_string(out, ballot->withdrawn.position == VOTE_NONE
                                   ? "\nYou dropped it, and undid that; r drops it again.\n"
                                   : "\nYou kept it, and undid that; r keeps it again.\n");
    } else if (ballot->withdrawn.position != VOTE_ABSENT) {
        buffer_add_string(out, "\nYour undone answer was ");
        add_choice(&ballot->withdrawn, out);
        buffer_add_string(out, "; r restores it.\n");
    }
    if (ballot->note.size > 0) {
        buffer_add_string(out, "Your note: ");
        unicode_add_visible(out, ballot->note);
        buffer_add_byte(out, '\n');
    }
    if (ballot->mark.position > VOTE_NONE) {
        buffer_add_format(out, "Your evidence for %d: ", ballot->mark.position);
        unicode_add_visible(out, ballot->mark.evidence.text);
        buffer_add_byte(out, '\n');
    }
    buffer_add_byte(out, '\n');
}

/* An annotator without votes reads the guide first. */
static void add_greeting(struct buffer *out, const struct labelling *labelling, int columns)
{
    if (labelling_ballot(labelling) != NULL && labelling_own_votes(labelling) == 0)
        plain_lines_add(out, labelling_guide(labelling), columns);
}

/* `ballot` NULL: nothing is left to ask. */
static void add_prompt(struct buffer *out, const struct ballot *ballot, bool leaves_out, bool has_guide,
                       bool takes_ties)
{
    if (ballot == NULL) {
        buffer_add_string(out, "u undo, q quit > ");
        return;
    }
    if (ballot->is_glance) {
        buffer_add_string(
            out,
            "k keep, d drop, da drop all left, g go to the ballots, 1? all of it, u undo, ? help, q quit > ");
        return;
    }
    for (size_t i = 0; i < ballot->n_slots; i++)
        buffer_add_format(out, "%s%zu", i == 0 ? "" : " ", i + 1);
    buffer_add_string(out, ", 0 none, ");
    if (takes_ties && ballot->n_slots > 1)
        buffer_add_format(out, "t%s both best, ", ballot->n_slots == 2 ? "" : " 1 2");
    buffer_add_format(out, "s later, c cannot tell, u undo, %s%s? help, q quit > ",
                      leaves_out ? "1? all of 1, f all, p passages, /TEXT find, " : "",
                      has_guide ? "i guide, " : "");
}

static void add_help(struct buffer *out, bool takes_ties)
{
    for (size_t i = 0; i < N_PROMPT_WORDS; i++) {
        if (prompt_words[i].command == PROMPT_TIE && !takes_ties)
            continue;
        buffer_add_format(out, "  %s%s%s  %s\n", prompt_words[i].word,
                          prompt_words[i].text != NULL ? " " : "",
                          prompt_words[i].text != NULL ? prompt_words[i].text : "", prompt_words[i].help);
    }
}

static void add_score_lines(struct buffer *out, const struct scoreboard *scoreboard)
{
    for (size_t run = 0; run < scoreboard_run_count(scoreboard); run++) {
        unicode_add_visible(out, scoreboard_run_name(scoreboard, run));
        buffer_add_string(out, scoreboard_standing_remark(scoreboard, run));
        for (size_t i = 0; i < scoreboard_measure_count(scoreboard); i++) {
            buffer_add_string(out, i == 0 ? ": " : ", ");
            measure_add_name(scoreboard_measure(scoreboard, i), out);
            bool is_sum = scoreboard_measure(scoreboard, i)->row->is_sum;
            buffer_add_format(out, is_sum ? " %.0f" : " %.4f", scoreboard_mean(scoreboard, run, i));
        }
        buffer_add_byte(out, '\n');
    }
}

static void add_strata_line(struct buffer *out, const struct labelling *labelling)
{
    struct arena arena = {0};
    struct strata strata;
    struct err err;
    if (!labelling_read_strata(labelling, &arena, &strata, &err)) {
        buffer_add_format(out, "%s\n", err.text);
    } else if (strata.n > 0) {
        buffer_add_string(out, "labelled ");
        strata_add(&strata, out);
        buffer_add_byte(out, '\n');
    }
    arena_release(&arena);
}

/* Updates the scores. Appends a line if there is something to report about the runs. */
static void refresh_scores(struct buffer *out, struct labelling *labelling)
{
    struct err err;
    size_t reread;
    if (!live_scores_refresh(labelling_scores(labelling), &reread, &err))
        buffer_add_format(out, "%s\n", err.text);
}

/* Appends the scores of the present run files on all votes. If they are out of date, the line above says why. */
static void show_scores(struct buffer *out, struct labelling *labelling)
{
    refresh_scores(out, labelling);
    if (live_scores_board(labelling_scores(labelling)) != NULL) {
        add_score_lines(out, live_scores_board(labelling_scores(labelling)));
        add_strata_line(out, labelling);
    } else
        buffer_add_string(out, "no runs are scored; start with `--run FILE` to see their scores\n");
}

/* Appends the lead's answer and its reasons. */
static void add_practice_lines(struct buffer *out, const struct practice_ballot *practice)
{
    const struct answer *lead = &practice->answer;
    buffer_add_string(out, lead->position == VOTE_NONE ? "The lead chose none" : "The lead chose ");
    if (lead->position != VOTE_NONE)
        add_choice(lead, out);
    if (lead->reason.size > 0) {
        buffer_add_string(out, ", because: ");
        unicode_add_visible(out, lead->reason);
    }
    buffer_add_string(out, ". ");
    unicode_add_visible(out, lead->note);
    buffer_add_byte(out, '\n');
    if (lead->evidence.text.size == 0)
        return;
    buffer_add_string(out, "Evidence: ");
    unicode_add_visible(out, lead->evidence.text);
    buffer_add_byte(out, '\n');
}

static void add_outcome_line(struct buffer *out, const struct labelling *labelling, const struct act *act,
                             const struct outcome *outcome, bool is_glance)
{
    struct progress progress = labelling_progress(labelling);
    long long done = progress.ballots_done, all = progress.ballots_done + progress.ballots_left;
    if (!outcome->changed)
        buffer_add_string(out,
                          act->kind == ACT_UNDO ? "nothing to undo\n" : "nothing to redo on this ballot\n");
    else if (act->kind == ACT_UNDO)
        buffer_add_format(out, "undone · %lld of %lld done\n", done, all);
    else if (act->kind == ACT_END_GLANCES)
        buffer_add_string(out, "now the ballots of the question\n");
    else if (is_glance)
        buffer_add_string(out, outcome->answer.position == VOTE_NONE ? "saved: dropped\n" : "saved: kept\n");
    else if (outcome->answer.skip != SKIP_ABSENT)
        buffer_add_format(out, "%s · %lld of %lld done\n",
                          outcome->answer.skip == SKIP_LATER ? "skipped, for later" : "skipped: cannot tell",
                          done, all);
    else if (outcome->answer.position == VOTE_NONE)
        buffer_add_format(out, "saved: none of them · %lld of %lld done\n", done, all);
    else {
        buffer_add_string(out,
                          second_tied(outcome->answer.second) > 0 ? "saved: documents " : "saved: document ");
        add_choice(&outcome->answer, out);
        buffer_add_format(out, " · %lld of %lld done\n", done, all);
    }
}

/* Reports the error. Returns false if the session can't continue. */
static bool add_refusal(struct plain *plain, const struct err *err)
{
    if (err->code != ERR_ANSWERED && err->code != ERR_NO_BALLOT && err->code != ERR_INPUT)
        return false;
    buffer_add_format(&plain->text, "%s\n", err->text);
    return true;
}

static void add_decision_line(struct buffer *out, const struct decider *decider)
{
    if (decider == NULL)
        return;
    decider_add_state(decider, out);
    buffer_add_byte(out, '\n');
}

/* --- Evidence ------------------------------------------------------------- */

static void set_mark(struct plain *plain, struct evidence_mark mark)
{
    buffer_clear(&plain->evidence);
    buffer_add(&plain->evidence, mark.evidence.text);
    plain->mark = mark;
    plain->mark.evidence.text = buffer_bytes(&plain->evidence);
}

/* Stores the mark. A failure of the database is reported; the mark is saved with the answer anyway. */
static void keep_mark(struct plain *plain, struct evidence_mark mark)
{
    struct err err;
    set_mark(plain, mark);
    if (!labelling_keep_mark(plain->labelling, &plain->mark, &err))
        buffer_add_format(&plain->text, "%s\n", err.text);
}

static void mark(struct plain *plain, int position, const struct plain_sentence *first,
                 const struct plain_sentence *last)
{
    struct err err;
    struct bytes text = labelling_ballot(plain->labelling)->documents[position - 1].text;
    struct quotation evidence = {(int64_t)first->source.start,
                                 bytes_slice(text, first->source.start, last->source.end)};
    if (!quotation_is_accepted(&evidence, &err)) {
        buffer_add_format(&plain->text, "%s\n", err.text);
        return;
    }
    const int before = plain->mark.position;
    keep_mark(plain, (struct evidence_mark){position, evidence});
    buffer_add_format(&plain->text, "the evidence will be saved with a vote for document %d\n", position);
    if (before > VOTE_NONE && before != position)
        buffer_add_format(&plain->text, "document %d has no evidence any more\n", before);
}

/* Reads "5" or "5-6". */
static bool read_range(struct bytes range, size_t n, size_t *first, size_t *last)
{
    int64_t from, to;
    struct bytes begin = range, end = range;
    if (bytes_split(range, '-', &begin, &end) && begin.size == 0)
        return false;
    if (!number_parse_integer(begin, 1, (int64_t)n, &from) ||
        !number_parse_integer(end, from, (int64_t)n, &to))
        return false;
    *first = (size_t)from - 1;
    *last = (size_t)to - 1;
    return true;
}

static void number_sentences(struct plain *plain, const struct plain_sentence *sentences, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        buffer_add_format(&plain->text, "%zu. ", i + 1);
        unicode_add_visible(&plain->text, sentences[i].text);
        buffer_add_byte(&plain->text, '\n');
    }
    if (n == 0)
        buffer_add_string(&plain->text, "this document has no text\n");
}

static void choose_sentences(struct plain *plain, int position, struct bytes range)
{
    struct arena arena = {0};
    struct plain_sentence *sentences;
    size_t n, first, last;
    plain_sentences_list(plain->labelling, (size_t)position - 1, &arena, &sentences, &n);
    if (range.size == 0)
        number_sentences(plain, sentences, n);
    else if (!read_range(range, n, &first, &last))
        buffer_add_format(&plain->text,
                          "document %d has sentences 1 to %zu; v %d lists them with their numbers\n",
                          position, n, position);
    else
        mark(plain, position, &sentences[first], &sentences[last]);
    arena_release(&arena);
}

static void take_evidence(struct plain *plain, struct bytes rest)
{
    const struct ballot *ballot = labelling_ballot(plain->labelling);
    struct bytes word = {0};
    int64_t position;
    if (ballot == NULL) {
        buffer_add_string(&plain->text, "there is no ballot left to answer\n");
    } else if (!bytes_next_word(&rest, &word)) {
        keep_mark(plain, (struct evidence_mark){0});
        buffer_add_string(&plain->text, "nothing is marked\n");
    } else if (!number_parse_integer(word, 1, (int64_t)ballot->n_slots, &position)) {
        buffer_add_format(&plain->text, "v needs a document, 1 to %zu, and a sentence, as in `v 1 5`\n",
                          ballot->n_slots);
    } else {
        choose_sentences(plain, (int)position, bytes_trim(rest));
    }
}

/* --- Reasons -------------------------------------------------------------- */

/* Appends "why? w correct, w complete". */
static void list_reasons(struct plain *plain)
{
    const struct reason_list *reasons = labelling_reasons(plain->labelling);
    buffer_add_string(&plain->text,
                      reasons->n > 0 ? "why? " : "no reasons are set; a TEXT adds a note to your last vote");
    for (size_t i = 0; i < reasons->n; i++) {
        buffer_add_string(&plain->text, i > 0 ? ", w " : "w ");
        unicode_add_visible(&plain->text, reasons->items[i]);
    }
    buffer_add_byte(&plain->text, '\n');
}

static void ask_for_reason(struct plain *plain)
{
    if (labelling_vote_without_reason(plain->labelling) != VOTE_ABSENT)
        list_reasons(plain);
}

static bool take_reason(struct plain *plain, struct bytes written, struct err *err)
{
    struct bytes reason;
    bool given;
    struct err wrong;
    if (written.size == 0) {
        list_reasons(plain);
        return true;
    }
    if (!reason_list_find(labelling_reasons(plain->labelling), written, &reason, &wrong)) {
        buffer_add_format(&plain->text, "%s\n", wrong.text);
        return true;
    }
    const struct addition addition = {.kind = ADDITION_REASON, .said = reason};
    if (!labelling_add_to_vote(plain->labelling, &addition, &given, err))
        return false;
    buffer_add_string(&plain->text, given ? "saved: the reason for your last vote is "
                                          : "there is no vote to give a reason for");
    if (given)
        unicode_add_visible(&plain->text, reason);
    buffer_add_byte(&plain->text, '\n');
    return true;
}

/* --- Additions to the last vote --------------------------------------------- */

static bool add_to_vote(struct plain *plain, const struct addition *addition, const char *saved,
                        struct err *err)
{
    bool added;
    struct err wrong;
    if (!labelling_add_to_vote(plain->labelling, addition, &added, &wrong)) {
        if (wrong.code == ERR_INPUT)
            buffer_add_format(&plain->text, "%s\n", wrong.text);
        else
            *err = wrong;
        return wrong.code == ERR_INPUT;
    }
    buffer_add_format(&plain->text, "%s\n", added ? saved : "there is no last vote to add to");
    return true;
}

static bool add_note_to_vote(struct plain *plain, struct bytes note, struct err *err)
{
    if (note.size > 0)
        return add_to_vote(plain, &(struct addition){ADDITION_NOTE, note, 0},
                           "saved: the note belongs to your last vote", err);
    buffer_add_string(&plain->text, "a needs a text, as in `a It names the part.`\n");
    return true;
}

/* Appends the prompt for the second choice in place of the next ballot. */
static void ask_for_second(struct plain *plain)
{
    const struct last_vote vote = labelling_last_vote(plain->labelling);
    const char *between = "";
    buffer_add_string(&plain->text, "Which of the others is next best? ");
    for (int position = 1; position <= (int)vote.ballot->n_slots; position++) {
        if (position == vote.position)
            continue;
        buffer_add_format(&plain->text, "%s%d", between, position);
        between = " or ";
    }
    buffer_add_string(&plain->text, "; 0 or Enter for neither; 1? all of 1; u undoes your vote: ");
}

static bool say_second(struct plain *plain, int second, struct err *err)
{
    struct buffer saved = {0};
    plain->asks_second = false;
    if (second == SECOND_NONE)
        buffer_add_string(&saved, "saved: none of the others is next best");
    else
        buffer_add_format(&saved, "saved: document %d is next best", second);
    const struct addition addition = {ADDITION_SECOND, bytes_of(""), second};
    bool worked = add_to_vote(plain, &addition, buffer_string(&saved), err);
    buffer_release(&saved);
    return worked;
}

/* --- Carrying out a line --------------------------------------------------- */

/* Gives the answer and reports the result. Returns false if the session can't continue. */
static bool answer_ballot(struct plain *plain, struct act act, struct err *err)
{
    const struct ballot *ballot = labelling_ballot(plain->labelling);
    if (ballot == NULL && act.kind != ACT_UNDO) {
        buffer_add_string(&plain->text, "there is no ballot left to answer\n");
        return true;
    }
    if (act.kind == ACT_ANSWER && act.answer.position > (int)ballot->n_slots) {
        buffer_add_format(&plain->text, "this ballot has no document %d\n", act.answer.position);
        return true;
    }
    struct outcome outcome;
    const int marked = answer_is_vote(&act.answer) ? plain->mark.position : VOTE_NONE;
    const bool is_glance =
        ballot != NULL && ballot->is_glance && !act_goes_back(&act) && act.answer.skip == SKIP_ABSENT;
    act.answer.note = (struct bytes){.data = buffer_string(&plain->note), .size = plain->note.size};
    if (ballot != NULL)
        act.answer.evidence =
            evidence_mark_for(&plain->mark,
                              act.kind == ACT_REDO ? ballot->withdrawn.position : act.answer.position);
    if (!labelling_answer(plain->labelling, &act, &outcome, err))
        return add_refusal(plain, err);
    if (outcome.practice != NULL) {
        add_practice_lines(&plain->text, outcome.practice);
        return true;
    }
    add_outcome_line(&plain->text, plain->labelling, &act, &outcome, is_glance);
    if (outcome.changed && act.kind == ACT_ANSWER && marked > VOTE_NONE && act.answer.evidence.text.size == 0)
        buffer_add_format(&plain->text,
                          "your evidence is not saved, because it is in document %d; u undoes the vote\n",
                          marked);
    if (labelling_journal_failure(plain->labelling) != NULL)
        buffer_add_format(&plain->text, "%s\n", labelling_journal_failure(plain->labelling));
    ask_for_reason(plain);
    plain->asks_second = outcome.changed && !act_goes_back(&act) && labelling_asks_second(plain->labelling);
    add_decision_line(&plain->text, labelling_decider(plain->labelling));
    if (plain->options->shows_scores && outcome.changed &&
        live_scores_board(labelling_scores(plain->labelling)) != NULL)
        show_scores(&plain->text, plain->labelling);
    return true;
}

/* Takes "1 2", or nothing where the ballot has two documents. */
static bool answer_tie(struct plain *plain, struct bytes text, struct err *err)
{
    const struct ballot *ballot = labelling_ballot(plain->labelling);
    struct bytes words[2] = {bytes_of("1"), bytes_of("2")};
    int64_t first, second;
    const bool has_two = ballot != NULL && ballot->n_slots == 2;
    if (text.size > 0 || !has_two) {
        bytes_next_word(&text, &words[0]);
        bytes_next_word(&text, &words[1]);
    }
    if (ballot == NULL || ballot->is_glance || bytes_trim(text).size > 0 ||
        !number_parse_integer(words[0], 1, (int64_t)ballot->n_slots, &first) ||
        !number_parse_integer(words[1], 1, (int64_t)ballot->n_slots, &second) || first == second) {
        buffer_add_string(&plain->text, "t needs two documents of the ballot, as in `t 1 2`\n");
        return true;
    }
    const struct answer tie = answer_of_tie((int)first, (int)second);
    return answer_ballot(plain, (struct act){.kind = ACT_ANSWER, .answer = tie}, err);
}

static bool answer_glances(struct plain *plain, struct act act, struct err *err)
{
    const struct ballot *ballot = labelling_ballot(plain->labelling);
    if (ballot != NULL && ballot->is_glance)
        return answer_ballot(plain, act, err);
    buffer_add_string(&plain->text, "no candidate is to be kept or dropped here\n");
    return true;
}

static void take_note(struct plain *plain, struct bytes note)
{
    struct err err;
    if (labelling_ballot(plain->labelling) == NULL) {
        buffer_add_string(&plain->text, "there is no ballot left to answer\n");
    } else if (!note_is_accepted(note, &err)) {
        buffer_add_format(&plain->text, "%s\n", err.text);
    } else {
        buffer_clear(&plain->note);
        buffer_add(&plain->note, note);
        if (!labelling_keep_note(plain->labelling, note, &err))
            buffer_add_format(&plain->text, "%s\n", err.text);
        buffer_add_string(&plain->text, note.size > 0 ? "note kept; it will be saved with your answer\n"
                                                      : "no note is kept\n");
    }
}

/* Finds a question by its qid or, if there is none, by the number above its ballots, because a blind annotator sees
 * no qids. 0: there is no such question. */
static bool find_question(const struct plain *plain, struct bytes name, int64_t *question_id, struct err *err)
{
    int64_t place;
    if (!labelling_find_question(plain->labelling, name, question_id, err))
        return false;
    return *question_id != 0 || !number_parse_integer(name, 1, INT64_MAX, &place) ||
           labelling_find_question_at(plain->labelling, place, question_id, err);
}

static bool go_to_question(struct plain *plain, struct bytes name, struct err *err)
{
    int64_t question_id;
    if (name.size == 0) {
        buffer_add_string(&plain->text, "b needs the number of a question, as in `b 2`, or its qid\n");
        return true;
    }
    if (!find_question(plain, name, &question_id, err))
        return false;
    if (question_id != 0)
        return labelling_take_question(plain->labelling, question_id, err) || add_refusal(plain, err);
    buffer_add_string(&plain->text, "there is no question ");
    unicode_add_visible(&plain->text, name);
    buffer_add_format(&plain->text, " among the %lld\n",
                      (long long)labelling_progress(plain->labelling).questions);
    return true;
}

static void add_all_done(struct buffer *out, const struct labelling *labelling)
{
    struct err err;
    int64_t left_out = 0;
    long long done = labelling_progress(labelling).ballots_done;
    buffer_add_format(out, "\nEverything is done: %lld of %lld. Thank you.\n", done, done);
    if (!labelling_count_left_out(labelling, &left_out, &err))
        buffer_add_format(out, "%s\n", err.text);
    if (left_out > 0)
        buffer_add_format(
            out, "%lld question%s not in the sample; `assay set DB sample N` makes the sample larger.\n",
            (long long)left_out, left_out == 1 ? " is" : "s are");
}

static void add_end(struct buffer *out, const struct labelling *labelling)
{
    struct err lack;
    struct progress progress = labelling_progress(labelling);
    if (!labelling_check_ballots(labelling, &lack)) {
        buffer_add_format(out, "\n%s\n", lack.text);
    } else if (labelling_adjudicates(labelling)) {
        buffer_add_string(out, "\nYou have judged everything that annotators disagree on. Thank you.\n");
    } else if (labelling_decider(labelling) != NULL) {
        buffer_add_byte(out, '\n');
        decider_add_end(labelling_decider(labelling), out);
        buffer_add_byte(out, '\n');
        if (decider_caution(labelling_decider(labelling)) != NULL)
            buffer_add_format(out, "%s\n", decider_caution(labelling_decider(labelling)));
    } else if (progress.ballots_left == 0) {
        add_all_done(out, labelling);
    } else {
        buffer_add_format(out, "\nNothing is left for you. Other annotators still have %lld of %lld.\n",
                          (long long)progress.ballots_left,
                          (long long)(progress.ballots_done + progress.ballots_left));
    }
}

/* --- Reading ---------------------------------------------------------------- */

static struct plain_view view_of(const struct plain *plain)
{
    return (struct plain_view){plain->options->columns, plain->shows_whole,
                               labelling_is_blind(plain->labelling)};
}

/* The ballot that the user was shown last: that of the vote while its second choice is asked for. */
static struct plain_source source_shown(const struct plain *plain)
{
    struct plain_source source = plain_source_of(plain->labelling);
    if (plain->asks_second) {
        source.ballot = labelling_last_vote(plain->labelling).ballot;
        source.labelling = NULL; /* its pool is that of the ballot in hand */
    }
    return source;
}

static void read_document(struct plain *plain, int position)
{
    const struct plain_source source = source_shown(plain);
    if (position <= (int)source.ballot->n_slots)
        plain_document_add_whole(&plain->text, source, view_of(plain), (size_t)position - 1);
    else
        buffer_add_format(&plain->text, "this ballot has no document %d\n", position);
}

static void read_passages(struct plain *plain)
{
    plain->passage++;
    if (plain_passages_add(&plain->text, source_shown(plain), view_of(plain), plain->passage))
        return;
    buffer_add_string(&plain->text,
                      plain->passage == 0
                          ? "no document has a passage with words of the question\n"
                          : "no document has another passage; p starts again with the best passages\n");
    plain->passage = SIZE_MAX;
}

static void find_text(struct plain *plain, struct bytes needle)
{
    if (needle.size == 0)
        buffer_add_string(&plain->text, "write the text to find after the slash, as in `/clamp`\n");
    else
        plain_found_add(&plain->text, source_shown(plain), view_of(plain), needle);
}

static void show_whole(struct plain *plain)
{
    plain->shows_whole = true;
    add_ballot_lines(plain);
}

static void read_on(struct plain *plain, const struct prompt_word *word, struct bytes text)
{
    if (source_shown(plain).ballot == NULL)
        buffer_add_string(&plain->text, "there is no ballot left to answer\n");
    else if (word->command == PROMPT_READ)
        read_document(plain, word->act.answer.position);
    else if (word->command == PROMPT_PASSAGES)
        read_passages(plain);
    else if (word->command == PROMPT_FIND)
        find_text(plain, text);
    else
        show_whole(plain);
}

static void add_farewell(struct buffer *out, const struct labelling *labelling)
{
    const long long votes = labelling_own_votes(labelling);
    buffer_add_format(
        out, "Everything is saved; you have given %lld vote%s so far. The same command goes on from here.\n",
        votes, votes == 1 ? "" : "s");
}

/* Returns false if the session can't continue. */
static bool carry_out_word(struct plain *plain, const struct prompt_word *word, struct bytes text,
                           struct err *err)
{
    if (word == NULL || (word->command == PROMPT_TIE && !labelling_takes_ties(plain->labelling))) {
        buffer_add_string(&plain->text, "assay does not know this answer; ? lists all answers\n");
        return true;
    }
    switch (word->command) {
    case PROMPT_GLANCES:
        return answer_glances(plain, word->act, err);
    case PROMPT_ANSWER:
        return answer_ballot(plain, word->act, err);
    case PROMPT_TIE:
        return answer_tie(plain, text, err);
    case PROMPT_NOTE:
        take_note(plain, text);
        return true;
    case PROMPT_EVIDENCE:
        take_evidence(plain, text);
        return true;
    case PROMPT_REASON:
        return take_reason(plain, text, err);
    case PROMPT_ADD:
        return add_note_to_vote(plain, text, err);
    case PROMPT_GO:
        return go_to_question(plain, text, err);
    case PROMPT_READ:
    case PROMPT_PASSAGES:
    case PROMPT_FIND:
    case PROMPT_WHOLE:
        read_on(plain, word, text);
        return true;
    case PROMPT_SCORES:
        show_scores(&plain->text, plain->labelling);
        return true;
    case PROMPT_GUIDE:
        plain_lines_add(&plain->text, labelling_guide(plain->labelling), plain->options->columns);
        return true;
    case PROMPT_HELP:
        add_help(&plain->text, labelling_takes_ties(plain->labelling));
        return true;
    case PROMPT_QUIT:
        add_farewell(&plain->text, plain->labelling);
        plain->has_quit = true;
        return true;
    }
    return true;
}

/* Whether the word is meant for the last vote, its ballot or no ballot, so that the unseen next ballot is not needed. */
static bool is_beside_vote(const struct prompt_word *word)
{
    switch (word->command) {
    case PROMPT_ANSWER:
        return word->act.kind == ACT_UNDO;
    case PROMPT_ADD:
    case PROMPT_REASON:
    case PROMPT_READ:
    case PROMPT_PASSAGES:
    case PROMPT_FIND:
    case PROMPT_HELP:
    case PROMPT_QUIT:
        return true;
    default:
        return false;
    }
}

static bool answer_second(struct plain *plain, struct bytes line, struct err *err)
{
    struct bytes text;
    int64_t position = 0;
    const struct last_vote vote = labelling_last_vote(plain->labelling);
    const struct prompt_word *word = find_word(line, &text);
    line = bytes_trim(line);
    if (line.size == 0 || bytes_equal(line, bytes_of("0")))
        return say_second(plain, SECOND_NONE, err);
    if (number_parse_integer(line, 1, (int64_t)vote.ballot->n_slots, &position) && position != vote.position)
        return say_second(plain, (int)position, err);
    if (word != NULL && is_beside_vote(word)) {
        plain->asks_second = word->command != PROMPT_ANSWER;
        return carry_out_word(plain, word, text, err);
    }
    buffer_add_string(&plain->text, "first choose the next best document, or 0 for none\n");
    return true;
}

/* Carries out one line of the user. Returns false if the session can't continue. */
static bool carry_out_line(struct plain *plain, struct bytes line, struct err *err)
{
    struct bytes text;
    if (plain->asks_second)
        return answer_second(plain, line, err);
    const struct prompt_word *word = find_word(line, &text);
    return carry_out_word(plain, word, text, err);
}

/* Begins with the note and the mark of the answer that was undone, if any. */
static void begin_ballot(struct plain *plain, const struct ballot *ballot)
{
    buffer_clear(&plain->note);
    set_mark(plain, ballot != NULL ? ballot->mark : (struct evidence_mark){0});
    if (ballot != NULL)
        buffer_add(&plain->note, ballot->note);
}

/* Appends the ballot in hand, unless it was shown, and the prompt; or first the question about the last vote. */
static void add_ballot_and_prompt(struct plain *plain)
{
    /* The next ballot is in hand already, but its time begins only when it is shown. */
    labelling_cover(plain->labelling, plain->asks_second);
    if (plain->asks_second) {
        ask_for_second(plain);
        return;
    }
    const struct ballot *ballot = labelling_ballot(plain->labelling);
    int64_t in_hand = ballot != NULL ? ballot->ballot_id : 0;
    plain->shows_whole = plain->shows_whole && in_hand == plain->shown;
    if (ballot == NULL)
        add_end(&plain->text, plain->labelling);
    else if (in_hand != plain->shown)
        add_ballot_lines(plain);
    if (in_hand != plain->shown) {
        begin_ballot(plain, ballot);
        plain->passage = SIZE_MAX; /* p begins with the best ones */
    }
    plain->shown = in_hand;
    add_prompt(&plain->text, ballot, plain->leaves_out && !plain->shows_whole,
               labelling_guide(plain->labelling).size > 0, labelling_takes_ties(plain->labelling));
}

/* Writes the lines, wrapped at words. The last line, without an end, is the prompt, after which the user types. */
static bool write_lines(FILE *out, const struct plain *plain, struct err *err)
{
    struct buffer wrapped = {0};
    const struct bytes text = buffer_bytes(&plain->text);
    if (plain->options->columns == 0)
        return lines_write(out, &plain->text, err);
    plain_lines_add(&wrapped, text, plain->options->columns);
    if (wrapped.size > 0 && !bytes_ends_with(text, "\n"))
        wrapped.data[wrapped.size - 1] = ' ';
    const bool written = lines_write(out, &wrapped, err);
    buffer_release(&wrapped);
    return written;
}

bool plain_run(struct labelling *labelling, FILE *in, FILE *out, const struct plain_options *options,
               struct err *err)
{
    struct plain plain = {.labelling = labelling, .options = options};
    struct lines lines = {.in = in};
    struct bytes line;
    bool worked = true;
    refresh_scores(&plain.text, labelling);
    add_greeting(&plain.text, labelling, options->columns);
    while (worked && !plain.has_quit) {
        add_ballot_and_prompt(&plain);
        worked = write_lines(out, &plain, err);
        buffer_clear(&plain.text);
        plain.has_quit = !worked || !lines_next(&lines, &line);
        if (plain.has_quit)
            buffer_add_byte(&plain.text, '\n');
        else
            worked = carry_out_line(&plain, line, err);
    }
    worked = worked && write_lines(out, &plain, err);
    buffer_release(&plain.text);
    buffer_release(&plain.note);
    buffer_release(&plain.evidence);
    lines_release(&lines);
    return worked;
}
