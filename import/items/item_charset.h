/* HTML pages that declare an encoding other than UTF-8, for example pages from Word. */
#pragma once

#include "core/base/arena.h"

/*
 * Returns the page in UTF-8. It converts the page, in the arena, when `charset=` in the first 4 KiB names an encoding
 * of Windows, ISO 8859 or KOI8, or a Chinese, Japanese or Korean one. The bytes must be valid in that encoding, or in
 * the wider one that browsers use for the name. Else it returns the page itself, as also when the page is valid UTF-8,
 * whatever it declares.
 */
struct bytes item_charset_decode(struct bytes page, struct arena *arena);
