/*
 * The entries of the terminfo database for a terminal type. Apart from tui/terminal/curses.c because <term.h> turns hundreds of
 * ordinary words into macros.
 */
#ifndef ASSAY_TUI_TERMINAL_TERMINFO_H
#define ASSAY_TUI_TERMINAL_TERMINFO_H

#include "tui/terminal/theme.h"
#include "tui/widget/surface.h"

/*
 * The type to ask terminfo for: `type` ($TERM) itself, or where it is not known
 * here, as on a server that is older than the user's terminal, one that does for
 * it. NULL: there is none, or it can't move its cursor. Writes nothing to
 * `output`, a file descriptor.
 */
const char *terminfo_usable_type(const char *type, int output);

/* These are about the terminal that curses has open. */

/* Its sequences are those of ECMA-48: it ignores requests that it does not know. */
bool terminfo_is_ecma48(void);

/* It has a screen for such apps beside the shell's. */
bool terminfo_has_second_screen(void);

/* As many as it says; COLOURS_DIRECT where a colour's number is its 0xRRGGBB. */
int terminfo_colours(void);

bool terminfo_can_go_right(void);
bool terminfo_can_go_to_column(void); /* in the same row */
bool terminfo_can_go_below(void);

/* Some of its rows can be moved up and down. */
bool terminfo_can_shift(void);

/* Drawing the last cell of the last line moves everything up. */
bool terminfo_last_cell_scrolls(void);

/* These add what the terminal is told; nothing where it can't. */
void terminfo_add_move(int row, int column, struct buffer *bytes);
void terminfo_add_below(struct buffer *bytes); /* from behind a cell to the one below it */
void terminfo_add_right(int count, struct buffer *bytes);
void terminfo_add_column(int column, struct buffer *bytes);
/* Moves the rows of the area, which are whole, up, or down where `up` is below 0. */
void terminfo_add_shift(struct rectangle area, int up, const struct surface *screen, struct buffer *bytes);
void terminfo_add_look(const struct look *look, struct buffer *bytes); /* from plain */
void terminfo_add_plain(struct buffer *bytes);                         /* from any look */
void terminfo_add_clear_rest(struct buffer *bytes);                    /* of the line */

/* Adds what makes its screen the shell's again. */
void terminfo_add_leave(struct buffer *sequence);

#endif
