/*
 * A run can be read in two ways. run_read takes every kind and keeps all entries. import_ranked_run ranks
 * one question after the other and keeps only its ids in that order, which works for lines of columns where
 * the lines of each question stand together. When something is in the way, whatever it is, that is given up
 * and run_read reads all of it again: it copes, or it has the words for what is wrong.
 *
 * Whether the third of three columns is a rank or a score, a file does not say. It counts as a rank until
 * one question has lines that can't be ranks; then all of the file is read as scores.
 */
#include "import/run.h"

#include "core/base/bug.h"
#include "import/file.h"
#include "import/records/record_json.h"
#include "import/records/record_kind.h"
#include "import/records/record_table.h"
#include "import/unpack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BEGINNING_SIZE = 4096 }; /* of a file, to tell what it is */

static const struct record_layout trec_layout = {
    .what = "run",
    .columns = "qid Q0 docid rank score tag",
    .n_columns = 6,
    .more_columns = true,
    .docid = 2,
    .number = 4,
    .number_name = "score",
};

/* The same lines; not to score them by. */
static const struct record_layout trec_ranks_layout = {
    .what = "run",
    .columns = "qid Q0 docid rank score tag",
    .n_columns = 6,
    .more_columns = true,
    .docid = 2,
    .number = 3,
    .number_name = "rank",
};

static const struct record_layout three_column_layout = {
    .what = "run without ranks",
    .columns = "qid docid score",
    .n_columns = 3,
    .docid = 1,
    .number = 2,
    .number_name = "score",
};

static const struct record_layout ms_marco_layout = {
    .what = "run of MS MARCO",
    .columns = "qid docid rank",
    .n_columns = 3,
    .docid = 1,
    .number = 2,
    .number_name = "rank",
    .number_is_rank = true,
    .as_scores = &three_column_layout,
};

/* The table stands before the lines without a header, which would take its header for an entry. */
static const struct record_kind kinds[] = {
    {
        .name = "JSON",
        .label = "JSON run",
        .example = "{\"qid\": {\"docid\": score}}",
        .number_name = "score",
        .recognises = record_json_recognise,
        .read = record_json_read,
    },
    {
        .name = "a table with a header",
        .label = "run as a table",
        .example = "qid,docid,score",
        .number_name = "score",
        .recognises = record_table_recognise_run,
        .read = record_table_read,
    },
    {.name = "TREC", .label = "TREC run", .layout = &trec_layout},
    {.name = "MS MARCO", .label = "MS MARCO run", .layout = &ms_marco_layout},
};

static const struct record_kind_table table = {
    .what = "runs",
    .rows = kinds,
    .n_rows = sizeof kinds / sizeof *kinds,
};

bool run_layout(struct bytes content, const char *path, const struct record_layout **layout, struct err *err)
{
    const struct record_file file = {.path = path, .content = content};
    const struct record_kind *kind = NULL;
    bool told = record_kind_find(&table, &file, &kind, err);
    *layout = told ? kind->layout : NULL;
    return told;
}

bool run_lines_fit(const struct record_layout *layout, const struct run_question *retrieved)
{
    double before = -1;
    for (size_t i = 0; layout->number_is_rank && i < retrieved->n_entries; i++) {
        double rank = -retrieved->entries[i].score;
        if (rank <= before || (rank != before + 1 && rank != floor(rank))) /* mostly there is no gap */
            return false;
        before = rank;
    }
    return true;
}

/* Of two lines of a question that follow each other: how the scores go where the ranks rise. */
struct rank_contradiction {
    size_t rising, falling, equal;
};

static void compare_lines(struct rank_contradiction *seen, double rank_step, double score_step)
{
    double step = rank_step < 0 ? -score_step : score_step;
    if (rank_step == 0)
        return;
    seen->rising += step > 0;
    seen->falling += step < 0;
    seen->equal += step == 0;
}

static enum run_doubt doubt_of(const struct rank_contradiction *seen)
{
    if (seen->falling > 0)
        return RUN_DOUBT_NONE;
    return seen->rising > 0 ? RUN_DOUBT_RISING : seen->equal > 0 ? RUN_DOUBT_EQUAL : RUN_DOUBT_NONE;
}

enum run_doubt run_find_doubt(struct bytes content, const struct record_layout *layout)
{
    enum { LINES = 1000 };
    if (layout != &trec_layout)
        return RUN_DOUBT_NONE;
    struct rank_contradiction seen = {0};
    struct record_reader scores = record_reader_of(content, &trec_layout);
    struct record_reader ranks = record_reader_of(content, &trec_ranks_layout);
    struct record score, rank, score_before = {0}, rank_before = {0};
    for (size_t i = 0; i < LINES && record_next(&scores, &score) == RECORD_READ &&
                       record_next(&ranks, &rank) == RECORD_READ;
         i++) {
        if (i > 0 && bytes_equal(score.qid, score_before.qid))
            compare_lines(&seen, rank.number - rank_before.number, score.number - score_before.number);
        score_before = score;
        rank_before = rank;
    }
    return doubt_of(&seen);
}

void run_doubt_add(enum run_doubt doubt, const char *path, struct buffer *out)
{
    static const char *const texts[] = {
        [RUN_DOUBT_NO_RANKS] =
            "the third column is no rank, which would be a whole number and rise with each "
            "line of a question; read as scores, the highest first",
        [RUN_DOUBT_RISING] =
            "the scores rise where the ranks do: the highest score counts as the best; if these "
            "are distances, negate them",
        [RUN_DOUBT_EQUAL] =
            "the scores are equal where the ranks are not, and ranks do not count: give better "
            "documents higher scores",
    };
    if (doubt != RUN_DOUBT_NONE)
        buffer_add_format(out, "%s: %s", file_label(path), texts[doubt]);
}

/* Without the last line, which may be cut off in its middle, unless it is the only one. */
static struct bytes whole_lines(struct bytes beginning)
{
    const char *feed = beginning.size > 0 ? memrchr(beginning.data, '\n', beginning.size) : NULL;
    return feed == NULL ? beginning : bytes_slice(beginning, 0, (size_t)(feed - beginning.data) + 1);
}

static bool check_beginning(struct bytes beginning, const char *path, const struct record_kind **kind,
                            struct err *err)
{
    const struct record_file file = {.path = path, .content = whole_lines(beginning)};
    if (!record_kind_find(&table, &file, kind, err))
        return false;
    if ((*kind)->layout == NULL)
        return true;
    struct record_reader reader = record_reader_of(file.content, (*kind)->layout);
    struct record record;
    return record_next(&reader, &record) == RECORD_READ || record_explain(&reader, file.content, path, err);
}

bool run_check_beginning(const char *path, struct err *err)
{
    char beginning[BEGINNING_SIZE];
    size_t size;
    const struct record_kind *kind;
    if (!file_peek(path, beginning, sizeof beginning, &size, err))
        return false;
    struct bytes bytes = {beginning, size};
    return packing_of(bytes) != NULL || check_beginning(bytes, path, &kind, err);
}

const char *run_kind_of(struct bytes beginning)
{
    const struct record_kind *kind;
    struct err unused;
    return check_beginning(beginning, "", &kind, &unused) ? kind->label : NULL;
}

/* "runs/bm25.run.txt.gz" → "bm25" */
struct bytes run_file_name(const char *path)
{
    static const char *const endings[] = {".txt", ".csv", ".tsv", ".json", ".trec", ".run"};
    struct bytes name = unpacked_name(file_base_name(file_label(path)));
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t size = strlen(endings[i]);
        if (name.size > size && bytes_ends_with(name, endings[i]))
            name.size -= size;
    }
    return name;
}

static bool add_entry(void *context, const struct record *record, const char *place, struct err *err)
{
    (void)place;
    (void)err;
    run_add(context, record->qid, record->docid, record->number);
    return true;
}

static bool check_duplicates(const struct run *run, const struct record_kind *kind,
                             const struct record_file *file, struct err *err)
{
    struct bytes qid;
    struct bytes docid;
    return !run_find_duplicate(run, &qid, &docid) || record_kind_fail_duplicate(kind, file, qid, docid, err);
}

static bool lines_fit(const struct run *run, const struct record_layout *layout)
{
    for (size_t i = 0; i < run->n_questions; i++) {
        if (!run_lines_fit(layout, &run->questions[i]))
            return false;
    }
    return true;
}

/* The numbers were taken for ranks and made negative; they are scores. */
static void take_ranks_for_scores(struct run *run)
{
    run->doubt = RUN_DOUBT_NO_RANKS;
    for (size_t i = 0; i < run->n_questions; i++) {
        struct run_question *question = &run->questions[i];
        for (size_t e = 0; e < question->n_entries; e++)
            question->entries[e].score = -question->entries[e].score;
    }
}

bool run_read(struct bytes content, const char *path, struct run *out, struct err *err)
{
    const struct record_file file = {.path = path, .content = content, .memory = &out->memory};
    const struct record_kind *kind = NULL;
    bool ok = record_kind_find(&table, &file, &kind, err) &&
              record_kind_read(kind, &file, add_entry, out, err) &&
              (out->n_questions > 0 || record_kind_fail_empty(&table, &file, err)) &&
              check_duplicates(out, kind, &file, err);
    if (!ok)
        run_release(out);
    else if (kind->layout != NULL && !lines_fit(out, kind->layout))
        take_ranks_for_scores(out);
    else
        out->doubt = run_find_doubt(content, kind->layout);
    return ok;
}

bool import_run(const char *path, struct run *out, struct err *err)
{
    struct file file;
    *out = (struct run){0};
    if (!file_open(&file, path, err))
        return false;
    out->memory = file.memory; /* the ids are views into it */
    if (!run_read(file.bytes, path, out, err))
        return false;
    out->name = arena_copy(&out->memory, run_file_name(path));
    return true;
}

/* --- Ranked as it is read ------------------------------------------------- */

struct ranking_of_lines {
    struct ranked_run *run;
    enum ties ties;
    struct record_reader reader;
    struct run_question retrieved;
    struct hash_index seen;
};

/* The lines of the next question, which stand together. False: one is wrong, or they don't. */
static bool rank_question(struct ranking_of_lines *ranking, struct bytes qid)
{
    struct record record;
    enum record_outcome outcome;
    ranking->retrieved.qid = qid;
    ranking->retrieved.n_entries = 0;
    while ((outcome = record_next_of(&ranking->reader, qid, &record)) == RECORD_READ)
        run_question_add(&ranking->retrieved, record.docid, record.number);
    return outcome == RECORD_NONE && run_lines_fit(ranking->reader.layout, &ranking->retrieved) &&
           run_question_find_duplicate(&ranking->retrieved, &ranking->seen) == ranking->retrieved.n_entries &&
           ranked_run_add(ranking->run, &ranking->retrieved, ranking->ties);
}

static bool rank_lines(struct ranking_of_lines *ranking, struct bytes content,
                       const struct reading_watch *watch, bool *stopped)
{
    struct bytes qid;
    while (record_peek(&ranking->reader, &qid)) {
        double share = (double)(ranking->reader.next - content.data) / (double)content.size;
        *stopped = watch != NULL && !watch->goes_on(watch->context, share);
        if (*stopped || !rank_question(ranking, qid))
            return false;
    }
    return true;
}

/* A question at a time. False: that can't be done with this file. */
static bool rank_in_place(const struct file *file, const struct record_layout *layout, enum ties ties,
                          const struct reading_watch *watch, struct ranked_run *out, bool *stopped)
{
    struct ranking_of_lines ranking = {.run = out,
                                       .ties = ties,
                                       .reader = record_reader_of(file->bytes, layout)};
    bool ranked = rank_lines(&ranking, file->bytes, watch, stopped);
    free(ranking.retrieved.entries);
    hash_index_release(&ranking.seen);
    return ranked;
}

/* What can't be ranked in place: other kinds than lines, and lines that are scattered, no ranks, or wrong; of
 * wrong ones the error says what is wrong. */
static bool rank_whole(const struct file *file, const char *path, enum ties ties, struct ranked_run *out,
                       struct err *err)
{
    struct run run = {0};
    if (!run_read(file->bytes, path, &run, err))
        return false;
    for (size_t i = 0; i < run.n_questions; i++)
        BUG_UNLESS(ranked_run_add(out, &run.questions[i], ties));
    out->doubt = run.doubt;
    run_release(&run);
    return true;
}

bool import_ranked_run(const char *path, enum ties ties, const struct reading_watch *watch,
                       struct ranked_run *out, struct err *err)
{
    struct file file;
    const struct record_layout *layout;
    bool stopped = false;
    *out = (struct ranked_run){0};
    if (!file_open(&file, path, err))
        return false;
    bool ok = run_layout(file.bytes, path, &layout, err);
    if (ok && (layout == NULL || !rank_in_place(&file, layout, ties, watch, out, &stopped))) {
        ranked_run_release(out);
        ok = stopped ? err_set(err, ERR_INTERRUPTED, "%s: stopped while reading", file_label(path))
                     : rank_whole(&file, path, ties, out, err);
    }
    if (ok && out->doubt == RUN_DOUBT_NONE)
        out->doubt = run_find_doubt(file.bytes, layout);
    ranked_run_finish(out);
    file_close(&file);
    return ok;
}
