/*
 * Compares two sets of texts: are the questions of the ground truth of the same kind as the questions of users?
 *
 * Texts are vectors of their words (TF-IDF), or vectors that the caller gives; their similarity is the cosine. If
 * both sets are of one kind, the nearest neighbours of a text come from both sets in proportion to their sizes. If
 * not, more of them come from its own set (Schilling, "Multivariate Two-Sample Tests Based on Nearest Neighbors",
 * JASA 81, 1986; Henze, Annals of Statistics 16, 1988). Permutations of the set labels show how far that is beyond
 * chance.
 *
 * It also shows where the sets differ. Texts are clustered (spherical k-means; Dhillon & Modha, Machine Learning
 * 42, 2001); each cluster has its share of both sets and its typical words. A subject that one set lacks need not
 * change many neighbours, so it is looked for among coarser and finer clusters. The clusters are made without the
 * set labels. So the number of a set's texts in a cluster is hypergeometric; its probability is corrected for the
 * number of clusters (Bonferroni).
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/must_check.h"

enum { MIXING_NEIGHBOURS = 5, MIXING_WORDS = 6 };

/* Vectors of the texts, for example from an embedding model, to use instead of their words. */
struct mixing_vectors {
    const float *const *of; /* of the own texts, then of the others; each has length 1 */
    size_t length;          /* dimensions of each vector */
};

struct mixing_plan {
    size_t permutations; /* at least 1 */
    size_t n_clusters;   /* 0: chosen by the number of texts, or so that they show best what is missing */
    const struct mixing_vectors *vectors; /* NULL: words */
    uint64_t seed;
    bool (*interrupted)(void); /* polled: true means stop */
};

struct mixing_cluster {
    size_t n_own, n_other;
    double p_own, p_other;            /* probability by chance of so few or fewer texts of that set */
    struct bytes words[MIXING_WORDS]; /* of its texts, the heaviest first */
    size_t n_words;
    struct bytes example; /* the text of the other set that is nearest to its centre; empty: none */
};

struct mixing {
    size_t n_own, n_other;
    double same;     /* share of neighbours that are from the text's own set */
    double expected; /* the same share by chance */
    double z;        /* distance of the two in standard deviations; NAN if no text has a neighbour */
    double p;        /* probability of as much or more by chance: (extreme ones + 1) / (permutations + 1) */
    struct mixing_cluster
        *clusters; /* clusters with most of the other set and least of the own one come first */
    size_t n_clusters;
    size_t n_tried; /* number of clusters that were examined to find what is missing, including these */
    struct arena arena;
};

/* Below this p the sets are not of one kind. */
#define MIXING_P 0.01

/* {0} is safe to release. */
void mixing_release(struct mixing *mixing);
/* Compares the sets. The texts must outlive `out`. Returns false if interrupted; then `out` is empty. */
MUST_CHECK bool mixing_make(struct mixing *out, const struct bytes *own, size_t n_own,
                            const struct bytes *other, size_t n_other, const struct mixing_plan *plan);
/* Whether a cluster, which the other set has, is represented in a set. */
enum mixing_lack {
    MIXING_ENOUGH,
    MIXING_SCARCE,  /* almost nothing, but that may be chance, because there are few texts */
    MIXING_MISSING, /* almost nothing, beyond chance, even with the correction for the number of clusters */
};

enum mixing_lack mixing_lack_of_own(const struct mixing *mixing, const struct mixing_cluster *cluster);
enum mixing_lack mixing_lack_of_other(const struct mixing *mixing, const struct mixing_cluster *cluster);
