/*
 * Reads XML, one tag after the other. Files that declare entities are refused, because a few lines of them can expand
 * to gigabytes. Nothing outside the file is read. Only xml.c uses expat.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

/* Names come without their prefix: "p" for <w:p>. NULL: the event is ignored. */
struct xml_handlers {
    void (*open)(void *context, const char *name, const char *const *attributes);
    void (*close)(void *context, const char *name);
    void (*text)(void *context, struct bytes text);
};

/* Returns the value of an attribute, whose prefix does not count; NULL: there is none. */
const char *xml_attribute(const char *const *attributes, const char *name);

/* Reads the XML. ERR_INPUT: it is not well-formed (with the line), or it declares entities. */
MUST_CHECK bool xml_read(struct bytes xml, const struct xml_handlers *handlers, void *context,
                         struct err *err);
