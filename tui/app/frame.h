/*
 * The frame around every screen: the header with the progress, the status line, and the key bar, which is made from the
 * screen's key table.
 */
#pragma once

#include "core/store/labelling/status.h"
#include "tui/screens/screen.h"

/* The smallest window in which the app draws its screens. */
enum { FRAME_ROWS_MIN = 12, FRAME_COLUMNS_MIN = 40 };

enum {
    KEY_ROWS_MAX = 64, /* largest number of rows in a key table */
    CLICKABLE_MAX = KEY_ROWS_MAX * KEY_ROW_KEYS_MAX,
};

/*
 * A key shown in or above the key bar. A click on the columns from `first` up to, not including, `end` presses it;
 * its name is included where the name belongs to this key alone.
 */
struct clickable_key {
    int row;
    int first, end;
    char32_t key;
};

struct frame {
    const struct keymap *keymap;
    struct bytes database; /* its name in the header */
    struct bytes annotator;
    struct progress progress;
    int64_t own_votes; /* the annotator's votes that are in force */
    struct forecast forecast;
    bool is_lead; /* the key bar includes the keys for the project lead */
    /* the header shows the judge's remaining work, not everybody's progress */
    bool is_judge;
    const struct decider *decider; /* NULL: there is no decision to make */
    /* the header counts the votes of the annotator whose answers are replayed */
    bool is_replay;
    bool has_ballot;                     /* the header counts the ballot in hand, which is open … */
    size_t practice_number, practice_of; /* … or shows that it is a practice ballot; 0: it is not */
    struct buffer remark;                /* shown in the status line; empty: none */
    bool is_warning;                     /* the remark reports that something went wrong */
    /* size of the remark's beginning that says what was saved; 0: the remark is about no vote */
    size_t saved_size;
    bool is_of_window; /* the remark holds only for the present window size */
    bool goes_on;      /* the key that leaves the screen leads on to something new, not back */
    const struct reason_list *reasons;
    int vote_without_reason; /* the vote whose reason is asked for; VOTE_ABSENT: none */
    int tied_without_reason; /* the document that is as good as that vote's; 0: none */
    struct clickable_key clickable[CLICKABLE_MAX];
    size_t n_clickable;
};

void frame_release(struct frame *frame);

/* Replaces the remark. It may name keys with KEY_OF. It may mark parts that are dropped when the line is too narrow
 * (YIELDING of tui/text/shortening.h). */
void frame_remark(struct frame *frame, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * Like frame_remark, for a vote that was saved. If its reason is asked for and the line has no room for both, the
 * request for the reason takes precedence.
 */
void frame_remark_vote(struct frame *frame, const char *text);
/* Appends the text to the remark about a saved vote. It replaces an earlier such text. */
void frame_remark_beside_vote(struct frame *frame, const char *text);
/* Remarks which keys of the table give the reasons that are set. */
void frame_remark_reason_keys(struct frame *frame, const struct key_table *table);
void frame_warn(struct frame *frame, const char *text);
/* Append the text to the present remark. */
void frame_remark_too(struct frame *frame, const char *text);
void frame_warn_too(struct frame *frame, const char *text);
void frame_clear_remark(struct frame *frame);
/* To be called when the window size has changed: deletes a remark that holds only for the old size. */
void frame_forget_window(struct frame *frame);

/*
 * The screen's part of a window of this size. frame_shared_columns returns the number of columns that the progress
 * takes from the first row of that part, if the screen shares the header's row.
 */
struct rectangle frame_body(const struct screen *screen, int rows, int columns);
int frame_shared_columns(const struct frame *frame, int columns);

void frame_draw(struct frame *frame, struct surface *surface, const struct screen *screen, const void *model);

/* Finds the key that is drawn in this cell. Returns false if there is none. */
bool frame_find_key(const struct frame *frame, int row, int column, struct key *key);

/* Fills a window that is too small for the app with a message that says so. */
void frame_draw_too_small(struct surface *surface);
