/*
 * Code points in bytes of unknown origin. Widths, clusters and lines are
 * tui/text/cluster.h's and tui/text/wrap.h's; here is what writing to a file needs too.
 */
#ifndef ASSAY_CORE_BASE_UNICODE_H
#define ASSAY_CORE_BASE_UNICODE_H

#include "core/base/bytes.h"

#include <stdarg.h>
#include <uchar.h>

enum {
    UNICODE_REPLACEMENT = 0xfffd,
    UNICODE_MARKS_MAX = 4, /* that are shown on one character: as many as a cell of the screen holds */
};

/* The code point at `offset` < text.size, U+FFFD for an invalid sequence; returns its size in bytes. */
size_t unicode_decode(struct bytes text, size_t offset, char32_t *code);
/* Whether the byte belongs to a character of UTF-8 that began before it. */
bool unicode_is_continuation(char byte);
/* Adds a code point (a bug when it is none) as UTF-8. */
void unicode_add_code(struct buffer *buffer, char32_t code);

/* The first characters (code points) of the text, all of it where there are no more; an invalid byte is one, too. */
struct bytes unicode_first(struct bytes text, size_t characters);

/*
 * The symbol that stands for a control character or a separator of lines (␀ … ␟, ␡, ␤; C1 and what is no character:
 * U+FFFD); any other code point is its own.
 */
char32_t unicode_visible(char32_t code);
/* Whether there is a control character: C0, DEL or C1, also as a bare byte, which some terminals obey. */
bool unicode_has_control(struct bytes text);
/* Characters without a width that can reorder or hide others: bidi controls, joiners and the like. */
bool unicode_is_ignorable(char32_t code);

/* Whether all of it is UTF-8. */
bool unicode_is_valid(struct bytes text);
/* Adds the text with U+FFFD for each invalid sequence and each NUL: UTF-8 that any reader takes. */
void unicode_add_valid(struct buffer *buffer, struct bytes text);
/*
 * Adds the text as a terminal may get it: besides, control characters become
 * their symbols, line ends too, and ignorable ones are left out, as are marks beyond UNICODE_MARKS_MAX on one character.
 */
void unicode_add_visible(struct buffer *buffer, struct bytes text);
/* The same of text that is formatted, of any length; the arguments are used up. */
void unicode_add_visible_format(struct buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
/* The same of the text's beginning, so many characters at most; "…" where there is more. */
void unicode_add_beginning(struct buffer *buffer, struct bytes text, size_t characters);
/*
 * The same for what is to be seen as it is: line ends and tabs stay, and what is not harmless is escaped as in JSON
 * (\u001b, \u202e), of which it stays a text with the same meaning. `ascii`: so is all that is not ASCII.
 */
void unicode_add_escaped(struct buffer *buffer, struct bytes text, bool ascii);
/* How much of the text there is without a character that is cut off at its end. */
size_t unicode_whole(struct bytes text);
/* The columns that text from unicode_add_visible takes. */
size_t unicode_columns(struct bytes visible);

#endif
