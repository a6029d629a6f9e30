#include "tui/faces.h"

#include "core/base/unicode.h"
#include "import/file.h"
#include "tui/lines.h"

enum command { COMMAND_ANSWER, COMMAND_GUIDE, COMMAND_HELP, COMMAND_QUIT };

/* A word that can be typed at the prompt. */
struct word {
    const char *word;
    const char *help;
    enum command command;
    struct answer answer;
};

static const struct word words[] = {
    {"1", "document 1 is the most relevant", COMMAND_ANSWER, {.kind = ANSWER_VOTE, .position = 1}},
    {"2", "document 2 is", COMMAND_ANSWER, {.kind = ANSWER_VOTE, .position = 2}},
    {"3", "document 3 is", COMMAND_ANSWER, {.kind = ANSWER_VOTE, .position = 3}},
    {"0", "none of them answers the question", COMMAND_ANSWER, {.kind = ANSWER_VOTE, .position = VOTE_NONE}},
    {"n", "the same as 0", COMMAND_ANSWER, {.kind = ANSWER_VOTE, .position = VOTE_NONE}},
    {"s", "skip: ask me again later", COMMAND_ANSWER, {.kind = ANSWER_SKIP, .reason = SKIP_LATER}},
    {"c", "skip: I cannot tell", COMMAND_ANSWER, {.kind = ANSWER_SKIP, .reason = SKIP_CANNOT_TELL}},
    {"u", "undo the last answer, again and again", COMMAND_ANSWER, {.kind = ANSWER_UNDO}},
    {"r", "redo: give the undone answer of this ballot again", COMMAND_ANSWER, {.kind = ANSWER_REDO}},
    {"g", "show the guide", COMMAND_GUIDE, {0}},
    {"?", "show this list", COMMAND_HELP, {0}},
    {"q", "quit; you go on here the next time", COMMAND_QUIT, {0}},
};

enum { N_WORDS = sizeof words / sizeof *words };

static const struct word *find_word(struct bytes line)
{
    while (line.size > 0 && (line.data[line.size - 1] == ' ' || line.data[line.size - 1] == '\t'))
        line.size--;
    while (line.size > 0 && (line.data[0] == ' ' || line.data[0] == '\t'))
        line = (struct bytes){.data = line.data + 1, .size = line.size - 1};
    for (size_t i = 0; i < N_WORDS; i++) {
        if (bytes_equal_ignoring_case(line, bytes_of(words[i].word)))
            return &words[i];
    }
    return NULL;
}

/* Line by line, each made safe for a terminal. */
static void add_text(struct buffer *out, struct bytes text)
{
    struct line_reader lines = line_reader_of(text);
    struct bytes line;
    while (line_reader_next(&lines, &line)) {
        unicode_add_visible(out, line);
        buffer_add_byte(out, '\n');
    }
}

static void add_ballot(struct buffer *out, const struct labelling *labelling)
{
    const struct ballot *ballot = labelling_ballot(labelling);
    struct progress progress = labelling_progress(labelling);
    buffer_add_format(out, "\nQuestion %lld of %lld, ballot %lld of %lld\n",
                      (long long)ballot->question_number, (long long)progress.questions,
                      (long long)progress.ballots_done + 1,
                      (long long)(progress.ballots_done + progress.ballots_left));
    add_text(out, ballot->question);
    for (size_t i = 0; i < ballot->n_slots; i++) {
        const struct ballot_document *document = &ballot->documents[i];
        buffer_add_format(out, "\n%zu. ", i + 1);
        unicode_add_visible(out, document->title);
        buffer_add_byte(out, '\n');
        add_text(out, document->text);
    }
    if (ballot->withdrawn_vote != VOTE_ABSENT)
        buffer_add_format(out, "\nYour answer was %d; r gives it again.\n", ballot->withdrawn_vote);
    buffer_add_byte(out, '\n');
}

/* `ballot` NULL: nothing is left to ask. */
static void add_prompt(struct buffer *out, const struct ballot *ballot)
{
    if (ballot == NULL) {
        buffer_add_string(out, "u undo, q quit > ");
        return;
    }
    for (size_t i = 0; i < ballot->n_slots; i++)
        buffer_add_format(out, "%s%zu", i == 0 ? "" : " ", i + 1);
    buffer_add_string(out, ", 0 none, s skip, u undo, q quit > ");
}

static void add_help(struct buffer *out)
{
    for (size_t i = 0; i < N_WORDS; i++)
        buffer_add_format(out, "  %s  %s\n", words[i].word, words[i].help);
}

static void add_scores(struct buffer *out, const struct scoreboard *scoreboard)
{
    for (size_t run = 0; run < scoreboard_run_count(scoreboard); run++) {
        unicode_add_visible(out, scoreboard_run(scoreboard, run)->name);
        for (size_t i = 0; i < scoreboard_measure_count(scoreboard); i++) {
            buffer_add_string(out, i == 0 ? ": " : ", ");
            measure_add_name(scoreboard_measure(scoreboard, i), out);
            buffer_add_format(out, " %.4f", scoreboard_mean(scoreboard, run, i));
        }
        buffer_add_byte(out, '\n');
    }
}

static void add_outcome(struct buffer *out, const struct labelling *labelling, const struct answer *answer,
                        const struct outcome *outcome)
{
    struct progress progress = labelling_progress(labelling);
    long long done = progress.ballots_done, all = progress.ballots_done + progress.ballots_left;
    if (!outcome->changed)
        buffer_add_string(out, answer->kind == ANSWER_UNDO ? "nothing to undo\n"
                                                           : "nothing to redo on this ballot\n");
    else if (answer->kind == ANSWER_UNDO)
        buffer_add_format(out, "taken back · %lld of %lld\n", done, all);
    else if (answer->kind == ANSWER_SKIP)
        buffer_add_format(out, "skipped · %lld of %lld\n", done, all);
    else if (outcome->position == VOTE_NONE)
        buffer_add_format(out, "saved: none · %lld of %lld\n", done, all);
    else
        buffer_add_format(out, "saved: %d · %lld of %lld\n", outcome->position, done, all);
    if (outcome->changed && labelling_scoreboard(labelling) != NULL)
        add_scores(out, labelling_scoreboard(labelling));
}

/* Gives the answer; the text says what came of it. False: the session can't go on. */
static bool give_answer(struct labelling *labelling, const struct answer *answer, struct buffer *out,
                        struct err *err)
{
    const struct ballot *ballot = labelling_ballot(labelling);
    if (ballot == NULL && answer->kind != ANSWER_UNDO) {
        buffer_add_string(out, "there is no ballot left to answer\n");
        return true;
    }
    if (answer->kind == ANSWER_VOTE && answer->position > (int)ballot->n_slots) {
        buffer_add_format(out, "this ballot has no document %d\n", answer->position);
        return true;
    }
    struct outcome outcome;
    if (labelling_answer(labelling, answer, &outcome, err)) {
        add_outcome(out, labelling, answer, &outcome);
        return true;
    }
    if (err->code != ERR_ANSWERED)
        return false;
    buffer_add_format(out, "%s\n", err->text);
    return true;
}

static void add_end(struct buffer *out, struct progress progress)
{
    if (progress.ballots_left == 0)
        buffer_add_format(out, "\nAll is done: %lld of %lld. Thank you.\n", (long long)progress.ballots_done,
                          (long long)progress.ballots_done);
    else
        buffer_add_format(out, "\nThere is nothing left for you; left for others: %lld of %lld.\n",
                          (long long)progress.ballots_left,
                          (long long)(progress.ballots_done + progress.ballots_left));
}

/* What one line of the user does; *quit when it ends the session. */
static bool obey(struct labelling *labelling, struct bytes line, struct buffer *out, bool *quit,
                 struct err *err)
{
    const struct word *word = find_word(line);
    if (word == NULL) {
        buffer_add_string(out, "that is no answer; ? lists what is\n");
        return true;
    }
    switch (word->command) {
    case COMMAND_ANSWER:
        return give_answer(labelling, &word->answer, out, err);
    case COMMAND_GUIDE:
        add_text(out, labelling_guide(labelling));
        return true;
    case COMMAND_HELP:
        add_help(out);
        return true;
    case COMMAND_QUIT:
        *quit = true;
        return true;
    }
    return true;
}

/* Looks at the run files before an answer, so that its scores are those of the files as they are. */
static void add_refreshed_runs(struct buffer *out, struct labelling *labelling)
{
    struct err err;
    size_t reread;
    if (!labelling_refresh_runs(labelling, &reread, &err))
        buffer_add_format(out, "%s\n", err.text);
}

bool plain_run(struct labelling *labelling, FILE *in, FILE *out, struct err *err)
{
    struct lines lines = {.in = in};
    struct buffer text = {0};
    struct bytes line;
    int64_t shown = 0;
    bool quit = false, worked = true;
    while (worked && !quit) {
        const struct ballot *ballot = labelling_ballot(labelling);
        if (ballot == NULL)
            add_end(&text, labelling_progress(labelling));
        else if (ballot->ballot_id != shown)
            add_ballot(&text, labelling);
        shown = ballot != NULL ? ballot->ballot_id : 0;
        add_prompt(&text, ballot);
        worked = lines_write(out, &text, err);
        buffer_clear(&text);
        quit = !worked || !lines_next(&lines, &line);
        if (quit) {
            buffer_add_byte(&text, '\n');
        } else {
            add_refreshed_runs(&text, labelling);
            worked = obey(labelling, line, &text, &quit, err);
        }
    }
    worked = worked && lines_write(out, &text, err);
    buffer_release(&text);
    lines_release(&lines);
    return worked;
}
