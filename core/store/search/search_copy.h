/*
 * The collection of a server in a file of the user's own, in which it is searched: a server has no FTS5. It has the documents and
 * questions under the same numbers, so what is found there is there, too, and the score is the same as in a file, to the bit.
 */
#ifndef ASSAY_CORE_STORE_SEARCH_SEARCH_COPY_H
#define ASSAY_CORE_STORE_SEARCH_SEARCH_COPY_H

#include "core/base/err.h"
#include "core/store/search/search_watch.h"

struct store;

/*
 * Opens the copy at `path`, which is made if need be, and brings it up to date: it is copied anew once a command has changed
 * documents, questions or settings on the server, which is only read. ERR_DATABASE: the session may not see all.
 */
bool search_copy_open(struct store **copy, struct store *server, const char *path, search_watch *watch,
                      void *watch_context, struct err *err) __attribute__((warn_unused_result));

#endif
