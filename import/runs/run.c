/*
 * A run can be read in two ways. run_read accepts every kind and keeps all entries. import_ranked_run ranks one
 * question after the other and keeps only its ids in that order. That works for lines of columns where the lines of
 * each question are together. If anything prevents it, import_ranked_run gives up and run_read reads everything again.
 * It succeeds, or it can report the error.
 *
 * A file does not say whether the third of three columns is a rank or a score. Its first lines decide once, before
 * anything is read, for the whole file. They also tell whether scores contradict the ranks beside them, or the order of
 * lines.
 */
#include "import/runs/run.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "import/files/file.h"
#include "import/files/mapped.h"
#include "import/recognise.h"
#include "import/records/run_kinds.h"
#include "import/runs/run_part.h"
#include "import/files/unpack.h"
#include "import/text/yaml_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEGINNING_SIZE = 64 * 1024, /* bytes of a file that tell its kind */
    FIRST_LINES = 1000,         /* lines that tell the meaning of its numbers */
};

/* --- Whether a third column is ranks -------------------------------------- */

bool run_lines_fit(const struct record_layout *layout, const struct run_question *retrieved)
{
    double before = -1;
    for (size_t i = 0; layout->number_is_rank && i < retrieved->n_entries; i++) {
        double rank = -retrieved->entries[i].score;
        if (!record_rank_rises(rank, before))
            return false;
        before = rank;
    }
    return true;
}

/* The first lines of a run, by question. */
struct first_lines {
    struct run run;
    size_t n;
};

static bool add_first_line(void *context, const struct record *record, const char *place, struct err *err)
{
    (void)place;
    (void)err;
    struct first_lines *lines = context;
    run_add(&lines->run, record->qid, record->docid, record->number);
    return ++lines->n < FIRST_LINES;
}

static bool first_lines_fit(const struct first_lines *lines, const struct record_layout *layout)
{
    for (size_t i = 0; i < lines->run.n_questions; i++) {
        if (!run_lines_fit(layout, &lines->run.questions[i]))
            return false;
    }
    return true;
}

static bool add_line_of_question(void *context, const struct record *record, const char *place,
                                 struct err *err)
{
    (void)place;
    (void)err;
    struct run_question *question = context;
    if (bytes_equal(record->qid, question->qid))
        run_question_add(question, record->docid, record->number);
    return record_is_rank(-record->number) || !bytes_equal(record->qid, question->qid);
}

/*
 * Returns whether the numbers of several lines are all whole numbers from 0 or 1 on, each once, in any order.
 */
static bool are_all_ranks(const struct run_question *question)
{
    size_t n = question->n_entries;
    double first = INFINITY;
    for (size_t i = 0; i < n; i++)
        first = fmin(first, -question->entries[i].score);
    bool *seen = memory_get_zeroed(n, sizeof *seen);
    bool right = n > 1 && (first == 0 || first == 1);
    for (size_t i = 0; right && i < n; i++) {
        double place = -question->entries[i].score - first;
        right = record_is_rank(place) && place < (double)n && !seen[(size_t)place];
        if (right)
            seen[(size_t)place] = true;
    }
    free(seen);
    return right;
}

static bool fail_unordered(const struct record_file *file, const struct run_question *question,
                           struct err *err)
{
    return err_set(
        err, ERR_INPUT,
        "%s: the third column holds all ranks of the %zu lines of question %.*s, but not in order; sort the "
        "lines by question and rank; if the column is a score, add a header line: qid docid score",
        file_label(file->path), question->n_entries, BYTES_FORMAT(question->qid));
}

/*
 * Called when some of the first lines are no rising ranks. Examines all lines of the first question, wherever they are:
 * scores are hardly ever the whole numbers from 1 on.
 */
static bool choose_ranks_or_scores(const struct record_file *file, struct bytes first_qid,
                                   const struct record_kind **kind, struct err *err)
{
    struct run_question first = {.qid = first_qid};
    bool told = true;
    bool all_whole = record_kind_read(*kind, file, add_line_of_question, &first, err_ignored());
    if (!all_whole || !are_all_ranks(&first))
        *kind = (*kind)->as_scores;
    else if (!run_lines_fit((*kind)->layout, &first))
        told = fail_unordered(file, &first, err);
    free(first.entries);
    return told;
}

/* Returns whether a docid is in the place of Q0, and numbers are in those of docid, rank, score and tag. */
static bool is_table_of_numbers(const struct record_columns *line)
{
    double number;
    bool are_numbers = line->count == RECORD_COLUMNS_MAX && !number_parse_real(line->at[1], &number) &&
                       !bytes_equal_ignoring_case(line->at[1], bytes_of("Q0"));
    for (size_t i = 2; are_numbers && i < RECORD_COLUMNS_MAX; i++)
        are_numbers = number_parse_real(line->at[i], &number);
    return are_numbers;
}

/*
 * Checks a line of TREC. After a rank that is not a number, such as `-`, come the score and the tag. If a rank and a
 * score come there instead, the docid continues in the column of the rank.
 */
static bool check_docid(const struct record_file *file, const struct record_columns *line, struct err *err)
{
    const struct bytes *columns = line->at;
    double rank, score;
    if (is_table_of_numbers(line)) {
        err_set(err, ERR_INPUT,
                "'%.*s' is in the place of Q0 in a run, and only numbers follow; if this is a table without "
                "a header, such as `assay export relevance --format tsv` writes, use CSV or JSON instead",
                BYTES_FORMAT(columns[1]));
        return record_file_context(file, columns[0].data, err);
    }
    if (line->count < RECORD_COLUMNS_MAX || number_parse_real(columns[3], &rank) ||
        !number_parse_real(columns[4], &rank) || !record_is_rank(rank) ||
        !number_parse_real(columns[5], &score))
        return true;
    err_set(err, ERR_INPUT,
            "the rank '%.*s' is not a number, but a rank and a score follow it: the docid seems to be '%.*s "
            "%.*s', and a blank ends a column; write blanks as %%20, here and in the documents",
            BYTES_FORMAT(columns[3]), BYTES_FORMAT(columns[2]), BYTES_FORMAT(columns[3]));
    return record_file_context(file, columns[0].data, err);
}

/* Checks that in the first lines of TREC the docid is one column. */
static bool check_first_docids(const struct record_file *file, struct err *err)
{
    struct bytes rest = file->content;
    struct bytes line;
    for (size_t i = 0; i < FIRST_LINES && bytes_next_line(&rest, &line); i++) {
        struct record_columns columns = record_first_columns(line);
        if (!check_docid(file, &columns, err))
            return false;
    }
    return true;
}

/* Finds the kind. For three columns, the first lines decide between ranks and scores. */
static bool find_kind(const struct record_file *file, const struct record_kind **kind, struct err *err)
{
    if (run_part_is(file->content))
        return run_part_refuse(file->path, err);
    if (!record_kind_find(&run_kinds, file, kind, err))
        return false;
    if ((*kind)->layout != NULL && (*kind)->layout->more_columns)
        return check_first_docids(file, err);
    if ((*kind)->as_scores == NULL)
        return true;
    struct first_lines lines = {0};
    (void)!record_kind_read(*kind, file, add_first_line, &lines,
                            err_ignored()); /* errors are reported later */
    bool told = first_lines_fit(&lines, (*kind)->layout) ||
                choose_ranks_or_scores(file, lines.run.questions[0].qid, kind, err);
    run_release(&lines.run);
    return told;
}

/* --- Doubts about the scores ------------------------------------------------------------------ */

/* The numbers of the first lines, as they are read. */
struct first_numbers {
    struct arena *memory;
    struct record *records;
    size_t n;
};

static bool add_first_number(void *context, const struct record *record, const char *place, struct err *err)
{
    (void)place;
    (void)err;
    struct first_numbers *numbers = context;
    ARENA_PUSH(numbers->memory, numbers->records, numbers->n) = *record;
    return numbers->n < FIRST_LINES;
}

/* Reads the numbers as far as possible. */
static struct first_numbers read_first_numbers(const struct record_kind *kind, struct bytes content,
                                               struct arena *memory)
{
    const struct record_file file = {.path = "", .content = content, .memory = memory};
    struct first_numbers numbers = {.memory = memory};
    (void)!record_kind_read(kind, &file, add_first_number, &numbers, err_ignored());
    return numbers;
}

/* Counts pairs of consecutive lines of a question by how the score changes where the rank rises. */
struct score_steps {
    size_t rising, falling, equal;
    size_t astray; /* equal pairs that trec_eval's rule for ties would reverse */
};

/* `first` has the better rank. */
static bool ties_reverse(struct bytes first, struct bytes second)
{
    const struct run_entry entries[] = {{.docid = first}, {.docid = second}};
    return run_entry_compare(&entries[0], &entries[1], TIES_DOCID_DESC) > 0;
}

/* `ranks` NULL: they rise with each line. */
static struct score_steps count_steps(const struct first_numbers *scores, const struct first_numbers *ranks)
{
    struct score_steps steps = {0};
    for (size_t i = 1; i < scores->n && (ranks == NULL || i < ranks->n); i++) {
        const struct record *score = &scores->records[i];
        double rank_step = ranks == NULL ? 1 : ranks->records[i].number - ranks->records[i - 1].number;
        double score_step =
            rank_step < 0 ? score[-1].number - score->number : score->number - score[-1].number;
        if (rank_step == 0 || !bytes_equal(score->qid, score[-1].qid))
            continue;
        steps.rising += score_step > 0;
        steps.falling += score_step < 0;
        steps.equal += score_step == 0;
        steps.astray += score_step == 0 && (rank_step < 0 ? ties_reverse(score->docid, score[-1].docid)
                                                          : ties_reverse(score[-1].docid, score->docid));
    }
    return steps;
}

static bool always_rise(struct score_steps steps)
{
    return steps.falling == 0 && steps.rising > 0;
}

static bool are_all_equal(struct score_steps steps)
{
    return steps.falling == 0 && steps.rising == 0 && steps.equal > 0;
}

/*
 * Returns whether the scores rise line by line in all questions, and this can't be chance. The order of lines may mean
 * nothing, like that of docids or of the keys of an object. Then n lines would rise once in n! cases.
 */
static bool rise_by_line(const struct first_numbers *scores, struct score_steps by_line)
{
    static const double hardly = 0.01;
    double chance = 1;
    size_t n_lines = 1; /* of the current question */
    for (size_t i = 1; i < scores->n; i++) {
        const struct record *score = &scores->records[i];
        if (!bytes_equal(score->qid, score[-1].qid))
            n_lines = 1;
        else if (score->number > score[-1].number)
            chance /= (double)++n_lines;
    }
    return always_rise(by_line) && chance < hardly;
}

/*
 * Returns whether scores that fall with the ranks have lost digits. Searches in short texts have up to 2 % equal
 * neighbours. In a few lines, a tenth may be chance.
 */
static bool are_often_tied(struct score_steps steps)
{
    static const size_t few = 10;
    const size_t n = steps.falling + steps.equal;
    return steps.rising == 0 && steps.equal >= few && 10 * steps.equal >= n && steps.astray > 0;
}

/*
 * Returns whether the scores are really ranks that rise line by line, and the ranks are really scores that fall.
 */
static bool are_swapped(const struct first_numbers *scores, const struct first_numbers *ranks)
{
    struct score_steps steps = count_steps(ranks, NULL);
    bool has_fraction = false;
    for (size_t i = 0; i < scores->n; i++) {
        const struct record *score = &scores->records[i];
        bool follows = i > 0 && bytes_equal(score->qid, score[-1].qid);
        if (!record_rank_rises(score->number, follows ? score[-1].number : -1))
            return false;
        has_fraction = has_fraction || (i < ranks->n && !record_is_rank(ranks->records[i].number));
    }
    return has_fraction && steps.rising == 0 && steps.falling > 0;
}

static enum run_doubt doubt_scores(const struct record_kind *kind, const struct first_numbers *scores,
                                   const struct first_numbers *ranks)
{
    const struct score_steps by_line = count_steps(scores, NULL);
    if (kind == &three_column_run)
        return always_rise(by_line) ? RUN_DOUBT_NO_RANKS_RISING : RUN_DOUBT_NO_RANKS;
    const struct score_steps steps = count_steps(scores, ranks);
    const bool ranks_tell = steps.rising + steps.falling + steps.equal > 0;
    if (are_swapped(scores, ranks))
        return RUN_DOUBT_SWAPPED;
    return always_rise(steps)                             ? RUN_DOUBT_RISING
           : are_all_equal(steps)                         ? RUN_DOUBT_EQUAL
           : are_often_tied(steps)                        ? RUN_DOUBT_TIED
           : !ranks_tell && are_all_equal(by_line)        ? RUN_DOUBT_ALL_EQUAL
           : !ranks_tell && rise_by_line(scores, by_line) ? RUN_DOUBT_RISING_BY_LINE
           : kind->lacks_tag                              ? RUN_DOUBT_NO_TAG
                                                          : RUN_DOUBT_NONE;
}

/* Returns whether two of the first lines, one after the other, have different tags under a question. */
static bool have_tags_apart(const struct record_kind *kind, struct bytes content)
{
    enum { TAG = 5, N_WITH_TAG };
    struct record_columns before = {0};
    struct bytes line;
    if (kind->layout == NULL || kind->layout->n_columns != N_WITH_TAG)
        return false;
    for (size_t i = 0; i < FIRST_LINES && bytes_next_line(&content, &line); i++) {
        const struct record_columns columns = record_first_columns(line);
        if (columns.count == N_WITH_TAG && before.count == N_WITH_TAG &&
            bytes_equal(columns.at[0], before.at[0]) && !bytes_equal(columns.at[TAG], before.at[TAG]))
            return true;
        before = columns;
    }
    return false;
}

static enum run_doubt find_doubt(const struct record_kind *kind, struct bytes content)
{
    bool holds_ranks = kind->layout != NULL && kind->layout->number_is_rank;
    struct arena memory = {0};
    struct record_shape shape = {0};
    bool has_shape = kind->wanted == SHAPE_RUN &&
                     record_shape_find(record_skip_preamble(content), SHAPE_RUN, &memory, &shape);
    /* Distances are negated, and hits without a number have the order of their list. */
    if (holds_ranks || (has_shape && (shape.meaning == NUMBER_DISTANCE || shape.meaning == NUMBER_NONE))) {
        arena_release(&memory);
        return RUN_DOUBT_NONE;
    }
    const struct first_numbers scores = read_first_numbers(kind, content, &memory);
    const struct first_numbers ranks =
        kind->ranks != NULL ? read_first_numbers(kind->ranks, content, &memory) : (struct first_numbers){0};
    enum run_doubt doubt = doubt_scores(kind, &scores, &ranks);
    bool contradicts = shape.form == DOCUMENT_ONE || count_steps(&scores, NULL).rising > 0;
    if (doubt == RUN_DOUBT_NONE && has_shape && shape.is_by_value && contradicts)
        doubt = RUN_DOUBT_BY_VALUE;
    if (doubt == RUN_DOUBT_NONE && has_shape && shape.falls)
        doubt = RUN_DOUBT_FALLING;
    if (doubt == RUN_DOUBT_NONE && (shape.has_systems || have_tags_apart(kind, content)))
        doubt = RUN_DOUBT_SEVERAL;
    arena_release(&memory);
    return doubt;
}

bool run_layout(struct bytes content, const char *path, const struct record_layout **layout,
                enum run_doubt *doubt, struct err *err)
{
    const struct record_file file = {.path = path, .content = content};
    const struct record_kind *kind;
    if (!find_kind(&file, &kind, err))
        return content_refuse(content, path, CONTENT_RUN, err);
    *layout = kind->layout;
    *doubt = kind->layout != NULL ? find_doubt(kind, content) : RUN_DOUBT_NONE;
    return true;
}

#define NO_RANKS                                                                                             \
    "the third column does not hold ranks (whole numbers that rise with each line of a question); "          \
    "assay reads it as scores, the highest first"

#define SWAPPED                                                                                              \
    "the ranks fall and are not whole numbers, the scores are whole numbers and rise, so "                   \
    "the last document of each question counts as the best; swap the two columns"

void run_doubt_add(enum run_doubt doubt, const char *path, struct buffer *out)
{
    static const char *const texts[] = {
        [RUN_DOUBT_NO_RANKS] = NO_RANKS,
        [RUN_DOUBT_NO_RANKS_RISING] = NO_RANKS "; they rise line by line: if they are distances, negate them",
        [RUN_DOUBT_RISING] = "the scores rise with the ranks, and the highest score counts as the best; if "
                             "they are distances, negate them",
        [RUN_DOUBT_RISING_BY_LINE] =
            "the scores rise line by line, so the last document of each question counts as the best; if they "
            "are distances, negate them, or name the field distance",
        [RUN_DOUBT_SWAPPED] = SWAPPED,
        [RUN_DOUBT_EQUAL] = "documents with different ranks have equal scores, and ranks do not count; give "
                            "better documents higher scores",
        [RUN_DOUBT_TIED] = "at least a tenth of the first lines have the same score as the rank before, and "
                           "ranks do not count: equal scores are ordered by docid unless --ties says "
                           "otherwise; write scores with more digits",
        [RUN_DOUBT_ALL_EQUAL] = "all scores of a question are equal, so docids decide the order unless "
                                "--ties says otherwise; give better documents higher scores",
        [RUN_DOUBT_NO_TAG] = "five columns, read as qid Q0 docid rank score; trec_eval also needs a tag",
        [RUN_DOUBT_BY_VALUE] = "no field has the name of a score, so the only number of the hits is the "
                               "score, the highest first; choose another field with --score FIELD",
        [RUN_DOUBT_SEVERAL] =
            "the hits of a question have different tags or systems, and count as one run; if "
            "these are several runs, write each into a file of its own",
        [RUN_DOUBT_FALLING] = "the distances fall from hit to hit, so the first hit counts as the best, as "
                              "with scores; if the last is the best, reverse the hits",
    };
    if (doubt != RUN_DOUBT_NONE)
        buffer_add_format(out, "%s: %s", file_label(path), texts[doubt]);
}

#define REFUSED(rise, remedy)                                                                                \
    "the scores rise " rise ", like distances, but the highest would count as the best; " remedy             \
    ", or list the hits with the highest score first if it is the best"

bool run_refuse_reversed(enum run_doubt doubt, const char *path, struct err *err)
{
    static const char *const texts[N_RUN_DOUBTS] = {
        [RUN_DOUBT_NO_RANKS_RISING] = REFUSED("line by line", "negate them"),
        [RUN_DOUBT_RISING] = REFUSED("where the ranks do", "negate them"),
        [RUN_DOUBT_RISING_BY_LINE] = REFUSED("line by line", "negate them, or name the field distance"),
        [RUN_DOUBT_SWAPPED] = SWAPPED,
    };
    return texts[doubt] == NULL || err_set(err, ERR_INPUT, "%s: %s", file_label(path), texts[doubt]);
}

bool run_check_beginning(const char *path, struct err *err)
{
    char beginning[BEGINNING_SIZE];
    size_t size;
    const struct record_kind *kind;
    if (!file_peek(path, beginning, sizeof beginning, &size, err))
        return false;
    const struct record_file file = {.path = path, .content = {.data = beginning, .size = size}};
    return packing_of(file.content) != NULL || yaml_is_name(bytes_of(path)) ||
           record_kind_check_beginning(&run_kinds, &file, &kind, err) ||
           content_refuse(file.content, path, CONTENT_RUN, err);
}

/* "runs/bm25.run.txt.gz" → "bm25" */
struct bytes run_file_name(const char *path)
{
    static const char *const endings[] = {".txt", ".csv", ".tsv", ".jsonl", ".json", ".trec", ".run"};
    struct bytes name = unpacked_name(file_base_name(file_label(path)));
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t size = strlen(endings[i]);
        if (name.size > size && bytes_ends_with(name, endings[i]))
            name.size -= size;
    }
    return name;
}

/* The source and the destination of a reading. */
struct run_reading {
    const struct record_kind *kind;
    struct record_file file;
    struct run *run;
};

static bool fail_rank(const struct run_reading *reading, double rank, double before, const char *place,
                      struct err *err)
{
    struct buffer text = {0};
    if (record_is_rank(rank))
        buffer_add_format(&text, "the rank %.15g follows %.15g and does not rise", rank, before);
    else
        buffer_add_format(&text, "the rank %.15g is not a whole number of at least 0", rank);
    err_set(err, ERR_INPUT,
            "%s; correct the line; if the column is a score, add a header line: qid docid score",
            buffer_string(&text));
    buffer_release(&text);
    return record_file_context(&reading->file, place, err);
}

/* Checks that the record is a rank above those that its question has so far. */
static bool check_rank(const struct run_reading *reading, const struct record *record, const char *place,
                       struct err *err)
{
    const struct run_question *question = run_find(reading->run, record->qid);
    double before = question != NULL ? -question->entries[question->n_entries - 1].score : -1;
    return record_rank_rises(-record->number, before) ||
           fail_rank(reading, -record->number, before, place, err);
}

static bool add_entry(void *context, const struct record *record, const char *place, struct err *err)
{
    struct run_reading *reading = context;
    const struct record_layout *layout = reading->kind->layout;
    if (layout != NULL && layout->number_is_rank && !check_rank(reading, record, place, err))
        return false;
    run_add(reading->run, record->qid, record->docid, record->number);
    return true;
}

static bool check_duplicates(const struct run_reading *reading, struct err *err)
{
    struct bytes qid;
    struct bytes docid;
    if (!run_find_duplicate(reading->run, &qid, &docid))
        return true;
    record_kind_fail_duplicate(reading->kind, &reading->file, qid, docid, err);
    err->code = ERR_REPEATED;
    return false;
}

bool run_read(struct bytes content, const char *path, struct run *out, struct err *err)
{
    struct run_reading reading = {
        .file = {.path = path, .content = content, .memory = &out->memory},
        .run = out,
    };
    bool ok = find_kind(&reading.file, &reading.kind, err) &&
              record_kind_read(reading.kind, &reading.file, add_entry, &reading, err) &&
              (out->n_questions > 0 || record_kind_fail_empty(&run_kinds, &reading.file, err)) &&
              (out->may_repeat || check_duplicates(&reading, err));
    if (!ok && out->n_questions == 0)
        content_refuse(content, path, CONTENT_RUN, err);
    if (ok)
        out->doubt = find_doubt(reading.kind, content);
    else
        run_release(out);
    return ok;
}

static void apply_rules(const struct run_rules *rules, struct run *run)
{
    struct hash_index seen = {0};
    for (size_t q = 0; run_rules_change_anything(rules) && q < run->n_questions; q++)
        run_rules_apply(rules, &run->questions[q], &seen);
    hash_index_release(&seen);
}

bool import_run(const char *path, const struct run_rules *rules, struct run *out, struct err *err)
{
    struct file file;
    *out = (struct run){.may_repeat = rules != NULL && run_rules_allow_repeats(rules)};
    if (!file_open(&file, path, err))
        return false;
    out->memory = file.memory; /* the ids are views into it */
    if (!run_read(file.bytes, path, out, err))
        return false;
    out->name = arena_copy(&out->memory, run_file_name(path));
    if (rules != NULL)
        apply_rules(rules, out);
    return true;
}

/* --- Ranking while reading -------------------------------------------------------------------- */

/* What to read from a file, and how. */
struct ranking_request {
    const char *path;
    enum ties ties;
    enum score_type scores;
    const struct map *qids; /* only these questions; NULL: all */
    struct run_rules rules; /* change its documents before ranking */
    const struct reading_watch *watch;
};

static bool is_wanted(const struct ranking_request *request, struct bytes qid)
{
    return request->qids == NULL || map_find(request->qids, qid) != MAP_ABSENT;
}

struct ranking_of_lines {
    const struct ranking_request *request;
    struct ranked_run *run;
    struct record_reader reader;
    struct run_question retrieved;
    struct hash_index seen;
};

/*
 * Ranks the lines of the next question, which must be together. Returns false when one is wrong, or they are not
 * together.
 */
static bool rank_question(struct ranking_of_lines *ranking, struct bytes qid)
{
    struct record record;
    enum record_outcome outcome;
    ranking->retrieved.qid = qid;
    ranking->retrieved.n_entries = 0;
    while ((outcome = record_next_of(&ranking->reader, qid, &record)) == RECORD_READ)
        run_question_add(&ranking->retrieved, record.docid, record.number);
    run_question_round(&ranking->retrieved, ranking->request->scores);
    if (outcome != RECORD_NONE || !run_lines_fit(ranking->reader.layout, &ranking->retrieved))
        return false;
    if (run_rules_change_anything(&ranking->request->rules))
        run_rules_apply(&ranking->request->rules, &ranking->retrieved, &ranking->seen);
    return run_question_find_duplicate(&ranking->retrieved, &ranking->seen) == ranking->retrieved.n_entries &&
           (!is_wanted(ranking->request, qid) ||
            ranked_run_add(ranking->run, &ranking->retrieved, ranking->request->ties));
}

static bool rank_lines(struct ranking_of_lines *ranking, struct bytes content, bool *stopped)
{
    struct bytes qid;
    const char *kept = content.data;
    const struct reading_watch *watch = ranking->request->watch;
    while (record_peek(&ranking->reader, &qid)) {
        double share = (double)(ranking->reader.next - content.data) / (double)content.size;
        *stopped = watch != NULL && !watch->goes_on(watch->context, share);
        if (*stopped || !rank_question(ranking, qid))
            return false;
        mapped_drop_passed(ranking->reader.next, &kept);
    }
    return true;
}

/* Ranks one question after the other. Returns false when that is impossible with this file. */
static bool rank_in_place(const struct file *file, const struct record_layout *layout,
                          const struct ranking_request *request, struct ranked_run *out, bool *stopped)
{
    struct ranking_of_lines ranking = {.request = request,
                                       .run = out,
                                       .reader = record_reader_of(file->bytes, layout)};
    bool ranked = rank_lines(&ranking, file->bytes, stopped);
    free(ranking.retrieved.entries);
    hash_index_release(&ranking.seen);
    return ranked;
}

/*
 * Ranks what can't be ranked in place: kinds other than lines, and lines that are scattered or wrong. The error tells
 * what is wrong.
 */
static bool rank_whole(const struct file *file, const struct ranking_request *request, struct ranked_run *out,
                       struct err *err)
{
    struct run run = {.may_repeat = run_rules_allow_repeats(&request->rules)};
    if (!run_read(file->bytes, request->path, &run, err))
        return false;
    run_round(&run, request->scores);
    apply_rules(&request->rules, &run);
    for (size_t i = 0; i < run.n_questions; i++) {
        if (is_wanted(request, run.questions[i].qid))
            BUG_UNLESS(ranked_run_add(out, &run.questions[i], request->ties));
    }
    out->doubt = run.doubt;
    run_release(&run);
    return true;
}

/* Ranks a file into an empty run, which is empty again on an error. */
static bool rank_file(const struct file *file, const struct ranking_request *request, struct ranked_run *out,
                      struct err *err)
{
    const struct record_layout *layout;
    bool keeps_scores = out->keeps_scores, stopped = false;
    bool ok = run_layout(file->bytes, request->path, &layout, &out->doubt, err);
    if (ok && (layout == NULL || !rank_in_place(file, layout, request, out, &stopped))) {
        ranked_run_release(out);
        out->keeps_scores = keeps_scores;
        ok = stopped ? err_set(err, ERR_INTERRUPTED, "%s: stopped while reading", file_label(request->path))
                     : rank_whole(file, request, out, err);
    }
    ranked_run_finish(out);
    return ok;
}

bool import_ranked_run(const char *path, enum ties ties, enum score_type scores,
                       const struct reading_watch *watch, struct ranked_run *out, struct err *err)
{
    const struct ranking_request request = {.path = path, .ties = ties, .scores = scores, .watch = watch};
    struct file file;
    *out = (struct ranked_run){0};
    if (!file_open(&file, path, err))
        return false;
    bool ok = rank_file(&file, &request, out, err);
    file_close(&file);
    return ok;
}

static bool rank_mapped(const struct ranking_request *request, struct ranked_run *out, struct err *err)
{
    struct file file;
    if (!file_map(&file, request->path, err))
        return false;
    bool ranked = rank_file(&file, request, out, err);
    bool ok = file_confirm(&file, request->path, ranked, err);
    file_close(&file);
    if (!ok)
        ranked_run_release(out);
    return ok;
}

bool import_ranked_questions(const char *path, enum ties ties, enum score_type scores, const struct map *qids,
                             const struct reading_watch *watch, struct ranked_run *out, struct err *err)
{
    const struct ranking_request request = {
        .path = path, .ties = ties, .scores = scores, .qids = qids, .watch = watch};
    *out = (struct ranked_run){0};
    return rank_mapped(&request, out, err);
}

bool import_scored_run(const char *path, const struct run_rules *rules, const struct reading_watch *watch,
                       struct ranked_run *out, struct err *err)
{
    const struct ranking_request request = {.path = path,
                                            .ties = TIES_DOCID_DESC,
                                            .rules = *rules,
                                            .watch = watch};
    *out = (struct ranked_run){.keeps_scores = true};
    return rank_mapped(&request, out, err);
}
