/*
 * All operations at the same time, compared with a model in memory. Several annotators vote, write notes, skip, undo,
 * redo, leave and come back. Some are killed, even inside an answer. Others change settings, import, export and check
 * meanwhile. After each kill, and from time to time, the answers in the database must equal those of the model, in the
 * same order.
 *
 * What happens is drawn from a seed, which is printed. MODEL_SEED=N repeats it.
 */
#include "tests/support/support.h"

#include "tests/support/child.h"
#include "tests/support/effort.h"

#include "core/base/memory.h"
#include "core/base/random.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    SEATS = 4,
    STEPS = 1500, /* in `make check` */
    STEPS_LARGE = 20000,
    STEPS_BETWEEN_LOOKS = 50,
    SYSTEM_CALLS = 120, /* an answer makes about 50, each with two stops */
    NOTE_SIZE = 24,
    BALLOTS_MAX = 1 << 16,
};

/* --- The model ----------------------------------------------------------------------------------- */

enum standing { STANDS, UNDONE, RETURNED };

/* One answer to a ballot. */
struct given {
    long ballot;
    size_t seat;
    enum { VOTED, SKIPPED_LATER, SKIPPED_FOR_GOOD } kind;
    int slot; /* for a vote; 0: none */
    char note[NOTE_SIZE];
    enum standing standing;
};

struct seat {
    struct child *child; /* NULL: the seat is free */
    struct said ballot;  /* the open ballot */
};

/*
 * What a killed annotator was doing, and what was not in the database afterwards. Until somebody else writes, it may
 * still appear: if the program is killed after writing the -wal but before updating its index, the next program that
 * opens the database alone recovers it.
 */
struct under_way {
    bool is_undo;
    struct given given;
    size_t undone; /* its index in `given` */
};

struct world {
    struct arena arena;
    struct random_source random;
    const char *database;
    struct given *given;
    size_t n_given, capacity;
    struct said *ballots[BALLOTS_MAX]; /* as first shown, by their number; NULL: not shown yet */
    struct seat seats[SEATS];
    struct under_way *under_way;
    size_t n_under_way, under_way_capacity;
    int impressions;
    size_t votes, undone, redone, skips, kills, commands;
};

static uint64_t any(struct world *world, uint64_t below)
{
    return random_below(&world->random, below);
}

/* Returns the annotator's last valid answer, or NULL if there is none. */
static struct given *last_standing(struct world *world, size_t seat)
{
    for (size_t i = world->n_given; i > 0; i--) {
        if (world->given[i - 1].seat == seat && world->given[i - 1].standing == STANDS)
            return &world->given[i - 1];
    }
    return NULL;
}

/*
 * Finds what a redo on this ballot restores: the last undone vote, or a skip if it is the last of all, with the last
 * note.
 */
static bool find_again(const struct world *world, long ballot, struct given *again)
{
    const struct given *newest = NULL;
    for (size_t i = world->n_given; i > 0; i--) {
        const struct given *given = &world->given[i - 1];
        if (given->ballot != ballot || given->standing == STANDS)
            continue;
        newest = newest != NULL ? newest : given;
        if (given->kind != VOTED && (given != newest || given->standing != UNDONE))
            continue;
        *again = *given;
        again->standing = STANDS;
        if (newest->note[0] != '\0')
            memcpy(again->note, newest->note, NOTE_SIZE);
        return true;
    }
    return false;
}

static void give(struct world *world, struct given given)
{
    VECTOR_PUSH(world->given, world->n_given, world->capacity) = given;
    world->n_under_way = 0;
}

static void take_back(struct world *world, size_t place)
{
    world->given[place].standing = UNDONE;
    world->n_under_way = 0;
}

/* --- Answers in the database ------------------------------------------------------------------------ */

static const char answers_sql[] =
    "SELECT answer.ballot_id, annotator.name, answer.position, answer.skip, coalesce(answer.note, ''),"
    "       answer.withdrawn_by"
    "  FROM answer JOIN annotator USING (annotator_id) ORDER BY answer_id";

static const char *text_at(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text != NULL ? text : "";
}

static struct given read_given(sqlite3_stmt *row)
{
    struct given given = {.ballot = (long)sqlite3_column_int64(row, 0)};
    given.seat = (size_t)(text_at(row, 1)[0] - 'a');
    given.slot = sqlite3_column_int(row, 2);
    given.kind = strcmp(text_at(row, 3), "later") == 0 ? SKIPPED_LATER
                 : text_at(row, 3)[0] != '\0'          ? SKIPPED_FOR_GOOD
                                                       : VOTED;
    snprintf(given.note, NOTE_SIZE, "%s", text_at(row, 4));
    given.standing = strcmp(text_at(row, 5), "undo") == 0 ? UNDONE
                     : text_at(row, 5)[0] != '\0'         ? RETURNED
                                                          : STANDS;
    return given;
}

/*
 * A skipped ballot returns by itself when nothing else is left. A program that was killed meanwhile has not reported
 * that.
 */
static bool is_same(struct given *model, const struct given *found)
{
    if (model->kind == SKIPPED_LATER && model->standing == STANDS && found->standing == RETURNED)
        model->standing = RETURNED;
    return model->ballot == found->ballot && model->seat == found->seat && model->kind == found->kind &&
           model->slot == found->slot && model->standing == found->standing &&
           strcmp(model->note, found->note) == 0;
}

/* Returns whether the database has exactly the answers of the model. */
static bool is_as_modelled(struct world *world)
{
    sqlite3 *handle;
    sqlite3_stmt *rows;
    size_t n = 0;
    bool is_same_so_far = true;
    assert_int_equal(sqlite3_open_v2(world->database, &handle, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle, answers_sql, -1, &rows, NULL), SQLITE_OK);
    while (is_same_so_far && sqlite3_step(rows) == SQLITE_ROW) {
        struct given found = read_given(rows);
        is_same_so_far = n < world->n_given && is_same(&world->given[n], &found);
        n++;
    }
    sqlite3_finalize(rows);
    sqlite3_close(handle);
    return is_same_so_far && n == world->n_given;
}

/* Returns whether the database has the model's answers and this one. If so, this one is added to the model. */
static bool has_come(struct world *world, const struct under_way *came)
{
    const size_t n_before = world->n_given;
    if (came->is_undo)
        world->given[came->undone].standing = UNDONE;
    else
        VECTOR_PUSH(world->given, world->n_given, world->capacity) = came->given;
    if (is_as_modelled(world))
        return true;
    if (came->is_undo)
        world->given[came->undone].standing = STANDS;
    world->n_given = n_before;
    return false;
}

/* Of what was in progress, either all or nothing is there, and at most one of several: the next write overwrites it. */
static void assert_as_modelled(struct world *world)
{
    if (is_as_modelled(world))
        return;
    for (size_t i = 0; i < world->n_under_way; i++) {
        if (has_come(world, &world->under_way[i])) {
            world->n_under_way = 0;
            return;
        }
    }
    fail_msg("after %zu answers the database differs from the model", world->n_given);
}

static void add_under_way(struct world *world, struct under_way under_way)
{
    VECTOR_PUSH(world->under_way, world->n_under_way, world->under_way_capacity) = under_way;
}

/* --- Labelling ---------------------------------------------------------------------------------------- */

static struct seat *seat_at(struct world *world, size_t seat)
{
    return &world->seats[seat];
}

/* A skip ends when its ballot is shown again. */
static void take_in_hand(struct world *world, size_t seat, const struct said *said)
{
    seat_at(world, seat)->ballot = *said;
    assert_in_range(said->ballot, 1, BALLOTS_MAX - 1);
    struct said **shown = &world->ballots[said->ballot];
    if (*shown == NULL) {
        *shown = memory_get(sizeof **shown);
        **shown = *said;
    }
    for (size_t i = 0; i < world->n_given; i++) {
        struct given *given = &world->given[i];
        if (given->ballot != said->ballot || given->standing != STANDS)
            continue;
        if (given->kind != SKIPPED_LATER)
            fail_msg("ballot %ld is asked again although it has an answer", said->ballot);
        given->standing = RETURNED;
    }
}

/* Reads a ballot, or the message that nothing is left to do, after which the session ends. */
static void hear_next(struct world *world, size_t seat)
{
    struct said said = child_hear(seat_at(world, seat)->child);
    if (said.kind == SAID_BALLOT) {
        take_in_hand(world, seat, &said);
        return;
    }
    if (said.kind != SAID_DONE)
        fail_msg("unexpected line: %s", said.line != NULL ? said.line : "(the end)");
    assert_int_equal(child_end(seat_at(world, seat)->child), 0);
    seat_at(world, seat)->child = NULL;
}

static void sit_down(struct world *world, size_t seat)
{
    const char name[] = {(char)('a' + seat), '\0'};
    seat_at(world, seat)->child = start_assay("label", world->database, "--json", "--annotator", name);
    hear_next(world, seat);
}

static struct given draw_vote(struct world *world, size_t seat)
{
    const struct said *ballot = &seat_at(world, seat)->ballot;
    struct given given = {.ballot = ballot->ballot,
                          .seat = seat,
                          .slot = (int)any(world, ballot->n_slots + 1)};
    if (any(world, 5) == 0)
        snprintf(given.note, NOTE_SIZE, "note %u", (unsigned)any(world, 1000000));
    return given;
}

static struct given draw_skip(struct world *world, size_t seat)
{
    struct given given = draw_vote(world, seat);
    given.slot = 0;
    given.kind = any(world, 2) == 0 ? SKIPPED_LATER : SKIPPED_FOR_GOOD;
    return given;
}

static const char *request_of(struct arena *arena, const struct given *given)
{
    const char *note = given->note[0] != '\0' ? arena_format(arena, ",\"note\":\"%s\"", given->note) : "";
    if (given->kind == VOTED)
        return arena_format(arena, "{\"vote\":%d%s}", given->slot, note);
    return arena_format(arena, "{\"skip\":\"%s\"%s}", given->kind == SKIPPED_LATER ? "later" : "cannot tell",
                        note);
}

static void answer(struct world *world, size_t seat, struct given given)
{
    struct arena arena = {0};
    child_write(seat_at(world, seat)->child, request_of(&arena, &given));
    assert_int_equal(child_expect(seat_at(world, seat)->child, SAID_SAVED).ballot, given.ballot);
    give(world, given);
    hear_next(world, seat);
    arena_release(&arena);
}

static void vote(struct world *world, size_t seat)
{
    answer(world, seat, draw_vote(world, seat));
    world->votes++;
}

static void put_aside(struct world *world, size_t seat)
{
    answer(world, seat, draw_skip(world, seat));
    world->skips++;
}

static void undo(struct world *world, size_t seat)
{
    struct given *last = last_standing(world, seat);
    child_write(seat_at(world, seat)->child, "{\"undo\":true}");
    struct said said = child_expect(seat_at(world, seat)->child, last != NULL ? SAID_UNDONE : SAID_ERROR);
    if (last != NULL) {
        assert_int_equal(said.ballot, last->ballot);
        take_back(world, (size_t)(last - world->given));
        world->undone++;
    }
    hear_next(world, seat);
    if (last != NULL)
        assert_int_equal(seat_at(world, seat)->ballot.ballot, said.ballot);
}

static void redo(struct world *world, size_t seat)
{
    struct given again = {0};
    bool is_there = find_again(world, seat_at(world, seat)->ballot.ballot, &again);
    child_write(seat_at(world, seat)->child, "{\"redo\":true}");
    child_expect(seat_at(world, seat)->child, is_there ? SAID_SAVED : SAID_ERROR);
    if (is_there) {
        give(world, again);
        world->redone++;
    }
    hear_next(world, seat);
}

static void leave(struct world *world, size_t seat)
{
    child_write(seat_at(world, seat)->child, "{\"quit\":true}");
    assert_int_equal(child_end(seat_at(world, seat)->child), 0);
    seat_at(world, seat)->child = NULL;
}

/* --- Kills ----------------------------------------------------------------------------------------------- */

static void kill_between(struct world *world, size_t seat)
{
    child_kill(seat_at(world, seat)->child);
    seat_at(world, seat)->child = NULL;
    world->kills++;
    assert_as_modelled(world);
}

static void kill_inside_an_answer(struct world *world, size_t seat)
{
    struct arena arena = {0};
    struct given given = any(world, 4) == 0 ? draw_skip(world, seat) : draw_vote(world, seat);
    child_write_and_kill_inside(seat_at(world, seat)->child, request_of(&arena, &given),
                                1 + (unsigned)any(world, SYSTEM_CALLS));
    seat_at(world, seat)->child = NULL;
    world->kills++;
    add_under_way(world, (struct under_way){.given = given});
    assert_as_modelled(world);
    arena_release(&arena);
}

static void kill_inside_an_undo(struct world *world, size_t seat)
{
    struct given *last = last_standing(world, seat);
    child_write_and_kill_inside(seat_at(world, seat)->child, "{\"undo\":true}",
                                1 + (unsigned)any(world, SYSTEM_CALLS));
    seat_at(world, seat)->child = NULL;
    world->kills++;
    if (last != NULL)
        add_under_way(world, (struct under_way){.is_undo = true, .undone = (size_t)(last - world->given)});
    assert_as_modelled(world);
}

/* --- Other commands ---------------------------------------------------------------------------------------- */

static const char *sample(struct world *world, const char *name)
{
    return support_source(&world->arena, arena_format(&world->arena, "sample-data/%s", name));
}

static void change_setting(struct world *world)
{
    struct arena arena = {0};
    world->impressions += any(world, 3) == 0;
    output_of_assay(&arena, "set", world->database, "impressions",
                    arena_format(&arena, "%d", world->impressions));
    arena_release(&arena);
}

/* Imports more candidates from one of the runs, to some depth. */
static void import_more(struct world *world)
{
    static const char *const runs[] = {"porter.run", "plain.run", "titles.run"};
    struct arena arena = {0};
    output_of_assay(&arena, "import", world->database, "--candidates",
                    sample(world, runs[any(world, sizeof runs / sizeof *runs)]), "--depth",
                    arena_format(&arena, "%d", 3 + (int)any(world, 5)));
    arena_release(&arena);
}

static void export_qrels(struct world *world)
{
    struct arena arena = {0};
    output_of_assay(&arena, "export", world->database, "qrels");
    arena_release(&arena);
}

/* Counts how often the document was shown and chosen for the question in the model's votes. */
static void count_shown(const struct world *world, const char *qid, const char *docid, long *wins,
                        long *impressions)
{
    *wins = *impressions = 0;
    for (size_t i = 0; i < world->n_given; i++) {
        const struct given *given = &world->given[i];
        const struct said *ballot = world->ballots[given->ballot];
        if (given->kind != VOTED || given->standing != STANDS || strcmp(ballot->qid, qid) != 0)
            continue;
        for (size_t slot = 0; slot < ballot->n_slots; slot++) {
            if (strcmp(ballot->docids[slot], docid) != 0)
                continue;
            *impressions += 1;
            *wins += given->slot == (int)slot + 1;
        }
    }
}

/* The wins and impressions of one question's candidates must be those of the model's votes. */
static void list_relevance(struct world *world)
{
    struct arena arena = {0};
    const char *qid = arena_format(&arena, "q%02d", 1 + (int)any(world, 48));
    const char *rest =
        output_of_assay(&arena, "relevance", world->database, "--question", qid, "--format", "tsv");
    char docid[SAID_ID_SIZE];
    long wins, impressions, expected_wins, expected_impressions;
    int read;
    for (; sscanf(rest, "%*s %127s %ld %ld%*[^\n]%n", docid, &wins, &impressions, &read) == 3; rest += read) {
        count_shown(world, qid, docid, &expected_wins, &expected_impressions);
        assert_int_equal(wins, expected_wins);
        assert_int_equal(impressions, expected_impressions);
    }
    arena_release(&arena);
}

static void check(struct world *world)
{
    struct arena arena = {0};
    assert_string_equal(output_of_assay(&arena, "check", world->database), "ok\n");
    arena_release(&arena);
    assert_as_modelled(world);
}

/* --- The test ----------------------------------------------------------------------------------------------- */

/* How many of 100 steps; the remaining steps run another command. */
static const struct {
    int weight;
    void (*act)(struct world *world, size_t seat);
} acts[] = {
    {51, vote},
    {10, put_aside},
    {14, undo},
    {10, redo},
    {3, leave},
    {2, kill_between},
    {4, kill_inside_an_answer},
    {2, kill_inside_an_undo},
};

static void (*const side_acts[])(struct world *) = {
    change_setting, import_more, export_qrels, list_relevance, list_relevance, check,
};

static void act_beside(struct world *world)
{
    side_acts[any(world, sizeof side_acts / sizeof *side_acts)](world);
    world->commands++;
}

static void take_step(struct world *world)
{
    size_t seat = any(world, SEATS);
    int lot = (int)any(world, 100);
    if (seat_at(world, seat)->child == NULL)
        sit_down(world, seat);
    if (seat_at(world, seat)->child == NULL) { /* nothing is left to do, so ask for more impressions */
        world->impressions++;
        change_setting(world);
        return;
    }
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        lot -= acts[i].weight;
        if (lot < 0) {
            acts[i].act(world, seat);
            return;
        }
    }
    act_beside(world);
}

static void open_world(struct world *world, uint64_t seed)
{
    world->random = random_from(seed, 0);
    world->impressions = 12;
    world->database = arena_format(&world->arena, "%s/model.db", getenv("TMPDIR"));
    remove(world->database);
    output_of_assay(&world->arena, "import", world->database, "--documents", sample(world, "documents.jsonl"),
                    "--questions", sample(world, "questions.jsonl"), "--candidates",
                    sample(world, "porter.run"), "--depth", "8");
    change_setting(world);
}

static void close_world(struct world *world)
{
    for (size_t i = 0; i < BALLOTS_MAX; i++)
        free(world->ballots[i]);
    free(world->given);
    free(world->under_way);
    arena_release(&world->arena);
}

static uint64_t choose_seed(void)
{
    uint64_t seed = 1;
    const char *given = getenv("MODEL_SEED");
    if (given != NULL)
        return strtoull(given, NULL, 10);
    if (effort_is_large())
        assert_int_equal(getrandom(&seed, sizeof seed, 0), sizeof seed);
    return seed;
}

static void the_database_has_what_the_model_has(void **state)
{
    (void)state;
    static struct world world;
    uint64_t seed = choose_seed();
    size_t steps = effort(STEPS, STEPS_LARGE);
    print_message("# MODEL_SEED=%llu\n", (unsigned long long)seed);
    open_world(&world, seed);
    for (size_t step = 1; step <= steps; step++) {
        take_step(&world);
        if (step % STEPS_BETWEEN_LOOKS == 0)
            assert_as_modelled(&world);
    }
    for (size_t seat = 0; seat < SEATS; seat++) {
        if (world.seats[seat].child != NULL)
            leave(&world, seat);
    }
    check(&world);
    effort_report(
        "everything at once: %zu votes, %zu skips, %zu undone, %zu redone, %zu kills, %zu commands beside, "
        "0 answers lost, 0 doubled",
        world.votes, world.skips, world.undone, world.redone, world.kills, world.commands);
    assert_true(world.redone > 0 && world.undone > 0 && world.skips > 0 && world.commands > 0);
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_database_has_what_the_model_has)};
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
