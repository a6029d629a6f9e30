/*
 * Fuses the rankings of several runs for a question into one ranking.
 *
 * Methods based on ranks need no scores. Methods based on scores (CombSUM, CombMNZ) compare scores of different
 * runs, so the scores are normalised first, for each run and question separately. Sources:
 *
 *   Cormack, Clarke & Büttcher, SIGIR 2009                    reciprocal rank fusion
 *   Fox & Shaw, TREC-2, 1994                                  CombSUM, CombMNZ
 *   Mourão, Martins & Magalhães, CMIG 39, 2015                inverse square rank
 *   Aslam & Montague, SIGIR 2001                              Borda
 *   Renda & Straccia, SAC 2003                                rank normalisation; min-max and z-score
 *
 * The 60 of 1 / (60 + rank) also occurs in triggers.sql.
 */
#pragma once

#include "core/base/words.h"
#include "core/metric/ranked_run.h"

enum fusion_method {
    FUSION_RRF,     /* the sum of 1 / (k + rank) */
    FUSION_COMBSUM, /* the sum of the scores */
    FUSION_COMBMNZ, /* that sum, times the number of runs that retrieve the document */
    FUSION_ISR,     /* the sum of 1 / rank², times that number */
    /*
     * Of c documents that any run retrieves, a run gives its first one c points, the next one c - 1 … The documents
     * that it does not retrieve share the remaining points.
     */
    FUSION_BORDA,
};

enum normalisation {
    NORMALISATION_MIN_MAX, /* (score - least) / (greatest - least); 0 if all are equal */
    NORMALISATION_Z_SCORE, /* (score - mean) / standard deviation, of all as the population; 0 if all are equal */
    NORMALISATION_RANK, /* 1 - (rank - 1) / number of documents */
    NORMALISATION_NONE,
};

/* By the enums above. */
extern const struct words fusion_method_words, normalisation_words;

/* Adds lines for help that describe each method and each normalisation. */
void fusion_describe_methods(struct buffer *out);
void fusion_describe_normalisations(struct buffer *out);
/* Returns whether scores count, so that their normalisation matters. */
bool fusion_goes_by_scores(enum fusion_method method);

/* The default constant of reciprocal rank fusion. */
enum { FUSION_K = 60 };
/* Returns the contribution of a rank, from 1, to reciprocal rank fusion. */
double fusion_reciprocal_rank(int64_t k, int64_t rank);

struct fused_document {
    struct bytes docid;
    double score; /* finite */
};

/* Compares for sorting: the higher score comes first; with equal scores the greater docid, as in trec_eval. */
int fused_document_compare(const struct fused_document *a, const struct fused_document *b);

/* How to fuse, and working space. Set the first three fields and leave the rest {0}. */
struct fusion {
    enum fusion_method method;
    enum normalisation normalisation; /* for methods based on scores */
    int64_t k;                        /* of reciprocal rank fusion, at least 0 */
    size_t n_runs;                    /* set by fusion_fuse */
    struct fused_document *documents; /* of the current question */
    size_t n_documents, documents_capacity;
    /* The value of each document in each run, n_runs values per document. NAN: the run does not have the document. */
    double *values;
    size_t values_capacity;
    double *scores; /* of one run */
    struct bytes *docids;
    size_t scores_capacity, docids_capacity;
    struct hash_index by_docid;
};

void fusion_release(struct fusion *fusion);
/*
 * Fuses the rankings of one question. The runs must keep scores; pass {0} for a run that does not answer the
 * question. The result is fusion->documents, best first. Docids are views into the runs. The order of the runs does
 * not matter.
 */
void fusion_fuse(struct fusion *fusion, const struct ranked_question *rankings, size_t n_runs);
