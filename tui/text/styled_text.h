/*
 * The text that is seen instead of a source text: the seen text with its styles, its blocks (their wrapping and the prefixes of
 * their lines) and where each part of it comes from.
 *
 * It is added to at its end, and can be cut to a size that it had before. All
 * offsets are bytes of the seen text, unless they are called source.
 *
 * What is seen of a document may be another text than its source: offsets in a text view belong to what is seen;
 * struct text_place has both, and outlives `x` and another width.
 */
#ifndef ASSAY_TUI_TEXT_STYLED_TEXT_H
#define ASSAY_TUI_TEXT_STYLED_TEXT_H

#include "core/base/arena.h"
#include "tui/text/style.h"
#include "tui/text/wrap.h"

#define NO_SOURCE SIZE_MAX

/* In ascending order, never overlapping; what no span covers is STYLE_NORMAL. */
struct style_span {
    size_t start;
    size_t end;
    enum style style;
};

/* `size` bytes of the seen text from `seen` on go along with the source from `source` on. Both ascend. */
struct source_mapping {
    size_t seen;
    size_t source;
    size_t size;
};

/* {0} is empty and safe to release. */
struct styled_text {
    struct buffer text;
    struct wrap_block *blocks;
    size_t n_blocks;
    size_t blocks_capacity;
    struct style_span *spans;
    size_t n_spans;
    size_t spans_capacity;
    struct source_mapping *mappings;
    size_t n_mappings;
    size_t mappings_capacity;
    struct arena prefixes; /* what the blocks' prefixes point to */
};

void styled_text_release(struct styled_text *styled);

/* Adds text that comes from the source at `source`, or from nowhere in it (NO_SOURCE). */
void styled_text_add(struct styled_text *styled, struct bytes text, enum style style, size_t source);

/* Adds a range of another styled text with its sources and its styles, `style` where those are STYLE_NORMAL. */
void styled_text_add_range(struct styled_text *styled, const struct styled_text *from, size_t start,
                           size_t end, enum style style);

/* Begins a block of this kind, with these prefixes (copied) before its lines. */
void styled_text_begin_block(struct styled_text *styled, enum wrap_kind kind, struct bytes first_prefix,
                             struct bytes next_prefix);

/* How much there is, to come back to. */
struct styled_text_size {
    size_t text;
    size_t blocks;
    size_t spans;
    size_t mappings;
};
struct styled_text_size styled_text_size(const struct styled_text *styled);
void styled_text_cut(struct styled_text *styled, struct styled_text_size size);

/* The first span that ends after `offset`; n_spans when there is none. */
size_t styled_text_span_after(const struct styled_text *styled, size_t offset);

/*
 * Where the text at `seen` comes from, and where what comes from `source` is seen. Text without a source, and source text that
 * is not seen, is at the end of the text before it: in the source at its last byte, in the seen text after it.
 */
size_t styled_text_source_of(const struct styled_text *styled, size_t seen);
size_t styled_text_seen_of(const struct styled_text *styled, size_t source);

#endif
