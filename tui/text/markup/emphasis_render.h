/*
 * Text that is no Markdown, with what its stars emphasise (core/markup/emphasis.h).
 */
#ifndef ASSAY_TUI_TEXT_MARKUP_EMPHASIS_RENDER_H
#define ASSAY_TUI_TEXT_MARKUP_EMPHASIS_RENDER_H

#include "tui/text/markup/markdown_render.h"

/* Adds what is seen of the chunk: all of it but the stars. */
void emphasis_render_chunk(struct styled_text *styled, const struct markdown_chunk *chunk);

#endif
