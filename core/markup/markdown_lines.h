/*
 * The lines of a Markdown source, without parsing it: where lines end, and which are in fenced code blocks.
 */
#pragma once

#include "core/base/bytes.h"

/* Returns the line at `start` < text.size without its line end. *next (may be NULL) is where the next line begins. */
struct bytes markdown_line(struct bytes text, size_t start, size_t *next);

/* Returns whether the line has only spaces and tabs. */
bool markdown_line_is_blank(struct bytes line);

/* Returns how many times `c` is repeated at the beginning of the line. */
size_t markdown_line_count_first(struct bytes line, char c);

/* Returns whether the line is the row below the header of a table: |---|:-:| */
bool markdown_line_is_delimiter_row(struct bytes line);

/* The open fenced code block; {0}: none. */
struct fence {
    char mark;     /* '`' or '~' */
    size_t length; /* number of marks */
};

/* Reads the line, which may open or close the fence. Returns true if it closed the fence. */
bool fence_read_line(struct fence *fence, struct bytes line);
