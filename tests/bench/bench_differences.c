/*
 * Measures the comparison of a ballot's documents: two texts of 100 kB each. The second is the first with one word in a
 * hundred changed and its halves swapped. Prints milliseconds.
 *
 *   bench_differences
 */
#include "core/base/random.h"
#include "core/match/differences.h"

#include <stdio.h>
#include <time.h>

enum { TEXT_SIZE = 100 * 1000, VOCABULARY = 5000, ROUNDS = 20, CHANGED = 100 };

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Few words are frequent and many are rare, as in natural language. */
static uint64_t draw_word(struct random_source *random)
{
    return random_below(random, 1 + random_below(random, VOCABULARY));
}

static void add_changed(struct buffer *out, struct bytes text, struct random_source *random)
{
    struct bytes word;
    while (bytes_next_word(&text, &word)) {
        if (random_below(random, CHANGED) == 0)
            buffer_add_string(out, "changed");
        else
            buffer_add(out, word);
        buffer_add_byte(out, ' ');
    }
}

int main(void)
{
    struct random_source random = random_from(1, 0);
    struct buffer first = {0}, second = {0};
    struct differences differences = {0};
    while (first.size < TEXT_SIZE)
        buffer_add_format(&first, "w%llu ", (unsigned long long)draw_word(&random));
    add_changed(&second, bytes_from(buffer_bytes(&first), first.size / 2), &random);
    add_changed(&second, bytes_slice(buffer_bytes(&first), 0, first.size / 2), &random);
    struct bytes texts[] = {buffer_bytes(&first), buffer_bytes(&second)};
    double start = now_ms();
    for (int i = 0; i < ROUNDS; i++)
        differences_find(&differences, texts, 2);
    printf("%.3f\n", (now_ms() - start) / ROUNDS);
    differences_release(&differences);
    buffer_release(&first);
    buffer_release(&second);
    return 0;
}
