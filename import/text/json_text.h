/* Writes texts as JSON strings, for readers that convert other forms to JSON. */
#pragma once

#include "core/base/bytes.h"

/* Adds the text in quotation marks. Bytes that are not UTF-8 stay as they are. */
void json_text_add(struct buffer *json, struct bytes text);
