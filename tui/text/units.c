/*
 * First each line gets its kind from its bytes and its block. Then lines become units, one paragraph, table or record
 * after another.
 *
 * If the end of a unit is unclear, the unit is larger. A line end without a full stop does not end a sentence. So
 * sentences of e-mails and of texts with fixed line lengths stay whole, and so do lines that belong together without
 * any sign.
 */
#include "tui/text/units.h"

#include "core/base/search.h"
#include "core/match/shingles.h"
#include "core/text/sentences.h"

#include <ctype.h>
#include <string.h>

enum {
    UNIT_SIZE_MAX = 4000,   /* for text without a full stop; a longer unit ends with its line */
    KEY_SIZE_MAX = 40,      /* of the key in "Key: value" … */
    KEY_WORDS_MAX = 5,      /* … and of its words */
    HEADING_SIZE_MAX = 70,  /* of a line that may be a heading … */
    HEADING_WORDS_MAX = 9,  /* … and of its words */
    MARKER_SIZE_MAX = 12,   /* of "20.4", "(iv)", "•" */
    GAP_COLUMNS = 3,        /* so many blanks separate columns */
    RULE_STROKES_MIN = 3,   /* of a line that only draws a rule */
    HEADING_LEVELS = 8,     /* level 0 is the title … */
    HEADING_LEVEL_LAST = 7, /* … and this one is for headings without a level */
};

enum line_kind { LINE_BLANK, LINE_RULE, LINE_HEADING, LINE_ROW, LINE_FIELD, LINE_ITEM, LINE_TEXT, LINE_CODE };

struct text_line {
    size_t start;
    size_t end; /* without its line end */
    enum line_kind kind;
    size_t indent;
    int level;           /* for a heading */
    bool is_field;       /* part of a record that was rendered as one */
    struct bytes marker; /* a bullet or a number at its beginning … */
    bool is_drawn;       /* … which is generated and not part of the text */
    size_t key_start;    /* of "Key: value" … */
    size_t key_size;     /* … 0: it has no key */
};

struct unit_work {
    struct arena *arena;
    struct bytes text;
    const struct styled_text *styled;
    struct text_line *lines;
    size_t n_lines;
    struct text_units units;
    size_t headings[HEADING_LEVELS]; /* by level, the headings above the next line */
    bool is_apart;                   /* an empty line precedes the next line */
    struct buffer squeezed;
};

/* --- Lines ---------------------------------------------------------------- */

bool text_line_is_rule(struct bytes line)
{
    static const char *const strokes[] = {"-", "|", "+", "=", ":", "_", "─", "│", "┼", "═", " ", "\t"};
    size_t n = 0;
    while (line.size > 0) {
        const char *const *stroke = strokes;
        const char *const *end = strokes + sizeof strokes / sizeof *strokes;
        while (stroke < end && !bytes_starts_with(line, *stroke))
            stroke++;
        if (stroke == end)
            return false;
        n += !byte_is_white(**stroke) ? 1 : 0;
        line = bytes_from(line, strlen(*stroke));
    }
    return n >= RULE_STROKES_MIN;
}

static size_t count_words(struct bytes text, size_t most)
{
    size_t words = 0;
    for (size_t i = 0; i < text.size && words <= most; i++)
        words += !byte_is_white(text.data[i]) && (i == 0 || byte_is_white(text.data[i - 1]));
    return words;
}

/* Bars with blanks on both sides, or at an end of the line: "a | b", "| a |". */
static bool has_bars(struct bytes line)
{
    return bytes_contains(line, " | ") || (line.size > 1 && line.data[0] == '|');
}

static bool has_gap(struct bytes line)
{
    size_t blanks = 0;
    for (size_t i = 0; i < line.size; i++) {
        if (blanks >= GAP_COLUMNS && !byte_is_white(line.data[i]))
            return true;
        blanks = line.data[i] == ' ' ? blanks + 1 : 0;
    }
    return false;
}

/* Here and below, `line` is trimmed. */
static bool is_row(struct bytes line)
{
    return bytes_contains(line, "│") || has_bars(line) || bytes_contains(line, "\t") || has_gap(line);
}

static bool is_mark_of_items(struct bytes text)
{
    static const char *const marks[] = {"-", "*", "+", "•", "◦", "▪", "–", "—", "‣", "·"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (bytes_equal(text, bytes_of(marks[i])))
            return true;
    return false;
}

/* Whether it is "1.", "20.4", "(3)", "b)", "iv.", "§5": short, with a digit, or a stop after letters. */
static bool is_number_of_items(struct bytes text)
{
    size_t digits = 0, letters = 0;
    bool begins_in_bracket = bytes_starts_with(text, "("), begins_in_sign = bytes_starts_with(text, "§");
    char last = text.data[text.size - 1];
    bool is_closed = last == ')' || last == '.';
    size_t i = begins_in_bracket ? 1 : begins_in_sign ? strlen("§") : 0;
    for (; i < text.size; i++) {
        char c = text.data[i];
        digits += c >= '0' && c <= '9';
        letters += isalpha((unsigned char)c) != 0;
        if (!isalnum((unsigned char)c) && c != '.' && c != ')')
            return false;
    }
    if (digits > 0)
        return letters <= 1 && (is_closed || begins_in_sign || bytes_contains(text, "."));
    return letters > 0 && letters <= 4 && is_closed && (last == ')' || letters == 1);
}

/* The marker at the beginning of the line; empty: none. */
static struct bytes marker_of(struct bytes line)
{
    struct bytes rest = line, word = {0};
    bool has_one = bytes_next_word(&rest, &word) && rest.size > 0 && word.size <= MARKER_SIZE_MAX &&
                   (is_mark_of_items(word) || is_number_of_items(word));
    return has_one ? word : (struct bytes){0};
}

/* The size of the key of "Key: value"; 0: it is no such line, or one that introduces a list. */
static size_t key_size_of(struct bytes line)
{
    if (line.size == 0 || ispunct((unsigned char)line.data[0]))
        return 0;
    for (size_t i = 0; i < line.size && i <= KEY_SIZE_MAX; i++) {
        char c = line.data[i];
        bool is_end = c == ':' && i + 1 < line.size && byte_is_white(line.data[i + 1]);
        if (is_end)
            return count_words(bytes_slice(line, 0, i), KEY_WORDS_MAX) <= KEY_WORDS_MAX ? i : 0;
        if (strchr("!?;\"", c) != NULL)
            return 0;
    }
    return 0;
}

/* Whether it ends with a full stop of a script without spaces. */
static bool ends_widely(struct bytes line)
{
    return bytes_ends_with(line, "。") || bytes_ends_with(line, "！") || bytes_ends_with(line, "？") ||
           bytes_ends_with(line, "：");
}

/* Whether it looks like "## Cleaning", "4.2 Cleaning" or just "Cleaning": a short line without a full stop. */
static bool looks_like_heading(struct bytes line)
{
    char last = line.data[line.size - 1], first = line.data[0];
    bool begins_small = first >= 'a' && first <= 'z';
    return line.size <= HEADING_SIZE_MAX && count_words(line, HEADING_WORDS_MAX) <= HEADING_WORDS_MAX &&
           strchr(".!?,;)", last) == NULL && !begins_small && !is_mark_of_items(marker_of(line)) &&
           !ends_widely(line);
}

/* The level of a heading: 2 for "##" and for "4.2". */
static int level_of_heading(struct bytes line)
{
    int level = 0;
    size_t i = 0;
    while (i < line.size && line.data[i] == '#')
        i++;
    if (i > 0)
        return i < HEADING_LEVEL_LAST ? (int)i : HEADING_LEVEL_LAST - 1;
    for (; i < line.size && !byte_is_white(line.data[i]); i++)
        level +=
            i > 0 && line.data[i] == '.' && i + 1 < line.size && isdigit((unsigned char)line.data[i + 1]);
    bool is_numbered = isdigit((unsigned char)line.data[0]);
    return !is_numbered                     ? HEADING_LEVEL_LAST
           : level + 1 < HEADING_LEVEL_LAST ? level + 1
                                            : HEADING_LEVEL_LAST - 1;
}

/* The block of the line; NULL: none. */
static const struct wrap_block *block_of(const struct unit_work *work, size_t offset)
{
    size_t after;
    if (work->styled == NULL)
        return NULL;
    LOWER_BOUND(after, work->styled->n_blocks, work->styled->blocks[after].start <= offset);
    return after > 0 ? &work->styled->blocks[after - 1] : NULL;
}

/* The prefix without the bars of quotations. */
static struct bytes without_bars(struct bytes prefix)
{
    static const char bar[] = "│ ";
    while (bytes_starts_with(prefix, bar))
        prefix = bytes_from(prefix, strlen(bar));
    return prefix;
}

/* Takes from the block what it says about the line, which begins or continues it. */
static void look_at_block(struct text_line *line, const struct wrap_block *block)
{
    bool begins = block->start == line->start;
    struct bytes first = without_bars(block->first_prefix), next = without_bars(block->next_prefix);
    line->indent += begins ? first.size - bytes_skip_space(first).size : next.size;
    line->level = block->heading;
    if (begins)
        line->marker = bytes_trim(first);
    line->is_drawn = line->marker.size > 0;
    if (block->kind == WRAP_AS_IT_IS)
        line->kind = LINE_CODE;
    line->is_field = block->kind == WRAP_FLOWING && line->marker.size == 0 && next.size > first.size;
}

static void look_at_text(struct text_line *line, struct bytes text)
{
    struct bytes trimmed = bytes_trim(bytes_slice(text, line->start, line->end));
    struct bytes content = trimmed;
    line->indent += (size_t)(trimmed.data - text.data) - line->start;
    if (line->marker.size == 0 && line->level == 0) {
        line->marker = marker_of(trimmed);
        content = bytes_skip_space(bytes_from(trimmed, line->marker.size));
    }
    line->key_start = (size_t)(content.data - text.data);
    line->key_size = key_size_of(content);
    if (line->level > 0)
        line->kind = LINE_HEADING;
    else if (line->key_size > 0 || line->is_field)
        line->kind = LINE_FIELD;
    else if (is_row(trimmed))
        line->kind = LINE_ROW;
    else if (line->marker.size > 0)
        line->kind = LINE_ITEM;
}

static void add_line(struct unit_work *work, size_t start, size_t end)
{
    struct bytes trimmed = bytes_trim(bytes_slice(work->text, start, end));
    struct text_line line = {.start = start, .end = end, .kind = LINE_TEXT};
    const struct wrap_block *block = block_of(work, start);
    if (trimmed.size == 0) {
        line.kind = LINE_BLANK;
    } else if (text_line_is_rule(trimmed)) {
        line.kind = LINE_RULE;
    } else {
        if (block != NULL)
            look_at_block(&line, block);
        look_at_text(&line, work->text);
    }
    ARENA_PUSH(work->arena, work->lines, work->n_lines) = line;
}

static bool is_edge(const struct unit_work *work, size_t line)
{
    return line >= work->n_lines || work->lines[line].kind == LINE_BLANK ||
           work->lines[line].kind == LINE_RULE;
}

/* Whether the line continues the one before it, although it begins like an item, a row or a field: "give\n1.5 mg". */
static bool is_inside_sentence(const struct unit_work *work, size_t number)
{
    if (number == 0 || work->lines[number - 1].kind != LINE_TEXT)
        return false;
    const struct text_line *line = &work->lines[number], *before = line - 1;
    struct bytes text = bytes_trim(bytes_slice(work->text, before->start, before->end));
    bool is_one_of_many = number + 1 < work->n_lines && line[1].kind == line->kind;
    bool may_be = line->kind == LINE_ROW || line->kind == LINE_FIELD ||
                  (line->kind == LINE_ITEM && !is_mark_of_items(line->marker));
    return may_be && !is_one_of_many && !line->is_drawn && !line->is_field &&
           strchr(".!?:;", text.data[text.size - 1]) == NULL &&
           block_of(work, line->start) == block_of(work, before->start);
}

static bool is_heading(const struct unit_work *work, size_t number)
{
    const struct text_line *line = &work->lines[number];
    struct bytes text = bytes_trim(bytes_slice(work->text, line->start, line->end));
    bool stands_alone = (number == 0 || is_edge(work, number - 1)) && is_edge(work, number + 1);
    bool may_be = line->kind == LINE_TEXT || (line->kind == LINE_ITEM && !line->is_drawn);
    bool has_hashes = line->kind == LINE_TEXT && text.data[0] == '#';
    return has_hashes || (may_be && stands_alone && line->indent == 0 && looks_like_heading(text));
}

static void settle_line(struct unit_work *work, size_t number)
{
    struct text_line *line = &work->lines[number];
    if (is_inside_sentence(work, number)) {
        line->kind = LINE_TEXT;
        line->marker = (struct bytes){0};
    } else if (is_heading(work, number)) {
        line->kind = LINE_HEADING;
        line->level = level_of_heading(bytes_trim(bytes_slice(work->text, line->start, line->end)));
    }
}

static void read_lines(struct unit_work *work)
{
    struct bytes rest = work->text, line;
    while (bytes_next_line(&rest, &line)) {
        size_t start = (size_t)(line.data - work->text.data);
        add_line(work, start, start + line.size);
    }
    for (size_t i = 0; i < work->n_lines; i++)
        settle_line(work, i);
}

/* --- Units ---------------------------------------------------------------- */

/* Removes white space, including line ends, from both ends. */
static struct bytes trim(struct bytes text)
{
    while (text.size > 0 && byte_is_white(text.data[0]))
        text = bytes_from(text, 1);
    while (text.size > 0 && byte_is_white(text.data[text.size - 1]))
        text.size--;
    return text;
}

static const struct text_unit *unit_at(const struct unit_work *work, size_t number)
{
    return &work->units.items[number];
}

static bool leads_on(const struct unit_work *work, size_t number)
{
    return work->text.data[unit_at(work, number)->end - 1] == ':';
}

/* The heading above text of this level; NO_UNIT: none. */
static size_t heading_above(const struct unit_work *work, int level)
{
    for (int i = level - 1; i >= 0; i--)
        if (work->headings[i] != NO_UNIT)
            return work->headings[i];
    return NO_UNIT;
}

/* The item to which text with this indentation belongs, if the last unit belongs to an item; NO_UNIT: none. */
static size_t item_above(const struct unit_work *work, size_t indent)
{
    size_t above = work->units.n > 0 ? work->units.n - 1 : NO_UNIT;
    while (above != NO_UNIT &&
           !(unit_at(work, above)->kind == UNIT_ITEM && unit_at(work, above)->indent < indent)) {
        size_t governor = unit_at(work, above)->governor;
        above =
            unit_at(work, above)->indent > 0 || unit_at(work, above)->kind == UNIT_ITEM ? governor : NO_UNIT;
    }
    return above;
}

static bool is_of_table(const struct unit_work *work, size_t number)
{
    size_t governor = unit_at(work, number)->governor;
    return governor != NO_UNIT && unit_at(work, governor)->kind == UNIT_HEADER;
}

/*
 * The governor of an item, a table or a record: the unit before the first one introduces it, and the others have the
 * same.
 */
static size_t governor_of_one_of_many(const struct unit_work *work, enum unit_kind kind, size_t indent)
{
    if (work->units.n == 0)
        return NO_UNIT;
    size_t above = item_above(work, indent), last = work->units.n - 1;
    if (above != NO_UNIT)
        return above;
    for (size_t i = last; i != NO_UNIT; i = unit_at(work, i)->governor)
        if (unit_at(work, i)->kind == kind && unit_at(work, i)->indent == indent && !is_of_table(work, i))
            return unit_at(work, i)->governor;
    return unit_at(work, last)->kind == UNIT_SENTENCE ? last : heading_above(work, HEADING_LEVELS);
}

static size_t governor_of_sentence(const struct unit_work *work, size_t indent)
{
    size_t above = item_above(work, indent);
    if (above == NO_UNIT && work->units.n > 0 && leads_on(work, work->units.n - 1))
        above = work->units.n - 1;
    return above != NO_UNIT ? above : heading_above(work, HEADING_LEVELS);
}

/* The hash of the unit's text, its marker and its governor. */
static uint64_t identity_of(struct unit_work *work, const struct text_unit *unit, struct bytes marker,
                            size_t end)
{
    uint64_t place = 0;
    if (unit->governor != NO_UNIT && unit->governor != work->headings[0])
        place = unit_at(work, unit->governor)->identity;
    buffer_clear(&work->squeezed);
    text_add_squeezed(&work->squeezed, marker);
    buffer_add_byte(&work->squeezed, '\n');
    text_add_squeezed(&work->squeezed, bytes_slice(work->text, unit->start, end));
    return bytes_hash_add(bytes_hash(buffer_bytes(&work->squeezed)), place);
}

/* Adds a unit. `end`: the end of its content; rules after that only draw. Returns its number. */
static size_t add_unit(struct unit_work *work, struct text_unit unit, struct bytes marker, size_t end)
{
    struct bytes text = trim(bytes_slice(work->text, unit.start, unit.end));
    if (text.size == 0)
        return NO_UNIT;
    unit.start = (size_t)(text.data - work->text.data);
    unit.end = unit.start + text.size;
    unit.goes_on = !work->is_apart && work->units.n > 0;
    unit.identity = identity_of(work, &unit, marker, smaller_size(end, unit.end));
    work->is_apart = false;
    ARENA_PUSH(work->arena, work->units.items, work->units.n) = unit;
    return work->units.n - 1;
}

/* The first line after `first` that has none of these kinds. */
static size_t end_of_lines(const struct unit_work *work, size_t first, unsigned kinds)
{
    size_t end = first;
    while (end < work->n_lines && (kinds >> work->lines[end].kind & 1) != 0)
        end++;
    return end;
}

static struct text_unit unit_of_lines(const struct unit_work *work, size_t first, size_t end,
                                      enum unit_kind kind)
{
    return (struct text_unit){.start = work->lines[first].start,
                              .end = work->lines[end - 1].end,
                              .kind = kind,
                              .indent = work->lines[first].indent,
                              .governor = NO_UNIT};
}

static size_t add_heading(struct unit_work *work, size_t first)
{
    size_t end = first + 1, behind;
    while (end < work->n_lines && work->lines[end].kind == LINE_HEADING &&
           block_of(work, work->lines[end].start) != NULL &&
           block_of(work, work->lines[end].start) == block_of(work, work->lines[first].start))
        end++; /* the heading contains a line break */
    int level = work->units.n == 0 ? 0 : work->lines[first].level;
    behind = end_of_lines(work, end, 1U << LINE_RULE);
    struct text_unit unit = unit_of_lines(work, first, behind, UNIT_HEADING);
    unit.governor = heading_above(work, level);
    for (int i = level; i < HEADING_LEVELS; i++)
        work->headings[i] = NO_UNIT;
    size_t number = add_unit(work, unit, (struct bytes){0}, work->lines[end - 1].end);
    work->headings[level] = number;
    return behind;
}

/* The end of the table's header: the lines above a rule, else the first line if there are others. */
static size_t end_of_header(const struct unit_work *work, size_t first, size_t end)
{
    for (size_t i = first + 1; i < end; i++)
        if (work->lines[i].kind == LINE_RULE)
            return i;
    return end > first + 1 ? first + 1 : first;
}

/* Whether the line is a row across the table, above other rows. */
static bool is_across(const struct unit_work *work, size_t line)
{
    return work->lines[line].kind == LINE_TEXT && line + 1 < work->n_lines &&
           work->lines[line + 1].kind == LINE_ROW;
}

static size_t end_of_table(const struct unit_work *work, size_t first)
{
    size_t end = first;
    while (end < work->n_lines &&
           (work->lines[end].kind == LINE_ROW || work->lines[end].kind == LINE_RULE || is_across(work, end)))
        end++;
    return end;
}

static size_t add_table(struct unit_work *work, size_t first)
{
    const size_t end = end_of_table(work, first), header_end = end_of_header(work, first, end);
    const size_t lead = governor_of_one_of_many(work, UNIT_HEADER, work->lines[first].indent);
    size_t header = lead, above = lead;
    for (size_t i = first, next; i < end; i = next) {
        const bool is_header = i < header_end;
        next = end_of_lines(work, is_header ? header_end : i + 1, 1U << LINE_RULE);
        struct text_unit unit = unit_of_lines(work, i, next, UNIT_ROW);
        unit.governor = is_header ? lead : above;
        if (is_header || is_across(work, i))
            unit.kind = UNIT_HEADER;
        if (!is_header && unit.kind == UNIT_HEADER)
            unit.governor = header;
        size_t number =
            add_unit(work, unit, (struct bytes){0}, work->lines[is_header ? header_end - 1 : i].end);
        if (is_header)
            header = number;
        if (unit.kind == UNIT_HEADER)
            above = number;
    }
    return end;
}

static struct bytes key_of(const struct unit_work *work, size_t line)
{
    size_t start = work->lines[line].key_start;
    return bytes_slice(work->text, start, start + work->lines[line].key_size);
}

/*
 * The end of the record that begins there: before its first key again, or before a separate line that is not a field.
 */
static size_t end_of_record(const struct unit_work *work, size_t first, size_t *n_fields)
{
    size_t end = first + 1, line = end;
    *n_fields = 1;
    for (; line < work->n_lines; line++) {
        enum line_kind kind = work->lines[line].kind;
        bool goes_on = work->lines[line - 1].kind != LINE_BLANK && (kind == LINE_TEXT || kind == LINE_RULE);
        if (kind == LINE_BLANK)
            continue;
        if (!goes_on && (kind != LINE_FIELD || bytes_equal(key_of(work, line), key_of(work, first)) ||
                         work->lines[line].indent < work->lines[first].indent))
            break;
        *n_fields += kind == LINE_FIELD;
        end = line + 1;
    }
    return end;
}

static size_t add_record(struct unit_work *work, size_t first)
{
    size_t n_fields, end = end_of_record(work, first, &n_fields);
    struct text_unit unit = unit_of_lines(work, first, end, UNIT_ROW);
    unit.governor = governor_of_one_of_many(work, UNIT_ROW, unit.indent);
    add_unit(work, unit, work->lines[first].marker, unit.end);
    return end;
}

static size_t add_item(struct unit_work *work, size_t first)
{
    size_t end = end_of_lines(work, first + 1, 1U << LINE_TEXT);
    struct text_unit unit = unit_of_lines(work, first, end, UNIT_ITEM);
    unit.governor = governor_of_one_of_many(work, UNIT_ITEM, unit.indent);
    add_unit(work, unit, work->lines[first].marker, unit.end);
    return end;
}

/* The end of the sentence, which continues after line ends. */
static size_t end_of_sentence(struct bytes text, size_t start)
{
    size_t end = sentence_end(text, start);
    while (end < text.size && text.data[end - 1] == '\n' && end - start < UNIT_SIZE_MAX &&
           !bytes_ends_with(trim(bytes_slice(text, start, end)), ":"))
        end = sentence_end(text, end);
    return end;
}

static size_t add_sentences(struct unit_work *work, size_t first, size_t end)
{
    struct bytes text = bytes_slice(work->text, 0, work->lines[end - 1].end);
    for (size_t start = work->lines[first].start, next; start < text.size; start = next) {
        next = end_of_sentence(text, start);
        struct text_unit unit = {.start = start,
                                 .end = next,
                                 .kind = UNIT_SENTENCE,
                                 .indent = work->lines[first].indent};
        unit.governor = governor_of_sentence(work, unit.indent);
        add_unit(work, unit, work->lines[first].marker, next);
    }
    return end;
}

static size_t add_lines(struct unit_work *work, size_t first)
{
    size_t n_fields;
    switch (work->lines[first].kind) {
    case LINE_HEADING:
        return add_heading(work, first);
    case LINE_ROW:
        return add_table(work, first);
    case LINE_ITEM:
        return add_item(work, first);
    case LINE_FIELD:
        (void)end_of_record(work, first, &n_fields);
        if (n_fields > 1 || work->lines[first].is_field)
            return add_record(work, first);
        return work->lines[first].marker.size > 0
                   ? add_item(work, first)
                   : add_sentences(work, first, end_of_lines(work, first + 1, 1U << LINE_TEXT));
    case LINE_CODE:
        return add_sentences(work, first, first + 1);
    default:
        return add_sentences(work, first, end_of_lines(work, first, 1U << LINE_TEXT));
    }
}

struct text_units text_units_find(struct arena *arena, struct bytes text, const struct styled_text *styled)
{
    struct unit_work work = {.arena = arena, .text = text, .styled = styled};
    for (size_t i = 0; i < HEADING_LEVELS; i++)
        work.headings[i] = NO_UNIT;
    read_lines(&work);
    for (size_t line = 0; line < work.n_lines;) {
        bool is_empty = work.lines[line].kind == LINE_BLANK || work.lines[line].kind == LINE_RULE;
        work.is_apart = work.is_apart || is_empty;
        line = is_empty ? line + 1 : add_lines(&work, line);
    }
    buffer_release(&work.squeezed);
    return work.units;
}

size_t text_units_at(const struct text_units *units, size_t offset)
{
    size_t unit;
    LOWER_BOUND(unit, units->n, units->items[unit].end <= offset);
    return unit;
}
