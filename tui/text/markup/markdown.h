/*
 * Markdown as a reader sees it: CommonMark with GitHub's tables, task lists and strikethrough, parsed by md4c. HTML
 * inside of Markdown is shown as plain text. A whole document in HTML is rendered, too.
 *
 * A source of any size is rendered in chunks as the reader approaches them. A chunk ends between blocks if possible.
 * Code and tables continue in the next chunk, tables with their header repeated. References to another chunk, such as
 * link addresses at the end of a very long document, are not found.
 *
 *   headings, strong, emphasis, code   styles
 *   lists                              "• ", "1. ", "[x] ", and indents below them
 *   quotations                         "│ " before their lines
 *   links, images                      text (address); [image: text]
 *   strikethrough                      ~text~
 *   tables                             columns if they fit into the width; else one line "Header: cell" per cell
 */
#pragma once

#include "core/markup/markdown_lines.h"
#include "core/markup/markup_guess.h"
#include "tui/text/styled_text.h"
#include "tui/text/text_parts.h"

/* A source up to this size is one chunk. No chunk is larger. */
enum { MARKDOWN_CHUNK_SIZE = 64 * 1024, HTML_CHUNK_SIZE = 1024 * 1024 };

/* Earlier lines on which the meaning of the next lines depends. {0}: none. */
struct open_block {
    struct fence fence;
    struct bytes table_head; /* a header row and the row below it */
};

/* {0} is an empty source, completely rendered, and safe to release. */
struct markdown {
    struct bytes source;
    enum text_markup markup;
    int columns;            /* width for tables; 0: each cell is a line */
    size_t reached;         /* bytes of the source that are rendered */
    struct open_block open; /* the block that was open there */
    bool is_cut;            /* whether the last chunk ended within a block */
    bool has_tables;        /* whether another width would change the result */
    struct styled_text seen;
};

void markdown_release(struct markdown *markdown);

/* Starts again with this source (not copied) and its markup. */
void markdown_set_markup(struct markdown *markdown, enum text_markup markup, struct bytes source,
                         int columns);

/* Renders one more chunk; its text ends with a line end. Returns false if there are no more. */
bool markdown_extend(struct markdown *markdown);

/*
 * The part of the source that is shown as this part, without the markup around it. A character reference such as
 * &amp; is included as a whole.
 */
struct text_part markdown_source_part(const struct markdown *markdown, struct text_part seen);

/* The source offset of the visible text at `seen`. */
size_t markdown_source_of(const struct markdown *markdown, size_t seen);

/* The visible offset of the text at `source`. Renders up to there. */
size_t markdown_seen_of(struct markdown *markdown, size_t source);
