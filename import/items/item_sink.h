/* Receivers of the items that a reader finds. */
#pragma once

#include "core/store/content/fill.h"
#include "import/text/json_fields.h"

/* Called with each item as it is read. Return false to stop. */
typedef bool item_sink(void *context, const struct item *item, size_t line, size_t bytes_read,
                       struct err *err);

/* Called with the fields of an item, under the names in the file. */
typedef void item_look(void *context, const struct json_fields *object);
