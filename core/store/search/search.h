/*
 * Search: the documents that best have a question's words, by BM25 (Robertson and Zaragoza, 2009, as SQLite's FTS5 has it).
 *
 * The index is in the database, and that of a server in a copy beside it (search_copy.h). The first search makes it, and each later
 * one brings it up to date: documents that came since are added; where one was replaced or removed the index is made anew.
 *
 * Only a search creates the index, an FTS5 table. Triggers on document mark it as stale and never write to it, so
 * an import costs the same with and without it. SQLite 3.40 does not allow json_extract in a view of an untrusted
 * schema; json_each it does. The snippet() of FTS5 repeats text where tokens overlap and takes time in the square
 * of its hits, so excerpts come from core/store/sqlite/excerpt.c.
 */
#ifndef ASSAY_CORE_STORE_SEARCH_SEARCH_H
#define ASSAY_CORE_STORE_SEARCH_SEARCH_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/words.h"
#include "core/store/search/search_watch.h"

struct store;
struct searcher;

/* How texts are cut into words: porter also takes English endings off, trigram knows no words (Thai …). */
extern const struct words tokenizer_words;

/* And the fields of the setting `show`. By what Cranfield (1,400 documents, 225 questions) says of title^1 to title^5. */
#define SEARCH_FIELDS_DEFAULT "title^3,text"

struct search_request {
    /* "title^3,text,section": where is looked, and how much each counts; NULL: the default. */
    const char *fields;
    /* One of tokenizer_words; NULL: that of the index, the first one where there is none. */
    const char *tokenizer;
    const char *match; /* a field that a document must have as the question has it; NULL: none */
    /* Of a server: the file in which it is searched (search_copy.h); NULL: there can be none. */
    const char *copy;
    search_watch *watch; /* may be NULL */
    void *watch_context;
};

/*
 * Makes the index or brings it up to date, in small transactions of its own, so that others can vote meanwhile; what was
 * done when it is stopped stays done. Writes nothing where there is nothing to do. ERR_USAGE: a field is not one that
 * documents have, a weight is none.
 */
bool search_open(struct searcher **out, struct store *store, const struct search_request *request,
                 struct err *err) __attribute__((warn_unused_result));
/* The same, and nothing is written, so that rights to read are enough; *out = NULL: the index is not yet such that it will do. */
bool search_open_kept(struct searcher **out, struct store *store, const struct search_request *request,
                      struct err *err) __attribute__((warn_unused_result));
/* NULL is fine. */
void search_close(struct searcher *searcher);

/* A best score below this: each word found is in half of the documents or more, and weighs 0.000001 (see search.c). */
#define SEARCH_SCORE_COMMON 0.001

struct search_hit {
    int64_t document_id;
    struct bytes docid;
    double score; /* above 0, the higher the better; of one question only */
};

/*
 * The best documents for the words, at most `depth`, the best first; of equal scores the higher docid, as runs are read.
 * Any bytes are words: what stands between letters and digits does not matter, nor does the order. `question_id` is who
 * asks, for `match`; 0: nobody. Copied into the arena.
 *
 * Common English words are left out where the language of the database is English. A document needs one of the words.
 * Where they stand in very many documents, it needs one of the rarer ones: the others then only order what these found.
 */
bool search_find(struct searcher *searcher, struct bytes words, int64_t question_id, size_t depth,
                 struct arena *arena, struct search_hit **hits, size_t *n, struct err *err)
    __attribute__((warn_unused_result));

/* These stand around the words that were found. Bytes of the document can be the same: they are no more than marks. */
#define SEARCH_MARK_BEGIN "\x02"
#define SEARCH_MARK_END "\x03"

struct search_excerpt {
    struct bytes title; /* empty when it has none */
    struct bytes text;  /* where the words stand, with marks; any bytes */
};

/* Of a document that the last search_find has found. Copied into the arena. */
bool search_read_excerpt(struct searcher *searcher, int64_t document_id, struct arena *arena,
                         struct search_excerpt *excerpt, struct err *err) __attribute__((warn_unused_result));

#endif
