/*
 * Guesses the markup of a document from its text.
 */
#pragma once

#include "core/base/bytes.h"

/* The markup of a document. */
enum text_markup {
    MARKUP_NONE,
    MARKUP_MARKDOWN,
    MARKUP_HTML,
    MARKUP_EMPHASIS /* emphasis only: core/markup/emphasis.h */
};

/* The format of documents; auto recognises the format of each document by its content. */
enum document_format { FORMAT_AUTO, FORMAT_MARKDOWN, FORMAT_HTML, FORMAT_PLAIN };

/*
 * Guesses the markup of a text. A text is HTML if it begins with "<!doctype html", "<html", "<body" or a tag that
 * begins a block. It is also HTML if two end tags of blocks, or two <br>, are in its first 64 KiB and it is not
 * likely to be Markdown (core/markup/markdown_detect.h). It is MARKUP_EMPHASIS if it is neither and a line has
 * emphasis (core/markup/emphasis.h).
 */
enum text_markup markup_guess(struct bytes text);
/* Returns the markup for the configured format; for FORMAT_AUTO it is guessed from the text. */
enum text_markup markup_of(enum document_format format, struct bytes text);
