/*
 * Changes to the documents that a run retrieved for a question, before they are ranked.
 */
#ifndef ASSAY_CORE_METRIC_RUN_RULES_H
#define ASSAY_CORE_METRIC_RUN_RULES_H

#include "core/metric/run.h"

/* Documents that another one stands for. {0} has none and is safe to release. */
struct same_documents {
    struct map docids;
    struct bytes *firsts; /* by number in `docids`: the document that stands for it */
    size_t capacity;
};

void same_documents_release(struct same_documents *same);
/* Neither docid is copied. */
void same_documents_add(struct same_documents *same, struct bytes docid, struct bytes first);
/* The document that stands for this one: mostly it itself. */
struct bytes same_documents_first(const struct same_documents *same, struct bytes docid);

/* {0} changes nothing. */
struct run_rules {
    bool drop_self;                    /* a document with the question's own id is left out */
    const struct same_documents *same; /* identical documents count as one: the best; NULL: each by itself */
    bool keep_best;                    /* a document may stand twice: the entry that ranks first counts */
    struct bytes
        separator; /* what follows a document's id in those of its chunks: the best chunk counts; empty: none */
};

/* Whether a document may stand twice in what was retrieved. */
bool run_rules_allow_repeats(const struct run_rules *rules);
bool run_rules_change_anything(const struct run_rules *rules);
/* Adds them as a call has them: "--drop-self --by-document=#"; nothing where there are none. */
void run_rules_add(const struct run_rules *rules, struct buffer *text);
/* Applies the rules in place; the entries that stay keep their order. `seen` is room to work in. */
void run_rules_apply(const struct run_rules *rules, struct run_question *question, struct hash_index *seen);

#endif
