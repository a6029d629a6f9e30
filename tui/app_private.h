/*
 * What the parts of the app know of each other: the loop and the effects (app.c),
 * what fills each screen (app_screens.c), what is said after an answer
 * (app_remarks.c). Nobody else includes it.
 */
#ifndef ASSAY_TUI_APP_PRIVATE_H
#define ASSAY_TUI_APP_PRIVATE_H

#include "tui/app/app.h"
#include "tui/app/frame.h"
#include "tui/keys/vote_guard.h"
#include "tui/screens/annotators.h"
#include "tui/screens/candidate.h"
#include "tui/screens/candidates.h"
#include "tui/screens/finished.h"
#include "tui/screens/guide.h"
#include "tui/screens/help.h"
#include "tui/screens/label/label.h"
#include "tui/screens/open_run.h"
#include "tui/screens/questions.h"
#include "tui/screens/ranking.h"
#include "tui/screens/run.h"
#include "tui/screens/scores.h"
#include "tui/screens/settings.h"

/* The models' order is that of enum screen_name. */
struct app {
    struct labelling *labelling;
    struct live_scores *live; /* those of the labelling */
    struct terminal *terminal;
    const struct app_options *options;
    struct frame frame;
    struct surface surface;
    struct label_model label;
    struct finished_model finished;
    struct guide_model guide;
    struct help_model help;
    struct scores_model scores;
    struct run_model run;
    struct ranking_model ranking;
    struct open_run_model open_run;
    struct questions_model questions;
    struct candidates_model candidates;
    struct candidate_model candidate;
    struct annotators_model annotators;
    struct settings_model settings;
    int64_t versions[SCREEN_COUNT]; /* of the database, when each screen read it */
    struct place
        open[SCREEN_COUNT]; /* the last one is shown; each screen is open once, since it has one model */
    size_t depth;
    struct vote_guard guard;
    int64_t drawn_ballot_id; /* 0: none */
    bool has_failed;         /* the last answer could not be saved */
    bool is_attended;        /* a key was pressed since the ballot's lease was looked at */
    bool has_quit;
};

/* What is still known of a ballot when it is no longer in hand. */
struct answered {
    int64_t ballot_id;
    int64_t question_id;
    long long question_number;
};

/* --- app_screens.c: what fills each screen --------------------------------- */

/* What is shown, and its screen and model. */
const struct place *app_place(const struct app *app);
const struct screen *app_screen(const struct app *app);
void *app_model(struct app *app);

/* What is said while the screen is filled; NULL: with what is in this database that is quick. */
const char *app_wait(const struct app *app, enum screen_name screen);

/* Fills the model of the place's screen, shown or not. It fails when there is nothing to show, or it can't be read. */
bool app_fill(struct app *app, const struct place *place, struct err *err)
    __attribute__((warn_unused_result));

/* Once the screen is left: what a row for each question takes is given back; of a large database that is much. */
void app_forget(struct app *app, enum screen_name screen);

/* Once somebody else has written: what the shown screen has read is read anew. */
bool app_reread(struct app *app, struct err *err) __attribute__((warn_unused_result));

/* Shows another folder on the screen that opens runs. */
bool app_fill_folder(struct app *app, struct bytes path, struct err *err) __attribute__((warn_unused_result));

void app_release_screens(struct app *app);

/* --- app_remarks.c: what is said after an answer ---------------------------- */

/* `answered`: the ballot that was in hand. */
void app_remark_answer(struct app *app, const struct act *act, const struct answered *answered,
                       const struct outcome *outcome);

#endif
