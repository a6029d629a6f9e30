/*
 * What an expert reads: somebody who answers by known judgments labels a collection through the real session and the real
 * labelling screen, and the words of its documents are counted, all of them and those that the screen shows.
 */
#ifndef ASSAY_TESTS_SUPPORT_READING_TRIAL_H
#define ASSAY_TESTS_SUPPORT_READING_TRIAL_H

#include "core/base/err.h"
#include "tui/keys/preferences.h"

#include <stddef.h>

/* Titles and texts, of all documents of all ballots, as they are seen. */
struct reading_trial {
    size_t ballots;
    size_t ballots_read; /* on which every document had been read before */
    size_t documents;
    size_t documents_read;
    size_t words;
    size_t words_new;   /* of documents that had not been read before */
    size_t words_shown; /* with those of the lines that say what is not */
    size_t words_shown_new;
};

/*
 * Labels what `folder` holds (documents.jsonl, questions.jsonl, judgments.qrels, plain.run, titles.run), up to so many
 * ballots, in a database of that name in $TMPDIR.
 */
bool reading_trial_run(const char *folder, const char *database, const struct preferences *preferences,
                       size_t ballots_max, struct reading_trial *trial, struct err *err)
    __attribute__((warn_unused_result));

#endif
