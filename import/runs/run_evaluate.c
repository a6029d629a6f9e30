/*
 * Each file is divided at places where the question changes, into several parts for each thread. A free thread takes
 * the next part. The last parts are small, so that no thread waits long for one on a slower or busier processor.
 *
 * In the first pass, each part scores a question by its first segment (lines that are together), and counts all its
 * segments. Then the counts of all parts are added up. A question with more than one segment is scattered. The second
 * pass scores it again by all its lines and replaces its first values. Its further segments are stored aside as they
 * are read, in buckets of questions, so that the file is read only once. A part with mostly short segments stores all
 * its lines aside.
 *
 * Two threads never write the values of a question at once. In the first pass only the part that has claimed the
 * question writes them, in the second only the thread that has drawn its bucket. A thread that meets a wrong line only
 * sets `stopped`. The error comes from reading the file again from its beginning, so it is the same for any number of
 * threads.
 */
#include "import/runs/run_evaluate.h"

#include "core/base/memory.h"
#include "import/files/file.h"
#include "import/runs/line_ranking.h"
#include "import/records/records_aside.h"
#include "import/runs/run.h"
#include "import/runs/run_part.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    PART_LEAST = 64 * 1024,        /* bytes: with less work, a thread costs more than it saves */
    PARTS_A_THREAD = 6,            /* limits the wait for the last part */
    KEPT_MAPPED = 4 * 1024 * 1024, /* bytes that were read and not yet released */
};

/* A question within one part of the file. */
struct part_question {
    struct bytes qid; /* in the memory of the part */
    size_t n_segments;
    const char *first; /* line of its first segment; NULL: it is stored aside, too */
    uint32_t bucket;
    uint32_t aside; /* number, from 1, among the bucket's questions with lines aside; 0: no lines aside */
};

/* A question of the whole file. */
struct file_question {
    struct bytes qid;
    size_t n_segments;
    bool is_scattered; /* its lines must be gathered */
    size_t next;       /* next scattered question in its bucket; SIZE_MAX: the last one */
};

/* Bytes between data that two threads write for each line, so that they never share a cache line. */
enum { PART_GAP = 128 };

/* A part of a file that one thread reads, with its working memory. */
struct part {
    struct run_scoring *scoring;
    const struct file *file;
    struct bytes bytes; /* whole lines; the line before them has another qid */
    struct arena memory;
    struct map numbers; /* qid → index of `questions` */
    struct part_question *questions;
    size_t questions_capacity;
    struct records_aside aside;
    uint32_t n_aside[ASIDE_BUCKETS]; /* number of questions with lines aside */
    size_t n_short;                  /* consecutive further segments of few lines */
    struct run_question retrieved;
    struct hash_index seen;
    struct line_ranking lines;
    struct ranking ranking;
    char apart[PART_GAP];
};

struct run_scoring {
    const struct record_layout *layout;
    struct evaluator *evaluator;
    bool (*interrupted)(void);
    atomic_bool stopped;  /* set by a thread that found a wrong line or was told to stop */
    atomic_bool *claimed; /* for each question of the qrels: a part scores it in the first pass */
    size_t n_threads;
    size_t n_wanted;    /* parts */
    struct part *parts; /* in the order of the files */
    size_t n_parts;
    struct map numbers; /* qid → index of `questions` */
    struct file_question *questions;
    size_t capacity;
    size_t first[ASIDE_BUCKETS]; /* first scattered question in each bucket; SIZE_MAX: none */
    atomic_size_t next;          /* next bucket for a free thread */
};

/* --- Threads -------------------------------------------------------------- */

static bool should_go_on(struct run_scoring *scoring)
{
    if (scoring->interrupted())
        scoring->stopped = true;
    return !scoring->stopped;
}

/* Work to do for each part. */
struct part_work {
    struct run_scoring *scoring;
    void (*work)(struct part *part);
};

static void do_part(void *context, size_t part)
{
    const struct part_work *each = context;
    each->work(&each->scoring->parts[part]);
}

static void in_parallel(struct run_scoring *scoring, void (*work)(struct part *part))
{
    const struct workforce workforce = {.n_threads = scoring->n_threads, .interrupted = scoring->interrupted};
    struct part_work each = {.scoring = scoring, .work = work};
    if (!workforce_do(&workforce, scoring->n_parts, do_part, &each))
        scoring->stopped = true;
}

/* --- A part ----------------------------------------------------------------- */

/*
 * The qid is copied. The table is searched for each segment, and adjacent keys stay in the caches, unlike scattered
 * places of the file.
 */
static struct part_question *question_of_part(struct part *part, struct bytes qid)
{
    int64_t index = map_find(&part->numbers, qid);
    if (index != MAP_ABSENT)
        return &part->questions[index];
    struct bytes copy = arena_copy(&part->memory, qid);
    index = map_put(&part->numbers, copy, NULL);
    part->questions =
        memory_grow(part->questions, &part->questions_capacity, part->numbers.size, sizeof *part->questions);
    part->questions[index] =
        (struct part_question){.qid = copy, .bucket = (uint32_t)aside_bucket_of(bytes_hash(qid))};
    return &part->questions[index];
}

/* Frees the working memory for a question: the longest question may be long, and there are many parts. */
static void release_room(struct part *part)
{
    free(part->retrieved.entries);
    part->retrieved = (struct run_question){0};
    hash_index_release(&part->seen);
    line_ranking_release(&part->lines);
    ranking_release(&part->ranking);
}

/* A walk over the lines of a part. */
struct part_walk {
    struct part *part;
    struct record_reader reader;
    struct part_question *question; /* of the next line */
    bool is_new_segment;            /* the previous line has another question */
    const char *kept;               /* bytes before this have been released */
};

static struct part_walk part_walk_of(struct part *part)
{
    return (struct part_walk){
        .part = part,
        .reader = record_reader_of(part->bytes, part->scoring->layout),
        .kept = part->bytes.data,
    };
}

/* Releases what was read. */
static void drop_read(struct part_walk *walk)
{
    size_t n_kept = (size_t)(walk->reader.next - walk->kept);
    file_drop_part(walk->part->file, (struct bytes){.data = walk->kept, .size = n_kept});
    walk->kept = walk->reader.next;
}

/* Called every few megabytes; also checks whether to stop. */
static bool drop_and_poll(struct part_walk *walk)
{
    drop_read(walk);
    return should_go_on(walk->part->scoring);
}

/* Moves to the next line. Lines of a question are mostly together, so their qid needs no lookup. */
static bool part_walk_next(struct part_walk *walk)
{
    struct bytes qid;
    if ((walk->reader.next - walk->kept >= KEPT_MAPPED && !drop_and_poll(walk)) ||
        !record_peek(&walk->reader, &qid))
        return false;
    walk->is_new_segment = walk->question == NULL || !bytes_equal(walk->question->qid, qid);
    if (walk->is_new_segment)
        walk->question = question_of_part(walk->part, qid);
    return true;
}

/* Scores the retrieved documents. Returns false when they do not fit the layout, or a document is repeated. */
static bool score_retrieved(struct part *part, struct run_question *retrieved)
{
    struct evaluator *evaluator = part->scoring->evaluator;
    if (!run_lines_fit(part->scoring->layout, retrieved))
        return false;
    run_question_round(retrieved, evaluator->scores);
    if (run_rules_change_anything(&evaluator->rules))
        run_rules_apply(&evaluator->rules, retrieved, &part->seen);
    if (!run_rules_allow_repeats(&evaluator->rules) &&
        run_question_find_duplicate(retrieved, &part->seen) < retrieved->n_entries)
        return false;
    evaluator_score(evaluator, retrieved, &part->ranking);
    return true;
}

static void retrieve_nothing(struct part *part, struct bytes qid)
{
    part->retrieved.qid = qid;
    part->retrieved.n_entries = 0;
}

/* --- First pass: questions whose lines stand together ----------------------- */

/*
 * Returns true for the first part that meets a question. If another part meets it, the question is scattered: there is
 * nothing to score yet, and two threads must not score it at once.
 */
static bool claim_question(struct run_scoring *scoring, const struct qrels_question *truth)
{
    return !atomic_exchange(&scoring->claimed[truth - scoring->evaluator->qrels->questions], true);
}

/* Reads all lines, which is necessary if documents may be repeated or renamed, or ties are averaged. */
static bool score_changed(struct part *part, struct record_reader *reader)
{
    return line_ranking_read_all(&part->lines, reader, part->retrieved.qid) &&
           line_ranking_entries(&part->lines, &part->retrieved) && score_retrieved(part, &part->retrieved);
}

/*
 * Scores the following lines with the qid of `retrieved`. If the second pass will score the question, skips only the
 * first of them. Returns false when one is wrong.
 */
static bool score_segment(struct part *part, struct record_reader *reader)
{
    struct evaluator *evaluator = part->scoring->evaluator;
    const struct qrels_question *truth = qrels_find(evaluator->qrels, part->retrieved.qid);
    struct line_ranking *lines = &part->lines;
    if (truth != NULL && !claim_question(part->scoring, truth)) {
        record_skip(reader);
        return true;
    }
    if (run_rules_change_anything(&evaluator->rules) || evaluator->ties == TIES_AVERAGE)
        return score_changed(part, reader);
    if (!line_ranking_read(lines, reader, part->retrieved.qid, truth))
        return false;
    if (truth == NULL)
        return true;
    if (line_ranking_place(lines, evaluator->ties, evaluator->scores)) {
        evaluator_score_places(evaluator, truth, &lines->places, &lines->first, &part->ranking);
        if (evaluator->others != NULL && lines->is_tied &&
            line_ranking_place_otherwise(lines, ties_other_way(evaluator->ties)))
            evaluator_score_other_places(evaluator, truth, &lines->places, &part->ranking);
        return true;
    }
    return line_ranking_entries(lines, &part->retrieved) && score_retrieved(part, &part->retrieved);
}

/* --- First pass: lines stored aside ----------------------------------------------------------- */

enum {
    SEGMENT_SHORT = 8, /* lines: in shorter segments, finding the end of each costs more */
    SHORT_MANY = 64,   /* after so many short segments in a row, the rest is expected to be short, too */
};

/* Returns false when the number is invalid. */
static bool lay_aside(struct part *part, struct part_question *question, struct bytes docid,
                      struct bytes number)
{
    double value;
    if (!record_read_number(part->scoring->layout, number, &value))
        return false;
    if (question->aside == 0)
        question->aside = ++part->n_aside[question->bucket];
    records_aside_add(&part->aside, question->bucket, question->aside - 1, docid, value);
    return true;
}

/* Stores the following lines with the question's qid aside. Returns false when one is wrong. */
static bool lay_segment_aside(struct part *part, struct record_reader *reader, struct part_question *question)
{
    struct record_lines *lines = &part->lines.lines;
    bool right = record_lines_take(lines, reader, question->qid);
    for (size_t i = 0; right && i < lines->n; i++)
        right = lay_aside(part, question, lines->docids[i], lines->numbers[i]);
    part->n_short = lines->n < SEGMENT_SHORT ? part->n_short + 1 : 0;
    return right;
}

/*
 * Stores lines of any questions aside. Their table entries are in no first-level cache, so all are prefetched together.
 * Returns false when a number is invalid.
 */
static bool lay_lines_aside(struct part *part, const struct record_lines *lines)
{
    int64_t numbers[RECORD_LINES_AT_ONCE];
    for (size_t i = 0; i < lines->n; i++)
        lines->hashes[i] = bytes_hash(lines->qids[i]);
    for (size_t i = 0; i < lines->n; i++)
        numbers[i] = map_find_hashed(&part->numbers, lines->qids[i], lines->hashes[i]);
    for (size_t i = 0; i < lines->n; i++) {
        struct part_question *question =
            numbers[i] != MAP_ABSENT ? &part->questions[numbers[i]] : question_of_part(part, lines->qids[i]);
        if (!lay_aside(part, question, lines->docids[i], lines->numbers[i]))
            return false;
    }
    return true;
}

/* Stores all lines up to the end of the part aside. Returns false when one is wrong, or it is time to stop. */
static bool lay_rest_aside(struct part_walk *walk)
{
    struct record_lines *lines = &walk->part->lines.lines;
    struct bytes qid;
    bool right = true;
    while (right && record_lines_take_any(lines, &walk->reader)) {
        right = lay_lines_aside(walk->part, lines);
        if (walk->reader.next - walk->kept >= KEPT_MAPPED)
            right = right && drop_and_poll(walk);
    }
    return right && !record_peek(&walk->reader, &qid);
}

/* --- First pass ----------------------------------------------------------------- */

/* Reads the segment of the walk's question that begins here. Returns false when a line is wrong. */
static bool read_segment(struct part_walk *walk)
{
    struct part *part = walk->part;
    if (walk->is_new_segment && walk->question->n_segments++ == 0)
        walk->question->first = walk->reader.next;
    if (walk->question->n_segments > 1)
        return lay_segment_aside(part, &walk->reader, walk->question);
    retrieve_nothing(part, walk->question->qid);
    return score_segment(part, &walk->reader);
}

/* Scores each question by its first segment as if there were no other, which is mostly true. */
static void read_part(struct part *part)
{
    struct part_walk walk = part_walk_of(part);
    bool right = true;
    while (right && part_walk_next(&walk))
        right = read_segment(&walk) && (part->n_short < SHORT_MANY || lay_rest_aside(&walk));
    if (!right)
        part->scoring->stopped = true;
    drop_read(&walk);
    release_room(part);
}

/* --- Second pass: scattered questions ---------------------------------------- */

static struct file_question *question_of_file(struct run_scoring *scoring, struct bytes qid)
{
    bool is_new;
    size_t index = (size_t)map_put(&scoring->numbers, qid, &is_new);
    if (is_new) {
        scoring->questions = memory_grow(scoring->questions, &scoring->capacity, scoring->numbers.size,
                                         sizeof *scoring->questions);
        scoring->questions[index] = (struct file_question){.qid = qid};
    }
    return &scoring->questions[index];
}

/* Adds up the segments that the parts have counted. Returns whether a question is scattered. */
static bool add_up_segments(struct run_scoring *scoring)
{
    bool some_scattered = false;
    for (size_t p = 0; p < scoring->n_parts; p++) {
        struct part *part = &scoring->parts[p];
        for (size_t q = 0; q < part->numbers.size; q++) {
            struct file_question *question = question_of_file(scoring, part->questions[q].qid);
            question->n_segments += part->questions[q].n_segments;
            question->is_scattered =
                question->is_scattered || question->n_segments > 1 || part->questions[q].aside > 0;
            some_scattered = some_scattered || question->is_scattered;
        }
    }
    return some_scattered;
}

static void list_buckets(struct run_scoring *scoring)
{
    for (size_t i = 0; i < ASIDE_BUCKETS; i++)
        scoring->first[i] = SIZE_MAX;
    for (size_t q = 0; q < scoring->numbers.size; q++) {
        struct file_question *question = &scoring->questions[q];
        size_t *first = &scoring->first[aside_bucket_of(bytes_hash(question->qid))];
        if (!question->is_scattered)
            continue;
        question->next = *first;
        *first = q;
    }
}

/* The questions of a bucket, which one thread gathers and scores. */
struct gathering {
    struct part *room; /* of the thread, for working memory */
    size_t bucket;
    struct run_question *questions; /* the scattered questions of the bucket */
    size_t n, capacity;
    struct run_question **by_number; /* by the numbers that a part gave to them */
    size_t by_number_capacity;
};

static void gathering_release(struct gathering *gathering)
{
    for (size_t i = 0; i < gathering->capacity; i++)
        free(gathering->questions[i].entries);
    free(gathering->questions);
    free(gathering->by_number);
}

/* Begins a bucket. The memory for entries of the previous bucket is reused. */
static void begin_gathering(struct gathering *gathering, size_t bucket)
{
    const struct run_scoring *scoring = gathering->room->scoring;
    gathering->bucket = bucket;
    gathering->n = 0;
    for (size_t q = scoring->first[bucket]; q != SIZE_MAX; q = scoring->questions[q].next) {
        const size_t before = gathering->capacity;
        gathering->questions = memory_grow(gathering->questions, &gathering->capacity, gathering->n + 1,
                                           sizeof *gathering->questions);
        memset(gathering->questions + before, 0,
               (gathering->capacity - before) * sizeof *gathering->questions);
        struct run_question *question = &gathering->questions[gathering->n++];
        question->qid = scoring->questions[q].qid;
        question->n_entries = 0;
    }
}

/* Gathers the lines that a part scored first. Returns false when the file was changed meanwhile. */
static bool gather_first_segment(struct gathering *gathering, const struct part *from,
                                 const struct part_question *known, struct run_question *question)
{
    struct line_ranking *lines = &gathering->room->lines;
    struct record_reader reader = record_reader_of(from->bytes, from->scoring->layout);
    reader.next = known->first;
    return line_ranking_read_all(lines, &reader, known->qid) && line_ranking_entries(lines, question);
}

/* Gathers all lines of the bucket's questions in a part. */
static bool gather_part(struct gathering *gathering, struct part *from)
{
    gathering->by_number =
        memory_grow(gathering->by_number, &gathering->by_number_capacity,
                    (size_t)from->n_aside[gathering->bucket] + 1, sizeof *gathering->by_number);
    for (size_t i = 0; i < gathering->n; i++) {
        const int64_t index = map_find(&from->numbers, gathering->questions[i].qid);
        const struct part_question *known = index != MAP_ABSENT ? &from->questions[index] : NULL;
        if (known != NULL && known->aside > 0)
            gathering->by_number[known->aside - 1] = &gathering->questions[i];
        if (known != NULL && known->first != NULL &&
            !gather_first_segment(gathering, from, known, &gathering->questions[i]))
            return false;
    }
    struct aside_reader reader = aside_reader_of(&from->aside, gathering->bucket);
    struct bytes docid;
    uint32_t number;
    double score;
    while (aside_next(&reader, &number, &docid, &score))
        run_question_add(gathering->by_number[number], docid, score);
    return true;
}

static bool score_bucket(struct gathering *gathering)
{
    struct run_scoring *scoring = gathering->room->scoring;
    bool right = true;
    for (size_t p = 0; right && p < scoring->n_parts; p++)
        right = gather_part(gathering, &scoring->parts[p]);
    for (size_t i = 0; right && i < gathering->n; i++)
        right = score_retrieved(gathering->room, &gathering->questions[i]);
    for (size_t p = 0; p < scoring->n_parts; p++)
        records_aside_clear(&scoring->parts[p].aside, gathering->bucket);
    return right;
}

static void score_scattered(struct part *part)
{
    struct run_scoring *scoring = part->scoring;
    struct gathering gathering = {.room = part};
    size_t bucket;
    while ((bucket = scoring->next++) < ASIDE_BUCKETS && should_go_on(scoring)) {
        begin_gathering(&gathering, bucket);
        if (!score_bucket(&gathering))
            scoring->stopped = true;
    }
    gathering_release(&gathering);
}

static void read_scattered(struct run_scoring *scoring)
{
    list_buckets(scoring);
    in_parallel(scoring, score_scattered);
}

/* --- The files ---------------------------------------------------------------- */

/* One file of a run. */
struct run_file {
    struct file file;
    const char *path;
};

/* Returns the first place after the line at `at` where the qid changes. */
static size_t find_border(struct bytes content, const struct record_layout *layout, size_t at)
{
    const char *feed = memchr(content.data + at, '\n', content.size - at);
    if (feed == NULL)
        return content.size;
    struct record_reader reader = record_reader_of(content, layout);
    struct bytes qid;
    struct bytes other;
    reader.next = feed + 1;
    if (record_peek(&reader, &qid)) {
        while (record_peek(&reader, &other) && bytes_equal(other, qid))
            record_skip(&reader);
    }
    return (size_t)(reader.next - content.data);
}

static size_t clamp(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

/*
 * Returns how many parts a file gets. `n_bytes` is the size of the run, so that all parts have the same amount of work.
 */
static size_t count_parts(const struct run_scoring *scoring, struct bytes content, size_t n_bytes)
{
    const double share = (double)content.size / (double)n_bytes * (double)scoring->n_wanted;
    return clamp((size_t)ceil(share), 1, content.size / PART_LEAST + 1);
}

/*
 * Returns how many of the remaining bytes each of the next parts gets, one for each thread: half of them together. When
 * few parts are left, all get the same.
 */
static size_t share_of(const struct run_scoring *scoring, size_t n_left, size_t n_parts_left)
{
    const size_t n_sharing = n_parts_left > 2 * scoring->n_threads ? 2 * scoring->n_threads : n_parts_left;
    return n_left / n_sharing;
}

static void divide_file(struct run_scoring *scoring, const struct file *file, size_t n_parts)
{
    struct bytes content = file->bytes;
    size_t start = 0, border = 0, share = 0;
    for (size_t p = 0; p < n_parts; p++) {
        if (p % scoring->n_threads == 0)
            share = share_of(scoring, content.size - border, n_parts - p);
        border = p + 1 < n_parts ? border + share : content.size;
        size_t end = border > start ? find_border(content, scoring->layout, border) : start;
        scoring->parts[scoring->n_parts++] = (struct part){
            .scoring = scoring,
            .file = file,
            .bytes = {.data = content.data + start, .size = end - start},
        };
        start = end;
    }
}

static void divide_files(struct run_scoring *scoring, const struct run_file *files, size_t n)
{
    size_t n_bytes = 0, n_parts = 0;
    for (size_t i = 0; i < n; i++)
        n_bytes += files[i].file.bytes.size;
    for (size_t i = 0; i < n; i++)
        n_parts += count_parts(scoring, files[i].file.bytes, n_bytes);
    scoring->parts = memory_get_zeroed(n_parts, sizeof *scoring->parts);
    for (size_t i = 0; i < n; i++)
        divide_file(scoring, &files[i].file, count_parts(scoring, files[i].file.bytes, n_bytes));
}

static void scoring_release(struct run_scoring *scoring)
{
    for (size_t p = 0; p < scoring->n_parts; p++) {
        struct part *part = &scoring->parts[p];
        arena_release(&part->memory);
        map_release(&part->numbers);
        free(part->questions);
        records_aside_release(&part->aside);
        release_room(part);
    }
    free(scoring->parts);
    free(scoring->claimed);
    map_release(&scoring->numbers);
    free(scoring->questions);
}

/* Adds the content of a file, read by the general reader. */
static bool add_file(struct run *all, const struct run_file *file, struct err *err)
{
    struct run run = {.may_repeat = all->may_repeat};
    if (!run_read(file->file.bytes, file->path, &run, err))
        return false;
    for (size_t q = 0; q < run.n_questions; q++) {
        const struct run_question *question = &run.questions[q];
        for (size_t i = 0; i < question->n_entries; i++)
            run_add(all, question->qid, question->entries[i].docid, question->entries[i].score);
    }
    run_release(&run);
    return true;
}

/* Sets the error for files that are right by themselves but not together. */
static bool fail_together(const struct run_scoring *scoring, const struct run *all, const char *path,
                          struct err *err)
{
    struct bytes qid;
    struct bytes docid;
    if (!all->may_repeat && run_find_duplicate(all, &qid, &docid))
        return err_set(err, ERR_REPEATED,
                       "%s and the other files of the run: document %.*s of question %.*s is in two files; "
                       "remove it from one of them",
                       file_label(path), BYTES_FORMAT(docid), BYTES_FORMAT(qid));
    for (size_t q = 0; q < all->n_questions; q++) {
        if (!run_lines_fit(scoring->layout, &all->questions[q]))
            return err_set(err, ERR_INPUT,
                           "%s and the other files of the run: the ranks of question %.*s do not rise from "
                           "file to file; put its lines into one file",
                           file_label(path), BYTES_FORMAT(all->questions[q].qid));
    }
    return err_set(err, ERR_INPUT, "%s: the file changed while assay read it; try again", file_label(path));
}

/*
 * Reports the first wrong line by reading the files from their beginnings with the general reader. So the message is
 * the same for any number of threads.
 */
static bool explain_wrong_line(const struct run_scoring *scoring, const struct run_file *files, size_t n,
                               struct err *err)
{
    struct run all = {.may_repeat = run_rules_allow_repeats(&scoring->evaluator->rules)};
    bool right = true;
    for (size_t i = 0; i < n && right; i++)
        right = add_file(&all, &files[i], err);
    if (right)
        right = fail_together(scoring, &all, files[0].path, err);
    run_release(&all);
    return right;
}

static void keep_qid(struct run_traits *traits, struct bytes qid)
{
    buffer_clear(&traits->qid);
    buffer_add(&traits->qid, qid);
}

static void keep_unknown(struct run_traits *traits, const struct qrels *qrels, struct bytes qid)
{
    if (qrels_find(qrels, qid) == NULL)
        VECTOR_PUSH(traits->unknown, traits->n_unknown, traits->unknown_capacity) =
            arena_copy(&traits->memory, qid);
}

static bool score_lines(struct run_scoring *scoring, const struct run_file *files, size_t n, struct err *err)
{
    divide_files(scoring, files, n);
    in_parallel(scoring, read_part);
    if (!scoring->stopped && add_up_segments(scoring))
        read_scattered(scoring);
    if (scoring->interrupted())
        return err_set(err, ERR_INTERRUPTED, "%s: stopped while reading", file_label(files[0].path));
    return !scoring->stopped || explain_wrong_line(scoring, files, n, err);
}

static bool score_by_layout(const struct run_file *files, size_t n, const struct record_layout *layout,
                            struct evaluator *evaluator, const struct workforce *workforce,
                            struct run_traits *traits, struct err *err)
{
    struct run_scoring scoring = {
        .layout = layout,
        .evaluator = evaluator,
        .claimed = memory_get_zeroed(evaluator->qrels->n_questions, sizeof(atomic_bool)),
        .interrupted = workforce->interrupted,
        .n_threads = workforce->n_threads,
        .n_wanted = workforce->n_threads > 1 ? workforce->n_threads * PARTS_A_THREAD : 1,
    };
    bool ok = score_lines(&scoring, files, n, err);
    if (ok && scoring.numbers.size > 0)
        keep_qid(traits, scoring.questions[0].qid);
    for (size_t q = 0; ok && q < scoring.numbers.size; q++)
        keep_unknown(traits, evaluator->qrels, scoring.questions[q].qid);
    scoring_release(&scoring);
    return ok;
}

/* Reads a file that has no lines of columns as a whole. */
static bool score_whole(struct bytes content, const char *path, struct evaluator *evaluator,
                        struct run_traits *traits, struct err *err)
{
    struct run run = {.may_repeat = run_rules_allow_repeats(&evaluator->rules)};
    struct hash_index seen = {0};
    if (!run_read(content, path, &run, err))
        return false;
    run_round(&run, evaluator->scores);
    for (size_t q = 0; q < run.n_questions; q++)
        run_rules_apply(&evaluator->rules, &run.questions[q], &seen);
    hash_index_release(&seen);
    evaluator_score_run(evaluator, &run);
    traits->doubt = run.doubt;
    keep_qid(traits, run.questions[0].qid);
    for (size_t q = 0; q < run.n_questions; q++)
        keep_unknown(traits, evaluator->qrels, run.questions[q].qid);
    run_release(&run);
    return true;
}

static void add_tag(struct bytes content, const struct record_layout *layout, struct buffer *tag)
{
    enum { TAG_COLUMN = 5 };
    if (layout != NULL && layout->n_columns > TAG_COLUMN)
        buffer_add(tag, record_first_columns(content).at[TAG_COLUMN]);
}

void run_traits_release(struct run_traits *traits)
{
    buffer_release(&traits->tag);
    buffer_release(&traits->qid);
    free(traits->unknown);
    arena_release(&traits->memory);
}

/* Finds the layout, which all files must have. NULL: the only file has no lines of columns. */
static bool find_layout(const struct run_file *files, size_t n, const struct record_layout **layout,
                        enum run_doubt *doubt, struct err *err)
{
    *layout = NULL;
    for (size_t i = 0; i < n; i++) {
        const struct record_layout *own;
        enum run_doubt own_doubt;
        if (!run_layout(files[i].file.bytes, files[i].path, &own, &own_doubt, err))
            return false;
        if (n > 1 && own == NULL)
            return err_set(err, ERR_INPUT,
                           "%s: a run in several files must be lines of columns, not tables or JSON; make "
                           "one file of them",
                           file_label(files[i].path));
        if (i > 0 && own != *layout)
            return err_set(
                err, ERR_INPUT,
                "%s is a %s (%s), unlike %s, which is of the same run; make all files of a run alike",
                file_label(files[i].path), own->what, own->columns, file_label(files[0].path));
        *layout = own;
        *doubt = i == 0 || *doubt == RUN_DOUBT_NONE ? own_doubt : *doubt;
    }
    return true;
}

/* For questions of a part that the truth does not have. */
struct unknown_qids {
    struct run_traits *traits;
    const struct qrels *qrels;
};

static void add_unknown(void *context, struct bytes qid)
{
    const struct unknown_qids *unknown = context;
    keep_unknown(unknown->traits, unknown->qrels, qid);
    keep_qid(unknown->traits, qid);
}

static bool score_parts(const struct run_file *files, size_t n, struct evaluator *evaluator,
                        struct run_traits *traits, struct err *err)
{
    struct unknown_qids unknown = {.traits = traits, .qrels = evaluator->qrels};
    const struct run_part_watch watch = {.unknown = add_unknown, .context = &unknown};
    bool scored = true;
    for (size_t i = 0; scored && i < n; i++) {
        scored = (run_part_is(files[i].file.bytes) ||
                  err_set(err, ERR_INPUT,
                          "%s is a run, but %s is a part of the same run; use parts only or runs only",
                          file_label(files[i].path), file_label(files[0].path))) &&
                 run_part_evaluate(files[i].file.bytes, files[i].path, evaluator, &watch, err);
    }
    traits->is_part = true;
    return scored;
}

static bool evaluate_files(const struct run_file *files, size_t n, struct evaluator *evaluator,
                           const struct workforce *workforce, struct run_traits *traits, struct err *err)
{
    const struct record_layout *layout;
    const struct bytes first = files[0].file.bytes;
    if (run_part_is(first))
        return score_parts(files, n, evaluator, traits, err);
    if (!find_layout(files, n, &layout, &traits->doubt, err) ||
        !(layout != NULL ? score_by_layout(files, n, layout, evaluator, workforce, traits, err)
                         : score_whole(first, files[0].path, evaluator, traits, err)))
        return false;
    add_tag(first, layout, &traits->tag);
    return true;
}

bool evaluate_run_of(const char *const *paths, size_t n, struct evaluator *evaluator,
                     const struct workforce *workforce, struct run_traits *traits, struct err *err)
{
    struct run_file *files = memory_get_zeroed(n, sizeof *files);
    struct run_traits unwanted = {0};
    size_t n_open = 0;
    bool ok = true;
    while (ok && n_open < n) {
        files[n_open].path = paths[n_open];
        ok = file_map(&files[n_open].file, paths[n_open], err);
        n_open += ok;
    }
    ok = ok && evaluate_files(files, n, evaluator, workforce, traits != NULL ? traits : &unwanted, err);
    for (size_t i = 0; i < n_open; i++) {
        ok = file_confirm(&files[i].file, paths[i], ok, err);
        file_close(&files[i].file);
    }
    run_traits_release(&unwanted);
    free(files);
    return ok;
}

bool evaluate_run(const char *path, struct evaluator *evaluator, const struct workforce *workforce,
                  struct run_traits *traits, struct err *err)
{
    return evaluate_run_of(&path, 1, evaluator, workforce, traits, err);
}
