/*
 * A text in a window: as it is or rendered as Markdown, wrapped, scrolled, with
 * what was found in it and the words of the question marked. Parts of it can be folded. It can be wider or
 * narrower from one moment to the next and stays at the place where the reader is.
 *
 * Offsets are those of the text that is seen, rendered or not, folded or not.
 */
#ifndef ASSAY_TUI_WIDGET_TEXT_VIEW_H
#define ASSAY_TUI_WIDGET_TEXT_VIEW_H

#include "tui/keys/action.h"
#include "tui/text/folded_text.h"
#include "tui/text/markup/markdown.h"
#include "tui/text/match.h"
#include "tui/text/question_words.h"
#include "tui/text/units.h"
#include "tui/text/wrap.h"
#include "tui/widget/surface.h"

#define NO_MATCH SIZE_MAX

/* A byte of the text that is seen, and the one of the source that it comes from. */
struct text_place {
    size_t seen;
    size_t source;
};

/* {0} is empty and safe to release. */
struct text_view {
    struct bytes source;
    enum text_markup markup;   /* as which it is rendered: MARKUP_NONE, as it is, or … */
    struct markdown markdown;  /* … as this */
    bool is_folded;            /* and of that some parts are … */
    struct folded_text folded; /* … as here */
    unsigned version; /* another one when the text is another, or was rendered anew: not when it is folded */
    struct wrapped_text wrapped;
    struct buffer needle; /* what is found in it */
    struct match_list matches;
    size_t current;                     /* the match that "next" starts from, or NO_MATCH */
    const struct question_words *words; /* marked in it; NULL: none */
    struct text_part pointed_out;       /* of the source, and marked like a match; {0}: nothing */
    int rows;                           /* of the window */
    size_t top;                         /* the first line in the window … */
    size_t
        opened; /* the byte of what is seen that it was opened at: it may stand there with empty rows below the end */
    struct text_units units; /* of text_view_unfolded … */
    unsigned units_version;  /* … in this version; they are not known in another one */
    struct text_place place; /* … and the byte that was its first when the reader went there */
};

void text_view_release(struct text_view *view);

/* Shows another text (not copied) from its beginning as it is, nothing found in it. */
void text_view_set(struct text_view *view, struct bytes text);

/* Shows the text rendered, or as it is (MARKUP_NONE); the reader stays where they are. */
void text_view_render(struct text_view *view, enum text_markup markup);

/* Marks these words, which are not copied, from now on; NULL: none. */
void text_view_mark_words(struct text_view *view, const struct question_words *words);

/* The text that is seen, as far as it is rendered. */
struct bytes text_view_text(const struct text_view *view);

/* Its first `size` bytes as they would be seen without folds; empty until the width is known. */
struct bytes text_view_unfolded(struct text_view *view, size_t size);
/* The same with its blocks and styles, as far as it is rendered; NULL: it is seen as it is. */
const struct styled_text *text_view_unfolded_style(const struct text_view *view);

/*
 * Folds and marks parts, offsets in text_view_unfolded, of which all was asked for; NULL: none. A search, or another rendering,
 * unfolds them. Must be arranged afterwards.
 */
void text_view_fold(struct text_view *view, const struct text_folding *folding);

/* The line in which what stands behind a gap of the folding begins. All of the text is wrapped. */
size_t text_view_line_behind_gap(struct text_view *view, size_t gap);

/* The window has this size now. Must be called before the text view is drawn. */
void text_view_arrange(struct text_view *view, int columns, int rows);

/* The lines of the text at this width, counted no further than `most`. */
int text_view_count_rows(struct text_view *view, int columns, int most);

/* ACTION_LINE, ACTION_PAGE, ACTION_ENDS and ACTION_WHEEL. False: there is nothing more that way. */
bool text_view_scroll(struct text_view *view, struct action action);

/* Moves the window to where it was at `place`, or so that the byte at `offset` is seen. */
void text_view_go_to(struct text_view *view, struct text_place place);
void text_view_reveal(struct text_view *view, size_t offset);

/* Marks a part of the source from now on, however it is seen; nothing where the part is empty. */
void text_view_point_out(struct text_view *view, size_t start, size_t end);

/* The part of the source that is seen as this part of text_view_unfolded, and the place there of a byte of the source. */
struct text_part text_view_source_of(const struct text_view *view, size_t start, size_t end);
size_t text_view_unfolded_of(struct text_view *view, size_t source);

/* Moves the window so that this part of text_view_unfolded is seen, its beginning where it is too long. */
void text_view_show(struct text_view *view, size_t start, size_t end);

/* The byte of text_view_unfolded that is the first one in the window; and makes the line with this one the first. */
size_t text_view_first_unfolded(const struct text_view *view);
void text_view_stand_at(struct text_view *view, size_t unfolded);

/*
 * The units of the text as it is now, which are not copied. The first rows of a window in the middle of it then say what the
 * text below them is read below: heading, header, or the sentence that leads to a list. They cover the lines there.
 */
void text_view_set_units(struct text_view *view, struct text_units units);

/*
 * Makes the line with this byte of text_view_unfolded, where a unit begins, the first one of the window, below what it is
 * read below. At the end of the text, what stands before it fills the window, but never with a part of a unit.
 */
void text_view_open_at(struct text_view *view, size_t unfolded);

/* Whether this part of text_view_unfolded, which is not empty, is in the window as a whole. */
bool text_view_shows(const struct text_view *view, size_t start, size_t end);

/* Marks the matches of the needle. */
void text_view_find(struct text_view *view, struct bytes needle);

bool text_view_is_cut(const struct text_view *view); /* whether the window shows less than all */

/* The part of the source that is in the window; empty for a window without rows. */
struct text_part text_view_source_in_window(const struct text_view *view);

/* The lines above the window; 0 also when they were not counted. */
size_t text_view_lines_above(const struct text_view *view);

/* Adds where the window stands, as title_line_add_position does; shares are those of the source. */
void text_view_add_position(const struct text_view *view, struct buffer *text);

/*
 * Draws the window from (row, column) up to and without column `end`; what does not fit, and more behind the last line, is
 * cut and ends in "…". Right-to-left lines end before `end` where they are aligned, else they begin as all others do.
 * Returns the column after the last line.
 */
int text_view_draw_cut(const struct text_view *view, struct surface *surface, int row, int column, int end,
                       enum style style, bool is_aligned);

/* Draws the window with its upper left corner at (row, column); bars of a folding stand in the column before it. */
void text_view_draw(const struct text_view *view, struct surface *surface, int row, int column,
                    enum style style);

/*
 * Places the cursor in the window, drawn last at (row, column): where the current match or what is pointed out begins, else in
 * its first cell.
 */
void text_view_place_cursor(const struct text_view *view, struct surface *surface, int row, int column);

#endif
