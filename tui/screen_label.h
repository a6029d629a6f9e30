/*
 * The labelling screen: a question, its documents, one key for an answer.
 */
#ifndef ASSAY_TUI_SCREEN_LABEL_H
#define ASSAY_TUI_SCREEN_LABEL_H

#include "tui/config.h"
#include "tui/pane.h"
#include "tui/screen.h"

enum label_mode {
    LABEL_CHOOSING, /* the next key is an answer, or moves about */
    LABEL_SKIPPING, /* the next key says why the ballot is put aside */
    LABEL_FINDING,  /* a needle is typed */
    LABEL_NOTING,   /* a note is typed */
};

enum label_action {
    LABEL_VOTE = ACTION_OWN,
    LABEL_NONE,
    LABEL_SKIP,
    LABEL_SKIP_LATER,
    LABEL_SKIP_CANNOT_TELL,
    LABEL_UNDO,
    LABEL_REDO,
    LABEL_FOCUS_NEXT,
    LABEL_FOCUS_PREVIOUS,
    LABEL_ZOOM,
    LABEL_FIND,
    LABEL_FIND_KEEP,
    LABEL_FIND_ERASE,
    LABEL_MATCH_NEXT,
    LABEL_MATCH_PREVIOUS,
    LABEL_COPY,
    LABEL_CLICK,
    LABEL_WHEEL,
    LABEL_NOTE,
    LABEL_NOTE_KEEP,
    LABEL_NOTE_ERASE,
    LABEL_LAYOUT,
    LABEL_SOURCE,
    LABEL_TERMS,
    LABEL_ACTION_COUNT,
};

/* Where the reader is: what a find that is given up goes back to. */
struct label_place {
    size_t focus;
    struct text_place places[BALLOT_SIZE_MAX];
};

/* {0} and label_show make it; the screen's `release` ends it. */
struct label_model {
    const struct ballot *ballot; /* the ballot in hand; never NULL while the screen is shown */
    int64_t ballot_id;           /* what it was when it was shown: another may lie in its place by now */
    int64_t question_id;
    int64_t questions;               /* all there are */
    const struct scoreboard *scores; /* NULL without runs */

    enum label_mode mode;
    bool is_zoomed; /* what has the focus fills the screen */
    size_t focus;   /* the index of a pane; ballot->n_slots: the question, when it is cut */
    struct passage question;
    struct pane panes[BALLOT_SIZE_MAX]; /* by position - 1 */
    struct buffer needle;
    enum document_format format;       /* of the documents, as it is set */
    bool is_markdown[BALLOT_SIZE_MAX]; /* by position - 1 */
    bool shows_source;                 /* of those that are Markdown */
    bool hides_terms;
    struct terms terms; /* of the question */
    struct label_place before_find;
    struct buffer note;  /* goes with the answer */
    struct buffer draft; /* of the note, while it is typed */
    /* The note of a ballot that was left, by an undo, before it was answered: there again when the ballot is. */
    struct buffer left_note;
    bool is_leaving; /* was told that the note would be lost */
    int64_t left_ballot_id;
    enum layout_choice layout;
    bool is_lead;       /* who may change settings */
    bool shows_origins; /* docids, priors and sources: the annotator is not blind */

    /* Where things stand; label_arrange says. */
    struct rectangle area;
    struct rectangle question_area;
    struct rectangle note_area;
    struct rectangle scores_area;
};

extern const struct screen screen_label;

/*
 * Shows the ballot, whose texts may have moved. Another ballot is shown from its
 * beginning, and what is looked for stays only as long as the question does.
 */
void label_show(struct label_model *model, const struct ballot *ballot, int64_t questions,
                const struct scoreboard *scores);

/* --- Parts of the screen, each in a file of its own ----------------------- */

/* What has the focus and is scrolled by the keys. */
struct passage *label_focused(struct label_model *model);

struct label_place label_place(const struct label_model *model);
void label_go_to_place(struct label_model *model, const struct label_place *place);

/* How the documents stand: what a choice of a layout comes to for a ballot in a window. */
enum label_shape { LABEL_COLUMNS, LABEL_TWO, LABEL_STACKED, LABEL_SHAPE_COUNT };

/* label_draw.c */
enum label_shape label_shape(const struct label_model *model, enum layout_choice layout);
void label_arrange(struct label_model *model, struct rectangle area);
void label_draw(const struct label_model *model, struct surface *surface);

/* label_find.c: begin, change the needle, then keep what was found or give it up. */
void label_find_begin(struct label_model *model);
void label_find_type(struct label_model *model, struct key key);
void label_find_erase(struct label_model *model);
/* The needle and its marks go; with `go_back`, the reader is where the find began. */
void label_find_forget(struct label_model *model, bool go_back);
/* Marks the needle in the documents of the ballot; goes nowhere. */
void label_find_mark(struct label_model *model);
/* Goes to the match after (+1) or before (-1) the current one, round and round; false: there are none. */
bool label_find_step(struct label_model *model, int direction);
size_t label_find_count(const struct label_model *model);
/* The number of the current match, from 1; 0: there is none. */
size_t label_find_number(const struct label_model *model);

#endif
