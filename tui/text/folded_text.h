/*
 * A text of which parts are folded: in the place of each stands a line that says what is not shown. The remaining text can be
 * marked, and parts of it moved down.
 */
#ifndef ASSAY_TUI_TEXT_FOLDED_TEXT_H
#define ASSAY_TUI_TEXT_FOLDED_TEXT_H

#include "tui/text/styled_text.h"
#include "tui/text/text_parts.h"

/* Not shown; `label` is, without a line end. */
struct text_fold {
    size_t start;
    size_t end;
    struct bytes label;
};

/* Drawn in this style, whatever else it is but found. */
struct text_mark {
    size_t start;
    size_t end;
    enum style style;
};

/* The text there begins a line, below this number of empty lines. Before a fold it is the fold's line. */
struct text_gap {
    size_t start;
    size_t rows;
};

/* All ascend; folds, marks, and bars, don't overlap; offsets are those of the text as it is. {0}: nothing of each. */
struct text_folding {
    const struct text_fold *folds;
    size_t n_folds;
    const struct text_mark *marks;
    size_t n_marks;
    const struct text_part *bars; /* lines of these parts have a bar before them */
    size_t n_bars;
    const struct text_gap *gaps;
    size_t n_gaps;
};

/* `size` bytes that are shown: those of the text from `start` on, seen from `seen` on. */
struct kept_part {
    size_t start;
    size_t seen;
    size_t size;
};

/* {0} is empty and safe to release. */
struct folded_text {
    struct styled_text seen;
    struct kept_part *kept; /* ascend */
    size_t n_kept;
    size_t kept_capacity;
    struct text_mark *marks; /* offsets are those of what is seen */
    size_t n_marks;
    size_t marks_capacity;
    struct text_part *bars; /* likewise */
    size_t n_bars;
    size_t bars_capacity;
    size_t *behind_gaps; /* a gap each: the offset of what stands behind it, of what is seen */
    size_t n_gaps;
    size_t gaps_capacity;
};

void folded_text_release(struct folded_text *folded);

/* Folds a text; `styled` NULL: it is as it stands in its source, else styled->text is the text. Labels and text are copied. */
void folded_text_set(struct folded_text *folded, struct bytes text, const struct styled_text *styled,
                     const struct text_folding *folding);

/* Where the byte at `offset` of the text is seen, or what is shown behind it; and which byte is seen there, or behind it. */
size_t folded_text_seen_of(const struct folded_text *folded, size_t offset);
size_t folded_text_offset_of(const struct folded_text *folded, size_t seen);

/* Whether a bar stands before the line with this part of what is seen: it has a mark, or it is in a unit with a bar and no mark. */
bool folded_text_has_bar(const struct folded_text *folded, size_t start, size_t end);

/* The first mark that ends after `offset`; n_marks when there is none. */
size_t folded_text_mark_after(const struct folded_text *folded, size_t offset);

#endif
