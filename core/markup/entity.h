/*
 * Character references as Markdown and HTML have them: &amp; &#38; &#x26;. Those with a
 * number all, of those with a name all of HTML 4 and more that writers use.
 */
#ifndef ASSAY_CORE_MARKUP_ENTITY_H
#define ASSAY_CORE_MARKUP_ENTITY_H

#include "core/base/bytes.h"

/*
 * Adds what the reference, from & to ;, stands for. A name that is not known
 * stays as it is; a number that is no character is U+FFFD, and one that is a
 * control (a line end too) a space, but for &#150; and its like, which browsers show as Windows has them.
 */
void entity_add(struct buffer *buffer, struct bytes reference);

#endif
