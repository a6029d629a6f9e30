/*
 * A simulated expert labels the whole sample collection through `label --json`. It votes for the document with the
 * highest grade in sample-data/judgments.qrels, on a tie for the smaller id, and for "none" if all grades are 0. The
 * test keeps its own records of what it saw and answered, and checks all numbers that assay reports afterwards against
 * them.
 */
#include "tests/support/support.h"

#include "tests/support/child.h"

#include <cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_RUNS = 3, DEPTH = 10, IMPRESSIONS = 3, BALLOT_SIZE = 3, ID_SIZE = SAID_ID_SIZE };

static const char *const run_names[N_RUNS] = {"porter", "plain", "titles"};

struct candidate {
    char qid[ID_SIZE];
    char docid[ID_SIZE];
    double prior; /* the score in a run; for a candidate the sum of 1 / (60 + rank) over the runs */
    long wins, impressions;
};

struct ballot {
    char qid[ID_SIZE];
    size_t n_slots;
    char docids[SAID_SLOTS][ID_SIZE]; /* by slot */
    long seen[SAID_SLOTS];            /* impressions of each before this ballot */
    long done, total;
};

/* The records, which set_up_group makes for all tests. */
static struct {
    struct arena arena;
    const char *database;
    const char *runs[N_RUNS];
    const char *truth;
    char (*qids)[ID_SIZE]; /* in the order of the file of questions */
    size_t n_qids;
    struct candidate *candidates; /* by question in that order, then by docid */
    size_t n_candidates;
    struct candidate *grades; /* the judgments: `wins` is the grade */
    size_t n_grades;
    struct ballot *ballots;
    size_t n_ballots;
    long none_votes;
    bool in_order; /* each saved ballot was the one just asked */
    char *last_saved;
    int status;
} books;

/* --- Files, read without any of assay's readers ------------------------------------------------ */

static FILE *open_file(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s is missing", path);
    return file;
}

static void read_qids(void)
{
    char line[4096];
    FILE *file = open_file(support_source(&books.arena, "sample-data/questions.jsonl"));
    while (fgets(line, sizeof line, file) != NULL) {
        books.qids = arena_make_room(&books.arena, books.qids, books.n_qids, sizeof *books.qids);
        assert_int_equal(sscanf(line, "{\"_id\": \"%127[^\"]\"", books.qids[books.n_qids]), 1);
        books.n_qids++;
    }
    fclose(file);
}

static size_t place_of(const char *qid)
{
    size_t place = 0;
    while (place < books.n_qids && strcmp(books.qids[place], qid) != 0)
        place++;
    return place;
}

static int compare_places(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    size_t place_a = place_of(a->qid), place_b = place_of(b->qid);
    return place_a != place_b ? (place_a < place_b ? -1 : 1) : strcmp(a->docid, b->docid);
}

/* Sorts by score, the best first, ties by docid descending. */
static int compare_scores(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    int order = strcmp(a->qid, b->qid);
    if (order != 0)
        return order;
    return a->prior < b->prior ? 1 : a->prior > b->prior ? -1 : strcmp(b->docid, a->docid);
}

static struct candidate *find(struct candidate *rows, size_t n, const char *qid, const char *docid)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(rows[i].docid, docid) == 0 && strcmp(rows[i].qid, qid) == 0)
            return &rows[i];
    }
    return NULL;
}

static void add_row(struct candidate **rows, size_t *n, const struct candidate *row)
{
    ARENA_PUSH(&books.arena, *rows, *n) = *row;
}

static void pool_run(const char *path)
{
    struct candidate *entries = NULL, entry = {.wins = 0};
    size_t n = 0, taken = 0;
    FILE *file = open_file(path);
    while (fscanf(file, "%127s %*s %127s %*s %lf %*s", entry.qid, entry.docid, &entry.prior) == 3)
        add_row(&entries, &n, &entry);
    fclose(file);
    qsort(entries, n, sizeof *entries, compare_scores);
    for (size_t i = 0; i < n; i++) {
        taken = i > 0 && strcmp(entries[i].qid, entries[i - 1].qid) == 0 ? taken + 1 : 0;
        if (taken >= DEPTH)
            continue;
        struct candidate *known =
            find(books.candidates, books.n_candidates, entries[i].qid, entries[i].docid);
        entries[i].prior = 1.0 / (double)(60 + taken + 1);
        if (known != NULL)
            known->prior += entries[i].prior;
        else
            add_row(&books.candidates, &books.n_candidates, &entries[i]);
    }
}

static void read_grades(void)
{
    struct candidate row = {.prior = 0};
    FILE *file = open_file(books.truth);
    while (fscanf(file, "%127s %*s %127s %ld", row.qid, row.docid, &row.wins) == 3)
        add_row(&books.grades, &books.n_grades, &row);
    fclose(file);
}

/* --- The expert -------------------------------------------------------------------------------- */

/* Returns the slot of the best document, 0 for none. */
static int choose(const struct said *ballot)
{
    int best = 0;
    long best_grade = 0;
    for (size_t i = 0; i < ballot->n_slots; i++) {
        const struct candidate *judged = find(books.grades, books.n_grades, ballot->qid, ballot->docids[i]);
        long grade = judged != NULL ? judged->wins : 0;
        if (grade > best_grade ||
            (best != 0 && grade == best_grade && strcmp(ballot->docids[i], ballot->docids[best - 1]) < 0)) {
            best = (int)i + 1;
            best_grade = grade;
        }
    }
    return best;
}

static void book(const struct said *said, int slot)
{
    struct ballot ballot = {.n_slots = said->n_slots, .done = said->done, .total = said->total};
    memcpy(ballot.qid, said->qid, sizeof ballot.qid);
    memcpy(ballot.docids, said->docids, sizeof ballot.docids);
    for (size_t i = 0; i < said->n_slots; i++) {
        struct candidate *candidate = find(books.candidates, books.n_candidates, said->qid, said->docids[i]);
        if (candidate == NULL)
            fail_msg("%s is no candidate of %s", said->docids[i], said->qid);
        ballot.seen[i] = candidate->impressions++;
        candidate->wins += (int)i + 1 == slot;
    }
    books.none_votes += slot == 0;
    ARENA_PUSH(&books.arena, books.ballots, books.n_ballots) = ballot;
}

static void label(void)
{
    struct child *child =
        start_assay("label", books.database, "--json", "--annotator", "expert", "--seed", "7", "--run",
                    books.runs[0], "--run", books.runs[1], "--run", books.runs[2]);
    struct said said = child_hear(child);
    books.in_order = true;
    while (said.kind == SAID_BALLOT) {
        long asked = said.ballot;
        int slot = choose(&said);
        book(&said, slot);
        child_vote(child, slot);
        said = child_expect(child, SAID_SAVED);
        books.in_order = books.in_order && said.ballot == asked;
        free(books.last_saved);
        books.last_saved = strdup(said.line);
        said = child_hear(child);
    }
    assert_int_equal(said.kind, SAID_DONE);
    books.status = child_end(child);
}

static int set_up_group(void **state)
{
    (void)state;
    struct arena *arena = &books.arena;
    books.database = arena_format(arena, "%s/expert.db", getenv("TMPDIR"));
    books.truth = support_source(arena, "sample-data/judgments.qrels");
    remove(books.database);
    read_qids();
    read_grades();
    for (size_t i = 0; i < N_RUNS; i++) {
        books.runs[i] = support_source(arena, arena_format(arena, "sample-data/%s.run", run_names[i]));
        pool_run(books.runs[i]);
    }
    qsort(books.candidates, books.n_candidates, sizeof *books.candidates, compare_places);
    output_of_assay(arena, "import", books.database, "--documents",
                    support_source(arena, "sample-data/documents.jsonl"), "--questions",
                    support_source(arena, "sample-data/questions.jsonl"), "--candidates", books.runs[0],
                    "--candidates", books.runs[1], "--candidates", books.runs[2], "--depth", "10");
    label();
    return 0;
}

static int tear_down_group(void **state)
{
    (void)state;
    free(books.last_saved);
    arena_release(&books.arena);
    return 0;
}

/* --- The ballots ------------------------------------------------------------------------------- */

/* Returns the index of the first candidate of a question. Sets *n to their number. */
static size_t pool_of(const char *qid, size_t *n)
{
    size_t first = 0;
    while (first < books.n_candidates && strcmp(books.candidates[first].qid, qid) != 0)
        first++;
    for (*n = 0; first + *n < books.n_candidates && strcmp(books.candidates[first + *n].qid, qid) == 0;)
        ++*n;
    return first;
}

/*
 * Returns how often each candidate of a pool must be seen: once if the pool fits on one ballot; otherwise at most as
 * often as there are different sets.
 */
static long target_of(size_t pool)
{
    long others = (long)pool - 1;
    long sets = pool <= BALLOT_SIZE ? 1 : others * (others - 1) / 2;
    return sets < IMPRESSIONS ? sets : IMPRESSIONS;
}

static void test_the_session_exits_with_status_0(void **state)
{
    (void)state;
    assert_int_equal(books.status, 0);
}

static void test_each_answer_is_saved_for_the_ballot_just_asked(void **state)
{
    (void)state;
    assert_true(books.in_order);
}

static void test_every_candidate_reaches_its_target(void **state)
{
    (void)state;
    for (size_t i = 0; i < books.n_candidates; i++) {
        const struct candidate *candidate = &books.candidates[i];
        size_t pool;
        pool_of(candidate->qid, &pool);
        if (candidate->impressions < target_of(pool))
            fail_msg("%s %s was seen %ld times, not %ld", candidate->qid, candidate->docid,
                     candidate->impressions, target_of(pool));
    }
}

/*
 * The last candidate of a question may need partners that need nothing themselves, which costs a ballot now and then.
 */
static void test_hardly_more_ballots_are_dealt_than_the_targets_need(void **state)
{
    (void)state;
    size_t needed = 0;
    for (size_t i = 0; i < books.n_qids; i++) {
        size_t pool;
        pool_of(books.qids[i], &pool);
        size_t slots = pool < BALLOT_SIZE ? pool : BALLOT_SIZE;
        needed += pool == 0 ? 0 : (pool * (size_t)target_of(pool) + slots - 1) / slots;
    }
    assert_in_range(books.n_ballots, needed, needed + needed / 50);
}

static void test_a_ballot_has_as_many_slots_as_the_pool_allows(void **state)
{
    (void)state;
    for (size_t i = 0; i < books.n_ballots; i++) {
        size_t pool;
        pool_of(books.ballots[i].qid, &pool);
        assert_int_equal(books.ballots[i].n_slots, pool < BALLOT_SIZE ? pool : BALLOT_SIZE);
    }
}

static bool stands_on(const struct ballot *ballot, const char *docid)
{
    for (size_t i = 0; i < ballot->n_slots; i++) {
        if (strcmp(ballot->docids[i], docid) == 0)
            return true;
    }
    return false;
}

static size_t count_shared(const struct ballot *a, const struct ballot *b)
{
    size_t shared = 0;
    for (size_t i = 0; i < a->n_slots; i++)
        shared += stands_on(b, a->docids[i]);
    return shared;
}

static void test_no_document_appears_twice_on_a_ballot(void **state)
{
    (void)state;
    for (size_t i = 0; i < books.n_ballots; i++)
        assert_int_equal(count_shared(&books.ballots[i], &books.ballots[i]), books.ballots[i].n_slots);
}

static void test_no_set_is_asked_twice(void **state)
{
    (void)state;
    for (size_t i = 0; i < books.n_ballots; i++) {
        for (size_t j = 0; j < i; j++) {
            const struct ballot *a = &books.ballots[i], *b = &books.ballots[j];
            if (strcmp(a->qid, b->qid) == 0 && count_shared(a, b) == a->n_slots)
                fail_msg("ballots %zu and %zu of %s are the same", j + 1, i + 1, a->qid);
        }
    }
}

/*
 * If partners are drawn anew each time, about half of the ballots of questions with 12 or more candidates share two
 * documents with another ballot. If groups stayed together, all would.
 */
static void test_groups_do_not_stay_together(void **state)
{
    (void)state;
    size_t looked_at = 0, with_twin = 0;
    for (size_t i = 0; i < books.n_ballots; i++) {
        size_t pool;
        pool_of(books.ballots[i].qid, &pool);
        if (pool < 12)
            continue;
        bool twin = false;
        for (size_t j = 0; j < books.n_ballots; j++)
            twin = twin || (j != i && strcmp(books.ballots[i].qid, books.ballots[j].qid) == 0 &&
                            count_shared(&books.ballots[i], &books.ballots[j]) == 2);
        looked_at++;
        with_twin += twin;
    }
    assert_true(looked_at > 100);
    assert_true(with_twin * 3 < looked_at * 2);
}

/* Three slots in random order are sorted by docid in one of six cases. */
static void test_slots_are_not_in_the_order_of_ids(void **state)
{
    (void)state;
    size_t sorted = 0;
    for (size_t i = 0; i < books.n_ballots; i++) {
        const struct ballot *ballot = &books.ballots[i];
        sorted += ballot->n_slots == 3 && strcmp(ballot->docids[0], ballot->docids[1]) < 0 &&
                  strcmp(ballot->docids[1], ballot->docids[2]) < 0;
    }
    assert_in_range(sorted, books.n_ballots / 12, books.n_ballots / 3);
}

/*
 * Dealing takes the least seen documents first. If impressions differ, a ballot has that order by chance in one of
 * three cases.
 */
static void test_slots_are_not_in_the_order_of_dealing(void **state)
{
    (void)state;
    size_t looked_at = 0, ascending = 0;
    for (size_t i = 0; i < books.n_ballots; i++) {
        const long *seen = books.ballots[i].seen;
        if (books.ballots[i].n_slots < 3 || (seen[0] == seen[1] && seen[1] == seen[2]))
            continue;
        looked_at++;
        ascending += seen[0] <= seen[1] && seen[1] <= seen[2];
    }
    assert_true(looked_at > 50);
    assert_true(ascending * 3 < looked_at * 2);
}

static void test_a_question_is_finished_before_the_next_begins(void **state)
{
    (void)state;
    size_t changes = 0;
    for (size_t i = 1; i < books.n_ballots; i++)
        changes += strcmp(books.ballots[i].qid, books.ballots[i - 1].qid) != 0;
    assert_int_equal(changes, books.n_qids - 1);
}

static void test_progress_counts_the_votes(void **state)
{
    (void)state;
    for (size_t i = 0; i < books.n_ballots; i++)
        assert_int_equal(books.ballots[i].done, i);
}

static void test_the_total_is_the_number_of_ballots_asked_in_the_end(void **state)
{
    (void)state;
    assert_int_equal(books.ballots[books.n_ballots - 1].total, books.n_ballots);
    assert_in_range(books.ballots[0].total, books.n_ballots - books.n_ballots / 50, books.n_ballots);
}

/* --- Relevance and grades ---------------------------------------------------------------------- */

static double relevance(const struct candidate *candidate)
{
    return (double)candidate->wins / (double)candidate->impressions;
}

static double grade_by_level(const struct candidate *candidate)
{
    return floor(relevance(candidate) * 3 + 0.5);
}

/* Returns 0, or 1 + the number of different smaller positive relevances of the question. */
static double grade_by_rank(const struct candidate *candidate)
{
    size_t n, first = pool_of(candidate->qid, &n);
    double grade = candidate->wins > 0 ? 1 : 0;
    for (size_t i = first; i < first + n; i++) {
        const struct candidate *other = &books.candidates[i];
        bool smaller =
            other->wins > 0 && other->wins * candidate->impressions < candidate->wins * other->impressions;
        for (size_t j = first; smaller && j < i; j++) /* counts each relevance once */
            smaller = books.candidates[j].wins * other->impressions !=
                      other->wins * books.candidates[j].impressions;
        grade += smaller;
    }
    return grade;
}

static bool is_better(const struct candidate *a, const struct candidate *b)
{
    long left = a->wins * b->impressions, right = b->wins * a->impressions;
    if (left != right)
        return left > right;
    if (a->wins != b->wins)
        return a->wins > b->wins;
    if (fabs(a->prior - b->prior) > 1e-9)
        return a->prior > b->prior;
    return strcmp(a->docid, b->docid) < 0;
}

static double grade_by_best(const struct candidate *candidate)
{
    size_t n, first = pool_of(candidate->qid, &n);
    for (size_t i = first; i < first + n; i++) {
        if (&books.candidates[i] != candidate && is_better(&books.candidates[i], candidate))
            return 0;
    }
    return candidate->wins > 0 ? 1 : 0;
}

/* Compares the qrels with the expected ones; all candidates were seen. */
static void assert_exported(const char *grading, double (*grade)(const struct candidate *), int decimals)
{
    struct arena arena = {0};
    struct buffer expected = {0};
    for (size_t i = 0; i < books.n_candidates; i++)
        buffer_add_format(&expected, "%s 0 %s %.*f\n", books.candidates[i].qid, books.candidates[i].docid,
                          decimals, grade(&books.candidates[i]));
    assert_string_equal(output_of_assay(&arena, "export", books.database, "qrels", "--grading", grading),
                        buffer_string(&expected));
    buffer_release(&expected);
    arena_release(&arena);
}

static void test_exported_levels_follow_from_the_votes(void **state)
{
    (void)state;
    assert_exported("levels", grade_by_level, 0);
}

static void test_exported_ranks_follow_from_the_votes(void **state)
{
    (void)state;
    assert_exported("rank", grade_by_rank, 0);
}

static void test_the_exported_best_follows_from_the_votes(void **state)
{
    (void)state;
    assert_exported("best", grade_by_best, 0);
}

static void test_exported_rates_follow_from_the_votes(void **state)
{
    (void)state;
    assert_exported("rate", relevance, 6);
}

static int compare_lines(const void *left, const void *right)
{
    const char *const *a = left, *const *b = right;
    return strcmp(*a, *b);
}

/* Returns the lines of the text, sorted by their bytes. */
static const char *sort_lines(struct arena *arena, const char *text)
{
    char *copy = arena_copy_string(arena, text), *rest = NULL;
    char **rows = NULL;
    size_t n = 0;
    for (char *line = strtok_r(copy, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        ARENA_PUSH(arena, rows, n) = line;
    qsort(rows, n, sizeof *rows, compare_lines);
    struct buffer sorted = {0};
    for (size_t i = 0; i < n; i++)
        buffer_add_format(&sorted, "%s\n", rows[i]);
    const char *result = arena_copy_string(arena, buffer_string(&sorted));
    buffer_release(&sorted);
    return result;
}

/* Wilson's bounds: the rate is 1.96 standard errors from the bound, so (n + z²) p² - (2 w + z²) p + w² / n = 0. */
static double wilson_bound(const struct candidate *candidate, double sign)
{
    double n = (double)candidate->impressions, wins = (double)candidate->wins;
    double z2 = 1.959963984540054 * 1.959963984540054;
    double a = n + z2, b = 2 * wins + z2, c = wins * wins / n;
    double bound = (b + sign * sqrt(fmax(0, b * b - 4 * a * c))) / (2 * a);
    return bound < 1e-9 ? 0 : bound; /* avoids a minus sign before a zero */
}

static void test_relevance_lists_the_pools_with_their_wins_and_impressions(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct buffer expected = {0};
    for (size_t i = 0; i < books.n_candidates; i++) {
        const struct candidate *candidate = &books.candidates[i];
        buffer_add_format(&expected, "%s\t%s\t%ld\t%ld\t%.4f\t%.0f\t%.4f\t%.4f\n", candidate->qid,
                          candidate->docid, candidate->wins, candidate->impressions, relevance(candidate),
                          grade_by_level(candidate), wilson_bound(candidate, -1), wilson_bound(candidate, 1));
    }
    assert_string_equal(sort_lines(&arena,
                                   output_of_assay(&arena, "relevance", books.database, "--format", "tsv")),
                        sort_lines(&arena, buffer_string(&expected)));
    buffer_release(&expected);
    arena_release(&arena);
}

/* --- Scores ------------------------------------------------------------------------------------ */

/* Returns what the reference prints for a run: lines "measure TAB value". */
static const char *reference_scores(struct arena *arena, const char *qrels, const char *run)
{
    struct buffer text = {0};
    char chunk[4096];
    size_t got;
    const char *script = support_source(arena, "tests/support/reference-scores.awk");
    FILE *pipe = popen(arena_format(arena, "LC_ALL=C awk -f %s %s %s", support_shell_word(arena, script),
                                    support_shell_word(arena, qrels), support_shell_word(arena, run)),
                       "r");
    assert_non_null(pipe);
    while ((got = fread(chunk, 1, sizeof chunk, pipe)) > 0)
        buffer_add(&text, (struct bytes){.data = chunk, .size = got});
    assert_int_equal(pclose(pipe), 0);
    const char *copy = arena_copy_string(arena, buffer_string(&text));
    buffer_release(&text);
    return copy;
}

/* Both must have the same measures in the same order, with values equal within 1e-9. */
static void assert_same_scores(const char *actual, const char *expected)
{
    char name[ID_SIZE], wanted_name[ID_SIZE];
    double value, wanted;
    int read, wanted_read;
    size_t n = 0;
    for (; sscanf(expected, "%127s %lf%n", wanted_name, &wanted, &wanted_read) == 2; n++) {
        assert_int_equal(sscanf(actual, "%127s %lf%n", name, &value, &read), 2);
        assert_string_equal(name, wanted_name);
        assert_close(value, wanted, 1e-9);
        actual += read;
        expected += wanted_read;
    }
    assert_int_equal(n, 8);
}

static void test_the_exported_qrels_score_the_runs_as_the_reference_does(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *qrels = arena_format(&arena, "%s/expert.qrels", getenv("TMPDIR"));
    output_of_assay(&arena, "export", books.database, "qrels", "-o", qrels);
    for (size_t i = 0; i < N_RUNS; i++)
        assert_same_scores(output_of_assay(&arena, "eval", qrels, books.runs[i], "--format", "tsv",
                                           "--precision", "17"),
                           reference_scores(&arena, qrels, books.runs[i]));
    arena_release(&arena);
}

static void test_the_last_live_scores_equal_those_of_eval(void **state)
{
    (void)state;
    struct arena arena = {0};
    cJSON *saved = cJSON_Parse(books.last_saved);
    const cJSON *scores = cJSON_GetObjectItemCaseSensitive(saved, "scores");
    assert_int_equal(cJSON_GetArraySize(scores), N_RUNS);
    for (size_t i = 0; i < N_RUNS; i++) {
        struct buffer live = {0};
        const cJSON *value;
        cJSON_ArrayForEach(value, cJSON_GetObjectItemCaseSensitive(scores, run_names[i]))
        {
            buffer_add_format(&live, "%s\t%.17g\n", value->string, value->valuedouble);
        }
        assert_same_scores(buffer_string(&live),
                           output_of_assay(&arena, "eval", books.database, books.runs[i], "--format", "tsv",
                                           "--precision", "17"));
        buffer_release(&live);
    }
    cJSON_Delete(saved);
    arena_release(&arena);
}

/* --- Status and check -------------------------------------------------------------------------- */

static double number_at(const cJSON *root, const char *group, const char *key)
{
    if (group != NULL)
        root = cJSON_GetObjectItemCaseSensitive(root, group);
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(root, key));
}

static void test_status_shows_the_right_sums(void **state)
{
    (void)state;
    struct arena arena = {0};
    cJSON *status = cJSON_Parse(output_of_assay(&arena, "status", books.database, "--format", "json"));
    double votes = (double)books.n_ballots, none_share = (double)books.none_votes / votes;
    const cJSON *expert = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(status, "annotators"), 0);
    assert_close(number_at(status, "questions", "total"), (double)books.n_qids, 0);
    assert_close(number_at(status, "questions", "done"), (double)books.n_qids, 0);
    assert_close(number_at(status, NULL, "candidates"), (double)books.n_candidates, 0);
    assert_close(number_at(status, "ballots", "done"), votes, 0);
    assert_close(number_at(status, "ballots", "left"), 0, 0);
    assert_close(number_at(status, NULL, "votes"), votes, 0);
    assert_close(number_at(status, NULL, "none_share"), none_share, 1e-12);
    assert_close(number_at(expert, NULL, "votes"), votes, 0);
    assert_close(number_at(expert, NULL, "none_share"), none_share, 1e-12);
    assert_true(books.none_votes > 0); /* otherwise the share would show little */
    cJSON_Delete(status);
    arena_release(&arena);
}

static void test_check_finds_nothing(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_string_equal(output_of_assay(&arena, "check", books.database), "ok\n");
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_session_exits_with_status_0),
        cmocka_unit_test(test_each_answer_is_saved_for_the_ballot_just_asked),
        cmocka_unit_test(test_every_candidate_reaches_its_target),
        cmocka_unit_test(test_hardly_more_ballots_are_dealt_than_the_targets_need),
        cmocka_unit_test(test_a_ballot_has_as_many_slots_as_the_pool_allows),
        cmocka_unit_test(test_no_document_appears_twice_on_a_ballot),
        cmocka_unit_test(test_no_set_is_asked_twice),
        cmocka_unit_test(test_groups_do_not_stay_together),
        cmocka_unit_test(test_slots_are_not_in_the_order_of_ids),
        cmocka_unit_test(test_slots_are_not_in_the_order_of_dealing),
        cmocka_unit_test(test_a_question_is_finished_before_the_next_begins),
        cmocka_unit_test(test_progress_counts_the_votes),
        cmocka_unit_test(test_the_total_is_the_number_of_ballots_asked_in_the_end),
        cmocka_unit_test(test_exported_levels_follow_from_the_votes),
        cmocka_unit_test(test_exported_ranks_follow_from_the_votes),
        cmocka_unit_test(test_the_exported_best_follows_from_the_votes),
        cmocka_unit_test(test_exported_rates_follow_from_the_votes),
        cmocka_unit_test(test_relevance_lists_the_pools_with_their_wins_and_impressions),
        cmocka_unit_test(test_the_exported_qrels_score_the_runs_as_the_reference_does),
        cmocka_unit_test(test_the_last_live_scores_equal_those_of_eval),
        cmocka_unit_test(test_status_shows_the_right_sums),
        cmocka_unit_test(test_check_finds_nothing),
    };
    return cmocka_run_group_tests(tests, set_up_group, tear_down_group);
}
