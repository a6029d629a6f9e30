/*
 * Measures by simulation what an expert reads: the words of the documents on all ballots of a collection, those that
 * the labelling screen shows, and those of documents that had not been read before. Prints a table.
 *
 *   bench_reading FOLDER…
 *
 * A folder has documents.jsonl, questions.jsonl, judgments.qrels, plain.run and titles.run. Databases are made in
 * $TMPDIR.
 */
#include "tests/support/reading_trial.h"

#include <stdint.h>
#include <stdio.h>

/* How the screen shows documents. */
static const struct way {
    const char *name;
    enum shown_text read_before;
    enum differences_choice differences;
} ways[] = {
    {"whole, as in a browser", SHOWN_WHOLE, DIFFERENCES_ASKED},
    {"differences", SHOWN_WHOLE, DIFFERENCES_AUTO},
    {"what was read is short", SHOWN_PASSAGE, DIFFERENCES_ASKED},
    {"both", SHOWN_PASSAGE, DIFFERENCES_AUTO},
};

enum { N_WAYS = sizeof ways / sizeof *ways };

static double share(size_t part, size_t all)
{
    return all > 0 ? 100.0 * (double)part / (double)all : 0;
}

static void print_row(const char *name, const struct reading_trial *trial)
{
    double ballots = trial->ballots > 0 ? (double)trial->ballots : 1;
    printf("| %s | %.0f | %.0f | %.0f %% |\n", name, (double)trial->words_shown / ballots,
           (double)trial->words_shown_new / ballots, share(trial->words_shown, trial->words));
}

static bool measure(const char *folder, struct err *err)
{
    struct reading_trial trial;
    printf("\n%s\n\n| documents are shown | words a ballot | of documents not read before | of all words |\n"
           "| --- | --: | --: | --: |\n",
           folder);
    for (size_t i = 0; i < N_WAYS; i++) {
        struct preferences preferences = {0};
        preferences.values[PREFERENCE_READ_BEFORE] = (int)ways[i].read_before;
        preferences.values[PREFERENCE_DIFFERENCES] = (int)ways[i].differences;
        if (!reading_trial_run(folder, "reading.db", &preferences, SIZE_MAX, &trial, err))
            return false;
        print_row(ways[i].name, &trial);
    }
    printf("\n%zu ballots, %.0f %% of their documents had been read before, on %.0f %% all of them.\n",
           trial.ballots, share(trial.documents_read, trial.documents),
           share(trial.ballots_read, trial.ballots));
    return true;
}

int main(int argc, char **argv)
{
    struct err err;
    for (int i = 1; i < argc; i++) {
        if (!measure(argv[i], &err)) {
            fprintf(stderr, "bench_reading: %s\n", err.text);
            return 1;
        }
    }
    return 0;
}
