/*
 * Code points in bytes of unknown origin. Widths, clusters and lines are in tui/text/cluster.h and tui/text/wrap.h;
 * this file has what writing to a file needs, too.
 */
#pragma once

#include "core/base/bytes.h"

#include <stdarg.h>
#include <uchar.h>

enum {
    UNICODE_REPLACEMENT = 0xfffd,
    UNICODE_MARKS_MAX = 4, /* marks shown on one character, as many as a cell of the screen holds */
};

/* Reads the code point at `offset` < text.size; it is U+FFFD for an invalid sequence. Returns its size in bytes. */
size_t unicode_decode(struct bytes text, size_t offset, char32_t *code);
/* Returns whether the byte continues a UTF-8 character that began before it. */
bool unicode_is_continuation(char byte);
/* Adds a code point as UTF-8. An invalid code point is a bug. */
void unicode_add_code(struct buffer *buffer, char32_t code);

/*
 * Returns the first `characters` code points of the text, or all of it if it has fewer. An invalid byte counts as
 * one.
 */
struct bytes unicode_first(struct bytes text, size_t characters);

/*
 * Returns the symbol for a control character or a line separator (␀ … ␟, ␡, ␤). For C1 and noncharacters it is
 * U+FFFD. Any other code point is returned unchanged.
 */
char32_t unicode_visible(char32_t code);
/*
 * Returns whether the text has a control character: C0, DEL or C1. A bare C1 byte counts, too, because some
 * terminals obey it.
 */
bool unicode_has_control(struct bytes text);
/* Returns whether the code point has no width and can reorder or hide others: bidi controls, joiners and the like. */
bool unicode_is_ignorable(char32_t code);

/* Returns whether the whole text is UTF-8. */
bool unicode_is_valid(struct bytes text);
/* Adds the text with U+FFFD for each invalid sequence and each NUL, so that it is UTF-8 that any reader accepts. */
void unicode_add_valid(struct buffer *buffer, struct bytes text);
/*
 * Adds the text so that it is safe for a terminal. In addition, control characters and line ends become their
 * symbols. Ignorable characters are left out, and so are marks beyond UNICODE_MARKS_MAX on one character.
 */
void unicode_add_visible(struct buffer *buffer, struct bytes text);
/* The same for formatted text of any length; the arguments are used up. */
void unicode_add_visible_format(struct buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
/* The same for the text's first `characters` characters, with "…" if there are more. */
void unicode_add_beginning(struct buffer *buffer, struct bytes text, size_t characters);
/*
 * Adds text that keeps its layout: line ends and tabs stay. Harmful characters are escaped as in JSON (\u001b,
 * \u202e), so a text in JSON keeps its meaning. If `ascii` is true, all characters outside ASCII are escaped, too.
 */
void unicode_add_escaped(struct buffer *buffer, struct bytes text, bool ascii);
/* Returns the size of the text without a character that is cut off at its end. */
size_t unicode_whole(struct bytes text);
/* Returns the number of columns that text from unicode_add_visible takes. */
size_t unicode_columns(struct bytes visible);
