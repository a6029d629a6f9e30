/*
 * A text with folded parts: each is replaced by a line that says what is hidden. The remaining text can be marked,
 * and parts of it can be moved down.
 */
#pragma once

#include "tui/text/styled_text.h"
#include "tui/text/text_parts.h"

/* A hidden part; `label`, without a line end, is shown in its place. */
struct text_fold {
    size_t start;
    size_t end;
    struct bytes label;
};

/* A part drawn in this style, which overrides every style except that of a match. */
struct text_mark {
    size_t start;
    size_t end;
    enum style style;
};

/* The text at `start` begins a line, after this number of empty lines. Before a fold it is the fold's line. */
struct text_gap {
    size_t start;
    size_t rows;
};

/*
 * All arrays are in ascending order. Folds do not overlap each other; nor do marks, nor bars. Offsets refer to the
 * unfolded text. {0}: nothing is folded or marked.
 */
struct text_folding {
    const struct text_fold *folds;
    size_t n_folds;
    const struct text_mark *marks;
    size_t n_marks;
    const struct text_part *bars; /* the lines of these parts have a bar in front */
    size_t n_bars;
    const struct text_gap *gaps;
    size_t n_gaps;
};

/* `size` visible bytes: in the unfolded text from `start` on, in the visible text from `seen` on. */
struct kept_part {
    size_t start;
    size_t seen;
    size_t size;
};

/* {0} is empty and safe to release. */
struct folded_text {
    struct styled_text seen;
    struct kept_part *kept; /* in ascending order */
    size_t n_kept;
    size_t kept_capacity;
    struct text_mark *marks; /* offsets refer to the visible text */
    size_t n_marks;
    size_t marks_capacity;
    struct text_part *bars; /* also in the visible text */
    size_t n_bars;
    size_t bars_capacity;
    size_t *behind_gaps; /* for each gap, the offset in the visible text of what follows it */
    size_t n_gaps;
    size_t gaps_capacity;
};

void folded_text_release(struct folded_text *folded);

/* Folds a text. `styled` NULL: the text is unrendered; else styled->text is the text. Labels and text are copied. */
void folded_text_set(struct folded_text *folded, struct bytes text, const struct styled_text *styled,
                     const struct text_folding *folding);

/* Where the byte at `offset` of the unfolded text is visible, or else what follows it; and the reverse. */
size_t folded_text_seen_of(const struct folded_text *folded, size_t offset);
size_t folded_text_offset_of(const struct folded_text *folded, size_t seen);

/*
 * Whether a bar is drawn before the line with this part of the visible text: it has a mark, or it is in a unit that
 * has a bar and no mark.
 */
bool folded_text_has_bar(const struct folded_text *folded, size_t start, size_t end);

/* The first mark that ends after `offset`; n_marks if there is none. */
size_t folded_text_mark_after(const struct folded_text *folded, size_t offset);
