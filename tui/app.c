#include "tui/app.h"

#include "core/base/bug.h"
#include "core/base/unicode.h"
#include "tui/clipboard.h"
#include "tui/frame.h"
#include "tui/screen_annotators.h"
#include "tui/screen_candidate.h"
#include "tui/screen_candidates.h"
#include "tui/screen_finished.h"
#include "tui/screen_guide.h"
#include "tui/screen_help.h"
#include "tui/screen_label.h"
#include "tui/screen_open_run.h"
#include "tui/screen_ranking.h"
#include "tui/screen_run.h"
#include "tui/screen_scores.h"
#include "tui/screen_questions.h"
#include "tui/screen_settings.h"
#include "tui/vote_guard.h"

#include <stddef.h>

enum {
    IDLE_MS = 2000, /* without a key for so long, the runs' files are looked at */
    FAST_VOTE_MS = 1000,
    TITLE_COLUMNS_MAX = 30,    /* of a document, in the status line */
    DEPTH_MAX = 16,            /* screens on top of each other */
    LARGE = 20000,             /* questions and votes that are not read in a moment */
    REREAD_VOTES_MAX = 100000, /* with more votes, annotators are not read anew while they are looked at */
};

struct app {
    struct labelling *labelling;
    struct terminal *terminal;
    const struct app_options *options;
    struct frame frame;
    struct surface surface;
    struct label_model label;
    struct finished_model finished;
    struct guide_model guide;
    struct help_model help;
    struct settings_model settings;
    struct scores_model scores;
    struct run_model run;
    struct ranking_model ranking;
    struct open_run_model open_run;
    struct questions_model questions;
    struct candidates_model candidates;
    struct candidate_model candidate;
    struct annotators_model annotators;
    int64_t versions[SCREEN_COUNT]; /* of the database, when each screen read it */
    struct place open[DEPTH_MAX];   /* the last one is shown */
    size_t depth;
    struct vote_guard guard;
    int64_t drawn_ballot_id; /* 0: none */
    bool has_failed;         /* the last answer could not be saved */
    bool is_attended;        /* a key was pressed since the ballot's lease was looked at */
    bool has_quit;
};

/* --- Screens -------------------------------------------------------------- */

static struct place *shown(struct app *app)
{
    return &app->open[app->depth - 1];
}

static const struct screen *screen_of(struct app *app)
{
    return screens[shown(app)->screen];
}

/* The ballot in hand, or that there is none, is below all other screens. */
static bool show_label(struct app *app, const struct place *place, struct err *err)
{
    (void)place, (void)err;
    label_show(&app->label, labelling_ballot(app->labelling), app->frame.progress.questions,
               labelling_scoreboard(app->labelling));
    return true;
}

static bool show_finished(struct app *app, const struct place *place, struct err *err)
{
    (void)place, (void)err;
    finished_show(&app->finished, app->frame.progress, bytes_of(app->options->database_path),
                  labelling_scoreboard(app->labelling));
    return true;
}

static bool show_guide(struct app *app, const struct place *place, struct err *err)
{
    (void)place, (void)err;
    guide_show(&app->guide, labelling_guide(app->labelling));
    return true;
}

static bool show_help(struct app *app, const struct place *place, struct err *err)
{
    (void)place, (void)err;
    help_show(&app->help, screen_of(app), app->frame.keymap);
    return true;
}

static bool show_settings(struct app *app, const struct place *place, struct err *err)
{
    (void)place;
    struct arena arena = {0};
    struct bytes values[SETTING_COUNT];
    bool read = app->options->is_lead ||
                err_set(err, ERR_USAGE, "settings are for who leads: start with `assay label --lead`");
    for (int i = 0; read && i < SETTING_COUNT; i++)
        read = setting_get(labelling_store(app->labelling), (enum setting)i, &arena, &values[i], err);
    if (read)
        settings_show(&app->settings, values);
    arena_release(&arena);
    return read;
}

/* Again before each draw: votes, runs and history go on. */
static bool show_scores(struct app *app, const struct place *place, struct err *err)
{
    (void)place;
    if (!labelling_want_history(app->labelling, err))
        return false;
    scores_show(&app->scores, labelling_scoreboard(app->labelling), labelling_history(app->labelling),
                labelling_progress(app->labelling));
    return true;
}

static bool show_run(struct app *app, const struct place *place, struct err *err)
{
    struct question_row *questions;
    size_t n;
    const struct scores_model *scores = &app->scores;
    bool has_baseline = scores->has_baseline && scores->baseline != place->run;
    arena_clear(&app->run.arena);
    if (!store_list_questions(labelling_store(app->labelling), &app->run.arena, &questions, &n, err))
        return false;
    run_show(&app->run, labelling_scoreboard(app->labelling), place->run, scores->measure,
             has_baseline ? &scores->baseline : NULL, questions, n);
    return true;
}

/* The pool knows its own titles. A document without one is called by the beginning of its text. */
static bool read_titles(struct app *app, struct err *err)
{
    for (size_t i = 0; i < app->ranking.n_rows; i++) {
        struct ranking_row *row = &app->ranking.rows[i];
        if (row->title.size == 0 && !store_read_title(labelling_store(app->labelling), row->docid,
                                                      &app->ranking.arena, &row->title, err))
            return false;
    }
    return true;
}

static bool show_ranking(struct app *app, const struct place *place, struct err *err)
{
    const struct scoreboard *scores = labelling_scoreboard(app->labelling);
    struct arena *arena = &app->ranking.arena;
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    arena_clear(arena);
    if (!store_read_question(labelling_store(app->labelling), place->question_id, &rule, arena, &details,
                             err))
        return false;
    ranking_show(&app->ranking, arena_copy(arena, scoreboard_run_name(scores, place->run)),
                 ranked_run_find(scoreboard_run(scores, place->run), details.question.qid), &details,
                 labelling_is_blind(app->labelling));
    return read_titles(app, err);
}

static bool show_folder(struct app *app, struct bytes path, struct err *err)
{
    struct folder_entry *entries;
    size_t n;
    struct arena arena = {0};
    if (!folder_list(path.data, &arena, &entries, &n, err)) {
        arena_release(&arena);
        return false;
    }
    arena_release(&app->open_run.arena);
    app->open_run.arena = arena;
    open_run_show(&app->open_run, path, entries, n);
    return true;
}

/* The folder where one was looked for last, at first that of the database. */
static bool show_open_run(struct app *app, const struct place *place, struct err *err)
{
    (void)place;
    struct buffer path = {0};
    buffer_add(&path, buffer_bytes(&app->open_run.path));
    if (path.size == 0)
        folder_add_parent(bytes_of(app->options->database_path), &path);
    bool worked = show_folder(app, buffer_bytes(&path), err);
    buffer_release(&path);
    return worked;
}

/* Before the reading: what comes in meanwhile makes it another version. */
static bool note_version(struct app *app, enum screen_name screen, struct err *err)
{
    return store_get_version(labelling_store(app->labelling), &app->versions[screen], err);
}

static bool read_questions(struct app *app, struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows;
    size_t n;
    bool worked = note_version(app, SCREEN_QUESTIONS, err) &&
                  store_list_questions(labelling_store(app->labelling), &arena, &rows, &n, err);
    if (worked)
        questions_show(&app->questions, &arena, rows, n);
    arena_release(&arena);
    return worked;
}

static bool show_questions(struct app *app, const struct place *place, struct err *err)
{
    (void)place;
    const struct ballot *ballot = labelling_ballot(app->labelling);
    questions_open(&app->questions, labelling_is_blind(app->labelling));
    if (!read_questions(app, err))
        return false;
    if (ballot != NULL)
        questions_select(&app->questions, ballot->question_id);
    return true;
}

static bool read_question(struct app *app, int64_t question_id, struct err *err)
{
    struct arena arena = {0};
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    bool worked =
        note_version(app, SCREEN_CANDIDATES, err) &&
        store_read_question(labelling_store(app->labelling), question_id, &rule, &arena, &details, err);
    if (worked)
        candidates_show(&app->candidates, &arena, &details);
    arena_release(&arena);
    return worked;
}

static bool reread_candidates(struct app *app, struct err *err)
{
    return read_question(app, app->candidates.details.question.question_id, err);
}

static bool show_candidates(struct app *app, const struct place *place, struct err *err)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    int64_t in_hand = ballot != NULL ? ballot->question_id : 0;
    int64_t question_id = place->question_id != 0 ? place->question_id : in_hand;
    if (question_id == 0)
        return err_set(err, ERR_NO_BALLOT, "no question is in hand; choose one in the list of questions");
    candidates_open(&app->candidates, labelling_is_blind(app->labelling));
    return read_question(app, question_id, err);
}

/* Lies on top of the candidates, and shows the one that is selected there. */
static bool show_candidate(struct app *app, const struct place *place, struct err *err)
{
    (void)place;
    struct arena arena = {0};
    struct buffer facts = {0};
    struct ballot_document document;
    const struct candidate_row *row = candidates_selected(&app->candidates);
    bool worked =
        store_read_document(labelling_store(app->labelling), row->tally.docid, &arena, &document, err);
    if (worked) {
        candidates_add_facts(&app->candidates, &facts);
        candidate_show(&app->candidate, row->title, buffer_bytes(&facts), document.text);
    }
    buffer_release(&facts);
    arena_release(&arena);
    return worked;
}

static bool read_annotators(struct app *app, struct err *err)
{
    struct arena arena = {0};
    struct annotator_row *rows;
    size_t n;
    bool worked = note_version(app, SCREEN_ANNOTATORS, err) &&
                  store_list_annotators(labelling_store(app->labelling), &arena, &rows, &n, err);
    if (worked)
        annotators_show(&app->annotators, &arena, rows, n);
    arena_release(&arena);
    return worked;
}

static bool show_annotators(struct app *app, const struct place *place, struct err *err)
{
    (void)place;
    annotators_open(&app->annotators);
    return read_annotators(app, err);
}

/* Reading takes about 2 s for a million votes: not every few seconds under somebody's hands. */
static bool reread_annotators(struct app *app, struct err *err)
{
    return app->annotators.votes > REREAD_VOTES_MAX || read_annotators(app, err);
}

/* Where each screen's model lies in the app, what fills it when the screen is opened, and what reads it anew. */
static const struct {
    size_t model;
    bool (*show)(struct app *app, const struct place *place, struct err *err);
    bool (*reread)(struct app *app, struct err *err); /* NULL: nobody else changes what it shows */
    const char *wait; /* what is said while it is filled, where that can take long; NULL: it never does */
} kept[SCREEN_COUNT] = {
    [SCREEN_SETTINGS] = {offsetof(struct app, settings), show_settings, NULL, NULL},
    [SCREEN_LABEL] = {offsetof(struct app, label), show_label, NULL, NULL},
    [SCREEN_FINISHED] = {offsetof(struct app, finished), show_finished, NULL, NULL},
    [SCREEN_GUIDE] = {offsetof(struct app, guide), show_guide, NULL, NULL},
    [SCREEN_HELP] = {offsetof(struct app, help), show_help, NULL, NULL},
    [SCREEN_QUESTIONS] = {offsetof(struct app, questions), show_questions, read_questions,
                          "reading the questions …"},
    [SCREEN_CANDIDATES] = {offsetof(struct app, candidates), show_candidates, reread_candidates, NULL},
    [SCREEN_CANDIDATE] = {offsetof(struct app, candidate), show_candidate, NULL, NULL},
    [SCREEN_ANNOTATORS] = {offsetof(struct app, annotators), show_annotators, reread_annotators,
                           "reading the votes …"},
    [SCREEN_SCORES] = {offsetof(struct app, scores), show_scores, NULL, NULL},
    [SCREEN_RUN] = {offsetof(struct app, run), show_run, NULL, "reading the questions …"},
    [SCREEN_RANKING] = {offsetof(struct app, ranking), show_ranking, NULL, NULL},
    [SCREEN_OPEN_RUN] = {offsetof(struct app, open_run), show_open_run, NULL, NULL},
};

static void *model_of(struct app *app)
{
    return (char *)app + kept[shown(app)->screen].model;
}

/* --- Showing -------------------------------------------------------------- */

/* The file's name without its folder. */
static struct bytes base_name(const char *path)
{
    struct bytes name = bytes_of(path);
    for (size_t i = 0; path[i] != '\0'; i++)
        if (path[i] == '/' && path[i + 1] != '\0')
            name = bytes_of(path + i + 1);
    return name;
}

static void show_progress(struct app *app)
{
    app->frame.progress = labelling_progress(app->labelling);
    app->frame.median_ms = labelling_median_ms(app->labelling);
    app->frame.has_ballot = labelling_ballot(app->labelling) != NULL;
}

/* Puts the ballot in hand, or what is shown when there is none, below all other screens. */
static void refill_ballot(struct app *app)
{
    struct err err;
    show_progress(app);
    app->open[0] = (struct place){.screen = app->frame.has_ballot ? SCREEN_LABEL : SCREEN_FINISHED};
    if (!kept[app->open[0].screen].show(app, &app->open[0], &err))
        frame_warn(&app->frame, err.text);
}

static void follow_scores(struct app *app)
{
    struct err err;
    if (shown(app)->screen == SCREEN_SCORES && !show_scores(app, shown(app), &err))
        frame_warn(&app->frame, err.text);
}

/* Goes to it. */
static void show_ballot(struct app *app)
{
    app->depth = 1;
    refill_ballot(app);
}

static bool is_too_small(const struct surface *surface)
{
    return surface->rows < FRAME_ROWS_MIN || surface->columns < FRAME_COLUMNS_MIN;
}

static void draw(struct app *app)
{
    int rows;
    int columns;
    app->terminal->size(app->terminal->context, &rows, &columns);
    surface_reset(&app->surface, rows, columns);
    follow_scores(app);
    if (is_too_small(&app->surface)) {
        frame_draw_too_small(&app->surface);
    } else {
        screen_of(app)->arrange(model_of(app), frame_body(rows, columns));
        screen_of(app)->draw(model_of(app), &app->surface);
        frame_draw(&app->frame, &app->surface, screen_of(app), model_of(app));
    }
    app->terminal->present(app->terminal->context, &app->surface);
}

/* The database waits for another program; the remark goes when the waiting is over. */
static void show_waiting(void *context)
{
    struct app *app = context;
    struct buffer remark = app->frame.remark;
    bool is_warning = app->frame.is_warning;
    app->frame.remark = (struct buffer){0};
    frame_remark(&app->frame, "waiting for another program that writes to the database …");
    draw(app);
    buffer_release(&app->frame.remark);
    app->frame.remark = remark;
    app->frame.is_warning = is_warning;
}

/* What is still known of a ballot when it is no longer in hand. */
struct answered {
    int64_t ballot_id;
    int64_t question_id;
    long long question_number;
};

/* --- Effects -------------------------------------------------------------- */

/* By its title; who is blind is not to see more of it. */
static void add_name(const struct app *app, const struct candidate_row *candidate, struct buffer *text)
{
    struct buffer name = {0};
    if (candidate->title.size > 0)
        unicode_add_visible(&name, candidate->title);
    else if (labelling_is_blind(app->labelling))
        buffer_add_string(&name, "a document without a title");
    else
        unicode_add_visible(&name, candidate->tally.docid);
    struct bytes shown = text_fitting(buffer_bytes(&name), TITLE_COLUMNS_MAX);
    buffer_add(text, shown);
    buffer_add_string(text, shown.size < name.size ? "…" : "");
    buffer_release(&name);
}

static void add_done(const struct app *app, const struct answered *answered,
                     const struct question_details *details, struct buffer *text)
{
    long long ballots = details->question.ballots_done;
    const struct candidate_row *best = details->candidates;
    buffer_add_format(text, " · question %lld done: %lld ballot%s", answered->question_number, ballots,
                      ballots == 1 ? "" : "s");
    if (details->question.none_votes > 0)
        buffer_add_format(text, ", %lld none", (long long)details->question.none_votes);
    if (details->n_candidates > 0 && best->tally.wins > 0) {
        buffer_add_string(text, " · best: ");
        add_name(app, best, text);
        buffer_add_format(text, " (%lld of %lld)", (long long)best->tally.wins,
                          (long long)best->tally.impressions);
    }
}

/* When nothing is left of the question that was answered: one line about it. */
static bool add_question_done(struct app *app, const struct answered *answered, struct buffer *text,
                              struct err *err)
{
    struct arena arena = {0};
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    bool read = store_read_question(labelling_store(app->labelling), answered->question_id, &rule, &arena,
                                    &details, err);
    if (read && details.question.ballots_left == 0)
        add_done(app, answered, &details, text);
    arena_release(&arena);
    return read;
}

/* A vote in so short a time may have been a slip. */
static bool is_fast(const struct app *app, const struct outcome *outcome)
{
    return app->options->config->values[CONFIG_FAST_VOTE_HINT] == CONFIG_ON && outcome->elapsed_ms > 0 &&
           outcome->elapsed_ms < FAST_VOTE_MS;
}

static void remark_saved(struct app *app, const struct answered *answered, const struct outcome *outcome)
{
    struct err err;
    struct buffer text = {0};
    const struct progress *progress = &app->frame.progress;
    const struct ballot *next = labelling_ballot(app->labelling);
    bool is_elsewhere = next == NULL || next->question_id != answered->question_id;
    bool read = !is_elsewhere || add_question_done(app, answered, &text, &err);
    if (text.size == 0)
        buffer_add_format(&text, " · %lld of %lld", (long long)progress->ballots_done,
                          (long long)(progress->ballots_done + progress->ballots_left));
    if (is_fast(app, outcome))
        buffer_add_format(&text, " · that took %.1f s, " KEY_OF("undo") " takes it back",
                          (double)outcome->elapsed_ms / 1000);
    if (outcome->position == VOTE_NONE)
        frame_remark(&app->frame, "saved: none%s", buffer_string(&text));
    else
        frame_remark(&app->frame, "saved: %d%s", outcome->position, buffer_string(&text));
    if (!read)
        frame_warn(&app->frame, err.text);
    buffer_release(&text);
}

static void remark_skip(struct app *app, const struct answered *answered, enum skip_reason reason)
{
    const struct ballot *next = labelling_ballot(app->labelling);
    if (reason == SKIP_CANNOT_TELL)
        frame_remark(&app->frame, "put aside: cannot tell · " KEY_OF("undo") " takes it back");
    else if (next != NULL && next->ballot_id == answered->ballot_id)
        frame_remark(&app->frame, "put aside for later, but it is the only one left");
    else
        frame_remark(&app->frame, "put aside for later · " KEY_OF("undo") " takes it back");
}

static void remark_undo(struct app *app, const struct outcome *outcome)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    if (!outcome->changed)
        frame_remark(&app->frame, "there is no answer left to take back");
    else if (ballot->withdrawn_vote == VOTE_ABSENT)
        frame_remark(&app->frame, "taken back: you had put it aside · " KEY_OF("redo") " does it again");
    else if (ballot->withdrawn_vote == VOTE_NONE)
        frame_remark(&app->frame, "taken back: none · " KEY_OF("redo") " gives it again");
    else
        frame_remark(&app->frame, "taken back: %d · " KEY_OF("redo") " gives it again",
                     ballot->withdrawn_vote);
}

static void remark_outcome(struct app *app, const struct answer *answer, const struct answered *answered,
                           const struct outcome *outcome)
{
    if (answer->kind == ANSWER_UNDO)
        remark_undo(app, outcome);
    else if (outcome->skip != SKIP_ABSENT)
        remark_skip(app, answered, outcome->skip);
    else
        remark_saved(app, answered, outcome);
}

static void remark_runs(struct app *app, size_t reread)
{
    if (reread > 0)
        frame_remark(&app->frame,
                     reread == 1 ? "a run has changed and was read again"
                                 : "%zu runs have changed and were read again",
                     reread);
}

/* Looks for changed run files; says so when they were read again, or why one can't be. */
static void refresh_runs(struct app *app)
{
    struct err err;
    size_t reread;
    if (labelling_refresh_runs(app->labelling, &reread, &err))
        remark_runs(app, reread);
    else
        frame_warn(&app->frame, err.text);
}

/* A part of what there is to do for the scores, while no key is pressed. */
static void work(struct app *app)
{
    struct err err;
    size_t reread;
    if (labelling_work(app->labelling, &reread, &err))
        remark_runs(app, reread);
    else
        frame_warn(&app->frame, err.text);
}

static struct answered in_hand(const struct app *app)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    if (ballot == NULL)
        return (struct answered){0};
    return (struct answered){ballot->ballot_id, ballot->question_id, ballot->question_number};
}

static void give_answer(struct app *app, const struct answer *answer)
{
    struct err err;
    struct outcome outcome;
    struct answered answered = in_hand(app);
    bool given = labelling_answer(app->labelling, answer, &outcome, &err);
    app->has_failed = !given && err.code != ERR_ANSWERED;
    show_ballot(app);  /* even when nothing has changed, its texts may have moved */
    refresh_runs(app); /* who answers quickly is never idle */
    if (given)
        remark_outcome(app, answer, &answered, &outcome);
    else
        frame_warn(&app->frame, err.text);
}

/* Goes to a question to label it; where there is nothing to do in it, says why and stays. */
static void take_question(struct app *app, int64_t question_id)
{
    struct err err;
    if (labelling_take_question(app->labelling, question_id, &err)) {
        show_ballot(app);
        return;
    }
    refill_ballot(app); /* its texts may have moved */
    frame_warn(&app->frame, err.text);
}

static void say_wait(struct app *app, const char *text)
{
    frame_remark(&app->frame, "%s", text);
    draw(app);
    frame_clear_remark(&app->frame);
}

/* A terminal does not say whether it did what it was asked for. */
static void copy_text(struct app *app, struct bytes text)
{
    struct buffer copy = {0};
    size_t characters = clipboard_add_text(text, &copy);
    if (copy.size > CLIPBOARD_TEXT_MAX)
        frame_remark(&app->frame, "not copied: %zu characters are more than a terminal takes", characters);
    else if (app->terminal->copy(app->terminal->context, buffer_bytes(&copy)))
        frame_remark(&app->frame, "copied: %zu characters, if your terminal allows it", characters);
    else
        frame_remark(&app->frame, "not copied: this terminal has no clipboard");
    buffer_release(&copy);
}

/* What follows from the settings for this session. */
static bool take_settings(struct app *app, struct err *err)
{
    if (!labelling_take_settings(app->labelling, err))
        return false;
    app->label.shows_origins = !labelling_is_blind(app->labelling);
    app->label.format = labelling_format(app->labelling);
    show_progress(app);
    if (labelling_ballot(app->labelling) != NULL)
        return show_label(app, NULL, err);
    return true;
}

static void put_setting(struct app *app, const struct effect *effect)
{
    struct err err;
    if (setting_put(labelling_store(app->labelling), effect->setting, effect->setting_value, &err) &&
        take_settings(app, &err) && show_settings(app, NULL, &err))
        frame_remark(&app->frame, "set: %s", setting_rows[effect->setting].key);
    else
        frame_warn(&app->frame, err.text);
}

/* On top of the one that is shown. One that can't be filled is not opened. */
static void open_screen(struct app *app, const struct place *place)
{
    struct err err;
    const struct progress *progress = &app->frame.progress;
    bool is_large = progress->questions + progress->ballots_done > LARGE;
    if (is_large && kept[place->screen].wait != NULL)
        say_wait(app, kept[place->screen].wait);
    if (app->depth == DEPTH_MAX)
        frame_remark(&app->frame, "many screens are open; " KEY_OF("back") " goes back");
    else if (kept[place->screen].show(app, place, &err))
        app->open[app->depth++] = *place;
    else
        frame_warn(&app->frame, err.text);
}

static void look_into_folder(struct app *app, struct bytes path)
{
    struct err err;
    if (!show_folder(app, path, &err))
        frame_warn(&app->frame, err.text);
}

/* The screens that show the scores below all others may have been opened when there were none. */
static void show_scoreboard(struct app *app)
{
    app->label.scores = labelling_scoreboard(app->labelling);
    app->finished.scores = labelling_scoreboard(app->labelling);
}

static void add_run(struct app *app, struct bytes path)
{
    struct err err;
    bool added = labelling_add_run(app->labelling, path.data, &err);
    show_scoreboard(app);
    if (!added) {
        frame_warn(&app->frame, err.text);
        return;
    }
    frame_remark(&app->frame, "loaded: %.*s", BYTES_FORMAT(base_name(path.data)));
    app->depth--;
    follow_scores(app);
}

static void remove_run(struct app *app, size_t run)
{
    const struct scoreboard *scores = labelling_scoreboard(app->labelling);
    frame_remark(&app->frame, "unloaded: %.*s; its file is as it was",
                 BYTES_FORMAT(scoreboard_run_name(scores, run)));
    scores_forget_run(&app->scores, run);
    labelling_remove_run(app->labelling, run);
    follow_scores(app);
}

/* What a row for each question takes is given back: of a large database that is much. */
static void close_screen(struct app *app)
{
    struct arena none = {0};
    BUG_UNLESS(app->depth > 1);
    if (shown(app)->screen == SCREEN_QUESTIONS)
        questions_show(&app->questions, &none, NULL, 0);
    if (shown(app)->screen == SCREEN_RUN)
        run_screen_release(&app->run);
    app->depth--;
}

static void carry_out(struct app *app, const struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_NONE:
        break;
    case EFFECT_REMARK:
        frame_remark(&app->frame, "%s", effect->remark);
        break;
    case EFFECT_ANSWER:
        give_answer(app, &effect->answer);
        break;
    case EFFECT_COPY:
        copy_text(app, effect->copy);
        break;
    case EFFECT_CONFIG:
        app->options->config->values[effect->option] = effect->value;
        frame_remark(&app->frame, "%s", effect->remark);
        break;
    case EFFECT_SETTING:
        put_setting(app, effect);
        break;
    case EFFECT_OPEN:
        open_screen(app, &effect->open);
        break;
    case EFFECT_FOLDER:
        look_into_folder(app, effect->path);
        break;
    case EFFECT_ADD_RUN:
        add_run(app, effect->path);
        break;
    case EFFECT_REMOVE_RUN:
        remove_run(app, effect->open.run);
        break;
    case EFFECT_CLOSE:
        close_screen(app);
        break;
    case EFFECT_TAKE_QUESTION:
        take_question(app, effect->question_id);
        break;
    case EFFECT_QUIT:
        app->has_quit = true;
        break;
    }
}

/* --- The loop ------------------------------------------------------------- */

/* In a window that shows no ballot, a key must not answer one; but it can be left. */
static bool is_out_of_sight(const struct app *app, struct action action)
{
    return is_too_small(&app->surface) && action.name != ACTION_QUIT;
}

static bool is_vote(const struct effect *effect)
{
    return effect->kind == EFFECT_ANSWER && effect->answer.kind == ANSWER_VOTE;
}

static void press(struct app *app, struct key key)
{
    const struct clock *clock = &app->options->clock;
    bool is_repeated = vote_guard_is_repeated(&app->guard, key, clock->now(clock->context));
    struct action action = keymap_action(app->frame.keymap, screen_of(app)->keys(model_of(app)), key);
    if (is_out_of_sight(app, action))
        return;
    frame_clear_remark(&app->frame);
    struct effect effect = screen_of(app)->update(model_of(app), action);
    if (is_vote(&effect) && is_repeated)
        effect = effect_remark("not taken: the same key at once again; one press is one vote");
    carry_out(app, &effect);
    app->is_attended = true;
}

/* Not at the key itself, which is not to wait for the disk; and not again without another key. */
static void keep_ballot(struct app *app)
{
    struct err err;
    if (app->is_attended && !labelling_keep(app->labelling, &err))
        frame_warn(&app->frame, err.text);
    app->is_attended = false;
}

/* What the shown screen has read is read anew once somebody else has written. */
static void reread_shown(struct app *app)
{
    struct err err;
    enum screen_name screen = shown(app)->screen;
    int64_t version;
    if (kept[screen].reread == NULL)
        return;
    bool worked = store_get_version(labelling_store(app->labelling), &version, &err) &&
                  (version == app->versions[screen] || kept[screen].reread(app, &err));
    if (!worked)
        frame_warn(&app->frame, err.text);
}

/* Without a key for a while: what others and other programs did meanwhile. */
static void idle(struct app *app)
{
    struct err err;
    refresh_runs(app);
    reread_shown(app);
    keep_ballot(app);
    if (labelling_ballot(app->labelling) != NULL)
        return;
    if (labelling_look_again(app->labelling, &err))
        refill_ballot(app);
    else
        frame_warn(&app->frame, err.text);
}

/* Before another ballot is drawn: keys that were pressed for the one before must not answer it. */
static void drop_early_keys(struct app *app)
{
    const struct terminal *terminal = app->terminal;
    int64_t ballot_id = in_hand(app).ballot_id;
    if (ballot_id != app->drawn_ballot_id && terminal->drop_keys != NULL &&
        terminal->drop_keys(terminal->context))
        frame_remark(&app->frame, "not taken: keys that were pressed before this ballot was shown");
    app->drawn_ballot_id = ballot_id;
}

static bool loop(struct app *app, struct err *err)
{
    while (!app->has_quit) {
        drop_early_keys(app);
        draw(app);
        int pause_ms = labelling_pause_ms(app->labelling);
        bool has_work = pause_ms >= 0;
        struct key key = app->terminal->next_key(app->terminal->context, has_work ? pause_ms : IDLE_MS);
        if (key.code == NAMED_STOP)
            return err_set(err, ERR_INTERRUPTED,
                           app->has_failed ? "stopped; the last answer was not saved, all before it are"
                                           : "stopped; every answer is saved");
        if (key.code == NAMED_NOTHING && has_work)
            work(app);
        else if (key.code == NAMED_NOTHING)
            idle(app);
        else if (key.code != NAMED_RESIZE)
            press(app, key);
    }
    return true;
}

bool app_run(struct labelling *labelling, struct terminal *terminal, const struct app_options *options,
             struct err *err)
{
    struct app app = {
        .labelling = labelling,
        .terminal = terminal,
        .options = options,
        .frame = {.keymap = &options->config->keymap,
                  .database = base_name(options->database_path),
                  .annotator = labelling_annotator(labelling)},
        .scores = {.keymap = &options->config->keymap, .ascii = terminal->ascii},
        .label = {.layout = (enum layout_choice)options->config->values[CONFIG_LAYOUT],
                  .shows_origins = !labelling_is_blind(labelling),
                  .format = labelling_format(labelling),
                  .is_lead = options->is_lead},
    };
    show_ballot(&app);
    if (app.frame.has_ballot)
        frame_remark(&app.frame, "Press the number of the most relevant document, or 0 for none.");
    labelling_on_busy(labelling, show_waiting, &app);
    work(&app); /* with few labels all scores are there when the first ballot is */
    bool quit = loop(&app, err);
    labelling_on_busy(labelling, NULL, NULL);

    frame_release(&app.frame);
    surface_release(&app.surface);
    label_release(&app.label);
    guide_release(&app.guide);
    help_release(&app.help);
    settings_release(&app.settings);
    run_screen_release(&app.run);
    ranking_screen_release(&app.ranking);
    open_run_release(&app.open_run);
    questions_release(&app.questions);
    candidates_release(&app.candidates);
    candidate_release(&app.candidate);
    annotators_release(&app.annotators);
    return quit;
}
