/*
 * Text that could steer a terminal, hide neighbouring text or break a reader, and the function that decides whether any
 * of it has reached a terminal.
 */
#pragma once

#include "core/base/bytes.h"

struct hostile_text {
    const char *name;
    const char *text;
    bool is_utf8;
    bool can_be_id; /* in formats with columns: it contains no white space */
};

enum { HOSTILE_TEXTS = 23 };

extern const struct hostile_text hostile_texts[HOSTILE_TEXTS];

/* Which control characters are allowed between printable characters. */
enum hostile_place {
    HOSTILE_COMMAND, /* line ends, tabs, and the sequence that clears the progress line */
    HOSTILE_SCREEN,  /* the sequences that curses and the screens write */
};

/*
 * Returns the first bytes of `written` that must not reach a terminal: neither printable UTF-8 nor allowed in this
 * place. Empty: all bytes are allowed. Sets *n_before to the number of allowed bytes before them.
 */
struct bytes hostile_find(struct bytes written, enum hostile_place place, size_t *n_before);
