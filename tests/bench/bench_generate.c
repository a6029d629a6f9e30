/*
 * Makes a run and its qrels for the benchmark. The same arguments give the same bytes.
 *
 *   bench_generate QUESTIONS DEPTH ordered|shuffled RUN QRELS
 *
 * The standard is 6980 × 1000, like a run on MS MARCO's passages: ids of seven digits, and scores of six decimals, one
 * in fifty of which repeats the score before it. There is one judged document per question, two for each thirteenth
 * question. The lines of `shuffled` are those of `ordered` in random order.
 */
#include "core/base/bytes.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEED = 3,
    FIRST_ID = 1000000, /* seven digits */
    LAST_ID = 9999999,
    QID_STEP = 100, /* each qid is larger than the last one by at most this */
    MICRO = 1000000,
    DEPTH_MAX = 1000000,
    QUESTIONS_MAX = (LAST_ID - FIRST_ID) / QID_STEP,
};

/* Separate streams of random numbers: draws from one do not change the other. */
enum { STREAM_CONTENT = 1, STREAM_ORDER = 2 };

struct load {
    size_t n_questions, depth;
    bool shuffled;
    FILE *run, *qrels;
    struct random_source random;
    struct buffer lines;    /* not yet written: of one question, or all if they will be shuffled */
    unsigned char *is_used; /* by docid, for one question */
    uint64_t *docids;       /* of one question: `depth` documents, and two more that are not retrieved */
};

static void write_bytes(FILE *file, const char *data, size_t size)
{
    if (fwrite(data, 1, size, file) != size) {
        perror("bench_generate");
        exit(1);
    }
}

static uint64_t draw_docid(struct load *load)
{
    uint64_t id;
    do
        id = random_below(&load->random, LAST_ID - FIRST_ID + 1);
    while (load->is_used[id]);
    load->is_used[id] = 1;
    return id + FIRST_ID;
}

/* No document occurs twice for one question. */
static void draw_docids(struct load *load)
{
    for (size_t i = 0; i < load->depth + 2; i++)
        load->docids[i] = draw_docid(load);
    for (size_t i = 0; i < load->depth + 2; i++)
        load->is_used[load->docids[i] - FIRST_ID] = 0;
}

static void add_lines(struct load *load, uint64_t qid)
{
    uint64_t score = 20 * MICRO + random_below(&load->random, 20 * MICRO);
    uint64_t largest_step = score / load->depth;
    for (size_t i = 0; i < load->depth; i++) {
        buffer_add_format(&load->lines, "%llu Q0 %llu %zu %llu.%06llu bm25\n", (unsigned long long)qid,
                          (unsigned long long)load->docids[i], i + 1, (unsigned long long)(score / MICRO),
                          (unsigned long long)(score % MICRO));
        if (random_below(&load->random, 50) != 0)
            score -= random_below(&load->random, largest_step + 1);
    }
}

/* Six of seven judged documents are retrieved, most of them near the top. */
static void add_judgment(struct load *load, uint64_t qid, size_t number)
{
    size_t place = load->depth + number;
    if (random_below(&load->random, 7) != 0)
        place = number + random_below(&load->random, 1 + random_below(&load->random, load->depth - 1));
    fprintf(load->qrels, "%llu 0 %llu 1\n", (unsigned long long)qid, (unsigned long long)load->docids[place]);
    load->docids[place] = load->docids[load->depth + number]; /* so that it is not judged twice */
}

static void write_lines(struct load *load)
{
    write_bytes(load->run, load->lines.data, load->lines.size);
    buffer_clear(&load->lines);
}

static void make_questions(struct load *load)
{
    uint64_t qid = FIRST_ID;
    for (size_t q = 0; q < load->n_questions; q++) {
        qid += 1 + random_below(&load->random, QID_STEP);
        draw_docids(load);
        add_lines(load, qid);
        add_judgment(load, qid, 0);
        if (q % 13 == 0)
            add_judgment(load, qid, 1);
        if (!load->shuffled)
            write_lines(load);
    }
}

/* Fisher–Yates: all orders are equally likely. */
static void shuffle(const char **lines, size_t count)
{
    struct random_source random = random_from(SEED, STREAM_ORDER);
    for (size_t i = count; i > 1; i--) {
        size_t other = random_below(&random, i);
        const char *line = lines[i - 1];
        lines[i - 1] = lines[other];
        lines[other] = line;
    }
}

static void write_shuffled(struct load *load)
{
    size_t count = load->n_questions * load->depth;
    const char **lines = memory_get(count * sizeof *lines);
    const char *line = load->lines.data;
    for (size_t i = 0; i < count; i++) {
        lines[i] = line;
        line = strchr(line, '\n') + 1;
    }
    shuffle(lines, count);
    for (size_t i = 0; i < count; i++)
        write_bytes(load->run, lines[i], (size_t)(strchr(lines[i], '\n') + 1 - lines[i]));
    free(lines);
}

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

static void finish(FILE *file)
{
    if (fclose(file) != 0) {
        perror("bench_generate");
        exit(1);
    }
}

static size_t read_count(const char *word, int64_t most)
{
    int64_t count;
    if (!number_parse_integer(bytes_of(word), 2, most, &count)) {
        fprintf(stderr, "bench_generate: %s is not a number from 2 to %lld\n", word, (long long)most);
        exit(2);
    }
    return (size_t)count;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fputs("usage: bench_generate QUESTIONS DEPTH ordered|shuffled RUN QRELS\n", stderr);
        return 2;
    }
    struct load load = {
        .n_questions = read_count(argv[1], QUESTIONS_MAX),
        .depth = read_count(argv[2], DEPTH_MAX),
        .shuffled = strcmp(argv[3], "shuffled") == 0,
        .run = create(argv[4]),
        .qrels = create(argv[5]),
        .random = random_from(SEED, STREAM_CONTENT),
        .is_used = memory_get_zeroed(LAST_ID - FIRST_ID + 1, 1),
    };
    load.docids = memory_get((load.depth + 2) * sizeof *load.docids);
    make_questions(&load);
    if (load.shuffled)
        write_shuffled(&load);
    finish(load.run);
    finish(load.qrels);
    buffer_release(&load.lines);
    free(load.docids);
    free(load.is_used);
    return 0;
}
