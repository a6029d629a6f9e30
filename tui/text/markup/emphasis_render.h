/*
 * Text that is not Markdown, with the words between stars emphasised (core/markup/emphasis.h).
 */
#pragma once

#include "tui/text/markup/markdown_render.h"

/* Appends the visible text of the chunk: everything except the stars. */
void emphasis_render_chunk(struct styled_text *styled, const struct markdown_chunk *chunk);
