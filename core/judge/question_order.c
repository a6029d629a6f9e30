/*
 * The strata are laid on a circle, the questions of each at equal distances, so that any arc holds the same share
 * of each (systematic sampling). The start of the circle is drawn, so the stratum at each place is drawn in
 * proportion to its size. Then the questions of a stratum take its places in the order of their lots. With one
 * stratum this is a plain random order.
 */
#include "core/judge/question_order.h"

#include "core/base/digest.h"
#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/base/random.h"

#include <stdlib.h>
#include <string.h>

static const char *const order_names[] = {
    [ORDER_RANDOM] = "random",
    [ORDER_IMPORT] = "import",
};

const struct words question_order_words = WORDS_OF(order_names);

/* The random draws: a lot for each question, a start for each stratum, and the start of the circle. */
enum draw { DRAW_LOT, DRAW_START, DRAW_BEGINNING };

/* A question in a stratum, and a place of the stratum on the circle. */
struct placed_question {
    size_t number;
    size_t stratum;
    uint64_t lot;
    double at; /* on the circle, 0 … 1 */
};

static int compare_within_strata(const void *left, const void *right)
{
    const struct placed_question *a = left, *b = right;
    if (a->stratum != b->stratum)
        return a->stratum < b->stratum ? -1 : 1;
    if (a->lot != b->lot)
        return a->lot < b->lot ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static int compare_on_circle(const void *left, const void *right)
{
    const struct placed_question *a = left, *b = right;
    if (a->at < b->at || a->at > b->at)
        return a->at < b->at ? -1 : 1;
    return (a->stratum > b->stratum) - (a->stratum < b->stratum);
}

static struct random_source source_of(uint64_t seed, struct bytes name, enum draw draw)
{
    return random_from(seed, digest_number_of(name) ^ (uint64_t)draw);
}

static size_t end_of_stratum(const struct placed_question *placed, size_t n, size_t first)
{
    size_t end = first;
    while (end < n && placed[end].stratum == placed[first].stratum)
        end++;
    return end;
}

static void lay_out(struct placed_question *placed, size_t n, uint64_t seed,
                    const struct drawn_question *questions)
{
    for (size_t first = 0, end; first < n; first = end) {
        end = end_of_stratum(placed, n, first);
        struct random_source source = source_of(seed, questions[placed[first].number].stratum, DRAW_START);
        double start = random_uniform(&source);
        for (size_t i = first; i < end; i++)
            placed[i].at = ((double)(i - first) + start) / (double)(end - first);
    }
}

/* `by_lot`, stratum by stratum, and `circle` hold the same questions. Of the circle only the strata are used. */
static void fill_places(const struct placed_question *by_lot, const struct placed_question *circle, size_t n,
                        size_t n_strata, size_t beginning, size_t *numbers)
{
    size_t *next = memory_get_zeroed(n_strata, sizeof *next);
    for (size_t first = 0; first < n; first = end_of_stratum(by_lot, n, first))
        next[by_lot[first].stratum] = first;
    for (size_t i = 0; i < n; i++)
        numbers[i] = by_lot[next[circle[(beginning + i) % n].stratum]++].number;
    free(next);
}

static void draw_by_lot(uint64_t seed, const struct drawn_question *questions, size_t n, size_t *numbers)
{
    struct map strata = {0};
    struct placed_question *by_lot = memory_get_zeroed(2 * n, sizeof *by_lot), *circle = by_lot + n;
    for (size_t i = 0; i < n; i++) {
        struct random_source source = source_of(seed, questions[i].qid, DRAW_LOT);
        by_lot[i] = (struct placed_question){.number = i,
                                             .stratum = (size_t)map_put(&strata, questions[i].stratum, NULL),
                                             .lot = random_next(&source)};
    }
    qsort(by_lot, n, sizeof *by_lot, compare_within_strata);
    lay_out(by_lot, n, seed, questions);
    memcpy(circle, by_lot, n * sizeof *circle);
    qsort(circle, n, sizeof *circle, compare_on_circle);
    struct random_source source = source_of(seed, (struct bytes){0}, DRAW_BEGINNING);
    fill_places(by_lot, circle, n, strata.size, (size_t)random_below(&source, n), numbers);
    free(by_lot);
    map_release(&strata);
}

void question_order_draw(enum question_order order, uint64_t seed, const struct drawn_question *questions,
                         size_t n, size_t *numbers)
{
    if (order == ORDER_RANDOM && n > 0) {
        draw_by_lot(seed, questions, n, numbers);
        return;
    }
    for (size_t i = 0; i < n; i++)
        numbers[i] = i;
}
