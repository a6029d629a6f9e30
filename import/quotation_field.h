/*
 * Reads a quotation from a document's text in a JSON object: {"start": 120, "text": "…"}. "start" is the number of
 * bytes before it in the document. Without "start", the quotation means the first place where the text occurs.
 */
#pragma once

#include "core/judge/quotation.h"
#include "import/text/json_fields.h"

/*
 * Reads the quotation under `key`, valid as long as the object; empty when the value is absent or null. Its start may
 * be QUOTATION_ANYWHERE. ERR_INPUT: it has another form; the error shows the right one.
 */
MUST_CHECK bool quotation_field_read(const struct json_fields *object, const char *key,
                                     struct quotation *quotation, struct err *err);
