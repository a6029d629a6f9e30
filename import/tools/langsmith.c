/*
 * A table of LangSmith's examples: inputs and outputs in columns of their own, "inputs.question", "input_question" or "inputs" with
 * an object in each cell. Written as the examples in JSON are: {"inputs": {…}, "outputs": {…}}. Langfuse's table has objects in
 * columns "input" and "expected_output"; they become {"input": {…}, "expectedOutput": {…}}, as in its JSON.
 */
#include "import/tools/forms.h"

#include "import/fields/field_facts.h"
#include "import/text/json_scan.h"
#include "import/text/json_text.h"
#include "import/text/table_row.h"
#include "import/tools/record_writer.h"

enum { INPUTS, OUTPUTS, PARTS };

static const char *const part_names[PARTS] = {"inputs", "outputs"};

/* The part that a column belongs to, and what it is called in there: nothing of an object; PARTS: it is a column of its own. */
static size_t part_of(struct bytes column, struct bytes *name)
{
    static const char *const beginnings[PARTS] = {"input", "output"};
    for (size_t part = 0; part < PARTS; part++) {
        if (!bytes_starts_with(column, beginnings[part]))
            continue;
        struct bytes rest = bytes_from(column, bytes_of(beginnings[part]).size);
        const bool is_many = bytes_starts_with(rest, "s");
        rest = is_many ? bytes_from(rest, 1) : rest;
        *name = rest.size > 0 ? bytes_from(rest, 1) : rest;
        if ((rest.size == 0 && is_many) || (rest.size > 1 && (rest.data[0] == '.' || rest.data[0] == '_')))
            return part;
    }
    return PARTS;
}

enum { LANGFUSE_INPUT, LANGFUSE_EXPECTED, LANGFUSE_PARTS };

static const char *const langfuse_names[LANGFUSE_PARTS][2] = {
    {"input", "input"},
    {"expected_output", "expectedOutput"},
};

/* Returns whether the table has both columns of Langfuse, and an object in the first cell of the input. */
static bool is_of_langfuse(const struct field_sample *sample)
{
    const int input = field_find_exact(sample, bytes_of(langfuse_names[LANGFUSE_INPUT][0]));
    return input != NO_FIELD && sample->n_rows > 0 && bytes_starts_with(sample->rows[0][input].text, "{") &&
           field_find_exact(sample, bytes_of(langfuse_names[LANGFUSE_EXPECTED][0])) != NO_FIELD;
}

bool langsmith_recognises(struct bytes beginning)
{
    struct arena arena = {0};
    struct field_sample *sample = arena_get(&arena, sizeof *sample);
    struct bytes name;
    bool has[PARTS + 1] = {false}, is_langfuse = false;
    bool may_be = bytes_starts_with(beginning, "id") || bytes_starts_with(beginning, "input");
    if (may_be && field_sample_take(beginning, &arena, sample) && sample->format != NULL) {
        for (size_t i = 0; i < sample->n_fields; i++)
            has[part_of(sample->names[i], &name)] = true;
        is_langfuse = is_of_langfuse(sample);
    }
    arena_release(&arena);
    return is_langfuse || (has[INPUTS] && has[OUTPUTS]);
}

/* A cell as JSON: lists and objects are as they are written, all else is text. */
static struct bytes value_of(struct record_writer *writer, struct bytes text)
{
    struct json_scan scan = json_scan_of(text);
    struct bytes value;
    const char first = json_scan_peek(&scan);
    const bool is_json = (first == '[' || first == '{') && json_scan_value(&scan, &value) &&
                         json_scan_at_end(&scan) && text.size > 1 && text.data[1] != '\'';
    return is_json ? value : record_writer_text(writer, text);
}

/* The name of a column of its own as JSON has it, in quotation marks. */
static struct bytes key_of(struct record_writer *writer, struct bytes column)
{
    for (size_t i = 0; i < LANGFUSE_PARTS; i++) {
        if (bytes_equal(column, bytes_of(langfuse_names[i][0])))
            return record_writer_text(writer, bytes_of(langfuse_names[i][1]));
    }
    return record_writer_text(writer, column);
}

/* {"question": …} of the columns of one part; a column of the whole part is its object. */
static struct bytes part_value(struct record_writer *writer, const struct table_row *row,
                               const struct bytes *columns, size_t part)
{
    struct buffer object = {0};
    struct bytes whole = {0}, name;
    for (size_t i = 0; i < row->n; i++) {
        if (part_of(columns[i], &name) != part)
            continue;
        struct bytes value = value_of(writer, row_cell_text(&row->cells[i], &writer->arena));
        whole = name.size == 0 ? value : whole;
        buffer_add_byte(&object, object.size > 0 ? ',' : '{');
        json_text_add(&object, name);
        buffer_add_byte(&object, ':');
        buffer_add(&object, value);
    }
    buffer_add_byte(&object, '}');
    struct bytes copy = whole.size > 0 ? whole : arena_copy(&writer->arena, buffer_bytes(&object));
    buffer_release(&object);
    return copy;
}

static void add_row(struct record_writer *writer, const struct table_row *row, const struct bytes *columns,
                    const char *place)
{
    struct bytes unused;
    record_writer_object(writer, place);
    for (size_t i = 0; i < row->n; i++) {
        if (part_of(columns[i], &unused) != PARTS)
            continue;
        struct bytes key = key_of(writer, columns[i]);
        record_writer_member(writer, bytes_slice(key, 1, key.size - 1),
                             value_of(writer, row_cell_text(&row->cells[i], &writer->arena)));
    }
    for (size_t part = 0; part < PARTS; part++) {
        struct bytes value = part_value(writer, row, columns, part);
        if (value.size > 2) /* some column belongs to it */
            record_writer_member(writer, bytes_of(part_names[part]), value);
    }
    record_writer_close(writer);
}

bool langsmith_add(struct bytes content, struct buffer *out, size_t *line, struct err *err)
{
    struct record_writer writer;
    struct table_row row = {0};
    const struct row_format format = {.separator = ',', .has_marks = true};
    struct bytes rest = content;
    record_writer_begin(&writer, content, out);
    bool worked = table_row_read(&row, &format, content);
    const size_t n = row.n;
    struct bytes *columns = arena_get_array(&writer.arena, n, sizeof *columns);
    for (size_t i = 0; worked && i < n; i++)
        columns[i] = row_cell_text(&row.cells[i], &writer.arena);
    while (worked) {
        rest = bytes_skip_blank_lines(bytes_from(rest, (size_t)(row.next - rest.data)));
        if (rest.size == 0)
            break;
        worked = table_row_read(&row, &format, rest) && row.n == n;
        if (worked && !table_row_is_blank(&row))
            add_row(&writer, &row, columns, rest.data);
    }
    *line = worked ? 0 : record_writer_line(&writer, rest.data);
    if (!worked)
        (void)!err_set(err, ERR_INPUT, "%s",
                       row.fault != NULL ? row.fault : "this line has fewer or more columns than the header");
    table_row_release(&row);
    record_writer_end(&writer);
    return worked;
}
