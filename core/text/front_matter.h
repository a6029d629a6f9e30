/*
 * Front matter, which begins pages of Jekyll, Hugo, Docusaurus or Obsidian. It is either YAML: lines `key: value`
 * between two lines `---` (the last one may be `...`), or TOML: lines `key = value` between two lines `+++`. The
 * first line that is neither blank nor a comment must be such a pair, so that a text between two rules is not taken
 * for front matter.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * Returns the size in bytes, including the end of the last line. It is 0 if the text begins without front matter,
 * or if that is larger than 64 KiB.
 */
size_t front_matter_size(struct bytes text);

/*
 * Returns the value of a top-level key, without quotation marks. It is empty if the key is missing or has no value
 * on its line.
 */
struct bytes front_matter_value(struct bytes text, const char *key);
