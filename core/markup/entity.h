/*
 * Character references as in Markdown and HTML: &amp; &#38; &#x26;. All numeric references are known. The known
 * names are those of HTML 4 and more that writers use.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * Adds the text of the reference, which reaches from & to ;. An unknown name is added unchanged. A number that is
 * not a character becomes U+FFFD. A control character or a line end becomes a space, but &#150; and similar ones
 * are read as Windows characters, as in browsers.
 */
void entity_add(struct buffer *buffer, struct bytes reference);
