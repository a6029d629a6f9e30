/*
 * Measures what an expert reads. A simulated annotator, who answers by known judgments, labels a collection through the
 * real session and the real labelling screen. The words of the documents are counted, all of them and those that the
 * screen shows.
 */
#pragma once

#include "core/base/err.h"
#include "tui/keys/preferences.h"

#include <stddef.h>

/* Sums over all documents of all ballots, of titles and texts, at the moment when they are seen. */
struct reading_trial {
    size_t ballots;
    size_t ballots_read; /* ballots whose documents had all been read before */
    size_t documents;
    size_t documents_read;
    size_t words;
    size_t words_new;   /* of documents that had not been read before */
    size_t words_shown; /* including the words of the lines that say what is hidden */
    size_t words_shown_new;
};

/*
 * Labels the collection in `folder` (documents.jsonl, questions.jsonl, judgments.qrels, plain.run, titles.run), at most
 * `ballots_max` ballots, in a database of this name in $TMPDIR.
 */
MUST_CHECK bool reading_trial_run(const char *folder, const char *database,
                                  const struct preferences *preferences, size_t ballots_max,
                                  struct reading_trial *trial, struct err *err);
