#include "tui/text/styled_text.h"

#include "core/base/bug.h"

#include <stdlib.h>

void rendition_release(struct rendition *rendition)
{
    buffer_release(&rendition->text);
    free(rendition->blocks);
    free(rendition->runs);
    free(rendition->marks);
    arena_release(&rendition->prefixes);
    *rendition = (struct rendition){0};
}

/* --- Adding --------------------------------------------------------------- */

static void add_mark(struct rendition *rendition, size_t source)
{
    size_t seen = rendition->text.size;
    if (rendition->n_marks > 0) {
        const struct source_mark *last = &rendition->marks[rendition->n_marks - 1];
        if (source <= last->source || seen - last->seen == source - last->source)
            return; /* it goes on as before, or comes from further up: the order is kept */
    }
    rendition->marks = memory_grow(rendition->marks, &rendition->marks_capacity, rendition->n_marks + 1,
                                   sizeof *rendition->marks);
    rendition->marks[rendition->n_marks++] = (struct source_mark){seen, source};
}

static void add_run(struct rendition *rendition, size_t size, enum style style)
{
    size_t start = rendition->text.size;
    struct style_run *last = rendition->n_runs > 0 ? &rendition->runs[rendition->n_runs - 1] : NULL;
    if (last != NULL && last->end == start && last->style == style) {
        last->end += size;
        return;
    }
    rendition->runs = memory_grow(rendition->runs, &rendition->runs_capacity, rendition->n_runs + 1,
                                  sizeof *rendition->runs);
    rendition->runs[rendition->n_runs++] = (struct style_run){start, start + size, style};
}

void rendition_add(struct rendition *rendition, struct bytes text, enum style style, size_t source)
{
    if (text.size == 0)
        return;
    if (source != NO_SOURCE)
        add_mark(rendition, source);
    if (style != STYLE_NORMAL)
        add_run(rendition, text.size, style);
    buffer_add(&rendition->text, text);
}

/* The end of what begins at `offset` and has one style, before `end`. */
static size_t end_of_style(const struct rendition *from, size_t offset, size_t end, enum style *style)
{
    size_t run = rendition_run_after(from, offset);
    *style = STYLE_NORMAL;
    if (run == from->n_runs)
        return end;
    if (from->runs[run].start <= offset)
        *style = from->runs[run].style;
    size_t next = from->runs[run].start <= offset ? from->runs[run].end : from->runs[run].start;
    return next < end ? next : end;
}

/* The first mark at `offset` or after it. */
static size_t mark_from(const struct rendition *rendition, size_t offset)
{
    size_t low = 0;
    size_t high = rendition->n_marks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rendition->marks[middle].seen < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void rendition_add_range(struct rendition *rendition, const struct rendition *from, size_t start, size_t end,
                         enum style style)
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
        rendition_add(rendition, text, own != STYLE_NORMAL ? own : style, source);
        start = next;
    }
}

/* Neighbours mostly have the same prefixes: those are kept once. */
static struct bytes keep_prefix(struct rendition *rendition, struct bytes prefix)
{
    const struct layout_block *last =
        rendition->n_blocks > 0 ? &rendition->blocks[rendition->n_blocks - 1] : NULL;
    if (last != NULL && bytes_equal(last->first_prefix, prefix))
        return last->first_prefix;
    if (last != NULL && bytes_equal(last->next_prefix, prefix))
        return last->next_prefix;
    return arena_copy(&rendition->prefixes, prefix);
}

void rendition_begin_block(struct rendition *rendition, enum layout_kind kind, struct bytes first_prefix,
                           struct bytes next_prefix)
{
    struct layout_block block = {
        .start = rendition->text.size,
        .kind = kind,
        .first_prefix = keep_prefix(rendition, first_prefix),
        .next_prefix = keep_prefix(rendition, next_prefix),
    };
    rendition->blocks = memory_grow(rendition->blocks, &rendition->blocks_capacity, rendition->n_blocks + 1,
                                    sizeof *rendition->blocks);
    rendition->blocks[rendition->n_blocks++] = block;
}

struct rendition_size rendition_size(const struct rendition *rendition)
{
    return (struct rendition_size){rendition->text.size, rendition->n_blocks, rendition->n_runs,
                                   rendition->n_marks};
}

void rendition_cut(struct rendition *rendition, struct rendition_size size)
{
    rendition->text.size = size.text;
    rendition->n_blocks = size.blocks;
    rendition->n_runs = size.runs;
    rendition->n_marks = size.marks;
    if (size.runs > 0 && rendition->runs[size.runs - 1].end > size.text)
        rendition->runs[size.runs - 1].end = size.text;
}

/* --- Looking up ----------------------------------------------------------- */

size_t rendition_run_after(const struct rendition *rendition, size_t offset)
{
    size_t low = 0;
    size_t high = rendition->n_runs;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rendition->runs[middle].end <= offset)
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

size_t rendition_source_of(const struct rendition *rendition, size_t seen)
{
    size_t after = mark_from(rendition, seen + 1);
    if (after == 0)
        return 0;
    const struct source_mark *mark = &rendition->marks[after - 1];
    size_t next = after < rendition->n_marks ? rendition->marks[after].source : SIZE_MAX;
    return moved(mark->source, seen - mark->seen, next);
}

size_t rendition_seen_of(const struct rendition *rendition, size_t source)
{
    size_t low = 0;
    size_t high = rendition->n_marks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rendition->marks[middle].source <= source)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    const struct source_mark *mark = &rendition->marks[low - 1];
    size_t next = low < rendition->n_marks ? rendition->marks[low].seen : rendition->text.size;
    return moved(mark->seen, source - mark->source, next);
}
