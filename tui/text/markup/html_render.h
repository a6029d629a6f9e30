/*
 * Renders HTML with the same output as Markdown (tui/text/markup/markdown.h): headings, paragraphs, lists,
 * quotations, tables, emphasis, code, links with their addresses, images by their texts, character references,
 * superscripts and subscripts. Scripts, styles and the head are left out, and nothing is fetched. The HTML need not
 * be valid: missing end tags are supplied.
 */
#pragma once

#include "tui/text/markup/markdown_render.h"

/* Like markdown_render_chunk. */
void html_render_chunk(struct styled_text *styled, const struct markdown_chunk *chunk, bool *has_tables);
