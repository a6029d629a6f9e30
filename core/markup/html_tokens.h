/*
 * HTML cut into tags, texts and character references. Comments, declarations and what stands in scripts and styles are
 * passed over. Any bytes: a "<" that begins no tag is text.
 */
#ifndef ASSAY_CORE_MARKUP_HTML_TOKENS_H
#define ASSAY_CORE_MARKUP_HTML_TOKENS_H

#include "core/base/bytes.h"

enum html_token_kind { HTML_TEXT, HTML_REFERENCE, HTML_BEGIN, HTML_END };

struct html_token {
    enum html_token_kind kind;
    size_t start;            /* in the source */
    struct bytes text;       /* of a text or a reference, from & to ; */
    struct bytes name;       /* of a tag, in any case */
    struct bytes attributes; /* of a tag: what stands behind its name */
};

/* Behind "&name;" or "&#12;", whose & is at `offset`; 0: it is no reference. */
size_t html_reference_end(struct bytes source, size_t offset);

/* The token at *offset, which goes behind it; false: there is none. */
bool html_next_token(struct bytes source, size_t *offset, struct html_token *token);

/* Whether an element of this name ends the line that it begins in: a block, a part of a list or of a table, a break. */
bool html_is_block(struct bytes name);

/* The value of an attribute of a tag, as it stands there; false: it has none of this name. */
bool html_attribute(const struct html_token *tag, const char *name, struct bytes *value);

#endif
