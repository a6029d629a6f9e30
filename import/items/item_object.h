/*
 * Unwraps the fields of an item from the objects that other programs put around them: a hit of Elasticsearch, a
 * document of LangChain or Haystack, a record of a vector database.
 */
#pragma once

#include "import/text/json_fields.h"

/* Moves the wrapped fields into the object itself. */
void item_object_unwrap(struct json_fields *object);
/* Returns whether a member with this name holds fields of an item. */
bool item_object_is_wrapper(struct bytes name);
