/*
 * One pass over the content that copies nothing: ids are views of it. A run has millions of lines, so each step is as
 * short as possible. The end of a column is searched eight bytes at a time, a line that starts with the qid of the line
 * before is not split there again, and lines are not counted.
 *
 * `next` is always the start of a line or the end of the bytes. `line` is the line of the last record. After
 * RECORD_WRONG, record_explain reads that line again to find what is wrong. Control characters that are no blanks are
 * ordinary bytes of a column.
 */
#include "import/records/record_line.h"

#include "core/base/number.h"
#include "core/base/byte_order.h"
#include "import/files/file.h"
#include "import/items/item_id.h"
#include "import/text/table_row.h"
#include "import/fields/grade_words.h"

#include <string.h>

/* Sets of bytes below 64, one bit each. */
static const uint64_t blanks = 1u << '\t' | 1u << '\v' | 1u << '\f' | 1u << '\r' | UINT64_C(1) << ' ';
static const uint64_t line_feed = 1u << '\n';

/* Bytes of ids and numbers need only one comparison. */
static inline bool is_in(uint64_t set, char c)
{
    unsigned char byte = (unsigned char)c;
    return byte <= ' ' && (set >> byte & 1) != 0;
}

/* Loads eight bytes as a number whose lowest byte is the first one. */
static inline uint64_t load_eight(const char *c)
{
    uint64_t word;
    memcpy(&word, c, sizeof word);
    return le64toh(word);
}

/*
 * Returns the index of the first of eight bytes that is not above ' ', or 8. Subtracting borrows into the highest bit
 * of the smaller bytes. The first of them is right; those after it may not be.
 */
static inline size_t find_small(uint64_t word)
{
    static const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t small = (word - ones * (' ' + 1)) & ~word & ones << 7;
    return small != 0 ? (size_t)__builtin_ctzll(small) / 8 : 8;
}

/* Most columns are shorter than eight bytes, and then the first step finds their end. */
static inline const char *find_column_end(const char *c, const char *end)
{
    size_t step = 8;
    for (; step == 8 && end - c >= 8; c += step)
        step = find_small(load_eight(c));
    while (c < end && !is_in(blanks | line_feed, *c))
        c++;
    return c;
}

static inline const char *skip_blanks(const char *c, const char *end)
{
    while (c < end && is_in(blanks, *c))
        c++;
    return c;
}

/* Takes the next column of the line, empty when there is none. Returns its end. */
static inline const char *take_column(const char *c, const char *end, struct bytes *column)
{
    const char *start = skip_blanks(c, end);
    c = find_column_end(start, end);
    *column = (struct bytes){.data = start, .size = (size_t)(c - start)};
    return c;
}

static inline const char *skip_line(const char *c, const char *end)
{
    if (c < end && *c != '\n')
        c = memchr(c, '\n', (size_t)(end - c));
    return c == NULL || c == end ? end : c + 1;
}

struct record_reader record_reader_of(struct bytes bytes, const struct record_layout *layout)
{
    return (struct record_reader){
        .layout = layout,
        .line = bytes.data,
        .next = bytes.data,
        .end = bytes.data + bytes.size,
    };
}

/* Moves to the next line that is neither blank nor a comment. Returns false when there is none. */
static inline bool find_line(struct record_reader *reader)
{
    while (reader->next < reader->end) {
        const char *c = skip_blanks(reader->next, reader->end);
        if (c < reader->end && *c != '\n' && *c != RECORD_COMMENT)
            return true;
        reader->next = skip_line(c, reader->end);
    }
    return false;
}

static bool has_more_columns(const char *c, const char *end)
{
    c = skip_blanks(c, end);
    return c < end && *c != '\n';
}

bool record_has_bare_return(struct bytes line)
{
    const char *end = line.data + line.size;
    const char *c = line.size > 0 ? memchr(line.data, '\r', line.size) : NULL;
    return c != NULL && has_more_columns(c, end);
}

/* Returns whether the ignored columns of the line belong to it and are no lines of their own. */
static bool may_pass_over(const struct record_reader *reader)
{
    const struct bytes line = {.data = reader->line, .size = (size_t)(reader->next - reader->line)};
    return reader->layout->more_columns && !record_has_bare_return(line);
}

/* `size` is the size of the line's columns, which include the two ids. */
static inline bool has_long_id(size_t size, struct bytes qid, struct bytes docid)
{
    return size > ID_SIZE_MAX && (qid.size > ID_SIZE_MAX || docid.size > ID_SIZE_MAX);
}

/*
 * Reads the rest of the line from `c`, the end of its first `n_taken` columns. Each column is stored at its final place
 * at once: storing and reloading it would stall the processor, which can't forward two stores to one wider load. *qid
 * is set unless its column has been taken already. Returns false when there are too few or too many columns, or an id
 * is too long.
 */
static inline bool read_text(struct record_reader *reader, size_t n_taken, const char *c, struct bytes *qid,
                             struct record_text *text)
{
    const struct record_layout *layout = reader->layout;
    struct bytes column = {0};
    size_t n = n_taken;
    for (; n < layout->n_columns; n++) {
        c = take_column(c, reader->end, &column);
        if (column.size == 0)
            break;
        if (n == layout->docid)
            text->docid = column;
        else if (n == layout->number)
            text->number = column;
        else if (n == layout->qid)
            *qid = column;
    }
    reader->line = reader->next;
    reader->next = skip_line(c, reader->end);
    return n == layout->n_columns && (!has_more_columns(c, reader->end) || may_pass_over(reader)) &&
           !has_long_id((size_t)(c - reader->line), *qid, text->docid);
}

bool record_read_number(const struct record_layout *layout, struct bytes text, double *number)
{
    if (!number_parse_real(text, number) && !(layout->number_is_grade && grade_parse(text, number)))
        return false;
    if (layout->number_is_rank)
        *number = -*number;
    return true;
}

enum record_outcome record_next(struct record_reader *reader, struct record *record)
{
    struct record_text text = {0};
    if (!find_line(reader))
        return RECORD_NONE;
    if (!read_text(reader, 0, reader->next, &record->qid, &text) ||
        !record_read_number(reader->layout, text.number, &record->number))
        return RECORD_WRONG;
    record->docid = text.docid;
    return RECORD_READ;
}

/* Returns whether the line starts with exactly this qid. Comparing is faster than splitting. */
static inline bool starts_with(const char *line, const char *end, struct bytes qid)
{
    return (size_t)(end - line) > qid.size && memcmp(line, qid.data, qid.size) == 0 &&
           is_in(blanks, line[qid.size]);
}

static inline enum record_outcome next_text_of(struct record_reader *reader, struct bytes qid,
                                               struct record_text *text)
{
    struct bytes other = qid;
    if (!find_line(reader))
        return RECORD_NONE;
    if (reader->layout->qid == 0 && starts_with(reader->next, reader->end, qid))
        return read_text(reader, 1, reader->next + qid.size, &other, text) ? RECORD_READ : RECORD_WRONG;
    /* The qid may still be there: after blanks, in another column, or alone in a wrong line. */
    if (!record_peek(reader, &other) || !bytes_equal(other, qid))
        return RECORD_NONE;
    return read_text(reader, 0, reader->next, &other, text) ? RECORD_READ : RECORD_WRONG;
}

enum record_outcome record_next_text_of(struct record_reader *reader, struct bytes qid,
                                        struct record_text *text)
{
    return next_text_of(reader, qid, text);
}

enum record_outcome record_next_of(struct record_reader *reader, struct bytes qid, struct record *record)
{
    struct record_text text = {0};
    enum record_outcome outcome = next_text_of(reader, qid, &text);
    if (outcome != RECORD_READ)
        return outcome;
    record->qid = qid;
    record->docid = text.docid;
    return record_read_number(reader->layout, text.number, &record->number) ? RECORD_READ : RECORD_WRONG;
}

bool record_peek(struct record_reader *reader, struct bytes *qid)
{
    if (!find_line(reader))
        return false;
    struct bytes column = {0};
    const char *c = reader->next;
    for (size_t n = 0; n <= reader->layout->qid; n++)
        c = take_column(c, reader->end, &column);
    *qid = column;
    return true;
}

void record_skip(struct record_reader *reader)
{
    reader->next = skip_line(reader->next, reader->end);
}

/* Takes all columns of a line that there is room for. Returns the end of the last one. */
static const char *take_columns(const char *c, const char *end, struct record_columns *columns)
{
    columns->count = 0;
    while (columns->count < RECORD_COLUMNS_MAX) {
        c = take_column(c, end, &columns->at[columns->count]);
        if (columns->at[columns->count].size == 0)
            break;
        columns->count++;
    }
    return c;
}

struct bytes record_skip_preamble(struct bytes content)
{
    struct record_reader reader = record_reader_of(content, NULL);
    (void)find_line(&reader);
    return table_skip_declaration(bytes_from(content, (size_t)(reader.next - content.data)));
}

struct record_columns record_first_columns(struct bytes content)
{
    struct record_columns columns = {.count = 0};
    struct bytes lines = record_skip_preamble(content);
    take_columns(lines.data, lines.data + lines.size, &columns);
    return columns;
}

/* --- Errors ----------------------------------------------------------------------------------- */

const char record_bare_return[] =
    "a CR without LF, which ends lines of old Macs; convert the line ends: tr '\\r' '\\n' <OLD >NEW";

size_t record_line_number(struct bytes content, const char *place)
{
    size_t number = 1;
    for (const char *c = content.data; (c = memchr(c, '\n', (size_t)(place - c))) != NULL; c++)
        number++;
    return number;
}

bool record_fail_number(struct bytes content, const char *path, const char *place, const char *number_name,
                        struct bytes number, struct err *err)
{
    return err_set(err, ERR_INPUT, "%s:%zu: the %s '%.*s' is not a finite number; %s", file_label(path),
                   record_line_number(content, place), number_name, BYTES_FORMAT(number),
                   number_advice(number, strcmp(number_name, "grade") == 0));
}

bool record_explain(const struct record_reader *reader, struct bytes content, const char *path,
                    struct err *err)
{
    const struct record_layout *layout = reader->layout;
    struct record_columns columns;
    const char *next = skip_line(take_columns(reader->line, reader->end, &columns), reader->end);
    if (record_has_bare_return((struct bytes){reader->line, (size_t)(next - reader->line)}))
        return err_set(err, ERR_INPUT, "%s:%zu: %s", file_label(path),
                       record_line_number(content, reader->line), record_bare_return);
    if (columns.count < layout->n_columns || (columns.count > layout->n_columns && !layout->more_columns))
        return err_set(err, ERR_INPUT, "%s:%zu: %zu column%s where a %s has %zu: %s", file_label(path),
                       record_line_number(content, reader->line), columns.count,
                       columns.count == 1 ? "" : "s", layout->what, layout->n_columns, layout->columns);
    if (!item_id_check_size(ITEM_QUESTION, columns.at[layout->qid], err) ||
        !item_id_check_size(ITEM_DOCUMENT, columns.at[layout->docid], err))
        return err_context(err, "%s:%zu", file_label(path), record_line_number(content, reader->line));
    return record_fail_number(content, path, reader->line, layout->number_name, columns.at[layout->number],
                              err);
}
