/* Comparing two sets of texts: mixtures with a known answer, and the rate of false alarms if there is no difference. */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/match/cluster_tree.h"
#include "core/match/mixing.h"

#include <math.h>
#include <string.h>

enum { TOPICS = 4, WORDS_OF_TOPIC = 12, WORDS = 7, TEXTS = 60 };

static bool nobody_interrupts(void)
{
    return false;
}

static struct mixing_plan plan_of(uint64_t seed)
{
    return (struct mixing_plan){.permutations = 300,
                                .n_clusters = TOPICS,
                                .seed = seed,
                                .interrupted = nobody_interrupts};
}

/* Draws the words of a text on one topic. */
static struct bytes draw_text(struct arena *arena, struct random_source *random, size_t topic)
{
    struct buffer text = {0};
    for (size_t i = 0; i < WORDS; i++)
        buffer_add_format(&text, "topic%zuword%zu ", topic, (size_t)random_below(random, WORDS_OF_TOPIC));
    struct bytes copy = arena_copy(arena, buffer_bytes(&text));
    buffer_release(&text);
    return copy;
}

/* Draws texts on the topics `first` to `last`. */
static void draw_texts(struct arena *arena, struct random_source *random, size_t first, size_t last,
                       struct bytes *texts)
{
    for (size_t i = 0; i < TEXTS; i++)
        texts[i] = draw_text(arena, random, first + (size_t)random_below(random, last - first + 1));
}

/* Compares two sets: one has the topics 0 to `own_last`, and the other the topics from `other_first` on. */
static struct mixing mix(uint64_t seed, size_t own_last, size_t other_first)
{
    struct arena arena = {0};
    struct random_source random = random_from(seed, 9);
    struct bytes own[TEXTS], other[TEXTS];
    struct mixing mixing;
    const struct mixing_plan plan = plan_of(seed);
    draw_texts(&arena, &random, 0, own_last, own);
    draw_texts(&arena, &random, other_first, TOPICS - 1, other);
    assert_true(mixing_make(&mixing, own, TEXTS, other, TEXTS, &plan));
    /* The examples are copied, because they lie in the texts, which are released here. */
    for (size_t i = 0; i < mixing.n_clusters; i++)
        mixing.clusters[i].example = arena_copy(&mixing.arena, mixing.clusters[i].example);
    arena_release(&arena);
    return mixing;
}

static void sets_without_a_common_word_are_fully_separated(void **state)
{
    (void)state;
    struct mixing mixing = mix(1, 1, 2);
    assert_close(mixing.same, 1, 0);
    assert_true(mixing.z > 10);
    assert_close(mixing.p, 1.0 / 301, 1e-12);
    mixing_release(&mixing);
}

/* By chance, (n1 (n1 - 1) + n2 (n2 - 1)) / (n (n - 1)) of the neighbours are in the same set (Schilling 1986). */
static void the_expected_share_is_schillings(void **state)
{
    (void)state;
    struct mixing mixing = mix(2, TOPICS - 1, 0);
    assert_close(mixing.expected, 2.0 * TEXTS * (TEXTS - 1) / (2.0 * TEXTS * (2 * TEXTS - 1)), 0.005);
    mixing_release(&mixing);
}

static void two_sets_from_one_source_rarely_raise_an_alarm(void **state)
{
    (void)state;
    enum { SEEDS = 200 };
    size_t alarms = 0;
    double sum = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct mixing mixing = mix(seed, TOPICS - 1, 0);
        alarms += mixing.p < MIXING_P;
        sum += mixing.z;
        mixing_release(&mixing);
    }
    /* Of 200 sets, two false alarms are expected; more than 8 occur in one of 4,000 worlds. The mean of 200 z is within
     * 0.3. */
    if (alarms > 8 || fabs(sum / SEEDS) > 0.3)
        fail_msg("%zu false alarms, mean z %f", alarms, sum / SEEDS);
}

/* The other set has a topic that the own texts lack. The other three topics are common. */
static void a_missing_topic_is_found_and_named(void **state)
{
    (void)state;
    struct mixing mixing = mix(3, TOPICS - 2, 0);
    assert_true(mixing.p < MIXING_P);
    const struct mixing_cluster *first = &mixing.clusters[0];
    assert_int_equal(mixing_lack_of_own(&mixing, first), MIXING_MISSING);
    assert_int_equal(first->n_own, 0);
    assert_true(bytes_starts_with(first->words[0], "topic3word"));
    assert_true(bytes_starts_with(first->example, "topic3word"));
    mixing_release(&mixing);
}

static void a_topic_that_both_have_is_not_missing(void **state)
{
    (void)state;
    struct mixing mixing = mix(4, TOPICS - 1, 0);
    for (size_t i = 0; i < mixing.n_clusters; i++)
        assert_int_equal(mixing_lack_of_own(&mixing, &mixing.clusters[i]), MIXING_ENOUGH);
    mixing_release(&mixing);
}

/* --- Merging -------------------------------------------------------------- */

/* Four directions in a plane. Two of them are 10 degrees apart, and two 5 degrees. The fifth cluster has no text. */
static void clusters_that_are_most_alike_are_merged_first(void **state)
{
    (void)state;
    enum { N = 5 };
    static const double degrees[N - 1] = {0, 90, 10, 95};
    double products[N * N] = {0};
    struct cluster_merge merges[N - 2];
    for (size_t a = 0; a < N - 1; a++) {
        for (size_t b = 0; b < N - 1; b++)
            products[a * N + b] = cos((degrees[a] - degrees[b]) * acos(-1) / 180);
    }
    cluster_tree_make(products, N, 2, merges);
    assert_int_equal(merges[0].from, 4); /* the empty cluster */
    assert_int_equal(merges[1].into, 1);
    assert_int_equal(merges[1].from, 3);
    assert_int_equal(merges[2].into, 0);
    assert_int_equal(merges[2].from, 2);
    assert_close(products[0], 2 + 2 * cos(10 * acos(-1) / 180), 1e-12);
}

/* --- One subject of many ---------------------------------------------------- */

enum { SUBJECTS = 25, QUESTIONS = 450 };

/* Draws words that all subjects have, and words of its own subject. */
static struct bytes draw_question(struct arena *arena, struct random_source *random, size_t subject)
{
    struct buffer text = {0};
    for (size_t i = 0; i < 3; i++)
        buffer_add_format(&text, "general%zu topic%zuword%zu ", (size_t)random_below(random, 40), subject,
                          (size_t)random_below(random, 6));
    struct bytes copy = arena_copy(arena, buffer_bytes(&text));
    buffer_release(&text);
    return copy;
}

/* Compares texts on the first `n_own_subjects` subjects with texts on all subjects. */
static struct mixing mix_subjects(uint64_t seed, size_t n_own_subjects)
{
    struct arena arena = {0};
    struct random_source random = random_from(seed, 10);
    struct bytes own[QUESTIONS], other[QUESTIONS];
    struct mixing mixing;
    struct mixing_plan plan = plan_of(seed);
    plan.permutations = 100;
    plan.n_clusters = 0;
    for (size_t i = 0; i < QUESTIONS; i++) {
        own[i] = draw_question(&arena, &random, (size_t)random_below(&random, n_own_subjects));
        other[i] = draw_question(&arena, &random, (size_t)random_below(&random, SUBJECTS));
    }
    assert_true(mixing_make(&mixing, own, QUESTIONS, other, QUESTIONS, &plan));
    arena_release(&arena);
    return mixing;
}

static size_t count_missing(const struct mixing *mixing)
{
    size_t n = 0;
    for (size_t i = 0; i < mixing->n_clusters; i++)
        n += mixing_lack_of_own(mixing, &mixing->clusters[i]) == MIXING_MISSING ||
             mixing_lack_of_other(mixing, &mixing->clusters[i]) == MIXING_MISSING;
    return n;
}

/* One subject of 25 is missing. It has so few texts that their neighbours alone say little. */
static void small_subjects_that_are_missing_are_found_in_finer_clusters(void **state)
{
    (void)state;
    enum { SEEDS = 20 };
    size_t found = 0, told_apart = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct mixing mixing = mix_subjects(seed, SUBJECTS - 1);
        found += count_missing(&mixing) > 0;
        told_apart += mixing.p < MIXING_P;
        mixing_release(&mixing);
    }
    assert_in_range(found, 17, SEEDS);
    assert_in_range(told_apart, 0, SEEDS / 2);
}

static void two_sets_from_one_source_hardly_ever_lack_a_subject(void **state)
{
    (void)state;
    enum { SEEDS = 100 };
    size_t alarms = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct mixing mixing = mix_subjects(seed, SUBJECTS);
        alarms += count_missing(&mixing) > 0;
        mixing_release(&mixing);
    }
    assert_in_range(alarms, 0, 3); /* at most one is expected */
}

/* --- Given vectors --------------------------------------------------------- */

enum { LENGTH = 19 }; /* not a multiple of the block that is added at once */

/* Vectors that point near the axis of their topic. The texts share no word. */
struct drawn_vectors {
    float rows[2 * TEXTS][LENGTH];
    const float *of[2 * TEXTS];
    struct bytes texts[2 * TEXTS];
};

static void draw_vector(struct random_source *random, size_t topic, float *row)
{
    double squares = 0;
    for (size_t i = 0; i < LENGTH; i++) {
        row[i] = (float)((i == topic) + 0.2 * (random_uniform(random) - 0.5));
        squares += (double)(row[i] * row[i]);
    }
    for (size_t i = 0; i < LENGTH; i++)
        row[i] = (float)(row[i] / sqrt(squares));
}

static void draw_vectors(struct drawn_vectors *drawn, struct arena *arena, uint64_t seed, size_t own_last,
                         size_t other_first)
{
    struct random_source random = random_from(seed, 9);
    for (size_t i = 0; i < 2 * TEXTS; i++) {
        size_t first = i < TEXTS ? 0 : other_first;
        size_t last = i < TEXTS ? own_last : TOPICS - 1;
        size_t topic = first + (size_t)random_below(&random, last - first + 1);
        const char *text = arena_format(arena, "topic%zu%s%zu", topic, i < TEXTS ? "own" : "other", i);
        draw_vector(&random, topic, drawn->rows[i]);
        drawn->of[i] = drawn->rows[i];
        drawn->texts[i] = bytes_of(text);
    }
}

static struct mixing mix_vectors(uint64_t seed, size_t own_last, size_t other_first)
{
    struct arena arena = {0};
    struct drawn_vectors drawn;
    struct mixing_plan plan = plan_of(seed);
    struct mixing mixing;
    const struct mixing_vectors vectors = {.of = drawn.of, .length = LENGTH};
    draw_vectors(&drawn, &arena, seed, own_last, other_first);
    plan.vectors = &vectors;
    assert_true(mixing_make(&mixing, drawn.texts, TEXTS, drawn.texts + TEXTS, TEXTS, &plan));
    for (size_t i = 0; i < mixing.n_clusters; i++)
        mixing.clusters[i].example = arena_copy(&mixing.arena, mixing.clusters[i].example);
    arena_release(&arena);
    return mixing;
}

static void vectors_on_other_topics_are_fully_separated(void **state)
{
    (void)state;
    struct mixing mixing = mix_vectors(1, 1, 2);
    assert_close(mixing.same, 1, 0);
    assert_true(mixing.z > 10);
    mixing_release(&mixing);
}

static void two_sets_of_vectors_from_one_source_rarely_raise_an_alarm(void **state)
{
    (void)state;
    enum { SEEDS = 100 };
    size_t alarms = 0;
    double sum = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct mixing mixing = mix_vectors(seed, TOPICS - 1, 0);
        alarms += mixing.p < MIXING_P;
        sum += mixing.z;
        mixing_release(&mixing);
    }
    /* Of 100 sets, one false alarm is expected; more than 6 occur in one of 10,000 worlds. The mean of 100 z is within
     * 0.4. */
    if (alarms > 6 || fabs(sum / SEEDS) > 0.4)
        fail_msg("%zu false alarms, mean z %f", alarms, sum / SEEDS);
}

static void a_topic_that_is_missing_among_vectors_is_named_by_its_texts(void **state)
{
    (void)state;
    struct mixing mixing = mix_vectors(3, TOPICS - 2, TOPICS - 2);
    const struct mixing_cluster *first = &mixing.clusters[0];
    assert_true(mixing.p < MIXING_P);
    assert_int_equal(mixing_lack_of_own(&mixing, first), MIXING_MISSING);
    assert_int_equal(first->n_own, 0);
    for (size_t i = 0; i < first->n_words; i++)
        assert_true(bytes_starts_with(first->words[i], "topic3other"));
    assert_true(bytes_starts_with(first->example, "topic3other"));
    mixing_release(&mixing);
}

/* The nearest vectors of each text point in the opposite direction. They still count as its neighbours. */
static void opposite_vectors_are_neighbours_if_there_are_no_others(void **state)
{
    (void)state;
    const float right[] = {1, 0}, left[] = {-1, 0};
    const float *const rows[] = {right, right, left, left};
    const struct bytes texts[] = {bytes_of("?"), bytes_of("?"), bytes_of("!"), bytes_of("!")};
    const struct mixing_vectors vectors = {.of = rows, .length = 2};
    struct mixing_plan plan = plan_of(1);
    struct mixing mixing;
    plan.vectors = &vectors;
    assert_true(mixing_make(&mixing, texts, 2, texts + 2, 2, &plan));
    assert_close(mixing.same, 1.0 / 3, 1e-12);
    size_t n = 0;
    for (size_t i = 0; i < mixing.n_clusters; i++)
        n += mixing.clusters[i].n_own + mixing.clusters[i].n_other;
    assert_int_equal(n, 4);
    mixing_release(&mixing);
}

static void the_same_seed_gives_the_same_result(void **state)
{
    (void)state;
    struct mixing one = mix(5, TOPICS - 2, 0), other = mix(5, TOPICS - 2, 0);
    assert_close(one.z, other.z, 0);
    assert_int_equal(one.clusters[0].n_other, other.clusters[0].n_other);
    mixing_release(&one);
    mixing_release(&other);
}

static void texts_without_words_give_no_result(void **state)
{
    (void)state;
    const struct bytes own = bytes_of("?"), other = bytes_of("!!");
    const struct mixing_plan plan = plan_of(1);
    struct mixing mixing;
    assert_true(mixing_make(&mixing, &own, 1, &other, 1, &plan));
    assert_true(isnan(mixing.z));
    assert_int_equal(mixing.n_clusters, 0);
    mixing_release(&mixing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_without_a_common_word_are_fully_separated),
        cmocka_unit_test(the_expected_share_is_schillings),
        cmocka_unit_test(two_sets_from_one_source_rarely_raise_an_alarm),
        cmocka_unit_test(a_missing_topic_is_found_and_named),
        cmocka_unit_test(a_topic_that_both_have_is_not_missing),
        cmocka_unit_test(clusters_that_are_most_alike_are_merged_first),
        cmocka_unit_test(small_subjects_that_are_missing_are_found_in_finer_clusters),
        cmocka_unit_test(two_sets_from_one_source_hardly_ever_lack_a_subject),
        cmocka_unit_test(vectors_on_other_topics_are_fully_separated),
        cmocka_unit_test(two_sets_of_vectors_from_one_source_rarely_raise_an_alarm),
        cmocka_unit_test(a_topic_that_is_missing_among_vectors_is_named_by_its_texts),
        cmocka_unit_test(opposite_vectors_are_neighbours_if_there_are_no_others),
        cmocka_unit_test(the_same_seed_gives_the_same_result),
        cmocka_unit_test(texts_without_words_give_no_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
