/*
 * Measures what one vote costs in live scores: five runs of depth 1,000 on 40 questions, twenty measures, and the
 * labels of one question set again and again, as after each vote. Prints the mean time of a call in milliseconds.
 *
 *   bench_scoreboard
 */
#include "core/base/bug.h"
#include "core/base/random.h"
#include "core/metric/measures/measure_name.h"
#include "core/metric/scoreboard.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 5, QUESTIONS = 40, DEPTH = 1000, LABELS = 20, VOTES = 5000 };

static const char measures_text[] =
    "nDCG@5,10,20,100,nDCG,RR@10,RR,AP@10,AP,P@5,10,20,R@10,100,F1@10,Success@1,5,10,Judged@10,infAP";

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static struct bytes qid_of(struct arena *arena, size_t question)
{
    return bytes_of(arena_format(arena, "question-%zu", question));
}

static struct bytes docid_of(struct arena *arena, uint64_t document)
{
    return bytes_of(arena_format(arena, "%llu", 1000000 + (unsigned long long)document));
}

/* Each run has different documents in a different order; many are shared. */
static void make_run(struct ranked_run *run, struct arena *arena, size_t number)
{
    struct run_question question = {0};
    for (size_t q = 0; q < QUESTIONS; q++) {
        question.qid = qid_of(arena, q);
        question.n_entries = 0;
        for (size_t i = 0; i < DEPTH; i++)
            run_question_add(&question, docid_of(arena, (i * (2 * number + 1)) % (2 * DEPTH)), -(double)i);
        BUG_UNLESS(ranked_run_add(run, &question, TIES_DOCID_DESC));
    }
    free(question.entries);
}

/* A vote changes the relevance of documents in the pool. */
static void vote(struct random_source *random, struct judgment *labels)
{
    labels[random_below(random, LABELS)].grade = (double)random_below(random, 4);
}

static void measure(struct scoreboard *scoreboard, struct arena *arena)
{
    struct random_source random = random_from(3, 0);
    struct judgment labels[LABELS];
    for (size_t i = 0; i < LABELS; i++)
        labels[i] = (struct judgment){.docid = docid_of(arena, i * 7), .grade = 0};
    double sum = 0;
    for (size_t i = 0; i < VOTES; i++) {
        struct bytes qid = qid_of(arena, random_below(&random, QUESTIONS));
        vote(&random, labels);
        double start = now_ms();
        scoreboard_change_labels(scoreboard, qid, labels, LABELS);
        sum += now_ms() - start;
    }
    printf("%.4f\n", sum / VOTES);
}

int main(void)
{
    struct measure_list measures = {0};
    struct scoreboard *scoreboard = NULL;
    struct arena arena = {0};
    struct err err = {0};
    if (!measure_list_parse(bytes_of(measures_text), &measures, &err)) {
        fprintf(stderr, "bench_scoreboard: %s\n", err.text);
        return 1;
    }
    scoreboard_open(&scoreboard, measures.items, measures.count);
    for (size_t i = 0; i < RUNS; i++) {
        struct ranked_run run = {0};
        make_run(&run, &arena, i);
        scoreboard_put_run(scoreboard, scoreboard_add_run(scoreboard, bytes_of("run")), &run);
    }
    measure(scoreboard, &arena);
    scoreboard_close(scoreboard);
    measure_list_release(&measures);
    arena_release(&arena);
    return 0;
}
