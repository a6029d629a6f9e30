/*
 * The scores screen must show the same numbers for the sample's runs as `assay eval`. The labels for `assay eval` are
 * those that `assay export` would write from the database after the script.
 */
#include "core/metric/measures/measure_name.h"
#include "tests/support/script.h"
#include "tests/support/surface_dump.h"
#include "tests/support/evaluation.h"

#include "core/metric/evaluation.h"
#include "core/store/votes/labels.h"
#include "core/store/store.h"
#include "import/runs/run.h"

#include <stdio.h>
#include <string.h>

static const char *const runs[] = {"porter", "plain", "titles"};

static void look(void *context, const char *heading, const struct surface *surface)
{
    (void)heading;
    surface_dump(surface, context);
}

/* Returns the line of the run in the table: "a porter  0.5552 …". */
static const char *line_of(const char *screen, const char *run, struct arena *arena)
{
    const char *start = strstr(screen, arena_format(arena, " %s ", run));
    assert_non_null(start);
    return arena_copy(arena, (struct bytes){start, strcspn(start, "\n")}).data;
}

/* The line must show all numbers, in the order of the measures. */
static void assert_shows(const char *line, const double *means, const struct measure_list *measures)
{
    for (size_t m = 0; m < measures->count; m++) {
        char number[64];
        if (measures->items[m].row->is_sum)
            snprintf(number, sizeof number, " %.0f ", means[m]);
        else
            snprintf(number, sizeof number, " %.2f ", means[m]); /* two digits: few questions */
        line = strstr(line, number);
        if (line == NULL)
            fail_msg("measure %zu does not show%s", m, number);
        line += strlen(number) - 1; /* the next number may begin with the same blank */
    }
}

static void check(bool worked, const struct err *err)
{
    if (!worked)
        fail_msg("%s", err->text);
}

static void the_screen_shows_what_eval_says(void **state)
{
    struct arena arena = {0};
    struct buffer screen = {0};
    struct err err;
    struct store *store;
    struct qrels qrels = {0};
    struct label_base base;
    struct measure_list measures = {0};
    struct grading_rule rule = grading_rule_default();
    const struct script_viewer viewer = {.look = look, .context = &screen};
    script_run(arena_format(&arena, "%s.keys", (const char *)*state), &viewer);

    check(store_open(&store, "labels.db", STORE_EXISTING, &err), &err);
    check(store_read_qrels(store, &rule, false, &qrels, &base, &err), &err);
    assert_int_equal(base.votes, 30);
    check(measure_list_parse(bytes_of("nDCG@10,RR@10,Success@5,P@5,Judged@10,NumRelRet"), &measures, &err),
          &err); /* the runs of script.c */
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct run run;
        struct evaluation fresh;
        check(import_run(arena_format(&arena, "%s.run", runs[i]), NULL, &run, &err), &err);
        evaluation_make(&fresh, &run, &qrels, measures.items, measures.count, TIES_DOCID_DESC, QUESTIONS_ALL);
        assert_shows(line_of(buffer_string(&screen), runs[i], &arena), fresh.means, &measures);
        evaluation_release(&fresh);
        run_release(&run);
    }
    measure_list_release(&measures);
    qrels_release(&qrels);
    store_close(store);
    buffer_release(&screen);
    arena_release(&arena);
}

int main(void)
{
    return script_test_all("scores", "tests/scores", the_screen_shows_what_eval_says);
}
