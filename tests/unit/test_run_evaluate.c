/*
 * Scoring a run file while it is read. For any order of lines and any number of threads, each value must equal that of
 * the run read as a whole, to the last bit. Each error must be the one that reading the file as a whole gives.
 */
#include "core/metric/measures/measure_name.h"
#include "tests/support/support.h"
#include "tests/support/evaluation.h"

#include "core/base/look.h"
#include "core/base/random.h"
#include "import/files/file.h"
#include "import/files/mapped.h"
#include "import/runs/run.h"
#include "import/runs/run_evaluate.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { QUESTIONS = 60, DEPTH = 400, THREADS_MAX = 8 };

static const char measure_names[] =
    "nDCG@10,RR,AP,AP(judged_only=True),P@5,Judged,infAP,Compat,NumRel,NumRet";

/* A truth, measures, and the lines of a run, which are written to files in different orders. */
struct game {
    struct arena arena;
    struct qrels qrels;
    struct measure_list measures;
    enum ties ties;
    enum score_type scores;
    const char **lines;
    size_t n_lines;
    struct random_source random;
    struct err err;
};

static const char *qid_of(struct game *game, size_t question)
{
    return arena_format(&game->arena, "q%zu", question * 7919);
}

/* Makes lines with few different scores, so that there are ties. */
static void make_lines(struct game *game)
{
    game->lines = arena_get_array(&game->arena, QUESTIONS * DEPTH, sizeof *game->lines);
    for (size_t q = 0; q < QUESTIONS; q++) {
        for (size_t d = 0; d < DEPTH; d++)
            game->lines[game->n_lines++] =
                arena_format(&game->arena, "%s Q0 document-%zu %zu %zu.%zu tag\n", qid_of(game, q), d * 31,
                             d + 1, (size_t)random_below(&game->random, 90),
                             (size_t)random_below(&game->random, 10));
    }
}

/* Makes grades from -1 to 3. A third of the questions have none, and one more question is not in the run. */
static void make_qrels(struct game *game)
{
    for (size_t q = 0; q < QUESTIONS + 1; q++) {
        struct bytes qid = bytes_of(qid_of(game, q));
        for (size_t d = 0; d < 30 && q % 3 != 1; d++) {
            struct bytes docid = bytes_of(
                arena_format(&game->arena, "document-%zu", (d + 30 * random_below(&game->random, 20)) * 31));
            double grade = (double)random_below(&game->random, 5) - 1;
            if (!qrels_add(&game->qrels, qid, docid, grade))
                continue;
        }
    }
}

static int set_up(void **state)
{
    struct game *game = calloc(1, sizeof *game);
    *state = game;
    if (game == NULL)
        return -1;
    game->random = random_from(5, 0);
    make_lines(game);
    make_qrels(game);
    return measure_list_parse(bytes_of(measure_names), &game->measures, &game->err) ? 0 : -1;
}

static int tear_down(void **state)
{
    struct game *game = *state;
    measure_list_release(&game->measures);
    qrels_release(&game->qrels);
    arena_release(&game->arena);
    free(game);
    return 0;
}

static void shuffle(struct game *game, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = random_below(&game->random, i);
        const char *line = game->lines[i - 1];
        game->lines[i - 1] = game->lines[other];
        game->lines[other] = line;
    }
}

static const char *write_lines(struct game *game, const char *name)
{
    struct buffer text = {0};
    for (size_t i = 0; i < game->n_lines; i++)
        buffer_add_string(&text, game->lines[i]);
    const char *path = support_file(&game->arena, name, buffer_bytes(&text));
    buffer_release(&text);
    return path;
}

/* --- Two ways of scoring -------------------------------------------------- */

static bool not_interrupted(void)
{
    return false;
}

static bool interrupted(void)
{
    return true;
}

static void score_whole(struct game *game, const char *path, struct evaluation *out)
{
    struct run run;
    if (!import_run(path, NULL, &run, &game->err))
        fail_msg("%s", game->err.text);
    run_round(&run, game->scores);
    evaluation_make(out, &run, &game->qrels, game->measures.items, game->measures.count, game->ties,
                    QUESTIONS_ALL);
    run_release(&run);
}

static bool score_as_read(struct game *game, const char *path, size_t n_threads, struct evaluation *out)
{
    const struct workforce workforce = {.n_threads = n_threads, .interrupted = not_interrupted};
    struct evaluator evaluator;
    evaluator_open(&evaluator, &game->qrels, game->measures.items, game->measures.count, game->ties);
    evaluator.scores = game->scores;
    bool ok = evaluate_run(path, &evaluator, &workforce, NULL, &game->err);
    if (ok)
        evaluator_finish(&evaluator, QUESTIONS_ALL, out);
    evaluator_close(&evaluator);
    return ok;
}

static void assert_same(const struct evaluation *a, const struct evaluation *b)
{
    assert_int_equal(a->n_questions, b->n_questions);
    assert_int_equal(a->n_answered, b->n_answered);
    assert_memory_equal(a->values, b->values, a->n_questions * a->n_measures * sizeof *a->values);
    assert_memory_equal(a->means, b->means, a->n_measures * sizeof *a->means);
}

/* Requires that the file at `path` has the scores of the file at `like` read as a whole. It is read by 1 to 8 threads,
 * with each kind of look. */
static void assert_scored_like(struct game *game, const char *path, const char *like)
{
    struct evaluation expected;
    score_whole(game, like, &expected);
    for (size_t n = 1; n <= THREADS_MAX; n++) {
        struct evaluation evaluation;
        looks_limit((enum looks_kind)(n % LOOKS_KINDS));
        if (!score_as_read(game, path, n, &evaluation))
            fail_msg("%s", game->err.text);
        assert_same(&evaluation, &expected);
        evaluation_release(&evaluation);
    }
    evaluation_release(&expected);
}

static void assert_scored(struct game *game, const char *path)
{
    assert_scored_like(game, path, path);
}

/* Requires that 1 to 8 threads give the error that reading the file as a whole gives. */
static void assert_refused(struct game *game, const char *path)
{
    struct run run;
    struct err expected = {0};
    assert_false(import_run(path, NULL, &run, &expected));
    for (size_t n = 1; n <= THREADS_MAX; n++) {
        struct evaluation evaluation;
        assert_error(score_as_read(game, path, n, &evaluation), game->err, expected.code, expected.text);
    }
}

/* --- Several files ---------------------------------------------------------- */

enum { FILES = 5 };

/* Writes the lines of the game from `from` to `to`. */
static const char *write_part(struct game *game, size_t file, size_t from, size_t to)
{
    struct buffer text = {0};
    for (size_t i = from; i < to; i++)
        buffer_add_string(&text, game->lines[i]);
    const char *path =
        support_file(&game->arena, arena_format(&game->arena, "part-%zu.run", file), buffer_bytes(&text));
    buffer_release(&text);
    return path;
}

static bool score_files(struct game *game, const char *const *paths, size_t n_threads, struct evaluation *out)
{
    const struct workforce workforce = {.n_threads = n_threads, .interrupted = not_interrupted};
    struct evaluator evaluator;
    evaluator_open(&evaluator, &game->qrels, game->measures.items, game->measures.count, game->ties);
    bool ok = evaluate_run_of(paths, FILES, &evaluator, &workforce, NULL, &game->err);
    if (ok)
        evaluator_finish(&evaluator, QUESTIONS_ALL, out);
    evaluator_close(&evaluator);
    return ok;
}

/* Scores files of different sizes. Some questions have lines in two files. */
static void assert_files_scored(struct game *game)
{
    const char *paths[FILES];
    struct evaluation expected, evaluation;
    score_whole(game, write_lines(game, "whole.run"), &expected);
    for (size_t i = 0; i < FILES; i++)
        paths[i] = write_part(game, i, game->n_lines * i * i / (FILES * FILES),
                              game->n_lines * (i + 1) * (i + 1) / (FILES * FILES));
    for (size_t n = 1; n <= THREADS_MAX; n++) {
        if (!score_files(game, paths, n, &evaluation))
            fail_msg("%s", game->err.text);
        assert_same(&evaluation, &expected);
        evaluation_release(&evaluation);
    }
    evaluation_release(&expected);
}

static void files_of_one_run_score_as_one_file(void **state)
{
    struct game *game = *state;
    game->ties = TIES_INPUT;
    assert_files_scored(game);
    shuffle(game, game->n_lines);
    assert_files_scored(game);
}

static void a_document_in_two_files_is_refused(void **state)
{
    struct game *game = *state;
    const char *paths[FILES];
    struct evaluation evaluation;
    for (size_t i = 0; i < FILES; i++)
        paths[i] = write_part(game, i, i % 4 * DEPTH, i % 4 * DEPTH + 2);
    assert_false(score_files(game, paths, 2, &evaluation));
    assert_non_null(strstr(game->err.text, "part-0.run and the other files of the run: document document-0 "
                                           "of question q0 is in two files; remove it from one of them"));
}

static void a_wrong_line_in_one_of_the_files_is_named(void **state)
{
    struct game *game = *state;
    const char *paths[FILES];
    struct evaluation evaluation;
    for (size_t i = 0; i < FILES; i++)
        paths[i] = write_part(game, i, i * DEPTH, (i + 1) * DEPTH);
    paths[3] = support_file(&game->arena, "part-3.run", bytes_of("q0 Q0 d 1 2 t\nq0 Q0 e 1 x t\n"));
    assert_false(score_files(game, paths, 2, &evaluation));
    assert_non_null(strstr(game->err.text, "part-3.run:2: the score 'x' is not a finite number"));
}

static void files_of_two_kinds_are_no_run(void **state)
{
    static const char *const others[] = {"q0\td\t1\n", "{\"q0\": {\"d\": 1}}"};
    static const char *const messages[] = {
        "a run of MS MARCO (qid docid rank), unlike ",
        "a run in several files must be lines of columns, not tables or JSON; make one file of them"};
    struct game *game = *state;
    const char *paths[FILES];
    struct evaluation evaluation;
    for (size_t other = 0; other < 2; other++) {
        for (size_t i = 0; i < FILES; i++)
            paths[i] = write_part(game, i, i * DEPTH, (i + 1) * DEPTH);
        paths[2] = support_file(&game->arena, "part-2.run", bytes_of(others[other]));
        assert_false(score_files(game, paths, 2, &evaluation));
        assert_non_null(strstr(game->err.text, messages[other]));
    }
}

/* --- Orders of lines ------------------------------------------------------ */

static void lines_grouped_by_question(void **state)
{
    assert_scored(*state, write_lines(*state, "ordered.run"));
}

static void lines_in_any_order(void **state)
{
    struct game *game = *state;
    const char *ordered = write_lines(game, "ordered.run");
    shuffle(game, game->n_lines);
    assert_scored_like(game, write_lines(game, "shuffled.run"), ordered);
}

static void lines_in_any_order_whose_ties_are_broken_by_it(void **state)
{
    struct game *game = *state;
    game->ties = TIES_INPUT;
    shuffle(game, game->n_lines);
    assert_scored(game, write_lines(game, "shuffled.run"));
}

/* The first third is scattered, and the rest is grouped by question. */
static void lines_of_which_some_are_grouped_by_question(void **state)
{
    struct game *game = *state;
    game->ties = TIES_INPUT;
    shuffle(game, game->n_lines / 3);
    assert_scored(game, write_lines(game, "mixed.run"));
}

/* As when two shards are put together. */
static void questions_with_two_groups_of_lines(void **state)
{
    struct game *game = *state;
    const char **lines = arena_get_array(&game->arena, game->n_lines, sizeof *lines);
    size_t n = 0;
    for (size_t shard = 0; shard < 2; shard++) {
        for (size_t i = shard; i < game->n_lines; i += 2)
            lines[n++] = game->lines[i];
    }
    game->lines = lines;
    game->ties = TIES_INPUT;
    assert_scored(game, write_lines(game, "shards.run"));
}

static int compare_scores(const void *a, const void *b)
{
    double left = 0;
    double right = 0;
    assert_int_equal(sscanf(*(const char *const *)a, "%*s Q0 %*s %*s %lf", &left), 1);
    assert_int_equal(sscanf(*(const char *const *)b, "%*s Q0 %*s %*s %lf", &right), 1);
    return (left < right) - (left > right);
}

/* As most runs are. Then only ties have to be ordered, under each rule for ties. */
static void lines_in_the_order_of_their_scores(void **state)
{
    struct game *game = *state;
    for (size_t q = 0; q < QUESTIONS; q++)
        qsort(game->lines + q * DEPTH, DEPTH, sizeof *game->lines, compare_scores);
    const char *path = write_lines(game, "sorted.run");
    for (enum ties ties = 0; ties <= TIES_INPUT; ties++) {
        game->ties = ties;
        assert_scored(game, path);
    }
}

/* There are more equal lines than are compared pair by pair. */
static void lines_whose_scores_are_all_equal(void **state)
{
    struct game *game = *state;
    struct buffer text = {0};
    for (size_t i = 0; i < QUESTIONS * DEPTH; i++)
        buffer_add_format(&text, "%s Q0 document-%zu %zu 0.%s tag\n", qid_of(game, i / DEPTH), i % DEPTH * 31,
                          i, i % 2 == 0 ? "5" : "50");
    const char *path = support_file(&game->arena, "equal.run", buffer_bytes(&text));
    buffer_release(&text);
    for (enum ties ties = 0; ties <= TIES_INPUT; ties++) {
        game->ties = ties;
        assert_scored(game, path);
    }
}

/* Neighbouring scores differ only in a few digits, of which single precision does not keep all. The lines are sorted or
 * not. */
static void scores_that_single_precision_cannot_tell_apart(void **state)
{
    struct game *game = *state;
    for (size_t i = 0; i < game->n_lines; i++) {
        size_t rank = i % DEPTH;
        size_t digits = 3 + random_below(&game->random, 14);
        double score = 9.5 - (double)rank / 100 - (double)random_below(&game->random, 9) * 1e-8;
        game->lines[i] = arena_format(&game->arena, "%s Q0 document-%zu %zu %.*f tag\n",
                                      qid_of(game, i / DEPTH), rank * 31 % 401, rank, (int)digits,
                                      rank % 3 == 0 ? score : 9.5 - (double)(rank / 3 * 3) / 100);
    }
    for (int ordered = 0; ordered < 2; ordered++) {
        const char *path = write_lines(game, "near.run");
        for (enum ties ties = 0; ties <= TIES_INPUT; ties++) {
            game->ties = ties;
            game->scores = SCORE_FLOAT32;
            assert_scored(game, path);
            game->scores = SCORE_FLOAT64;
            assert_scored(game, path);
        }
        for (size_t q = 0; q < QUESTIONS; q++)
            qsort(game->lines + q * DEPTH, DEPTH, sizeof *game->lines, compare_scores);
    }
}

/* Compares the holes and places that evaluator_score_run keeps with those that are kept while the run is read. */
static void holes_and_places_match_those_of_the_run_read_whole(void **state)
{
    struct game *game = *state;
    const struct workforce workforce = {.n_threads = 2, .interrupted = not_interrupted};
    struct evaluator evaluators[2];
    struct run run;
    for (size_t q = 0; q < QUESTIONS; q++)
        qsort(game->lines + q * DEPTH, DEPTH, sizeof *game->lines, compare_scores);
    const char *path = write_lines(game, "sorted.run");
    for (size_t i = 0; i < 2; i++) {
        evaluator_open(&evaluators[i], &game->qrels, game->measures.items, game->measures.count, game->ties);
        evaluators[i].holes = arena_get_array(&game->arena, QUESTIONS + 1, sizeof *evaluators[i].holes);
        evaluators[i].places = arena_get_array(&game->arena, QUESTIONS + 1, sizeof *evaluators[i].places);
    }
    assert_true(import_run(path, NULL, &run, &game->err));
    evaluator_score_run(&evaluators[0], &run);
    assert_true(evaluate_run(path, &evaluators[1], &workforce, NULL, &game->err));
    for (size_t q = 0; q < game->qrels.n_questions; q++) {
        struct holes *holes[] = {&evaluators[0].holes[q], &evaluators[1].holes[q]};
        struct judged_places *places[] = {&evaluators[0].places[q], &evaluators[1].places[q]};
        assert_true(bytes_equal(holes[0]->docids, holes[1]->docids));
        assert_int_equal(holes[0]->n_first, holes[1]->n_first);
        assert_int_equal(holes[0]->n_judged, holes[1]->n_judged);
        assert_int_equal(holes[0]->n, holes[1]->n);
        assert_int_equal(places[0]->n_retrieved, places[1]->n_retrieved);
        assert_int_equal(places[0]->n, places[1]->n);
        for (size_t i = 0; i < places[0]->n; i++) {
            assert_int_equal(places[0]->at[i].rank, places[1]->at[i].rank);
            assert_int_equal(places[0]->at[i].judgment, places[1]->at[i].judgment);
        }
        for (size_t i = 0; i < 2; i++) {
            holes_release(holes[i]);
            judged_places_release(places[i]);
        }
    }
    run_release(&run);
    evaluator_close(&evaluators[0]);
    evaluator_close(&evaluators[1]);
}

/* The question has two segments, at both ends of the file. */
static void a_question_that_turns_up_again(void **state)
{
    struct game *game = *state;
    const char *line = game->lines[0];
    game->lines[0] = game->lines[game->n_lines - 1];
    game->lines[game->n_lines - 1] = line;
    assert_scored(game, write_lines(game, "again.run"));
}

static void a_file_of_one_question(void **state)
{
    struct game *game = *state;
    struct buffer text = {0};
    for (size_t i = 0; i < 20000; i++)
        buffer_add_format(&text, "q0 Q0 document-%zu %zu %zu tag\n", i, i, i % 1000);
    const char *path = support_file(&game->arena, "one.run", buffer_bytes(&text));
    buffer_release(&text);
    assert_scored(game, path);
}

static void a_file_of_one_line_without_an_end(void **state)
{
    struct game *game = *state;
    assert_scored(game, support_file(&game->arena, "line.run", bytes_of("q0 Q0 document-31 1 2 t")));
}

/* --- Layouts -------------------------------------------------------------- */

static void blank_lines_tabs_crlf_and_more_columns(void **state)
{
    struct game *game = *state;
    const char *plain = write_lines(game, "plain.run");
    struct buffer text = {0};
    for (size_t i = 0; i < game->n_lines; i++) {
        buffer_add_string(&text, i % 5 == 0 ? "\n \t\r\n" : i % 7 == 0 ? "\t  " : "");
        for (const char *c = game->lines[i]; *c != '\n'; c++)
            buffer_add_string(&text, *c != ' ' ? (char[]){*c, '\0'} : i % 3 == 0 ? "\t \v" : " ");
        buffer_add_string(&text, i % 11 == 0 ? " and more\r\n" : "\n");
    }
    const char *path = support_file(&game->arena, "loose.run", buffer_bytes(&text));
    buffer_release(&text);
    assert_scored_like(game, path, plain);
}

/* Comments are among the lines of a question, between questions, and where a thread's part of the file begins. */
static void comments_anywhere(void **state)
{
    struct game *game = *state;
    const char *plain = write_lines(game, "plain.run");
    for (size_t i = 0; i < game->n_lines; i++)
        game->lines[i] = arena_format(&game->arena, "%s%s%s", i % 9 == 0 ? "# noted\n" : "",
                                      i % 400 == 0 ? " #q1 Q0 d 1 2 t\n" : "", game->lines[i]);
    assert_scored_like(game, write_lines(game, "commented.run"), plain);
    shuffle(game, game->n_lines);
    assert_scored_like(game, write_lines(game, "scattered.run"), plain);
}

static void a_bare_cr_in_any_line_is_refused(void **state)
{
    struct game *game = *state;
    game->lines[game->n_lines / 2] = "q0 Q0 d 1 2 tag\rq0 Q0 e 2 1 tag\n";
    assert_refused(game, write_lines(game, "old_mac.run"));
}

static void ms_marco_ranks_are_scores_upside_down(void **state)
{
    struct game *game = *state;
    struct buffer trec = {0};
    struct buffer ms_marco = {0};
    for (size_t i = 0; i < 20000; i++) {
        const char *qid = qid_of(game, i % QUESTIONS);
        buffer_add_format(&trec, "%s Q0 document-%zu 0 -%zu t\n", qid, i / QUESTIONS * 31, i);
        buffer_add_format(&ms_marco, "%s\tdocument-%zu\t%zu\n", qid, i / QUESTIONS * 31, i);
    }
    const char *trec_path = support_file(&game->arena, "trec.run", buffer_bytes(&trec));
    const char *ms_marco_path = support_file(&game->arena, "ms_marco.run", buffer_bytes(&ms_marco));
    buffer_release(&trec);
    buffer_release(&ms_marco);
    assert_scored_like(game, ms_marco_path, trec_path);
}

/* The ranks rise, have gaps, and are also written in other ways than digits. */
static void ranks_of_lines_grouped_by_question(void **state)
{
    struct game *game = *state;
    static const char *const before[] = {"", "", "", "+", "000000000000000000"};
    static const char *const behind[] = {"", ".0", "e0", "", ""};
    struct buffer trec = {0};
    struct buffer ms_marco = {0};
    for (size_t i = 0; i < QUESTIONS * DEPTH; i++) {
        const char *qid = qid_of(game, i / DEPTH);
        const size_t rank = i % DEPTH + (i % DEPTH > 200 ? i : 0);
        buffer_add_format(&trec, "%s Q0 document-%zu 0 -%zu t\n", qid, i % DEPTH * 31, rank);
        const size_t form = i % 50 == 49 ? i / 50 % 5 : 0;
        buffer_add_format(&ms_marco, "%s\tdocument-%zu\t%s%zu%s\n", qid, i % DEPTH * 31, before[form], rank,
                          behind[form]);
    }
    const char *trec_path = support_file(&game->arena, "trec.run", buffer_bytes(&trec));
    const char *ms_marco_path = support_file(&game->arena, "ms_marco.run", buffer_bytes(&ms_marco));
    buffer_release(&trec);
    buffer_release(&ms_marco);
    assert_scored_like(game, ms_marco_path, trec_path);
}

static void assert_ranks_refused(struct game *game, const char *wrong)
{
    struct buffer text = {0};
    for (size_t i = 0; i < 2000; i++)
        buffer_add_format(&text, "q0\td%zu\t%zu\n", i, i);
    buffer_add_format(&text, "q0\te\t%s\n", wrong);
    for (size_t i = 0; i < 2000; i++)
        buffer_add_format(&text, "q7919\td%zu\t%zu\n", i, i);
    const char *path = support_file(&game->arena, "wrong.run", buffer_bytes(&text));
    buffer_release(&text);
    assert_refused(game, path);
}

static void a_rank_that_does_not_rise_is_refused(void **state)
{
    static const char *const wrong[] = {"1999", "0", "-1", "2000.5", "x", "nan", "1e999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_ranks_refused(*state, wrong[i]);
}

/* Writes the lines as columns of qid, docid and score. */
static const char *write_three_columns(struct game *game, const char *name)
{
    struct buffer text = {0};
    for (size_t i = 0; i < game->n_lines; i++) {
        char qid[16], docid[32], score[16];
        assert_int_equal(sscanf(game->lines[i], "%15s Q0 %31s %*s %15s", qid, docid, score), 3);
        buffer_add_format(&text, "%s\t%s\t%s\n", qid, docid, score);
    }
    const char *path = support_file(&game->arena, name, buffer_bytes(&text));
    buffer_release(&text);
    return path;
}

static void three_columns_that_are_no_ranks_are_scores(void **state)
{
    struct game *game = *state;
    const char *trec = write_lines(game, "trec.run");
    assert_scored_like(game, write_three_columns(game, "three.run"), trec);
    shuffle(game, game->n_lines);
    assert_scored_like(game, write_three_columns(game, "shuffled.run"), trec);
}

static void a_json_run(void **state)
{
    struct game *game = *state;
    static const char json[] = "{\"q0\": {\"document-31\": 2.5, \"document-0\": 3}, \"q7919\": {\"x\": 1}}";
    static const char trec[] = "q0 Q0 document-31 1 2.5 t\nq0 Q0 document-0 2 3 t\nq7919 Q0 x 1 1 t\n";
    const char *path = support_file(&game->arena, "run.json", bytes_of(json));
    assert_scored_like(game, path, support_file(&game->arena, "same.run", bytes_of(trec)));
}

static void a_packed_run(void **state)
{
    struct game *game = *state;
    const char *plain = write_lines(game, "plain.run");
    const char *path = arena_format(&game->arena, "%s.gz", plain);
    gzFile packed = gzopen(path, "wb1");
    for (size_t i = 0; i < game->n_lines; i++)
        assert_true(gzputs(packed, game->lines[i]) > 0);
    assert_int_equal(gzclose(packed), Z_OK);
    assert_scored_like(game, path, plain);
}

static void a_run_from_a_pipe(void **state)
{
    struct game *game = *state;
    int ends[2];
    struct evaluation evaluation;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "q0 Q0 document-31 1 2 t\n", 24), 24);
    close(ends[1]);
    assert_true(score_as_read(game, arena_format(&game->arena, "/dev/fd/%d", ends[0]), 2, &evaluation));
    assert_int_equal(evaluation.n_answered, 1);
    evaluation_release(&evaluation);
    close(ends[0]);
}

/* --- Errors --------------------------------------------------------------- */

/* Lines in the parts of several threads are wrong. The error names the first one of the file. */
static void the_first_of_several_wrong_lines_is_named(void **state)
{
    struct game *game = *state;
    for (size_t i = game->n_lines - 3; i > game->n_lines / 10; i -= game->n_lines / 9)
        game->lines[i] = arena_format(&game->arena, "q0 Q0 d%zu 1 high t\n", i);
    assert_refused(game, write_lines(game, "wrong.run"));
}

/* The first pass only counts the lines of a question after its first segment. */
static void a_wrong_line_among_scattered_ones_is_named(void **state)
{
    struct game *game = *state;
    shuffle(game, game->n_lines);
    game->lines[game->n_lines / 2] = arena_format(&game->arena, "%s Q0 d\n", qid_of(game, 1));
    assert_refused(game, write_lines(game, "wrong.run"));
}

static void a_line_of_nothing_but_a_qid_is_named(void **state)
{
    struct game *game = *state;
    game->lines[DEPTH] = "q7919\n";
    assert_refused(game, write_lines(game, "short.run"));
    game->lines[DEPTH] = game->lines[DEPTH + 1];
    game->lines[game->n_lines - 1] = "q1";
    assert_refused(game, write_lines(game, "short.run"));
}

static void a_document_twice_in_a_segment_names_both_lines(void **state)
{
    struct game *game = *state;
    game->lines[DEPTH * 40 + 300] = game->lines[DEPTH * 40 + 200];
    assert_refused(game, write_lines(game, "twice.run"));
}

static void a_document_twice_in_two_segments_names_both_lines(void **state)
{
    struct game *game = *state;
    game->lines[game->n_lines - 1] = game->lines[5];
    assert_refused(game, write_lines(game, "twice.run"));
}

static void a_question_that_is_not_judged_is_checked_too(void **state)
{
    struct game *game = *state;
    qrels_release(&game->qrels);
    game->lines[DEPTH * 40 + 300] = game->lines[DEPTH * 40 + 200];
    assert_refused(game, write_lines(game, "twice.run"));
}

/* The late line follows those of its own question, or it is far from them, after those of all others. */
static void a_late_line_that_is_no_rank_is_named(void **state)
{
    struct game *game = *state;
    for (size_t q = 0; q < QUESTIONS; q += QUESTIONS - 1) {
        struct buffer text = {0};
        for (size_t i = 0; i < 20000; i++)
            buffer_add_format(&text, "%s\tdocument-%zu\t%zu\n", qid_of(game, i * QUESTIONS / 20000),
                              i % DEPTH * 31, i);
        buffer_add_format(&text, "%s\tlate\t0\n", qid_of(game, q));
        assert_refused(game, support_file(&game->arena, "late.run", buffer_bytes(&text)));
        assert_non_null(strstr(game->err.text, ":20001: the rank 0 follows "));
        buffer_release(&text);
    }
}

static void layouts_are_not_mixed(void **state)
{
    struct game *game = *state;
    game->lines[game->n_lines - 1] = "q0\td\t7\n";
    assert_refused(game, write_lines(game, "mixed.run"));
    game->lines[0] = "q0\td\t7\n";
    assert_refused(game, write_lines(game, "mixed.run"));
}

static void an_empty_file_is_refused(void **state)
{
    struct game *game = *state;
    assert_refused(game, support_file(&game->arena, "empty.run", bytes_of("\n\n")));
}

static void an_interrupted_evaluation_stops(void **state)
{
    struct game *game = *state;
    const char *path = write_lines(game, "ordered.run");
    const struct workforce workforce = {.n_threads = 2, .interrupted = interrupted};
    struct evaluator evaluator;
    evaluator_open(&evaluator, &game->qrels, game->measures.items, game->measures.count, game->ties);
    assert_error(evaluate_run(path, &evaluator, &workforce, NULL, &game->err), game->err, ERR_INTERRUPTED,
                 arena_format(&game->arena, "%s: stopped while reading", path));
    evaluator_close(&evaluator);
}

/* --- Files that change under the reader ------------------------------------- */

static void on_bus_error(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    if (!mapped_fill_hole(info->si_addr))
        signal(signal_number, SIG_DFL);
}

static const char *changing; /* the file that the next functions change while it is read */

static bool cut_off(void)
{
    assert_int_equal(truncate(changing, 4096), 0);
    return false;
}

static bool cut_off_and_refill(void)
{
    struct stat before;
    assert_int_equal(stat(changing, &before), 0);
    assert_int_equal(truncate(changing, 4096), 0);
    assert_int_equal(truncate(changing, before.st_size > 4096 ? before.st_size : 4097), 0);
    return false;
}

/* Returns a file that is longer than the part read between two checks whether to stop, so that a check comes in the
 * middle. */
static const char *long_run(struct game *game, const char *name)
{
    struct buffer text = {0};
    for (int q = 0; q < 400; q++) {
        for (int d = 0; d < 1000; d++)
            buffer_add_format(&text, "q%d Q0 document-%d %d %d.5 tag\n", q, d * 31, d + 1, 1000 - d);
    }
    const char *path = support_file(&game->arena, name, buffer_bytes(&text));
    buffer_release(&text);
    return path;
}

static void assert_change_is_told(struct game *game, bool (*change)(void), size_t n_threads, const char *told)
{
    struct sigaction before;
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    const struct workforce workforce = {.n_threads = n_threads, .interrupted = change};
    struct evaluator evaluator;
    changing = long_run(game, "changing.run");
    evaluator_open(&evaluator, &game->qrels, game->measures.items, game->measures.count, game->ties);
    sigaction(SIGBUS, &action, &before);
    bool worked = evaluate_run(changing, &evaluator, &workforce, NULL, &game->err);
    sigaction(SIGBUS, &before, NULL);
    assert_error(worked, game->err, ERR_INPUT,
                 arena_format(&game->arena, "%s: the file %s while assay read it; try again", changing,
                              told));
    evaluator_close(&evaluator);
}

static void a_file_that_becomes_shorter_is_an_error(void **state)
{
    assert_change_is_told(*state, cut_off, 1, "became shorter");
}

static void a_file_that_becomes_shorter_is_an_error_for_several_threads(void **state)
{
    assert_change_is_told(*state, cut_off, 4, "became shorter");
}

static void a_file_that_is_rewritten_is_an_error(void **state)
{
    assert_change_is_told(*state, cut_off_and_refill, 1, "changed");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(files_of_one_run_score_as_one_file),
        TEST(a_document_in_two_files_is_refused),
        TEST(a_wrong_line_in_one_of_the_files_is_named),
        TEST(files_of_two_kinds_are_no_run),
        TEST(lines_grouped_by_question),
        TEST(lines_in_any_order),
        TEST(lines_in_any_order_whose_ties_are_broken_by_it),
        TEST(lines_of_which_some_are_grouped_by_question),
        TEST(questions_with_two_groups_of_lines),
        TEST(lines_in_the_order_of_their_scores),
        TEST(lines_whose_scores_are_all_equal),
        TEST(scores_that_single_precision_cannot_tell_apart),
        TEST(holes_and_places_match_those_of_the_run_read_whole),
        TEST(a_question_that_turns_up_again),
        TEST(a_file_of_one_question),
        TEST(a_file_of_one_line_without_an_end),
        TEST(blank_lines_tabs_crlf_and_more_columns),
        TEST(comments_anywhere),
        TEST(a_bare_cr_in_any_line_is_refused),
        TEST(ms_marco_ranks_are_scores_upside_down),
        TEST(ranks_of_lines_grouped_by_question),
        TEST(a_rank_that_does_not_rise_is_refused),
        TEST(three_columns_that_are_no_ranks_are_scores),
        TEST(a_json_run),
        TEST(a_packed_run),
        TEST(a_run_from_a_pipe),
        TEST(the_first_of_several_wrong_lines_is_named),
        TEST(a_wrong_line_among_scattered_ones_is_named),
        TEST(a_line_of_nothing_but_a_qid_is_named),
        TEST(a_document_twice_in_a_segment_names_both_lines),
        TEST(a_document_twice_in_two_segments_names_both_lines),
        TEST(a_question_that_is_not_judged_is_checked_too),
        TEST(a_late_line_that_is_no_rank_is_named),
        TEST(layouts_are_not_mixed),
        TEST(an_empty_file_is_refused),
        TEST(an_interrupted_evaluation_stops),
        TEST(a_file_that_becomes_shorter_is_an_error),
        TEST(a_file_that_becomes_shorter_is_an_error_for_several_threads),
        TEST(a_file_that_is_rewritten_is_an_error),
    };
    return cmocka_run_group_tests_name("run_evaluate", tests, NULL, NULL);
}
