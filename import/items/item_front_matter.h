/*
 * The fields of a page's front matter (core/text/front_matter.h), where it is YAML: as those of a JSON object of the same
 * keys and values (import/text/yaml_text.h).
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_FRONT_MATTER_H
#define ASSAY_IMPORT_ITEMS_ITEM_FRONT_MATTER_H

#include "import/text/json_fields.h"

/*
 * `text` is a whole page. NULL: it begins with no front matter, with TOML, or with what YAML can't read: that is not UTF-8,
 * a key twice, an alias, keys that are lists. To be freed.
 */
struct json_fields *item_front_matter_read(struct bytes text);

#endif
