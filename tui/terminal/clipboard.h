/*
 * Text for the user's clipboard, which only the terminal can reach (xterm's
 * control sequences, OSC 52). Over ssh it is the one beside the user.
 */
#ifndef ASSAY_TUI_TERMINAL_CLIPBOARD_H
#define ASSAY_TUI_TERMINAL_CLIPBOARD_H

#include "core/base/bytes.h"

/* The limit of xterm and similar terminals: 74,994 digits of base64. */
enum { CLIPBOARD_TEXT_MAX = 56244 };

/*
 * Adds the request that puts the text on the clipboard; `in_screen`: wrapped so
 * that GNU screen hands it on. False: the text is too long, nothing is added.
 */
bool clipboard_add_request(struct bytes text, bool in_screen, struct buffer *request);

/*
 * Adds the text as it may be pasted anywhere: line ends as LF, tabs as they are,
 * other control characters as their symbols, invalid bytes as U+FFFD. Returns its
 * characters.
 */
size_t clipboard_add_text(struct bytes text, struct buffer *copy);

#endif
