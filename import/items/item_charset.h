/*
 * Pages of HTML in another encoding than UTF-8 that say so, as those that Word has written.
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_CHARSET_H
#define ASSAY_IMPORT_ITEMS_ITEM_CHARSET_H

#include "core/base/arena.h"

/*
 * The page in UTF-8: in the arena where `charset=` in its first 4 KiB names one of the encodings of Windows and ISO 8859, KOI8, or
 * of Chinese, Japanese and Korean, and its bytes are valid in that, or in the wider one that browsers take the name for; else itself, as it is, also when it is UTF-8 whatever it says.
 */
struct bytes item_charset_decode(struct bytes page, struct arena *arena);

#endif
