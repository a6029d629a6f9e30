/*
 * Text is appended to the styled text in the style of the innermost span that has one. Within a table it goes to the
 * cells, which are drawn at the end of the table, because their widths are unknown before.
 *
 * The open containers (quotations, lists, items) form a stack, which determines the prefixes of a block's lines. An
 * item's marker and the empty line between two blocks are written only when the next block begins, because they may
 * not be needed.
 *
 * Both stacks have a limit and are counted beyond it, so that each end matches its beginning. Each block ends with a
 * line end.
 */
#include "tui/text/markup/markup_writer.h"

#include "tui/text/cluster.h"

#include <stdio.h>
#include <string.h>

enum { CELLS_MAX = 64 * 1024 }; /* in all tables: a few bytes can ask for millions of empty cells */

void markup_begin(struct markup_writer *writer, struct styled_text *styled, int columns, bool is_apart)
{
    *writer = (struct markup_writer){.styled = styled, .columns = columns, .wants_empty_line = is_apart};
}

void markup_release(struct markup_writer *writer)
{
    markdown_table_release(&writer->table);
}

/* --- Containers ----------------------------------------------------------- */

static struct markup_container *innermost(struct markup_writer *writer)
{
    bool is_shown = writer->depth > 0 && writer->depth <= MARKUP_DEPTH_MAX;
    return is_shown ? &writer->containers[writer->depth - 1] : NULL;
}

static struct markup_container *push_container(struct markup_writer *writer, enum markup_container_kind kind)
{
    struct markup_container *container =
        writer->depth < MARKUP_DEPTH_MAX ? &writer->containers[writer->depth] : &writer->too_deep;
    writer->depth++;
    *container = (struct markup_container){.kind = kind};
    return container;
}

static void pop_container(struct markup_writer *writer)
{
    writer->depth--;
}

static size_t shown_depth(const struct markup_writer *writer)
{
    return writer->depth < MARKUP_DEPTH_MAX ? writer->depth : MARKUP_DEPTH_MAX;
}

static bool is_in_tight_list(struct markup_writer *writer)
{
    struct markup_container *container = innermost(writer);
    if (container != NULL && container->kind == MARKUP_ITEM)
        container--; /* its list */
    return container != NULL && container->is_tight;
}

/* The number of containers before the first one in which nothing was shown yet. */
static size_t begun_depth(const struct markup_writer *writer)
{
    size_t depth = 0;
    while (depth < shown_depth(writer) && !writer->containers[depth].is_pending)
        depth++;
    return depth;
}

/* Adds the prefix of so many containers for the first line of a block, or for later lines. */
static void add_prefix(const struct markup_writer *writer, size_t depth, bool is_first, struct buffer *prefix)
{
    for (size_t i = 0; i < depth; i++) {
        const struct markup_container *container = &writer->containers[i];
        buffer_add_string(prefix, is_first && container->is_pending ? container->marker : container->next);
    }
}

/* --- Blocks --------------------------------------------------------------- */

/* Ends the block. A block has at least one line, and its text ends with a line end; that of code already has one. */
void markup_end_block(struct markup_writer *writer)
{
    struct styled_text *styled = writer->styled;
    if (!writer->is_open)
        return;
    writer->is_open = false;
    size_t end = styled->text.size;
    bool is_empty = styled->blocks[styled->n_blocks - 1].start == end;
    if (is_empty || styled->text.data[end - 1] != '\n')
        styled_text_add(styled, bytes_of("\n"), STYLE_NORMAL, NO_SOURCE);
}

static void add_empty_line(struct markup_writer *writer)
{
    if (!writer->wants_empty_line)
        return;
    writer->wants_empty_line = false;
    struct buffer prefix = {0};
    add_prefix(writer, begun_depth(writer), false, &prefix);
    styled_text_begin_block(writer->styled, WRAP_FLOWING, buffer_bytes(&prefix), buffer_bytes(&prefix));
    styled_text_add(writer->styled, bytes_of("\n"), STYLE_NORMAL, NO_SOURCE);
    buffer_release(&prefix);
}

/* Ends the previous block and takes the prefixes for the first line and the other lines of the next one. */
static void take_prefixes(struct markup_writer *writer, struct buffer *first, struct buffer *next)
{
    markup_end_block(writer);
    add_empty_line(writer);
    add_prefix(writer, shown_depth(writer), true, first);
    add_prefix(writer, shown_depth(writer), false, next);
    for (size_t i = 0; i < shown_depth(writer); i++)
        writer->containers[i].is_pending = false;
}

void markup_begin_block(struct markup_writer *writer, enum wrap_kind kind, const char *more, enum style style)
{
    struct buffer first = {0};
    struct buffer next = {0};
    take_prefixes(writer, &first, &next);
    buffer_add_string(&first, more);
    buffer_add_string(&next, more);
    styled_text_begin_block(writer->styled, kind, buffer_bytes(&first), buffer_bytes(&next));
    writer->is_open = true;
    writer->style = style;
    buffer_release(&first);
    buffer_release(&next);
}

void markup_begin_heading(struct markup_writer *writer, int level)
{
    markup_begin_block(writer, WRAP_FLOWING, "", STYLE_HEADING);
    writer->styled->blocks[writer->styled->n_blocks - 1].heading = level;
}

/* Begins a block for text outside of one, such as that of an item in a tight list. */
static void begin_text(struct markup_writer *writer)
{
    if (!writer->is_open && !writer->is_in_table)
        markup_begin_block(writer, WRAP_FLOWING, "", STYLE_NORMAL);
}

void markup_want_empty_line(struct markup_writer *writer)
{
    writer->wants_empty_line = true;
}

void markup_begin_quotation(struct markup_writer *writer)
{
    markup_end_block(writer);
    struct markup_container *container = push_container(writer, MARKUP_QUOTATION);
    container->is_pending = true;
    snprintf(container->marker, MARKUP_MARKER_SIZE, "│ ");
    snprintf(container->next, MARKUP_MARKER_SIZE, "│ ");
}

void markup_end_quotation(struct markup_writer *writer)
{
    markup_end_block(writer);
    pop_container(writer);
    writer->wants_empty_line = true;
}

void markup_begin_list(struct markup_writer *writer, bool is_tight, struct markup_numbering numbering)
{
    markup_end_block(writer);
    struct markup_container *list = push_container(writer, MARKUP_LIST);
    list->is_tight = is_tight;
    list->numbering = numbering;
}

unsigned markup_next_number(struct markup_writer *writer)
{
    const struct markup_container *list = innermost(writer);
    return list != NULL && list->numbering.delimiter != '\0' ? list->numbering.next : 0;
}

void markup_set_number(struct markup_writer *writer, unsigned number)
{
    struct markup_container *list = innermost(writer);
    if (list != NULL)
        list->numbering.next = number;
}

void markup_end_list(struct markup_writer *writer)
{
    markup_end_block(writer);
    pop_container(writer);
    writer->wants_empty_line = !is_in_tight_list(writer);
}

static void write_number(char marker[MARKUP_MARKER_SIZE], struct markup_numbering *numbering)
{
    char number[NUMERAL_SIZE];
    numeral_write(number, numbering->kind, numbering->next++);
    snprintf(marker, MARKUP_MARKER_SIZE, "%s%c ", number, numbering->delimiter);
}

void markup_begin_item(struct markup_writer *writer, const char *marker)
{
    markup_end_block(writer);
    struct markup_container *list = innermost(writer);
    struct markup_container *item = push_container(writer, MARKUP_ITEM);
    item->is_pending = true;
    if (list == NULL)
        return;
    if (marker != NULL)
        snprintf(item->marker, MARKUP_MARKER_SIZE, "%s", marker);
    else if (list->numbering.delimiter == '\0')
        snprintf(item->marker, MARKUP_MARKER_SIZE, "• ");
    else
        write_number(item->marker, &list->numbering);
    snprintf(item->next, MARKUP_MARKER_SIZE, "%*s", text_width(bytes_of(item->marker)), "");
}

void markup_end_item(struct markup_writer *writer)
{
    struct markup_container *item = innermost(writer);
    if (item != NULL && item->is_pending)
        markup_begin_block(writer, WRAP_FLOWING, "", STYLE_NORMAL); /* only its marker */
    markup_end_block(writer);
    pop_container(writer);
    writer->wants_empty_line = !is_in_tight_list(writer);
}

void markup_add_rule(struct markup_writer *writer)
{
    markup_begin_block(writer, WRAP_AS_IT_IS, "────────────────────────────────────────", STYLE_NORMAL);
    markup_end_block(writer);
    writer->wants_empty_line = true;
}

/* --- Tables --------------------------------------------------------------- */

static struct styled_text *text_target(struct markup_writer *writer)
{
    return writer->is_in_table ? &writer->table.text : writer->styled;
}

void markup_begin_table(struct markup_writer *writer, size_t n_columns, size_t n_header_rows)
{
    markup_end_block(writer);
    markdown_table_reset(&writer->table, n_columns, n_header_rows);
    writer->is_in_table = writer->has_tables = true;
    writer->style = STYLE_NORMAL;
}

bool markup_end_table(struct markup_writer *writer)
{
    struct buffer first = {0};
    struct buffer next = {0};
    writer->is_in_table = false;
    take_prefixes(writer, &first, &next);
    bool worked = markdown_table_add_to(&writer->table, writer->styled, writer->columns, buffer_bytes(&first),
                                        buffer_bytes(&next));
    buffer_release(&first);
    buffer_release(&next);
    writer->wants_empty_line = true;
    return worked;
}

bool markup_begin_cell(struct markup_writer *writer, enum cell_align align)
{
    markdown_table_begin_cell(&writer->table, align);
    return ++writer->n_cells <= CELLS_MAX;
}

void markup_end_cell(struct markup_writer *writer)
{
    markdown_table_end_cell(&writer->table);
}

bool markup_repeat_cell(struct markup_writer *writer, size_t before)
{
    markdown_table_repeat_cell(&writer->table, before);
    return ++writer->n_cells <= CELLS_MAX;
}

/* --- Text and spans ------------------------------------------------------- */

/* The style of the innermost span that has one, else that of the block. */
static enum style innermost_style(const struct markup_writer *writer)
{
    for (size_t i = writer->n_spans < MARKUP_SPANS_MAX ? writer->n_spans : MARKUP_SPANS_MAX; i > 0; i--)
        if (writer->spans[i - 1].style != STYLE_NORMAL)
            return writer->spans[i - 1].style;
    return writer->style;
}

static void add_notation(struct markup_writer *writer, const char *text)
{
    styled_text_add(text_target(writer), bytes_of(text), STYLE_DIM, NO_SOURCE);
}

void markup_add_text(struct markup_writer *writer, struct bytes text, size_t source)
{
    begin_text(writer);
    styled_text_add(text_target(writer), text, innermost_style(writer), source);
}

void markup_begin_span(struct markup_writer *writer, enum style style, const char *notation)
{
    if (notation[0] != '\0')
        begin_text(writer);
    add_notation(writer, notation);
    if (writer->n_spans < MARKUP_SPANS_MAX)
        writer->spans[writer->n_spans] = (struct markup_span){style, text_target(writer)->text.size};
    writer->n_spans++;
}

void markup_end_span(struct markup_writer *writer, const char *notation)
{
    if (notation[0] != '\0')
        begin_text(writer);
    add_notation(writer, notation);
    writer->n_spans--;
}

static size_t innermost_span_start(const struct markup_writer *writer)
{
    return writer->n_spans <= MARKUP_SPANS_MAX ? writer->spans[writer->n_spans - 1].start : SIZE_MAX;
}

void markup_end_link(struct markup_writer *writer, struct bytes address)
{
    const struct buffer *text = &text_target(writer)->text;
    size_t start = innermost_span_start(writer);
    struct bytes name = {0};
    if (start < text->size)
        name = bytes_from(buffer_bytes(text), start);
    struct bytes end = address;
    if (bytes_starts_with(end, "mailto:"))
        end = bytes_from(end, strlen("mailto:"));
    if (end.size > 0 && !bytes_equal(name, end)) {
        begin_text(writer);
        add_notation(writer, name.size > 0 ? " (" : "(");
        styled_text_add(text_target(writer), address, STYLE_DIM, NO_SOURCE);
        add_notation(writer, ")");
    }
    writer->n_spans--;
}

void markup_end_image(struct markup_writer *writer, struct bytes address)
{
    bool is_named = innermost_span_start(writer) != text_target(writer)->text.size;
    styled_text_add(text_target(writer), is_named ? (struct bytes){0} : address, STYLE_DIM, NO_SOURCE);
    markup_end_span(writer, "]");
}
