/*
 * What can be exported: a row a kind. To add one: a file in this folder with its row, and its name in export.c.
 */
#ifndef ASSAY_EXPORT_EXPORT_H
#define ASSAY_EXPORT_EXPORT_H

#include "export/exporter.h"

extern const struct export_kind *const export_kinds[];
extern const size_t n_export_kinds;

/* The kind of this name. ERR_USAGE: there is none, with the nearest one or all there are. */
bool export_find(const char *name, const struct export_kind **kind, struct err *err)
    __attribute__((warn_unused_result));
/* The names of its formats; the first one is the default. */
struct words export_format_words(const struct export_kind *kind);
/* Adds what --help says of all kinds and their formats. */
void export_add_help(struct buffer *out);

#endif
