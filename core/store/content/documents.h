/* Reads one document, or all of them one after the other. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"
#include "core/store/content/fill.h"

struct store;

/* Returns in `document_id` the row's number; 0 if the id is unknown. */
MUST_CHECK bool store_find_document(struct store *store, struct bytes docid, int64_t *document_id,
                                    struct err *err);
/* Announces store_find_document, for many documents before the first: see query_prefetch (database/db.h). */
void store_prefetch_document_number(struct store *store, struct bytes docid);
/* The same for store_read_title. */
void store_prefetch_title(struct store *store, struct bytes docid);
/*
 * Reads the document's title or, if it has none, the beginning of its text; empty if there is no such document. Copied
 * into the arena.
 */
MUST_CHECK bool store_read_title(struct store *store, struct bytes docid, struct arena *arena,
                                 struct bytes *title, struct err *err);
/* Reads an existing document as a ballot would show it; copied into the arena. */
MUST_CHECK bool store_read_document(struct store *store, struct bytes docid, struct arena *arena,
                                    struct ballot_document *document, struct err *err);
/* Reads only the title and the text of an existing document. */
MUST_CHECK bool store_read_title_and_text(struct store *store, struct bytes docid, struct arena *arena,
                                          struct bytes *title, struct bytes *text, struct err *err);

/* Reads the beginnings of the texts of some of the question's candidates, to estimate how rare words are among them. */
enum { POOL_TEXTS_MAX = 16, POOL_TEXT_SIZE = 4096 };
MUST_CHECK bool store_read_pool_texts(struct store *store, int64_t question_id, struct arena *arena,
                                      struct bytes texts[POOL_TEXTS_MAX], size_t *n, struct err *err);

/* Called with an item that is valid until it returns. False, with the error set, ends the visits. */
typedef bool item_visit(void *context, const struct item *item, struct err *err);

/* Visits every document in the order of import; one is in memory at a time. */
MUST_CHECK bool store_visit_documents(struct store *store, item_visit *visit, void *context, struct err *err);
/* The same for the questions with their fields. */
MUST_CHECK bool store_visit_questions(struct store *store, item_visit *visit, void *context, struct err *err);
