/*
 * All graders of a database and the agreement of each two of them: for `assay agreement DB --grades` and the report.
 */
#pragma once

#include "core/metric/statistics/paired_judgments.h"
#include "core/store/votes/raters.h"
#include "export/forms/table.h"

struct store;

/* {0} is empty and safe to release. */
struct graders {
    struct rater *raters;
    /* The grades of each; for an annotator the labels from that annotator's votes alone. */
    struct rater_grades *grades;
    size_t n;
    struct rated_ids ids;
    struct arena arena;
};

MUST_CHECK bool graders_read(struct graders *out, struct store *store, struct err *err);
void graders_release(struct graders *graders);
/* Pairs what both graders judged, given by their indexes. The graders must outlive the result. */
void graders_pair(const struct graders *graders, size_t a, size_t b, struct paired_judgments *out);

/* How two graders are compared. */
struct rater_pair_style {
    struct relevant_grades relevant;
    struct resampling resampling;
    int precision;
    bool per_question; /* a row has a qid instead of the number of questions */
};

void rater_pair_add_columns(const struct rater_pair_style *style, struct table *table);
/*
 * Adds a row on two graders who judged `pairs`, at most PAIRED_GRADES_MAX grades. Returns its alpha_ordinal. `qid` is
 * the question of the pairs, or a word for all.
 */
struct resampled_estimate rater_pair_add_row(const struct rater_pair_style *style, const struct rater *first,
                                             const struct rater *second, struct bytes qid,
                                             const struct paired_judgments *pairs, struct table *table);
