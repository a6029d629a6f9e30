/*
 * Text that would steer a terminal, hide what stands beside it or break what reads it, and the one judge of whether any
 * of that has reached a terminal.
 */
#ifndef ASSAY_TESTS_SUPPORT_HOSTILE_TEXT_H
#define ASSAY_TESTS_SUPPORT_HOSTILE_TEXT_H

#include "core/base/bytes.h"

struct hostile_text {
    const char *name;
    const char *text;
    bool is_utf8;
    bool can_be_id; /* of a format with columns: it has no white space */
};

enum { HOSTILE_TEXTS = 23 };

extern const struct hostile_text hostile_texts[HOSTILE_TEXTS];

/* What may stand between the characters. */
enum hostile_place {
    HOSTILE_COMMAND, /* line ends, tabs, and the wiping of the line that tells of progress */
    HOSTILE_SCREEN,  /* the sequences that curses and the screen itself write */
};

/*
 * What of the bytes must not reach a terminal: printable UTF-8 may, and what may stand between. Empty when all of it may.
 * `n_before`: how many bytes are right before it.
 */
struct bytes hostile_find(struct bytes written, enum hostile_place place, size_t *n_before);

#endif
