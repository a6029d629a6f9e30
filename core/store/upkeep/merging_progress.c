#include "core/store/upkeep/merging_private.h"

#include <stdarg.h>

bool merging_tell_of(const struct merge_request *request, const char *path, int64_t done, int64_t total,
                     struct err *err)
{
    return request->watch(request->context, path, done, total) ||
           err_set(err, ERR_INTERRUPTED, "stopped; nothing was written");
}

bool merging_tell(struct merging *merging, int64_t done, int64_t total, struct err *err)
{
    return merging_tell_of(merging->request, merging->path, done, total, err);
}

bool merging_begin_file(struct merging *merging, size_t file, struct err *err)
{
    struct store *from = merging->request->files[file];
    merging->path = store_path(from);
    merging->n = 0;
    if (merging->sizes[file] == 0) {
        struct query query = query_start(from->db, STATEMENT_MERGE_SIZE);
        if (!query_one_integer(&query, 0, &merging->sizes[file], err))
            return false;
    }
    merging->n_rows = merging->sizes[file];
    return merging_tell(merging, 0, merging->n_rows, err);
}

bool merging_count_row(struct merging *merging, struct err *err)
{
    enum { ROWS_BETWEEN = 1024 };
    return ++merging->n % ROWS_BETWEEN != 0 || merging_tell(merging, merging->n, merging->n_rows, err);
}

void merging_add_difference(struct merging *merging, const char *format, ...)
{
    struct buffer line = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_add_format_of(&line, format, arguments);
    va_end(arguments);
    merging->request->difference(merging->request->context, buffer_bytes(&line));
    merging->n_differences++;
    buffer_release(&line);
}
