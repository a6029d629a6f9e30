/*
 * Finds documents by id among judgments, so that a field of a run is known by its values (import/fields/known_names.h).
 * No text is found. The judgments are listed at the first lookup.
 */
#pragma once

#include "core/base/map.h"
#include "core/metric/qrels.h"
#include "import/fields/known_names.h"

/* Initialise it as {.qrels = …}; the qrels must outlive it. {0} is safe to release. */
struct known_judged {
    const struct qrels *qrels;
    struct map docids;
    struct known_names names;
};

/* From now on, records are read with these names, until they are released. */
void known_judged_use(struct known_judged *judged);
void known_judged_release(struct known_judged *judged);
