/*
 * The kept text is copied part by part, with its blocks. Between two parts comes the label, a block of its own.
 * Because a block starts at the beginning of a line, a part that was cut within a line continues on a new one.
 */
#include "tui/text/folded_text.h"

#include "core/base/memory.h"
#include "core/base/search.h"

#include <stdlib.h>

void folded_text_release(struct folded_text *folded)
{
    styled_text_release(&folded->seen);
    free(folded->marks);
    free(folded->kept);
    free(folded->bars);
    free(folded->behind_gaps);
    *folded = (struct folded_text){0};
}

/* The state while a text is folded. */
struct folding_work {
    struct folded_text *folded;
    struct bytes text;
    const struct styled_text *styled;
    const struct text_folding *folding;
    size_t next_mark;
    size_t next_bar;
    size_t next_gap;
};

static void end_line(struct styled_text *seen)
{
    if (seen->text.size > 0 && seen->text.data[seen->text.size - 1] != '\n')
        styled_text_add(seen, bytes_of("\n"), STYLE_NORMAL, NO_SOURCE);
}

/* The block with the byte at `offset`; n_blocks: none. */
static size_t block_at(const struct styled_text *styled, size_t offset)
{
    size_t after;
    LOWER_BOUND(after, styled->n_blocks, styled->blocks[after].start <= offset);
    return after > 0 ? after - 1 : styled->n_blocks;
}

static void add_plain(struct folding_work *work, size_t start, size_t end)
{
    static const struct bytes no_prefix = {0};
    struct styled_text *seen = &work->folded->seen;
    styled_text_begin_block(seen, WRAP_FLOWING, no_prefix, no_prefix);
    styled_text_add(seen, bytes_slice(work->text, start, end), STYLE_NORMAL, start);
}

/* Adds a part of one block. If the block began earlier, the part starts like its later lines. */
static void add_of_block(struct folding_work *work, const struct wrap_block *block, size_t start, size_t end)
{
    static const struct wrap_block no_block = {.kind = WRAP_FLOWING};
    struct styled_text *seen = &work->folded->seen;
    bool is_whole = block != NULL && block->start == start;
    block = block != NULL ? block : &no_block;
    styled_text_begin_block(seen, block->kind, is_whole ? block->first_prefix : block->next_prefix,
                            block->next_prefix);
    styled_text_add_range(seen, work->styled, start, end, STYLE_NORMAL);
}

static void add_styled(struct folding_work *work, size_t start, size_t end)
{
    const struct styled_text *styled = work->styled;
    while (start < end) {
        size_t block = block_at(styled, start);
        size_t next = block == styled->n_blocks ? 0 : block + 1;
        size_t next_start = next < styled->n_blocks ? styled->blocks[next].start : end;
        size_t part_end = next_start < end ? next_start : end;
        add_of_block(work, block < styled->n_blocks ? &styled->blocks[block] : NULL, start, part_end);
        start = part_end;
    }
}

/* Adds the marks of the part that was added at `seen`. */
static void add_marks(struct folding_work *work, size_t start, size_t end, size_t seen)
{
    const struct text_folding *folding = work->folding;
    struct folded_text *folded = work->folded;
    while (work->next_mark < folding->n_marks && folding->marks[work->next_mark].end <= start)
        work->next_mark++;
    for (size_t i = work->next_mark; i < folding->n_marks && folding->marks[i].start < end; i++) {
        struct text_mark mark = folding->marks[i];
        mark.start = seen + (mark.start > start ? mark.start - start : 0);
        mark.end = seen + (mark.end < end ? mark.end : end) - start;
        VECTOR_PUSH(folded->marks, folded->n_marks, folded->marks_capacity) = mark;
    }
}

static void add_bars(struct folding_work *work, size_t start, size_t end, size_t seen)
{
    const struct text_folding *folding = work->folding;
    struct folded_text *folded = work->folded;
    while (work->next_bar < folding->n_bars && folding->bars[work->next_bar].end <= start)
        work->next_bar++;
    for (size_t i = work->next_bar; i < folding->n_bars && folding->bars[i].start < end; i++) {
        const struct text_part *bar = &folding->bars[i];
        VECTOR_PUSH(folded->bars, folded->n_bars, folded->bars_capacity) =
            (struct text_part){seen + larger_size(bar->start, start) - start,
                               seen + smaller_size(bar->end, end) - start};
    }
}

/* Adds a visible part, without the white space at ends where it was cut. */
static void keep(struct folding_work *work, size_t start, size_t end)
{
    struct styled_text *seen = &work->folded->seen;
    bool is_cut_before = start > 0, is_cut_behind = end < work->text.size;
    while (is_cut_before && start < end && byte_is_white(work->text.data[start]))
        start++;
    while (is_cut_behind && start < end && byte_is_white(work->text.data[end - 1]))
        end--;
    if (start == end)
        return;
    end_line(seen);
    size_t added = seen->text.size;
    if (work->styled != NULL)
        add_styled(work, start, end);
    else
        add_plain(work, start, end);
    VECTOR_PUSH(work->folded->kept, work->folded->n_kept, work->folded->kept_capacity) =
        (struct kept_part){start, added, end - start};
    add_marks(work, start, end, added);
    add_bars(work, start, end, added);
}

static void add_gap(struct folding_work *work, const struct text_gap *gap)
{
    static const struct bytes no_prefix = {0};
    struct folded_text *folded = work->folded;
    end_line(&folded->seen);
    styled_text_begin_block(&folded->seen, WRAP_FLOWING, no_prefix, no_prefix);
    for (size_t i = 0; i < gap->rows; i++)
        styled_text_add(&folded->seen, bytes_of("\n"), STYLE_NORMAL, NO_SOURCE);
    VECTOR_PUSH(folded->behind_gaps, folded->n_gaps, folded->gaps_capacity) = folded->seen.text.size;
}

/* Does the same with the gaps from `start` up to `end`, which may be the beginning of a fold. */
static void keep_with_gaps(struct folding_work *work, size_t start, size_t end)
{
    const struct text_folding *folding = work->folding;
    for (; work->next_gap < folding->n_gaps && folding->gaps[work->next_gap].start <= end; work->next_gap++) {
        const struct text_gap *gap = &folding->gaps[work->next_gap];
        keep(work, start, gap->start);
        add_gap(work, gap);
        start = gap->start;
    }
    keep(work, start, end);
}

static void add_label(struct folding_work *work, const struct text_fold *fold)
{
    static const struct bytes no_prefix = {0};
    struct styled_text *seen = &work->folded->seen;
    end_line(seen);
    styled_text_begin_block(seen, WRAP_FLOWING, no_prefix, no_prefix);
    size_t source = work->styled != NULL ? styled_text_source_of(work->styled, fold->start) : fold->start;
    styled_text_add(seen, fold->label, STYLE_DIM, source);
}

void folded_text_set(struct folded_text *folded, struct bytes text, const struct styled_text *styled,
                     const struct text_folding *folding)
{
    struct folding_work work = {.folded = folded, .text = text, .styled = styled, .folding = folding};
    size_t start = 0;
    folded_text_release(folded);
    for (size_t i = 0; i < folding->n_folds; i++) {
        keep_with_gaps(&work, start, folding->folds[i].start);
        add_label(&work, &folding->folds[i]);
        start = folding->folds[i].end;
    }
    keep_with_gaps(&work, start, text.size);
    end_line(&folded->seen);
}

size_t folded_text_mark_after(const struct folded_text *folded, size_t offset)
{
    size_t mark;
    LOWER_BOUND(mark, folded->n_marks, folded->marks[mark].end <= offset);
    return mark;
}

size_t folded_text_seen_of(const struct folded_text *folded, size_t offset)
{
    size_t part;
    LOWER_BOUND(part, folded->n_kept, folded->kept[part].start + folded->kept[part].size <= offset);
    if (part == folded->n_kept)
        return folded->seen.text.size;
    const struct kept_part *kept = &folded->kept[part];
    return kept->seen + (offset > kept->start ? offset - kept->start : 0);
}

size_t folded_text_offset_of(const struct folded_text *folded, size_t seen)
{
    size_t part;
    LOWER_BOUND(part, folded->n_kept, folded->kept[part].seen + folded->kept[part].size <= seen);
    if (part == folded->n_kept)
        return SIZE_MAX;
    const struct kept_part *kept = &folded->kept[part];
    return kept->start + (seen > kept->seen ? seen - kept->seen : 0);
}

static bool has_mark(const struct folded_text *folded, size_t start, size_t end)
{
    const size_t mark = folded_text_mark_after(folded, start);
    return mark < folded->n_marks && folded->marks[mark].start < end;
}

bool folded_text_has_bar(const struct folded_text *folded, size_t start, size_t end)
{
    size_t bar;
    LOWER_BOUND(bar, folded->n_bars, folded->bars[bar].end <= start);
    for (; bar < folded->n_bars && folded->bars[bar].start < end; bar++)
        if (has_mark(folded, start, end) || !has_mark(folded, folded->bars[bar].start, folded->bars[bar].end))
            return true;
    return false;
}
