/*
 * An element writes its children into parts (base, below, above), which are combined at its end. A missing or
 * superfluous tag changes the part to which a text belongs, but loses no text.
 */
#include "tui/text/markup/html_math.h"

#include "core/base/unicode.h"
#include "core/markup/entity.h"
#include "core/markup/html_tokens.h"
#include "tui/text/script.h"

#include <unictype.h>

enum {
    DEPTH_MAX = 32, /* of nested elements; a deeper element counts as a row */
    PARTS_MAX = 3,
    FUNCTION_APPLICATION = 0x2061,
    INVISIBLE_TIMES = 0x2062,
    INVISIBLE_PLUS = 0x2064,
};

enum node_kind {
    NODE_ROW,
    NODE_TOKEN,
    NODE_TEXT, /* blanks are significant in it */
    NODE_FRACTION,
    NODE_SUPER,
    NODE_SUB,
    NODE_SUB_SUPER,
    NODE_SQUARE_ROOT,
    NODE_ROOT,
    NODE_FENCED,
    NODE_TABLE,
    NODE_TABLE_ROW,
    NODE_CELL,
    NODE_SPACE,
    NODE_FIRST,   /* only its first child is shown */
    NODE_NOTHING, /* nothing of it is shown or read */
};

static const struct node_name {
    const char *name;
    enum node_kind kind;
    size_t n_parts;
    bool is_apart; /* kept apart from what precedes it: 3 1/2 is not 31/2 */
} names[] = {
    {"math", NODE_ROW, 1, false},
    {"mrow", NODE_ROW, 1, false},
    {"mstyle", NODE_ROW, 1, false},
    {"mpadded", NODE_ROW, 1, false},
    {"menclose", NODE_ROW, 1, false},
    {"merror", NODE_ROW, 1, false},
    {"mmultiscripts", NODE_ROW, 1, false},
    {"none", NODE_ROW, 1, false},
    {"mi", NODE_TOKEN, 1, false},
    {"mn", NODE_TOKEN, 1, false},
    {"mo", NODE_TOKEN, 1, false},
    {"ms", NODE_TOKEN, 1, false},
    {"mtext", NODE_TEXT, 1, false},
    {"mspace", NODE_SPACE, 1, false},
    {"mfrac", NODE_FRACTION, 2, true},
    {"msup", NODE_SUPER, 2, false},
    {"mover", NODE_SUPER, 2, true},
    {"msub", NODE_SUB, 2, false},
    {"munder", NODE_SUB, 2, true},
    {"msubsup", NODE_SUB_SUPER, 3, false},
    {"munderover", NODE_SUB_SUPER, 3, true},
    {"msqrt", NODE_SQUARE_ROOT, 1, true},
    {"mroot", NODE_ROOT, 2, true},
    {"mfenced", NODE_FENCED, 1, false},
    {"mtable", NODE_TABLE, 1, false},
    {"mtr", NODE_TABLE_ROW, 1, false},
    {"mtd", NODE_CELL, 1, false},
    {"semantics", NODE_FIRST, 2, false},
    {"annotation", NODE_NOTHING, 1, false},
    {"annotation-xml", NODE_NOTHING, 1, false},
    {"mphantom", NODE_NOTHING, 1, false},
    {"mprescripts", NODE_NOTHING, 1, false},
};

static const struct node_name *find_node(struct bytes name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (bytes_equal_ignoring_case(name, bytes_of(names[i].name)))
            return &names[i];
    return NULL;
}

static bool is_token(const struct node_name *node)
{
    return node->kind == NODE_TOKEN || node->kind == NODE_TEXT;
}

/* --- Text ----------------------------------------------------------------- */

static bool is_word(char32_t code)
{
    return uc_is_alnum(code) || code == '.' || code == ',' || script_base(code) != code;
}

static char32_t last_code(struct bytes text)
{
    char32_t code = 0;
    size_t at = text.size;
    while (at > 0 && (at == text.size || unicode_is_continuation(text.data[at])))
        at--;
    if (text.size > 0)
        (void)unicode_decode(text, at, &code);
    return code;
}

static char32_t first_code(struct bytes text)
{
    char32_t code = 0;
    if (text.size > 0)
        (void)unicode_decode(text, 0, &code);
    return code;
}

/* Whether the bracket at its beginning is closed exactly at its end. */
static bool is_bracketed(struct bytes text)
{
    size_t depth = 0;
    for (size_t i = 0; i < text.size; i++) {
        depth += text.data[i] == '(' ? 1 : 0;
        if (text.data[i] == ')' && depth > 0)
            depth--;
        if (depth == 0)
            return i > 0 && i + 1 == text.size;
    }
    return false;
}

/* Whether it needs no brackets next to a sign: a name, a number, a single character. 2a in 1/2a needs them. */
static bool is_whole(struct bytes text)
{
    char32_t code;
    size_t n = 0, n_words = 0, n_letters = 0, n_digits = 0;
    for (size_t at = 0; at < text.size; n++) {
        at += unicode_decode(text, at, &code);
        n_words += is_word(code) ? 1 : 0;
        n_letters += uc_is_alpha(code) ? 1 : 0;
        n_digits += uc_is_digit(code) ? 1 : 0;
    }
    bool is_name_or_number = n_words == n && (n_letters == 0 || n_digits == 0);
    return n <= 1 || is_name_or_number || is_bracketed(text);
}

static void add_operand(struct buffer *out, const struct buffer *part)
{
    struct bytes text = bytes_trim(buffer_bytes(part));
    bool is_bare = is_whole(text);
    buffer_add_string(out, is_bare ? "" : "(");
    buffer_add(out, text);
    buffer_add_string(out, is_bare ? "" : ")");
}

static bool is_raised(char32_t code)
{
    return script_base(code) != code && script_code(SCRIPT_SUPER, script_base(code)) == code;
}

/* Adds the base of a power. A base that has a power itself gets brackets. */
static void add_base(struct buffer *out, const struct buffer *part)
{
    struct bytes text = bytes_trim(buffer_bytes(part));
    char32_t code;
    bool has_power = false;
    for (size_t at = 0; at < text.size;) {
        at += unicode_decode(text, at, &code);
        has_power = has_power || is_raised(code);
    }
    if (!has_power || is_bracketed(text)) {
        add_operand(out, part);
        return;
    }
    buffer_add_byte(out, '(');
    buffer_add(out, text);
    buffer_add_byte(out, ')');
}

/* Whether a word, or the index of a root, would run into the preceding word or bracket. */
static bool stand_together(struct bytes before, struct bytes text)
{
    const char32_t first = first_code(text);
    return (is_word(last_code(before)) || bytes_ends_with(before, ")")) &&
           (uc_is_alnum(first) || is_raised(first));
}

/* Adds raised or lowered text, with Unicode characters if they exist, else as x^ab. */
static void add_script(struct buffer *out, enum script script, const struct buffer *part)
{
    struct bytes text = bytes_trim(buffer_bytes(part));
    char32_t code;
    if (text.size == 0)
        return;
    if (script_form(script, text, true) == SCRIPT_OF_UNICODE) {
        for (size_t at = 0; at < text.size;) {
            at += unicode_decode(text, at, &code);
            char32_t moved = script_code(script, code);
            unicode_add_code(out, moved != 0 ? moved : code);
        }
        return;
    }
    if (is_whole(text) && !is_word(first_code(text))) { /* a prime, a star, a bar */
        buffer_add(out, text);
        return;
    }
    buffer_add_byte(out, script == SCRIPT_SUPER ? '^' : '_');
    add_operand(out, part);
}

static bool is_relation(struct bytes text)
{
    static const char *const relations[] = {"=", "<", ">", "≤", "≥", "≠", "≈", "≡", "→", "⇒", "∈", "∼"};
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++)
        if (bytes_equal(text, bytes_of(relations[i])))
            return true;
    return false;
}

/* Adds the content of an <mi>, <mn> or <mo> without invisible signs. */
static void add_token(struct buffer *out, struct bytes text)
{
    char32_t code;
    if (is_relation(text)) {
        buffer_add_byte(out, ' ');
        buffer_add(out, text);
        buffer_add_byte(out, ' ');
        return;
    }
    for (size_t at = 0, size; at < text.size; at += size) {
        size = unicode_decode(text, at, &code);
        if (code == FUNCTION_APPLICATION)
            buffer_add_byte(out, ' ');
        else if (code < INVISIBLE_TIMES || code > INVISIBLE_PLUS)
            buffer_add(out, bytes_slice(text, at, at + size));
    }
}

/* Adds text with one blank on each side where it has white space. */
static void add_with_blanks(struct buffer *out, struct bytes text)
{
    if (text.size > 0 && byte_is_white(text.data[0]))
        buffer_add_byte(out, ' ');
    add_token(out, bytes_trim(text));
    if (text.size > 0 && byte_is_white(text.data[text.size - 1]))
        buffer_add_byte(out, ' ');
}

/* --- Elements ------------------------------------------------------------- */

struct math_reader {
    struct bytes source;
    size_t offset;
    size_t depth;
    bool wants_blank; /* before a word: the previous text stands apart */
};

/* Combines the parts of the element according to its kind. */
static void put_together(const struct node_name *node, const struct buffer *parts, struct buffer *whole)
{
    switch (node->kind) {
    case NODE_TOKEN:
        add_token(whole, bytes_trim(buffer_bytes(&parts[0])));
        break;
    case NODE_TEXT:
        add_with_blanks(whole, buffer_bytes(&parts[0]));
        break;
    case NODE_FRACTION:
        add_operand(whole, &parts[0]);
        buffer_add_byte(whole, '/');
        add_operand(whole, &parts[1]);
        break;
    case NODE_SQUARE_ROOT:
    case NODE_ROOT:
        add_script(whole, SCRIPT_SUPER, &parts[1]);
        buffer_add_string(whole, "√");
        add_operand(whole, &parts[0]);
        break;
    case NODE_SUPER:
        add_base(whole, &parts[0]);
        add_script(whole, SCRIPT_SUPER, &parts[1]);
        break;
    case NODE_SUB:
    case NODE_SUB_SUPER:
        add_operand(whole, &parts[0]);
        add_script(whole, SCRIPT_SUB, &parts[1]);
        add_script(whole, SCRIPT_SUPER, &parts[2]);
        break;
    case NODE_FENCED:
    case NODE_TABLE:
        buffer_add_byte(whole, node->kind == NODE_TABLE ? '[' : '(');
        buffer_add(whole, bytes_trim(buffer_bytes(&parts[0])));
        buffer_add_byte(whole, node->kind == NODE_TABLE ? ']' : ')');
        break;
    case NODE_SPACE:
        buffer_add_byte(whole, ' ');
        break;
    case NODE_NOTHING:
        break;
    default:
        buffer_add(whole, buffer_bytes(&parts[0]));
        break;
    }
}

/* The separator between siblings: rows and cells of a table, and the members of a bracket. */
static const char *separator_before(const struct node_name *parent, const struct node_name *node)
{
    return node->kind == NODE_TABLE_ROW                             ? "; "
           : node->kind == NODE_CELL || parent->kind == NODE_FENCED ? ", "
                                                                    : "";
}

/* Reads the next tag or text within the element. Returns false at its end. */
static bool read_within(struct math_reader *reader, const struct node_name *node, struct html_token *token)
{
    size_t before = reader->offset;
    if (!html_next_token(reader->source, &reader->offset, token))
        return false;
    if (token->kind == HTML_TEXT || token->kind == HTML_REFERENCE)
        return true;
    const struct node_name *found = find_node(token->name);
    bool is_outermost = reader->depth == 1;
    if (token->kind == HTML_END && found == node)
        return false;
    if (found != NULL && (token->kind == HTML_BEGIN || is_outermost))
        return true;
    if (found == NULL &&
        !html_is_block(token->name)) /* a mark of the text, or an unknown element, which counts as a row */
        return true;
    reader->offset = before; /* leave it to the element that it ends */
    return false;
}

/* Skips an invisible element with all its content. The end of the formula or of the block ends it, too. */
static void skip_node(struct math_reader *reader, const struct node_name *node)
{
    struct html_token token;
    size_t before = reader->offset;
    for (; html_next_token(reader->source, &reader->offset, &token); before = reader->offset) {
        if (token.kind == HTML_TEXT || token.kind == HTML_REFERENCE)
            continue;
        if (token.kind == HTML_END && find_node(token.name) == node)
            return;
        if (html_is_block(token.name) || bytes_equal_ignoring_case(token.name, bytes_of("math"))) {
            reader->offset = before; /* leave it to the element that it ends */
            return;
        }
    }
}

static void read_node(struct math_reader *reader, const struct node_name *node, bool is_empty,
                      const char *between, struct buffer *out)
{
    struct buffer parts[PARTS_MAX] = {{0}}, whole = {0};
    struct html_token token;
    bool wants_blank = reader->wants_blank || node->is_apart;
    size_t n_children = 0;
    reader->wants_blank = false;
    reader->depth++;
    while (!is_empty && read_within(reader, node, &token)) {
        struct buffer *part = &parts[smaller_size(n_children, node->n_parts - 1)];
        const struct node_name *child = token.kind == HTML_BEGIN ? find_node(token.name) : NULL;
        if (token.kind == HTML_TEXT)
            buffer_add(part, is_token(node) ? token.text : bytes_skip_space(token.text));
        else if (token.kind == HTML_REFERENCE)
            entity_add(part, token.text);
        if (child != NULL && child->kind == NODE_NOTHING) {
            if (!bytes_ends_with(token.attributes, "/"))
                skip_node(reader, child);
            n_children++;
            continue;
        }
        if (child == NULL || reader->depth == DEPTH_MAX)
            continue;
        read_node(reader, child, bytes_ends_with(token.attributes, "/"),
                  part->size > 0 ? separator_before(node, child) : "", part);
        n_children++;
    }
    reader->depth--;
    put_together(node, parts, &whole);
    if (wants_blank && stand_together(buffer_bytes(out), buffer_bytes(&whole)))
        buffer_add_byte(out, ' ');
    buffer_add_string(out, between);
    buffer_add(out, buffer_bytes(&whole));
    reader->wants_blank = node->is_apart || (node->kind == NODE_ROW && reader->wants_blank);
    buffer_release(&whole);
    for (size_t i = 0; i < PARTS_MAX; i++)
        buffer_release(&parts[i]);
}

size_t html_math_add(struct buffer *out, struct bytes source, size_t offset)
{
    struct math_reader reader = {.source = source, .offset = offset};
    struct buffer text = {0};
    read_node(&reader, find_node(bytes_of("math")), false, "", &text);
    buffer_add(out, bytes_trim(buffer_bytes(&text)));
    buffer_release(&text);
    return reader.offset;
}
