/*
 * The frame around every screen: the header with the progress, the status line, and the key bar made from the screen's key
 * table.
 */
#ifndef ASSAY_TUI_APP_FRAME_H
#define ASSAY_TUI_APP_FRAME_H

#include "core/store/labelling/status.h"
#include "tui/screens/screen.h"

/* The smallest window that the app draws itself in. */
enum { FRAME_ROWS_MIN = 12, FRAME_COLUMNS_MIN = 40 };

enum {
    KEY_ROWS_MAX = 64, /* of a key table */
    CLICKABLE_MAX = KEY_ROWS_MAX * KEY_ROW_KEYS_MAX,
};

/* A key in the bar or above it, from column `first` to before `end`: with its name, where that is of this key alone. */
struct clickable_key {
    int row;
    int first, end;
    char32_t key;
};

struct frame {
    const struct keymap *keymap;
    struct bytes database; /* as the header calls it */
    struct bytes annotator;
    struct progress progress;
    int64_t own_votes; /* of the annotator, that stand */
    struct forecast forecast;
    bool is_lead;                        /* the key bar has what is for who leads */
    bool is_judge;                       /* the header says what is left for them, not how far all are */
    const struct decider *decider;       /* NULL: nothing is to be decided */
    bool is_replay;                      /* the header counts the votes of the annotator, who does not look */
    bool has_ballot;                     /* the header counts the ballot in hand … */
    size_t practice_number, practice_of; /* … or says that it is one to practise on; 0: it is none */
    struct buffer remark;                /* in the status line; empty: none */
    bool is_warning;                     /* the remark tells of something that went wrong */
    size_t saved_size; /* of the remark's beginning, which tells what was saved; 0: it tells of no vote */
    bool is_of_window; /* the remark holds in a window of this size alone */
    bool goes_on;      /* the key that leaves the screen leads to what is new, not back */
    const struct reason_list *reasons;
    int vote_without_reason; /* that one of them is asked for; VOTE_ABSENT: none is */
    struct clickable_key clickable[CLICKABLE_MAX];
    size_t n_clickable;
};

void frame_release(struct frame *frame);

/* Replaces the remark, which may name keys by KEY_OF, and have parts that give way where it is too long for the line
 * (YIELDING of tui/text/shortening.h). */
void frame_remark(struct frame *frame, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same of a vote that is saved: where its reason is asked for and there is no room for both, that comes first. */
void frame_remark_vote(struct frame *frame, const char *text);
/* Says it behind what a vote has said, in the place of what was said behind it. */
void frame_remark_beside_vote(struct frame *frame, const char *text);
/* Says which keys of the table give the reasons that are set. */
void frame_remark_reason_keys(struct frame *frame, const struct key_table *table);
void frame_warn(struct frame *frame, const char *text);
/* Say it behind what is said already. */
void frame_remark_too(struct frame *frame, const char *text);
void frame_warn_too(struct frame *frame, const char *text);
void frame_clear_remark(struct frame *frame);
/* The window has another size: what holds for the one before alone is not said any more. */
void frame_forget_window(struct frame *frame);

/* The screen's part of a window of this size; and what of its first row the progress takes, where that is the header's. */
struct rectangle frame_body(const struct screen *screen, int rows, int columns);
int frame_shared_columns(const struct frame *frame, int columns);

void frame_draw(struct frame *frame, struct surface *surface, const struct screen *screen, const void *model);

/* The key that was drawn in this cell; false: none is there. */
bool frame_find_key(const struct frame *frame, int row, int column, struct key *key);

/* The whole window when it is too small for the app: says so. */
void frame_draw_too_small(struct surface *surface);

#endif
