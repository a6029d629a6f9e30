/*
 * Compares two states of a collection and finds out what became of each document. First, documents with the same
 * text are paired (match_equal). Then the rest is classified by how much of one text is in another
 * (match_classify). In between, the caller finds out which texts overlap, with shingle_index.h.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/digest.h"
#include "core/base/hash_index.h"

enum match_kind {
    MATCH_SAME,    /* the same id and the same text, ignoring white space */
    MATCH_MOVED,   /* the same text under another id */
    MATCH_CHANGED, /* one old text became one new text, edited */
    MATCH_MERGED,  /* two or more old texts are in one new text */
    MATCH_SPLIT,   /* an old text is spread over two or more new texts */
    MATCH_GONE,    /* an old text is in no new text */
    MATCH_NEW,     /* a new text has nothing of an old one */
    MATCH_KIND_COUNT,
};

const char *match_kind_name(enum match_kind kind);

#define MATCH_NONE UINT32_MAX

/* A document of either state. It is as small as possible, because there are millions. */
struct match_document {
    uint32_t votes;         /* of an old document: its valid votes */
    uint32_t partner;       /* the number of the same document in the other state, or MATCH_NONE */
    uint64_t id_start : 48; /* offset of its id in `ids` */
    uint64_t kind : 8; /* how it relates to its partner; without a partner, to the texts that it overlaps */
    /* Of an old document: it was already removed. It is ignored unless its text is back. */
    uint64_t is_absent : 1;
    uint64_t is_judged : 1;   /* of an old document: judgments refer to it, so it keeps its partner */
    uint64_t has_overlap : 1; /* its text overlaps with another one; used by match_classify */
};

/* {0} is empty and safe to release. */
struct match_state {
    struct match_document *documents;
    size_t n, capacity;
    struct buffer ids; /* all ids, one after the other */
    struct digest
        *digests; /* of title and text with white space reduced to single blanks; freed by match_equal */
    size_t n_digests, digests_capacity;
    struct hash_index by_id; /* of the first n_indexed documents */
    size_t n_indexed;
};

void match_state_release(struct match_state *state);
/* Adds a document. The caller sets the other fields. Each id may be added once. */
struct match_document *match_state_add(struct match_state *state, struct bytes id, struct digest digest);
struct bytes match_state_id(const struct match_state *state, size_t number);
/* Returns the number of the document with this id, or MATCH_NONE. Makes an index if there is none. */
uint32_t match_state_find(struct match_state *state, struct bytes id);
/* Frees the index until the next match_state_find. */
void match_state_drop_index(struct match_state *state);

/*
 * How much an old text and a new one share. The caller sets all fields except the kind. It gives all pairs that
 * share MATCH_LEAST, and all pairs of the same id, however little they share.
 */
struct match_overlap {
    uint32_t before, after; /* numbers of the two documents */
    uint32_t n_old, n_new;  /* numbers of their shingles */
    uint32_t common : 29;   /* number of common shingles; no text of a database has more */
    uint32_t kind : 3;
};

enum { MATCH_COMMON_MOST = (1 << 29) - 1 };

/* Return the share of the old text that is in the new one, and the share of the new one that is in the old one. */
double match_contained(const struct match_overlap *overlap);
double match_covering(const struct match_overlap *overlap);
/* The share of common shingles among all shingles of both (Broder's resemblance). */
double match_alike(const struct match_overlap *overlap);
/*
 * Returns whether the old document is a copy: it has no partner, because another old document with the same text
 * became the new document.
 */
bool match_is_copy(const struct match_state *before, const struct match_state *after,
                   const struct match_overlap *overlap);

struct match_overlaps {
    struct match_overlap *items;
    size_t n, capacity;
};

/* A smaller share of either text is chance. */
#define MATCH_LEAST (1.0 / 3)

/*
 * Pairs the documents with the same text: first those with the same id, then in order, old documents with votes
 * first. An old document without votes and judgments gives up its partner to one with votes that would have none.
 * An old document whose text exists, but is taken by another old document, gets an overlap as if it were merged
 * into the new one. Frees the digests.
 */
void match_equal(struct match_state *before, struct match_state *after, struct match_overlaps *overlaps);

/*
 * Sets the kind of each overlap. Pairs changed documents whose similarity is at least `alike`. With alike = 1 it
 * pairs nothing, because identical texts are paired already. Drops overlaps of two documents that both have more
 * likely partners.
 */
void match_classify(struct match_state *before, struct match_state *after, struct match_overlaps *overlaps,
                    double alike);
