/*
 * Four arrays that grow only at their ends: the text, its blocks, its style spans and its mappings to the source. The
 * last three are in ascending order, so they are searched by bisection. To cut the text, the four sizes are reset.
 *
 * A mapping continues while visible text and source correspond byte by byte. Hidden markup and generated text after
 * its end belong to its last byte. Text from an earlier part of the source than the previous text gets no mapping,
 * because the order matters more.
 */
#include "tui/text/styled_text.h"

#include "core/base/memory.h"
#include "core/base/search.h"

#include <stdlib.h>

void styled_text_release(struct styled_text *styled)
{
    buffer_release(&styled->text);
    free(styled->blocks);
    free(styled->spans);
    free(styled->mappings);
    arena_release(&styled->prefixes);
    *styled = (struct styled_text){0};
}

/* --- Adding --------------------------------------------------------------- */

static void add_mapping(struct styled_text *styled, size_t source, size_t size)
{
    size_t seen = styled->text.size;
    if (styled->n_mappings > 0) {
        struct source_mapping *last = &styled->mappings[styled->n_mappings - 1];
        if (seen == last->seen + last->size && source == last->source + last->size) {
            last->size += size; /* the mapping continues */
            return;
        }
        if (source <= last->source)
            return; /* it comes from an earlier part: keep the order */
        last->size = smaller_size(last->size, source - last->source);
    }
    VECTOR_PUSH(styled->mappings, styled->n_mappings, styled->mappings_capacity) =
        (struct source_mapping){seen, source, size};
}

static void add_span(struct styled_text *styled, size_t size, enum style style)
{
    size_t start = styled->text.size;
    struct style_span *last = styled->n_spans > 0 ? &styled->spans[styled->n_spans - 1] : NULL;
    if (last != NULL && last->end == start && last->style == style) {
        last->end += size;
        return;
    }
    VECTOR_PUSH(styled->spans, styled->n_spans, styled->spans_capacity) =
        (struct style_span){start, start + size, style};
}

void styled_text_add(struct styled_text *styled, struct bytes text, enum style style, size_t source)
{
    if (text.size == 0)
        return;
    if (source != NO_SOURCE)
        add_mapping(styled, source, text.size);
    if (style != STYLE_NORMAL)
        add_span(styled, text.size, style);
    buffer_add(&styled->text, text);
}

/* The end, at most `end`, of the text of one style that begins at `offset`. */
static size_t end_of_style(const struct styled_text *from, size_t offset, size_t end, enum style *style)
{
    size_t span = styled_text_span_after(from, offset);
    *style = STYLE_NORMAL;
    if (span == from->n_spans)
        return end;
    if (from->spans[span].start <= offset)
        *style = from->spans[span].style;
    size_t next = from->spans[span].start <= offset ? from->spans[span].end : from->spans[span].start;
    return smaller_size(next, end);
}

/* The first mapping that ends after `offset`. */
static size_t mapping_after(const struct styled_text *styled, size_t offset)
{
    size_t mapping;
    LOWER_BOUND(mapping, styled->n_mappings,
                styled->mappings[mapping].seen + styled->mappings[mapping].size <= offset);
    return mapping;
}

/* The source of the text at `offset`, and the end, at most `end`, of the text from there. */
static size_t end_of_source(const struct styled_text *from, size_t offset, size_t end, size_t *source)
{
    size_t after = mapping_after(from, offset);
    *source = NO_SOURCE;
    if (after == from->n_mappings)
        return end;
    const struct source_mapping *mapping = &from->mappings[after];
    if (mapping->seen <= offset)
        *source = mapping->source + (offset - mapping->seen);
    size_t next = mapping->seen <= offset ? mapping->seen + mapping->size : mapping->seen;
    return smaller_size(next, end);
}

void styled_text_add_range(struct styled_text *styled, const struct styled_text *from, size_t start,
                           size_t end, enum style style)
{
    while (start < end) {
        enum style own;
        size_t source;
        size_t next = end_of_source(from, start, end_of_style(from, start, end, &own), &source);
        struct bytes text = bytes_slice(buffer_bytes(&from->text), start, next);
        styled_text_add(styled, text, own != STYLE_NORMAL ? own : style, source);
        start = next;
    }
}

/* Neighbouring blocks usually have the same prefixes, which are then stored once. */
static struct bytes keep_prefix(struct styled_text *styled, struct bytes prefix)
{
    const struct wrap_block *last = styled->n_blocks > 0 ? &styled->blocks[styled->n_blocks - 1] : NULL;
    if (last != NULL && bytes_equal(last->first_prefix, prefix))
        return last->first_prefix;
    if (last != NULL && bytes_equal(last->next_prefix, prefix))
        return last->next_prefix;
    return arena_copy(&styled->prefixes, prefix);
}

void styled_text_begin_block(struct styled_text *styled, enum wrap_kind kind, struct bytes first_prefix,
                             struct bytes next_prefix)
{
    struct wrap_block block = {
        .start = styled->text.size,
        .kind = kind,
        .first_prefix = keep_prefix(styled, first_prefix),
        .next_prefix = keep_prefix(styled, next_prefix),
    };
    VECTOR_PUSH(styled->blocks, styled->n_blocks, styled->blocks_capacity) = block;
}

struct styled_text_size styled_text_size(const struct styled_text *styled)
{
    return (struct styled_text_size){styled->text.size, styled->n_blocks, styled->n_spans,
                                     styled->n_mappings};
}

void styled_text_cut(struct styled_text *styled, struct styled_text_size size)
{
    styled->text.size = size.text;
    styled->n_blocks = size.blocks;
    styled->n_spans = size.spans;
    styled->n_mappings = size.mappings;
    if (size.spans > 0 && styled->spans[size.spans - 1].end > size.text)
        styled->spans[size.spans - 1].end = size.text;
    if (size.mappings > 0) {
        struct source_mapping *last = &styled->mappings[size.mappings - 1];
        last->size = smaller_size(last->size, size.text - last->seen);
    }
}

/* --- Looking up ----------------------------------------------------------- */

size_t styled_text_span_after(const struct styled_text *styled, size_t offset)
{
    size_t span;
    LOWER_BOUND(span, styled->n_spans, styled->spans[span].end <= offset);
    return span;
}

size_t styled_text_source_of(const struct styled_text *styled, size_t seen)
{
    size_t after;
    LOWER_BOUND(after, styled->n_mappings, styled->mappings[after].seen <= seen);
    if (after == 0)
        return 0;
    const struct source_mapping *mapping = &styled->mappings[after - 1];
    return mapping->source + smaller_size(seen - mapping->seen, mapping->size - 1);
}

size_t styled_text_source_from(const struct styled_text *styled, size_t seen)
{
    const size_t after = mapping_after(styled, seen);
    if (after == styled->n_mappings)
        return styled_text_source_of(styled, seen);
    const struct source_mapping *mapping = &styled->mappings[after];
    return mapping->source + (seen > mapping->seen ? seen - mapping->seen : 0);
}

size_t styled_text_seen_of(const struct styled_text *styled, size_t source)
{
    size_t after;
    LOWER_BOUND(after, styled->n_mappings, styled->mappings[after].source <= source);
    if (after == 0)
        return 0;
    const struct source_mapping *mapping = &styled->mappings[after - 1];
    return mapping->seen + smaller_size(source - mapping->source, mapping->size);
}
