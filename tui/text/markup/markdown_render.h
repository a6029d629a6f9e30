/*
 * Renders a chunk of Markdown: the layer between md4c and a styled text.
 */
#pragma once

#include "tui/text/styled_text.h"

struct markdown_chunk {
    struct bytes text;
    size_t before; /* bytes at the beginning that are not part of the source but reopen the open block */
    size_t source; /* the source offset of the remaining text */
    bool is_apart; /* an empty line comes before it */
    int columns;   /* width for tables */
};

/*
 * Appends the rendered chunk. Sets *has_tables if it contains tables. A chunk that would become too large to show
 * (hostile tables) is appended unrendered.
 */
void markdown_render_chunk(struct styled_text *styled, const struct markdown_chunk *chunk, bool *has_tables);

/* Appends the chunk's source unrendered, on lines of its own. */
void markdown_add_as_it_is(struct styled_text *styled, const struct markdown_chunk *chunk);
