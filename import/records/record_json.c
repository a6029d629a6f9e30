/*
 * A hand-written parser for the two levels of such JSON. `at` only moves forward, and each number goes to the sink as
 * soon as it is read. Only the qids and their places are kept, so that a repeated question is refused. The receiver of
 * the records notices a repeated document.
 *
 * A text in quotation marks must end on its line. So an error names the line where the mark is missing and not the end
 * of the file.
 */
#include "import/records/record_json.h"

#include "import/fields/known_names.h"
#include "import/fields/shape_report.h"
#include "import/files/file.h"
#include "import/text/json_fields.h"
#include "import/text/json_scan.h"

#include <string.h>

struct record_json_parser {
    const struct record_kind *kind;
    const struct record_file *file;
    record_sink *sink;
    void *context;
    const char *at; /* the next byte to read */
    const char *end;
    struct bytes qid; /* of the current question */
    struct record_questions questions;
};

static void skip_space(struct record_json_parser *parser)
{
    while (parser->at < parser->end && memchr(" \t\r\n", *parser->at, 4) != NULL)
        parser->at++;
}

/* Returns the bytes up to the next one that could end a number. */
static struct bytes word_here(const struct record_json_parser *parser)
{
    const char *c = parser->at;
    while (c < parser->end && memchr(" \t\r\n,:}]", *c, 8) == NULL)
        c++;
    return (struct bytes){.data = parser->at, .size = (size_t)(c - parser->at)};
}

/* Returns false when no field of the content may hold documents. */
static bool set_suggestion(const struct record_json_parser *parser, struct err *err)
{
    const bool is_truth = parser->kind->takes_lists;
    struct arena arena = {0};
    const struct bytes field =
        record_shape_suggest(parser->file->content, is_truth ? SHAPE_TRUTH : SHAPE_RUN, &arena);
    if (field.size > 0)
        err_set(err, ERR_INPUT, "no field is called like %s; if \"%.*s\" is it, say --%s %.*s",
                is_truth ? "the relevant documents" : "the hits", BYTES_FORMAT(field),
                is_truth ? "truth" : "hits", BYTES_FORMAT(field));
    arena_release(&arena);
    return field.size > 0;
}

static bool fail_expected(const struct record_json_parser *parser, const char *expected, struct err *err)
{
    struct bytes word = word_here(parser);
    if (parser->at < parser->end && strcmp(expected, "'{'") == 0 && set_suggestion(parser, err))
        return record_file_context(parser->file, parser->at, err);
    if (word.size == 0 && parser->at < parser->end)
        word.size = 1;
    if (word.size == 0)
        err_set(err, ERR_INPUT, "the file ends where %s should be; is it cut short?", expected);
    else
        err_set(err, ERR_INPUT, "'%.*s' is where %s should be; the JSON must look like %s",
                BYTES_FORMAT(word), expected, parser->kind->example);
    return record_file_context(parser->file, parser->at, err);
}

/* Takes the mark if it comes next. */
static bool skip_mark(struct record_json_parser *parser, char mark)
{
    skip_space(parser);
    bool is_there = parser->at < parser->end && *parser->at == mark;
    parser->at += is_there;
    return is_there;
}

static bool expect_mark(struct record_json_parser *parser, char mark, struct err *err)
{
    const char expected[] = {'\'', mark, '\'', '\0'};
    return skip_mark(parser, mark) || fail_expected(parser, expected, err);
}

/*
 * Returns the place after the closing quotation mark of the text that begins here, or NULL when its line has none.
 */
static const char *find_text_end(const struct record_json_parser *parser)
{
    for (const char *c = parser->at + 1; c < parser->end && *c != '\n'; c++) {
        if (*c == '"')
            return c + 1;
        if (*c == '\\' && c + 1 < parser->end) /* an escaped mark does not end the text */
            c++;
    }
    return NULL;
}

/* Takes a text in quotation marks and the colon after it. */
static bool parse_key(struct record_json_parser *parser, const char *what, struct bytes *key, struct err *err)
{
    skip_space(parser);
    if (parser->at == parser->end || *parser->at != '"')
        return fail_expected(parser, what, err);
    const char *end = find_text_end(parser);
    if (end == NULL) {
        err_set(err, ERR_INPUT, "a quotation mark is not closed; is the file cut short?");
        return record_file_context(parser->file, parser->at, err);
    }
    struct bytes quoted = {.data = parser->at, .size = (size_t)(end - parser->at)};
    if (!json_string_parse(quoted, parser->file->memory, key, err))
        return record_file_context(parser->file, parser->at, err);
    parser->at = end;
    return expect_mark(parser, ':', err);
}

/* Parses the members of an object, each by `parse_member`. */
static bool parse_object(struct record_json_parser *parser,
                         bool (*parse_member)(struct record_json_parser *parser, struct err *err),
                         struct err *err)
{
    if (!expect_mark(parser, '{', err))
        return false;
    if (skip_mark(parser, '}'))
        return true;
    do {
        if (!parse_member(parser, err))
            return false;
    } while (skip_mark(parser, ','));
    return skip_mark(parser, '}') || fail_expected(parser, "',' or '}'", err);
}

/* "docid": number */
static bool parse_document(struct record_json_parser *parser, struct err *err)
{
    struct record record = {.qid = parser->qid};
    skip_space(parser);
    const char *place = parser->at;
    if (!parse_key(parser, "a docid in quotation marks", &record.docid, err))
        return false;
    record.docid = known_names_document(record.docid, parser->file->memory);
    skip_space(parser);
    struct bytes number = word_here(parser);
    if (number.size == 0)
        return fail_expected(parser, "a number", err);
    if (*number.data == '{' || *number.data == '[') {
        err_set(err, ERR_INPUT,
                "a number is missing here: the JSON must look like %s; if its first level names systems, "
                "write each into a file of its own",
                parser->kind->example);
        return record_file_context(parser->file, number.data, err);
    }
    parser->at += number.size;
    if (number.size > 2 && number.data[0] == '"' && bytes_ends_with(number, "\""))
        number = bytes_slice(number, 1, number.size - 1);
    return record_kind_check_ids(parser->kind, parser->file, place, &record, err) &&
           record_kind_parse_number(parser->kind, parser->file, place, number, &record.number, err) &&
           parser->sink(parser->context, &record, place, err);
}

/* Parses "docid" in a list: the document is relevant, without a grade. */
static bool parse_listed(struct record_json_parser *parser, struct err *err)
{
    struct record record = {.qid = parser->qid, .number = 1};
    skip_space(parser);
    const char *place = parser->at;
    const char *end = place < parser->end && *place == '"' ? find_text_end(parser) : NULL;
    if (end == NULL)
        return fail_expected(parser, "a docid in quotation marks", err);
    parser->at = end;
    struct bytes quoted = {.data = place, .size = (size_t)(end - place)};
    if (!json_string_parse(quoted, parser->file->memory, &record.docid, err))
        return record_file_context(parser->file, place, err);
    record.docid = known_names_document(record.docid, parser->file->memory);
    return record_kind_check_ids(parser->kind, parser->file, place, &record, err) &&
           parser->sink(parser->context, &record, place, err);
}

static bool parse_list(struct record_json_parser *parser, struct err *err)
{
    if (skip_mark(parser, ']'))
        return true;
    do {
        if (!parse_listed(parser, err))
            return false;
    } while (skip_mark(parser, ','));
    return skip_mark(parser, ']') || fail_expected(parser, "',' or ']'", err);
}

/* "qid": {…}, or a list */
static bool parse_question(struct record_json_parser *parser, struct err *err)
{
    skip_space(parser);
    const char *place = parser->at;
    if (!parse_key(parser, "a qid in quotation marks", &parser->qid, err))
        return false;
    parser->qid = known_names_question(parser->qid);
    if (!record_questions_add(&parser->questions, parser->file, parser->qid, place, err))
        return false;
    return parser->kind->takes_lists && skip_mark(parser, '[') ? parse_list(parser, err)
                                                               : parse_object(parser, parse_document, err);
}

/*
 * Finds the judgments. LlamaIndex keeps documents, questions and judgments in one object; else it is all of the
 * content.
 */
static struct bytes find_judgments(struct bytes content)
{
    struct json_scan scan = json_scan_of(content);
    struct bytes key;
    struct bytes value;
    json_scan_take(&scan, '{');
    for (bool is_first = true;
         json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
         is_first = false) {
        if (bytes_equal(key, bytes_of("\"relevant_docs\"")) && value.data[0] == '{')
            return value;
    }
    return content;
}

static bool expect_end(struct record_json_parser *parser, struct err *err)
{
    skip_space(parser);
    return parser->at == parser->end || fail_expected(parser, "the end of the file", err);
}

bool record_json_recognise(struct bytes content)
{
    struct json_scan scan = json_scan_of(content);
    return json_scan_peek(&scan) == '{';
}

bool record_json_read(const struct record_kind *kind, const struct record_file *file, record_sink *sink,
                      void *context, struct err *err)
{
    const struct bytes judgments = kind->takes_lists ? find_judgments(file->content) : file->content;
    struct record_json_parser parser = {
        .kind = kind,
        .file = file,
        .sink = sink,
        .context = context,
        .at = judgments.data,
        .end = judgments.data + judgments.size,
    };
    bool worked = parse_object(&parser, parse_question, err) && expect_end(&parser, err);
    record_questions_release(&parser.questions);
    return worked;
}
