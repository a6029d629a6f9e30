#include "faces/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void lines_release(struct lines *lines)
{
    free(lines->line);
    *lines = (struct lines){0};
}

bool lines_next(struct lines *lines, struct bytes *line)
{
    ssize_t size = getline(&lines->line, &lines->capacity, lines->in);
    if (size < 0)
        return false;
    while (size > 0 && (lines->line[size - 1] == '\n' || lines->line[size - 1] == '\r'))
        size--;
    *line = (struct bytes){.data = lines->line, .size = (size_t)size};
    return true;
}

bool lines_write(FILE *out, const struct buffer *text, struct err *err)
{
    if (fwrite(buffer_string(text), 1, text->size, out) == text->size && fflush(out) == 0)
        return true;
    return err_set(err, ERR_SYSTEM, "standard output can't be written: %s; every vote so far is stored",
                   strerror(errno));
}
