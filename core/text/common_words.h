/* English words that say nothing about the topic of a question. */
#pragma once

#include "core/base/bytes.h"

/* Returns whether `word`, in lower case, is such a word. */
bool common_words_have(struct bytes word);
