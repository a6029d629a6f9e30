/*
 * The workbook lists its sheets, and relations tell the part of each. Texts of cells are in a separate part, by number.
 * Dates are days since 1900 or 1904; only their style distinguishes them from other numbers (ECMA-376, part 1,
 * SpreadsheetML, 18.2 to 18.8).
 */
#include "import/office/workbook.h"

#include "core/base/arena.h"
#include "core/base/map.h"
#include "core/base/number.h"
#include "import/office/xml.h"
#include "import/office/zipped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The limits of Excel. */
enum { COLUMNS_MOST = 16384, ROWS_MOST = 1048576 };

struct sheet {
    struct bytes name, relation, part;
    struct buffer csv;
    bool is_hidden;
};

enum cell_type { CELL_NUMBER, CELL_SHARED, CELL_TEXT, CELL_BOOLEAN, CELL_ERROR };

struct workbook {
    struct zipped *zipped;
    struct arena arena;
    struct sheet *sheets;
    size_t n_sheets;
    bool is_from_1904;
    struct bytes *shared; /* texts of cells */
    size_t n_shared;
    struct map date_formats; /* ids of the workbook's own date formats */
    bool *date_styles;       /* whether cells with this style are dates */
    size_t n_styles;
    bool in_styles, in_value, is_phonetic;
    struct buffer value;
    /* State of the sheet that is being read: the place of the next cell, and its content. */
    struct buffer *csv;
    size_t row, column, written_row, written_column;
    size_t width; /* number of cells in the first row */
    enum cell_type type;
    bool is_date;
};

/* --- Sheets and relations ------------------------------------------------------- */

static void open_workbook(void *context, const char *name, const char *const *attributes)
{
    struct workbook *book = context;
    const char *date1904 = xml_attribute(attributes, "date1904");
    const char *sheet_name = xml_attribute(attributes, "name"), *state = xml_attribute(attributes, "state");
    if (strcmp(name, "workbookPr") == 0 && date1904 != NULL)
        book->is_from_1904 = strcmp(date1904, "1") == 0 || strcmp(date1904, "true") == 0;
    const char *relation = NULL;
    for (size_t i = 0; attributes[i] != NULL; i += 2) {
        /* The attribute is r:id, and others have similar names. */
        const char *colon = strchr(attributes[i], ':');
        relation = colon != NULL && strcmp(colon, ":id") == 0 ? attributes[i + 1] : relation;
    }
    if (strcmp(name, "sheet") != 0 || sheet_name == NULL || relation == NULL)
        return;
    ARENA_PUSH(&book->arena, book->sheets, book->n_sheets) = (struct sheet){
        .name = arena_copy(&book->arena, bytes_of(sheet_name)),
        .relation = arena_copy(&book->arena, bytes_of(relation)),
        .is_hidden = state != NULL && strcmp(state, "visible") != 0,
    };
}

static void open_relation(void *context, const char *name, const char *const *attributes)
{
    struct workbook *book = context;
    const char *id = xml_attribute(attributes, "Id"), *target = xml_attribute(attributes, "Target");
    if (strcmp(name, "Relationship") != 0 || id == NULL || target == NULL)
        return;
    for (size_t i = 0; i < book->n_sheets; i++) {
        if (bytes_equal(book->sheets[i].relation, bytes_of(id)))
            book->sheets[i].part = bytes_of(target[0] == '/' ? arena_copy_string(&book->arena, target + 1)
                                                             : arena_format(&book->arena, "xl/%s", target));
    }
}

/* --- Texts ----------------------------------------------------------------------- */

static void take_value(void *context, struct bytes text)
{
    struct workbook *book = context;
    if (book->in_value && !book->is_phonetic)
        buffer_add(&book->value, text);
}

static void open_shared(void *context, const char *name, const char *const *attributes)
{
    struct workbook *book = context;
    (void)attributes;
    if (strcmp(name, "si") == 0)
        buffer_clear(&book->value);
    book->is_phonetic = book->is_phonetic || strcmp(name, "rPh") == 0;
    book->in_value = strcmp(name, "t") == 0;
}

static void close_shared(void *context, const char *name)
{
    struct workbook *book = context;
    book->in_value = false;
    book->is_phonetic = book->is_phonetic && strcmp(name, "rPh") != 0;
    if (strcmp(name, "si") == 0)
        ARENA_PUSH(&book->arena, book->shared, book->n_shared) =
            arena_copy(&book->arena, buffer_bytes(&book->value));
}

/* --- Dates ----------------------------------------------------------------------- */

/* Returns whether a format shows parts of a date: letters outside quotation marks, brackets and escapes. */
static bool shows_date(const char *format)
{
    for (const char *at = format; *at != '\0'; at++) {
        const char *end = *at == '"' ? strchr(at + 1, '"') : *at == '[' ? strchr(at, ']') : NULL;
        if (end != NULL)
            at = end;
        else if (*at == '\\' && at[1] != '\0')
            at++;
        else if (strchr("yYdDhHsS", *at) != NULL)
            return true;
    }
    return false;
}

static bool is_date_format(const struct workbook *book, const char *id)
{
    enum { DATE_FIRST = 14, DATE_LAST = 22, TIME_FIRST = 45, TIME_LAST = 47 };
    long number = strtol(id, NULL, 10);
    return (number >= DATE_FIRST && number <= DATE_LAST) || (number >= TIME_FIRST && number <= TIME_LAST) ||
           map_find(&book->date_formats, bytes_of(id)) != MAP_ABSENT;
}

static void open_style(void *context, const char *name, const char *const *attributes)
{
    struct workbook *book = context;
    const char *id = xml_attribute(attributes, "numFmtId"), *code = xml_attribute(attributes, "formatCode");
    book->in_styles = book->in_styles || strcmp(name, "cellXfs") == 0;
    if (strcmp(name, "numFmt") == 0 && id != NULL && code != NULL && shows_date(code))
        map_put(&book->date_formats, arena_copy(&book->arena, bytes_of(id)), NULL);
    if (strcmp(name, "xf") == 0 && book->in_styles)
        ARENA_PUSH(&book->arena, book->date_styles, book->n_styles) = id != NULL && is_date_format(book, id);
}

static void close_style(void *context, const char *name)
{
    struct workbook *book = context;
    book->in_styles = book->in_styles && strcmp(name, "cellXfs") != 0;
}

/*
 * Adds a date such as 2026-11-29, with the time if there is one. The calendar from 1900 counts a day that did not
 * exist.
 */
static bool add_date(const struct workbook *book, double days, struct buffer *out)
{
    enum { DAYS_1900 = 25569, DAYS_1904 = 24107, DAY = 24 * 60 * 60, LAST_DAY = 2958465 };
    struct tm parts;
    if (!(days >= 0 && days <= LAST_DAY))
        return false;
    time_t seconds = (time_t)llround((days - (book->is_from_1904 ? DAYS_1904 : DAYS_1900)) * DAY);
    if (gmtime_r(&seconds, &parts) == NULL)
        return false;
    buffer_add_format(out, "%04d-%02d-%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
    if (parts.tm_hour + parts.tm_min + parts.tm_sec > 0)
        buffer_add_format(out, " %02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec);
    return true;
}

/* --- Cells ----------------------------------------------------------------------- */

/* Parses "AB12": sets *column from 0 and *row from 1. Returns false when it is no such reference. */
static bool parse_reference(const char *reference, size_t *column, size_t *row)
{
    size_t letters = 0, number = 0;
    for (; *reference >= 'A' && *reference <= 'Z'; reference++)
        letters = letters <= COLUMNS_MOST ? letters * 26 + (size_t)(*reference - 'A') + 1 : letters;
    for (; *reference >= '0' && *reference <= '9'; reference++)
        number = number <= ROWS_MOST ? number * 10 + (size_t)(*reference - '0') : number;
    *column = letters - 1;
    *row = number;
    return letters > 0 && letters <= COLUMNS_MOST && number > 0 && number <= ROWS_MOST && *reference == '\0';
}

static void open_cell(struct workbook *book, const char *const *attributes)
{
    static const struct {
        const char *name;
        enum cell_type type;
    } types[] = {{"s", CELL_SHARED},  {"str", CELL_TEXT}, {"inlineStr", CELL_TEXT},
                 {"b", CELL_BOOLEAN}, {"e", CELL_ERROR},  {"d", CELL_TEXT}};
    const char *reference = xml_attribute(attributes, "r"), *type = xml_attribute(attributes, "t");
    const char *style = xml_attribute(attributes, "s");
    size_t column, row, number = style != NULL ? strtoul(style, NULL, 10) : 0;
    if (reference != NULL && parse_reference(reference, &column, &row) && row >= book->row) {
        book->column = column;
        book->row = row;
    }
    book->type = CELL_NUMBER;
    for (size_t i = 0; type != NULL && i < sizeof types / sizeof *types; i++)
        book->type = strcmp(type, types[i].name) == 0 ? types[i].type : book->type;
    book->is_date =
        book->type == CELL_NUMBER && style != NULL && number < book->n_styles && book->date_styles[number];
    buffer_clear(&book->value);
}

static void open_sheet(void *context, const char *name, const char *const *attributes)
{
    struct workbook *book = context;
    const char *number = xml_attribute(attributes, "r");
    if (strcmp(name, "row") == 0) {
        size_t row = number != NULL ? strtoul(number, NULL, 10) : 0;
        book->row = row > book->row && row <= ROWS_MOST ? row : book->row + 1;
        book->column = 0;
    } else if (strcmp(name, "c") == 0) {
        open_cell(book, attributes);
    }
    book->is_phonetic = book->is_phonetic || strcmp(name, "rPh") == 0;
    book->in_value = strcmp(name, "v") == 0 || strcmp(name, "t") == 0;
}

static struct bytes shared_text(const struct workbook *book)
{
    size_t number = strtoul(buffer_string(&book->value), NULL, 10);
    return number < book->n_shared ? book->shared[number] : (struct bytes){0};
}

static void add_quoted(struct buffer *csv, struct bytes text)
{
    bool is_plain = true;
    for (size_t i = 0; i < text.size; i++)
        is_plain = is_plain && strchr(",;\"\n\r\t", text.data[i]) == NULL;
    if (is_plain) {
        buffer_add(csv, text);
        return;
    }
    buffer_add_byte(csv, '"');
    for (size_t i = 0; i < text.size; i++) {
        buffer_add_string(csv, text.data[i] == '"' ? "\"" : "");
        buffer_add_byte(csv, text.data[i] == '\t'
                                 ? ' '
                                 : text.data[i]); /* a tab would count as the separator of the header */
    }
    buffer_add_byte(csv, '"');
}

/* Fills a row up to the number of cells in the header, because trailing empty cells are not stored. */
static void end_row(struct workbook *book)
{
    size_t n = book->written_column + 1;
    if (book->written_row == 0)
        return;
    book->width = book->width == 0 ? n : book->width;
    for (; n < book->width; n++)
        buffer_add_byte(book->csv, ',');
}

static void go_to_row(struct workbook *book)
{
    if (book->written_row == book->row)
        return;
    end_row(book);
    for (; book->written_row < book->row; book->written_row++)
        buffer_add_string(book->csv, book->written_row > 0 ? "\n" : "");
    book->written_column = 0;
}

static void close_cell(struct workbook *book)
{
    static const struct bytes truths[] = {{.data = "false", .size = 5}, {.data = "true", .size = 4}};
    struct bytes text = buffer_bytes(&book->value);
    struct buffer date = {0};
    double days;
    if (book->type == CELL_SHARED)
        text = shared_text(book);
    else if (book->type == CELL_BOOLEAN)
        text = truths[bytes_equal(text, bytes_of("1"))];
    else if (book->type == CELL_ERROR)
        text = (struct bytes){0};
    else if (book->is_date && number_parse_real(text, &days) && add_date(book, days, &date))
        text = buffer_bytes(&date);
    if (text.size > 0) {
        go_to_row(book);
        for (; book->written_column < book->column; book->written_column++)
            buffer_add_byte(book->csv, ',');
        add_quoted(book->csv, text);
    }
    book->column++;
    buffer_release(&date);
}

static void close_sheet(void *context, const char *name)
{
    struct workbook *book = context;
    book->in_value = false;
    book->is_phonetic = book->is_phonetic && strcmp(name, "rPh") != 0;
    if (strcmp(name, "c") == 0)
        close_cell(book);
}

/* --- The whole workbook ----------------------------------------------------------------------- */

static bool read_part(struct workbook *book, const char *name, const struct xml_handlers *handlers,
                      struct err *err)
{
    struct buffer xml = {0};
    bool worked =
        zipped_read(book->zipped, name, &xml, err) && xml_read(buffer_bytes(&xml), handlers, book, err);
    buffer_release(&xml);
    return worked;
}

static bool read_sheet(struct workbook *book, struct sheet *sheet, struct err *err)
{
    static const struct xml_handlers handlers = {open_sheet, close_sheet, take_value};
    if (sheet->is_hidden || sheet->part.size == 0)
        return true;
    book->csv = &sheet->csv;
    book->row = book->column = book->written_row = book->written_column = book->width = 0;
    bool worked = read_part(book, sheet->part.data, &handlers, err);
    end_row(book);
    if (sheet->csv.size > 0)
        buffer_add_byte(&sheet->csv, '\n');
    return worked;
}

static bool read_parts(struct workbook *book, struct err *err)
{
    static const struct xml_handlers workbook = {.open = open_workbook};
    static const struct xml_handlers relations = {.open = open_relation};
    static const struct xml_handlers shared = {open_shared, close_shared, take_value};
    static const struct xml_handlers styles = {.open = open_style, .close = close_style};
    bool worked =
        read_part(book, "xl/workbook.xml", &workbook, err) &&
        read_part(book, "xl/_rels/workbook.xml.rels", &relations, err) &&
        (!zipped_has(book->zipped, "xl/sharedStrings.xml") ||
         read_part(book, "xl/sharedStrings.xml", &shared, err)) &&
        (!zipped_has(book->zipped, "xl/styles.xml") || read_part(book, "xl/styles.xml", &styles, err));
    for (size_t i = 0; worked && i < book->n_sheets; i++)
        worked = read_sheet(book, &book->sheets[i], err);
    return worked;
}

static bool take_only_sheet(const struct workbook *book, struct buffer *out, struct err *err)
{
    const struct sheet *found = NULL;
    for (size_t i = 0; i < book->n_sheets; i++) {
        const struct sheet *sheet = &book->sheets[i];
        if (sheet->csv.size > 0 && found != NULL)
            return err_set(
                err, ERR_INPUT,
                "the sheets \"%.*s\" and \"%.*s\" both have rows; save the sheet that you mean as CSV",
                BYTES_FORMAT(found->name), BYTES_FORMAT(sheet->name));
        found = sheet->csv.size > 0 ? sheet : found;
    }
    if (found == NULL)
        return err_set(err, ERR_INPUT, "this workbook has no rows");
    buffer_add(out, buffer_bytes(&found->csv));
    return true;
}

bool workbook_add_table(struct bytes content, struct bytes name, struct buffer *out, struct err *err)
{
    struct workbook book = {0};
    (void)name;
    bool worked =
        zipped_open(&book.zipped, content, err) && read_parts(&book, err) && take_only_sheet(&book, out, err);
    zipped_close(book.zipped);
    for (size_t i = 0; i < book.n_sheets; i++)
        buffer_release(&book.sheets[i].csv);
    map_release(&book.date_formats);
    buffer_release(&book.value);
    arena_release(&book.arena);
    return worked;
}
