/* The search terms of a question: only its words. */
#pragma once

#include "core/base/arena.h"

/* The question can be any bytes; its words are runs of letters and digits. */
struct search_terms_rule {
    bool in_trigrams;       /* each three consecutive characters of a word, instead of the word */
    bool leaves_common_out; /* leaves out core/text/common_words.h, unless the question has no other words */
};

/* Reads each term once, in lower case, in the order of the question, into the arena. Returns the number of terms. */
size_t search_terms_read(struct bytes question, const struct search_terms_rule *rule, struct arena *arena,
                         struct bytes **terms);
