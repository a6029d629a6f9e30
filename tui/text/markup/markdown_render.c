/*
 * md4c reads a chunk and calls back when a block or a span begins or ends, and with text; everything goes to a markup
 * writer. The source of a text is found from its address: md4c passes parts of its input. That input is as long as
 * the source but has other characters in some places (cjk_emphasis.h); the shown text is always that of the source.
 *
 * md4c only notices negative return values of its callbacks, in spite of its header.
 */
#include "tui/text/markup/markdown_render.h"

#include "core/markup/cjk_emphasis.h"
#include "core/markup/entity.h"
#include "core/markup/markdown_lines.h"
#include "tui/text/markup/markup_writer.h"

#include <md4c.h>
#include <string.h>
#include <stdint.h>

enum { TIMES = '\xff' }; /* replaces a star that multiplies in the parser's input */

struct renderer {
    const struct markdown_chunk *chunk;
    struct bytes parsed;   /* the input that md4c reads in place of the chunk's text */
    size_t reached;        /* offset in it after the last text or item number … */
    bool is_behind_number; /* … whether that was a number */
    struct markup_writer writer;
};

/* --- Blocks --------------------------------------------------------------- */

/* md4c's callbacks return 0 to continue. md4c does not always notice other values unless they are negative. */
static int md4c_result(bool wanted)
{
    return wanted ? 0 : -1;
}

/* The offset after the prefix of an item on its line: blanks, quotation marks, bullets of outer items. */
static size_t skip_item_prefix(struct bytes line)
{
    size_t at = 0;
    for (; at < line.size; at++) {
        bool is_bullet = strchr("-*+", line.data[at]) != NULL && at + 1 < line.size &&
                         (line.data[at + 1] == ' ' || line.data[at + 1] == '\t');
        if (!is_bullet && strchr(" \t>", line.data[at]) == NULL)
            break;
    }
    return at;
}

/* Whether the line between items has no text of an item: an empty line, the end of code, a link definition. */
static bool is_passed_over(struct bytes rest)
{
    return rest.size == 0 || bytes_starts_with(rest, "```") || bytes_starts_with(rest, "~~~") ||
           bytes_starts_with(rest, "[");
}

/* Reads the number at the beginning and sets *behind to the offset after it; 0: none. */
static unsigned read_number(struct bytes line, size_t *behind)
{
    unsigned number = 0;
    size_t digits = 0;
    for (; digits < 9 && digits < line.size && line.data[digits] >= '0' && line.data[digits] <= '9'; digits++)
        number = 10 * number + (unsigned)(line.data[digits] - '0');
    *behind = digits + 1;
    return digits > 0 && digits < line.size && (line.data[digits] == '.' || line.data[digits] == ')') ? number
                                                                                                      : 0;
}

/* The number of the next item, on a line after `reached`; 0: not found. */
static unsigned find_item_number(struct renderer *renderer)
{
    const struct bytes text = renderer->parsed;
    size_t start = renderer->reached, next, behind;
    if (!renderer->is_behind_number && start > 0 && start < text.size && text.data[start - 1] != '\n')
        (void)markdown_line(text, start, &start);
    for (; start < text.size; start = next) {
        struct bytes line = markdown_line(text, start, &next);
        const size_t prefix = skip_item_prefix(line);
        struct bytes rest = bytes_from(line, prefix);
        unsigned number = read_number(rest, &behind);
        if (number > 0) {
            renderer->reached = start + prefix + behind;
            renderer->is_behind_number = true;
        }
        if (number > 0 || !is_passed_over(rest))
            return number;
    }
    return 0;
}

/*
 * Begins an item. If the source's numbers skip some, they are kept: clause 3 of a law keeps its number when clause 2
 * is repealed. Numbers that do not increase, such as 1. 1. 1., are counted.
 */
static void begin_item(struct renderer *renderer, const MD_BLOCK_LI_DETAIL *detail)
{
    struct markup_writer *writer = &renderer->writer;
    unsigned expected = markup_next_number(writer);
    unsigned number = expected > 0 ? find_item_number(renderer) : 0;
    if (number > expected)
        markup_set_number(writer, number);
    markup_begin_item(writer, !detail->is_task ? NULL : detail->task_mark == ' ' ? "[ ] " : "[x] ");
}

static bool begin_cell(struct markup_writer *writer, MD_ALIGN align)
{
    return markup_begin_cell(writer, align == MD_ALIGN_RIGHT    ? CELL_RIGHT
                                     : align == MD_ALIGN_CENTER ? CELL_CENTER
                                                                : CELL_LEFT);
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct markup_writer *writer = &((struct renderer *)context)->writer;
    const MD_BLOCK_OL_DETAIL *numbers = detail;
    switch (type) {
    case MD_BLOCK_QUOTE:
        markup_begin_quotation(writer);
        break;
    case MD_BLOCK_UL:
        markup_begin_list(writer, ((MD_BLOCK_UL_DETAIL *)detail)->is_tight, (struct markup_numbering){0});
        break;
    case MD_BLOCK_OL:
        markup_begin_list(writer, numbers->is_tight,
                          (struct markup_numbering){.delimiter = numbers->mark_delimiter,
                                                    .next = numbers->start});
        break;
    case MD_BLOCK_LI:
        begin_item(context, detail);
        break;
    case MD_BLOCK_HR:
        markup_add_rule(writer);
        break;
    case MD_BLOCK_H:
        markup_begin_heading(writer, (int)((const MD_BLOCK_H_DETAIL *)detail)->level);
        break;
    case MD_BLOCK_CODE:
        markup_begin_block(writer, WRAP_AS_IT_IS, "  ", STYLE_CODE);
        break;
    case MD_BLOCK_P:
        markup_begin_block(writer, WRAP_FLOWING, "", STYLE_NORMAL);
        break;
    case MD_BLOCK_TABLE:
        markup_begin_table(writer, ((MD_BLOCK_TABLE_DETAIL *)detail)->col_count, 1);
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        return md4c_result(begin_cell(writer, ((MD_BLOCK_TD_DETAIL *)detail)->align));
    default: /* the document and the parts of a table; HTML blocks do not occur */
        break;
    }
    return md4c_result(true);
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct markup_writer *writer = &((struct renderer *)context)->writer;
    (void)detail;
    switch (type) {
    case MD_BLOCK_QUOTE:
        markup_end_quotation(writer);
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        markup_end_list(writer);
        break;
    case MD_BLOCK_LI:
        markup_end_item(writer);
        break;
    case MD_BLOCK_H:
        markup_end_block(writer); /* its text follows immediately */
        break;
    case MD_BLOCK_CODE:
    case MD_BLOCK_P:
        markup_end_block(writer);
        markup_want_empty_line(writer);
        break;
    case MD_BLOCK_TABLE:
        return md4c_result(markup_end_table(writer));
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        markup_end_cell(writer);
        break;
    default:
        break;
    }
    return md4c_result(true);
}

/* --- Text ----------------------------------------------------------------- */

/* The offset in the chunk's text of what md4c passes; *text becomes the text there. NO_SOURCE: it is md4c's own. */
static size_t find_in_chunk(const struct renderer *renderer, struct bytes *text)
{
    const uintptr_t start = (uintptr_t)renderer->parsed.data, end = start + renderer->parsed.size;
    if ((uintptr_t)text->data < start || (uintptr_t)text->data >= end)
        return NO_SOURCE;
    const size_t offset = (uintptr_t)text->data - start;
    text->data = renderer->chunk->text.data + offset;
    return offset;
}

/* The source offset of the text. Updates `reached`. */
static size_t source_of_text(struct renderer *renderer, struct bytes *text)
{
    const struct markdown_chunk *chunk = renderer->chunk;
    const size_t offset = find_in_chunk(renderer, text);
    if (offset != NO_SOURCE) {
        renderer->reached = offset + text->size;
        renderer->is_behind_number = false;
    }
    return offset != NO_SOURCE && offset >= chunk->before ? chunk->source + (offset - chunk->before)
                                                          : NO_SOURCE;
}

static void add_entity(struct renderer *renderer, struct bytes reference)
{
    struct buffer text = {0};
    const size_t source = source_of_text(renderer, &reference);
    entity_add(&text, reference);
    markup_add_text(&renderer->writer, buffer_bytes(&text), source);
    buffer_release(&text);
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *data, MD_SIZE size, void *context)
{
    struct renderer *renderer = context;
    struct bytes text = {data, size};
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
    const size_t source = source_of_text(renderer, &text);
    markup_add_text(&renderer->writer, text, source);
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

/* Adds the value of an attribute, which md4c passes in parts. */
static void add_attribute(const struct renderer *renderer, const MD_ATTRIBUTE *attribute,
                          struct buffer *value)
{
    for (size_t i = 0; attribute->size > 0 && attribute->substr_offsets[i] < attribute->size; i++) {
        MD_OFFSET start = attribute->substr_offsets[i];
        struct bytes part = {attribute->text + start, attribute->substr_offsets[i + 1] - start};
        const bool is_copied =
            find_in_chunk(renderer, &part) == NO_SOURCE; /* as those that contain entities are */
        const size_t begun = value->size;
        if (attribute->substr_types[i] == MD_TEXT_ENTITY)
            entity_add(value, part);
        else
            buffer_add(value, part);
        for (size_t at = begun; is_copied && at < value->size; at++)
            value->data[at] = value->data[at] == TIMES ? '*' : value->data[at];
    }
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct renderer *renderer = context;
    (void)detail;
    markup_begin_span(&renderer->writer, span_style(type),
                      type == MD_SPAN_IMG   ? "[image: "
                      : type == MD_SPAN_DEL ? "~"
                                            : "");
    return md4c_result(true);
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct renderer *renderer = context;
    struct buffer address = {0};
    if (type == MD_SPAN_A) {
        add_attribute(renderer, &((MD_SPAN_A_DETAIL *)detail)->href, &address);
        markup_end_link(&renderer->writer, buffer_bytes(&address));
    } else if (type == MD_SPAN_IMG) {
        add_attribute(renderer, &((MD_SPAN_IMG_DETAIL *)detail)->src, &address);
        markup_end_image(&renderer->writer, buffer_bytes(&address));
    } else {
        markup_end_span(&renderer->writer, type == MD_SPAN_DEL ? "~" : "");
    }
    buffer_release(&address);
    return md4c_result(true);
}

/* --- A chunk -------------------------------------------------------------- */

void markdown_add_as_it_is(struct styled_text *styled, const struct markdown_chunk *chunk)
{
    struct bytes none = {0};
    struct bytes text = bytes_from(chunk->text, chunk->before);
    styled_text_begin_block(styled, WRAP_FLOWING, none, none);
    styled_text_add(styled, text, STYLE_NORMAL, chunk->source);
    styled_text_add(styled, bytes_of("\n"), STYLE_NORMAL, NO_SOURCE);
}

static bool is_digit_at(struct bytes text, size_t offset)
{
    return offset < text.size && text.data[offset] >= '0' && text.data[offset] <= '9';
}

/*
 * 5*3*2 is a product and not an emphasised 3, so a star between digits becomes TIMES for the parser. Returns the text
 * itself if there is none, else a copy in `room`, which may already hold the text.
 */
static struct bytes products_closed(struct bytes text, struct buffer *room)
{
    for (size_t offset = 1; offset < text.size; offset++) {
        const char *star = memchr(text.data + offset, '*', text.size - offset);
        if (star == NULL)
            break;
        offset = (size_t)(star - text.data);
        if (!is_digit_at(text, offset - 1) || !is_digit_at(text, offset + 1))
            continue;
        if (room->size == 0)
            buffer_add(room, text);
        room->data[offset] = TIMES;
    }
    return room->size > 0 ? buffer_bytes(room) : text;
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
    struct buffer room = {0};
    struct renderer renderer = {.chunk = chunk,
                                .parsed = products_closed(cjk_emphasis_opened(chunk->text, &room), &room)};
    markup_begin(&renderer.writer, styled, chunk->columns, chunk->is_apart);
    struct styled_text_size size = styled_text_size(styled);
    if (md_parse(renderer.parsed.data, (MD_SIZE)renderer.parsed.size, &parser, &renderer) != 0) {
        styled_text_cut(styled, size);
        markdown_add_as_it_is(styled, chunk);
    }
    *has_tables = *has_tables || renderer.writer.has_tables;
    markup_release(&renderer.writer);
    buffer_release(&room);
}
