/*
 * Text for the user's clipboard. Only the terminal can reach it (by xterm's control sequence OSC 52); over ssh this
 * is the clipboard of the user's own machine.
 */
#pragma once

#include "core/base/bytes.h"

/* The limit of xterm and similar terminals: 74,994 digits of base64. */
enum { CLIPBOARD_TEXT_MAX = 56244 };

/*
 * Appends the request that puts the text on the clipboard. `in_screen`: wraps it so that GNU screen passes it on.
 * Returns false and appends nothing if the text is too long.
 */
bool clipboard_add_request(struct bytes text, bool in_screen, struct buffer *request);

/*
 * Appends the text in a form that can be pasted anywhere: line ends as LF, tabs unchanged, other control characters
 * as their symbols, invalid bytes as U+FFFD. Returns the number of characters.
 */
size_t clipboard_add_text(struct bytes text, struct buffer *copy);
