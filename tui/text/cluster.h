/*
 * Untrusted text as a terminal can draw it: bytes in, clusters out.
 *
 * A cluster is what fills one place on the screen: a character with the marks on it. A cluster never holds anything that a
 * terminal obeys, whatever the bytes are, and of what terminals draw in several ways it is the one that all of them can:
 *
 *   control bytes              their symbols (␀ … ␟, ␡); C1 controls as U+FFFD
 *   LF, CR LF, U+2028, U+2029  one space: where lines end is tui/text/wrap.h's to say
 *   a tab                      spaces up to the next multiple of TAB_COLUMNS
 *   invalid UTF-8, unassigned  U+FFFD
 *   bidi controls, joiners and
 *   other ignorable characters nothing
 *   an emoji sequence          its first emoji, without skin tone: half of the terminals draw the
 *                              parts side by side, the other half one picture in their place
 *   variation selectors        nothing: ❤ has the width of ❤, with U+FE0F or without
 *   a flag                     its two letters: as a picture it is two columns wide, or four
 *   a keycap                   its digit, with the box as a mark
 *   right-to-left text         in the order in which it is stored; tui/text/visual_order.h places it
 *   a mark without a base      on U+25CC, the dotted circle
 *
 * Terminals that can be told to draw each grapheme (UAX #29) in one place, of two
 * columns at most, can draw more. On them, once clusters_join is called,
 *
 *   an emoji sequence, a flag,
 *   a keycap with U+FE0F       is whole, in two columns, if Unicode could recommend it: joiners, skin tones, selectors
 *                              and tags that belong to no emoji are nothing here too
 *   a spacing mark             is in the place of its base, at most two columns with it
 */
#ifndef ASSAY_TUI_TEXT_CLUSTER_H
#define ASSAY_TUI_TEXT_CLUSTER_H

#include "core/base/bytes.h"

#include <uchar.h>

enum {
    TAB_COLUMNS = 4,
    GLYPH_CODES_MAX = 10, /* those of the longest emoji that Unicode recommends (UTS #51) */
};

/* The code points of one cell, then zeros: one that takes columns, then marks that take none, or what joins it. */
struct glyph {
    char32_t codes[GLYPH_CODES_MAX];
};

struct cluster {
    struct glyph glyph;
    size_t size; /* bytes of the text that it stands for, at least 1 */
    int width;   /* in columns: 0 (nothing is drawn), 1 or 2; more for a tab, whose glyph is a space */
};

/*
 * Whether the terminal draws graphemes in one place, from now on: what is laid out
 * already has the other widths. A thing of the process, as the terminal is.
 */
void clusters_join(bool join);

/* The cluster at `offset` < text.size, drawn in `column` of its line (tabs depend on it). */
struct cluster text_cluster(struct bytes text, size_t offset, int column);

/* Whether the cluster leaves its columns empty: a space, a tab, a line end. */
bool cluster_is_blank(const struct cluster *cluster);

/* The columns that the text takes on one line. */
int text_width(struct bytes text);

/* The longest beginning of the text that takes at most `columns`. */
struct bytes text_fitting(struct bytes text, int columns);

#endif
