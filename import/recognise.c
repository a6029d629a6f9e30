/*
 * The tables of the readers decide, in this order: votes and collections, which are JSON with names of their own;
 * documents and questions, by the names of their fields; pairs of an id and a text; runs and qrels. Runs and qrels may
 * differ only in their numbers: grades are small whole numbers, ranks rise from line to line, and scores are mostly
 * neither.
 */
#include "import/recognise.h"

#include "core/store/store.h"
#include "import/exported.h"
#include "import/fields/shape_report.h"
#include "import/files/file.h"
#include "import/files/foreign.h"
#include "import/items/item_file.h"
#include "import/items/item_recognise.h"
#include "import/text/json_fields.h"
#include "import/records/qrels_kinds.h"
#include "import/records/record_columns.h"
#include "import/records/record_fields.h"
#include "import/records/run_kinds.h"
#include "import/text/table_row.h"
#include "import/files/unpack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- JSON with names of its own ------------------------------------------- */

/* Takes the next mark off `rest`, or a text in quotation marks. Returns NUL when there is none. */
static char take_token(struct bytes *rest, struct bytes *text)
{
    *rest = bytes_skip_space(*rest);
    if (rest->size == 0)
        return '\0';
    char token = rest->data[0];
    *rest = bytes_from(*rest, 1);
    if (token == '"' && !bytes_split(*rest, '"', text, rest))
        return '\0';
    return token;
}

/*
 * Recognises {"queries": {"id": … followed by a text, an object or a list. It is not a run, which has a number there.
 */
static bool is_collection(struct bytes beginning)
{
    static const char *const names[] = {"queries", "corpus", "relevant_docs"};
    static const char expected[] = "{\":{\":";
    struct bytes text = {0};
    struct bytes first_name = {0};
    for (size_t i = 0; i < sizeof expected - 1; i++) {
        if (take_token(&beginning, &text) != expected[i])
            return false;
        first_name = i == 1 ? text : first_name;
    }
    beginning = bytes_skip_space(beginning);
    if (beginning.size == 0 || memchr("\"{[", beginning.data[0], 3) == NULL)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (bytes_equal(first_name, bytes_of(names[i])))
            return true;
    }
    return false;
}

static bool is_votes(struct bytes beginning)
{
    struct bytes line;
    struct json_fields *object = NULL;
    if (!bytes_starts_with(beginning, "{") || !bytes_next_line(&beginning, &line) ||
        !json_fields_parse(&object, line, "", err_ignored()))
        return false;
    bool found = json_fields_kind(object, "shown") == JSON_FIELD_OTHER &&
                 json_fields_kind(object, "question") != JSON_FIELD_ABSENT;
    json_fields_free(object);
    return found;
}

/* --- Pairs of an id and a text -------------------------------------------- */

static bool has_space(struct bytes text)
{
    return text.size > 0 && (memchr(text.data, ' ', text.size) != NULL);
}

/*
 * Each line has one tab. Before it is an id, and after it most lines have several words; in pairs of ids there is one.
 */
static bool is_pairs(struct bytes beginning)
{
    struct bytes line;
    struct bytes id;
    struct bytes text;
    size_t n = 0;
    size_t n_with_words = 0;
    while (bytes_next_line(&beginning, &line)) {
        bool is_cut = beginning.size == 0 && n > 0;
        if (bytes_trim(line).size == 0 || is_cut)
            continue;
        if (!bytes_split(line, '\t', &id, &text) || id.size == 0 || has_space(id) ||
            memchr(text.data, '\t', text.size) != NULL)
            return false;
        n++;
        n_with_words += has_space(text);
    }
    return n > 0 && 2 * n_with_words >= n;
}

/* Lines of plain text, of which more than two thirds are questions. */
static bool asks_line_by_line(struct bytes beginning)
{
    const bool is_whole = bytes_ends_with(beginning, "\n");
    struct bytes line;
    size_t n = 0, n_asking = 0;
    while (bytes_next_line(&beginning, &line)) {
        struct bytes text = bytes_trim(line);
        bool is_cut = beginning.size == 0 && n > 0 && !is_whole;
        if (text.size == 0 || is_cut)
            continue;
        if (memchr("{[<#", text.data[0], 4) != NULL || memchr(line.data, '\t', line.size) != NULL)
            return false;
        n++;
        n_asking += bytes_ends_with(text, "?");
    }
    return 3 * n_asking > 2 * n;
}

/* --- Runs and qrels ------------------------------------------------------- */

enum { FIRST_RECORDS = 1000 };

/* The possible meanings of the numbers in the first records. */
struct number_census {
    size_t n;
    bool may_be_grades; /* small whole numbers */
    bool may_be_ranks;  /* whole numbers that rise within each question */
    bool has_steps;     /* two consecutive records have the same question */
    bool has_gaps;      /* as ranks: those of a question do not begin with 0 or 1, or some are missing */
    struct bytes qid;   /* of the previous record */
    double number;
};

static bool count_number(void *context, const struct record *record, const char *place, struct err *err)
{
    enum { HIGHEST_GRADE = 10, LOWEST_GRADE = -3 };
    struct number_census *census = context;
    double number = record->number;
    bool is_whole = number == floor(number);
    bool is_step = census->n > 0 && bytes_equal(record->qid, census->qid);
    (void)place;
    (void)err;
    census->may_be_grades &= is_whole && number >= LOWEST_GRADE && number <= HIGHEST_GRADE;
    census->may_be_ranks &= is_whole && number >= 0 && (!is_step || number > census->number);
    census->has_steps |= is_step;
    census->has_gaps |= number > (is_step ? census->number + 1 : 1);
    census->qid = record->qid;
    census->number = number;
    return ++census->n < FIRST_RECORDS;
}

static struct number_census count_numbers(const struct record_kind *kind, struct bytes beginning)
{
    struct number_census census = {.may_be_grades = true, .may_be_ranks = true};
    struct arena memory = {0};
    const struct record_file file = {.path = "", .content = beginning, .memory = &memory};
    (void)!record_kind_read(kind, &file, count_number, &census,
                            err_ignored()); /* it stops where the beginning is cut off */
    arena_release(&memory);
    return census;
}

/* The kind in one of the tables that fits the beginning, and the numbers in it. */
struct record_guess {
    bool has_form;                  /* it looks like a kind of the table */
    const struct record_kind *kind; /* NULL: it does not, or that kind can't read it */
    struct number_census census;
};

static struct record_guess guess_records(const struct record_kind_table *table, struct bytes beginning)
{
    const struct record_file file = {.path = "", .content = beginning};
    struct record_guess guess = {0};
    guess.has_form = record_kind_check_beginning(table, &file, &guess.kind, err_ignored());
    if (guess.has_form)
        guess.census = count_numbers(guess.kind, beginning);
    if (guess.census.n == 0)
        guess.kind = NULL;
    return guess;
}

static enum content_kind tell_run_from_qrels(const struct record_guess *run, const struct record_guess *qrels)
{
    if (run->kind == NULL || qrels->kind == NULL)
        return run->kind != NULL ? CONTENT_RUN : CONTENT_QRELS;
    if (qrels->kind->takes_lists && run->kind->recognises == record_fields_recognise_json_hits)
        return CONTENT_RECORDS; /* lists of relevant or of found documents */
    bool may_be_ranks = run->kind->as_scores != NULL && qrels->census.may_be_ranks;
    bool are_like_ranks = may_be_ranks && qrels->census.has_steps && !qrels->census.has_gaps;
    if (!qrels->census.may_be_grades || are_like_ranks)
        return CONTENT_RUN;
    return may_be_ranks ? CONTENT_RECORDS : CONTENT_QRELS;
}

static struct content recognise_records(struct bytes beginning)
{
    struct record_guess run = guess_records(&run_kinds, beginning);
    struct record_guess qrels = guess_records(&qrels_kinds, beginning);
    if (run.kind == NULL && qrels.kind == NULL)
        return (struct content){.kind = CONTENT_UNKNOWN, .label = "–"};
    enum content_kind kind = tell_run_from_qrels(&run, &qrels);
    const char *run_format = run.kind != NULL ? run.kind->label : NULL;
    return (struct content){.kind = kind,
                            .label = kind == CONTENT_QRELS ? "qrels" : run_format,
                            .run_format = run_format,
                            .qrels_format = qrels.kind != NULL ? qrels.kind->name : NULL,
                            .by_numbers = run.kind != NULL && qrels.has_form};
}

/* --- The whole content ------------------------------------------------------------------------ */

static struct content of_items(enum item_guess guess)
{
    static const struct content contents[] = {
        [ITEM_GUESS_DOCUMENTS] = {.kind = CONTENT_DOCUMENTS, .label = "documents"},
        [ITEM_GUESS_QUESTIONS] = {.kind = CONTENT_QUESTIONS, .label = "questions"},
        [ITEM_GUESS_EITHER] = {.kind = CONTENT_TEXTS, .label = "texts with ids"},
    };
    return contents[guess];
}

/*
 * Recognises records whose fields name questions and documents. A named grade tells more than a number that could be a
 * score: a verdict beside a confidence.
 */
static struct content of_judged(const struct record_shape *truth, const struct record_shape *run,
                                struct bytes text)
{
    struct content records = recognise_records(text);
    bool is_sure = (truth->meaning == NUMBER_GRADE && run != NULL && run->is_by_value) ||
                   truth->form != DOCUMENT_ONE || truth->meaning == NUMBER_RATE || truth->n_raters > 0 ||
                   record_shape_choice()->names[FIELD_ROLE_GRADE] != NULL;
    if (records.kind == CONTENT_RUN && !is_sure)
        return records;
    if (truth->asks)
        return (struct content){.kind = CONTENT_GROUND_TRUTH, .label = "questions and judgments"};
    return (struct content){.kind = CONTENT_QRELS,
                            .label = truth->meaning == NUMBER_NONE ? "judgments" : "qrels",
                            .run_format = records.run_format,
                            .qrels_format = records.qrels_format,
                            .by_numbers = records.by_numbers || records.kind == CONTENT_UNKNOWN ||
                                          truth->meaning == NUMBER_NONE};
}

/* Returns whether this shape can be read as a run. */
static bool is_clear_run(const struct record_shape *run)
{
    return run->unclear == NULL &&
           (run->form != DOCUMENT_ONE || (run->meaning != NUMBER_NONE && !run->is_by_value));
}

/* Recognises {"qid": {"docid": number}} and {"qid": ["docid"]}, which may be a truth or a run. */
static bool is_plain_object(const struct record_shape *shape)
{
    return shape->is_keyed && shape->element.size == 0;
}

/*
 * Recognises records with named fields that name questions, and relevant or found documents. Returns false when the
 * fields name no documents, or the records are documents with a question as title. If hits may be meant, but it is not
 * clear how, it sets the kind to CONTENT_UNCLEAR, and returns true only when names say that they are hits.
 */
static bool recognise_fields(struct bytes text, struct content *content)
{
    struct arena arena = {0};
    struct record_shape truth, run;
    bool is_truth = record_shape_find(text, SHAPE_TRUTH, &arena, &truth) && !is_plain_object(&truth);
    bool is_run = record_shape_find(text, SHAPE_RUN, &arena, &run) && !is_plain_object(&run);
    bool is_item = is_truth && truth.form == DOCUMENT_ONE && truth.has_prose;
    bool found = !is_item;
    if (!is_item && is_truth && truth.unclear == NULL)
        *content = of_judged(&truth, is_run ? &run : NULL, text);
    else if (!is_item && is_run && is_clear_run(&run) && !(is_truth && truth.is_ambiguous))
        *content = (struct content){.kind = CONTENT_RUN, .label = "run", .run_format = "hits in JSON"};
    else if (!is_item && is_truth)
        *content = (struct content){.kind = CONTENT_UNCLEAR, .label = "–"};
    else
        found = false;
    if (!found && !is_item && is_run && run.unclear != NULL && run.form == DOCUMENT_LIST && !run.is_keyed) {
        *content = (struct content){.kind = CONTENT_UNCLEAR, .label = "–"};
        found = run.is_ambiguous;
    }
    if (found && content->kind == CONTENT_RUN && run.format != NULL)
        content->run_format = "run as a table";
    if (found && content->kind == CONTENT_RUN)
        content->label = content->run_format;
    arena_release(&arena);
    return found;
}

struct content content_recognise(struct bytes beginning)
{
    if (beginning.size == 0)
        return (struct content){.kind = CONTENT_EMPTY, .label = "empty"};
    if (packing_of(beginning) != NULL)
        return (struct content){.kind = CONTENT_PACKED, .label = "packed"};
    if (store_is_database(beginning))
        return (struct content){.kind = CONTENT_DATABASE, .label = "database"};
    struct bytes text = table_skip_declaration(bytes_skip_space(bytes_without_mark(beginning)));
    if (is_votes(text))
        return (struct content){.kind = CONTENT_VOTES, .label = "votes"};
    if (is_collection(text))
        return (struct content){.kind = CONTENT_COLLECTION, .label = "collection"};
    if (record_columns_recognise(text))
        return (struct content){.kind = CONTENT_RUN, .label = "hits in JSON", .run_format = "hits in JSON"};
    if (exported_looks_like_documents(text))
        return (struct content){.kind = CONTENT_UNKNOWN, .label = "–"};
    struct content records = {.kind = CONTENT_UNKNOWN};
    if (recognise_fields(text, &records))
        return records;
    enum item_guess guess = item_guess_of_beginning(text);
    if (guess == ITEM_GUESS_NONE && is_pairs(text))
        guess = ITEM_GUESS_EITHER;
    if (guess != ITEM_GUESS_NONE)
        return of_items(guess);
    if (asks_line_by_line(text))
        return of_items(ITEM_GUESS_QUESTIONS);
    if (records.kind == CONTENT_UNCLEAR)
        return records;
    /* "# Results 2024" is the heading of a README, although its third word could be a rank */
    return bytes_starts_with(text, "#") ? (struct content){.kind = CONTENT_UNKNOWN, .label = "–"}
                                        : recognise_records(text);
}

/* --- Names and lengths ------------------------------------------------------------------------ */

/* A part of a file's name, and its meaning. */
static const struct name_hint {
    const char *part;
    enum content_kind kind;
} name_hints[] = {
    {"quer", CONTENT_QUESTIONS},       {"question", CONTENT_QUESTIONS},
    {"topic", CONTENT_QUESTIONS},      {"doc", CONTENT_DOCUMENTS},
    {"corpus", CONTENT_DOCUMENTS},     {"passage", CONTENT_DOCUMENTS},
    {"collection", CONTENT_DOCUMENTS}, {"qrel", CONTENT_QRELS},
    {"judg", CONTENT_QRELS},           {".run", CONTENT_RUN},
};

static bool holds_part(struct bytes name, struct bytes part)
{
    for (size_t i = 0; i + part.size <= name.size; i++) {
        if (bytes_equal_ignoring_case(bytes_slice(name, i, i + part.size), part))
            return true;
    }
    return false;
}

/* Returns which of the two kinds the name says; CONTENT_UNKNOWN: neither, or both. */
static enum content_kind kind_by_name(const char *path, enum content_kind one, enum content_kind other)
{
    struct bytes name = file_base_name(path);
    enum content_kind found = CONTENT_UNKNOWN;
    for (size_t i = 0; i < sizeof name_hints / sizeof *name_hints; i++) {
        enum content_kind kind = name_hints[i].kind;
        if ((kind != one && kind != other) || !holds_part(name, bytes_of(name_hints[i].part)))
            continue;
        if (found != CONTENT_UNKNOWN && found != kind)
            return CONTENT_UNKNOWN;
        found = kind;
    }
    return found;
}

enum { FIRST_TEXTS = 200 };

/* The first texts of a file. */
struct text_census {
    size_t sizes[FIRST_TEXTS];
    size_t n;
    size_t n_asking; /* that end like questions */
};

static bool count_text(void *context, const struct item *item, size_t line, size_t bytes_read,
                       struct err *err)
{
    struct text_census *census = context;
    (void)line;
    (void)bytes_read;
    (void)err;
    census->sizes[census->n++] = item->text.size;
    census->n_asking += bytes_ends_with(bytes_trim(item->text), "?");
    return census->n < FIRST_TEXTS;
}

static int compare_sizes(const void *left, const void *right)
{
    const size_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Long texts are documents. Short texts that are mostly questions are questions. */
static enum content_kind kind_by_length(const char *path, struct bytes beginning)
{
    enum { LONGEST_QUESTION = 300 };
    struct text_census census = {.n = 0};
    struct item_fields fields = {.kind = ITEM_DOCUMENT};
    (void)!item_file_read(&fields, path, beginning, count_text, &census, err_ignored());
    item_fields_release(&fields);
    if (census.n == 0)
        return CONTENT_UNKNOWN;
    qsort(census.sizes, census.n, sizeof *census.sizes, compare_sizes);
    if (census.sizes[census.n / 2] > LONGEST_QUESTION)
        return CONTENT_DOCUMENTS;
    return 2 * census.n_asking > census.n ? CONTENT_QUESTIONS : CONTENT_UNKNOWN;
}

/* Lists of questions have no such name, although many of the lines in such files may be questions. */
static bool has_name_of_other_text(const char *path)
{
    static const char *const endings[] = {".yaml", ".yml", ".sql", ".md"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (bytes_ends_with(unpacked_name(bytes_of(path)), endings[i]))
            return true;
    }
    return false;
}

struct content content_recognise_file(const char *path, struct bytes beginning)
{
    struct content content = content_recognise(beginning);
    enum content_kind kind = CONTENT_UNKNOWN;
    if (content.kind == CONTENT_QUESTIONS && has_name_of_other_text(path) &&
        asks_line_by_line(bytes_without_mark(beginning)))
        return (struct content){.kind = CONTENT_UNKNOWN, .label = "–"};
    if (content.kind == CONTENT_RECORDS)
        kind = kind_by_name(path, CONTENT_RUN, CONTENT_QRELS);
    if (content.kind == CONTENT_TEXTS)
        kind = kind_by_name(path, CONTENT_DOCUMENTS, CONTENT_QUESTIONS);
    if (content.kind == CONTENT_TEXTS && kind == CONTENT_UNKNOWN)
        kind = kind_by_length(path, bytes_without_mark(beginning));
    content.kind = kind != CONTENT_UNKNOWN ? kind : content.kind;
    return content;
}

/* --- Errors ----------------------------------------------------------------------------------- */

static const struct kind_words {
    const char *found;  /* what the file is */
    const char *wanted; /* what it is not */
} kind_words[CONTENT_KIND_COUNT] = {
    [CONTENT_DATABASE] = {.found = "a database"},
    [CONTENT_DOCUMENTS] = {"these are documents", "documents"},
    [CONTENT_QUESTIONS] = {"these are questions", "questions"},
    [CONTENT_TEXTS] = {.found = "these are documents or questions"},
    [CONTENT_RUN] = {"a run", "a run"},
    [CONTENT_QRELS] = {"these are qrels", "qrels"},
    [CONTENT_VOTES] = {"these are votes", "votes"},
    [CONTENT_GROUND_TRUTH] = {.found = "these are questions and judgments in one"},
    [CONTENT_COLLECTION] = {.found = "these are documents, questions and judgments in one"},
};

static bool is_records(enum content_kind kind)
{
    return kind == CONTENT_RUN || kind == CONTENT_QRELS || kind == CONTENT_RECORDS;
}

bool content_fail_other(const struct content *content, const char *path, enum content_kind wanted,
                        struct err *err)
{
    bool is_run = content->kind == CONTENT_RUN;
    const char *article = !is_run                                                    ? ""
                          : bytes_starts_with(bytes_of(content->run_format), "hits") ? "these are "
                                                                                     : "a ";
    return err_set(err, ERR_INPUT, "%s: %s%s, not %s", file_label(path), article,
                   is_run ? content->run_format : kind_words[content->kind].found, kind_words[wanted].wanted);
}

static const char *remedy(enum content_kind found)
{
    if (is_records(found))
        return "name the judgments first, then the runs";
    if (found == CONTENT_GROUND_TRUTH || found == CONTENT_COLLECTION)
        return "`assay import` takes them, and `assay eval DB RUN --judgments NAME` scores by them";
    return found == CONTENT_DATABASE ? "name the file of a run" : "`assay import` takes them";
}

bool content_refuse(struct bytes content, const char *path, enum content_kind wanted, struct err *err)
{
    enum { LOOKED_AT = 64 * 1024 };
    struct content found =
        content_recognise(bytes_slice(content, 0, content.size < LOOKED_AT ? content.size : LOOKED_AT));
    bool is_known = kind_words[found.kind].found != NULL;
    if (foreign_is_unreadable(content))
        return foreign_refuse(path, content, err);
    if (wanted == CONTENT_RUN && record_columns_lack_question(content))
        return err_set(
            err, ERR_INPUT,
            "%s: these hits have no question; put \"query_ids\" beside \"ids\", one for each list of ids",
            file_label(path));
    if (wanted == CONTENT_RUN && record_shape_lists_texts(content))
        return err_set(
            err, ERR_INPUT,
            "%s: the lists of this run hold texts and not ids; score them against a database that has these "
            "documents",
            file_label(path));
    if (wanted == CONTENT_RUN && record_shape_choice()->names[FIELD_ROLE_HITS] != NULL &&
        record_fields_say_unclear(content, path, err))
        return false;
    bool is_wanted = found.kind == wanted || (wanted == CONTENT_QRELS && found.kind == CONTENT_GROUND_TRUTH);
    if (!is_known && !exported_refuse(path, content, err))
        return false;
    if (!is_known || is_wanted || found.by_numbers)
        return false;
    content_fail_other(&found, path, wanted, err);
    struct err other = *err;
    struct arena arena = {0};
    const bool wants_run = wanted == CONTENT_RUN;
    struct bytes field = record_shape_suggest(content, wants_run ? SHAPE_RUN : SHAPE_TRUTH, &arena);
    struct bytes texts = record_shape_texts(content, &arena);
    if (texts.size > 0 && found.kind == CONTENT_QUESTIONS)
        err_set(
            err, ERR_INPUT,
            wants_run
                ? "%s; \"%.*s\" holds texts: score them against a database that has these documents"
                : "%s; \"%.*s\" holds texts: import this file into a database together with its documents",
            other.text, BYTES_FORMAT(texts));
    else if (field.size > 0)
        err_set(err, ERR_INPUT, "%s; if \"%.*s\" names the %s documents, say --%s %.*s", other.text,
                BYTES_FORMAT(field), wants_run ? "retrieved" : "relevant", wants_run ? "hits" : "truth",
                BYTES_FORMAT(field));
    else
        err_set(err, ERR_INPUT, "%s; %s", other.text, remedy(found.kind));
    arena_release(&arena);
    return false;
}
