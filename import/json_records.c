#include "import/json_records.h"

#include "core/base/map.h"
#include "core/base/memory.h"
#include "import/file.h"
#include "import/items.h"
#include "import/json.h"

#include <stdlib.h>
#include <string.h>

struct walker {
    const struct kind *kind;
    const struct source *source;
    record_sink *sink;
    void *context;
    const char *at; /* what is read next */
    const char *end;
    struct bytes qid;     /* of the question whose documents are read */
    struct map questions; /* the qids so far, in the order of `places` */
    const char **places;  /* where they stand */
    size_t places_capacity;
};

static void skip_space(struct walker *walker)
{
    while (walker->at < walker->end && memchr(" \t\r\n", *walker->at, 4) != NULL)
        walker->at++;
}

/* What stands here up to the next thing that could end a number. */
static struct bytes word_here(const struct walker *walker)
{
    const char *c = walker->at;
    while (c < walker->end && memchr(" \t\r\n,:}]", *c, 8) == NULL)
        c++;
    return (struct bytes){.data = walker->at, .size = (size_t)(c - walker->at)};
}

static bool fail_expected(const struct walker *walker, const char *expected, struct err *err)
{
    struct bytes word = word_here(walker);
    if (word.size == 0 && walker->at < walker->end)
        word.size = 1;
    if (word.size == 0)
        err_set(err, ERR_INPUT, "the file ends where %s should stand; is it cut short?", expected);
    else
        err_set(err, ERR_INPUT, "'%.*s' stands where %s should; the JSON looks like %s", BYTES_FORMAT(word),
                expected, walker->kind->example);
    return source_context(walker->source, walker->at, err);
}

/* Takes the mark if it comes next. */
static bool has_mark(struct walker *walker, char mark)
{
    skip_space(walker);
    bool is_there = walker->at < walker->end && *walker->at == mark;
    walker->at += is_there;
    return is_there;
}

static bool take_mark(struct walker *walker, char mark, struct err *err)
{
    const char expected[] = {'\'', mark, '\'', '\0'};
    return has_mark(walker, mark) || fail_expected(walker, expected, err);
}

/* Behind the quotation mark that ends the text which begins here, or NULL: its line has none. */
static const char *find_text_end(const struct walker *walker)
{
    for (const char *c = walker->at + 1; c < walker->end && *c != '\n'; c++) {
        if (*c == '"')
            return c + 1;
        if (*c == '\\' && c + 1 < walker->end) /* what is escaped ends nothing */
            c++;
    }
    return NULL;
}

/* Takes a text in quotation marks and the colon behind it. */
static bool take_key(struct walker *walker, const char *what, struct bytes *key, struct err *err)
{
    skip_space(walker);
    if (walker->at == walker->end || *walker->at != '"')
        return fail_expected(walker, what, err);
    const char *end = find_text_end(walker);
    if (end == NULL) {
        err_set(err, ERR_INPUT, "a quotation mark that is not closed; is the file cut short?");
        return source_context(walker->source, walker->at, err);
    }
    struct bytes quoted = {.data = walker->at, .size = (size_t)(end - walker->at)};
    if (!json_text_parse(quoted, walker->source->memory, key, err))
        return source_context(walker->source, walker->at, err);
    walker->at = end;
    return take_mark(walker, ':', err);
}

/* The members of an object, each taken by `take_member`. */
static bool take_object(struct walker *walker, bool (*take_member)(struct walker *walker, struct err *err),
                        struct err *err)
{
    if (!take_mark(walker, '{', err))
        return false;
    if (has_mark(walker, '}'))
        return true;
    do {
        if (!take_member(walker, err))
            return false;
    } while (has_mark(walker, ','));
    return has_mark(walker, '}') || fail_expected(walker, "',' or '}'", err);
}

/* "docid": number */
static bool take_document(struct walker *walker, struct err *err)
{
    struct record record = {.qid = walker->qid};
    skip_space(walker);
    const char *place = walker->at;
    if (!take_key(walker, "a docid in quotation marks", &record.docid, err))
        return false;
    skip_space(walker);
    struct bytes number = word_here(walker);
    if (number.size == 0)
        return fail_expected(walker, "a number", err);
    walker->at += number.size;
    return kind_check_ids(walker->source, place, record.qid, record.docid, err) &&
           kind_take_number(walker->kind, walker->source, place, number, &record.number, err) &&
           walker->sink(walker->context, &record, place, err);
}

/* Remembers where the question stands; it may stand there only. */
static bool remember_question(struct walker *walker, const char *place, struct err *err)
{
    bool is_new;
    size_t number = (size_t)map_put(&walker->questions, walker->qid, &is_new);
    if (!is_new) {
        err_set(err, ERR_INPUT, "question %.*s stands already in line %zu; make one of the two",
                BYTES_FORMAT(walker->qid),
                record_line_number(walker->source->content, walker->places[number]));
        return source_context(walker->source, place, err);
    }
    walker->places =
        memory_grow(walker->places, &walker->places_capacity, number + 1, sizeof *walker->places);
    walker->places[number] = place;
    return true;
}

/* "qid": {…} */
static bool take_question(struct walker *walker, struct err *err)
{
    skip_space(walker);
    const char *place = walker->at;
    return take_key(walker, "a qid in quotation marks", &walker->qid, err) &&
           remember_question(walker, place, err) && take_object(walker, take_document, err);
}

static bool take_end(struct walker *walker, struct err *err)
{
    skip_space(walker);
    return walker->at == walker->end || fail_expected(walker, "the end of the file", err);
}

bool json_records_recognise(struct bytes first_line)
{
    return first_line.size > 0 && record_first_columns(first_line).at[0].data[0] == '{';
}

/* Whether a line is a document or a question, as import takes them. */
static bool is_item(struct bytes line)
{
    struct arena arena = {0};
    struct item item = {0};
    struct err unused;
    const struct item_source document = {.kind = ITEM_DOCUMENT}, question = {.kind = ITEM_QUESTION};
    bool taken = jsonl_read_item(&document, line, &arena, &item, &unused) ||
                 jsonl_read_item(&question, line, &arena, &item, &unused);
    arena_release(&arena);
    return taken;
}

/* Documents and questions are JSON too: what they lack says less than what they are. */
static bool fail_items(const struct walker *walker, struct err *err)
{
    struct line_reader lines = line_reader_of(walker->source->content);
    struct bytes line;
    return line_reader_next(&lines, &line) && is_item(line) &&
           err_set(
               err, ERR_INPUT,
               "%s: these are documents or questions, which import takes; wanted is JSON that looks like %s",
               file_label(walker->source->path), walker->kind->example);
}

bool json_records_walk(const struct kind *kind, const struct source *source, record_sink *sink, void *context,
                       struct err *err)
{
    struct walker walker = {
        .kind = kind,
        .source = source,
        .sink = sink,
        .context = context,
        .at = source->content.data,
        .end = source->content.data + source->content.size,
    };
    bool worked =
        (take_object(&walker, take_question, err) && take_end(&walker, err)) || fail_items(&walker, err);
    map_release(&walker.questions);
    free(walker.places);
    return worked;
}
