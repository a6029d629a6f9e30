/* Writes texts as JSON has them, for readers that turn other forms into JSON. */
#ifndef ASSAY_IMPORT_TEXT_JSON_TEXT_H
#define ASSAY_IMPORT_TEXT_JSON_TEXT_H

#include "core/base/bytes.h"

/* Adds the text in quotation marks. Bytes that are no UTF-8 stay as they are. */
void json_text_add(struct buffer *json, struct bytes text);

#endif
