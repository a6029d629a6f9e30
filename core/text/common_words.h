/* English words that say nothing of what a question is about. */
#ifndef ASSAY_CORE_TEXT_COMMON_WORDS_H
#define ASSAY_CORE_TEXT_COMMON_WORDS_H

#include "core/base/bytes.h"

/* The word in lower case. */
bool common_words_have(struct bytes word);

#endif
