/*
 * Elements that need an end tag (containers, tables, spans, headings) are on a stack. An end tag ends everything
 * begun after its beginning; an end tag without a beginning ends nothing. Paragraphs and divisions only end the block
 * before them. White space becomes one blank, or none at the beginning of a line.
 *
 * A cell stays open until the next one begins, so that all text of a table is in a cell; its spans over other columns
 * and rows are written then. Tables with one column, and tables that contain tables, only serve the layout of a page:
 * their cells are divisions.
 */
#include "tui/text/markup/html_render.h"

#include "core/base/unicode.h"
#include "core/markup/entity.h"
#include "tui/text/markup/html_list.h"
#include "tui/text/markup/html_math.h"
#include "tui/text/markup/html_table.h"
#include "core/markup/html_text.h"
#include "core/markup/html_tokens.h"
#include "tui/text/markup/markup_writer.h"
#include "tui/text/script.h"

#include <string.h>
#include <unictype.h>

enum { OPEN_MAX = 64 };

enum element_kind {
    ELEMENT_DIVISION,
    ELEMENT_PARAGRAPH,
    ELEMENT_HEADING,
    ELEMENT_CODE_BLOCK,
    ELEMENT_QUOTATION,
    ELEMENT_BULLETS,
    ELEMENT_NUMBERS,
    ELEMENT_ITEM,
    ELEMENT_RULE,
    ELEMENT_BREAK,
    ELEMENT_TABLE,
    ELEMENT_SECTION, /* of a table */
    ELEMENT_ROW,
    ELEMENT_CELL,
    ELEMENT_SPAN,
    ELEMENT_SCRIPT,  /* raised or lowered text, as its notation says */
    ELEMENT_READING, /* an annotation of the preceding text, as in Japanese */
    ELEMENT_LINK,
    ELEMENT_IMAGE,
    ELEMENT_FORMULA,
    ELEMENT_INPUT,
};

static const struct element {
    const char *name;
    enum element_kind kind;
    enum style style;     /* for a span */
    const char *notation; /* shown before and after it */
} elements[] = {
    {"p", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"div", ELEMENT_DIVISION, STYLE_NORMAL, ""},
    {"a", ELEMENT_LINK, STYLE_LINK, ""},
    {"b", ELEMENT_SPAN, STYLE_STRONG, ""},
    {"strong", ELEMENT_SPAN, STYLE_STRONG, ""},
    {"i", ELEMENT_SPAN, STYLE_EMPHASIS, ""},
    {"em", ELEMENT_SPAN, STYLE_EMPHASIS, ""},
    {"cite", ELEMENT_SPAN, STYLE_EMPHASIS, ""},
    {"var", ELEMENT_SPAN, STYLE_EMPHASIS, ""},
    {"code", ELEMENT_SPAN, STYLE_CODE, ""},
    {"kbd", ELEMENT_SPAN, STYLE_CODE, ""},
    {"samp", ELEMENT_SPAN, STYLE_CODE, ""},
    {"tt", ELEMENT_SPAN, STYLE_CODE, ""},
    {"del", ELEMENT_SPAN, STYLE_NORMAL, "~"},
    {"s", ELEMENT_SPAN, STYLE_NORMAL, "~"},
    {"strike", ELEMENT_SPAN, STYLE_NORMAL, "~"},
    {"sup", ELEMENT_SCRIPT, STYLE_NORMAL, "^"},
    {"sub", ELEMENT_SCRIPT, STYLE_NORMAL, "_"},
    {"ruby", ELEMENT_SPAN, STYLE_NORMAL, ""},
    {"rt", ELEMENT_READING, STYLE_NORMAL, ""},
    {"br", ELEMENT_BREAK, STYLE_NORMAL, ""},
    {"hr", ELEMENT_RULE, STYLE_NORMAL, ""},
    {"img", ELEMENT_IMAGE, STYLE_NORMAL, ""},
    {"math", ELEMENT_FORMULA, STYLE_NORMAL, ""},
    {"input", ELEMENT_INPUT, STYLE_NORMAL, ""},
    {"q", ELEMENT_SPAN, STYLE_NORMAL, "\""},
    {"h1", ELEMENT_HEADING, STYLE_NORMAL, ""},
    {"h2", ELEMENT_HEADING, STYLE_NORMAL, ""},
    {"h3", ELEMENT_HEADING, STYLE_NORMAL, ""},
    {"h4", ELEMENT_HEADING, STYLE_NORMAL, ""},
    {"h5", ELEMENT_HEADING, STYLE_NORMAL, ""},
    {"h6", ELEMENT_HEADING, STYLE_NORMAL, ""},
    {"ul", ELEMENT_BULLETS, STYLE_NORMAL, ""},
    {"ol", ELEMENT_NUMBERS, STYLE_NORMAL, ""},
    {"li", ELEMENT_ITEM, STYLE_NORMAL, ""},
    {"dl", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"dt", ELEMENT_DIVISION, STYLE_NORMAL, ""},
    {"dd", ELEMENT_DIVISION, STYLE_NORMAL, ""},
    {"blockquote", ELEMENT_QUOTATION, STYLE_NORMAL, ""},
    {"pre", ELEMENT_CODE_BLOCK, STYLE_NORMAL, ""},
    {"table", ELEMENT_TABLE, STYLE_NORMAL, ""},
    {"thead", ELEMENT_SECTION, STYLE_NORMAL, ""},
    {"tbody", ELEMENT_SECTION, STYLE_NORMAL, ""},
    {"tfoot", ELEMENT_SECTION, STYLE_NORMAL, ""},
    {"tr", ELEMENT_ROW, STYLE_NORMAL, ""},
    {"td", ELEMENT_CELL, STYLE_NORMAL, ""},
    {"th", ELEMENT_CELL, STYLE_NORMAL, ""},
    {"caption", ELEMENT_DIVISION, STYLE_NORMAL, ""},
    {"section", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"article", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"aside", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"header", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"footer", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"main", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"nav", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"address", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"figure", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"figcaption", ELEMENT_DIVISION, STYLE_NORMAL, ""},
    {"details", ELEMENT_PARAGRAPH, STYLE_NORMAL, ""},
    {"summary", ELEMENT_DIVISION, STYLE_NORMAL, ""},
    {"form", ELEMENT_DIVISION, STYLE_NORMAL, ""},
    {"fieldset", ELEMENT_DIVISION, STYLE_NORMAL, ""},
    {"legend", ELEMENT_DIVISION, STYLE_NORMAL, ""},
    {"option", ELEMENT_DIVISION, STYLE_NORMAL, ""},
    {"center", ELEMENT_DIVISION, STYLE_NORMAL, ""},
};

/* An element that waits for its end tag. */
struct open_element {
    const struct element *element;
    struct bytes address; /* for a link */
    bool is_in_brackets;  /* raised or lowered text, or a reading, that is in brackets */
};

struct html_renderer {
    const struct markdown_chunk *chunk;
    struct markup_writer writer;
    size_t first; /* where the chunk begins in the visible text */
    struct open_element open[OPEN_MAX];
    size_t n_open;
    bool wants_blank;     /* before the next word of the line */
    bool is_line_empty;   /* after a line break */
    bool follows_heading; /* there is nothing after the heading yet */
    bool is_in_pre;
    const char *page_direction; /* the direction mark of the page, "" if none is given … */
    const char *direction;      /* … and of the present block: it begins each line */
    enum script script;         /* of text … */
    size_t script_end;          /* … up to this offset of the source */
    struct html_table table;    /* the open table; without columns: none */
    size_t n_cells;             /* cells of its present row so far */
    size_t n_more;              /* columns of the last cell after its first one */
    bool has_failed;
};

/* NULL: the element has no effect. */
static const struct element *find_element(struct bytes name)
{
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (bytes_equal_ignoring_case(name, bytes_of(elements[i].name)))
            return &elements[i];
    return NULL;
}

/* --- Text ----------------------------------------------------------------- */

/* Adds raised or lowered text, with the source of each character. */
static void add_script(struct html_renderer *renderer, struct bytes text, size_t source)
{
    for (size_t at = 0, size; at < text.size; at += size) {
        struct buffer shown = {0};
        char32_t code, wanted;
        size = unicode_decode(text, at, &code);
        wanted = script_code(renderer->script, code);
        if (wanted != 0)
            unicode_add_code(&shown, wanted);
        else
            buffer_add(&shown, bytes_slice(text, at, at + size));
        markup_add_text(&renderer->writer, buffer_bytes(&shown), source + at);
        buffer_release(&shown);
    }
}

/* Whether the line is still empty, so that no blank is needed. */
static bool is_at_line_start(const struct html_renderer *renderer)
{
    const struct markup_writer *writer = &renderer->writer;
    if (writer->is_in_table) {
        const struct markdown_table *table = &writer->table;
        return table->n_cells == 0 || table->cells[table->n_cells - 1].start == table->text.text.size;
    }
    return !writer->is_open || renderer->is_line_empty;
}

static void add(struct html_renderer *renderer, struct bytes text, size_t source)
{
    if (is_at_line_start(renderer) && renderer->direction[0] != '\0')
        markup_add_text(&renderer->writer, bytes_of(renderer->direction), NO_SOURCE);
    if (source < renderer->script_end)
        add_script(renderer, text, source);
    else
        markup_add_text(&renderer->writer, text, source);
    renderer->wants_blank = renderer->is_line_empty = renderer->follows_heading = false;
}

/* The text written so far, to the page or to its table. */
static const struct buffer *seen(const struct html_renderer *renderer)
{
    const struct markup_writer *writer = &renderer->writer;
    return writer->is_in_table ? &writer->table.text.text : &writer->styled->text;
}

static void add_blank(struct html_renderer *renderer)
{
    if (renderer->wants_blank && !is_at_line_start(renderer) &&
        !bytes_ends_with(buffer_bytes(seen(renderer)), " "))
        markup_add_text(&renderer->writer, bytes_of(" "), NO_SOURCE);
    renderer->wants_blank = false;
}

/* Adds words. White space becomes one blank, which is written before the next word. */
static void add_words(struct html_renderer *renderer, struct bytes text, size_t source)
{
    size_t at = 0;
    while (at < text.size) {
        size_t first = at;
        while (at < text.size && byte_is_white(text.data[at]))
            at++;
        renderer->wants_blank = renderer->wants_blank || at > first;
        size_t word = at;
        while (at < text.size && !byte_is_white(text.data[at]))
            at++;
        if (at == word)
            return;
        add_blank(renderer);
        add(renderer, bytes_slice(text, word, at), source + word);
    }
}

static void add_text(struct html_renderer *renderer, const struct html_token *token)
{
    size_t source = renderer->chunk->source + token->start;
    if (renderer->is_in_pre)
        add(renderer, token->text, source);
    else
        add_words(renderer, token->text, source);
}

static void add_reference(struct html_renderer *renderer, const struct html_token *token)
{
    struct buffer text = {0};
    entity_add(&text, token->text);
    add_blank(renderer);
    if (text.size > 0)
        add(renderer, buffer_bytes(&text), renderer->chunk->source + token->start);
    buffer_release(&text);
}

/* --- Blocks --------------------------------------------------------------- */

/* Ends the block; in a cell, adds a blank instead. */
static void end_block(struct html_renderer *renderer)
{
    renderer->wants_blank = renderer->writer.is_in_table;
    if (!renderer->writer.is_in_table)
        markup_end_block(&renderer->writer);
}

/* Ends the block with an empty line, except at the beginning of the text or of an item. */
static void separate(struct html_renderer *renderer)
{
    const struct markup_writer *writer = &renderer->writer;
    end_block(renderer);
    bool begins_item = writer->depth > 0 && writer->depth <= MARKUP_DEPTH_MAX &&
                       writer->containers[writer->depth - 1].is_pending;
    if (!writer->is_in_table && !begins_item && !renderer->follows_heading &&
        writer->styled->text.size > renderer->first)
        markup_want_empty_line(&renderer->writer);
}

static void open_cell(struct html_renderer *renderer)
{
    renderer->has_failed = !markup_begin_cell(&renderer->writer, CELL_LEFT) || renderer->has_failed;
    renderer->n_cells++;
}

static void repeat_cell(struct html_renderer *renderer, size_t before)
{
    renderer->has_failed = !markup_repeat_cell(&renderer->writer, before) || renderer->has_failed;
    renderer->n_cells++;
}

/* Ends the open cell and writes it for all columns that it spans. */
static void close_cell(struct html_renderer *renderer)
{
    if (renderer->n_cells == 0)
        return;
    markup_end_cell(&renderer->writer);
    for (; renderer->n_more > 0 && !renderer->has_failed; renderer->n_more--)
        repeat_cell(renderer, 1);
}

/* Completes the row to the table's number of columns: with cells from above and empty ones. */
static void end_row(struct html_renderer *renderer)
{
    const struct html_table *table = &renderer->table;
    close_cell(renderer);
    while (renderer->n_cells > 0 && renderer->n_cells < table->n_columns && !renderer->has_failed) {
        if (html_table_is_held(table, renderer->n_cells)) {
            repeat_cell(renderer, table->n_columns);
        } else {
            open_cell(renderer);
            markup_end_cell(&renderer->writer);
        }
    }
    renderer->n_cells = 0;
}

static void begin_cell(struct html_renderer *renderer, const struct html_token *token)
{
    struct html_table *table = &renderer->table;
    struct html_place place;
    if (table->n_columns == 0) {
        end_block(renderer);
        return;
    }
    if (html_table_is_row_over(table))
        end_row(renderer);
    if (!html_table_place(table, token, &place))
        return; /* one too many: its text goes into the cell before */
    if (!renderer->writer.is_in_table)
        markup_begin_table(&renderer->writer, table->n_columns, table->n_header_rows);
    close_cell(renderer);
    while (renderer->n_cells < place.first && !renderer->has_failed)
        repeat_cell(renderer, table->n_columns);
    open_cell(renderer);
    renderer->n_more = place.end > place.first ? place.end - place.first - 1 : 0;
    renderer->wants_blank = false;
}

static void end_table(struct html_renderer *renderer)
{
    end_row(renderer);
    renderer->table.n_columns = 0;
    if (renderer->writer.is_in_table)
        renderer->has_failed = !markup_end_table(&renderer->writer) || renderer->has_failed;
}

/* Whether the address is shown: not links within the page, nor addresses that nobody would type. */
static bool is_shown_address(struct bytes address)
{
    return !bytes_starts_with(address, "#") && !bytes_starts_with(address, "javascript:") &&
           !bytes_starts_with(address, "data:");
}

/* --- Elements ------------------------------------------------------------- */

static void end_innermost(struct html_renderer *renderer)
{
    struct markup_writer *writer = &renderer->writer;
    const struct open_element *open = &renderer->open[--renderer->n_open];
    struct buffer address = {0};
    switch (open->element->kind) {
    case ELEMENT_HEADING:
        markup_end_block(writer);
        renderer->follows_heading = true;
        break;
    case ELEMENT_CODE_BLOCK:
        renderer->is_in_pre = false;
        separate(renderer);
        break;
    case ELEMENT_QUOTATION:
        markup_end_quotation(writer);
        break;
    case ELEMENT_BULLETS:
    case ELEMENT_NUMBERS:
        markup_end_list(writer);
        break;
    case ELEMENT_ITEM:
        markup_end_item(writer);
        break;
    case ELEMENT_TABLE:
        end_table(renderer);
        break;
    case ELEMENT_LINK:
        if (is_shown_address(open->address))
            html_add_value(&address, open->address);
        markup_end_link(writer, buffer_bytes(&address));
        break;
    case ELEMENT_SPAN:
        markup_end_span(writer, open->element->notation);
        break;
    case ELEMENT_SCRIPT:
    case ELEMENT_READING:
        markup_end_span(writer, open->is_in_brackets ? ")" : "");
        break;
    default:
        break;
    }
    buffer_release(&address);
}

/* Ends everything above this place of the stack. */
static void end_from(struct html_renderer *renderer, size_t place)
{
    while (renderer->n_open > place)
        end_innermost(renderer);
}

/*
 * Ends the innermost open element of this name and everything in it. Does nothing if there is none, or if a table is
 * between.
 */
static void end_element(struct html_renderer *renderer, const struct element *element)
{
    for (size_t at = renderer->n_open; at > 0; at--) {
        const struct element *open = renderer->open[at - 1].element;
        if (open == element) {
            end_from(renderer, at - 1);
            return;
        }
        if (open->kind == ELEMENT_TABLE)
            return;
    }
}

/* Ends the heading before a block that would be in it. */
static void end_heading(struct html_renderer *renderer)
{
    for (size_t at = renderer->n_open; at > 0; at--)
        if (renderer->open[at - 1].element->kind == ELEMENT_HEADING)
            end_from(renderer, at - 1);
}

static bool push(struct html_renderer *renderer, const struct element *element)
{
    if (renderer->n_open == OPEN_MAX)
        return false;
    renderer->open[renderer->n_open++] = (struct open_element){.element = element};
    return true;
}

/* An item ends the one before it. An item without a list is a division. */
static void begin_item(struct html_renderer *renderer, const struct element *element,
                       const struct html_token *token)
{
    unsigned number;
    for (size_t at = renderer->n_open; at > 0; at--) {
        enum element_kind kind = renderer->open[at - 1].element->kind;
        if (kind == ELEMENT_ITEM)
            end_from(renderer, at - 1);
        if (kind == ELEMENT_ITEM || kind == ELEMENT_BULLETS || kind == ELEMENT_NUMBERS) {
            if (html_list_item_number(token, &number))
                markup_set_number(&renderer->writer, number);
            if (push(renderer, element))
                markup_begin_item(&renderer->writer, NULL);
            return;
        }
    }
    end_block(renderer);
}

static void begin_list(struct html_renderer *renderer, const struct element *element,
                       const struct html_token *token)
{
    bool is_within_item = renderer->writer.depth > 0;
    if (is_within_item)
        end_block(renderer);
    else
        separate(renderer);
    if (push(renderer, element))
        markup_begin_list(&renderer->writer, true,
                          element->kind == ELEMENT_NUMBERS ? html_list_numbering(token)
                                                           : (struct markup_numbering){0});
}

/* Begins a table. A table that contains another one becomes divisions. */
static void begin_table(struct html_renderer *renderer, const struct element *element, size_t behind)
{
    struct html_table table;
    separate(renderer);
    if (renderer->table.n_columns > 0)
        return;
    html_table_read(&table, renderer->chunk->text, behind);
    if (table.n_columns > 0 && push(renderer, element))
        renderer->table = table; /* it begins with its first cell, after its caption */
}

static void begin_block(struct html_renderer *renderer, const struct element *element)
{
    struct markup_writer *writer = &renderer->writer;
    separate(renderer);
    if (writer->is_in_table || !push(renderer, element))
        return;
    if (element->kind == ELEMENT_HEADING)
        markup_begin_heading(writer, element->name[1] - '0');
    else if (element->kind == ELEMENT_CODE_BLOCK)
        markup_begin_block(writer, WRAP_AS_IT_IS, "  ", STYLE_CODE);
    else
        markup_begin_quotation(writer);
    renderer->is_in_pre = element->kind == ELEMENT_CODE_BLOCK;
    renderer->is_line_empty = true;
}

static void add_break(struct html_renderer *renderer)
{
    if (renderer->writer.is_in_table)
        renderer->wants_blank = true;
    else if (renderer->writer.is_open)
        add(renderer, bytes_of("\n"), NO_SOURCE);
    renderer->is_line_empty = true;
}

/* Adds an image, unless an empty text marks it as decoration. */
static void add_image(struct html_renderer *renderer, const struct html_token *token)
{
    struct bytes text, address;
    struct buffer decoded = {0}, shown = {0};
    bool has_text = html_attribute(token, "alt", &text);
    html_attribute(token, "src", &address);
    html_add_value(&decoded, text);
    if (is_shown_address(address))
        html_add_value(&shown, address);
    if (decoded.size > 0 || (!has_text && shown.size > 0)) {
        add_blank(renderer);
        markup_begin_span(&renderer->writer, STYLE_NORMAL, "[image: ");
        markup_add_text(&renderer->writer, buffer_bytes(&decoded), NO_SOURCE);
        markup_end_image(&renderer->writer, buffer_bytes(&shown));
        renderer->is_line_empty = false;
    }
    buffer_release(&decoded);
    buffer_release(&shown);
}

/* Of the inputs of a form, checkboxes are shown, like those of Markdown's task lists. */
static void add_input(struct html_renderer *renderer, const struct html_token *token)
{
    struct bytes type, unused;
    if (!html_attribute(token, "type", &type) || (!bytes_equal_ignoring_case(type, bytes_of("checkbox")) &&
                                                  !bytes_equal_ignoring_case(type, bytes_of("radio"))))
        return;
    add_blank(renderer);
    add(renderer, bytes_of(html_attribute(token, "checked", &unused) ? "[x]" : "[ ]"), NO_SOURCE);
    renderer->wants_blank = true;
}

/* Adds a formula. A separate one (display="block") gets its own line. Returns the offset after it. */
static size_t add_formula(struct html_renderer *renderer, const struct html_token *token, size_t behind)
{
    struct buffer text = {0};
    struct bytes display;
    bool is_block =
        html_attribute(token, "display", &display) && bytes_equal_ignoring_case(display, bytes_of("block"));
    size_t after = html_math_add(&text, renderer->chunk->text, behind);
    if (is_block)
        end_block(renderer);
    add_blank(renderer);
    if (text.size > 0)
        add(renderer, buffer_bytes(&text), NO_SOURCE);
    if (is_block)
        end_block(renderer);
    buffer_release(&text);
    return after;
}

static void begin_span(struct html_renderer *renderer, const struct element *element,
                       const struct html_token *token)
{
    if (!push(renderer, element))
        return;
    if (element->kind == ELEMENT_LINK)
        html_attribute(token, "href", &renderer->open[renderer->n_open - 1].address);
    add_blank(renderer);
    markup_begin_span(&renderer->writer, element->style, element->notation);
}

/* Begins a reading, which ends the one before it. It gets brackets unless the page has its own (<rp>). */
static void begin_reading(struct html_renderer *renderer, const struct element *element)
{
    end_element(renderer, element);
    if (!push(renderer, element))
        return;
    struct bytes text = buffer_bytes(seen(renderer));
    bool has_own = bytes_ends_with(text, "(") || bytes_ends_with(text, "（");
    renderer->open[renderer->n_open - 1].is_in_brackets = !has_own;
    markup_begin_span(&renderer->writer, STYLE_NORMAL, has_own ? "" : "(");
}

/* The raised or lowered text after a tag. */
struct script_look {
    struct buffer text;
    size_t end;      /* offset in the chunk */
    bool has_end;    /* it ends with its own end tag, not with a block */
    bool has_others; /* it contains other raised or lowered text, or images */
    bool is_apart;   /* no letter or digit follows it */
    bool is_long;    /* the text continues */
};

static bool is_apart(struct bytes source, size_t offset)
{
    char32_t code = ' ';
    if (offset < source.size)
        unicode_decode(source, offset, &code);
    return !uc_is_alnum(code);
}

/* Reads the text after a tag that raises or lowers. It stops looking for the end when the text gets too long. */
static void look_at_script(struct bytes source, size_t offset, struct script_look *look)
{
    enum { TOKENS_MAX = 32, TEXT_MAX = 256, DEPTH_MAX = 4 };
    struct html_token token;
    size_t depth = 1; /* bounded, too: each deeper level reads ahead again */
    for (size_t n = 0; n < TOKENS_MAX && look->text.size <= TEXT_MAX && depth <= DEPTH_MAX; n++) {
        look->end = offset;
        if (!html_next_token(source, &offset, &token))
            return;
        const struct element *element = find_element(token.name);
        if (token.kind == HTML_TEXT)
            buffer_add(&look->text, token.text);
        else if (token.kind == HTML_REFERENCE)
            entity_add(&look->text, token.text);
        else if (element != NULL && element->kind < ELEMENT_SPAN)
            return;
        else if (element != NULL && element->kind == ELEMENT_SCRIPT)
            depth = token.kind == HTML_BEGIN ? depth + 1 : depth - 1;
        look->has_others =
            look->has_others || depth > 1 || (element != NULL && element->kind == ELEMENT_IMAGE);
        look->has_end = depth == 0;
        look->is_apart = is_apart(source, offset);
        if (look->has_end)
            return;
    }
    look->is_long = true;
}

static struct bytes without_space(struct bytes text)
{
    while (text.size > 0 && byte_is_white(text.data[text.size - 1]))
        text.size--;
    return bytes_skip_space(text);
}

static void begin_script_of(struct html_renderer *renderer, const struct element *element,
                            const struct script_look *look)
{
    enum script script = element->notation[0] == '^' ? SCRIPT_SUPER : SCRIPT_SUB;
    struct bytes text = without_space(buffer_bytes(&look->text));
    enum script_form form = look->is_long      ? SCRIPT_NOTED
                            : look->has_others ? SCRIPT_IN_BRACKETS
                                               : script_form(script, text, look->is_apart);
    bool is_noted = text.size > 0 && (form == SCRIPT_NOTED || form == SCRIPT_IN_BRACKETS);
    bool is_pushed = look->has_end && push(renderer, element);
    struct buffer notation = {0};
    bool is_in_brackets = is_pushed && is_noted && form == SCRIPT_IN_BRACKETS;
    if (form == SCRIPT_OF_UNICODE) {
        renderer->script = script;
        renderer->script_end = renderer->chunk->source + look->end;
    }
    if (is_noted)
        add_blank(renderer);
    buffer_add_string(&notation, is_noted ? element->notation : "");
    buffer_add_string(&notation, is_in_brackets ? "(" : "");
    markup_begin_span(&renderer->writer, STYLE_NORMAL, buffer_string(&notation));
    buffer_release(&notation);
    if (is_pushed)
        renderer->open[renderer->n_open - 1].is_in_brackets = is_in_brackets;
    else
        markup_end_span(&renderer->writer, "");
}

/* Begins raised or lowered text. Without an end tag of its own it ends at the next block. */
static void begin_script(struct html_renderer *renderer, const struct element *element, size_t behind)
{
    struct script_look look = {0};
    look_at_script(renderer->chunk->text, behind, &look);
    begin_script_of(renderer, element, &look);
    buffer_release(&look.text);
}

/* The direction given by dir="rtl" or "ltr", whatever the first letter is; else that of the page. */
static const char *direction_of(const struct html_renderer *renderer, const struct html_token *token)
{
    struct bytes direction;
    bool is_said = html_attribute(token, "dir", &direction);
    if (is_said && bytes_equal_ignoring_case(direction, bytes_of("rtl")))
        return "\u200f";
    if (is_said && bytes_equal_ignoring_case(direction, bytes_of("ltr")))
        return "\u200e";
    return renderer->page_direction;
}

static bool is_block(const struct element *element)
{
    return element->kind < ELEMENT_SPAN && element->kind != ELEMENT_BREAK;
}

static void begin_element(struct html_renderer *renderer, const struct element *element,
                          const struct html_token *token, size_t behind)
{
    bool is_in_table = renderer->writer.is_in_table;
    if (is_block(element))
        renderer->direction = direction_of(renderer, token);
    if (is_block(element))
        end_heading(renderer);
    switch (element->kind) {
    case ELEMENT_DIVISION:
        end_block(renderer);
        break;
    case ELEMENT_PARAGRAPH:
        separate(renderer);
        break;
    case ELEMENT_HEADING:
    case ELEMENT_CODE_BLOCK:
    case ELEMENT_QUOTATION:
        begin_block(renderer, element);
        break;
    case ELEMENT_BULLETS:
    case ELEMENT_NUMBERS:
        if (is_in_table)
            end_block(renderer);
        else
            begin_list(renderer, element, token);
        break;
    case ELEMENT_ITEM:
        if (is_in_table)
            end_block(renderer);
        else
            begin_item(renderer, element, token);
        break;
    case ELEMENT_RULE:
        separate(renderer);
        if (!is_in_table)
            markup_add_rule(&renderer->writer);
        break;
    case ELEMENT_BREAK:
        add_break(renderer);
        break;
    case ELEMENT_TABLE:
        begin_table(renderer, element, behind);
        break;
    case ELEMENT_SECTION:
        html_table_begin_section(&renderer->table);
        break;
    case ELEMENT_ROW:
        html_table_begin_row(&renderer->table);
        if (renderer->table.n_columns == 0)
            end_block(renderer);
        break;
    case ELEMENT_CELL:
        begin_cell(renderer, token);
        break;
    case ELEMENT_IMAGE:
        add_image(renderer, token);
        break;
    case ELEMENT_INPUT:
        add_input(renderer, token);
        break;
    case ELEMENT_SCRIPT:
        begin_script(renderer, element, behind);
        break;
    case ELEMENT_READING:
        begin_reading(renderer, element);
        break;
    default:
        begin_span(renderer, element, token);
        break;
    }
}

/* Ends the element. A cell and a row end only with the next one. */
static void leave_element(struct html_renderer *renderer, const struct element *element)
{
    if (is_block(element))
        renderer->direction = renderer->page_direction;
    if (element->kind == ELEMENT_PARAGRAPH)
        separate(renderer);
    else if (element->kind == ELEMENT_SECTION)
        html_table_begin_section(&renderer->table);
    else if (element->kind == ELEMENT_DIVISION ||
             (renderer->table.n_columns == 0 &&
              (element->kind == ELEMENT_ROW || element->kind == ELEMENT_CELL)))
        end_block(renderer);
    else
        end_element(renderer, element);
}

/* --- A chunk -------------------------------------------------------------- */

static bool is_page(struct bytes name)
{
    return bytes_equal_ignoring_case(name, bytes_of("html")) ||
           bytes_equal_ignoring_case(name, bytes_of("body"));
}

static void render(struct html_renderer *renderer)
{
    struct html_token token;
    size_t offset = 0;
    while (!renderer->has_failed && html_next_token(renderer->chunk->text, &offset, &token)) {
        const struct element *element = find_element(token.name);
        if (token.kind == HTML_TEXT)
            add_text(renderer, &token);
        else if (token.kind == HTML_REFERENCE)
            add_reference(renderer, &token);
        else if (element != NULL && element->kind == ELEMENT_FORMULA && token.kind == HTML_BEGIN)
            offset = add_formula(renderer, &token, offset);
        else if (element != NULL && token.kind == HTML_BEGIN)
            begin_element(renderer, element, &token, offset);
        else if (element != NULL)
            leave_element(renderer, element);
        else if (token.kind == HTML_BEGIN && is_page(token.name))
            renderer->direction = renderer->page_direction = direction_of(renderer, &token);
    }
    end_from(renderer, 0);
    markup_end_block(&renderer->writer);
}

void html_render_chunk(struct styled_text *styled, const struct markdown_chunk *chunk, bool *has_tables)
{
    struct html_renderer renderer = {.chunk = chunk,
                                     .first = styled->text.size,
                                     .is_line_empty = true,
                                     .page_direction = "",
                                     .direction = ""};
    struct styled_text_size size = styled_text_size(styled);
    markup_begin(&renderer.writer, styled, chunk->columns, chunk->is_apart);
    render(&renderer);
    if (renderer.has_failed) {
        styled_text_cut(styled, size);
        markdown_add_as_it_is(styled, chunk);
    }
    *has_tables = *has_tables || renderer.writer.has_tables;
    markup_release(&renderer.writer);
}
