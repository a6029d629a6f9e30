/*
 * A server's collection in a local file of the user, to search it: a server has no FTS5. The copy has the documents and
 * questions under the same numbers, so its hits are valid on the server. The scores are the same as in a file, to the
 * bit.
 */
#pragma once

#include "core/base/err.h"
#include "core/store/search/search_watch.h"

struct store;

/*
 * Opens the copy at `path`, makes it if necessary, and brings it up to date. It is copied anew after a command has
 * changed documents, questions or settings on the server. The server is only read. ERR_DATABASE: the session does not
 * see everybody's answers.
 */
MUST_CHECK bool search_copy_open(struct store **copy, struct store *server, const char *path,
                                 search_watch *watch, void *watch_context, struct err *err);
