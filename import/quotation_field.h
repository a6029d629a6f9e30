/*
 * A part of a document's text in a JSON object: {"start": 120, "text": "…"}. "start" counts the bytes of the text before it;
 * without it the first place is meant where the text stands.
 */
#ifndef ASSAY_IMPORT_QUOTATION_FIELD_H
#define ASSAY_IMPORT_QUOTATION_FIELD_H

#include "core/judge/quotation.h"
#include "import/text/json_fields.h"

/*
 * What stands under `key`, as long as the object lives; none where that is absent or null. Its start may be
 * QUOTATION_ANYWHERE. ERR_INPUT says what it has to look like.
 */
bool quotation_field_read(const struct json_fields *object, const char *key, struct quotation *quotation,
                          struct err *err) __attribute__((warn_unused_result));

#endif
