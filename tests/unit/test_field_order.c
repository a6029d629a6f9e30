/*
 * The same content is understood in the same way, or refused in the same way, in any order of its columns or keys, and
 * as CSV, TSV, CSV with semicolons, JSON, JSON lines or YAML.
 */
#include "tests/support/reading.h"

#include "import/fields/known_names.h"
#include "import/fields/record_shape.h"
#include "import/items/item_file.h"
#include "import/qrels.h"
#include "import/recognise.h"
#include "import/records/record_fields.h"
#include "import/runs/run.h"
#include "import/text/json_fields.h"
#include "import/text/yaml_text.h"
#include "import/tools/tools.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 6, ROWS_MOST = 4 };

/* Records with these fields. Values are written as in JSON. NULL ends the names. */
struct content_of_rows {
    const char *names[COLUMNS_MOST + 1];
    const char *rows[ROWS_MOST][COLUMNS_MOST];
    size_t n_rows;
};

#define HOSE "\"Unplug the cleaner and pull the hose off.\""
#define FILTER "\"Rinse the filter under cold water every month.\""

/* clang-format off */
static const struct content_of_rows tables[] = {
    /* judgments */
    {{"query-id", "corpus-id", "score"}, {{"\"q1\"", "\"d1\"", "2"}, {"\"q1\"", "\"d2\"", "0"}}, 2},
    {{"query_id", "doc_id", "relevance"}, {{"\"q1\"", "\"d1\"", "2"}, {"\"q1\"", "\"d2\"", "null"}}, 2},
    {{"query_id", "doc_id", "rating"}, {{"\"q1\"", "\"d1\"", "null"}, {"\"q1\"", "\"d2\"", "null"}}, 2},
    {{"query_id", "doc_id"}, {{"\"q1\"", "\"d1\""}, {"\"q2\"", "\"d2\""}}, 2},
    {{"query", "course", "document"}, {{"\"Why?\"", "\"ml\"", "\"d1\""}, {"\"Why?\"", "\"ml\"", "\"d2\""}}, 2},
    {{"query", "course", "document"}, {{"\"Why?\"", "\"ml\"", "\"d1\""}, {"\"Why?\"", "\"de\"", "\"d2\""}}, 2},
    {{"question", "document", "grade", "comment"},
     {{"\"Why?\"", "\"d1\"", "2", "\"well\""}, {"\"Why?\"", "\"d2\"", "0", "\"no\""}}, 2},
    {{"id", "question", "doc_id", "rating"},
     {{"1", "\"Why?\"", "\"d1\"", "3"}, {"2", "\"Why?\"", "\"d3\"", "0"}}, 2},
    {{"query_id", "query", "doc_id", "label"},
     {{"\"q1\"", "\"Why is it loud?\"", "\"d1\"", "3"}, {"\"q1\"", "\"Why is it loud?\"", "\"d2\"", "0"}}, 2},
    {{"query_id", "product_id", "esci"},
     {{"\"q1\"", "\"d1\"", "\"E\""}, {"\"q1\"", "\"d2\"", "\"I\""}, {"\"q2\"", "\"d1\"", "\"E\""}}, 3},
    {{"query_id", "doc_id", "relevant?"}, {{"\"q1\"", "\"d1\"", "\"yes\""}, {"\"q1\"", "\"d2\"", "\"no\""}}, 2},
    {{"query_id", "doc_id", "is_relevant"}, {{"\"q1\"", "\"d1\"", "true"}, {"\"q1\"", "\"d2\"", "false"}}, 2},
    {{"qid", "docid", "score", "label"}, {{"\"q1\"", "\"d1\"", "0.5", "3"}, {"\"q1\"", "\"d2\"", "0.25", "0"}}, 2},
    {{"qid", "docid", "grade", "score"}, {{"\"q1\"", "\"d1\"", "3", "0.5"}, {"\"q1\"", "\"d2\"", "0", "0.25"}}, 2},
    {{"query", "docid", "worth"}, {{"\"Why?\"", "\"d1\"", "3"}, {"\"Why?\"", "\"d2\"", "0"}}, 2},
    {{"query", "docid", "Joe", "Ana"},
     {{"\"Why?\"", "\"d1\"", "3", "2"}, {"\"Why?\"", "\"d2\"", "0", "0"}}, 2},
    {{"question", "document", "annotator", "grade"},
     {{"\"Why?\"", "\"d1\"", "\"ana\"", "3"}, {"\"Why?\"", "\"d1\"", "\"ben\"", "2"},
      {"\"Why?\"", "\"d2\"", "\"ana\"", "0"}}, 3},
    {{"query_id", "doc_id", "page", "url", "uuid"},
     {{"\"q1\"", "\"d1\"", "4", "\"https://x/1\"", "\"a-1\""}, {"\"q1\"", "\"d2\"", "2", "\"https://x/2\"", "\"a-2\""}}, 2},
    /* lists */
    {{"question", "answer", "relevant_ids"},
     {{"\"Why?\"", "\"So.\"", "[\"d1\",\"d2\"]"}, {"\"How?\"", "\"Thus.\"", "[\"d3\"]"}}, 2},
    {{"question", "relevant_docs"}, {{"\"Why?\"", "\"d1;d2\""}, {"\"How?\"", "\"d3\""}}, 2},
    {{"question", "relevant_docs"}, {{"\"Why?\"", "\"d1\""}, {"\"How?\"", "\"d3\""}}, 2},
    {{"qid", "relevant_ids", "relevance_grades"}, {{"\"q1\"", "[\"d1\",\"d2\"]", "[3,0]"}}, 1},
    {{"qid", "relevant_ids", "relevance_grades"}, {{"\"q1\"", "[\"d1\",\"d2\"]", "{\"d1\":3,\"d2\":0}"}}, 1},
    {{"qid", "relevant_ids", "pages"}, {{"\"q1\"", "[\"d1\",\"d2\"]", "[4,7]"}}, 1},
    {{"question", "gold_ids", "expected_ids"}, {{"\"Why?\"", "[\"d1\"]", "[\"d2\"]"}}, 1},
    {{"qid", "relevant_grades", "relevant_ids"}, {{"\"q1\"", "{\"d1\":3,\"d2\":0}", "[\"d1\",\"d2\"]"}}, 1},
    {{"qid", "relevant_scores", "relevant_ids"}, {{"\"q1\"", "[3,0]", "[\"d1\",\"d2\"]"}}, 1},
    {{"question", "reference_contexts", "reference_context_ids"}, {{"\"Why?\"", "[" FILTER "]", "[\"d1\"]"}}, 1},
    {{"question", "relevant_docs", "gold_ids"},
     {{"\"Why?\"", "[{\"doc\":\"d1\",\"relevance\":3},{\"doc\":\"d2\",\"relevance\":0}]", "[\"d1\"]"}}, 1},
    {{"question", "positive_ids", "hard_negatives"}, {{"\"Why?\"", "[\"d1\"]", "[\"d2\",\"d3\"]"}}, 1},
    {{"question", "expected_docs", "unexpected_docs", "excluded_ids"},
     {{"\"Why?\"", "[\"d1\"]", "[\"d2\"]", "[\"d3\"]"}}, 1},
    {{"user_input", "reference_contexts", "retrieved_contexts", "reference"},
     {{"\"Why?\"", "[" HOSE "]", "[" FILTER "," HOSE "]", "\"So it is.\""}}, 1},
    {{"question", "sources_used", "level"}, {{"\"Why?\"", "[\"d1\"]", "2"}}, 1},
    {{"input", "expected_output", "context"},
     {{"\"Why?\"", "\"So.\"", "\"Unplug the cleaner and pull the hose off.|Rinse the filter under cold water every month.\""}}, 1},
    /* texts of documents */
    {{"query", "passage", "label"}, {{"\"Why?\"", HOSE, "2"}, {"\"Why?\"", FILTER, "0"}}, 2},
    {{"input", "reference", "document_score"}, {{"\"Why?\"", HOSE, "0.9"}, {"\"Why?\"", FILTER, "0.3"}}, 2},
    /* runs */
    {{"qid", "docid", "distance"}, {{"\"q1\"", "\"d1\"", "0.25"}, {"\"q1\"", "\"d2\"", "0.5"}}, 2},
    {{"qid", "docid", "similarity", "rank"},
     {{"\"q1\"", "\"d1\"", "0.5", "1"}, {"\"q1\"", "\"d2\"", "0.25", "2"}}, 2},
    {{"qid", "Q0", "docid", "rank", "score", "tag"},
     {{"\"q1\"", "\"Q0\"", "\"d1\"", "1", "9.5", "\"r\""}, {"\"q1\"", "\"Q0\"", "\"d2\"", "2", "8.5", "\"r\""}}, 2},
    {{"query", "docid", "Doc Position"},
     {{"\"Why?\"", "\"d1\"", "1"}, {"\"Why?\"", "\"d2\"", "2"}, {"\"How?\"", "\"d1\"", "1"}}, 3},
    {{"qid", "docno", "docid", "score"},
     {{"\"q1\"", "\"d1\"", "17", "0.5"}, {"\"q1\"", "\"d2\"", "4", "0.25"}}, 2},
    {{"query", "results", "took"}, {{"\"Why?\"", "[{\"id\":\"d1\",\"score\":0.9},{\"id\":\"d2\",\"score\":0.5}]", "3"}}, 1},
    {{"query", "retrieved_ids", "results"}, {{"\"Why?\"", "[\"d1\"]", "[{\"id\":\"d2\",\"score\":0.9}]"}}, 1},
    {{"query", "retrieved_ids", "result_ids"}, {{"\"Why?\"", "[\"d1\"]", "[\"d2\"]"}}, 1},
    {{"qid", "matches"}, {{"\"q1\"", "[{\"bm25\":2,\"id\":\"d1\"},{\"bm25\":1,\"id\":\"d2\"}]"}}, 1},
    /* clicks */
    {{"query", "docid", "clicks", "impressions"},
     {{"\"Why?\"", "\"d1\"", "3", "4"}, {"\"Why?\"", "\"d2\"", "0", "4"}}, 2},
    {{"query", "docid", "position", "clicks", "impressions"},
     {{"\"Why?\"", "\"d1\"", "1", "3", "4"}, {"\"Why?\"", "\"d2\"", "2", "1", "4"}}, 2},
    {{"query", "docid", "position", "event"},
     {{"\"Why?\"", "\"d1\"", "1", "\"impression\""}, {"\"Why?\"", "\"d2\"", "2", "\"impression\""},
      {"\"Why?\"", "\"d2\"", "2", "\"click\""}}, 3},
    {{"query", "docid", "clicked"}, {{"\"Why?\"", "\"d1\"", "1"}, {"\"Why?\"", "\"d1\"", "0"}, {"\"Why?\"", "\"d2\"", "0"}}, 3},
    {{"query", "docid", "position", "session_id"},
     {{"\"Why?\"", "\"d1\"", "1", "\"s1\""}, {"\"Why?\"", "\"d1\"", "1", "\"s2\""}}, 2},
    {{"query", "url", "ctr"}, {{"\"Why?\"", "\"/a\"", "0.5"}, {"\"Why?\"", "\"/b\"", "0.1"}}, 2},
    /* documents and questions */
    {{"id", "title", "text", "url"}, {{"\"d7\"", "\"Hose\"", HOSE, "\"/a\""}, {"\"d8\"", "\"Filter\"", FILTER, "\"/b\""}}, 2},
    {{"doc_id", "content", "section", "year"}, {{"\"d7\"", HOSE, "\"a\"", "2024"}, {"\"d8\"", FILTER, "\"b\"", "2025"}}, 2},
    {{"id", "question", "text", "course"}, {{"\"d7\"", "\"Why?\"", HOSE, "\"ml\""}, {"\"d8\"", "\"How?\"", FILTER, "\"de\""}}, 2},
    {{"question", "answer", "section"}, {{"\"Why is it loud?\"", HOSE, "\"a\""}, {"\"How do I wash it?\"", FILTER, "\"b\""}}, 2},
    {{"id", "question"}, {{"\"q7\"", "\"Why is it loud?\""}, {"\"q8\"", "\"How do I wash it?\""}}, 2},
    {{"query_id", "text", "level"}, {{"\"q7\"", "\"Why is it loud?\"", "2"}, {"\"q8\"", "\"How do I wash it?\"", "3"}}, 2},
    {{"question", "level", "author"}, {{"\"Why is it loud?\"", "2", "\"a\""}, {"\"How do I wash it?\"", "3", "\"b\""}}, 2},
};
/* clang-format on */

/* --- Formats ------------------------------------------------------------------ */

enum format {
    FORMAT_CSV,
    FORMAT_JSON_LINES,
    FORMAT_TSV,
    FORMAT_SEMICOLONS,
    FORMAT_JSON,
    FORMAT_YAML,
    N_FORMATS
};

static size_t count_names(const struct content_of_rows *table)
{
    size_t n = 0;
    while (table->names[n] != NULL)
        n++;
    return n;
}

/* Adds a cell with this value: a text without its marks, and nothing for null. */
static void add_cell(const char *value, char separator, struct buffer *out)
{
    struct bytes text = bytes_of(value);
    if (strcmp(value, "null") == 0)
        return;
    if (value[0] == '"')
        text = bytes_slice(text, 1, text.size - 1);
    const bool is_marked = separator != '\t' && (memchr(text.data, separator, text.size) != NULL ||
                                                 strchr("[{", value[0]) != NULL);
    buffer_add_string(out, is_marked ? "\"" : "");
    for (size_t i = 0; i < text.size; i++)
        buffer_add_string(out, is_marked && text.data[i] == '"' ? "\"\"" : (char[]){text.data[i], '\0'});
    buffer_add_string(out, is_marked ? "\"" : "");
}

static void add_table(const struct content_of_rows *table, char separator, const size_t *order,
                      struct buffer *out)
{
    const size_t n = count_names(table);
    for (size_t row = 0; row <= table->n_rows; row++) {
        for (size_t i = 0; i < n; i++) {
            if (row == 0)
                buffer_add_string(out, table->names[order[i]]);
            else
                add_cell(table->rows[row - 1][order[i]], separator, out);
            buffer_add_byte(out, i + 1 < n ? separator : '\n');
        }
    }
}

static void add_records(const struct content_of_rows *table, enum format format, const size_t *order,
                        struct buffer *out)
{
    const size_t n = count_names(table);
    const bool is_yaml = format == FORMAT_YAML, is_array = format == FORMAT_JSON;
    buffer_add_string(out, is_array ? "[" : "");
    for (size_t row = 0; row < table->n_rows; row++) {
        for (size_t i = 0; i < n; i++)
            buffer_add_format(out, "%s\"%s\": %s%s",
                              !is_yaml ? i == 0 ? "{" : ","
                              : i == 0 ? "- "
                                       : "  ",
                              table->names[order[i]], table->rows[row][order[i]], is_yaml ? "\n" : "");
        buffer_add_string(out, is_yaml ? "" : is_array && row + 1 < table->n_rows ? "},\n" : "}\n");
    }
    buffer_add_string(out, is_array ? "]" : "");
}

static void add_content(const struct content_of_rows *table, enum format format, const size_t *order,
                        struct buffer *out)
{
    static const char separators[] = {[FORMAT_CSV] = ',', [FORMAT_TSV] = '\t', [FORMAT_SEMICOLONS] = ';'};
    if (format == FORMAT_CSV || format == FORMAT_TSV || format == FORMAT_SEMICOLONS)
        add_table(table, separators[format], order, out);
    else
        add_records(table, format, order, out);
}

/* --- What is understood ----------------------------------------------------------- */

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/*
 * Adds an error without its place, which depends on the format. It names fields in their order: they are sorted.
 */
static void add_error(struct buffer *out, const char *text)
{
    char *names[COLUMNS_MOST * 2], *copy = strdup(text);
    size_t n = 0;
    struct buffer pattern = {0};
    for (char *rest = strncmp(copy, "F:", 2) == 0 ? strstr(copy, ": ") + 2 : copy; rest != NULL;) {
        char *name = strchr(rest, '"'), *end = name != NULL ? strchr(name + 1, '"') : NULL;
        if (end != NULL && n < COLUMNS_MOST * 2) {
            *name = *end = '\0';
            names[n++] = name + 1;
        }
        buffer_add_format(&pattern, "%s…", rest);
        rest = end != NULL ? end + 1 : NULL;
    }
    qsort(names, n, sizeof *names, compare_texts);
    buffer_add_string(out, buffer_string(&pattern));
    for (size_t i = 0; i < n; i++)
        buffer_add_format(out, " %s", names[i]);
    buffer_release(&pattern);
    free(copy);
}

/* `is_meant`: the content is no run. The error about another kind of content shows an example in its format. */
static void add_truth(struct reading *reading, struct bytes content, bool is_meant, struct buffer *out)
{
    struct judged_form form = {.has_grades = true};
    buffer_add_string(out, "\n  truth:");
    if (!qrels_read(content, "F", NULL, &reading->qrels, &form, &reading->err)) {
        add_error(out, is_meant ? reading->err.text : " refused");
        return;
    }
    for (size_t q = 0; q < reading->qrels.n_questions; q++) {
        const struct qrels_question *question = &reading->qrels.questions[q];
        for (size_t i = 0; i < question->n_judgments; i++)
            buffer_add_format(out, " %.*s:%.*s:%g", BYTES_FORMAT(question->qid),
                              BYTES_FORMAT(question->judgments[i].docid), question->judgments[i].grade);
    }
    qrels_release(&reading->qrels);
}

static void add_run(struct reading *reading, struct bytes content, bool is_meant, struct buffer *out)
{
    buffer_add_string(out, "\n  run:");
    if (!run_read(content, "F", &reading->run, &reading->err)) {
        add_error(out, is_meant ? reading->err.text : " refused");
        return;
    }
    for (size_t q = 0; q < reading->run.n_questions; q++) {
        const struct run_question *question = &reading->run.questions[q];
        for (size_t i = 0; i < question->n_entries; i++)
            buffer_add_format(out, " %.*s:%.*s:%g", BYTES_FORMAT(question->qid),
                              BYTES_FORMAT(question->entries[i].docid), question->entries[i].score);
    }
    run_release(&reading->run);
}

/* Adds the other fields, sorted. A number is a text in a table, and null is an empty cell. */
static void add_fields(struct buffer *out, struct bytes written)
{
    struct json_fields *object = NULL;
    struct arena arena = {0};
    struct err err;
    char *texts[COLUMNS_MOST];
    size_t n = 0;
    if (written.size == 0)
        return;
    assert_true(json_fields_parse(&object, written, "", &err));
    struct json_cursor field = json_fields_begin(object);
    while (json_fields_next(&field)) {
        const struct bytes value = json_fields_value(object, arena_copy(&arena, field.key).data, &arena);
        if (value.size > 0 && !bytes_equal(value, bytes_of("null")))
            texts[n++] = arena_format(&arena, "%.*s=%.*s", BYTES_FORMAT(field.key), BYTES_FORMAT(value));
    }
    qsort(texts, n, sizeof *texts, compare_texts);
    for (size_t i = 0; i < n; i++)
        buffer_add_format(out, " %s", texts[i]);
    json_fields_free(object);
    arena_release(&arena);
}

static bool add_item(void *context, const struct item *item, size_t line, size_t bytes_read, struct err *err)
{
    (void)line;
    (void)bytes_read;
    (void)err;
    buffer_add_format(context, " %.*s|%.*s|%.*s", BYTES_FORMAT(item->id), BYTES_FORMAT(item->title),
                      BYTES_FORMAT(item->text));
    add_fields(context, item->fields);
    return true;
}

static void add_items(enum item_kind kind, struct bytes content, bool judges, struct buffer *out)
{
    struct item_fields fields = {.kind = kind};
    struct record_shape shape;
    struct arena arena = {0};
    struct err err;
    if (judges && record_shape_find(content, SHAPE_TRUTH, &arena, &shape))
        fields.judges = &shape;
    buffer_add_string(out, "\n  items:");
    if (!item_file_read(&fields, "F", content, add_item, out, &err))
        add_error(out, err.text);
    item_fields_release(&fields);
    arena_release(&arena);
}

/* Adds what the content is, and what all readers make of it. */
static void add_understood(struct reading *reading, struct bytes content, struct buffer *out)
{
    const enum content_kind kind = content_recognise_file("F", content).kind;
    buffer_add_format(out, "kind %d", (int)kind);
    if (kind == CONTENT_DOCUMENTS || kind == CONTENT_QUESTIONS || kind == CONTENT_GROUND_TRUTH)
        add_items(kind == CONTENT_DOCUMENTS ? ITEM_DOCUMENT : ITEM_QUESTION, content,
                  kind == CONTENT_GROUND_TRUTH, out);
    if (kind == CONTENT_DOCUMENTS || kind == CONTENT_QUESTIONS)
        return;
    if (kind == CONTENT_UNCLEAR) {
        assert_true(record_fields_say_unclear(content, "F", &reading->err));
        add_error(out, reading->err.text);
        return;
    }
    add_truth(reading, content, kind != CONTENT_RUN, out);
    add_run(reading, content, kind == CONTENT_RUN, out);
}

/* Reads the content as a file is read: YAML and the forms of other tools become JSON first. */
static void understand(struct reading *reading, const struct buffer *content, enum format format,
                       struct buffer *out)
{
    struct buffer json = {0}, records = {0};
    const char *fault;
    size_t line;
    struct bytes text = buffer_bytes(content);
    if (format == FORMAT_YAML) {
        assert_true(yaml_add_json(text, &json, &fault, &line));
        text = buffer_bytes(&json);
    }
    const struct tool *tool = tool_of(text);
    if (tool == NULL)
        add_understood(reading, text, out);
    else if (tool_add_records(tool, text, &records, &line, &reading->err))
        add_understood(reading, buffer_bytes(&records), out);
    else
        add_error(out, reading->err.text);
    buffer_release(&json);
    buffer_release(&records);
}

/* --- Orders ------------------------------------------------------------------------- */

struct trial {
    struct reading *reading;
    const struct content_of_rows *table;
    struct buffer first; /* what is understood in the first format and order */
    enum format format;
    bool differs;
};

static void try_order(struct trial *trial, const size_t *order)
{
    struct buffer content = {0}, out = {0};
    add_content(trial->table, trial->format, order, &content);
    understand(trial->reading, &content, trial->format, &out);
    if (trial->first.size == 0)
        buffer_add(&trial->first, buffer_bytes(&out));
    const bool is_same = bytes_equal(buffer_bytes(&out), buffer_bytes(&trial->first));
    if (!is_same && !trial->differs)
        print_error("%s gives\n%s\n and not\n%s\n\n", buffer_string(&content), buffer_string(&out),
                    buffer_string(&trial->first));
    trial->differs = trial->differs || !is_same;
    buffer_release(&content);
    buffer_release(&out);
}

/* Tries all orders of the columns from `at` on. */
static void try_orders(struct trial *trial, size_t *order, size_t at, size_t n)
{
    if (at == n)
        try_order(trial, order);
    for (size_t i = at; i < n; i++) {
        const size_t before = order[at];
        order[at] = order[i];
        order[i] = before;
        try_orders(trial, order, at + 1, n);
        order[i] = order[at];
        order[at] = before;
    }
}

/* All orders in one format for tables and one for records, and one order and its reverse in the other formats. */
static bool is_understood_alike(struct reading *reading, const struct content_of_rows *table)
{
    struct trial trial = {.reading = reading, .table = table};
    size_t order[COLUMNS_MOST], reverse[COLUMNS_MOST];
    const size_t n = count_names(table);
    for (size_t i = 0; i < n; i++) {
        order[i] = i;
        reverse[i] = n - 1 - i;
    }
    for (enum format format = 0; format < N_FORMATS; format++) {
        trial.format = format;
        if (format == FORMAT_CSV || format == FORMAT_JSON_LINES)
            try_orders(&trial, order, 0, n);
        try_order(&trial, order);
        try_order(&trial, reverse);
    }
    buffer_release(&trial.first);
    return !trial.differs;
}

static void check_tables(struct reading *reading)
{
    bool are_alike = true;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        are_alike = is_understood_alike(reading, &tables[i]) && are_alike;
    assert_true(are_alike);
}

static void content_is_understood_alike_in_every_order_and_format(void **state)
{
    check_tables(*state);
}

/* --- With a collection ------------------------------------------------------------------ */

static bool find_question(void *context, struct bytes text, struct bytes *qid)
{
    (void)context;
    *qid = bytes_of("q5");
    return bytes_equal(text, bytes_of("How?"));
}

static bool find_document(void *context, struct bytes text, bool is_named, struct bytes *docid)
{
    const bool is_hose = bytes_equal(text, bytes_of("Unplug the cleaner and pull the hose off."));
    (void)context;
    (void)is_named;
    *docid = bytes_of(is_hose ? "d1" : "d2");
    return is_hose || bytes_equal(text, bytes_of("Rinse the filter under cold water every month."));
}

static bool has_document(void *context, struct bytes docid)
{
    (void)context;
    return docid.size == 2 && docid.data[0] == 'd' && docid.data[1] >= '1' && docid.data[1] <= '3';
}

static void the_same_holds_beside_a_collection(void **state)
{
    static const struct known_names known = {find_question, find_document, has_document, NULL};
    known_names_use(&known);
    check_tables(*state);
    known_names_use(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        READING_TEST(content_is_understood_alike_in_every_order_and_format),
        READING_TEST(the_same_holds_beside_a_collection),
    };
    return cmocka_run_group_tests_name("field_order", tests, NULL, NULL);
}
