/* Reports the progress of making an index or its copy. */
#ifndef ASSAY_CORE_STORE_SEARCH_SEARCH_WATCH_H
#define ASSAY_CORE_STORE_SEARCH_SEARCH_WATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Called now and then with the number of documents done, of all. False stops the work (ERR_INTERRUPTED). */
typedef bool search_watch(void *context, const char *subject, size_t done, size_t total);

#endif
