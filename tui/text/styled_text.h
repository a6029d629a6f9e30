/*
 * The visible form of a source text: its text with styles, its blocks (their wrapping and the prefixes of their
 * lines), and the source position of each part.
 *
 * It grows at its end, and can be cut back to an earlier size. All offsets are bytes of the visible text, unless they
 * are called `source`.
 *
 * The visible text of a document may differ from its source: offsets in a text view refer to the visible text. A
 * struct text_place has both, so it stays valid when the source is shown instead or the width changes.
 */
#pragma once

#include "core/base/arena.h"
#include "tui/text/style.h"
#include "tui/text/wrap.h"

#define NO_SOURCE SIZE_MAX

/* Spans are in ascending order and do not overlap. Text outside of them is STYLE_NORMAL. */
struct style_span {
    size_t start;
    size_t end;
    enum style style;
};

/* `size` bytes of the visible text from `seen` on correspond to the source from `source` on. Both ascend. */
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
    struct arena prefixes; /* holds the prefixes of the blocks */
};

void styled_text_release(struct styled_text *styled);

/* Appends text that comes from `source`, or from nowhere in the source (NO_SOURCE). */
void styled_text_add(struct styled_text *styled, struct bytes text, enum style style, size_t source);

/* Appends a range of another styled text with its sources and styles; `style` replaces STYLE_NORMAL. */
void styled_text_add_range(struct styled_text *styled, const struct styled_text *from, size_t start,
                           size_t end, enum style style);

/* Begins a block of this kind. Its lines have these prefixes, which are copied. */
void styled_text_begin_block(struct styled_text *styled, enum wrap_kind kind, struct bytes first_prefix,
                             struct bytes next_prefix);

/* The present size, for cutting back to it. */
struct styled_text_size {
    size_t text;
    size_t blocks;
    size_t spans;
    size_t mappings;
};
struct styled_text_size styled_text_size(const struct styled_text *styled);
void styled_text_cut(struct styled_text *styled, struct styled_text_size size);

/* The first span that ends after `offset`; n_spans if there is none. */
size_t styled_text_span_after(const struct styled_text *styled, size_t offset);

/*
 * The source position of the text at `seen`, and the visible position of the text at `source`. Text without a source,
 * and source text that is not visible, counts as being at the end of the preceding text: at its last byte in the
 * source, after it in the visible text.
 */
size_t styled_text_source_of(const struct styled_text *styled, size_t seen);
size_t styled_text_seen_of(const struct styled_text *styled, size_t source);

/*
 * The source position of the first text at or after `seen` that has a source: generated text, such as the name of a
 * column before a cell, is skipped. If there is none, as styled_text_source_of.
 */
size_t styled_text_source_from(const struct styled_text *styled, size_t seen);
