#include "cli/output.h"

#include <stdarg.h>

bool output_format(const struct arguments *arguments, size_t option, enum table_format *format,
                   struct err *err)
{
    const char *name = argument_value(arguments, option);
    *format = TABLE_PEOPLE;
    return name == NULL || table_format_parse(bytes_of(name), format, err);
}

void output_table(const struct table *table, enum table_format format, struct world *world)
{
    struct buffer text = {0};
    table_write(table, format, &text);
    fwrite(buffer_string(&text), 1, text.size, world->out);
    buffer_release(&text);
}

void output_remark(struct world *world, const char *format, ...)
{
    char text[ERR_TEXT_SIZE];
    struct err remark;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    err_set(&remark, ERR_NONE, "%s", text);
    fprintf(world->err, "assay: %s\n", remark.text);
}
