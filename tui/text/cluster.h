/*
 * Untrusted text in a form that a terminal can draw: bytes in, clusters out.
 *
 * A cluster fills one place on the screen: a character with its marks. It never contains anything that a terminal
 * obeys, whatever the bytes are. Where terminals draw a sequence in different ways, the cluster is a form that all of
 * them can draw:
 *
 *   control bytes              their symbols (␀ … ␟, ␡); C1 controls as U+FFFD
 *   LF, CR LF, U+2028, U+2029  one space: tui/text/wrap.h decides where lines end
 *   a tab                      spaces up to the next multiple of TAB_COLUMNS
 *   invalid UTF-8, unassigned  U+FFFD
 *   bidi controls, joiners and
 *   other ignorable characters nothing
 *   an emoji sequence          its first emoji, without skin tone: some terminals draw the parts side by side, others
 *                              draw one picture
 *   variation selectors        nothing: ❤ has the same width with U+FE0F or without
 *   a flag                     its two letters: as a picture it is two or four columns wide
 *   a keycap                   its digit, with the box as a mark
 *   right-to-left text         in stored order; tui/text/visual_order.h places it
 *   a mark without a base      on U+25CC, the dotted circle
 *
 * Terminals that can be told to draw each grapheme (UAX #29) in one place of at most two columns can draw more. On
 * them, once clusters_join was called:
 *
 *   an emoji sequence, a flag,
 *   a keycap with U+FE0F       stays whole, in two columns, if Unicode could recommend it; joiners, skin tones,
 *                              selectors and tags outside of an emoji are still dropped
 *   a spacing mark             shares the place of its base, at most two columns together
 */
#pragma once

#include "core/base/bytes.h"

#include <uchar.h>

enum {
    TAB_COLUMNS = 4,
    GLYPH_CODES_MAX = 10, /* the longest emoji that Unicode recommends (UTS #51) */
};

/*
 * The code points of one cell, followed by zeros: a code point that takes columns, then marks that take none or code
 * points that join it.
 */
struct glyph {
    char32_t codes[GLYPH_CODES_MAX];
};

struct cluster {
    struct glyph glyph;
    size_t size; /* in bytes of the text, at least 1 */
    int width;   /* in columns: 0 (nothing is drawn), 1 or 2; more for a tab, whose glyph is a space */
};

/*
 * Sets whether the terminal draws a grapheme in one place. Text that is already laid out keeps the old widths and
 * must be laid out again. Like the terminal, this is global to the process.
 */
void clusters_join(bool join);

/* The cluster at `offset`, if it is more than one printable ASCII character. */
struct cluster text_other_cluster(struct bytes text, size_t offset, int column);

/* The cluster at `offset` < text.size, drawn in `column` of its line (on which tabs depend). */
static inline struct cluster text_cluster(struct bytes text, size_t offset, int column)
{
    const char *byte = text.data + offset;
    bool is_printable_ascii = *byte >= 0x20 && *byte < 0x7f;
    bool is_alone = offset + 1 == text.size || (byte[1] & 0x80) == 0;
    if (is_printable_ascii && is_alone)
        return (struct cluster){.glyph = {{(unsigned char)*byte}}, .size = 1, .width = 1};
    return text_other_cluster(text, offset, column);
}

/* Whether the cluster leaves its columns empty: a space, a tab, a line end. */
static inline bool cluster_is_blank(const struct cluster *cluster)
{
    return cluster->glyph.codes[0] == ' ' && cluster->glyph.codes[1] == 0;
}

/* The width of the text on one line, in columns. */
int text_width(struct bytes text);

/* The longest beginning of the text that takes at most `columns` columns. */
struct bytes text_fitting(struct bytes text, int columns);
