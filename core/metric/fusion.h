/*
 * One ranking of several: what the runs retrieve for a question, fused.
 *
 * Methods that go by ranks need no scores. Those that go by scores (CombSUM, CombMNZ) compare those of different runs, so
 * these are normalised before, run by run and question by question. As the field has them:
 *
 *   Cormack, Clarke & Büttcher, SIGIR 2009                    reciprocal rank fusion
 *   Fox & Shaw, TREC-2, 1994                                  CombSUM, CombMNZ
 *   Mourão, Martins & Magalhães, CMIG 39, 2015                inverse square rank
 *   Aslam & Montague, SIGIR 2001                              Borda
 *   Renda & Straccia, SAC 2003                                rank normalisation; min-max and z-score
 *
 * The 60 of 1 / (60 + rank) also stands in triggers.sql.
 */
#ifndef ASSAY_CORE_METRIC_FUSION_H
#define ASSAY_CORE_METRIC_FUSION_H

#include "core/base/words.h"
#include "core/metric/ranked_run.h"

enum fusion_method {
    FUSION_RRF,     /* the sum of 1 / (k + rank) */
    FUSION_COMBSUM, /* the sum of the scores */
    FUSION_COMBMNZ, /* that sum, times the number of runs that retrieve the document */
    FUSION_ISR,     /* the sum of 1 / rank², times that number */
    /* Of c documents that any run retrieves, a run gives the first one c points, the next one c - 1 …; those that it does
     * not retrieve share the points that are left. */
    FUSION_BORDA,
};

enum normalisation {
    NORMALISATION_MIN_MAX, /* (score - least) / (greatest - least); all are equal: 0 */
    NORMALISATION_Z_SCORE, /* (score - mean) / standard deviation, of all as the population; all are equal: 0 */
    NORMALISATION_RANK,    /* 1 - (rank - 1) / number of documents */
    NORMALISATION_NONE,
};

/* By the enums. */
extern const struct words fusion_method_words, normalisation_words;

/* Adds lines for help: what each method, and each normalisation, is. */
void fusion_describe_methods(struct buffer *out);
void fusion_describe_normalisations(struct buffer *out);
/* Whether scores count, and so how they are normalised. */
bool fusion_goes_by_scores(enum fusion_method method);

/* The constant of reciprocal rank fusion where none is said. */
enum { FUSION_K = 60 };
/* The contribution of a rank, from 1, to reciprocal rank fusion. */
double fusion_reciprocal_rank(int64_t k, int64_t rank);

struct fused_document {
    struct bytes docid;
    double score; /* finite */
};

/* Which stands first: the one of the higher score; of equal scores that of the greater docid, as in trec_eval. */
int fused_document_compare(const struct fused_document *a, const struct fused_document *b);

/* How to fuse, and room to work in; {0} but for the first three is right. */
struct fusion {
    enum fusion_method method;
    enum normalisation normalisation; /* of methods that go by scores */
    int64_t k;                        /* of reciprocal rank fusion, from 0 */
    size_t n_runs;                    /* set by fusion_fuse */
    struct fused_document *documents; /* of the question in hand */
    size_t n_documents, documents_capacity;
    /* The value of each document in each run, n_runs values per document; NAN: the run does not have the document. */
    double *values;
    size_t values_capacity;
    double *scores; /* of one run */
    struct bytes *docids;
    size_t scores_capacity, docids_capacity;
    struct hash_index by_docid;
};

void fusion_release(struct fusion *fusion);
/*
 * Fuses the rankings of one question, of runs that keep scores, {0} for a run that does not answer it: the best document
 * stands first in fusion->documents. Docids are views into the runs; in which order the runs stand changes nothing.
 */
void fusion_fuse(struct fusion *fusion, const struct ranked_question *rankings, size_t n_runs);

#endif
