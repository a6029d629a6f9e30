/* The rows of the kinds, each in the file with its name. export.c lists them. */
#pragma once

#include "export/exporter.h"

extern const struct export_kind qrels_export, relevance_export, votes_export, preferences_export,
    triples_export, dpo_export, beir_export, ground_truth_export, quepid_export, opensearch_export,
    elasticsearch_export, ltr_export, passages_export;
