/*
 * Random keys, different ones in each run. tests/support/monkey.h says what must hold. The keys are drawn from a seed,
 * which is printed. MONKEY_SEED=N repeats a run.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "tests/support/effort.h"
#include "tests/support/monkey.h"
#include "tui/screens/screens.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    KEYS = 100000,
    KEYS_LARGE = 1000000,
    ROWS_MAX = 32,
    COLUMNS_MAX = 110,
    TABLES_MAX = 64,
};

struct player {
    struct random_source random;
    size_t left;
    const struct key_table *tables[TABLES_MAX];
    size_t n_tables;
};

static uint64_t any(struct player *player, uint64_t below)
{
    return random_below(&player->random, below);
}

/* Returns a key that some screen uses. */
static struct key useful_key(struct player *player)
{
    const struct key_table *table = player->tables[any(player, player->n_tables)];
    const struct key_row *row = &table->rows[any(player, table->n_rows)];
    size_t n = 0;
    while (n < KEY_ROW_KEYS_MAX && row->keys[n] != 0)
        n++;
    return (struct key){.code = row->keys[any(player, n)],
                        .row = (int)any(player, ROWS_MAX),
                        .column = (int)any(player, COLUMNS_MAX)};
}

static struct key any_key(struct player *player)
{
    uint64_t kind = any(player, 100);
    if (kind < 70)
        return useful_key(player);
    if (kind < 90)
        return (struct key){.code = (char32_t)(' ' + any(player, 95))};
    if (kind < 92)
        return (struct key){.code = (char32_t)(0xa0 + any(player, 0x2000))};
    if (kind < 93)
        return (struct key){.code = NAMED_RESIZE,
                            .row = 1 + (int)any(player, ROWS_MAX),
                            .column = 1 + (int)any(player, COLUMNS_MAX)};
    return (struct key){.code = NAMED_NOTHING};
}

/* Quitting is rare, so that a session is long. */
static struct key next(void *context)
{
    struct player *player = context;
    if (player->left == 0)
        return (struct key){.code = NAMED_STOP};
    player->left--;
    struct key key = any_key(player);
    bool is_left_out = key.code == 'q' && any(player, 50) != 0;
    return is_left_out ? (struct key){.code = NAMED_ESCAPE} : key;
}

static void find_tables(struct player *player)
{
    const struct key_table *table;
    while ((table = screens_key_table(player->n_tables)) != NULL) {
        assert_true(player->n_tables < TABLES_MAX);
        player->tables[player->n_tables++] = table;
    }
}

static uint64_t choose_seed(void)
{
    uint64_t seed;
    const char *given = getenv("MONKEY_SEED");
    if (given != NULL)
        return strtoull(given, NULL, 10);
    assert_int_equal(getrandom(&seed, sizeof seed, 0), sizeof seed);
    return seed;
}

static void keys_by_chance_break_nothing(void **state)
{
    (void)state;
    const size_t keys = effort(KEYS, KEYS_LARGE);
    const uint64_t seed = choose_seed();
    struct arena arena = {0};
    char folder[PATH_MAX];
    struct player player = {.left = keys, .random = random_from(seed, 0)};
    print_message("# MONKEY_SEED=%llu\n", (unsigned long long)seed);
    find_tables(&player);
    assert_non_null(realpath(support_source(&arena, "sample-data"), folder));
    assert_int_equal(chdir(getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp"), 0);
    assert_true(mkdir("monkey", 0700) == 0 || errno == EEXIST);
    assert_int_equal(chdir("monkey"), 0);
    enum { HURRY = 0x2c };
    struct monkey monkey = {.next = next, .context = &player, .rows = 24, .columns = 80, .hurry = HURRY};
    struct monkey_ground *ground = monkey_open("monkey.db", folder);
    struct monkey_sums sums = monkey_play(ground, &monkey);
    monkey_close(ground);
    print_message("# %zu keys, %zu votes, %zu undone, %zu sessions\n", sums.keys, sums.votes, sums.undone,
                  sums.sessions);
    assert_true(sums.keys >= keys && sums.votes > keys / 2000 && sums.undone > keys / 4000 &&
                sums.sessions > 0);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(keys_by_chance_break_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
