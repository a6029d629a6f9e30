/*
 * Compares two states of a collection, and tells what became of each document. First the same texts find each other
 * (match_equal), then the rest by how much of one text is in another (match_classify). Which texts overlap the caller finds in
 * between, by shingle_index.h.
 */
#ifndef ASSAY_CORE_MATCH_MATCHING_H
#define ASSAY_CORE_MATCH_MATCHING_H

#include "core/base/bytes.h"
#include "core/base/digest.h"
#include "core/base/hash_index.h"

enum match_kind {
    MATCH_SAME,    /* the same id and the same text, white space aside */
    MATCH_MOVED,   /* the same text under another id */
    MATCH_CHANGED, /* one old text is one new one's, edited */
    MATCH_MERGED,  /* two old texts or more are in one new one */
    MATCH_SPLIT,   /* an old text is spread over two new ones or more */
    MATCH_GONE,    /* an old text is in no new one */
    MATCH_NEW,     /* a new text has nothing of an old one */
    MATCH_KIND_COUNT,
};

const char *match_kind_name(enum match_kind kind);

#define MATCH_NONE UINT32_MAX

/* A document of either state, in as few bytes as it takes: there are millions. */
struct match_document {
    uint32_t votes;         /* of an old one: that stand on it */
    uint32_t partner;       /* the one of the other state that it is, or MATCH_NONE */
    uint64_t id_start : 48; /* where its id stands among the ids */
    uint64_t kind : 8;      /* of it and its partner; without one, of what its text shares with others */
    /* Of an old one: it had gone before; nothing is said of it unless its text is back. */
    uint64_t is_absent : 1;
    uint64_t is_judged : 1;   /* of an old one: sources of judgments name it, so that it keeps its place */
    uint64_t has_overlap : 1; /* its text has; for match_classify */
};

/* {0} is empty and safe to release. */
struct match_state {
    struct match_document *documents;
    size_t n, capacity;
    struct buffer ids;      /* one behind the other */
    struct digest *digests; /* of title and text, their white space squeezed; match_equal is done with them */
    size_t n_digests, digests_capacity;
    struct hash_index by_id; /* of the first n_indexed documents */
    size_t n_indexed;
};

void match_state_release(struct match_state *state);
/* The document's other fields are the caller's to set. Each id is added once. */
struct match_document *match_state_add(struct match_state *state, struct bytes id, struct digest digest);
struct bytes match_state_id(const struct match_state *state, size_t number);
/* The number of the document of this id, or MATCH_NONE. Makes an index when there is none. */
uint32_t match_state_find(struct match_state *state, struct bytes id);
/* Gives its memory back until the next one is looked for. */
void match_state_drop_index(struct match_state *state);

/*
 * How much an old text and a new one share. The caller gives all but the kind: of all that share MATCH_LEAST, and of two
 * of the same id however little they share.
 */
struct match_overlap {
    uint32_t before, after; /* the numbers of the two */
    uint32_t n_old, n_new;  /* the shingles that they have */
    uint32_t common : 29;   /* those that they share; no text of a database has more */
    uint32_t kind : 3;
};

enum { MATCH_COMMON_MOST = (1 << 29) - 1 };

/* How much of the old text is in the new one, and how much of the new one in the old one. */
double match_contained(const struct match_overlap *overlap);
double match_covering(const struct match_overlap *overlap);
/* The share of common shingles among all shingles of both (Broder's resemblance). */
double match_alike(const struct match_overlap *overlap);
/* Of one of two old documents of one text: it has no partner, and the other one is the new document. */
bool match_is_copy(const struct match_state *before, const struct match_state *after,
                   const struct match_overlap *overlap);

struct match_overlaps {
    struct match_overlap *items;
    size_t n, capacity;
};

/* Less of either text is chance. */
#define MATCH_LEAST (1.0 / 3)

/*
 * Pairs the documents of the same text: first those of the same id, then in order, old ones with votes first. One that
 * nobody has voted on or judged gives its place to one that would have none, and has votes. An old one whose text is there,
 * but taken by another old one, overlaps with the new one as if it were merged into it. The digests are gone then.
 */
void match_equal(struct match_state *before, struct match_state *after, struct match_overlaps *overlaps);

/*
 * Says of what kind each overlap is, and pairs what is changed and at least so much alike; 1 pairs nothing, since those
 * that are the same are paired already. Overlaps of two that have likelier partners are dropped.
 */
void match_classify(struct match_state *before, struct match_state *after, struct match_overlaps *overlaps,
                    double alike);

#endif
