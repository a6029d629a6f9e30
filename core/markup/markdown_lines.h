/*
 * A Markdown source line by line, as far as that goes without parsing it:
 * where lines end, and which stand in fenced blocks of code.
 */
#ifndef ASSAY_CORE_MARKUP_MARKDOWN_LINES_H
#define ASSAY_CORE_MARKUP_MARKDOWN_LINES_H

#include "core/base/bytes.h"

/* The line at `start` < text.size without its end; *next (may be NULL): where the next one begins. */
struct bytes markdown_line(struct bytes text, size_t start, size_t *next);

/* Nothing but spaces and tabs. */
bool markdown_line_is_blank(struct bytes line);

/* How often the line begins with `c`. */
size_t markdown_line_count_first(struct bytes line, char c);

/* The row below the header of a table: |---|:-:| */
bool markdown_line_is_delimiter_row(struct bytes line);

/* The fenced block of code that is open; {0}: none. */
struct fence {
    char mark;     /* '`' or '~' */
    size_t length; /* so many of them */
};

/* Takes the fence over the line: it may open or close it. True: the line closed it. */
bool fence_read_line(struct fence *fence, struct bytes line);

#endif
