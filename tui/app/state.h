/* The state that the parts of the app share. */
#pragma once

#include "tui/app/frame.h"
#include "tui/app/options.h"
#include "tui/app/session_log.h"
#include "tui/keys/vote_guard.h"
#include "tui/screens/screens.h"

enum {
    EARLY_MAX = 64, /* keys kept while the app waits for a server or another program */
};

/* Models and versions are indexed by the screens' places in `screens`. */
struct app {
    struct labelling *labelling;
    struct live_scores *live;
    struct terminal *terminal;
    const struct app_options *options;
    struct frame frame;
    struct surface surface;
    void *models[SCREEN_COUNT];
    int64_t versions[SCREEN_COUNT]; /* of the database when each screen last read it */
    /* the last one is shown; a screen has only one model, so each is open at most once */
    struct location open[SCREEN_COUNT];
    size_t depth;
    struct vote_guard guard;
    int64_t drawn_ballot_id; /* 0: none yet */
    /* text of the ballot's question when the models were filled; NULL: there was none */
    const char *shown_text;
    struct key early[EARLY_MAX]; /* keys pressed during a wait and not handled yet */
    size_t n_early;
    bool has_failed; /* the last answer could not be saved … */
    /* … or it is unknown whether it was, because the connection to the server was lost */
    bool may_be_saved;
    bool is_attended;              /* a key was pressed since the ballot's lease was last looked at */
    enum theme theme;              /* of the terminal */
    bool has_quit, has_ended_wait; /* both by the same key */
    int n_undrawn;                 /* keys handled without drawing, because more keys were waiting */
    bool asks_second; /* the user is asked for the second choice of the last vote, whose ballot is shown */
    bool is_beside;   /* the ballot of the last vote is shown so that the user can add to the vote */
    bool is_greeting; /* before the next ballot, a new annotator reads the guide or the result of practice */
    struct practised practised;
    struct session_log log;
    struct buffer note;        /* draft for the ballot in hand */
    bool note_is_new;          /* it is not stored yet */
    struct evidence_mark mark; /* on the ballot in hand, without its bytes … */
    struct buffer evidence;    /* … which are these */
    bool mark_is_new;
    /* the status line reports a failure of work without keys, and no key was pressed since */
    bool has_warned_idle;
    bool draft_waits; /* a draft could not be stored; the app tries again when nothing else is to do */
};

/* The shown location, its screen, and the model of that screen. */
const struct location *app_location(const struct app *app);
const struct screen *app_screen(const struct app *app);
void *app_model(const struct app *app);
void *app_model_of(const struct app *app, const struct screen *screen);
/* The id of the ballot in hand, or 0 if there is none. */
int64_t app_ballot_in_hand(const struct app *app);
/*
 * The ballot at the bottom of the stack: the ballot in hand or, while the user adds to the last vote, the ballot of
 * that vote. NULL: there is none.
 */
const struct ballot *app_ballot_shown(const struct app *app);

/* If the journal could not be written, appends a warning to the remark. */
void app_warn_of_journal(struct app *app);
