/*
 * Elements of HTML and SVG: tags, attributes, text. Texts are escaped: no byte of them can become a tag, an attribute
 * or a control character.
 */
#pragma once

#include "core/base/bytes.h"

/* Adds "<name". Attributes may follow, then element_content or element_end_empty. */
void element_begin(struct buffer *out, const char *name);
/* Add ` name="value"`. */
void element_attribute(struct buffer *out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void element_attribute_text(struct buffer *out, const char *name, struct bytes value);
/* Adds ">": what follows is inside the element. */
void element_content(struct buffer *out);
/* Adds "</name>". */
void element_end(struct buffer *out, const char *name);
/* Adds "/>", for an element without content. */
void element_end_empty(struct buffer *out);

/*
 * Adds a text for display: line ends and tabs become blanks, other control characters become symbols, bidi controls are
 * left out.
 */
void element_add_text(struct buffer *out, struct bytes text);
/* Adds an element without attributes that contains a text. */
void element_add(struct buffer *out, const char *name, struct bytes text);
