/* English words that say nothing about the topic of a question. */
#ifndef ASSAY_CORE_TEXT_COMMON_WORDS_H
#define ASSAY_CORE_TEXT_COMMON_WORDS_H

#include "core/base/bytes.h"

/* Returns whether `word`, in lower case, is such a word. */
bool common_words_have(struct bytes word);

#endif
