/*
 * md4c reads a chunk and calls back: a block or a span begins or ends, here is text. Text goes to the end of the
 * styled text, in the style of the innermost span that has one. In a table it goes to the table's cells, which are
 * drawn when the table ends, since their widths are not known before.
 *
 * The containers that are open (quotations, lists, items) are a stack; together they make what stands before the
 * lines of a block. What may not be needed is put off: an item's marker and the empty line between two blocks are
 * written when the next block begins.
 *
 * Both stacks have a bound and are counted beyond it, so that each end meets its beginning. Each block ends with a
 * line end. Where a text comes from is told from its address: md4c hands out parts of the source itself.
 */
#include "tui/text/markdown_render.h"

#include "tui/text/cluster.h"
#include "tui/text/entity.h"
#include "tui/text/markdown_table.h"

#include <md4c.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    DEPTH_MAX = 12, /* of quotations and items whose bars and indents are shown */
    SPANS_MAX = 16, /* of styles within each other that are told apart */
    MARKER_SIZE = 16,
    CELLS_MAX = 64 * 1024, /* in a chunk: a few bytes can ask for millions of empty ones */
};

/* A quotation, a list or an item that is open. */
struct container {
    MD_BLOCKTYPE type;
    bool is_tight;   /* a list: no empty lines between its items */
    unsigned number; /* an ordered list: of the next item */
    char delimiter;  /* behind it */
    bool is_pending; /* nothing was shown in it yet: its marker comes before what is shown next */
    char marker[MARKER_SIZE];
    char next[MARKER_SIZE]; /* before the lines after it */
};

/* A style, a link or an image that is open. */
struct open_span {
    enum style style;
    size_t start; /* of what is seen in it */
};

struct renderer {
    const struct markdown_chunk *chunk;
    struct styled_text *styled;
    struct container containers[DEPTH_MAX];
    size_t depth; /* may be larger: what is deeper is shown as if it were not */
    struct container too_deep;
    struct open_span spans[SPANS_MAX];
    size_t n_spans;        /* may be larger */
    enum style style;      /* of the block */
    bool is_open;          /* a block of text has begun */
    bool wants_empty_line; /* an empty line comes before the next block */
    bool is_in_table;
    struct markdown_table table;
    size_t n_cells;
    bool has_tables;
};

/* --- Containers ----------------------------------------------------------- */

static struct container *innermost(struct renderer *renderer)
{
    bool is_shown = renderer->depth > 0 && renderer->depth <= DEPTH_MAX;
    return is_shown ? &renderer->containers[renderer->depth - 1] : NULL;
}

static struct container *push_container(struct renderer *renderer, MD_BLOCKTYPE type)
{
    struct container *container =
        renderer->depth < DEPTH_MAX ? &renderer->containers[renderer->depth] : &renderer->too_deep;
    renderer->depth++;
    *container = (struct container){.type = type};
    return container;
}

static void pop_container(struct renderer *renderer)
{
    renderer->depth--;
}

static size_t shown_depth(const struct renderer *renderer)
{
    return renderer->depth < DEPTH_MAX ? renderer->depth : DEPTH_MAX;
}

static bool is_in_tight_list(struct renderer *renderer)
{
    struct container *container = innermost(renderer);
    if (container != NULL && container->type == MD_BLOCK_LI)
        container--; /* its list */
    return container != NULL && container->is_tight;
}

/* The containers up to the first one in which nothing was shown yet. */
static size_t begun_depth(const struct renderer *renderer)
{
    size_t depth = 0;
    while (depth < shown_depth(renderer) && !renderer->containers[depth].is_pending)
        depth++;
    return depth;
}

/* What so many containers put before the first line of a block, or before another one. */
static void add_prefix(const struct renderer *renderer, size_t depth, bool is_first, struct buffer *prefix)
{
    for (size_t i = 0; i < depth; i++) {
        const struct container *container = &renderer->containers[i];
        buffer_add_string(prefix, is_first && container->is_pending ? container->marker : container->next);
    }
}

/* --- Blocks --------------------------------------------------------------- */

/* A block has one line at least, and its text ends with a line end, which that of code has already. */
static void end_block(struct renderer *renderer)
{
    struct styled_text *styled = renderer->styled;
    if (!renderer->is_open)
        return;
    renderer->is_open = false;
    size_t end = styled->text.size;
    bool is_empty = styled->blocks[styled->n_blocks - 1].start == end;
    if (is_empty || styled->text.data[end - 1] != '\n')
        styled_text_add(styled, bytes_of("\n"), STYLE_NORMAL, NO_SOURCE);
}

static void add_empty_line(struct renderer *renderer)
{
    if (!renderer->wants_empty_line)
        return;
    renderer->wants_empty_line = false;
    struct buffer prefix = {0};
    add_prefix(renderer, begun_depth(renderer), false, &prefix);
    styled_text_begin_block(renderer->styled, WRAP_FLOWING, buffer_bytes(&prefix), buffer_bytes(&prefix));
    styled_text_add(renderer->styled, bytes_of("\n"), STYLE_NORMAL, NO_SOURCE);
    buffer_release(&prefix);
}

/* Ends the block before and takes what stands before the first line and the others of the next one. */
static void take_prefixes(struct renderer *renderer, struct buffer *first, struct buffer *next)
{
    end_block(renderer);
    add_empty_line(renderer);
    add_prefix(renderer, shown_depth(renderer), true, first);
    add_prefix(renderer, shown_depth(renderer), false, next);
    for (size_t i = 0; i < shown_depth(renderer); i++)
        renderer->containers[i].is_pending = false;
}

/* `more` stands before its lines, behind what its containers put there. */
static void begin_text_block(struct renderer *renderer, enum wrap_kind kind, const char *more,
                             enum style style)
{
    struct buffer first = {0};
    struct buffer next = {0};
    take_prefixes(renderer, &first, &next);
    buffer_add_string(&first, more);
    buffer_add_string(&next, more);
    styled_text_begin_block(renderer->styled, kind, buffer_bytes(&first), buffer_bytes(&next));
    renderer->is_open = true;
    renderer->style = style;
    buffer_release(&first);
    buffer_release(&next);
}

/* The text of an item of a tight list is in no paragraph. */
static void begin_item_text(struct renderer *renderer)
{
    if (!renderer->is_open && !renderer->is_in_table)
        begin_text_block(renderer, WRAP_FLOWING, "", STYLE_NORMAL);
}

static void begin_quotation(struct renderer *renderer)
{
    struct container *container = push_container(renderer, MD_BLOCK_QUOTE);
    container->is_pending = true;
    snprintf(container->marker, MARKER_SIZE, "│ ");
    snprintf(container->next, MARKER_SIZE, "│ ");
}

static void begin_bullets(struct renderer *renderer, const MD_BLOCK_UL_DETAIL *detail)
{
    end_block(renderer);
    push_container(renderer, MD_BLOCK_UL)->is_tight = detail->is_tight;
}

static void begin_numbers(struct renderer *renderer, const MD_BLOCK_OL_DETAIL *detail)
{
    end_block(renderer);
    struct container *list = push_container(renderer, MD_BLOCK_OL);
    list->is_tight = detail->is_tight;
    list->number = detail->start;
    list->delimiter = detail->mark_delimiter;
}

static void end_list(struct renderer *renderer)
{
    pop_container(renderer);
    renderer->wants_empty_line = !is_in_tight_list(renderer);
}

static void begin_item(struct renderer *renderer, const MD_BLOCK_LI_DETAIL *detail)
{
    end_block(renderer);
    struct container *list = innermost(renderer);
    struct container *item = push_container(renderer, MD_BLOCK_LI);
    item->is_pending = true;
    if (list == NULL)
        return;
    if (detail->is_task)
        snprintf(item->marker, MARKER_SIZE, "[%c] ", detail->task_mark == ' ' ? ' ' : 'x');
    else if (list->type == MD_BLOCK_OL)
        snprintf(item->marker, MARKER_SIZE, "%u%c ", list->number++, list->delimiter);
    else
        snprintf(item->marker, MARKER_SIZE, "• ");
    snprintf(item->next, MARKER_SIZE, "%*s", text_width(bytes_of(item->marker)), "");
}

static void end_item(struct renderer *renderer)
{
    struct container *item = innermost(renderer);
    if (item != NULL && item->is_pending)
        begin_text_block(renderer, WRAP_FLOWING, "", STYLE_NORMAL); /* nothing but its marker */
    end_block(renderer);
    pop_container(renderer);
    renderer->wants_empty_line = !is_in_tight_list(renderer);
}

static void add_thematic_break(struct renderer *renderer)
{
    begin_text_block(renderer, WRAP_AS_IT_IS, "────────────────────────────────────────", STYLE_NORMAL);
    end_block(renderer);
    renderer->wants_empty_line = true;
}

static struct styled_text *text_target(struct renderer *renderer)
{
    return renderer->is_in_table ? &renderer->table.text : renderer->styled;
}

static bool end_table(struct renderer *renderer)
{
    struct buffer first = {0};
    struct buffer next = {0};
    renderer->is_in_table = false;
    take_prefixes(renderer, &first, &next);
    bool worked = markdown_table_add_to(&renderer->table, renderer->styled, renderer->chunk->columns,
                                        buffer_bytes(&first), buffer_bytes(&next));
    buffer_release(&first);
    buffer_release(&next);
    renderer->wants_empty_line = true;
    return worked;
}

static bool begin_cell(struct renderer *renderer, MD_ALIGN align)
{
    markdown_table_begin_cell(&renderer->table, align == MD_ALIGN_RIGHT    ? CELL_RIGHT
                                                : align == MD_ALIGN_CENTER ? CELL_CENTER
                                                                           : CELL_LEFT);
    return ++renderer->n_cells <= CELLS_MAX;
}

/* md4c's callbacks return 0 to go on; what is not negative it does not always see. */
static int md4c_result(bool wanted)
{
    return wanted ? 0 : -1;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct renderer *renderer = context;
    switch (type) {
    case MD_BLOCK_QUOTE:
        end_block(renderer);
        begin_quotation(renderer);
        break;
    case MD_BLOCK_UL:
        begin_bullets(renderer, detail);
        break;
    case MD_BLOCK_OL:
        begin_numbers(renderer, detail);
        break;
    case MD_BLOCK_LI:
        begin_item(renderer, detail);
        break;
    case MD_BLOCK_HR:
        add_thematic_break(renderer);
        break;
    case MD_BLOCK_H:
        begin_text_block(renderer, WRAP_FLOWING, "", STYLE_HEADING);
        break;
    case MD_BLOCK_CODE:
        begin_text_block(renderer, WRAP_AS_IT_IS, "  ", STYLE_CODE);
        break;
    case MD_BLOCK_P:
        begin_text_block(renderer, WRAP_FLOWING, "", STYLE_NORMAL);
        break;
    case MD_BLOCK_TABLE:
        end_block(renderer);
        markdown_table_reset(&renderer->table, ((MD_BLOCK_TABLE_DETAIL *)detail)->col_count);
        renderer->is_in_table = renderer->has_tables = true;
        renderer->style = STYLE_NORMAL;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        return md4c_result(begin_cell(renderer, ((MD_BLOCK_TD_DETAIL *)detail)->align));
    default: /* the document, the parts of a table; HTML is none */
        break;
    }
    return md4c_result(true);
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct renderer *renderer = context;
    (void)detail;
    switch (type) {
    case MD_BLOCK_QUOTE:
        end_block(renderer);
        pop_container(renderer);
        renderer->wants_empty_line = true;
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        end_list(renderer);
        break;
    case MD_BLOCK_LI:
        end_item(renderer);
        break;
    case MD_BLOCK_H:
        end_block(renderer); /* and its text follows at once */
        break;
    case MD_BLOCK_CODE:
    case MD_BLOCK_P:
        end_block(renderer);
        renderer->wants_empty_line = true;
        break;
    case MD_BLOCK_TABLE:
        return md4c_result(end_table(renderer));
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        markdown_table_end_cell(&renderer->table);
        break;
    default:
        break;
    }
    return md4c_result(true);
}

/* --- Text ----------------------------------------------------------------- */

/* Where text that md4c hands out stands in the source: NO_SOURCE when it is md4c's own. */
static size_t source_of_text(const struct renderer *renderer, const char *text)
{
    const struct markdown_chunk *chunk = renderer->chunk;
    uintptr_t start = (uintptr_t)chunk->text.data + chunk->before;
    uintptr_t end = (uintptr_t)chunk->text.data + chunk->text.size;
    bool is_inside = (uintptr_t)text >= start && (uintptr_t)text < end;
    return is_inside ? chunk->source + ((uintptr_t)text - start) : NO_SOURCE;
}

/* That of the innermost span that has one, else the block's. */
static enum style innermost_style(const struct renderer *renderer)
{
    for (size_t i = renderer->n_spans < SPANS_MAX ? renderer->n_spans : SPANS_MAX; i > 0; i--)
        if (renderer->spans[i - 1].style != STYLE_NORMAL)
            return renderer->spans[i - 1].style;
    return renderer->style;
}

static void add_notation(struct renderer *renderer, const char *text)
{
    styled_text_add(text_target(renderer), bytes_of(text), STYLE_DIM, NO_SOURCE);
}

static void add_entity(struct renderer *renderer, struct bytes reference)
{
    struct buffer text = {0};
    entity_add(&text, reference);
    styled_text_add(text_target(renderer), buffer_bytes(&text), innermost_style(renderer),
                    source_of_text(renderer, reference.data));
    buffer_release(&text);
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *data, MD_SIZE size, void *context)
{
    struct renderer *renderer = context;
    struct bytes text = {data, size};
    begin_item_text(renderer);
    switch (type) {
    case MD_TEXT_NULLCHAR:
        text = bytes_of("\ufffd");
        break;
    case MD_TEXT_BR:
        text = bytes_of("\n");
        break;
    case MD_TEXT_SOFTBR:
        text = bytes_of(" ");
        break;
    case MD_TEXT_ENTITY:
        add_entity(renderer, text);
        return md4c_result(true);
    default:
        break;
    }
    styled_text_add(text_target(renderer), text, innermost_style(renderer),
                    source_of_text(renderer, text.data));
    return md4c_result(true);
}

/* --- Spans ---------------------------------------------------------------- */

static enum style span_style(MD_SPANTYPE type)
{
    switch (type) {
    case MD_SPAN_EM:
        return STYLE_EMPHASIS;
    case MD_SPAN_STRONG:
        return STYLE_STRONG;
    case MD_SPAN_CODE:
        return STYLE_CODE;
    case MD_SPAN_A:
        return STYLE_LINK;
    default:
        return STYLE_NORMAL;
    }
}

/* The value of an attribute, which md4c hands out in parts. */
static void add_attribute(const MD_ATTRIBUTE *attribute, struct buffer *value)
{
    for (size_t i = 0; attribute->size > 0 && attribute->substr_offsets[i] < attribute->size; i++) {
        MD_OFFSET start = attribute->substr_offsets[i];
        struct bytes part = {attribute->text + start, attribute->substr_offsets[i + 1] - start};
        if (attribute->substr_types[i] == MD_TEXT_ENTITY)
            entity_add(value, part);
        else
            buffer_add(value, part);
    }
}

static size_t innermost_span_start(const struct renderer *renderer)
{
    return renderer->n_spans <= SPANS_MAX ? renderer->spans[renderer->n_spans - 1].start : SIZE_MAX;
}

/* The address behind a link's text, unless that is the address. */
static void end_link(struct renderer *renderer, const MD_ATTRIBUTE *href)
{
    struct buffer address = {0};
    add_attribute(href, &address);
    const struct buffer *text = &text_target(renderer)->text;
    size_t start = innermost_span_start(renderer);
    struct bytes name = {0};
    if (start < text->size)
        name = bytes_from(buffer_bytes(text), start);
    struct bytes end = buffer_bytes(&address);
    if (bytes_starts_with(end, "mailto:"))
        end = bytes_from(end, strlen("mailto:"));
    if (end.size > 0 && !bytes_equal(name, end)) {
        add_notation(renderer, name.size > 0 ? " (" : "(");
        styled_text_add(text_target(renderer), buffer_bytes(&address), STYLE_DIM, NO_SOURCE);
        add_notation(renderer, ")");
    }
    buffer_release(&address);
}

/* An image without a text is named by its address. */
static void end_image(struct renderer *renderer, const MD_ATTRIBUTE *src)
{
    struct buffer address = {0};
    if (innermost_span_start(renderer) == text_target(renderer)->text.size)
        add_attribute(src, &address);
    styled_text_add(text_target(renderer), buffer_bytes(&address), STYLE_DIM, NO_SOURCE);
    add_notation(renderer, "]");
    buffer_release(&address);
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct renderer *renderer = context;
    (void)detail;
    begin_item_text(renderer);
    if (type == MD_SPAN_IMG)
        add_notation(renderer, "[image: ");
    if (type == MD_SPAN_DEL)
        add_notation(renderer, "~");
    if (renderer->n_spans < SPANS_MAX)
        renderer->spans[renderer->n_spans] =
            (struct open_span){.style = span_style(type), .start = text_target(renderer)->text.size};
    renderer->n_spans++;
    return md4c_result(true);
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct renderer *renderer = context;
    if (type == MD_SPAN_A)
        end_link(renderer, &((MD_SPAN_A_DETAIL *)detail)->href);
    if (type == MD_SPAN_IMG)
        end_image(renderer, &((MD_SPAN_IMG_DETAIL *)detail)->src);
    if (type == MD_SPAN_DEL)
        add_notation(renderer, "~");
    renderer->n_spans--;
    return md4c_result(true);
}

/* --- A chunk -------------------------------------------------------------- */

/* The source itself, between lines of its own. */
static void add_as_it_is(struct styled_text *styled, const struct markdown_chunk *chunk)
{
    struct bytes none = {0};
    struct bytes text = bytes_from(chunk->text, chunk->before);
    styled_text_begin_block(styled, WRAP_FLOWING, none, none);
    styled_text_add(styled, text, STYLE_NORMAL, chunk->source);
    styled_text_add(styled, bytes_of("\n"), STYLE_NORMAL, NO_SOURCE);
}

void markdown_render_chunk(struct styled_text *styled, const struct markdown_chunk *chunk, bool *has_tables)
{
    static const MD_PARSER parser = {
        .flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_NOHTML,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = add_text,
    };
    struct renderer renderer = {.chunk = chunk, .styled = styled, .wants_empty_line = chunk->is_apart};
    struct styled_text_size size = styled_text_size(styled);
    if (md_parse(chunk->text.data, (MD_SIZE)chunk->text.size, &parser, &renderer) != 0) {
        styled_text_cut(styled, size);
        add_as_it_is(styled, chunk);
    }
    *has_tables = *has_tables || renderer.has_tables;
    markdown_table_release(&renderer.table);
}
