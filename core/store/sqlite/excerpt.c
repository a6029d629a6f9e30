/*
 * excerpt(document_words, COLUMN, BEGIN, END, QUERY) for FTS5 returns some 160 bytes of the column: the first place
 * with the most different words of the query, each word between BEGIN and END. FTS5's own snippet() repeats text where
 * tokens overlap. Its time is quadratic in the number of words found, which is a hundred thousand in a book.
 *
 * Each phrase of the query is one token between quotation marks. A token of the text that is not in the query in this
 * form was found by its first letter (tokenizer.c). Then only this letter is marked.
 */
#include "core/text/cjk.h"
#include "core/base/memory.h"
#include "core/base/unicode.h"
#include "core/store/sqlite/sqlite_db.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 160, WIDTH_MAX = 2 * WIDTH };

#define ELLIPSIS "…"

/* A place in the text where a phrase of the query was found. */
struct found_word {
    int phrase;
    size_t begin, end;
};

struct excerpt_reading {
    const Fts5ExtensionApi *api;
    Fts5Context *fts;
    struct bytes text, query;
    int column;
    int n_found, next; /* the words found in all columns, and the next one to read */
    int token;         /* number of tokens so far */
    struct found_word *words;
    size_t n_words, words_capacity;
    size_t begin, end; /* of the excerpt */
    bool goes_on;      /* more text follows the excerpt */
};

static struct bytes bytes_of_value(sqlite3_value *value)
{
    const char *data = sqlite3_value_blob(value);
    return (struct bytes){.data = data, .size = (size_t)sqlite3_value_bytes(value)};
}

/* --- Found words ------------------------------------------------------------------------------- */

static bool is_searched_for(const struct excerpt_reading *reading, struct bytes token)
{
    struct buffer quoted = {0};
    buffer_add_byte(&quoted, '"');
    buffer_add(&quoted, token);
    buffer_add_byte(&quoted, '"');
    bool is = memmem(reading->query.data, reading->query.size, quoted.data, quoted.size) != NULL;
    buffer_release(&quoted);
    return is;
}

/* Returns the end of a found word; if a bigram was found by its first letter, the end of this letter. */
static size_t end_of_found(const struct excerpt_reading *reading, struct bytes token, size_t begin,
                           size_t end)
{
    char32_t code;
    const size_t letter = unicode_decode(reading->text, begin, &code);
    return !cjk_is_letter(code) || is_searched_for(reading, token) ? end : begin + letter;
}

/* Gets the next found word in the column; false: there is none. They are ordered by column and token. */
static bool next_found(struct excerpt_reading *reading, int *phrase, int *token)
{
    for (int column = -1; reading->next < reading->n_found; reading->next++)
        if (reading->api->xInst(reading->fts, reading->next, phrase, &column, token) == SQLITE_OK &&
            column == reading->column)
            return true;
    return false;
}

static int take_token(void *context, int flags, const char *token, int size, int begin, int end)
{
    struct excerpt_reading *reading = context;
    const struct bytes bytes = {.data = token, .size = (size_t)size};
    int phrase, at;
    if ((flags & FTS5_TOKEN_COLOCATED) != 0)
        return SQLITE_OK;
    for (; next_found(reading, &phrase, &at) && at == reading->token; reading->next++) {
        const size_t found_end = end_of_found(reading, bytes, (size_t)begin, (size_t)end);
        VECTOR_PUSH(reading->words, reading->n_words, reading->words_capacity) =
            (struct found_word){.phrase = phrase, .begin = (size_t)begin, .end = found_end};
    }
    reading->token++;
    return SQLITE_OK;
}

/* --- Placing the excerpt ----------------------------------------------------------------------- */

/* Finds the best words that fit into the width: *first … *last - 1. */
static void find_best(const struct excerpt_reading *reading, size_t *first, size_t *last)
{
    int *times = memory_get_zeroed((size_t)reading->api->xPhraseCount(reading->fts), sizeof *times);
    size_t begin = 0, best = 0, best_different = 0, different = 0;
    *first = *last = 0;
    for (size_t end = 0; end < reading->n_words; end++) {
        different += times[reading->words[end].phrase]++ == 0;
        while (reading->words[end].end - reading->words[begin].begin > WIDTH && begin < end)
            different -= --times[reading->words[begin++].phrase] == 0;
        if (different > best_different || (different == best_different && end + 1 - begin > best)) {
            best = end + 1 - begin;
            best_different = different;
            *first = begin;
            *last = end + 1;
        }
    }
    free(times);
}

/* Places the excerpt around the best words, with the full width if the text is long enough. */
static void place(struct excerpt_reading *reading)
{
    size_t first, last;
    find_best(reading, &first, &last);
    if (last == 0)
        return;
    const size_t begin = reading->words[first].begin, width = reading->words[last - 1].end - begin;
    const size_t before = width < WIDTH ? (WIDTH - width) / 2 : 0;
    const size_t latest = reading->text.size > WIDTH ? reading->text.size - WIDTH : 0;
    reading->begin = begin > before ? begin - before : 0;
    if (reading->begin > latest)
        reading->begin = latest < begin ? latest : begin;
}

/* Makes the excerpt begin and end at a token; it can also begin with the text. */
static int fit_token(void *context, int flags, const char *token, int size, int begin, int end)
{
    struct excerpt_reading *reading = context;
    (void)flags, (void)token, (void)size;
    if ((size_t)begin < reading->begin)
        return SQLITE_OK;
    if (reading->end == 0 && reading->begin > 0)
        reading->begin = (size_t)begin;
    reading->goes_on = reading->end > 0 && (size_t)end > reading->begin + WIDTH;
    if (!reading->goes_on)
        reading->end = (size_t)end;
    return reading->goes_on ? SQLITE_DONE : SQLITE_OK;
}

static void fit(struct excerpt_reading *reading)
{
    const size_t most = reading->begin + WIDTH_MAX;
    if (!reading->goes_on)
        reading->end = reading->text.size;
    if (reading->end <= most)
        return;
    for (reading->end = most;
         (reading->text.data[reading->end] & 0xc0) == 0x80 && reading->end > reading->begin;)
        reading->end--;
    reading->goes_on = true;
}

/* --- Output ------------------------------------------------------------------------------------ */

static void add_part(struct buffer *out, const struct excerpt_reading *reading, size_t begin, size_t end)
{
    buffer_add(out, bytes_slice(reading->text, begin, end < reading->end ? end : reading->end));
}

/* Adds the text with marks; overlapping words are marked as one. */
static void add_marked(struct buffer *out, const struct excerpt_reading *reading, struct bytes mark_begin,
                       struct bytes mark_end)
{
    size_t offset = reading->begin;
    for (size_t i = 0; i < reading->n_words && reading->words[i].begin < reading->end;) {
        const size_t begin = reading->words[i].begin;
        size_t end = begin;
        for (; i < reading->n_words && (reading->words[i].begin < end || reading->words[i].begin == begin);
             i++)
            end = reading->words[i].end > end ? reading->words[i].end : end;
        if (end <= offset)
            continue;
        const size_t shown = begin > offset ? begin : offset;
        add_part(out, reading, offset, shown);
        buffer_add(out, mark_begin);
        add_part(out, reading, shown, end);
        buffer_add(out, mark_end);
        offset = end;
    }
    if (offset < reading->end)
        add_part(out, reading, offset, reading->end);
}

static void give(const struct excerpt_reading *reading, sqlite3_context *result, struct bytes mark_begin,
                 struct bytes mark_end)
{
    struct buffer out = {0};
    buffer_add_string(&out, reading->begin > 0 ? ELLIPSIS : "");
    add_marked(&out, reading, mark_begin, mark_end);
    buffer_add_string(&out, reading->goes_on ? ELLIPSIS : "");
    sqlite3_result_text64(result, buffer_string(&out), out.size, SQLITE_TRANSIENT, SQLITE_UTF8);
    buffer_release(&out);
}

static int tokenize(struct excerpt_reading *reading,
                    int (*take)(void *context, int flags, const char *token, int size, int begin, int end))
{
    return reading->api->xTokenize(reading->fts, reading->text.data, (int)reading->text.size, reading, take);
}

static int find(struct excerpt_reading *reading)
{
    const char *data = NULL;
    int size = 0;
    int code = reading->api->xInstCount(reading->fts, &reading->n_found);
    if (code == SQLITE_OK)
        code = reading->api->xColumnText(reading->fts, reading->column, &data, &size);
    reading->text = (struct bytes){.data = data, .size = (size_t)size};
    if (code == SQLITE_OK)
        code = tokenize(reading, take_token);
    place(reading);
    if (code == SQLITE_OK)
        code = tokenize(reading, fit_token);
    fit(reading);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static void excerpt(const Fts5ExtensionApi *api, Fts5Context *fts, sqlite3_context *result, int n,
                    sqlite3_value **values)
{
    if (n != 4) {
        sqlite3_result_error(result, "excerpt() takes a column, two marks and the query", -1);
        return;
    }
    struct excerpt_reading reading = {.api = api,
                                      .fts = fts,
                                      .column = sqlite3_value_int(values[0]),
                                      .query = bytes_of_value(values[3])};
    const int code = find(&reading);
    if (code == SQLITE_OK)
        give(&reading, result, bytes_of_value(values[1]), bytes_of_value(values[2]));
    else
        sqlite3_result_error_code(result, code);
    free(reading.words);
}

void sqlite_add_excerpt(fts5_api *fts5)
{
    fts5->xCreateFunction(fts5, "excerpt", NULL, excerpt, NULL);
}
