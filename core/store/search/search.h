/*
 * Search: finds the documents that match a question's words best, by BM25 (Robertson and Zaragoza, 2009, as implemented
 * by SQLite's FTS5).
 *
 * The index of a file is in the database; a server is searched in a local copy (search_copy.h). The first search makes
 * the index, and each later one brings it up to date. New documents are added; if a document was replaced or removed,
 * the index is made anew.
 *
 * Only a search creates the index, an FTS5 table. Triggers on document mark it as stale and never write to it, so an
 * import costs the same with and without it. SQLite 3.40 does not allow json_extract in a view of an untrusted schema,
 * but allows json_each. The snippet() of FTS5 repeats text where tokens overlap, and its time is quadratic in the
 * number of hits, so excerpts come from core/store/sqlite/excerpt.c.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/words.h"
#include "core/store/search/search_watch.h"

struct store;
struct searcher;

/* How texts are split into terms: porter also removes English endings; trigram needs no word boundaries (Thai …). */
extern const struct words tokenizer_words;

/*
 * The default, to which the fields of the setting `show` are added. Chosen from title^1 to title^5 by results on
 * Cranfield (1,400 documents, 225 questions).
 */
#define SEARCH_FIELDS_DEFAULT "title^3,text"

struct search_request {
    /* "title^3,text,section": the fields to search, with their weights; NULL: the default. */
    const char *fields;
    /* One of tokenizer_words; NULL: that of the index, or the first one if there is no index. */
    const char *tokenizer;
    const char *match; /* only documents with the question's value in this field; NULL: all */
    /* For a server: the file in which it is searched (search_copy.h); NULL: there is no folder for one. */
    const char *copy;
    search_watch *watch; /* may be NULL */
    void *watch_context;
};

/*
 * Makes the index or brings it up to date, in small transactions of its own, so that others can vote meanwhile. When it
 * is stopped, the finished part stays. Writes nothing if the index is up to date. ERR_USAGE: documents have no such
 * field, or a weight is invalid.
 */
MUST_CHECK bool search_open(struct searcher **out, struct store *store, const struct search_request *request,
                            struct err *err);
/*
 * The same, but writes nothing to the database, so that the right to read is enough. *out = NULL: the index is missing
 * or outdated.
 */
MUST_CHECK bool search_open_kept(struct searcher **out, struct store *store,
                                 const struct search_request *request, struct err *err);
/* Closes the searcher; NULL is allowed. */
void search_close(struct searcher *searcher);

/*
 * A best score below this: each word that was found is in at least half of the documents, and weighs 0.000001 (see
 * search.c).
 */
#define SEARCH_SCORE_COMMON 0.001

struct search_hit {
    int64_t document_id;
    struct bytes docid;
    double score; /* above 0; higher is better; comparable within one question only */
};

/*
 * Finds the best documents for the words, at most `depth`, the best first; of equal scores the higher docid, as in
 * runs. `words` can be any bytes: only letters and digits matter, and not their order. `question_id` is the question
 * for `match`; 0: none. Copied into the arena.
 *
 * If the database's language is English, common English words are left out. A document needs one of the words. If the
 * words are in very many documents, it needs one of the rarer words; the other words then only change the order.
 */
MUST_CHECK bool search_find(struct searcher *searcher, struct bytes words, int64_t question_id, size_t depth,
                            struct arena *arena, struct search_hit **hits, size_t *n, struct err *err);

/*
 * They enclose the words that were found. The document may contain the same bytes, so they only serve as marks for
 * display.
 */
#define SEARCH_MARK_BEGIN "\x02"
#define SEARCH_MARK_END "\x03"

struct search_excerpt {
    struct bytes title; /* empty: none */
    struct bytes text;  /* the part with the words, with marks; any bytes */
};

/* Reads an excerpt of a document that the last search_find has found. Copied into the arena. */
MUST_CHECK bool search_read_excerpt(struct searcher *searcher, int64_t document_id, struct arena *arena,
                                    struct search_excerpt *excerpt, struct err *err);
