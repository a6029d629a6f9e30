/*
 * Elements of HTML and SVG: tags, attributes, text. Whatever a text holds, it is text there: no byte of it can be
 * a tag, an attribute or a control.
 */
#ifndef ASSAY_EXPORT_FORMS_ELEMENT_H
#define ASSAY_EXPORT_FORMS_ELEMENT_H

#include "core/base/bytes.h"

/* "<name"; its attributes may follow, then element_content or element_end_empty. */
void element_begin(struct buffer *out, const char *name);
/* ` name="value"` */
void element_attribute(struct buffer *out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void element_attribute_text(struct buffer *out, const char *name, struct bytes value);
/* ">": what follows is in the element. */
void element_content(struct buffer *out);
/* "</name>" */
void element_end(struct buffer *out, const char *name);
/* "/>", of an element without content. */
void element_end_empty(struct buffer *out);

/* Adds a text as it is to be seen: line ends and tabs as blanks, other controls as their symbols, bidi controls left out. */
void element_add_text(struct buffer *out, struct bytes text);
/* An element without attributes that holds a text. */
void element_add(struct buffer *out, const char *name, struct bytes text);

#endif
