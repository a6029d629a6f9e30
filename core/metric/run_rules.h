/*
 * Changes to the documents that a run retrieved for a question, before they are ranked.
 */
#pragma once

#include "core/metric/run.h"

/* Documents that another one represents. {0} has none and is safe to release. */
struct same_documents {
    struct map docids;
    struct bytes *firsts; /* by number in `docids`: the document that represents it */
    size_t capacity;
};

void same_documents_release(struct same_documents *same);
/* Adds a document. Neither docid is copied. */
void same_documents_add(struct same_documents *same, struct bytes docid, struct bytes first);
/* Returns the document that represents this one, usually itself. */
struct bytes same_documents_first(const struct same_documents *same, struct bytes docid);

/* {0} changes nothing. */
struct run_rules {
    bool drop_self; /* a document with the question's own id is left out */
    /* duplicate documents count as one, with the best rank; NULL: each counts separately */
    const struct same_documents *same;
    bool keep_best; /* a document may occur twice: the entry that ranks first counts */
    struct bytes
        separator; /* follows the document's id in the ids of its chunks; the best chunk counts; empty: none */
};

/* Returns whether a document may be retrieved twice. */
bool run_rules_allow_repeats(const struct run_rules *rules);
bool run_rules_change_anything(const struct run_rules *rules);
/* Adds them as command-line options: "--drop-self --by-document=#"; nothing if there are none. */
void run_rules_add(const struct run_rules *rules, struct buffer *text);
/* Applies the rules in place. The remaining entries keep their order. `seen` is working space. */
void run_rules_apply(const struct run_rules *rules, struct run_question *question, struct hash_index *seen);
