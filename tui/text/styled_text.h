/*
 * What is seen of a source text, when that is another text: the seen text with
 * its styles, its blocks (how they are wrapped and what stands before their
 * lines) and where each piece of it comes from.
 *
 * It is added to at its end, and can be cut to a size that it had before. All
 * offsets are bytes of the seen text, unless they are called source.
 */
#ifndef ASSAY_TUI_TEXT_STYLED_TEXT_H
#define ASSAY_TUI_TEXT_STYLED_TEXT_H

#include "core/base/arena.h"
#include "tui/text/style.h"
#include "tui/text/wrap.h"

#define NO_SOURCE SIZE_MAX

/* In ascending order, never overlapping; what no run covers is STYLE_NORMAL. */
struct style_run {
    size_t start;
    size_t end;
    enum style style;
};

/* From `seen` on, the seen text goes along with the source from `source` on. Both ascend. */
struct source_mark {
    size_t seen;
    size_t source;
};

/* {0} is empty and safe to release. */
struct rendition {
    struct buffer text;
    struct layout_block *blocks;
    size_t n_blocks;
    size_t blocks_capacity;
    struct style_run *runs;
    size_t n_runs;
    size_t runs_capacity;
    struct source_mark *marks;
    size_t n_marks;
    size_t marks_capacity;
    struct arena prefixes; /* what the blocks' prefixes point to */
};

void rendition_release(struct rendition *rendition);

/* Adds text that comes from the source at `source`, or from nowhere in it (NO_SOURCE). */
void rendition_add(struct rendition *rendition, struct bytes text, enum style style, size_t source);

/* Adds a range of another rendition with its sources and its styles, `style` where those are STYLE_NORMAL. */
void rendition_add_range(struct rendition *rendition, const struct rendition *from, size_t start, size_t end,
                         enum style style);

/* What is added from now on is a block of this kind, with these prefixes (copied) before its lines. */
void rendition_begin_block(struct rendition *rendition, enum layout_kind kind, struct bytes first_prefix,
                           struct bytes next_prefix);

/* How much there is, to come back to. */
struct rendition_size {
    size_t text;
    size_t blocks;
    size_t runs;
    size_t marks;
};
struct rendition_size rendition_size(const struct rendition *rendition);
void rendition_cut(struct rendition *rendition, struct rendition_size size);

/* The first run that ends after `offset`; n_runs when there is none. */
size_t rendition_run_after(const struct rendition *rendition, size_t offset);

/* Where the text at `seen` comes from, and where what comes from `source` is seen. */
size_t rendition_source_of(const struct rendition *rendition, size_t seen);
size_t rendition_seen_of(const struct rendition *rendition, size_t source);

#endif
