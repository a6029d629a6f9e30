/*
 * YAML as JSON of the same keys and values, so that whoever reads JSON reads YAML, too. What is written without quotation marks is a
 * whole number where it is one of at most 15 digits that begin with no 0, true, false, or null (also ~, and nothing at all); all
 * else is a text, as it is written: a version 1.10 stays one. Each value stands on the line that it stands on in YAML, if no text
 * of several lines is before it on that line: errors name lines.
 *
 * The one file of the program that knows libyaml is yaml_text.c.
 */
#ifndef ASSAY_IMPORT_TEXT_YAML_TEXT_H
#define ASSAY_IMPORT_TEXT_YAML_TEXT_H

#include "core/base/bytes.h"

/*
 * Adds the documents of the text, one behind the other. False: it is no YAML in UTF-8, it has an alias, which a few lines of could
 * stand for any number of values, or a key that is a list; *fault says which, *line where, from 1.
 */
bool yaml_add_json(struct bytes yaml, struct buffer *json, const char **fault, size_t *line)
    __attribute__((warn_unused_result));
/* Whether a file of this name, packed or not, holds YAML. */
bool yaml_is_name(struct bytes name);

#endif
