/* What `assay eval`, `compare` and `measures` print, byte for byte. */
#include "tests/support/command.h"

#include "core/metric/measures/measure.h"
#include "core/store/store.h"
#include "import/files/file.h"
#include "tests/support/sample.h"

#include <stdlib.h>
#include <string.h>

static struct arena arena;

static int forget(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static const char *file_of(const char *name, const char *text)
{
    return support_file(&arena, name, bytes_of(text));
}

/* --- Against the golden cases --------------------------------------------- */

/* A case with topics that only one of the two files has, and with qids whose numeric and lexical orders differ. */
static const char golden[] = "tests/golden/06-missing-queries";
/* Its judged qids in byte order, and the means. */
static const char *const golden_qids[] = {"1", "10", "11", "2", "3", "5", "8", "all"};
static const char *const golden_measures[][2] = {
    {"nDCG@10", "ndcg_cut_10"},
    {"AP", "map"},
    {"P@5", "P_5"},
    {"RR", "recip_rank"},
    {"R@10", "recall_10"},
    {"Bpref", "bpref"},
    {"Success@5", "success_5"},
    {"IPrec@0.1", "iprec_at_recall_0.10"},
    {"P(rel=2)@5", "P(rel=2)@5"},
};

static const char *golden_path(const char *name)
{
    return support_source(&arena, arena_format(&arena, "%s/%s", golden, name));
}

/* Returns the value that the tools gave for a measure and a question. */
static double golden_value(const char *measure, const char *qid)
{
    struct file file;
    struct err err;
    struct bytes line;
    double value = -1;
    const char *start = arena_format(&arena, "%s\tdocid-desc\t%s\t", measure, qid);
    assert_true(file_open(&file, golden_path("expected.tsv"), &err));
    struct bytes rest = file.bytes;
    while (bytes_next_line(&rest, &line)) {
        if (bytes_starts_with(line, start))
            value = strtod(line.data + strlen(start), NULL);
    }
    file_close(&file);
    assert_true(value >= 0);
    return value;
}

/* Returns all golden_measures, as -m takes them. */
static const char *golden_list(void)
{
    const char *list = golden_measures[0][0];
    for (size_t m = 1; m < sizeof golden_measures / sizeof *golden_measures; m++)
        list = arena_format(&arena, "%s,%s", list, golden_measures[m][0]);
    return list;
}

/* Adds a line as the tool writes it, with the same printf format. */
typedef void add_line(struct buffer *text, const char *const names[2], const char *qid, double value);

static void add_trec_eval(struct buffer *text, const char *const names[2], const char *qid, double value)
{
    buffer_add_format(text, "%-22s\t%s\t%6.4f\n", names[1], qid, value);
}

static void add_ir_measures_by_query(struct buffer *text, const char *const names[2], const char *qid,
                                     double value)
{
    buffer_add_format(text, "%s\t%s\t%.4f\n", qid, names[0], value);
}

static void add_ir_measures(struct buffer *text, const char *const names[2], const char *qid, double value)
{
    (void)qid;
    buffer_add_format(text, "%s\t%.4f\n", names[0], value);
}

static void add_lines(struct buffer *text, add_line *add, const char *qid)
{
    for (size_t m = 0; m < sizeof golden_measures / sizeof *golden_measures; m++)
        add(text, golden_measures[m], qid, golden_value(golden_measures[m][0], qid));
}

static void eval_prints_the_means_as_the_tool(const char *format, add_line *add)
{
    struct buffer expected = {0};
    add_lines(&expected, add, "all");
    assert_wrote(CALL("eval", golden_path("qrels.txt"), golden_path("run.txt"), "-m", golden_list(),
                      "--format", format),
                 buffer_string(&expected));
    buffer_release(&expected);
}

/* The questions come before the means, in byte order: 1, 10, 11, 2 … */
static void eval_prints_all_questions_as_the_tool(const char *format, add_line *add)
{
    struct buffer expected = {0};
    for (size_t q = 0; q < sizeof golden_qids / sizeof *golden_qids; q++)
        add_lines(&expected, add, golden_qids[q]);
    assert_wrote(CALL("eval", "-q", golden_path("qrels.txt"), golden_path("run.txt"), "-m", golden_list(),
                      "--format", format),
                 buffer_string(&expected));
    buffer_release(&expected);
}

static void trec_eval_lines(void **state)
{
    (void)state;
    eval_prints_the_means_as_the_tool("trec_eval", add_trec_eval);
}

static void trec_eval_lines_of_each_question(void **state)
{
    (void)state;
    eval_prints_all_questions_as_the_tool("trec_eval", add_trec_eval);
}

static void ir_measures_lines(void **state)
{
    (void)state;
    eval_prints_the_means_as_the_tool("tsv", add_ir_measures);
}

static void ir_measures_lines_of_each_question(void **state)
{
    (void)state;
    eval_prints_all_questions_as_the_tool("tsv", add_ir_measures_by_query);
}

/* --- By hand -------------------------------------------------------------- */

/* The best document of q1 is d1, and that of q2 is d3. q3 has no relevant document. */
static const char *qrels(void)
{
    return file_of("truth.qrels", "q1 0 d1 2\nq1 0 d2 1\nq2 0 d3 1\nq3 0 d4 0\n");
}

/* Ranks the best document first for q1 and second for q2, and retrieves nothing for q3. */
static const char *good_run(void)
{
    return file_of("good.run", "q1 Q0 d1 1 9 t\nq1 Q0 d2 2 8 t\nq2 Q0 d9 1 9 t\nq2 Q0 d3 2 8 t\n");
}

static const char *bad_run(void)
{
    return file_of("bad.run", "q1 Q0 d7 1 9 t\nq1 Q0 d2 2 8 t\nq2 Q0 d3 1 9 t\nq3 Q0 d4 1 1 t\n");
}

/* In the order of trec_eval 10. The average precisions of the questions are 1, 0.5 and 0; gm_map uses 0.00001 for 0. */
static void trec_evals_own_choice_without_m(void **state)
{
    (void)state;
    assert_wrote(CALL("eval", "--format=trec_eval", qrels(), good_run()),
                 "runid                 \tall\tt\n"
                 "num_q                 \tall\t3\n"
                 "num_ret               \tall\t4\n"
                 "num_rel               \tall\t3\n"
                 "num_rel_ret           \tall\t3\n"
                 "map                   \tall\t0.5000\n"
                 "gm_map                \tall\t0.0171\n"
                 "Rprec                 \tall\t0.3333\n"
                 "bpref                 \tall\t0.6667\n"
                 "recip_rank            \tall\t0.5000\n"
                 "iprec_at_recall_0.00  \tall\t0.5000\n"
                 "iprec_at_recall_0.10  \tall\t0.5000\n"
                 "iprec_at_recall_0.20  \tall\t0.5000\n"
                 "iprec_at_recall_0.30  \tall\t0.5000\n"
                 "iprec_at_recall_0.40  \tall\t0.5000\n"
                 "iprec_at_recall_0.50  \tall\t0.5000\n"
                 "iprec_at_recall_0.60  \tall\t0.5000\n"
                 "iprec_at_recall_0.70  \tall\t0.5000\n"
                 "iprec_at_recall_0.80  \tall\t0.5000\n"
                 "iprec_at_recall_0.90  \tall\t0.5000\n"
                 "iprec_at_recall_1.00  \tall\t0.5000\n"
                 "P_5                   \tall\t0.2000\n"
                 "P_10                  \tall\t0.1000\n"
                 "P_15                  \tall\t0.0667\n"
                 "P_20                  \tall\t0.0500\n"
                 "P_30                  \tall\t0.0333\n"
                 "P_100                 \tall\t0.0100\n"
                 "P_200                 \tall\t0.0050\n"
                 "P_500                 \tall\t0.0020\n"
                 "P_1000                \tall\t0.0010\n");
}

static void num_q_is_printed_only_for_the_whole_run(void **state)
{
    (void)state;
    assert_wrote(CALL("eval", "--format=trec_eval", "-q", "-m", "num_ret,num_q", qrels(), bad_run()),
                 "num_ret               \tq1\t2\n"
                 "num_ret               \tq2\t1\n"
                 "num_ret               \tq3\t1\n"
                 "num_ret               \tall\t4\n"
                 "num_q                 \tall\t3\n");
}

static void several_runs_follow_one_another_for_trec_eval(void **state)
{
    (void)state;
    assert_wrote(CALL("eval", "--format=trec_eval", "-m", "RR@5,RR", qrels(), good_run(), bad_run()),
                 "RR@5                  \tall\t0.5000\n"
                 "recip_rank            \tall\t0.5000\n"
                 "RR@5                  \tall\t0.5000\n"
                 "recip_rank            \tall\t0.5000\n");
}

static void the_precision_option_sets_the_digits(void **state)
{
    (void)state;
    assert_wrote(CALL("eval", "--format=trec_eval", "--precision=2", "-m", "AP,num_rel", qrels(), bad_run()),
                 "map                   \tall\t  0.42\nnum_rel               \tall\t3\n");
}

static void counts_in_tsv_are_printed_as_by_ir_measures(void **state)
{
    (void)state;
    assert_wrote(CALL("eval", "--format=tsv", "-m", "NumRet,P@1", qrels(), good_run()),
                 "NumRet\t4.0000\nP@1\t0.3333\n");
}

static void measures_print_in_the_order_asked_all_of_them(void **state)
{
    (void)state;
    assert_wrote(CALL("eval", "--format=tsv", "-m", "RR,P@1", "-m", "AP,RR", qrels(), bad_run()),
                 "RR\t0.5000\nP@1\t0.3333\nAP\t0.4167\nRR\t0.5000\n");
}

static void the_table_for_people_marks_the_best_and_counts_answers(void **state)
{
    (void)state;
    assert_wrote(CALL("eval", "-m", "AP,RR,NumRet", qrels(), good_run(), bad_run()),
                 "run       AP       RR  NumRet  answered\n"
                 "good  0.5000*  0.5000       4    2 of 3\n"
                 "bad   0.4167   0.5000       4    3 of 3\n");
}

static void a_report_in_markdown_is_the_table_for_people(void **state)
{
    (void)state;
    assert_wrote(CALL("eval", "-m", "AP,NumRet", "--format=markdown", qrels(), good_run(), bad_run()),
                 "| run | AP | NumRet | answered |\n"
                 "| --- | --: | --: | --: |\n"
                 "| good | 0.5000\\* | 4 | 2 of 3 |\n"
                 "| bad | 0.4167 | 4 | 3 of 3 |\n");
}

static void a_format_is_taken_in_either_case(void **state)
{
    (void)state;
    assert_wrote(CALL("eval", "-m", "RR", "--format=TSV", qrels(), bad_run()), "RR\t0.5000\n");
}

static void people_are_warned_about_unjudged_documents(void **state)
{
    (void)state;
    struct called called = CALL("eval", "-m", "AP", qrels(), good_run(), bad_run());
    assert_true(called.done);
    assert_string_equal(called.remarks, "assay: good answers 2 of 3 questions; the other questions count 0\n"
                                        "assay: judged among the first 10 documents: good 75 %, bad 83 %; "
                                        "the others count as not relevant\n");
    called_release(&called);
}

/* Only the first document of each question counts: good has a judged one for 1 of 2 questions, and bad for 2 of 3. */
static void the_first_measure_sets_the_depth_of_the_judged_share(void **state)
{
    (void)state;
    struct called called = CALL("eval", "-m", "P@1,AP", qrels(), good_run(), bad_run());
    assert_true(called.done);
    assert_non_null(strstr(called.remarks, "judged among the first 1 document: good 50 %, bad 67 %;"));
    called_release(&called);
}

static void scripts_are_not_warned_about_unjudged_documents(void **state)
{
    (void)state;
    struct called called = CALL("eval", "-m", "AP", "--format=json", qrels(), good_run());
    assert_true(called.done);
    assert_string_equal(called.remarks,
                        "assay: good answers 2 of 3 questions; the other questions count 0\n");
    called_release(&called);
}

static void an_unknown_format_is_refused(void **state)
{
    (void)state;
    struct called called = CALL("eval", "--format=xml", qrels(), good_run());
    assert_error(called.done, called.err, ERR_USAGE,
                 "--format is table, tsv, json, csv, markdown or trec_eval, not 'xml'");
    called_release(&called);
}

/* --- A database ----------------------------------------------------------- */

/* Makes a database with two votes on the first of three questions. */
static const char *labelled_database(void)
{
    struct test_clock time = {.now = 1, .step = 1};
    struct err err;
    struct store *store = sample_store("report.db", 3, 4);
    const char *path = arena_copy_string(&arena, store_path(store));
    struct session *session = sample_session(store, "eve", 1, &time);
    assert_true(session_answer(session, &(struct answer){.position = 1, .elapsed_ms = 1}, &err));
    assert_true(session_answer(session, &(struct answer){.position = VOTE_NONE, .elapsed_ms = 1}, &err));
    assert_true(session_close(session, &err));
    store_close(store);
    return path;
}

static void the_scores_state_how_many_questions_and_votes_they_use(void **state)
{
    (void)state;
    const char *path = labelled_database();
    const char *run = file_of("db.run", "q01 Q0 d01 1 2 t\nq01 Q0 d02 1 1 t\n");
    struct called called = CALL("eval", path, run, "-m", "P@1", "--format", "tsv");
    assert_true(called.done);
    assert_string_equal(
        called.remarks,
        arena_format(&arena, "assay: %s: the scores use the 1 of 3 questions that have a vote, and 2 votes\n",
                     path));
    called_release(&called);
}

static void runs_can_be_compared_on_a_database(void **state)
{
    (void)state;
    const char *path = labelled_database();
    const char *run = file_of("db.run", "q01 Q0 d01 1 1 t\n");
    const char *again = file_of("again.run", "q01 Q0 d01 1 1 t\n");
    assert_wrote(CALL("compare", path, run, again, "-m", "NumRet", "--format", "csv"),
                 "run,measure,baseline,value,difference,low,high,wins,ties,losses,d,p,p_holm\r\n"
                 "again,NumRet,1.0000,1.0000,0.0000,,,0,1,0,,1.000000,1.000000\r\n");
}

/* --- Intervals ------------------------------------------------------------ */

/*
 * By hand: RR of good is 1, 1/2, 0. For it, 100,000 Bayesian bootstraps with one additional value (Python) give 0.0666
 * to 0.9325. Success@1 is 1 of 3: Clopper & Pearson's interval is 0.0084 to 0.9057. Both are widened by the caution of
 * core/metric/statistics/bounds.h. The numbers of retrieved documents are 2, 2 and 0, with the deviation 2/√3.
 */
static void eval_prints_intervals(void **state)
{
    (void)state;
    assert_wrote(CALL("eval", qrels(), good_run(), "-m", "RR,Success@1,NumRet", "-i", "--format", "csv"),
                 "run,measure,value,low,high,std,questions\r\n"
                 "good,RR,0.5000,0.0662,0.9338,0.5000,3\r\n"
                 "good,Success@1,0.3333,0.0082,0.9063,0.5774,3\r\n"
                 "good,NumRet,4,,,1.1547,3\r\n");
}

static void eval_on_votes_has_an_interval_over_votes(void **state)
{
    (void)state;
    const char *run = file_of("db.run", "q01 Q0 d01 1 2 t\nq01 Q0 d02 1 1 t\n");
    struct called called = CALL("eval", labelled_database(), run, "-m", "RR", "-i", "--format", "csv");
    assert_true(called.done);
    assert_non_null(strstr(called.out, "run,measure,value,low,high,votes_low,votes_high,std,questions\r\n"));
    called_release(&called);
}

static void compare_on_votes_has_an_interval_over_votes(void **state)
{
    (void)state;
    const char *run = file_of("db.run", "q01 Q0 d01 1 2 t\nq01 Q0 d02 1 1 t\n");
    const char *same = file_of("same.run", "q01 Q0 d01 1 2 t\nq01 Q0 d02 1 1 t\n");
    struct called called =
        CALL("compare", labelled_database(), run, same, "-m", "RR", "-i", "--format", "csv");
    assert_true(called.done);
    assert_non_null(strstr(called.out, ",difference,low,high,votes_low,votes_high,wins,"));
    assert_non_null(strstr(called.out, ",0.0000,,,0.0000,0.0000,0,1,0,"));
    called_release(&called);
}

static void trec_eval_has_no_intervals(void **state)
{
    (void)state;
    struct called called = CALL("eval", qrels(), good_run(), "-i", "--format", "trec_eval");
    assert_error(called.done, called.err, ERR_USAGE,
                 "trec_eval has no lines for --interval; choose another --format");
    called_release(&called);
}

/* --- compare -------------------------------------------------------------- */

/*
 * By hand: RR is 1, 1/2, 0 for good and 1/2, 1, 0 for bad. Two questions differ by the same amount in opposite
 * directions, so all four choices of signs are as extreme. P@1 is 1, 0, 0 and 0, 1, 0. With three questions no choice
 * of signs has a probability below 5 %, so there is no interval.
 */
static void compare_prints_both_tables(void **state)
{
    (void)state;
    assert_wrote(
        CALL("compare", qrels(), good_run(), bad_run(), "-m", "RR,P@1"),
        "baseline: good\n"
        "\n"
        "run  measure  baseline   value  difference  low  high  wins  ties  losses     d         p    "
        "p_holm\n"
        "bad  RR         0.5000  0.5000      0.0000                1     1       1  0.00  1.000000  "
        "1.000000\n"
        "bad  P@1        0.3333  0.3333      0.0000                1     1       1  0.00  1.000000  "
        "1.000000\n"
        "\n"
        "Questions that gained and lost most by RR, and the ranks of their best document:\n"
        "\n"
        "run  qid  baseline   value  difference  baseline_rank  rank\n"
        "bad  q2     0.5000  1.0000      0.5000              2     1\n"
        "bad  q1     1.0000  0.5000     -0.5000              1\n");
}

static void runs_that_rank_alike_name_no_question(void **state)
{
    (void)state;
    const char *alike =
        file_of("alike.run", "q1 Q0 d1 1 9 t\nq1 Q0 d2 2 8 t\nq2 Q0 d9 1 9 t\nq2 Q0 d3 2 8 t\n");
    assert_wrote(
        CALL("compare", qrels(), good_run(), alike, "-m", "RR"),
        "baseline: good\n"
        "\n"
        "run    measure  baseline   value  difference  low  high  wins  ties  losses     d         p    "
        "p_holm\n"
        "alike  RR         0.5000  0.5000      0.0000                0     3       0  0.00  1.000000  "
        "1.000000\n");
}

/* Only bad answers q3. With --questions=both, two questions are left. */
static void questions_both_limits_to_questions_that_both_runs_answer(void **state)
{
    (void)state;
    assert_wrote(CALL("compare", qrels(), good_run(), bad_run(), "-m", "RR", "--questions=both",
                      "--format=csv"),
                 "run,measure,baseline,value,difference,low,high,wins,ties,losses,d,p,p_holm\r\n"
                 "bad,RR,0.7500,0.7500,0.0000,,,1,0,1,0.00,1.000000,1.000000\r\n");
}

/* Both runs answer only q2, and in the same way. */
static void questions_of_only_one_run_are_skipped(void **state)
{
    (void)state;
    const char *some = file_of("some.run", "q2 Q0 d9 1 9 t\nq2 Q0 d3 2 8 t\nq3 Q0 d4 2 8 t\n");
    assert_wrote(CALL("compare", qrels(), some, good_run(), "-m", "RR", "--questions=both", "--format=csv"),
                 "run,measure,baseline,value,difference,low,high,wins,ties,losses,d,p,p_holm\r\n"
                 "good,RR,0.5000,0.5000,0.0000,,,0,1,0,,1.000000,1.000000\r\n");
    assert_wrote(CALL("compare", qrels(), good_run(), some, "-m", "RR", "--questions=both", "--format=csv"),
                 "run,measure,baseline,value,difference,low,high,wins,ties,losses,d,p,p_holm\r\n"
                 "some,RR,0.5000,0.5000,0.0000,,,0,1,0,,1.000000,1.000000\r\n");
}

static void compare_in_json_has_both_tables(void **state)
{
    (void)state;
    struct called called = CALL("compare", qrels(), good_run(), bad_run(), "-m", "RR", "--format=json",
                                "--seed=7", "--permutations=10");
    assert_true(called.done);
    assert_non_null(strstr(called.out, "\"baseline\":\t\"good\""));
    assert_non_null(strstr(called.out, "\"permutations\":\t10"));
    assert_non_null(strstr(called.out, "\"seed\":\t7"));
    assert_non_null(strstr(called.out, "\"p_holm\":\t1.000000"));
    assert_non_null(strstr(called.out, "\"qid\":\t\"q1\""));
    assert_non_null(strstr(called.out, "\"rank\":\tnull"));
    called_release(&called);
}

/*
 * The sample data. Ten questions differ in RR@10, and 254 of 1,024 choices of signs are as extreme. The ends of the
 * interval are among the means of all subsets of the 48 questions (brute force in Python).
 */
static void the_sample_runs_compared(void **state)
{
    (void)state;
    assert_wrote(CALL("compare", support_source(&arena, "sample-data/judgments.qrels"),
                      support_source(&arena, "sample-data/porter.run"),
                      support_source(&arena, "sample-data/plain.run"), "-m", "RR@10", "--format=csv"),
                 "run,measure,baseline,value,difference,low,high,wins,ties,losses,d,p,p_holm\r\n"
                 "plain,RR@10,0.8594,0.8177,-0.0417,-0.1111,0.0250,3,38,7,-0.17,0.248047,0.248047\r\n");
}

static void a_second_measure_doubles_the_correction(void **state)
{
    (void)state;
    struct called called =
        CALL("compare", support_source(&arena, "sample-data/judgments.qrels"),
             support_source(&arena, "sample-data/porter.run"),
             support_source(&arena, "sample-data/plain.run"), "-m", "RR@10,RR@10", "--format=csv");
    assert_true(called.done);
    assert_non_null(strstr(called.out, ",0.248047,0.496094\r\n"));
    called_release(&called);
}

static void permutations_are_at_least_one(void **state)
{
    (void)state;
    struct called called = CALL("compare", qrels(), good_run(), bad_run(), "--permutations=0");
    assert_error(called.done, called.err, ERR_USAGE,
                 "--permutations is a whole number from 1 to 100000000, not '0'");
    called_release(&called);
}

/* --- measures ------------------------------------------------------------- */

static void measures_lists_every_row(void **state)
{
    (void)state;
    size_t count;
    const struct measure_row *rows = measure_rows(&count);
    struct called called = CALL("measures", "--format=tsv");
    const char *line = called.out;
    assert_true(called.done);
    for (size_t i = 0; i < count; i++) {
        const char *start = arena_format(&arena, "%s\t", rows[i].name);
        assert_int_equal(strncmp(line, start, strlen(start)), 0);
        line = strchr(line, '\n') + 1;
    }
    assert_int_equal(*line, '\0');
    called_release(&called);
}

static void measures_for_people(void **state)
{
    (void)state;
    struct called called = CALL("measures");
    static const char compat[] =
        "Compat                  0 to 1\n"
        "    rank-biased overlap with the closest ideal ranking, to depth 1000, over\n"
        "    that of the ideal with itself unless normalize=False (Clarke, Vtyurina &\n"
        "    Smucker, TOIS 2021).\n"
        "    Takes p=0.95, normalize=True.\n"
        "    Elsewhere: ir_measures goes as deep as the longer of the two rankings; the\n"
        "    authors' program and assay go to 1,000.\n";
    static const char precision[] = "P@k                     0 to 1\n"
                                    "    relevant documents in the top k / k, even if fewer were retrieved.\n"
                                    "    Also Precision, P_k.\n"
                                    "    Takes rel=1, judged_only=False.\n";
    assert_true(called.done);
    assert_non_null(strstr(called.out, compat));
    assert_non_null(strstr(called.out, precision));
    called_release(&called);
}

static void one_measure_is_shown_by_any_of_its_names(void **state)
{
    (void)state;
    struct called called = CALL("measures", "precision@5", "--format=tsv");
    assert_true(called.done);
    assert_int_equal(strncmp(called.out, "P\t", 2), 0);
    assert_null(strchr(strchr(called.out, '\n') + 1, '\n'));
    called_release(&called);
}

static void a_geometric_mean_is_not_compared(void **state)
{
    (void)state;
    struct called gate = CALL("gate", qrels(), good_run(), bad_run(), "-m", "gm_map", "--margin", "0.1");
    struct called compare = CALL("compare", qrels(), good_run(), bad_run(), "-m", "gm_map");
    assert_false(gate.done || compare.done);
    assert_non_null(strstr(gate.err.text, "GMAP is a geometric mean of all questions"));
    assert_string_equal(compare.err.text, gate.err.text);
    called_release(&gate);
    called_release(&compare);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trec_eval_lines),
        cmocka_unit_test(trec_eval_lines_of_each_question),
        cmocka_unit_test(ir_measures_lines),
        cmocka_unit_test(ir_measures_lines_of_each_question),
        cmocka_unit_test(trec_evals_own_choice_without_m),
        cmocka_unit_test(num_q_is_printed_only_for_the_whole_run),
        cmocka_unit_test(several_runs_follow_one_another_for_trec_eval),
        cmocka_unit_test(the_precision_option_sets_the_digits),
        cmocka_unit_test(counts_in_tsv_are_printed_as_by_ir_measures),
        cmocka_unit_test(measures_print_in_the_order_asked_all_of_them),
        cmocka_unit_test(the_table_for_people_marks_the_best_and_counts_answers),
        cmocka_unit_test(a_report_in_markdown_is_the_table_for_people),
        cmocka_unit_test(a_format_is_taken_in_either_case),
        cmocka_unit_test(people_are_warned_about_unjudged_documents),
        cmocka_unit_test(the_first_measure_sets_the_depth_of_the_judged_share),
        cmocka_unit_test(scripts_are_not_warned_about_unjudged_documents),
        cmocka_unit_test(an_unknown_format_is_refused),
        cmocka_unit_test(the_scores_state_how_many_questions_and_votes_they_use),
        cmocka_unit_test(runs_can_be_compared_on_a_database),
        cmocka_unit_test(eval_prints_intervals),
        cmocka_unit_test(eval_on_votes_has_an_interval_over_votes),
        cmocka_unit_test(compare_on_votes_has_an_interval_over_votes),
        cmocka_unit_test(trec_eval_has_no_intervals),
        cmocka_unit_test(compare_prints_both_tables),
        cmocka_unit_test(runs_that_rank_alike_name_no_question),
        cmocka_unit_test(questions_both_limits_to_questions_that_both_runs_answer),
        cmocka_unit_test(questions_of_only_one_run_are_skipped),
        cmocka_unit_test(compare_in_json_has_both_tables),
        cmocka_unit_test(the_sample_runs_compared),
        cmocka_unit_test(a_second_measure_doubles_the_correction),
        cmocka_unit_test(permutations_are_at_least_one),
        cmocka_unit_test(measures_lists_every_row),
        cmocka_unit_test(measures_for_people),
        cmocka_unit_test(one_measure_is_shown_by_any_of_its_names),
        cmocka_unit_test(a_geometric_mean_is_not_compared),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, forget);
}
