#include "import/tools/rows.h"

#include "import/text/table_row.h"
#include "import/tools/task.h"

bool rows_sample(struct bytes content, struct arena *arena, struct field_sample *sample)
{
    enum { LOOKED_AT = 16 << 10 };
    struct bytes beginning = bytes_slice(content, 0, smaller_size(content.size, LOOKED_AT));
    const struct bytes text = bytes_skip_space(beginning);
    struct bytes rest = beginning, header = {0};
    if (!bytes_starts_with(text, "{") && !bytes_starts_with(text, "["))
        return bytes_next_line(&rest, &header) && field_sample_take(header, arena, sample);
    return field_sample_take(beginning, arena, sample) &&
           (sample->n_rows != 1 || field_sample_descend(beginning, arena, sample) ||
            field_sample_take(beginning, arena, sample));
}

/* --- A table -------------------------------------------------------------------- */

struct row_columns {
    size_t n;   /* of the table */
    size_t *at; /* the column of each path; SIZE_MAX: none */
};

static struct row_columns find_columns(const struct rows *rows, const struct table_row *header)
{
    struct row_columns columns = {header->n, arena_get_array(rows->arena, rows->n, sizeof *columns.at)};
    for (size_t path = 0; path < rows->n; path++) {
        columns.at[path] = SIZE_MAX;
        for (size_t i = header->n; rows->paths[path].size > 0 && i > 0; i--) {
            if (bytes_equal(row_cell_text(&header->cells[i - 1], rows->arena), rows->paths[path]))
                columns.at[path] = i - 1;
        }
    }
    return columns;
}

/* Reads the row at the beginning of `rest`. */
static bool read_row(const struct rows *rows, const struct row_columns *columns, struct table_row *row,
                     struct bytes rest, struct bytes *values, struct err *err)
{
    if (!table_row_read(row, rows->format, rest) || row->n != columns->n)
        return err_set(err, ERR_INPUT, "%s",
                       row->fault != NULL ? row->fault
                                          : "this line has fewer or more columns than the header");
    for (size_t path = 0; path < rows->n; path++) {
        const size_t column = columns->at[path];
        values[path] = column != SIZE_MAX ? bytes_trim(row_cell_text(&row->cells[column], rows->arena))
                                          : (struct bytes){0};
    }
    return true;
}

static bool read_table(const struct rows *rows, row_reader *read, void *context, const char **at,
                       struct err *err)
{
    struct table_row row = {0};
    struct bytes rest = rows->content;
    struct bytes *values = arena_get_array(rows->arena, rows->n, sizeof *values);
    bool worked = table_row_read(&row, rows->format, rest) ||
                  err_set(err, ERR_INPUT, "%s", row.fault != NULL ? row.fault : "the header can't be read");
    const struct row_columns columns = worked ? find_columns(rows, &row) : (struct row_columns){0};
    while (worked) {
        rest = bytes_skip_blank_lines(bytes_from(rest, (size_t)(row.next - rest.data)));
        if (rest.size == 0)
            break;
        *at = rest.data;
        worked = read_row(rows, &columns, &row, rest, values, err) &&
                 (table_row_is_blank(&row) || read(context, rest.data, values, err));
    }
    table_row_release(&row);
    return worked;
}

/* --- JSON ----------------------------------------------------------------------- */

static bool read_objects(const struct rows *rows, row_reader *read, void *context, const char **at,
                         struct err *err)
{
    struct bytes *values = arena_get_array(rows->arena, rows->n, sizeof *values);
    struct task_walk walk = task_walk_of(rows->content);
    struct bytes object;
    bool worked = true;
    while (worked && task_walk_next(&walk, &object)) {
        for (size_t i = 0; i < rows->n; i++)
            values[i] = (struct bytes){0};
        field_find(object, rows->paths, values, rows->n);
        for (size_t i = 0; i < rows->n; i++)
            values[i] = bytes_trim(field_value_of_json(values[i], rows->arena).text);
        *at = object.data;
        worked = read(context, object.data, values, err);
    }
    if (!worked || walk.fault == NULL)
        return worked;
    *at = walk.fault_at;
    return err_set(err, ERR_INPUT, "%s", walk.fault);
}

bool rows_read(const struct rows *rows, row_reader *read, void *context, const char **at, struct err *err)
{
    *at = rows->content.data;
    return (rows->format != NULL ? read_table : read_objects)(rows, read, context, at, err);
}
