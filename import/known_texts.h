/*
 * The questions and documents of a database by their ids and their texts, for records that name them so (import/fields/known_names.h).
 * Texts are looked for word by word: white space between the words counts for nothing, and a passage of a document is that
 * document; so is a text of which nine tenths, in shingles as `assay carry` matches them, stand in one document, and in no other.
 * Nothing is read of the database before the first text is looked for.
 */
#ifndef ASSAY_IMPORT_KNOWN_TEXTS_H
#define ASSAY_IMPORT_KNOWN_TEXTS_H

#include "core/base/err.h"
#include "core/match/shingle_index.h"
#include "import/fields/known_names.h"
#include "import/question_texts.h"

struct store;

/* What became of texts that were looked for in documents. Texts are shortened, and live as long as what counts them. */
struct known_texts_count {
    size_t n_passages, n_alike, n_unknown;
    struct bytes first_passage, passage_docid; /* the first that is a part of its document */
    size_t passage_offset, passage_size;       /* where, in bytes of the document's text */
    struct bytes first_alike, alike_docid;     /* the first that is not in its document word for word */
    struct bytes first_unknown;                /* the first of several words that is in no document */
};

/* Begins as {.open = …}, or {.store = …} of a database that is open; the rest is known_texts.c's. */
struct known_texts {
    /* Opens the database when something is looked for; it is closed with the texts. */
    bool (*open)(void *context, struct store **store, struct err *err);
    void *context;
    struct store *store;
    bool is_opened; /* by `open` */
    struct err err; /* what failed while something was looked for; nothing is found then */
    struct question_texts questions;
    struct arena memory;
    struct bytes *docids; /* by number, in the order of import */
    size_t n_documents;
    bool has_documents; /* they have been read */
    struct map texts;   /* squeezed text → number of `text_documents` */
    size_t *text_documents;
    size_t n_texts;
    struct shingle_index passages; /* of all documents */
    struct map looked_for; /* squeezed text → number of `found`: texts are looked for more than once */
    struct found_text *found;
    size_t n_found;
    struct known_texts_count count;
    struct known_names names;
};

/* From now on records are read with what the database knows, until the texts are released. */
void known_texts_use(struct known_texts *texts);
/* ERR_DATABASE and the like: what failed meanwhile. */
bool known_texts_check(const struct known_texts *texts, struct err *err) __attribute__((warn_unused_result));
void known_texts_release(struct known_texts *texts);

#endif
