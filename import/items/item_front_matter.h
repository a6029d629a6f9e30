/*
 * Reads the fields of a page's YAML front matter (core/text/front_matter.h) as those of a JSON object with the same
 * keys and values (import/text/yaml_text.h).
 */
#pragma once

#include "import/text/json_fields.h"

/*
 * `text` is a whole page. Returns NULL when it has no front matter, when that is TOML, or when YAML can't be read: it
 * is not UTF-8, repeats a key, or has an alias or a list as a key. The caller frees the result.
 */
struct json_fields *item_front_matter_read(struct bytes text);
