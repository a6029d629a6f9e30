/*
 * What the terminfo database says about a terminal type. Apart from tui/term.c
 * because <term.h> turns hundreds of ordinary words into macros.
 */
#ifndef ASSAY_TUI_TERMINFO_H
#define ASSAY_TUI_TERMINFO_H

#include <stdbool.h>

/* Whether the type ($TERM) is known and can move its cursor. Writes nothing to `output`, a file descriptor. */
bool terminfo_has_screen(const char *type, int output);

#endif
