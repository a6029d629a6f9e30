/*
 * Everybody who graded in a database, and how far each two of them agree: what `assay agreement DB --grades` prints and the report shows.
 */
#ifndef ASSAY_CLI_SHARED_RATER_PAIRS_H
#define ASSAY_CLI_SHARED_RATER_PAIRS_H

#include "core/metric/statistics/paired_judgments.h"
#include "core/store/votes/raters.h"
#include "export/forms/table.h"

struct store;

/* {0} is empty and safe to release. */
struct graders {
    struct rater *raters;
    struct rater_grades
        *grades; /* what each of them said; of votes the labels that follow from theirs alone */
    size_t n;
    struct rated_ids ids;
    struct arena arena;
};

bool graders_read(struct graders *out, struct store *store, struct err *err)
    __attribute__((warn_unused_result));
void graders_release(struct graders *graders);
/* What two of them graded both, by their places; the graders outlive it. */
void graders_pair(const struct graders *graders, size_t a, size_t b, struct paired_judgments *out);

/* How two of them are compared. */
struct rater_pair_style {
    struct relevant_grades relevant;
    struct resampling resampling;
    int precision;
    bool per_question; /* a row has a qid in place of the number of questions */
};

void rater_pair_add_columns(const struct rater_pair_style *style, struct table *table);
/*
 * A row on two who graded `pairs`. Returns its alpha_ordinal. At most PAIRED_GRADES_MAX grades. `qid` is that of the question
 * that the pairs are of, or a word for all.
 */
struct resampled_estimate rater_pair_add_row(const struct rater_pair_style *style, const struct rater *first,
                                             const struct rater *second, struct bytes qid,
                                             const struct paired_judgments *pairs, struct table *table);

#endif
