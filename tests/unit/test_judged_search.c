/*
 * Which retrieved documents are judged, and whether one is retrieved twice. The results must equal those of comparing
 * all pairs.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/metric/judged_search.h"

#include <stdlib.h>
#include <string.h>

struct game {
    struct arena arena;
    struct random_source random;
    struct judged_search search;
    struct qrels qrels;
    struct bytes *docids;
    uint64_t *hashes;
    size_t n;
};

static int set_up(void **state)
{
    struct game *game = calloc(1, sizeof *game);
    *state = game;
    if (game == NULL)
        return -1;
    game->random = random_from(17, 0);
    return 0;
}

static int tear_down(void **state)
{
    struct game *game = *state;
    judged_search_release(&game->search);
    qrels_release(&game->qrels);
    arena_release(&game->arena);
    free(game);
    return 0;
}

/* Retrieves `n` documents, with ids from `first` on. If `is_one_hash`, they all have the same hash. */
static void retrieve(struct game *game, size_t first, size_t n, bool is_one_hash)
{
    game->docids = arena_get_array(&game->arena, n, sizeof *game->docids);
    game->hashes = arena_get_array(&game->arena, n, sizeof *game->hashes);
    game->n = n;
    for (size_t i = 0; i < n; i++) {
        game->docids[i] = bytes_of(arena_format(&game->arena, "%zu", first + i));
        game->hashes[i] = is_one_hash ? 1 : bytes_hash(game->docids[i]);
    }
}

static void judge(struct game *game, const char *qid, size_t first, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *docid = arena_format(&game->arena, "%zu", first + i);
        assert_true(qrels_add(&game->qrels, bytes_of(qid), bytes_of(docid), 1));
    }
}

static bool search(struct game *game, const char *qid)
{
    return judged_search_do(&game->search, game->docids, game->hashes, game->n,
                            qrels_find(&game->qrels, bytes_of(qid)));
}

static void put_twice(struct game *game, size_t index, size_t before)
{
    game->docids[index] = game->docids[before];
    game->hashes[index] = game->hashes[before];
}

static void judged_documents_are_found_in_the_order_they_were_retrieved(void **state)
{
    struct game *game = *state;
    retrieve(game, 100, 1000, false);
    judge(game, "q", 90, 50);
    assert_true(search(game, "q"));
    assert_int_equal(game->search.n_found, 40);
    for (size_t i = 0; i < 40; i++) {
        assert_int_equal(game->search.found[i].retrieved, i);
        assert_int_equal(game->search.found[i].judgment, i + 10);
    }
}

static void no_state_of_a_question_carries_over_to_the_next(void **state)
{
    struct game *game = *state;
    static const size_t sizes[] = {1000, 10, 3000, 1, 200};
    judge(game, "all", 0, 3000);
    judge(game, "few", 5, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        retrieve(game, 0, sizes[i], false);
        assert_true(search(game, "all"));
        assert_int_equal(game->search.n_found, sizes[i]);
        assert_true(search(game, "few"));
        assert_int_equal(game->search.n_found, sizes[i] > 5);
        assert_true(search(game, "none"));
        assert_int_equal(game->search.n_found, 0);
    }
}

/* The sizes give few candidates for duplicates, or many. */
static void a_duplicate_document_is_found_at_any_rank(void **state)
{
    struct game *game = *state;
    static const size_t sizes[] = {2, 1000, 9000};
    judge(game, "q", 0, 1);
    for (size_t round = 0; round < 60; round++) {
        retrieve(game, 1, sizes[round % 3], false);
        size_t index = 1 + random_below(&game->random, game->n - 1);
        put_twice(game, index, random_below(&game->random, index));
        assert_false(search(game, round % 2 == 0 ? "q" : "none"));
    }
}

static void a_duplicate_judged_document_is_found(void **state)
{
    struct game *game = *state;
    retrieve(game, 0, 100, false);
    judge(game, "q", 0, 100);
    put_twice(game, 99, 0);
    assert_false(search(game, "q"));
}

static void documents_with_the_same_hash_are_distinguished(void **state)
{
    struct game *game = *state;
    static const size_t sizes[] = {10, 500};
    for (size_t i = 0; i < 2; i++) {
        retrieve(game, 0, sizes[i], true);
        assert_true(search(game, "none"));
        game->docids[sizes[i] - 1] = game->docids[3];
        assert_false(search(game, "none"));
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(judged_documents_are_found_in_the_order_they_were_retrieved),
        TEST(no_state_of_a_question_carries_over_to_the_next),
        TEST(a_duplicate_document_is_found_at_any_rank),
        TEST(a_duplicate_judged_document_is_found),
        TEST(documents_with_the_same_hash_are_distinguished),
    };
    return cmocka_run_group_tests_name("judged_search", tests, NULL, NULL);
}
