/*
 * Converts YAML to JSON with the same keys and values, so that every reader of JSON also reads YAML. A value without
 * quotation marks is a whole number (at most 15 digits, the first not 0), true, false, or null (also ~ and an empty
 * value). Everything else is a text as it is written: the version 1.10 stays 1.10. Each value is on the same line as in
 * YAML, unless a text of several lines precedes it on that line. So errors name the right line.
 *
 * Only yaml_text.c uses libyaml.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/must_check.h"

/*
 * Adds the documents of the text, one after the other. Returns false when the text is not YAML in UTF-8, has a list as
 * a key, or has an alias, because a few aliases can expand to any number of values. Sets *fault to the reason and *line
 * to the line, from 1.
 */
MUST_CHECK bool yaml_add_json(struct bytes yaml, struct buffer *json, const char **fault, size_t *line);
/* Returns whether a file with this name, packed or not, holds YAML. */
bool yaml_is_name(struct bytes name);
