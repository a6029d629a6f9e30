/* The search terms of a question: only its words. */
#ifndef ASSAY_CORE_STORE_SEARCH_SEARCH_TERMS_H
#define ASSAY_CORE_STORE_SEARCH_SEARCH_TERMS_H

#include "core/base/arena.h"

/* Any bytes; the words are runs of letters and digits. */
struct search_terms_rule {
    bool in_trigrams;       /* each three characters of a word in its place */
    bool leaves_common_out; /* core/text/common_words.h, unless the question has no other words */
};

/* Each term once, in lower case, in the order of the question; in the arena. Returns how many. */
size_t search_terms_read(struct bytes question, const struct search_terms_rule *rule, struct arena *arena,
                         struct bytes **terms);

#endif
