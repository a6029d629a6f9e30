/*
 * The kinds of exports, one row each. To add one, write a file in this folder with its row, and add its name to
 * export.c.
 */
#pragma once

#include "export/exporter.h"

extern const struct export_kind *const export_kinds[];
extern const size_t n_export_kinds;

/* Finds the kind with this name. ERR_USAGE: there is none; the error names the nearest one, or all. */
MUST_CHECK bool export_find(const char *name, const struct export_kind **kind, struct err *err);
/* Returns the names of its formats; the first one is the default. */
struct words export_format_words(const struct export_kind *kind);
/* Adds the help text about all kinds and their formats. */
void export_add_help(struct buffer *out);
