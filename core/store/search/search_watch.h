/* Reports the progress of making an index or its copy. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Called now and then with the number of documents done, of all. False stops the work (ERR_INTERRUPTED). */
typedef bool search_watch(void *context, const char *subject, size_t done, size_t total);
