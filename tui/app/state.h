/* The state that the parts of the app share, with the shown screen. */
#ifndef ASSAY_TUI_APP_STATE_H
#define ASSAY_TUI_APP_STATE_H

#include "tui/app/frame.h"
#include "tui/app/options.h"
#include "tui/app/session_log.h"
#include "tui/keys/vote_guard.h"
#include "tui/screens/screens.h"

enum {
    EARLY_MAX = 64, /* keys that are kept while a server or another program is waited for */
};

/* By the screens' places in `screens`: models, and versions. */
struct app {
    struct labelling *labelling;
    struct live_scores *live;
    struct terminal *terminal;
    const struct app_options *options;
    struct frame frame;
    struct surface surface;
    void *models[SCREEN_COUNT];
    int64_t versions[SCREEN_COUNT];     /* of the database, when a screen read it */
    struct location open[SCREEN_COUNT]; /* the last one is shown; each is open once, since it has one model */
    size_t depth;
    struct vote_guard guard;
    int64_t drawn_ballot_id; /* 0: none */
    const char *shown_text;  /* of the ballot's question when the models were filled, NULL: there was none */
    struct key early[EARLY_MAX]; /* pressed during a wait, and not taken yet */
    size_t n_early;
    bool has_failed;               /* the last answer could not be saved … */
    bool may_be_saved;             /* … as far as is known: the server was lost meanwhile */
    bool is_attended;              /* a key was pressed since the ballot's lease was looked at */
    enum theme theme;              /* of the terminal */
    bool has_quit, has_ended_wait; /* … by the same key */
    int n_undrawn;                 /* keys that have not been drawn, since others waited */
    bool asks_second; /* the next best beside the last vote is asked for; its ballot is shown */
    bool is_beside;   /* the last vote's ballot is shown, to say something beside the vote */
    bool is_greeting; /* a new annotator reads the guide, or what came of practice, before the next ballot */
    struct practised practised;
    struct session_log log;
    struct buffer note;        /* that is typed to the ballot in hand */
    bool note_is_new;          /* and is not stored yet */
    struct evidence_mark mark; /* on the ballot in hand, but for its bytes … */
    struct buffer evidence;    /* … which are these */
    bool mark_is_new;
    bool has_warned_idle; /* what the status line says failed without a key, and none was pressed since */
    bool draft_waits;     /* it could not be stored, and is tried again when there is nothing else to do */
};

/* The shown location, with its screen and model. */
const struct location *app_location(const struct app *app);
const struct screen *app_screen(const struct app *app);
void *app_model(const struct app *app);
void *app_model_of(const struct app *app, const struct screen *screen);
/* The id of the ballot in hand; 0: there is none. */
int64_t app_ballot_in_hand(const struct app *app);
/* The ballot that lies below all screens: that in hand or, while something is said beside it, that of the last vote. NULL: none. */
const struct ballot *app_ballot_shown(const struct app *app);

/* Says behind what is said already that the journal could not be written, if so. */
void app_warn_of_journal(struct app *app);

#endif
