/*
 * What a document is written in, told by its text.
 */
#ifndef ASSAY_TUI_TEXT_MARKUP_GUESS_H
#define ASSAY_TUI_TEXT_MARKUP_GUESS_H

#include "core/store/settings.h"
#include "tui/text/markdown.h"

/*
 * HTML when the text begins with "<!doctype html", "<html", "<body" or a tag that begins a block, and when tags that end blocks,
 * or <br>, stand twice in its first 64 KiB and it is not likely to be Markdown (tui/text/markdown_detect.h). Emphasis
 * alone when a line there has some (tui/text/emphasis.h), and the text is neither.
 */
enum text_markup markup_guess(struct bytes text);
/* As the format is set for all documents, or as the text looks. */
enum text_markup markup_of(enum document_format format, struct bytes text);

#endif
