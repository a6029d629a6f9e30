/*
 * What became of the documents of a collection: the one state of it against the next one. First the same texts find each
 * other (match_equal), then the rest by how much of one text is in another (match_classify). Which texts overlap the
 * caller finds in between, by shingle_index.h.
 */
#ifndef ASSAY_CORE_MATCH_MATCHING_H
#define ASSAY_CORE_MATCH_MATCHING_H

#include "core/base/bytes.h"
#include "core/base/digest.h"

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

/* A document of either state. */
struct match_document {
    struct bytes id;
    struct digest digest; /* of title and text, their white space squeezed */
    int64_t votes;        /* of an old one: that stand on it */
    bool is_absent;   /* of an old one: it had gone before; nothing is said of it unless its text is back */
    uint32_t partner; /* the one of the other state that it is, or MATCH_NONE */
    enum match_kind kind; /* of it and its partner; without one, of what its text shares with others */
    bool has_overlap;     /* its text has; for match_classify */
};

struct match_state {
    struct match_document *documents;
    size_t n, capacity;
};

/*
 * How much an old text and a new one share. The caller gives all but the kind: of all that share MATCH_LEAST, and of two
 * of the same id however little they share.
 */
struct match_overlap {
    uint32_t before, after; /* the places of the two */
    double contained,
        covering; /* how much of the old text is in the new one; how much of the new one in the old one */
    double alike; /* what they share, of all that they have (Broder's resemblance) */
    enum match_kind kind;
};

struct match_overlaps {
    struct match_overlap *items;
    size_t n, capacity;
};

/* Less of either text is chance. */
#define MATCH_LEAST (1.0 / 3)

/*
 * Pairs the documents of the same text: first those of the same id, then in order, old ones with votes first. An old one
 * whose text is there, but taken by another old one, overlaps with the new one as if it were merged into it.
 */
void match_equal(struct match_state *before, struct match_state *after, struct match_overlaps *overlaps);

/*
 * Says of what kind each overlap is, and pairs what is changed and at least so much alike; 1 pairs nothing, since those
 * that are the same are paired already. Overlaps of two that have likelier partners are dropped.
 */
void match_classify(struct match_state *before, struct match_state *after, struct match_overlaps *overlaps,
                    double alike);

#endif
