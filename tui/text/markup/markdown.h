/*
 * Markdown as a reader sees it: CommonMark with GitHub's tables, task lists and
 * strikethrough, parsed by md4c; HTML in it is text like any other. A whole document in HTML is rendered, too.
 *
 * A source of any size is rendered in chunks, when the reader comes near: chunks end between blocks where they can; code and
 * tables go on in the next one, those with their header again. References to another chunk, such as the address of a link at
 * the end of a very long document, are not found.
 *
 *   headings, strong, emphasis, code   styles
 *   lists                              "• ", "1. ", "[x] ", and indents below them
 *   quotations                         "│ " before their lines
 *   links, images                      text (address); [image: text]
 *   strikethrough                      ~so~
 *   tables                             columns, when they fit into the width; else each row as
 *                                      "Header: cell" below each other
 */
#ifndef ASSAY_TUI_TEXT_MARKUP_MARKDOWN_H
#define ASSAY_TUI_TEXT_MARKUP_MARKDOWN_H

#include "core/markup/markdown_lines.h"
#include "core/markup/markup_guess.h"
#include "tui/text/styled_text.h"
#include "tui/text/text_parts.h"

/* Sources up to this size are one chunk, and no chunk is larger. */
enum { MARKDOWN_CHUNK_SIZE = 64 * 1024, HTML_CHUNK_SIZE = 1024 * 1024 };

/* What lines are read by that stand elsewhere. {0}: nothing. */
struct open_block {
    struct fence fence;
    struct bytes table_head; /* a header and the row below it */
};

/* {0} is an empty source, all seen, and safe to release. */
struct markdown {
    struct bytes source;
    enum text_markup markup;
    int columns;            /* that tables are made for; 0: each cell is a line of its own */
    size_t reached;         /* bytes of the source that are rendered */
    struct open_block open; /* what was open there */
    bool is_cut;            /* whether the last chunk ended within a block */
    bool has_tables;        /* whether other columns would make something else of it */
    struct styled_text seen;
};

void markdown_release(struct markdown *markdown);

/* Starts over with the source (not copied), which is marked up in this way. */
void markdown_set_markup(struct markdown *markdown, enum text_markup markup, struct bytes source,
                         int columns);

/* Renders one chunk more; its text ends with a line end. False: there are no more. */
bool markdown_extend(struct markdown *markdown);

/* The part of the source that is seen as this part: without the markup around it, but with a whole reference such as &amp;. */
struct text_part markdown_source_part(const struct markdown *markdown, struct text_part seen);

/* Where the text at `seen` comes from. */
size_t markdown_source_of(const struct markdown *markdown, size_t seen);

/* Where what comes from `source` is seen; renders as far as that. */
size_t markdown_seen_of(struct markdown *markdown, size_t source);

#endif
