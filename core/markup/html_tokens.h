/*
 * Splits HTML into tags, texts and character references. Comments, declarations and the content of scripts, styles
 * and other elements without text are skipped. Takes any bytes: a "<" that begins no tag is text.
 */
#pragma once

#include "core/base/bytes.h"

enum html_token_kind { HTML_TEXT, HTML_REFERENCE, HTML_BEGIN, HTML_END };

struct html_token {
    enum html_token_kind kind;
    size_t start;            /* in the source */
    struct bytes text;       /* of a text, or of a reference from & to ; */
    struct bytes name;       /* of a tag, in any case of letters */
    struct bytes attributes; /* of a tag: everything after its name */
};

/* Returns the offset after "&name;" or "&#12;", whose & is at `offset`; 0: it is not a reference. */
size_t html_reference_end(struct bytes source, size_t offset);

/* Reads the token at *offset and moves *offset past it. Returns false at the end. */
bool html_next_token(struct bytes source, size_t *offset, struct html_token *token);

/* Returns whether an element of this name ends the line: a block, a part of a list or table, a break. */
bool html_is_block(struct bytes name);

/*
 * Finds the value of a tag's attribute, unchanged from the source. Returns false if the tag does not have the
 * attribute.
 */
bool html_attribute(const struct html_token *tag, const char *name, struct bytes *value);
