/*
 * Front matter, which begins pages of Jekyll, Hugo, Docusaurus or Obsidian: lines `key: value` between two lines `---` (YAML;
 * the last one may be `...`), or lines `key = value` between two lines `+++` (TOML). Its first line that is neither blank nor a
 * comment must be such a pair, so that a text between two rules is none.
 */
#ifndef ASSAY_CORE_TEXT_FRONT_MATTER_H
#define ASSAY_CORE_TEXT_FRONT_MATTER_H

#include "core/base/bytes.h"

/* Its bytes, with the end of its last line; 0: the text begins with none, or with one of more than 64 KiB. */
size_t front_matter_size(struct bytes text);

/* The value of a key of its outermost level, without quotation marks; empty: there is none on the key's line. */
struct bytes front_matter_value(struct bytes text, const char *key);

#endif
