#include "tui/app_private.h"

#include <stddef.h>

enum {
    LARGE = 20000,             /* questions and votes that are not read in a moment */
    REREAD_VOTES_MAX = 100000, /* with more votes, annotators are not read anew while they are looked at */
};

/* --- Labelling, guide, help -------------------------------------------------- */

/* The ballot in hand, or that there is none, is below all other screens. */
static bool fill_label(struct app *app, const struct place *place, struct err *err)
{
    (void)place, (void)err;
    label_show(&app->label, labelling_ballot(app->labelling), app->frame.progress.questions,
               live_scores_board(app->live));
    return true;
}

static bool fill_finished(struct app *app, const struct place *place, struct err *err)
{
    (void)place, (void)err;
    finished_show(&app->finished, app->frame.progress, bytes_of(app->options->database_path),
                  live_scores_board(app->live));
    return true;
}

static bool fill_guide(struct app *app, const struct place *place, struct err *err)
{
    (void)place, (void)err;
    guide_show(&app->guide, labelling_guide(app->labelling));
    return true;
}

static bool fill_help(struct app *app, const struct place *place, struct err *err)
{
    (void)place, (void)err;
    help_show(&app->help, app_screen(app), app->frame.keymap);
    return true;
}

/* --- Scores and runs -------------------------------------------------------- */

static bool fill_scores(struct app *app, const struct place *place, struct err *err)
{
    (void)place, (void)err;
    live_scores_want_history(app->live, labelling_progress(app->labelling).ballots_done);
    scores_show(&app->scores, live_scores_board(app->live), live_scores_history(app->live),
                labelling_progress(app->labelling));
    return true;
}

static bool fill_run(struct app *app, const struct place *place, struct err *err)
{
    struct question_row *questions;
    size_t n;
    const struct scores_model *scores = &app->scores;
    bool has_baseline = scores->has_baseline && scores->baseline != place->run;
    arena_clear(&app->run.arena);
    if (!store_list_questions(app->options->store, &app->run.arena, &questions, &n, err))
        return false;
    run_show(&app->run, live_scores_board(app->live), place->run, scores->measure,
             has_baseline ? &scores->baseline : NULL, questions, n, labelling_is_blind(app->labelling));
    return true;
}

/* The pool knows its own titles. A document without one is called by the beginning of its text. */
static bool read_titles(struct app *app, struct err *err)
{
    for (size_t i = 0; i < app->ranking.n_rows; i++) {
        struct ranking_row *row = &app->ranking.rows[i];
        if (row->title.size == 0 &&
            !store_read_title(app->options->store, row->docid, &app->ranking.arena, &row->title, err))
            return false;
    }
    return true;
}

static bool fill_ranking(struct app *app, const struct place *place, struct err *err)
{
    const struct scoreboard *scores = live_scores_board(app->live);
    struct arena *arena = &app->ranking.arena;
    struct question_details details;
    struct grading_rule rule = grading_rule_default();
    arena_clear(arena);
    if (!store_read_question(app->options->store, place->question_id, &rule, arena, &details, err))
        return false;
    ranking_show(&app->ranking, arena_copy(arena, scoreboard_run_name(scores, place->run)),
                 ranked_run_find(scoreboard_run(scores, place->run), details.question.qid), &details,
                 labelling_is_blind(app->labelling));
    return read_titles(app, err);
}

bool app_fill_folder(struct app *app, struct bytes path, struct err *err)
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
static bool fill_open_run(struct app *app, const struct place *place, struct err *err)
{
    (void)place;
    struct buffer path = {0};
    buffer_add(&path, buffer_bytes(&app->open_run.path));
    if (path.size == 0)
        folder_add_parent(bytes_of(app->options->database_path), &path);
    bool worked = app_fill_folder(app, buffer_bytes(&path), err);
    buffer_release(&path);
    return worked;
}

/* --- Lists that are read anew ----------------------------------------------- */

/* Before the reading: what comes in meanwhile makes it another version. */
static bool note_version(struct app *app, enum screen_name screen, struct err *err)
{
    return store_get_version(app->options->store, &app->versions[screen], err);
}

static bool read_questions(struct app *app, struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows;
    size_t n;
    bool worked = note_version(app, SCREEN_QUESTIONS, err) &&
                  store_list_questions(app->options->store, &arena, &rows, &n, err);
    if (worked)
        questions_show(&app->questions, &arena, rows, n);
    arena_release(&arena);
    return worked;
}

static bool fill_questions(struct app *app, const struct place *place, struct err *err)
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
    bool worked = note_version(app, SCREEN_CANDIDATES, err) &&
                  store_read_question(app->options->store, question_id, &rule, &arena, &details, err);
    if (worked)
        candidates_show(&app->candidates, &arena, &details);
    arena_release(&arena);
    return worked;
}

static bool reread_candidates(struct app *app, struct err *err)
{
    return read_question(app, app->candidates.details.question.question_id, err);
}

static bool fill_candidates(struct app *app, const struct place *place, struct err *err)
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
static bool fill_candidate(struct app *app, const struct place *place, struct err *err)
{
    (void)place;
    struct arena arena = {0};
    struct buffer facts = {0};
    struct ballot_document document;
    const struct candidate_row *row = candidates_selected(&app->candidates);
    bool worked = store_read_document(app->options->store, row->tally.docid, &arena, &document, err);
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
                  store_list_annotators(app->options->store, &arena, &rows, &n, err);
    if (worked)
        annotators_show(&app->annotators, &arena, rows, n);
    arena_release(&arena);
    return worked;
}

static bool fill_annotators(struct app *app, const struct place *place, struct err *err)
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

/* --- Settings --------------------------------------------------------------- */

static bool fill_settings(struct app *app, const struct place *place, struct err *err)
{
    (void)place;
    struct arena arena = {0};
    struct bytes values[SETTING_COUNT];
    bool read = app->options->is_lead ||
                err_set(err, ERR_USAGE, "settings are for who leads: start with `assay label --lead`");
    for (int i = 0; read && i < SETTING_COUNT; i++)
        read = setting_get(app->options->store, (enum setting)i, &arena, &values[i], err);
    if (read)
        settings_show(&app->settings, values);
    arena_release(&arena);
    return read;
}

/* --- All of them ------------------------------------------------------------ */

/* Where each screen's model lies in the app, what fills it when the screen is opened, and what reads it anew. */
static const struct {
    size_t model;
    bool (*fill)(struct app *app, const struct place *place, struct err *err);
    bool (*reread)(struct app *app, struct err *err); /* NULL: nobody else changes what it shows */
    const char *wait; /* what is said while it is filled, where that can take long; NULL: it never does */
} kept[SCREEN_COUNT] = {
    [SCREEN_LABEL] = {offsetof(struct app, label), fill_label, NULL, NULL},
    [SCREEN_FINISHED] = {offsetof(struct app, finished), fill_finished, NULL, NULL},
    [SCREEN_GUIDE] = {offsetof(struct app, guide), fill_guide, NULL, NULL},
    [SCREEN_HELP] = {offsetof(struct app, help), fill_help, NULL, NULL},
    [SCREEN_SCORES] = {offsetof(struct app, scores), fill_scores, NULL, NULL},
    [SCREEN_RUN] = {offsetof(struct app, run), fill_run, NULL, "reading the questions …"},
    [SCREEN_RANKING] = {offsetof(struct app, ranking), fill_ranking, NULL, NULL},
    [SCREEN_OPEN_RUN] = {offsetof(struct app, open_run), fill_open_run, NULL, NULL},
    [SCREEN_QUESTIONS] = {offsetof(struct app, questions), fill_questions, read_questions,
                          "reading the questions …"},
    [SCREEN_CANDIDATES] = {offsetof(struct app, candidates), fill_candidates, reread_candidates, NULL},
    [SCREEN_CANDIDATE] = {offsetof(struct app, candidate), fill_candidate, NULL, NULL},
    [SCREEN_ANNOTATORS] = {offsetof(struct app, annotators), fill_annotators, reread_annotators,
                           "reading the votes …"},
    [SCREEN_SETTINGS] = {offsetof(struct app, settings), fill_settings, NULL, NULL},
};

const struct place *app_place(const struct app *app)
{
    return &app->open[app->depth - 1];
}

const struct screen *app_screen(const struct app *app)
{
    return screens[app_place(app)->screen];
}

static void *model_of(struct app *app, enum screen_name screen)
{
    return (char *)app + kept[screen].model;
}

void *app_model(struct app *app)
{
    return model_of(app, app_place(app)->screen);
}

const char *app_wait(const struct app *app, enum screen_name screen)
{
    const struct progress *progress = &app->frame.progress;
    bool is_large = progress->questions + progress->ballots_done > LARGE;
    return is_large ? kept[screen].wait : NULL;
}

void app_forget(struct app *app, enum screen_name screen)
{
    struct arena none = {0};
    if (screen == SCREEN_QUESTIONS)
        questions_show(&app->questions, &none, NULL, 0);
    if (screen == SCREEN_RUN)
        screens[SCREEN_RUN]->release(&app->run);
}

bool app_fill(struct app *app, const struct place *place, struct err *err)
{
    return kept[place->screen].fill(app, place, err);
}

bool app_reread(struct app *app, struct err *err)
{
    enum screen_name screen = app_place(app)->screen;
    int64_t version;
    if (kept[screen].reread == NULL)
        return true;
    return store_get_version(app->options->store, &version, err) &&
           (version == app->versions[screen] || kept[screen].reread(app, err));
}

void app_release_screens(struct app *app)
{
    for (int i = 0; i < SCREEN_COUNT; i++)
        if (screens[i]->release != NULL)
            screens[i]->release(model_of(app, (enum screen_name)i));
}
