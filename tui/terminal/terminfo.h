/*
 * The terminal's entry in the terminfo database. Separate from tui/terminal/curses.c because <term.h> defines
 * hundreds of ordinary words as macros.
 */
#pragma once

#include "tui/terminal/theme.h"
#include "tui/widget/surface.h"

/*
 * The terminal type to look up in terminfo: `type` ($TERM) itself or, if this machine does not know it, a similar
 * type. This happens on a server that is older than the user's terminal. NULL: there is no usable type, or the
 * terminal can't move its cursor. Writes nothing to `output`, a file descriptor.
 */
const char *terminfo_usable_type(const char *type, int output);

/* The following functions are about the terminal that curses has open. */

/* It uses the sequences of ECMA-48, so it ignores requests that it does not know. */
bool terminfo_is_ecma48(void);

/* It has an alternate screen besides the shell's screen. */
bool terminfo_has_second_screen(void);

/* The number of colours. COLOURS_DIRECT: the number of a colour is its 0xRRGGBB. */
int terminfo_colours(void);

bool terminfo_can_go_right(void);
bool terminfo_can_go_to_column(void); /* within the same row */
bool terminfo_can_go_below(void);

/* It can move some of its rows up and down. */
bool terminfo_can_shift(void);

/* Drawing the last cell of the last line scrolls the screen. */
bool terminfo_last_cell_scrolls(void);

/* The following functions append control sequences, or nothing if the terminal lacks them. */
void terminfo_add_move(int row, int column, struct buffer *bytes);
void terminfo_add_below(struct buffer *bytes); /* from behind a cell to the cell below it */
void terminfo_add_right(int count, struct buffer *bytes);
void terminfo_add_column(int column, struct buffer *bytes);
/* Moves the rows of the area up, or down if `up` is negative. The area consists of whole rows. */
void terminfo_add_shift(struct rectangle area, int up, const struct surface *screen, struct buffer *bytes);
void terminfo_add_look(const struct look *look, struct buffer *bytes); /* from plain */
void terminfo_add_plain(struct buffer *bytes);                         /* from any look */
void terminfo_add_clear_rest(struct buffer *bytes);                    /* clears the rest of the line */

/* Appends the sequence that switches back to the shell's screen. */
void terminfo_add_leave(struct buffer *sequence);
