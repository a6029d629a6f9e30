/*
 * XML, one tag after the other. Entities that a file declares are refused, since a few lines of them can stand for gigabytes, and
 * nothing outside of the file is read. xml.c is the one file that knows expat.
 */
#ifndef ASSAY_IMPORT_OFFICE_XML_H
#define ASSAY_IMPORT_OFFICE_XML_H

#include "core/base/bytes.h"
#include "core/base/err.h"

/* Names come without what stands before their colon: "p" of <w:p>. NULL: not wanted. */
struct xml_handlers {
    void (*open)(void *context, const char *name, const char *const *attributes);
    void (*close)(void *context, const char *name);
    void (*text)(void *context, struct bytes text);
};

/* The value of an attribute, with or without what stands before its colon; NULL: it has none. */
const char *xml_attribute(const char *const *attributes, const char *name);

/* ERR_INPUT: it is not well-formed (with the line), or declares entities. */
bool xml_read(struct bytes xml, const struct xml_handlers *handlers, void *context, struct err *err)
    __attribute__((warn_unused_result));

#endif
