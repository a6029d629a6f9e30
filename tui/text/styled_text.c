#include "tui/text/styled_text.h"

#include "core/base/memory.h"

#include <stdlib.h>

void styled_text_release(struct styled_text *styled)
{
    buffer_release(&styled->text);
    free(styled->blocks);
    free(styled->runs);
    free(styled->marks);
    arena_release(&styled->prefixes);
    *styled = (struct styled_text){0};
}

/* --- Adding --------------------------------------------------------------- */

static void add_mark(struct styled_text *styled, size_t source)
{
    size_t seen = styled->text.size;
    if (styled->n_marks > 0) {
        const struct source_mark *last = &styled->marks[styled->n_marks - 1];
        if (source <= last->source || seen - last->seen == source - last->source)
            return; /* it goes on as before, or comes from further up: the order is kept */
    }
    VECTOR_PUSH(styled->marks, styled->n_marks, styled->marks_capacity) = (struct source_mark){seen, source};
}

static void add_run(struct styled_text *styled, size_t size, enum style style)
{
    size_t start = styled->text.size;
    struct style_span *last = styled->n_runs > 0 ? &styled->runs[styled->n_runs - 1] : NULL;
    if (last != NULL && last->end == start && last->style == style) {
        last->end += size;
        return;
    }
    VECTOR_PUSH(styled->runs, styled->n_runs, styled->runs_capacity) =
        (struct style_span){start, start + size, style};
}

void styled_text_add(struct styled_text *styled, struct bytes text, enum style style, size_t source)
{
    if (text.size == 0)
        return;
    if (source != NO_SOURCE)
        add_mark(styled, source);
    if (style != STYLE_NORMAL)
        add_run(styled, text.size, style);
    buffer_add(&styled->text, text);
}

/* The end of what begins at `offset` and has one style, before `end`. */
static size_t end_of_style(const struct styled_text *from, size_t offset, size_t end, enum style *style)
{
    size_t run = styled_text_span_after(from, offset);
    *style = STYLE_NORMAL;
    if (run == from->n_runs)
        return end;
    if (from->runs[run].start <= offset)
        *style = from->runs[run].style;
    size_t next = from->runs[run].start <= offset ? from->runs[run].end : from->runs[run].start;
    return next < end ? next : end;
}

/* The first mark at `offset` or after it. */
static size_t mark_from(const struct styled_text *styled, size_t offset)
{
    size_t low = 0;
    size_t high = styled->n_marks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (styled->marks[middle].seen < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void styled_text_add_range(struct styled_text *styled, const struct styled_text *from, size_t start,
                           size_t end, enum style style)
{
    size_t mark = mark_from(from, start);
    while (start < end) {
        enum style own;
        size_t next = end_of_style(from, start, end, &own);
        size_t source = NO_SOURCE;
        if (mark < from->n_marks && from->marks[mark].seen == start)
            source = from->marks[mark++].source;
        if (mark < from->n_marks && from->marks[mark].seen < next)
            next = from->marks[mark].seen;
        struct bytes text = {from->text.data + start, next - start};
        styled_text_add(styled, text, own != STYLE_NORMAL ? own : style, source);
        start = next;
    }
}

/* Neighbours mostly have the same prefixes: those are kept once. */
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
    return (struct styled_text_size){styled->text.size, styled->n_blocks, styled->n_runs, styled->n_marks};
}

void styled_text_cut(struct styled_text *styled, struct styled_text_size size)
{
    styled->text.size = size.text;
    styled->n_blocks = size.blocks;
    styled->n_runs = size.runs;
    styled->n_marks = size.marks;
    if (size.runs > 0 && styled->runs[size.runs - 1].end > size.text)
        styled->runs[size.runs - 1].end = size.text;
}

/* --- Looking up ----------------------------------------------------------- */

size_t styled_text_span_after(const struct styled_text *styled, size_t offset)
{
    size_t low = 0;
    size_t high = styled->n_runs;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (styled->runs[middle].end <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* `from` moved along by `distance`, but not up to `next`. */
static size_t moved(size_t from, size_t distance, size_t next)
{
    return from + distance < next ? from + distance : next > from ? next - 1 : from;
}

size_t styled_text_source_of(const struct styled_text *styled, size_t seen)
{
    size_t after = mark_from(styled, seen + 1);
    if (after == 0)
        return 0;
    const struct source_mark *mark = &styled->marks[after - 1];
    size_t next = after < styled->n_marks ? styled->marks[after].source : SIZE_MAX;
    return moved(mark->source, seen - mark->seen, next);
}

size_t styled_text_seen_of(const struct styled_text *styled, size_t source)
{
    size_t low = 0;
    size_t high = styled->n_marks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (styled->marks[middle].source <= source)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    const struct source_mark *mark = &styled->marks[low - 1];
    size_t next = low < styled->n_marks ? styled->marks[low].seen : styled->text.size;
    return moved(mark->seen, source - mark->source, next);
}
