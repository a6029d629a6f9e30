/*
 * Whether two sets of texts are of one kind: the questions of ground truth, and those that users ask.
 *
 * Texts are vectors of their words (TF-IDF), or others that are given; how near they are is the cosine. The nearest
 * neighbours of a text should come from both sets as often as the sets are large; where the sets are worlds of their own,
 * they come from its own (Schilling, "Multivariate Two-Sample Tests Based on Nearest Neighbors", JASA 81, 1986; Henze,
 * Annals of Statistics 16, 1988). How far that is beyond chance is told by permutations of which text is whose.
 *
 * And where they differ: texts are put into clusters (spherical k-means; Dhillon & Modha, Machine Learning 42, 2001), each
 * with its share of both sets and the words that make it. A subject that one set lacks need not move many neighbours, so it
 * is looked for among the clusters, coarser and finer ones: whose a text is has no part in making them, so how few of a set
 * are in one is hypergeometric, corrected for the number of clusters that were looked at (Bonferroni).
 */
#ifndef ASSAY_CORE_MATCH_MIXING_H
#define ASSAY_CORE_MATCH_MIXING_H

#include "core/base/arena.h"

enum { MIXING_NEIGHBOURS = 5, MIXING_WORDS = 6 };

/* Where texts lie, in place of their words: as an embedding model has it. */
struct mixing_vectors {
    const float *const *of; /* of the own texts, then of the others; each of length 1 */
    size_t length;          /* the numbers of each */
};

struct mixing_plan {
    size_t permutations; /* at least 1 */
    size_t n_clusters;   /* 0: as many as suit the number of texts, or show best what is missing */
    const struct mixing_vectors *vectors; /* NULL: words */
    uint64_t seed;
    bool (*interrupted)(void); /* polled: whether to stop */
};

struct mixing_cluster {
    size_t n_own, n_other;
    double p_own, p_other;            /* by chance as few of that set or fewer are among so many texts */
    struct bytes words[MIXING_WORDS]; /* of its texts, the heaviest first */
    size_t n_words;
    struct bytes example; /* the text of the other set that is nearest to its middle; empty: there is none */
};

struct mixing {
    size_t n_own, n_other;
    double same;     /* the share of neighbours that are of the text's own set */
    double expected; /* what that is by chance */
    double z;        /* how many standard deviations lie between; NAN where no text has a neighbour */
    double p;        /* of so much or more: (extreme ones + 1) / (permutations + 1) */
    struct mixing_cluster *clusters; /* those with most of the other set and least of the own one first */
    size_t n_clusters;
    size_t n_tried; /* clusters that were looked at, these and others, to find what is missing */
    struct arena arena;
};

/* Below this the sets are not of one kind. */
#define MIXING_P 0.01

/* {0} is safe to release. */
void mixing_release(struct mixing *mixing);
/* The texts must outlive `out`. False: told to stop, and nothing is there. */
bool mixing_make(struct mixing *out, const struct bytes *own, size_t n_own, const struct bytes *other,
                 size_t n_other, const struct mixing_plan *plan) __attribute__((warn_unused_result));
/* How much of what a cluster is about is in one of the sets, where the other one has it. */
enum mixing_lack {
    MIXING_ENOUGH,
    MIXING_SCARCE,  /* next to nothing, which may be chance: there are few texts */
    MIXING_MISSING, /* next to nothing, beyond chance, however many clusters were looked at */
};

enum mixing_lack mixing_lack_of_own(const struct mixing *mixing, const struct mixing_cluster *cluster);
enum mixing_lack mixing_lack_of_other(const struct mixing *mixing, const struct mixing_cluster *cluster);

#endif
