#include "cli/output.h"

#include "core/base/unicode.h"
#include "import/run.h"

#include <stdarg.h>

void output_table(const struct table *table, size_t format, struct world *world)
{
    struct buffer text = {0};
    table_write(table, (enum table_format)format, &text);
    output_text(&text, world);
    buffer_release(&text);
}

void output_text(const struct buffer *text, struct world *world)
{
    fwrite(buffer_string(text), 1, text->size, world->out);
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

void output_add_some(struct buffer *out, const struct bytes *names, size_t n_names, int64_t count)
{
    for (size_t i = 0; i < n_names; i++) {
        buffer_add_string(out, i == 0 ? " (" : ", ");
        unicode_add_visible(out, names[i]);
    }
    if (n_names > 0)
        buffer_add_string(out, (int64_t)n_names < count ? ", …)" : ")");
}

void output_remark_run(struct world *world, const char *path, enum run_doubt doubt)
{
    struct buffer text = {0};
    run_doubt_add(doubt, path, &text);
    if (text.size > 0)
        output_remark(world, "%s", buffer_string(&text));
    buffer_release(&text);
}
