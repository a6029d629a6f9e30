/*
 * A chunk of a Markdown source rendered: what stands between md4c and a
 * styled text.
 */
#ifndef ASSAY_TUI_TEXT_MARKUP_MARKDOWN_RENDER_H
#define ASSAY_TUI_TEXT_MARKUP_MARKDOWN_RENDER_H

#include "tui/text/styled_text.h"

struct markdown_chunk {
    struct bytes text;
    size_t before; /* bytes at its beginning that are not the source's but open what was open there */
    size_t source; /* where in the source the rest of it stands */
    bool is_apart; /* an empty line comes before it */
    int columns;   /* that tables are made for */
};

/*
 * Adds what is seen of the chunk. *has_tables becomes true when it has any. What
 * would become too large to be shown (hostile tables) is added as it is.
 */
void markdown_render_chunk(struct styled_text *styled, const struct markdown_chunk *chunk, bool *has_tables);

/* Adds the chunk's source itself, between lines of its own. */
void markdown_add_as_it_is(struct styled_text *styled, const struct markdown_chunk *chunk);

#endif
