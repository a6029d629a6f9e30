#include "export/export.h"

#include "core/base/nearest.h"
#include "export/kinds/kinds.h"

#include <string.h>

const struct export_kind *const export_kinds[] = {
    &qrels_export,      &relevance_export,     &votes_export, &preferences_export,  &passages_export,
    &triples_export,    &dpo_export,           &beir_export,  &ground_truth_export, &quepid_export,
    &opensearch_export, &elasticsearch_export, &ltr_export,
};

const size_t n_export_kinds = sizeof export_kinds / sizeof *export_kinds;

/* Sets "'qrel' can't be exported; did you mean 'qrels'?". */
static bool fail_unknown(const char *name, struct err *err)
{
    const char *names[sizeof export_kinds / sizeof *export_kinds];
    struct buffer list = {0};
    for (size_t i = 0; i < n_export_kinds; i++)
        names[i] = export_kinds[i]->name;
    const char *nearest = nearest_name(bytes_of(name), names, n_export_kinds);
    const struct words words = {.first = names, .n = n_export_kinds, .stride = sizeof *names};
    words_add(&words, &list);
    if (nearest != NULL)
        err_set(err, ERR_USAGE, "'%s' can't be exported; did you mean '%s'?", name, nearest);
    else
        err_set(err, ERR_USAGE, "'%s' can't be exported; choose one of %s", name, buffer_string(&list));
    buffer_release(&list);
    return false;
}

bool export_find(const char *name, const struct export_kind **kind, struct err *err)
{
    for (size_t i = 0; i < n_export_kinds; i++) {
        *kind = export_kinds[i];
        if (strcmp(name, export_kinds[i]->name) == 0)
            return true;
    }
    return fail_unknown(name, err);
}

struct words export_format_words(const struct export_kind *kind)
{
    return (
        struct words){.first = &kind->formats[0].name, .n = kind->n_formats, .stride = sizeof *kind->formats};
}

void export_add_help(struct buffer *out)
{
    buffer_add_string(out, "WHAT is one of these, each with its formats; the first format is the default:\n");
    for (size_t i = 0; i < n_export_kinds; i++) {
        const struct export_kind *kind = export_kinds[i];
        buffer_add_format(out, "  %-15s %s\n", kind->name, kind->help);
        for (size_t j = 0; j < kind->n_formats; j++)
            buffer_add_format(out, "    %-13s   %s\n", kind->formats[j].name, kind->formats[j].help);
    }
}
