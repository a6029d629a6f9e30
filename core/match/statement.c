/*
 * Headings, rows and items are lines. The other lines form paragraphs. Lines of a paragraph are joined if a
 * sentence continues on the next line: in a copy of the text, the line end between them is replaced by a blank, so
 * that offsets stay the same.
 */
#include "core/match/statement.h"

#include "core/base/number.h"
#include "core/text/sentences.h"
#include "core/base/unicode.h"
#include "core/text/common_words.h"
#include "core/match/shingles.h"
#include "core/match/statement_words.h"

#include <string.h>
#include <unictype.h>

enum {
    KEY_SIZE_MAX = 40,       /* of "Key" in "Key: value" */
    WRAPPED_LINE_LEAST = 40, /* bytes; a shorter line ends its sentence */
    CODE_SIZE_MAX = 32,
};

/* --- Words -------------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns the size of a sign that joins two parts of one word: "10.5", "E-17", "don't", "1/2". */
static size_t joint_size(struct bytes between)
{
    if (between.size == 1 && strchr(".,'-/:", between.data[0]) != NULL)
        return 1;
    return between.size == 3 && bytes_equal(between, bytes_of("\xe2\x80\x99")) ? 3 : 0;
}

/*
 * Returns whether the word continues after a sign: there must be ASCII letters or digits on both sides. "end.The"
 * is two words, because a stop joins only digits.
 */
static bool goes_on(struct bytes text, size_t end, size_t next)
{
    const struct bytes between = bytes_slice(text, end, next);
    const char before = text.data[end - 1], behind = text.data[next];
    const size_t size = joint_size(between);
    if (size == 3)
        return true;
    if (size == 0)
        return false;
    if (strchr(".,:", between.data[0]) != NULL)
        return is_digit(before) && is_digit(behind);
    return (is_digit(before) || is_letter(before)) && (is_digit(behind) || is_letter(behind));
}

static bool next_word(struct bytes text, size_t at, struct text_span *span)
{
    struct bytes rest = bytes_from(text, at), part;
    if (!text_next_word(&rest, &part))
        return false;
    span->start = (size_t)(part.data - text.data);
    span->end = span->start + part.size;
    while (text_next_word(&rest, &part)) {
        const size_t next = (size_t)(part.data - text.data);
        if (next == span->end || !goes_on(text, span->end, next))
            break;
        span->end = next + part.size;
    }
    return true;
}

/* "30mg" is read as "30 mg": returns where the digits of a word end, if a unit follows them. */
static size_t number_end(struct bytes word)
{
    size_t end = 0;
    while (end < word.size && (is_digit(word.data[end]) || (end > 0 && strchr(".,", word.data[end]) != NULL)))
        end++;
    return end > 0 && end < word.size && word_is_unit(bytes_from(word, end)) ? end : word.size;
}

/* "02:30", "2024-05-01" and "1/2" are read as their digits, which is enough to distinguish them. */
static bool read_digits(struct bytes word, double *value)
{
    *value = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (is_digit(word.data[i]))
            *value = 10 * *value + (word.data[i] - '0');
        else if (strchr(".,:/-", word.data[i]) == NULL)
            return false;
    }
    return true;
}

/* "1,000" is 1000 and "2,5" is 2.5: a comma before exactly three digits groups them. */
static bool read_number(struct bytes word, double *value)
{
    char plain[CODE_SIZE_MAX];
    size_t n = 0;
    if (word.size > CODE_SIZE_MAX || word.size == 0 || !is_digit(word.data[0]))
        return word_is_spelled_number(word, value);
    for (size_t i = 0; i < word.size; i++) {
        size_t digits = 0;
        while (word.data[i] == ',' && i + 1 + digits < word.size && is_digit(word.data[i + 1 + digits]))
            digits++;
        if (word.data[i] != ',')
            plain[n++] = word.data[i];
        else if (digits != 3)
            plain[n++] = '.';
    }
    return number_parse_real((struct bytes){plain, n}, value) || read_digits(word, value);
}

static bool has_letters_and_digits(struct bytes word)
{
    bool digits = false, letters = false;
    for (size_t i = 0; i < word.size; i++) {
        digits = digits || is_digit(word.data[i]);
        letters = letters || is_letter(word.data[i]);
    }
    return digits && letters;
}

/* "6,000rpm" and "6000rpm" are the same code. */
static uint64_t code_hash(struct bytes word)
{
    char plain[CODE_SIZE_MAX];
    size_t n = 0;
    for (size_t i = 0; i < word.size && n < CODE_SIZE_MAX; i++)
        if (word.data[i] != ',')
            plain[n++] = word.data[i];
    return text_word_hash((struct bytes){plain, n});
}

/* Returns the size of a minus sign before a number. A hyphen between two words is not one. */
static size_t minus_size(struct bytes text, size_t start)
{
    static const char minus[] = "\xe2\x88\x92"; /* U+2212 */
    size_t size = start >= 1 && text.data[start - 1] == '-' ? 1 : 0;
    if (start >= 3 && memcmp(text.data + start - 3, minus, 3) == 0)
        size = 3;
    const char before = size > 0 && start > size ? text.data[start - size - 1] : ' ';
    return byte_is_white(before) || before == '(' || before == '|' ? size : 0;
}

/* Ignores the case of letters. */
static bool is_common(struct bytes word)
{
    char small[CODE_SIZE_MAX];
    for (size_t i = 0; i < word.size && i < CODE_SIZE_MAX; i++)
        small[i] = byte_in_small(word.data[i]);
    return word.size <= CODE_SIZE_MAX && common_words_have((struct bytes){small, word.size});
}

static struct statement_word read_word(struct bytes text, struct text_span span)
{
    const struct bytes word = bytes_slice(text, span.start, span.end);
    struct statement_word read = {.span = span, .hash = text_word_hash(word)};
    char32_t first;
    (void)unicode_decode(word, 0, &first);
    if (read_number(word, &read.value)) {
        read.value = minus_size(text, span.start) > 0 ? -read.value : read.value;
        read.span.start -= minus_size(text, span.start);
        read.signs |= WORD_IS_NUMBER;
        read.hash = bytes_hash((struct bytes){(const char *)&read.value, sizeof read.value});
    } else if (has_letters_and_digits(word)) {
        read.signs |= WORD_IS_CODE;
        read.hash = code_hash(word);
    }
    if (uc_is_upper(first))
        read.signs |= WORD_IS_CAPITAL;
    if (is_common(word))
        read.signs |= WORD_IS_COMMON;
    if (word_is_negation(word))
        read.signs |= WORD_IS_NEGATION;
    return read;
}

static void mark_unit(const struct statements *out, size_t first, size_t at)
{
    struct statement_word *word = &out->words[at];
    const struct bytes bytes = bytes_slice(out->text, word->span.start, word->span.end);
    if (at > first && (out->words[at - 1].signs & WORD_IS_NUMBER) != 0 && word_is_unit(bytes))
        word->signs |= WORD_IS_UNIT;
}

static void add_words(struct arena *arena, struct statements *out, struct text_span span)
{
    const struct bytes text = {out->text.data, span.end};
    const size_t first = out->n_words;
    struct text_span word;
    for (size_t at = span.start; next_word(text, at, &word); at = word.end) {
        word.end = word.start + number_end(bytes_slice(text, word.start, word.end));
        ARENA_PUSH(arena, out->words, out->n_words) = read_word(text, word);
        mark_unit(out, first, out->n_words - 1);
    }
}

/* --- Statements --------------------------------------------------------------------------------- */

struct statement_reader {
    struct arena *arena;
    struct statements *out;
    struct bytes joined;    /* the text, with a blank in place of each line end inside a sentence */
    uint64_t heading;       /* hash of the heading; 0: none. The first heading, the title, does not count */
    uint64_t record;        /* hash of the first of the adjacent rows; 0: the line before was not a row */
    size_t first_of_record; /* … and the number of its statement */
    bool has_title;
};

/* Returns how many words number a statement: "8.7 If", "1. Open", "(3) The". "10 days" is not a numbering. */
static size_t count_numbering(const struct statements *out, size_t first)
{
    const struct statement_word *word = &out->words[first];
    const struct bytes text = out->text;
    if (first + 1 >= out->n_words ||
        (word->span.end - word->span.start > 1 && !is_digit(text.data[word->span.start])))
        return 0;
    const char behind = word->span.end < text.size ? text.data[word->span.end] : ' ';
    if (is_letter(text.data[word->span.start]))
        return behind == ')' ? 1 : 0;
    if (!is_digit(text.data[word->span.start]))
        return 0;
    const bool has_dot = memchr(text.data + word->span.start, '.', word->span.end - word->span.start) != NULL;
    return behind == '.' || behind == ')' || (has_dot && (out->words[first + 1].signs & WORD_IS_CAPITAL) != 0)
               ? 1
               : 0;
}

static uint64_t hash_words(const struct statements *out, size_t first, size_t n)
{
    uint64_t hash = 1;
    for (size_t i = first; i < first + n; i++)
        hash = bytes_hash_add(hash, out->words[i].hash);
    return hash;
}

static size_t count_words_before(const struct statements *out, size_t first, size_t end)
{
    size_t n = 0;
    while (first + n < out->n_words && out->words[first + n].span.end <= end)
        n++;
    return n;
}

/* Returns false if the statement has no word. */
static bool add_statement(struct statement_reader *reader, struct text_span span, struct statement *added)
{
    struct statements *out = reader->out;
    const size_t first = out->n_words;
    add_words(reader->arena, out, span);
    if (out->n_words == first)
        return false;
    const size_t numbering = count_numbering(out, first);
    struct statement statement = {.span = span, .first_word = first + numbering};
    statement.n_words = out->n_words - statement.first_word;
    out->words[statement.first_word].signs &= ~(unsigned)WORD_IS_CAPITAL;
    statement.hash = hash_words(out, statement.first_word, statement.n_words);
    statement.place = reader->heading;
    ARENA_PUSH(reader->arena, out->items, out->n) = statement;
    *added = statement;
    return true;
}

/* Returns where the first cell of a row ends, or the key of "Key: value"; 0: the line is neither. */
static size_t key_end(struct bytes line)
{
    size_t start = 0;
    while (start < line.size && (byte_is_white(line.data[start]) || line.data[start] == '|'))
        start++;
    for (size_t i = start; i < line.size; i++) {
        if ((line.data[i] == '|' || line.data[i] == '\t') && i > start)
            return bytes_trim(bytes_from(line, i + 1)).size > 0 ? i : 0;
        if (line.data[i] == ':' && i > start && i - start <= KEY_SIZE_MAX && i + 1 < line.size &&
            line.data[i + 1] == ' ' && memchr(line.data, '.', i) == NULL)
            return i;
    }
    return 0;
}

/* A record of lines "Key: value" ends where its first key is repeated. */
static bool begins_record(const struct statement_reader *reader, const struct statement *row,
                          struct bytes line)
{
    return reader->record == 0 || (memchr(line.data, '|', line.size) == NULL &&
                                   row->key == reader->out->items[reader->first_of_record].key);
}

static void add_row(struct statement_reader *reader, size_t start, struct bytes line, size_t key)
{
    struct statement added;
    if (!add_statement(reader, (struct text_span){start, start + line.size}, &added))
        return;
    struct statement *row = &reader->out->items[reader->out->n - 1];
    row->is_row = true;
    row->n_key_words = count_words_before(reader->out, row->first_word, start + key);
    row->key = hash_words(reader->out, row->first_word, row->n_key_words);
    if (begins_record(reader, row, line)) {
        reader->record = row->hash;
        reader->first_of_record = reader->out->n - 1;
        return;
    }
    row->place = bytes_hash_add(row->place, reader->record);
    reader->out->items[reader->first_of_record].names_record = true;
}

static void add_heading(struct statement_reader *reader, size_t start, struct bytes line)
{
    struct statement added;
    if (!add_statement(reader, (struct text_span){start, start + line.size}, &added))
        return;
    reader->out->items[reader->out->n - 1].place = 0;
    reader->heading = reader->has_title ? added.hash : 0;
    reader->has_title = true;
}

static void add_sentences(struct statement_reader *reader, size_t start, size_t end)
{
    const struct bytes text = {reader->joined.data, end};
    struct sentence sentence;
    struct statement added;
    for (size_t at = start; at < end && sentence_at(text, at, &sentence); at = sentence.end)
        if (sentence.start >= start)
            (void)add_statement(reader, (struct text_span){sentence.start, sentence.end}, &added);
}

static bool begins_item(struct bytes line)
{
    line = bytes_skip_space(line);
    return line.size > 1 && strchr("-*+", line.data[0]) != NULL && byte_is_white(line.data[1]);
}

static bool begins_small(struct bytes line)
{
    char32_t code = 0;
    if (line.size > 0)
        (void)unicode_decode(line, 0, &code);
    return uc_is_lower(code);
}

static bool is_of_paragraph(struct bytes line)
{
    return bytes_trim(line).size > 0 && line.data[0] != '#' && key_end(line) == 0;
}

/* Returns whether the sentence at the end of a line continues on the next line. */
static bool line_goes_on(struct bytes line, struct bytes next)
{
    const struct bytes said = bytes_trim(line);
    return said.size >= WRAPPED_LINE_LEAST && is_of_paragraph(next) && !begins_item(next) &&
           strchr(".!?:", said.data[said.size - 1]) == NULL &&
           (begins_small(bytes_skip_space(next)) || said.size >= WRAPPED_LINE_LEAST + WRAPPED_LINE_LEAST / 2);
}

static struct bytes join_lines(struct arena *arena, struct bytes text)
{
    char *joined = (char *)arena_copy(arena, text).data;
    struct bytes rest = text, line, next;
    bool has = bytes_next_line(&rest, &line);
    while (has && bytes_next_line(&rest, &next)) {
        if (is_of_paragraph(line) && line_goes_on(line, next))
            for (size_t i = (size_t)(line.data - text.data) + line.size; i < (size_t)(next.data - text.data);
                 i++)
                joined[i] = ' ';
        line = next;
    }
    return (struct bytes){joined, text.size};
}

/* Adds a line as a heading, as a row, or as sentences of a paragraph. */
static void add_line(struct statement_reader *reader, size_t start, struct bytes line)
{
    const size_t key = key_end(line);
    if (bytes_trim(line).size == 0) {
        reader->record = 0;
    } else if (line.data[0] == '#') {
        reader->record = 0;
        add_heading(reader, start, line);
    } else if (key > 0) {
        add_row(reader, start, line, key);
    } else {
        reader->record = 0;
        add_sentences(reader, start, start + line.size);
    }
}

void statements_read(struct arena *arena, struct bytes text, struct statements *out)
{
    *out = (struct statements){.text = text};
    struct statement_reader reader = {.arena = arena, .out = out, .joined = join_lines(arena, text)};
    struct bytes rest = reader.joined, line;
    while (bytes_next_line(&rest, &line))
        add_line(&reader, (size_t)(line.data - reader.joined.data), line);
}
