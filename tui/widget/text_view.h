/*
 * A text in a window: plain or rendered as markup, wrapped and scrolled, with search matches and the words of the
 * question marked. Parts of it can be folded. When its width changes, the reader's position stays the same.
 *
 * Offsets refer to the visible text, rendered or not, folded or not, unless the comment says otherwise.
 */
#pragma once

#include "tui/keys/action.h"
#include "tui/text/folded_text.h"
#include "tui/text/markup/markdown.h"
#include "tui/text/match.h"
#include "tui/text/question_words.h"
#include "tui/text/units.h"
#include "tui/text/wrap.h"
#include "tui/widget/surface.h"

#define NO_MATCH SIZE_MAX

/* A byte of the visible text, and the byte of the source from which it comes. */
struct text_place {
    size_t seen;
    size_t source;
};

/* {0} is empty and safe to release. */
struct text_view {
    struct bytes source;
    enum text_markup markup;   /* how it is rendered: MARKUP_NONE, unchanged; or … */
    struct markdown markdown;  /* … as this */
    bool is_folded;            /* some parts of that are folded … */
    struct folded_text folded; /* … as here */
    unsigned version; /* changes with the text and with each rendering, not when the text is folded */
    struct wrapped_text wrapped;
    struct buffer needle; /* the search term */
    struct match_list matches;
    size_t current;                     /* the match from which "next" starts, or NO_MATCH */
    const struct question_words *words; /* marked in it; NULL: none */
    struct text_part pointed_out;       /* a part of the source that is marked like a match; {0}: none */
    int rows;                           /* of the window */
    size_t top;                         /* the first line in the window … */
    size_t
        /* the visible byte at which it was opened; it may stay at the top with empty rows below the end */
        opened;
    struct text_units units; /* units of text_view_unfolded … */
    unsigned units_version;  /* … in this version; unknown in another version */
    struct text_place place; /* … and the byte that was first when the reader went there */
};

void text_view_release(struct text_view *view);

/* Shows another text from its beginning, unrendered and without matches. The text is not copied. */
void text_view_set(struct text_view *view, struct bytes text);

/* Shows the text rendered, or unchanged (MARKUP_NONE). The reader's position stays. */
void text_view_render(struct text_view *view, enum text_markup markup);

/* Marks these words from now on. They are not copied. NULL: marks none. */
void text_view_mark_words(struct text_view *view, const struct question_words *words);

/* The visible text, as far as it is rendered. */
struct bytes text_view_text(const struct text_view *view);

/* The first `size` bytes as they would be visible without folds. Empty until the width is known. */
struct bytes text_view_unfolded(struct text_view *view, size_t size);
/* The same with its blocks and styles, as far as it is rendered. NULL: the text is shown unrendered. */
const struct styled_text *text_view_unfolded_style(const struct text_view *view);

/*
 * Folds and marks parts, given as offsets in text_view_unfolded, all of which must have been asked for. NULL:
 * unfolds. A search or another rendering also unfolds. text_view_arrange must follow.
 */
void text_view_fold(struct text_view *view, const struct text_folding *folding);

/* The line where the text after a gap of the folding begins. The whole text must be wrapped. */
size_t text_view_line_behind_gap(struct text_view *view, size_t gap);

/* Sets the size of the window. Must be called before the text view is drawn. */
void text_view_arrange(struct text_view *view, int columns, int rows);

/* The number of lines of the text at this width, counted up to `most`. */
int text_view_count_rows(struct text_view *view, int columns, int most);

/*
 * Handles ACTION_LINE, ACTION_PAGE, ACTION_ENDS and ACTION_WHEEL. Returns false if the text does not continue that
 * way.
 */
bool text_view_scroll(struct text_view *view, struct action action);

/* Moves the window to where it was at `place`, or so that the byte at `offset` is visible. */
void text_view_go_to(struct text_view *view, struct text_place place);
void text_view_reveal(struct text_view *view, size_t offset);

/* Marks a part of the source from now on, however it is shown. An empty part marks nothing. */
void text_view_point_out(struct text_view *view, size_t start, size_t end);

/*
 * The part of the source that is shown as this part of text_view_unfolded; and the position of a source byte in
 * text_view_unfolded.
 */
struct text_part text_view_source_of(const struct text_view *view, size_t start, size_t end);
size_t text_view_unfolded_of(struct text_view *view, size_t source);

/* Moves the window so that this part of text_view_unfolded is visible, or its beginning if it is too long. */
void text_view_show(struct text_view *view, size_t start, size_t end);

/*
 * The byte of text_view_unfolded that is first in the window; text_view_stand_at makes the line with that byte the
 * first.
 */
size_t text_view_first_unfolded(const struct text_view *view);
void text_view_stand_at(struct text_view *view, size_t unfolded);

/*
 * Sets the units of the present text; they are not copied. When the window is in the middle of the text, its first
 * rows then show the context of the text below: the heading, the table header, or the sentence that introduces a
 * list. These rows cover the lines there.
 */
void text_view_set_units(struct text_view *view, struct text_units units);

/*
 * Makes the line with this byte of text_view_unfolded, where a unit begins, the first line of the window, below its
 * context. At the end of the text, preceding text fills the window, but only in whole units.
 */
void text_view_open_at(struct text_view *view, size_t unfolded);

/* Whether the window shows all of this part of text_view_unfolded, which must not be empty. */
bool text_view_shows(const struct text_view *view, size_t start, size_t end);

/* Searches the text and marks the matches. */
void text_view_find(struct text_view *view, struct bytes needle);

bool text_view_is_cut(const struct text_view *view); /* whether the window shows less than the whole text */

/* The part of the source in the window; empty for a window without rows. */
struct text_part text_view_source_in_window(const struct text_view *view);

/* The number of lines above the window; also 0 if they were not counted. */
size_t text_view_lines_above(const struct text_view *view);

/* Appends the window's position like title_line_add_position. Shares are those of the source. */
void text_view_add_position(const struct text_view *view, struct buffer *text);

/*
 * Draws the window from (row, column) up to, not including, column `end`. Text that does not fit, and text after the
 * last line, is cut and ends in "…". If `is_aligned`, right-to-left lines end before `end`; otherwise they begin like
 * all others. Returns the column after the last line.
 */
int text_view_draw_cut(const struct text_view *view, struct surface *surface, int row, int column, int end,
                       enum style style, bool is_aligned);

/* Draws the window with its upper left corner at (row, column). The bars of a folding are in the column before it. */
void text_view_draw(const struct text_view *view, struct surface *surface, int row, int column,
                    enum style style);

/*
 * Places the cursor in the window, which was last drawn at (row, column): at the current match or the marked part of
 * the source, else in the first cell.
 */
void text_view_place_cursor(const struct text_view *view, struct surface *surface, int row, int column);
