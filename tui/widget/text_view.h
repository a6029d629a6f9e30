/*
 * A text in a window: as it is or rendered as Markdown, wrapped, scrolled, with
 * what was found in it and the words of the question marked. It can be wider or
 * narrower from one moment to the next and stays at the place where the reader is.
 *
 * Offsets are those of the text that is seen, rendered or not.
 */
#ifndef ASSAY_TUI_WIDGET_TEXT_VIEW_H
#define ASSAY_TUI_WIDGET_TEXT_VIEW_H

#include "tui/keys/action.h"
#include "tui/text/find.h"
#include "tui/text/markdown.h"
#include "tui/text/question_words.h"
#include "tui/text/wrap.h"
#include "tui/widget/surface.h"

#define NO_MATCH SIZE_MAX

/* A byte of the text that is seen, and the one of the source that it comes from. */
struct text_place {
    size_t seen;
    size_t source;
};

/* {0} is empty and safe to release. */
struct passage {
    struct bytes source;
    bool is_rendered;         /* as Markdown … */
    struct markdown markdown; /* … which is this */
    struct layout layout;
    struct buffer needle; /* what is found in it */
    struct match_list matches;
    size_t current;            /* the match that "next" starts from, or NO_MATCH */
    const struct terms *terms; /* marked in it; NULL: none */
    int rows;                  /* of the window */
    size_t top;                /* the first line in the window … */
    struct text_place place;   /* … and the byte that was its first when the reader went there */
};

void passage_release(struct passage *passage);

/* Shows another text (not copied) from its beginning as it is, nothing found in it. */
void passage_set(struct passage *passage, struct bytes text);

/* Shows the text rendered as Markdown, or as it is; the reader stays where they are. */
void passage_render(struct passage *passage, bool is_rendered);

/* Marks these words, which are not copied, from now on; NULL: none. */
void passage_mark_terms(struct passage *passage, const struct terms *terms);

/* The text that is seen, as far as it is rendered. */
struct bytes passage_text(const struct passage *passage);

/* The window has this size now. Must be called before the passage is drawn. */
void passage_arrange(struct passage *passage, int columns, int rows);

/* The lines of the text at this width, counted no further than `most`. */
int passage_count_rows(struct passage *passage, int columns, int most);

/* ACTION_LINE, ACTION_PAGE, ACTION_ENDS and ACTION_WHEEL. False: there is nothing more that way. */
bool passage_scroll(struct passage *passage, struct action action);

/* Moves the window to where it was at `place`, or so that the byte at `offset` is seen. */
void passage_go_to(struct passage *passage, struct text_place place);
void passage_reveal(struct passage *passage, size_t offset);

/* Marks the matches of the needle. */
void passage_find(struct passage *passage, struct bytes needle);

bool passage_is_cut(const struct passage *passage); /* whether the window shows less than all */

/* Adds where the window stands, as heading_add_position does; shares are those of the source. */
void passage_add_position(const struct passage *passage, struct buffer *text);

/*
 * Draws line number `line` from `column` up to and without `end`; what does not
 * fit is cut and ends in "…". Returns the column after it.
 */
int passage_draw_line(const struct passage *passage, size_t line, struct surface *surface, int row,
                      int column, int end, enum style style);

/* Draws the window with its upper left corner at (row, column). */
void passage_draw(const struct passage *passage, struct surface *surface, int row, int column,
                  enum style style);

#endif
