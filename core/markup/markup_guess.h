/*
 * Guesses the markup of a document from its text.
 */
#ifndef ASSAY_CORE_MARKUP_MARKUP_GUESS_H
#define ASSAY_CORE_MARKUP_MARKUP_GUESS_H

#include "core/base/bytes.h"

/* The markup of a document. */
enum text_markup {
    MARKUP_NONE,
    MARKUP_MARKDOWN,
    MARKUP_HTML,
    MARKUP_EMPHASIS /* alone: core/markup/emphasis.h */
};

/* The format of documents; auto recognises the format of each document by its content. */
enum document_format { FORMAT_AUTO, FORMAT_MARKDOWN, FORMAT_HTML, FORMAT_PLAIN };

/*
 * HTML when the text begins with "<!doctype html", "<html", "<body" or a tag that begins a block, and when tags that end blocks,
 * or <br>, stand twice in its first 64 KiB and it is not likely to be Markdown (core/markup/markdown_detect.h). Emphasis
 * alone when a line there has some (core/markup/emphasis.h), and the text is neither.
 */
enum text_markup markup_guess(struct bytes text);
/* As the format is set for all documents, or as the text looks. */
enum text_markup markup_of(enum document_format format, struct bytes text);

#endif
