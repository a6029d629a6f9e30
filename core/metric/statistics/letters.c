#include "core/metric/statistics/letters.h"

#include "core/base/bug.h"

#include <stdlib.h>

struct placed_run {
    size_t run;
    double mean;
};

/* The best run comes first; equal ones keep their order. */
static int compare_runs(const void *left, const void *right)
{
    const struct placed_run *a = left;
    const struct placed_run *b = right;
    if (a->mean != b->mean)
        return a->mean > b->mean ? -1 : 1;
    return (a->run > b->run) - (a->run < b->run);
}

/* Returns the end of the runs that do not differ from the one at `place`. */
static size_t find_end(const struct placed_run *sorted, size_t n_runs, const double *p, double level,
                       size_t place)
{
    const double *of_run = p + sorted[place].run * n_runs;
    size_t end = place + 1;
    while (end < n_runs && of_run[sorted[end].run] >= level)
        end++;
    return end;
}

/*
 * A letter begins at each run that reaches further down than the runs above it, because no earlier letter covers
 * all of its runs.
 */
void letters_assign(const double *means, const double *p, size_t n_runs, double level,
                    struct letters *letters)
{
    struct placed_run sorted[LETTERS_RUNS_MAX];
    size_t n_letters = 0;
    size_t reached = 0;
    BUG_UNLESS(n_runs <= LETTERS_RUNS_MAX);
    for (size_t run = 0; run < n_runs; run++)
        sorted[run] = (struct placed_run){run, means[run]};
    qsort(sorted, n_runs, sizeof *sorted, compare_runs);
    for (size_t place = 0; place < n_runs; place++) {
        size_t end = find_end(sorted, n_runs, p, level, place);
        if (end <= reached)
            continue;
        for (size_t i = place; i < end; i++) {
            if (i >= reached)
                letters[sorted[i].run].first = n_letters;
            letters[sorted[i].run].last = n_letters;
        }
        reached = end;
        n_letters++;
    }
}

void letters_add(struct letters letters, struct buffer *text)
{
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (size_t letter = letters.first; letter <= letters.last; letter++)
        buffer_add_byte(text, alphabet[letter]);
}
