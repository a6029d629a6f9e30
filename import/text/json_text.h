/* Writes texts as JSON strings, for readers that convert other forms to JSON. */
#ifndef ASSAY_IMPORT_TEXT_JSON_TEXT_H
#define ASSAY_IMPORT_TEXT_JSON_TEXT_H

#include "core/base/bytes.h"

/* Adds the text in quotation marks. Bytes that are not UTF-8 stay as they are. */
void json_text_add(struct buffer *json, struct bytes text);

#endif
