/* Who is told how far the making of an index or of its copy is. */
#ifndef ASSAY_CORE_STORE_SEARCH_SEARCH_WATCH_H
#define ASSAY_CORE_STORE_SEARCH_SEARCH_WATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Now and then meanwhile: how many documents of all are done. False stops it (ERR_INTERRUPTED). */
typedef bool search_watch(void *context, const char *subject, size_t done, size_t total);

#endif
