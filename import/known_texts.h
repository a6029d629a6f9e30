/*
 * Finds the questions and documents of a database by id and by text, for records that name them so
 * (import/fields/known_names.h). Texts are compared word by word: white space between words does not count. A passage
 * of a document stands for the document. So does a text of which nine tenths, in the shingles of `assay carry`, are in
 * one document and in no other. The database is read only when the first text is looked up.
 */
#pragma once

#include "core/base/err.h"
#include "core/match/shingle_index.h"
#include "import/fields/known_names.h"
#include "import/question_texts.h"

struct store;

/*
 * The outcome of looking up texts in documents. Texts are shortened and live as long as the struct that counts them.
 */
struct known_texts_count {
    size_t n_passages, n_alike, n_unknown;
    struct bytes first_passage, passage_docid; /* the first that is a passage of its document */
    size_t passage_offset, passage_size;       /* its place, in bytes of the document's text */
    struct bytes first_alike, alike_docid;     /* the first that differs from its document in some words */
    struct bytes first_unknown;                /* the first of several words that is in no document */
};

/* Initialise it as {.open = …}, or as {.store = …} with an open database; known_texts.c sets the rest. */
struct known_texts {
    /* Opens the database at the first lookup; known_texts_release closes it. */
    bool (*open)(void *context, struct store **store, struct err *err);
    void *context;
    struct store *store;
    bool is_opened; /* by `open` */
    struct err err; /* why a lookup failed; later lookups find nothing */
    struct question_texts questions;
    struct arena memory;
    struct bytes *docids; /* by number, in the order of their import */
    size_t n_documents;
    bool has_documents; /* the documents have been read */
    struct map texts;   /* squeezed text → index in `text_documents` */
    size_t *text_documents;
    size_t n_texts;
    struct shingle_index passages; /* of all documents */
    struct map looked_for; /* squeezed text → index in `found`, because texts are looked up more than once */
    struct found_text *found;
    size_t n_found;
    struct known_texts_count count;
    struct known_names names;
};

/* From now on, records are read with the names of the database, until the texts are released. */
void known_texts_use(struct known_texts *texts);
/* Returns false with the error (for example ERR_DATABASE) when a lookup failed. */
MUST_CHECK bool known_texts_check(const struct known_texts *texts, struct err *err);
void known_texts_release(struct known_texts *texts);
