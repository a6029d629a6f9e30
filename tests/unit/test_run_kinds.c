/* Reading runs: the formats, what each of them accepts, and every error with its place and remedy. */
#include "tests/support/reading.h"

#include "import/runs/run.h"

#define HITS "{\"qid\": …, \"hits\": [{\"_id\": …, \"_score\": …}]}"
#define ACCEPTED                                                                                             \
    "; runs are read as hits (" HITS "), JSON ({\"qid\": {\"docid\": score}}), a table with a header "       \
    "(qid,docid,score), TREC (qid Q0 docid rank score tag), ColBERT (qid docid rank score) or MS MARCO "     \
    "(qid docid rank)"

/* --- TREC ----------------------------------------------------------------- */

static void a_run_keeps_the_order_of_the_file(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "1 Q0 a 1 2.5 tag\n2 Q0 x 1 9 tag\n1 Q0 b 2 -1e3 tag\n");
    assert_int_equal(reading->run.n_questions, 2);
    assert_int_equal(reading->run.questions[0].n_entries, 2);
    assert_entry(reading, 0, 0, "a", 2.5);
    assert_entry(reading, 0, 1, "b", -1000);
    assert_entry(reading, 1, 0, "x", 9);
}

static void a_run_may_have_tabs_and_runs_of_blanks(void **state)
{
    struct reading *reading = *state;
    read_run(reading, " 1\tQ0 \t a   1\t\t2 tag \n");
    assert_entry(reading, 0, 0, "a", 2);
}

static void other_white_space_splits_too(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "1\vQ0\fa\t1 2 tag\n");
    assert_entry(reading, 0, 0, "a", 2);
}

static void a_run_may_have_crlf_ends(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "1 Q0 a 1 2 tag\r\n1 Q0 b 2 1 tag\r\n");
    assert_entry(reading, 0, 1, "b", 1);
}

static void a_run_may_have_blank_lines(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "\n1 Q0 a 1 2 tag\n   \n\r\n1 Q0 b 2 1 tag\n\n");
    assert_int_equal(reading->run.questions[0].n_entries, 2);
}

static void a_run_may_have_more_than_six_columns(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "1 Q0 a 1 2 tag and more\n");
    assert_entry(reading, 0, 0, "a", 2);
}

static void a_docid_that_holds_a_blank_is_refused(void **state)
{
    static const char *const more[] = {"1 0.9 tag", "1 0.9", "0 12 tag and more"};
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        assert_run_refused(
            reading, arena_format(&reading->arena, "# one\n1 Q0 a 1 2 tag\n1 Q0 d1 v2.md %s\n", more[i]),
            ":3: the rank 'v2.md' is not a number, but a rank and a score follow it: the docid seems to be "
            "'d1 v2.md', and a blank ends a column; write blanks as %20, here and in the documents");
}

/* assay ignores these ranks, so that a rank may be anything. */
static void a_rank_of_trec_may_be_anything(void **state)
{
    static const char *const ends[] = {"- 2 tag", "Q0 2 tag and 1 more", "0 2 1 tag", "1.5 2 1",
                                       "NA 2.5 7 tag"};
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        read_run(reading, arena_format(&reading->arena, "1 Q0 a %s\n", ends[i]));
        assert_int_equal(reading->run.n_questions, 1);
        run_release(&reading->run);
    }
}

static void a_run_may_end_without_a_line_end(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "1 Q0 a 1 2 tag\n1 Q0 b 2 1 tag");
    assert_entry(reading, 0, 1, "b", 1);
}

static void a_run_may_start_with_a_byte_order_mark(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "\xef\xbb\xbf"
                      "1 Q0 a 1 2 tag\n");
    assert_true(bytes_equal(reading->run.questions[0].qid, bytes_of("1")));
}

static void lines_that_begin_with_a_hash_are_comments(void **state)
{
    struct reading *reading = *state;
    read_run(reading,
             "# made by hand\n #\n#1 Q0 z 1 9 tag\n1 Q0 #a 1 2 tag\n# 1 Q0 c 1 9 tag\n1 Q0 b 2 1 tag #\n#");
    assert_int_equal(reading->run.n_questions, 1);
    assert_int_equal(reading->run.questions[0].n_entries, 2);
    assert_entry(reading, 0, 0, "#a", 2);
    assert_entry(reading, 0, 1, "b", 1);
}

static void comments_may_precede_the_header_of_a_table(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "# made by hand\n\nqid,docid,score\n#1,a,2\n");
    assert_true(bytes_equal(reading->run.questions[0].qid, bytes_of("#1")));
}

static void a_no_break_space_splits_no_id(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "1 Q0 a\xc2\xa0z 1 2 tag\n");
    assert_entry(reading, 0, 0, "a\xc2\xa0z", 2);
}

static void a_run_is_called_by_its_file(void **state)
{
    static const char *const names[][2] = {
        {"bm25.run", "bm25"},    {"bm25.run.txt", "bm25"},  {"dense.trec", "dense"},
        {"plain", "plain"},      {"v1.2.txt", "v1.2"},      {".run", ".run"},
        {"bm25.run.gz", "bm25"}, {"bm25.json.zst", "bm25"}, {"es.jsonl", "es"},
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *path = support_file(&reading->arena, names[i][0], bytes_of("1 Q0 a 1 2 tag\n"));
        assert_true(import_run(path, NULL, &reading->run, &reading->err));
        assert_string_equal(reading->run.name.data, names[i][1]);
        run_release(&reading->run);
    }
}

static void a_run_may_lack_its_tags_and_this_is_reported(void **state)
{
    struct reading *reading = *state;
    struct buffer text = {0};
    read_run(reading, "1 Q0 a 1 2.5\n1 q0 b 2 1\n");
    assert_entry(reading, 0, 0, "a", 2.5);
    assert_entry(reading, 0, 1, "b", 1);
    assert_int_equal(reading->run.doubt, RUN_DOUBT_NO_TAG);
    run_doubt_add(RUN_DOUBT_NO_TAG, "x.run", &text);
    assert_string_equal(buffer_string(&text),
                        "x.run: five columns, read as qid Q0 docid rank score; trec_eval also needs a tag");
    buffer_release(&text);
    run_release(&reading->run);
    read_run(reading, "1 0 a 1 0.1\n1 0 b 2 0.2\n");
    assert_int_equal(reading->run.doubt, RUN_DOUBT_RISING);
}

static void other_lines_of_five_columns_are_refused(void **state)
{
    assert_run_refused(*state, "1 a 1 2.5 tag\n", ":1: no runs have lines like '1 a 1 2.5 tag'" ACCEPTED);
    assert_run_refused(*state, "1 Q0 a 2.5 tag\n", ":1: no runs have lines like '1 Q0 a 2.5 tag'" ACCEPTED);
    assert_run_refused(*state, "1 Q0 a 1 2\n1 Q0 b 2 1 t\n",
                       ":2: 6 columns where a run without tags has 5: qid Q0 docid rank score");
}

static void a_run_line_with_too_few_columns_is_refused(void **state)
{
    assert_run_refused(*state, "1 Q0 a 1 2 tag\n\n1 Q0 b 2\n",
                       ":3: 4 columns where a run has 6: qid Q0 docid rank score tag");
}

static void a_score_that_is_no_number_is_refused(void **state)
{
    assert_run_refused(*state, "1 Q0 a 1 high tag\n",
                       ":1: the score 'high' is not a finite number; correct or remove the line");
}

static void a_score_that_is_not_finite_is_refused(void **state)
{
    static const char *const scores[] = {"nan", "inf", "-Infinity", "1e999"};
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++) {
        const char *text = arena_format(&reading->arena, "1 Q0 a 1 %s tag\n", scores[i]);
        const char *message =
            arena_format(&reading->arena,
                         ":1: the score '%s' is not a finite number; correct or remove the line", scores[i]);
        assert_run_refused(reading, text, message);
    }
}

static void a_document_twice_in_a_run_names_both_lines(void **state)
{
    assert_run_refused(*state, "1 Q0 a 1 3 t\n2 Q0 a 1 3 t\n1 Q0 b 2 2 t\n\n1 Q0 a 3 1 t\n",
                       ":5: document a is already under question 1 in line 1; remove one of them");
}

static void a_duplicate_among_many_is_found(void **state)
{
    struct reading *reading = *state;
    struct buffer text = {0};
    for (int i = 0; i < 3000; i++)
        buffer_add_format(&text, "q Q0 d%d 1 %d t\n", i == 2999 ? 1234 : i, -i);
    assert_run_refused(reading, buffer_string(&text),
                       ":3000: document d1234 is already under question q in line 1235; remove one of them");
    buffer_release(&text);
}

static void control_bytes_of_a_file_do_not_reach_the_message(void **state)
{
    assert_run_refused(*state, "1 Q0 a 1 \x1b[31m tag\n",
                       ":1: the score '␛[31m' is not a finite number; correct or remove the line");
}

static void a_refused_run_leaves_no_data(void **state)
{
    struct reading *reading = *state;
    assert_run_refused(reading, "1 Q0 a 1 2 t\n1 Q0 a 1 2 t\n",
                       ":2: document a is already under question 1 in line 1; remove one of them");
    assert_int_equal(reading->run.n_questions, 0);
    assert_null(reading->run.memory.blocks);
}

static void scores_that_contradict_their_ranks_are_doubted(void **state)
{
    static const struct {
        const char *text;
        enum run_doubt doubt;
    } runs[] = {
        {"1 Q0 a 1 0.1 t\n1 Q0 b 2 0.2 t\n2 Q0 x 1 0 t\n2 Q0 y 2 0 t\n", RUN_DOUBT_RISING},
        {"1 Q0 b 2 0.2 t\n1 Q0 a 1 0.1 t\n", RUN_DOUBT_RISING}, /* in any order of lines */
        {"1 Q0 a 1 0 t\n1 Q0 b 2 0 t\n", RUN_DOUBT_EQUAL},
        {"1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n", RUN_DOUBT_NONE},
        {"1 Q0 a 1 1 t\n1 Q0 b 2 2 t\n1 Q0 c 3 1 t\n", RUN_DOUBT_NONE}, /* ranks without a meaning */
        {"1 Q0 a 0.9 1 t\n1 Q0 b 0.8 2 t\n2 Q0 x 3 1 t\n", RUN_DOUBT_SWAPPED},
        {"1 Q0 a 0.9 2 t\n1 Q0 b 0.8 1 t\n", RUN_DOUBT_RISING},           /* scores that fall */
        {"1 Q0 a 0.9 1 t\n1 Q0 b 0.8 1.5 t\n", RUN_DOUBT_NONE},           /* scores that are not ranks */
        {"1 Q0 a 3 1 t\n1 Q0 b 2 2 t\n1 Q0 c 1 3 t\n", RUN_DOUBT_NONE},   /* the best comes last */
        {"1 Q0 a .9 1 t\n1 Q0 b 1 2 t\n1 Q0 c .8 3 t\n", RUN_DOUBT_NONE}, /* one rises */
        {"1 Q0 a .9 1 t\n2 Q0 x .8 3 t\n", RUN_DOUBT_NONE},               /* none falls */
        {"1 Q0 a 1 2 t\n2 Q0 a 2 3 t\n", RUN_DOUBT_NONE},                 /* two different questions */
        {"1 Q0 a 0 1 t\n1 Q0 b 0 2 t\n", RUN_DOUBT_NONE},                 /* ranks without a meaning */
        {"1 Q0 a - 1 t\n1 Q0 b - 2 t\n", RUN_DOUBT_NONE},                 /* not ranks */
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        read_run(reading, runs[i].text);
        assert_int_equal(reading->run.doubt, runs[i].doubt);
        run_release(&reading->run);
    }
}

/* Adds n + 1 lines. The last `n_equal` lines have the same score as the line before them. */
static void add_tied_lines(struct buffer *text, int n, int n_equal, int docid_step)
{
    for (int i = 0; i <= n; i++)
        buffer_add_format(text, "1 Q0 d%d %d %d t\n", 500 + docid_step * i, i + 1,
                          1000 - (i < n - n_equal ? i : n - n_equal));
}

/* Doubted if a tenth of all neighbours are equal, and at least ten. */
static void scores_that_are_often_equal_are_doubted(void **state)
{
    static const struct {
        int n, n_equal, docid_step;
        enum run_doubt doubt;
    } runs[] = {
        {100, 10, 1, RUN_DOUBT_TIED},  {100, 9, 1, RUN_DOUBT_NONE},
        {200, 20, 1, RUN_DOUBT_TIED},  {200, 19, 1, RUN_DOUBT_NONE},
        {20, 10, 1, RUN_DOUBT_TIED},   {20, 9, 1, RUN_DOUBT_NONE},
        {100, 99, 1, RUN_DOUBT_TIED},  {100, 100, 1, RUN_DOUBT_EQUAL},
        {100, 50, -1, RUN_DOUBT_NONE}, /* the ranks follow the rule for ties */
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct buffer text = {0};
        add_tied_lines(&text, runs[i].n, runs[i].n_equal, runs[i].docid_step);
        read_run(reading, buffer_string(&text));
        assert_int_equal(reading->run.doubt, runs[i].doubt);
        run_release(&reading->run);
        buffer_release(&text);
    }
}

/* In this case the ranks mean something else, and no digits were lost. */
static void equal_scores_beside_one_that_rises_are_not_doubted(void **state)
{
    struct reading *reading = *state;
    struct buffer text = {0};
    add_tied_lines(&text, 100, 50, 1);
    buffer_add_string(&text, "1 Q0 e 102 5000 t\n");
    read_run(reading, buffer_string(&text));
    assert_int_equal(reading->run.doubt, RUN_DOUBT_NONE);
    buffer_release(&text);
}

/* In a few lines, scores can be equal by chance. */
static void few_equal_scores_are_not_doubted(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "1 Q0 a 1 3 t\n1 Q0 b 2 2 t\n1 Q0 c 3 2 t\n");
    assert_int_equal(reading->run.doubt, RUN_DOUBT_NONE);
}

/* --- ColBERT -------------------------------------------------------------- */

static void four_columns_are_a_run_of_ranks_and_scores(void **state)
{
    static const char *const runs[] = {"1\t7\t1\t25.5\n1\t8\t2\t24\n2\t7\t1\t3\n", "1 7 0 25.5\n1 8 1 24\n"};
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        read_run(reading, runs[i]);
        assert_entry(reading, 0, 0, "7", 25.5);
        assert_entry(reading, 0, 1, "8", 24);
        assert_int_equal(reading->run.doubt, RUN_DOUBT_NONE);
        run_release(&reading->run);
    }
}

static void four_columns_of_ranks_and_scores_are_no_qrels(void **state)
{
    assert_qrels_refused(*state, "1 7 1 2\n1 8 2 1\n",
                         ": a ColBERT run, not qrels; name the judgments first, then the runs");
}

static void four_columns_whose_second_stays_are_qrels(void **state)
{
    assert_run_refused(*state, "1 0 1 2\n1 0 2 1\n",
                       ": these are qrels, not a run; name the judgments first, then the runs");
}

/* --- MS MARCO ------------------------------------------------------------- */

static void three_columns_are_a_run_of_ranks(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "1\ta\t1\n1\tb\t2\n");
    assert_entry(reading, 0, 0, "a", -1);
    assert_entry(reading, 0, 1, "b", -2);
}

static void ranks_may_have_gaps_and_begin_with_0(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "1 a 0\n1 b 2\n2 x 3\n1 c 7\n");
    assert_entry(reading, 0, 2, "c", -7);
    assert_entry(reading, 1, 0, "x", -3);
    assert_int_equal(reading->run.doubt, RUN_DOUBT_NONE);
}

/* One such line among the first lines is enough: then the whole column is scores. */
static void numbers_that_are_no_ranks_are_scores(void **state)
{
    static const char *const last_questions[] = {
        "2 x 2.5\n",        /* a fraction */
        "2 x 9\n2 y 9\n",   /* the same rank twice */
        "2 x 2\n2 y 1\n",   /* falling */
        "2 x -2\n2 y -1\n", /* negative */
        "2 x 1\n1 c 2\n",   /* falling, in scattered lines */
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof last_questions / sizeof *last_questions; i++) {
        read_run(reading, arena_format(&reading->arena, "1 a 3\n1 b 4\n%s", last_questions[i]));
        assert_int_not_equal(reading->run.doubt, RUN_DOUBT_NONE);
        assert_entry(reading, 0, 0, "a", 3);
        assert_entry(reading, 0, 1, "b", 4);
        run_release(&reading->run);
    }
}

/* Returns the ranks 1 to 3 for each of `n_questions` questions, followed by `more`. */
static const char *ranks_and(struct reading *reading, int n_questions, const char *more)
{
    struct buffer text = {0};
    for (int i = 0; i < n_questions; i++)
        buffer_add_format(&text, "q%d a 1\nq%d b 2\nq%d c 3\n", i, i, i);
    buffer_add_string(&text, more);
    const char *lines = arena_format(&reading->arena, "%s", buffer_string(&text));
    buffer_release(&text);
    return lines;
}

#define OR_NAME_IT "; correct the line; if the column is a score, add a header line: qid docid score"

static void a_late_line_that_is_no_rank_is_refused(void **state)
{
    struct reading *reading = *state;
    assert_run_refused(reading, ranks_and(reading, 400, "q399 d 3\n"),
                       ":1201: the rank 3 follows 3 and does not rise" OR_NAME_IT);
    assert_run_refused(reading, ranks_and(reading, 400, "q7 d 2\n"), /* far from its question's other lines */
                       ":1201: the rank 2 follows 3 and does not rise" OR_NAME_IT);
    assert_run_refused(reading, ranks_and(reading, 400, "q399 d 4.5\n"),
                       ":1201: the rank 4.5 is not a whole number of at least 0" OR_NAME_IT);
    assert_run_refused(reading, ranks_and(reading, 400, "x d -1\n"),
                       ":1201: the rank -1 is not a whole number of at least 0" OR_NAME_IT);
}

static void a_line_without_a_rank_is_refused_after_a_question_with_all_ranks(void **state)
{
    struct reading *reading = *state;
    assert_run_refused(reading, ranks_and(reading, 2, "q1 d 3\n"),
                       ":7: the rank 3 follows 3 and does not rise" OR_NAME_IT);
}

static void ranks_that_are_not_in_order_are_refused(void **state)
{
    static const char *const texts[] = {
        "1 a 2\n1 b 1\n1 c 3\n",
        "1 a 2\n1 b 1\n1 c 0\n",
        "1 a 3\n2 x 1\n1 b 1\n2 y 2\n1 c 2\n",
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_run_refused(
            reading, texts[i],
            ": the third column holds all ranks of the 3 lines of question 1, but not in order; sort the "
            "lines by question and rank; if the column is a score, add a header line: qid docid score");
}

/* Only some of the first question's ranks are among the first lines. */
static void ranks_that_are_not_in_order_are_seen_in_all_of_the_first_question(void **state)
{
    struct reading *reading = *state;
    struct buffer text = {0};
    for (int i = 2000; i > 0; i--)
        buffer_add_format(&text, "q%d d%d %d\n", i % 2, i, (i + 1) / 2);
    assert_run_refused(
        reading, buffer_string(&text),
        ": the third column holds all ranks of the 1000 lines of question q0, but not in order; sort the "
        "lines by question and rank; if the column is a score, add a header line: qid docid score");
    buffer_release(&text);
}

static void a_header_makes_a_third_column_scores(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "qid docid score\n1 a 2\n1 b 1\n1 c 3\n");
    assert_entry(reading, 0, 0, "a", 2);
    assert_entry(reading, 0, 2, "c", 3);
}

static void docno_is_preferred_to_docid(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "qid,docid,docno,rank,score,query\n1,17,a,0,2.5,what is it\n1,4,b,1,1.5,what is it\n");
    assert_entry(reading, 0, 0, "a", 2.5);
    assert_entry(reading, 0, 1, "b", 1.5);
}

static void scores_that_rise_line_by_line_raise_a_doubt(void **state)
{
    static const struct {
        const char *text;
        enum run_doubt doubt;
    } runs[] = {
        {"1 a 0.1\n1 b 0.2\n2 x 0.05\n2 y 0.1\n", RUN_DOUBT_NO_RANKS_RISING},
        {"1 a 0.1\n1 b 0.2\n1 c 0.2\n", RUN_DOUBT_NO_RANKS_RISING},
        {"1 a 0.1\n1 b 0.2\n2 x 0.1\n2 y 0.05\n", RUN_DOUBT_NO_RANKS},
        {"1 a 0.5\n1 b 0.5\n", RUN_DOUBT_NO_RANKS},
        {"1 a 0.1\n2 b 0.2\n", RUN_DOUBT_NO_RANKS}, /* one line a question says nothing */
    };
    struct reading *reading = *state;
    struct buffer text = {0};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        read_run(reading, runs[i].text);
        assert_int_equal(reading->run.doubt, runs[i].doubt);
        run_release(&reading->run);
    }
    run_doubt_add(RUN_DOUBT_NO_RANKS_RISING, "x.tsv", &text);
    assert_string_equal(buffer_string(&text),
                        "x.tsv: the third column does not hold ranks (whole numbers that rise with each line "
                        "of a question); assay reads it as scores, the highest first; they rise line by "
                        "line: if they are distances, negate them");
    buffer_release(&text);
}

static void the_doubt_about_numbers_that_are_no_ranks_has_a_message(void **state)
{
    (void)state;
    struct buffer text = {0};
    run_doubt_add(RUN_DOUBT_NONE, "x.tsv", &text);
    assert_string_equal(buffer_string(&text), "");
    run_doubt_add(RUN_DOUBT_NO_RANKS, "x.tsv", &text);
    assert_string_equal(buffer_string(&text),
                        "x.tsv: the third column does not hold ranks (whole numbers that rise with each line "
                        "of a question); assay reads it as scores, the highest first");
    buffer_release(&text);
}

static void a_rank_that_is_no_number_is_refused(void **state)
{
    assert_run_refused(*state, "1 a 1\n1 b two\n",
                       ":2: the rank 'two' is not a finite number; correct or remove the line");
}

static void a_line_of_trec_among_three_columns_is_refused(void **state)
{
    assert_run_refused(*state, "1 a 1\n1 Q0 b 2 1 tag\n",
                       ":2: 6 columns where a run of MS MARCO has 3: qid docid rank");
}

/* --- Tables --------------------------------------------------------------- */

static void a_table_is_read_by_the_names_of_its_columns(void **state)
{
    static const char *const tables[] = {
        "qid\tdocid\tscore\n1\ta\t7\n1\tb\t6\n",
        "query_id,doc_id,score\n1,a,7\n1,\"b\",6\n",
        "topic document score\n1 a 7\n1 b 6\n",
        "docid,rank,score,qid,title\na,1,7,1,\"Rinse, then dry\"\nb,2,6,1,\n",
        "qid,text,docid,score\n1,\"Rinse\n\nthen dry\",a,7\n1,,b,6\n",
        "qid;docid;score\n1;a;7\n1;\"b\";6\n",
        "qid docid score\n1\ta\t7\n1\tb\t6\n",
        "qid Q0 docid rank score tag\n1 Q0 a 1 7 x\n1 Q0 b 2 6 x\n",
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        read_run(reading, tables[i]);
        assert_int_equal(reading->run.questions[0].n_entries, 2);
        assert_entry(reading, 0, 0, "a", 7);
        assert_entry(reading, 0, 1, "b", 6);
        assert_int_equal(reading->run.doubt, RUN_DOUBT_NONE);
        run_release(&reading->run);
    }
}

static void scores_of_a_table_that_contradict_its_ranks_are_doubted(void **state)
{
    static const struct {
        const char *text;
        enum run_doubt doubt;
    } tables[] = {
        {"qid docid rank score\n1 a 1 0.1\n1 b 2 0.2\n", RUN_DOUBT_RISING},
        {"score,Rank,qid,docid\n0.2,2,1,b\n0.1,1,1,a\n", RUN_DOUBT_RISING},
        {"qid,docid,rank,score\n1,a,.9,1\n1,b,.8,2\n", RUN_DOUBT_SWAPPED},
        {"qid,docid,rank,score\n1,a,1,0\n1,b,2,0\n", RUN_DOUBT_EQUAL},
        {"qid,docid,rank,score\n1,a,1,2\n1,b,2,1\n", RUN_DOUBT_NONE},
        {"qid,docid,rank,score\n1,a,-,1\n1,b,-,2\n", RUN_DOUBT_NONE},
        {"qid,docid,score\n1,a,1\n1,b,2\n", RUN_DOUBT_NONE},
        {"qid,docid,score\n1,a,1\n1,b,1\n2,a,3\n2,c,3\n3,a,1\n", RUN_DOUBT_ALL_EQUAL},
        {"qid,docid,score\n1,a,1\n1,b,1\n2,a,3\n2,c,2\n", RUN_DOUBT_NONE}, /* one differs */
        {"qid,docid,score\n1,a,1\n2,a,1\n", RUN_DOUBT_NONE}, /* one line a question says nothing */
        {"{\"1\": {\"a\": 0.5, \"b\": 0.5}}", RUN_DOUBT_ALL_EQUAL},
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        read_run(reading, tables[i].text);
        assert_int_equal(reading->run.doubt, tables[i].doubt);
        run_release(&reading->run);
    }
}

/* If these are distances, the best document is first. */
static const char *const named_distances[] = {
    "qid,docid,score\n1,a,.1\n1,b,.2\n1,c,.3\n2,a,.1\n2,b,.1\n2,c,.2\n3,a,1\n3,b,2\n3,c,3\n4,a,5\n4,b,9\n",
    "{\"1\": {\"a\": 0.1, \"b\": 0.2, \"c\": 0.3, \"d\": 0.4, \"e\": 0.5}, \"2\": {\"a\": 0.1}}",
    "{\"qid\": 1, \"hits\": [{\"_id\": \"a\", \"_score\": 1}, {\"_id\": \"b\", \"_score\": 2},\n"
    "{\"_id\": \"c\", \"_score\": 3}, {\"_id\": \"d\", \"_score\": 4}, {\"_id\": \"e\", \"_score\": 5}]}",
    "[{\"qid\": 1, \"docid\": \"a\", \"score\": 1}, {\"qid\": 1, \"docid\": \"b\", \"score\": 2},\n"
    "{\"qid\": 1, \"docid\": \"c\", \"score\": 3}, {\"qid\": 1, \"docid\": \"d\", \"score\": 4},\n"
    "{\"qid\": 1, \"docid\": \"e\", \"score\": 5}]",
    "1 Q0 a 0 .1 x\n1 Q0 b 0 .2 x\n1 Q0 c 0 .3 x\n1 Q0 d 0 .4 x\n1 Q0 e 0 .5 x\n", /* ranks that say nothing */
};

static void scores_that_rise_line_by_line_are_doubted_under_any_name(void **state)
{
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof named_distances / sizeof *named_distances; i++) {
        read_run(reading, named_distances[i]);
        assert_int_equal(reading->run.doubt, RUN_DOUBT_RISING_BY_LINE);
        run_release(&reading->run);
    }
}

/* The keys of an object, and lines that are sorted by docid, can be in the order of the scores by chance. */
static void scores_that_may_rise_by_chance_are_not_doubted(void **state)
{
    static const char *const texts[] = {
        "qid,docid,score\n1,a,1\n1,b,2\n1,c,3\n1,d,4\n2,a,1\n3,a,2\n", /* a chance of 1 in 24 */
        "{\"1\":{\"a\":1,\"b\":2},\"2\":{\"a\":1,\"b\":2},\"3\":{\"a\":1,\"b\":2}}",
        "qid,docid,score\n1,a,1\n1,b,2\n1,c,3\n1,d,4\n1,e,5\n2,a,2\n2,b,1\n", /* one falls */
        "qid,docid,distance\n1,a,5\n1,b,4\n1,c,3\n1,d,2\n1,e,1\n",
        "1 a 1\n1 b 2\n1 c 3\n1 d 4\n1 e 5\n", /* ranks */
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        read_run(reading, texts[i]);
        assert_int_equal(reading->run.doubt, RUN_DOUBT_NONE);
        run_release(&reading->run);
    }
}

static void a_table_without_scores_is_refused(void **state)
{
    assert_run_refused(
        *state, "qid,docid,note\n1,a,b\n",
        ":1: the header names no score; it must name a qid, a docid and a score, like: qid,docid,score");
}

/* --- JSON ----------------------------------------------------------------- */

static void json_is_read_in_its_order(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "{\"1\": {\"b\": 2.5, \"a\": -1e3},\n \"2\": {\"x\": 9}}\n");
    assert_int_equal(reading->run.n_questions, 2);
    assert_entry(reading, 0, 0, "b", 2.5);
    assert_entry(reading, 0, 1, "a", -1000);
    assert_entry(reading, 1, 0, "x", 9);
}

static void json_on_one_line_without_blanks_is_read(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "{\"1\":{\"a\":1}}");
    assert_entry(reading, 0, 0, "a", 1);
}

static void escapes_in_json_ids_are_undone(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "{\"q\\/1\": {\"\\u00e9\\\"\": 1}}");
    assert_true(bytes_equal(reading->run.questions[0].qid, bytes_of("q/1")));
    assert_entry(reading, 0, 0, "\xc3\xa9\"", 1);
}

static void a_json_number_of_any_length_is_read_exactly(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "{\"q\": {\"d\": "
                      "0.10000000000000000555111512312578270211815834045410156250000000000000000001}}");
    assert_entry(reading, 0, 0, "d", 0.1);
}

static void a_json_question_without_documents_is_not_answered(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "{\"1\": {}, \"2\": {\"x\": 9}}");
    assert_int_equal(reading->run.n_questions, 1);
    assert_entry(reading, 0, 0, "x", 9);
}

static void a_number_whose_name_does_not_mean_a_score_is_doubted(void **state)
{
    static const struct {
        const char *text;
        enum run_doubt doubt;
    } runs[] = {
        {"{\"q1\": [{\"id\": \"a\", \"rerank\": 1}, {\"id\": \"b\", \"rerank\": 3}, {\"id\": \"c\", "
         "\"rerank\": 2}]}",
         RUN_DOUBT_BY_VALUE},
        {"{\"q1\": [{\"id\": \"b\", \"rerank\": 3}, {\"id\": \"c\", \"rerank\": 2}]}", RUN_DOUBT_NONE},
        {"{\"q1\": [{\"id\": \"a\", \"score\": 1}, {\"id\": \"b\", \"score\": 3}, {\"id\": \"c\", \"score\": "
         "2}]}",
         RUN_DOUBT_NONE},
        {"qid,docid,worth\nq1,a,1\nq1,b,3\nq1,c,2\n", RUN_DOUBT_BY_VALUE},
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        read_run(reading, runs[i].text);
        assert_int_equal(reading->run.doubt, runs[i].doubt);
        run_release(&reading->run);
    }
}

static void a_table_of_relevance_is_no_run(void **state)
{
    assert_run_refused(*state, "q1\td1\t1\t1\t1.0000\t3\t0.2065\t1.0000\n",
                       ":1: 'd1' is in the place of Q0 in a run, and only numbers follow; if this is a table "
                       "without a header, such "
                       "as `assay export relevance --format tsv` writes, use CSV or JSON instead");
}

static void a_json_score_that_is_not_finite_is_refused(void **state)
{
    static const char *const scores[] = {"NaN", "Infinity", "1e999", "null"};
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        const char *text = arena_format(&reading->arena, "{\"1\": {\n\"a\": %s}}", scores[i]);
        const char *message =
            arena_format(&reading->arena,
                         ":2: the score '%s' is not a finite number; correct or remove the line", scores[i]);
        assert_run_refused(reading, text, message);
    }
    assert_run_refused(reading, "{\"1\": {\n\"a\": true}}",
                       ": these are qrels, not a run; name the judgments first, then the runs");
}

static void a_document_twice_in_json_names_both_lines(void **state)
{
    assert_run_refused(*state, "{\"1\": {\n\"a\": 1,\n\"b\": 1,\n\"\\u0061\": 1}}",
                       ":4: document a is already under question 1 in line 2; remove one of them");
}

static void a_question_twice_in_json_names_both_lines(void **state)
{
    assert_run_refused(*state, "{\"1\": {\"a\": 1},\n\"2\": {\"a\": 1},\n\"1\": {\"b\": 1}}",
                       ":3: question 1 is already in line 1; keep one of the two");
}

static void json_without_a_document_is_refused(void **state)
{
    assert_run_refused(*state, "{}", ": the file has no document" ACCEPTED);
    assert_run_refused(*state, "{\"1\": {}}", ": the file has no document" ACCEPTED);
}

static void json_of_another_shape_is_refused(void **state)
{
    static const char *const wrong[][2] = {
        {"{\"1\": 5}", ":1: '5' is where '{' should be"},
        {"{\n1: {}}", ":2: '1' is where a qid in quotation marks should be"},
        {"{\"1\": {a: 1}}", ":1: 'a' is where a docid in quotation marks should be"},
        {"{\"1\" {}}", ":1: '{' is where ':' should be"},
        {"{\"1\": {\"a\": }}", ":1: '}' is where a number should be"},
        {"{\"1\": {\"a\": 1 \"b\": 2}}", ":1: '\"b\"' is where ',' or '}' should be"},
        {"{\"1\": {\"a\": 1},}", ":1: '}' is where a qid in quotation marks should be"},
        {"{\"1\": {\"a\": 1}}\n{}", ":2: '{' is where the end of the file should be"},
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_run_refused(reading, wrong[i][0],
                           arena_format(&reading->arena,
                                        "%s; the JSON must look like {\"qid\": {\"docid\": score}}",
                                        wrong[i][1]));
}

static void deep_nesting_is_refused_at_the_third_level(void **state)
{
    struct reading *reading = *state;
    struct buffer text = {0};
    for (int i = 0; i < 100000; i++)
        buffer_add_string(&text, "{\"a\":");
    assert_run_refused(
        reading, buffer_string(&text),
        ":1: a number is missing here: the JSON must look like {\"qid\": {\"docid\": score}}; if its "
        "first level names systems, write each into a file of its own");
    buffer_release(&text);
}

static void json_that_is_cut_short_is_refused(void **state)
{
    assert_run_refused(*state, "{\"1\": {\n\"a\": 1",
                       ":2: the file ends where ',' or '}' should be; is it cut short?");
    assert_run_refused(*state, "{\"1\": {\n\"a",
                       ":2: a quotation mark is not closed; is the file cut short?");
}

static void json_ids_that_lines_cannot_hold_are_refused(void **state)
{
    assert_run_refused(*state, "{\"1\": {\"a\\tb\": 1}}",
                       ":1: the id 'a\xe2\x90\x89"
                       "b' has white space, which qrels and runs can't hold; take it out");
    assert_run_refused(*state, "{\"\": {\"a\": 1}}", ":1: the question's id is empty; give each one an id");
    assert_run_refused(*state, "{\"1\": {\"a\\u0000\": 1}}",
                       ":1: it holds \\u0000, which no text may hold; remove it");
    assert_run_refused(*state, "{\"1\": {\"\\x\": 1}}",
                       ":1: \"\\x\" has an escape that JSON does not allow; correct it");
}

/* --- Files that are not runs ---------------------------------------------- */

static void an_empty_run_is_refused(void **state)
{
    assert_run_refused(*state, "", ": the file is empty" ACCEPTED);
}

static void a_run_of_blank_lines_is_refused(void **state)
{
    assert_run_refused(*state, "\n \n", ": the file is empty" ACCEPTED);
}

static void a_run_of_comments_is_refused(void **state)
{
    assert_run_refused(*state, "# 1 Q0 a 1 2 tag\n", ": the file has only comments" ACCEPTED);
}

#define BARE_RETURN                                                                                          \
    "a CR without LF, which ends lines of old Macs; convert the line ends: tr '\\r' '\\n' <OLD >NEW"

static void lines_that_end_with_a_bare_cr_are_refused(void **state)
{
    assert_run_refused(*state, "1 Q0 a 1 2 tag\r1 Q0 b 2 1 tag\r", ":1: " BARE_RETURN);
    assert_run_refused(*state, "1 Q0 a 1 2\r1 Q0 b 2 1\r", ":1: " BARE_RETURN);
    assert_run_refused(*state, "1\ta\t1\r1\tb\t2\r", ":1: " BARE_RETURN);
    assert_run_refused(*state, "qid,docid,score\r1,a,2\r", ":1: " BARE_RETURN);
    assert_run_refused(*state, "1 Q0 a 1 2 tag\r\n1 Q0 b 2 1 tag\r1 Q0 c 3 1 tag\r\n", ":2: " BARE_RETURN);
}

static void a_binary_file_is_refused(void **state)
{
    struct reading *reading = *state;
    const char *path =
        support_file(&reading->arena, "wrong.run", (struct bytes){.data = "PQ\3\4\0\0", .size = 6});
    assert_error(import_run(path, NULL, &reading->run, &reading->err), reading->err, ERR_INPUT,
                 arena_format(&reading->arena,
                              "%s: this is a binary file, not packed by gzip or zstd" ACCEPTED, path));
}

static void qrels_in_the_place_of_a_run_are_refused(void **state)
{
    assert_run_refused(*state, "\n1 0 a 1\n",
                       ": these are qrels, not a run; name the judgments first, then the runs");
}

static void a_json_list_is_no_run(void **state)
{
    assert_run_refused(*state, "[{\"1\":{}}]", ":1: no runs have lines like '[{\"1\":{}}]'" ACCEPTED);
}

/* --- Hits of a search ----------------------------------------------------- */

static void hits_are_read_in_every_shape(void **state)
{
    static const char *const shapes[] = {
        /* from Elasticsearch and OpenSearch, with the question added; pretty-printed, or one answer per line */
        "{\"qid\": \"q1\", \"took\": 3, \"hits\": {\"total\": {\"value\": 2}, \"max_score\": 7.5, \"hits\": "
        "[\n"
        " {\"_index\": \"faq\", \"_id\": \"a\", \"_score\": 7.5, \"_source\": {\"id\": \"x\", \"score\": "
        "1}},\n"
        " {\"_index\": \"faq\", \"_id\": \"b\", \"_score\": 2}]}}\n"
        "{\"hits\": {\"hits\": [{\"_id\": \"a\", \"_score\": 1}]}, \"qid\": 2}\n",
        /* by question */
        "{\"q1\": {\"took\": 3, \"hits\": {\"hits\": [{\"_id\": \"a\", \"_score\": 7.5},"
        "{\"_id\": \"b\", \"_score\": 2}]}},\n\"2\": {\"hits\": {\"hits\": [{\"_id\": \"a\", \"_score\": "
        "1}]}}}",
        "{\"q1\": [{\"id\": \"a\", \"score\": 7.5}, {\"id\": \"b\", \"score\": 2}], \"2\": [{\"id\": \"a\", "
        "\"score\": 1}]}",
        /* records as pandas writes them: an array, or one record per line */
        "[{\"query_id\":\"q1\",\"doc_id\":\"a\",\"score\":7.5},{\"query_id\":\"q1\",\"doc_id\":\"b\","
        "\"score\":2},\n"
        "{\"query_id\":2,\"doc_id\":\"a\",\"score\":1}]",
        "{\"query_id\":\"q1\",\"doc_id\":\"a\",\"score\":7.5}\n{\"query_id\":\"q1\",\"doc_id\":\"b\","
        "\"score\":\"2\"}\n"
        "{\"query_id\":2,\"doc_id\":\"a\",\"score\":1}\n",
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        read_run(reading, shapes[i]);
        assert_int_equal(reading->run.n_questions, 2);
        assert_entry(reading, 0, 0, "a", 7.5);
        assert_entry(reading, 0, 1, "b", 2);
        assert_true(bytes_equal(reading->run.questions[1].qid, bytes_of("2")));
        assert_entry(reading, 1, 0, "a", 1);
        run_release(&reading->run);
    }
}

static void columns_of_hits_are_read_question_by_question(void **state)
{
    static const char *const texts[] = {
        "{\"qid\": \"q1\", \"ids\": [[\"a\", \"b\"]], \"distances\": [[0.1, 0.4]], \"documents\": [[\"A\", "
        "\"B\"]]}\n"
        "{\"qid\": \"2\", \"ids\": [\"a\"], \"distances\": [0.5]}\n",
        "{\"qids\": [\"q1\", 2], \"ids\": [[\"a\", \"b\"], [\"a\"]], \"distances\": [[0.1, 0.4], [0.5]]}",
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        read_run(reading, texts[i]);
        assert_int_equal(reading->run.n_questions, 2);
        assert_entry(reading, 0, 0, "a", -0.1);
        assert_entry(reading, 0, 1, "b", -0.4);
        assert_entry(reading, 1, 0, "a", -0.5);
        run_release(&reading->run);
    }
    read_run(reading, "{\"qid\": \"q1\", \"ids\": [\"a\", \"b\"], \"scores\": [3, 2]}");
    assert_entry(reading, 0, 1, "b", 2);
    run_release(&reading->run);
    read_run(reading, "{\"qid\": \"q1\", \"ids\": [\"a\", \"b\"]}");
    assert_entry(reading, 0, 1, "b", -2);
}

static void hits_without_scores_count_by_their_places(void **state)
{
    static const char *const shapes[] = {
        "{\"q1\": [\"b\", \"a\"]}",
        "{\"qid\": \"q1\", \"docids\": [\"b\", \"a\"]}",
        "{\"qid\": \"q1\", \"hits\": [{\"_id\": \"b\", \"_score\": null}, {\"_id\": \"a\"}]}",
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        read_run(reading, shapes[i]);
        assert_entry(reading, 0, 0, "b", -1);
        assert_entry(reading, 0, 1, "a", -2);
        run_release(&reading->run);
    }
}

static void the_smallest_distance_or_rank_is_the_best(void **state)
{
    static const char *const shapes[] = {
        "query_id,id,distance\nq1,a,0.5\nq1,b,3\n",
        "rank\tqid\tdocid\n0.5\tq1\ta\n3\tq1\tb\n",
        "{\"qid\":\"q1\",\"id\":\"a\",\"distance\":0.5}{\"qid\":\"q1\",\"id\":\"b\",\"distance\":3}",
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        read_run(reading, shapes[i]);
        assert_entry(reading, 0, 0, "a", -0.5);
        assert_entry(reading, 0, 1, "b", -3);
        run_release(&reading->run);
    }
}

static void a_score_counts_before_a_distance_beside_it(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "qid,docid,distance,score\nq1,a,0.5,0.9\n");
    assert_entry(reading, 0, 0, "a", 0.9);
}

static void a_distance_counts_before_a_rank_beside_it(void **state)
{
    struct reading *reading = *state;
    static const char *const shapes[] = {
        "qid,docid,rank,distance\nq1,a,2,0.5\n",
        "{\"qid\":\"q1\",\"docid\":\"a\",\"rank\":2,\"distance\":0.5}",
        "{\"qid\":\"q1\",\"docid\":\"a\",\"distance\":0.5,\"rank\":2}",
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        read_run(reading, shapes[i]);
        assert_entry(reading, 0, 0, "a", -0.5);
        run_release(&reading->run);
    }
}

static void hits_that_are_wrong_are_refused_with_their_line(void **state)
{
    static const char *const wrong[][2] = {
        {"{\"qid\": \"q\", \"ids\": [\"a\", \"b\"], \"distances\": [1]}",
         ":1: these lists differ in length, or end too early"},
        {"{\"qid\": \"q\", \"ids\": [\"a\"], \"distances\": [1, 2]}",
         ":1: these lists differ in length, or end too early"},
        {"{\"qids\": [\"q\"],\n\"ids\": [[\"a\"], [\"b\"]]}",
         ":2: these lists differ in length, or end too early"},
        {"{\"qids\": [\"q\"], \"ids\": [\"a\"]}", ":1: a qid with a list of docids is missing here"},
        {"{\"qid\": \"q\", \"ids\": [[\"a\"], [\"b\"]]}", ":1: a docid is missing here"},
        {"{\"q1\": [\"a\"],\n\"q2\": 5}", ":2: this key has no hits, and no question is beside it"},
        {"{\"q1\": [\"a\",\nnull]}", ":2: a docid is missing here"},
        {"{\"q1\": [{\"_id\": \"a\", \"_score\": 1},\n{\"_score\": 1}]}", ":2: this hit has no docid"},
        {"{\"q1\": [{\"_id\": \"a\", \"_score\": 1},\n{\"_id\": \"b\"}]}",
         ":2: some hits of this question have a score and others do not; give all of them one"},
        {"{\"qid\": \"q1\", \"docid\": \"a\", \"score\": 1}\n{\"qid\": \"q1\", \"docid\": \"b\"}",
         ":2: no score in this record"},
        {"{\"qid\": \"q1\", \"docid\": \"a\", \"score\": 1}\n{\"qid\": \"q1\", \"score\": 1}",
         ":2: no docid in this record"},
        {"[{\"qid\": \"q1\", \"docid\": \"a\", \"score\": 1},\n5]", ":2: an object is missing here"},
        {"[{\"qid\": \"q1\", \"docid\": \"a\", \"score\": 1}]\nmore",
         ":2: there is text after the end of the JSON"},
    };
    struct reading *reading = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_run_refused(reading, wrong[i][0],
                           arena_format(&reading->arena, "%s; write hits like " HITS, wrong[i][1]));
}

static void hits_without_their_question_are_refused(void **state)
{
    assert_run_refused(*state, "{\"hits\": [{\"_id\": \"a\"}]}",
                       ":1: these hits have no question; put its qid beside them");
}

static void hits_that_are_cut_short_are_refused(void **state)
{
    assert_run_refused(*state, "{\"q1\": [\"a\"],\n\"q2\": [\"a\",",
                       ":2: this bracket is not closed; is the file cut short?");
}

static void a_question_with_two_lists_names_both_lines(void **state)
{
    assert_run_refused(*state,
                       "{\"qid\": \"q1\", \"docids\": [\"a\"]}\n{\"qid\": \"q1\", \"docids\": [\"b\"]}",
                       ":2: question q1 is already in line 1; keep one of the two");
}

static void a_document_twice_among_hits_names_both_lines(void **state)
{
    assert_run_refused(*state, "{\"q1\": [\"a\",\n\"b\",\n\"a\"]}",
                       ":3: document a is already under question q1 in line 1; remove one of them");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        READING_TEST(a_run_keeps_the_order_of_the_file),
        READING_TEST(a_run_may_have_tabs_and_runs_of_blanks),
        READING_TEST(other_white_space_splits_too),
        READING_TEST(a_run_may_have_crlf_ends),
        READING_TEST(a_run_may_have_blank_lines),
        READING_TEST(a_run_may_have_more_than_six_columns),
        READING_TEST(a_docid_that_holds_a_blank_is_refused),
        READING_TEST(a_rank_of_trec_may_be_anything),
        READING_TEST(a_run_may_end_without_a_line_end),
        READING_TEST(a_run_may_start_with_a_byte_order_mark),
        READING_TEST(lines_that_begin_with_a_hash_are_comments),
        READING_TEST(comments_may_precede_the_header_of_a_table),
        READING_TEST(lines_that_end_with_a_bare_cr_are_refused),
        READING_TEST(a_run_of_comments_is_refused),
        READING_TEST(a_no_break_space_splits_no_id),
        READING_TEST(a_run_is_called_by_its_file),
        READING_TEST(a_run_may_lack_its_tags_and_this_is_reported),
        READING_TEST(other_lines_of_five_columns_are_refused),
        READING_TEST(a_run_line_with_too_few_columns_is_refused),
        READING_TEST(a_score_that_is_no_number_is_refused),
        READING_TEST(a_score_that_is_not_finite_is_refused),
        READING_TEST(a_document_twice_in_a_run_names_both_lines),
        READING_TEST(a_duplicate_among_many_is_found),
        READING_TEST(control_bytes_of_a_file_do_not_reach_the_message),
        READING_TEST(a_refused_run_leaves_no_data),
        READING_TEST(scores_that_contradict_their_ranks_are_doubted),
        READING_TEST(scores_that_are_often_equal_are_doubted),
        READING_TEST(equal_scores_beside_one_that_rises_are_not_doubted),
        READING_TEST(few_equal_scores_are_not_doubted),
        READING_TEST(four_columns_are_a_run_of_ranks_and_scores),
        READING_TEST(four_columns_of_ranks_and_scores_are_no_qrels),
        READING_TEST(four_columns_whose_second_stays_are_qrels),
        READING_TEST(three_columns_are_a_run_of_ranks),
        READING_TEST(ranks_may_have_gaps_and_begin_with_0),
        READING_TEST(numbers_that_are_no_ranks_are_scores),
        READING_TEST(a_late_line_that_is_no_rank_is_refused),
        READING_TEST(a_line_without_a_rank_is_refused_after_a_question_with_all_ranks),
        READING_TEST(ranks_that_are_not_in_order_are_refused),
        READING_TEST(ranks_that_are_not_in_order_are_seen_in_all_of_the_first_question),
        READING_TEST(a_header_makes_a_third_column_scores),
        READING_TEST(docno_is_preferred_to_docid),
        READING_TEST(the_doubt_about_numbers_that_are_no_ranks_has_a_message),
        READING_TEST(scores_that_rise_line_by_line_raise_a_doubt),
        READING_TEST(a_rank_that_is_no_number_is_refused),
        READING_TEST(a_line_of_trec_among_three_columns_is_refused),
        READING_TEST(a_table_is_read_by_the_names_of_its_columns),
        READING_TEST(scores_of_a_table_that_contradict_its_ranks_are_doubted),
        READING_TEST(scores_that_rise_line_by_line_are_doubted_under_any_name),
        READING_TEST(scores_that_may_rise_by_chance_are_not_doubted),
        READING_TEST(a_table_without_scores_is_refused),
        READING_TEST(json_is_read_in_its_order),
        READING_TEST(json_on_one_line_without_blanks_is_read),
        READING_TEST(escapes_in_json_ids_are_undone),
        READING_TEST(a_json_number_of_any_length_is_read_exactly),
        READING_TEST(a_json_question_without_documents_is_not_answered),
        READING_TEST(a_number_whose_name_does_not_mean_a_score_is_doubted),
        READING_TEST(a_table_of_relevance_is_no_run),
        READING_TEST(a_json_score_that_is_not_finite_is_refused),
        READING_TEST(a_document_twice_in_json_names_both_lines),
        READING_TEST(a_question_twice_in_json_names_both_lines),
        READING_TEST(json_without_a_document_is_refused),
        READING_TEST(json_of_another_shape_is_refused),
        READING_TEST(deep_nesting_is_refused_at_the_third_level),
        READING_TEST(json_that_is_cut_short_is_refused),
        READING_TEST(json_ids_that_lines_cannot_hold_are_refused),
        READING_TEST(an_empty_run_is_refused),
        READING_TEST(a_run_of_blank_lines_is_refused),
        READING_TEST(a_binary_file_is_refused),
        READING_TEST(qrels_in_the_place_of_a_run_are_refused),
        READING_TEST(a_json_list_is_no_run),
        READING_TEST(hits_are_read_in_every_shape),
        READING_TEST(columns_of_hits_are_read_question_by_question),
        READING_TEST(hits_without_scores_count_by_their_places),
        READING_TEST(the_smallest_distance_or_rank_is_the_best),
        READING_TEST(a_score_counts_before_a_distance_beside_it),
        READING_TEST(a_distance_counts_before_a_rank_beside_it),
        READING_TEST(hits_that_are_wrong_are_refused_with_their_line),
        READING_TEST(hits_without_their_question_are_refused),
        READING_TEST(hits_that_are_cut_short_are_refused),
        READING_TEST(a_question_with_two_lists_names_both_lines),
        READING_TEST(a_document_twice_among_hits_names_both_lines),
    };
    return cmocka_run_group_tests_name("run_kinds", tests, NULL, NULL);
}
