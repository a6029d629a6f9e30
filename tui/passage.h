/*
 * A text in a window: wrapped, scrolled, with what was found in it marked. It
 * can be wider or narrower from one moment to the next and stays at the place
 * where the reader is.
 */
#ifndef ASSAY_TUI_PASSAGE_H
#define ASSAY_TUI_PASSAGE_H

#include "tui/find.h"
#include "tui/layout.h"
#include "tui/screen.h"
#include "tui/surface.h"

#define NO_MATCH SIZE_MAX

/* {0} is empty and safe to release. */
struct passage {
    struct bytes text;
    struct layout layout;
    struct match_list matches;
    size_t current; /* the match that "next" starts from, or NO_MATCH */
    int rows;       /* of the window */
    size_t top;     /* the first line in the window … */
    size_t anchor;  /* … and the byte that was its first when the reader went there */
};

void passage_release(struct passage *passage);

/* Shows another text (not copied) from its beginning, nothing found in it. */
void passage_set(struct passage *passage, struct bytes text);

/* The window has this size now. Must be called before the passage is drawn. */
void passage_arrange(struct passage *passage, int columns, int rows);

/* The lines of the text at this width, counted no further than `most`. */
int passage_count_rows(struct passage *passage, int columns, int most);

/* ACTION_LINE, ACTION_PAGE and ACTION_ENDS. False: there is nothing more that way. */
bool passage_scroll(struct passage *passage, struct action action);

/* Moves the window to where it was at `anchor`, or so that the byte at `offset` is seen. */
void passage_go_to(struct passage *passage, size_t anchor);
void passage_reveal(struct passage *passage, size_t offset);

/* Marks the matches of the needle. */
void passage_find(struct passage *passage, struct bytes needle);

bool passage_is_cut(const struct passage *passage); /* whether the window shows less than all */

/* Adds where the window stands: "▼ 37 %" at the beginning, "▲▼ 62 %", "▲ end"; nothing when all is seen. */
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
