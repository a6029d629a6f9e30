/*
 * FTS5 does the search. This file translates a question into an FTS5 query, and keeps the index up to date. The index
 * has a column each for title and text, and eight more for other fields (search_field names them); a query names the
 * columns to search. The index has the visible text of an HTML document (search_text), without the words in tags.
 *
 * The cost of a query depends on the number of documents with any of its words, because FTS5 scores each of them.
 * `counts` has for each word the number of its documents, counted once. A word of more than half the documents scores
 * nothing (FTS5 gives it the weight 0.000001), and is left out. If the other words are in more than MATCHES_MAX
 * documents together, only documents with the rarest words, up to this sum, are scored: "(rare OR rarer) AND (rare OR
 * rarer OR frequent …)", for which FTS5 skips the others.
 */
#include "core/store/search/search.h"

#include "core/base/bug.h"
#include "core/text/cjk.h"
#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/markup/html_text.h"
#include "core/markup/markup_guess.h"
#include "core/store/content/field_list.h"
#include "core/store/rows.h"
#include "core/store/search/search_copy.h"
#include "core/store/search/search_terms.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

#include <stdlib.h>
#include <string.h>

enum {
    COLUMN_TITLE,
    COLUMN_TEXT,
    COLUMN_FIRST_FIELD,
    FIELDS_MAX = 8,
    COLUMNS_MAX = COLUMN_FIRST_FIELD + FIELDS_MAX,
    BATCH = 5000,    /* documents in one transaction */
    TERMS_MAX = 128, /* of a question, the rarest ones */
    MATCHES_MAX = 100 * 1000,
};

enum tokenizer { TOKENIZER_PORTER, TOKENIZER_UNICODE61, TOKENIZER_TRIGRAM, TOKENIZER_COUNT };

static const char *const tokenizer_names[] = {
    [TOKENIZER_PORTER] = "porter",
    [TOKENIZER_UNICODE61] = "unicode61",
    [TOKENIZER_TRIGRAM] = "trigram",
};

const struct words tokenizer_words = WORDS_OF(tokenizer_names);

static const enum statement make_statements[TOKENIZER_COUNT] = {
    [TOKENIZER_PORTER] = STATEMENT_SEARCH_MAKE_PORTER,
    [TOKENIZER_UNICODE61] = STATEMENT_SEARCH_MAKE_UNICODE61,
    [TOKENIZER_TRIGRAM] = STATEMENT_SEARCH_MAKE_TRIGRAM,
};

/* A field to search. */
struct searched_field {
    struct bytes name;
    double weight;
    size_t column;
};

/* The state of an index. */
struct kept_index {
    bool exists;
    enum tokenizer tokenizer;
    int64_t last_document;
    bool is_stale;
    enum document_format format;
    struct bytes fields[FIELDS_MAX];
    size_t n_fields;
};

struct searcher {
    struct store *store;
    struct store *copy; /* the local copy of a server, which is searched instead; NULL: none */
    struct arena arena;
    const struct search_request *request; /* valid while the searcher is opened */
    struct searched_field fields[COLUMNS_MAX];
    size_t n_fields;
    enum document_format format; /* of the documents' texts: the setting */
    struct bytes match;          /* the name of the field that must be equal; empty: none */
    struct bytes columns;        /* "{title text} : ", the beginning of each query */
    struct bytes rank;           /* "bm25(3, 1, …)" */
    struct buffer query;         /* of the last search_find */
    int64_t n_documents;
    struct search_terms_rule rule;
    struct map terms; /* that were counted; a term's number is its index in `counts` */
    int64_t *counts;
    size_t n_counts, counts_capacity;
};

/* --- The request ------------------------------------------------------------------------------- */

static bool fail_field(struct bytes field, const char *what, struct err *err)
{
    return err_set(err, ERR_USAGE, "'%.*s' %s; name fields as in title^3,text", BYTES_FORMAT(field), what);
}

static bool parse_field(struct bytes word, struct searched_field *field, struct err *err)
{
    struct bytes weight;
    *field = (struct searched_field){.name = word, .weight = 1};
    if (bytes_split(word, '^', &field->name, &weight) &&
        (!number_parse_real(weight, &field->weight) || field->weight <= 0))
        return fail_field(word, "needs a weight above 0 after ^", err);
    if (field->name.size == 0)
        return fail_field(word, "is not the name of a field", err);
    return true;
}

static bool add_field(struct searcher *searcher, const struct searched_field *field, struct err *err)
{
    for (size_t i = 0; i < searcher->n_fields; i++)
        if (bytes_equal(searcher->fields[i].name, field->name))
            return fail_field(field->name, "is given twice", err);
    if (searcher->n_fields == COLUMNS_MAX)
        return err_set(err, ERR_USAGE, "more than %d fields can't be searched", COLUMNS_MAX);
    searcher->fields[searcher->n_fields++] = *field;
    return true;
}

static bool parse_fields(struct searcher *searcher, const char *list, struct err *err)
{
    struct bytes rest = bytes_of(list), word = rest;
    for (bool is_last = false; !is_last;) {
        struct searched_field field;
        is_last = !bytes_split(rest, ',', &word, &rest);
        if (is_last)
            word = rest;
        if (!parse_field(bytes_trim(word), &field, err) || !add_field(searcher, &field, err))
            return false;
    }
    return true;
}

static bool is_other_field(struct bytes name)
{
    return !bytes_equal(name, bytes_of("title")) && !bytes_equal(name, bytes_of("text"));
}

static bool has_field(struct searcher *searcher, struct bytes name, bool *has, struct err *err)
{
    int64_t is_there;
    struct query query = query_start(searcher->store->db, STATEMENT_DOCUMENT_HAS_FIELD);
    query_bind_bytes(&query, 1, name);
    bool looked = query_one_integer(&query, 0, &is_there, err);
    *has = looked && is_there != 0;
    return looked;
}

static bool require_field(struct searcher *searcher, struct bytes name, struct err *err)
{
    bool has;
    return field_list_check(searcher->store, name, err) && has_field(searcher, name, &has, err) &&
           (has || field_list_fail(searcher->store, "no document has the field", name,
                                   ", only questions have it", err));
}

static bool read_match(struct searcher *searcher, const char *match, struct err *err)
{
    searcher->match = arena_copy(&searcher->arena, bytes_of(match));
    if (searcher->match.size == 0 || !is_other_field(searcher->match))
        return err_set(err, ERR_USAGE, "'%s' can't be a field that documents and questions share", match);
    return require_field(searcher, searcher->match, err) &&
           field_check_of_questions(searcher->store, searcher->match, err);
}

static bool read_fields(struct searcher *searcher, const char *list, struct err *err)
{
    if (!parse_fields(searcher, list, err))
        return false;
    for (size_t i = 0; i < searcher->n_fields; i++) {
        struct bytes name = searcher->fields[i].name;
        if (is_other_field(name) && !require_field(searcher, name, err))
            return false;
    }
    return true;
}

/* Title, text, and the fields that annotators see. Fields that only questions have are left out. */
static bool read_default_fields(struct searcher *searcher, struct err *err)
{
    struct bytes names, name;
    if (!parse_fields(searcher, SEARCH_FIELDS_DEFAULT, err) ||
        !setting_get(searcher->store, SETTING_SHOW, &searcher->arena, &names, err))
        return false;
    while (searcher->n_fields < COLUMNS_MAX && field_list_next(&names, &name)) {
        bool has;
        if (!has_field(searcher, name, &has, err))
            return false;
        if (has && is_other_field(name))
            searcher->fields[searcher->n_fields++] = (struct searched_field){.name = name, .weight = 1};
    }
    return true;
}

static bool read_request(struct searcher *searcher, struct err *err)
{
    const struct search_request *request = searcher->request;
    size_t format;
    if (!setting_get_choice(searcher->store, SETTING_FORMAT, &format, err))
        return false;
    searcher->format = (enum document_format)format;
    bool worked = request->fields != NULL ? read_fields(searcher, request->fields, err)
                                          : read_default_fields(searcher, err);
    return worked && (request->match == NULL || read_match(searcher, request->match, err));
}

/* --- The index --------------------------------------------------------------------------------- */

static bool read_index(struct searcher *searcher, struct kept_index *index, struct err *err)
{
    struct db *db = searcher->store->db;
    *index = (struct kept_index){0};
    struct query query = query_start(db, STATEMENT_SEARCH_INDEX_GET);
    if (query_next(&query)) {
        struct kept_search_index kept = read_kept_search_index(&query, &searcher->arena);
        size_t tokenizer = 0, format = 0;
        query_require(&query, words_find(&tokenizer_words, kept.tokenizer, &tokenizer),
                      "the index of documents has an unknown tokenizer");
        query_require(&query, words_find(setting_rows[SETTING_FORMAT].words, kept.format, &format),
                      "the index of documents has an unknown format");
        index->exists = true;
        index->tokenizer = (enum tokenizer)tokenizer;
        index->last_document = kept.last_document;
        index->is_stale = kept.is_stale;
        index->format = (enum document_format)format;
    }
    if (!query_end(&query, err))
        return false;
    struct query fields = query_start(db, STATEMENT_SEARCH_FIELD_LIST);
    while (index->n_fields < FIELDS_MAX && query_next(&fields))
        index->fields[index->n_fields++] = arena_copy(&searcher->arena, query_only_bytes(&fields));
    return query_end(&fields, err);
}

/* Returns the column of a field; COLUMNS_MAX: the index does not have it. */
static size_t column_of(const struct kept_index *index, struct bytes name)
{
    if (!is_other_field(name))
        return bytes_equal(name, bytes_of("title")) ? COLUMN_TITLE : COLUMN_TEXT;
    for (size_t i = 0; i < index->n_fields; i++)
        if (bytes_equal(index->fields[i], name))
            return COLUMN_FIRST_FIELD + i;
    return COLUMNS_MAX;
}

static bool has_all_fields(const struct searcher *searcher, const struct kept_index *index)
{
    for (size_t i = 0; i < searcher->n_fields; i++)
        if (column_of(index, searcher->fields[i].name) == COLUMNS_MAX)
            return false;
    return true;
}

/* Chooses the requested fields, and after them the fields that the old index had, while there is room. */
static size_t choose_fields(const struct searcher *searcher, const struct kept_index *index,
                            struct bytes *names)
{
    size_t n = 0;
    for (size_t i = 0; i < searcher->n_fields; i++)
        if (is_other_field(searcher->fields[i].name))
            names[n++] = searcher->fields[i].name;
    size_t n_asked = n;
    for (size_t i = 0; i < index->n_fields && n < FIELDS_MAX; i++) {
        bool is_asked = false;
        for (size_t k = 0; k < n_asked; k++)
            is_asked = is_asked || bytes_equal(names[k], index->fields[i]);
        if (!is_asked)
            names[n++] = index->fields[i];
    }
    return n;
}

static bool put_field(struct searcher *searcher, size_t place, struct bytes name, struct err *err)
{
    struct query query = query_start(searcher->store->db, STATEMENT_SEARCH_FIELD_ADD);
    query_bind_integer(&query, 1, (int64_t)place);
    query_bind_bytes(&query, 2, name);
    return query_run(&query, err);
}

/* Replaces the index by an empty one. */
static bool make_index(struct searcher *searcher, enum tokenizer tokenizer, const struct kept_index *old,
                       struct err *err)
{
    struct bytes names[COLUMNS_MAX];
    size_t n = choose_fields(searcher, old, names);
    if (n > FIELDS_MAX)
        return err_set(err, ERR_USAGE, "more than %d fields beside title and text can't be searched",
                       FIELDS_MAX);
    if (!db_run(searcher->store->db, STATEMENT_SEARCH_DROP, NULL, 0, err) ||
        !db_run(searcher->store->db, make_statements[tokenizer], NULL, 0, err) ||
        !db_run(searcher->store->db, STATEMENT_SEARCH_FIELD_CLEAR, NULL, 0, err) ||
        !db_run(searcher->store->db, STATEMENT_SEARCH_TEXT_CLEAR, NULL, 0, err))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!put_field(searcher, i + 1, names[i], err))
            return false;
    struct query put = query_start(searcher->store->db, STATEMENT_SEARCH_INDEX_PUT);
    query_bind_bytes(&put, 1, bytes_of(tokenizer_names[tokenizer]));
    query_bind_bytes(&put, 2, bytes_of(words_at(setting_rows[SETTING_FORMAT].words, searcher->format)));
    return query_run(&put, err);
}

static enum tokenizer wanted_tokenizer(const struct searcher *searcher, const struct kept_index *index)
{
    size_t tokenizer = index->exists ? index->tokenizer : TOKENIZER_PORTER;
    if (searcher->request->tokenizer != NULL &&
        !words_find(&tokenizer_words, bytes_of(searcher->request->tokenizer), &tokenizer))
        BUG("there is no tokenizer %s", searcher->request->tokenizer);
    return (enum tokenizer)tokenizer;
}

static bool is_usable(const struct searcher *searcher, const struct kept_index *index)
{
    return index->exists && !index->is_stale && index->tokenizer == wanted_tokenizer(searcher, index) &&
           index->format == searcher->format && has_all_fields(searcher, index);
}

static bool add_text(struct searcher *searcher, int64_t document_id, struct bytes said, struct err *err)
{
    struct query query = query_start(searcher->store->db, STATEMENT_SEARCH_TEXT_ADD);
    query_bind_integer(&query, 1, document_id);
    query_bind_bytes(&query, 2, said);
    return query_run(&query, err);
}

/* Adds the visible texts of the documents after `last` up to `end`, if they differ from the stored texts. */
static bool add_texts(struct searcher *searcher, int64_t last, int64_t end, struct err *err)
{
    struct buffer said = {0};
    bool added = true;
    struct query query = query_start(searcher->store->db, STATEMENT_SEARCH_MARKED_UP_LIST);
    query_bind_integer(&query, 1, last);
    query_bind_integer(&query, 2, end);
    while (added && query_next(&query)) {
        struct marked_up_document document = read_marked_up_document(&query);
        buffer_clear(&said);
        if (markup_of(searcher->format, document.text) == MARKUP_HTML)
            html_add_text(&said, document.text);
        else
            text_add_without_hyphens(&said, document.text);
        if (!bytes_equal(buffer_bytes(&said), document.text))
            added = add_text(searcher, document.document_id, buffer_bytes(&said), err);
    }
    buffer_release(&said);
    return query_end_visit(&query, added, err);
}

/* Adds the next documents to the index; *last becomes the last one in it. */
static bool add_batch(struct searcher *searcher, int64_t *last, struct err *err)
{
    struct db *db = searcher->store->db;
    int64_t end;
    struct query find = query_start(db, STATEMENT_SEARCH_BATCH_END);
    query_bind_integer(&find, 1, *last);
    query_bind_integer(&find, 2, BATCH);
    if (!query_one_integer(&find, 0, &end, err))
        return false;
    if (!add_texts(searcher, *last, end, err))
        return false;
    struct query add = query_start(db, STATEMENT_SEARCH_ADD_DOCUMENTS);
    query_bind_integer(&add, 1, *last);
    query_bind_integer(&add, 2, end);
    if (!query_run(&add, err))
        return false;
    struct query advance = query_start(db, STATEMENT_SEARCH_INDEX_ADVANCE);
    query_bind_integer(&advance, 1, end);
    *last = end;
    return query_run(&advance, err);
}

static bool read_integer(struct searcher *searcher, enum statement statement, int64_t *value, struct err *err)
{
    struct query query = query_start(searcher->store->db, statement);
    return query_one_integer(&query, 0, value, err);
}

/* Does one step of many. It reads the state anew, because others may have searched or imported meanwhile. */
static bool take_step(struct searcher *searcher, int64_t *last, struct err *err)
{
    struct kept_index index;
    int64_t newest;
    if (!read_index(searcher, &index, err) ||
        !read_integer(searcher, STATEMENT_DOCUMENT_NEWEST, &newest, err))
        return false;
    *last = index.last_document;
    if (!is_usable(searcher, &index)) {
        *last = 0;
        if (!make_index(searcher, wanted_tokenizer(searcher, &index), &index, err))
            return false;
    }
    return *last >= newest || add_batch(searcher, last, err);
}

static bool report_progress(const struct searcher *searcher, int64_t last, int64_t newest, struct err *err)
{
    const struct search_request *request = searcher->request;
    if (request->watch == NULL ||
        request->watch(request->watch_context, "index", (size_t)last, (size_t)newest))
        return true;
    return err_set(err, ERR_INTERRUPTED, "stopped; the next search continues the index");
}

static bool look(struct searcher *searcher, struct kept_index *index, bool *is_ready, int64_t *newest,
                 struct err *err)
{
    *is_ready = false;
    if (!store_begin_reading(searcher->store, err))
        return false;
    bool looked = read_index(searcher, index, err) &&
                  read_integer(searcher, STATEMENT_DOCUMENT_NEWEST, newest, err) &&
                  read_integer(searcher, STATEMENT_DOCUMENT_COUNT, &searcher->n_documents, err);
    store_end_reading(searcher->store);
    *is_ready = looked && is_usable(searcher, index) && index->last_document >= *newest;
    return looked;
}

/* Repeats steps until the index is up to date. */
static bool complete_index(struct searcher *searcher, struct kept_index *index, struct err *err)
{
    for (;;) {
        bool is_ready;
        int64_t last, newest;
        if (!look(searcher, index, &is_ready, &newest, err))
            return false;
        if (is_ready)
            return true;
        if (!report_progress(searcher, index->last_document, newest, err) ||
            !store_begin(searcher->store, err))
            return false;
        if (!take_step(searcher, &last, err) || !store_commit(searcher->store, err)) {
            store_rollback(searcher->store);
            return false;
        }
    }
}

/* --- Opening ----------------------------------------------------------------------------------- */

/* Translates the fields and their weights to FTS5. */
static void name_columns(struct searcher *searcher, const struct kept_index *index)
{
    double weights[COLUMNS_MAX];
    struct buffer columns = {0}, rank = {0};
    for (size_t i = 0; i < COLUMNS_MAX; i++)
        weights[i] = 1;
    for (size_t i = 0; i < searcher->n_fields; i++) {
        size_t column = column_of(index, searcher->fields[i].name);
        weights[column] = searcher->fields[i].weight;
        buffer_add_string(&columns, i == 0 ? "{" : " ");
        if (column >= COLUMN_FIRST_FIELD)
            buffer_add_format(&columns, "field_%zu", column - COLUMN_FIRST_FIELD + 1);
        else
            buffer_add_string(&columns, column == COLUMN_TITLE ? "title" : "text");
    }
    buffer_add_string(&columns, "} : ");
    for (size_t i = 0; i < COLUMNS_MAX; i++) {
        buffer_add_string(&rank, i == 0 ? "bm25(" : ", ");
        buffer_add_format(&rank, "%.20f", weights[i]); /* FTS5 can't read exponents */
    }
    buffer_add_byte(&rank, ')');
    /* A search in all filled columns is faster without naming them. */
    if (searcher->n_fields < COLUMN_FIRST_FIELD + index->n_fields)
        searcher->columns = arena_copy(&searcher->arena, buffer_bytes(&columns));
    searcher->rank = arena_copy(&searcher->arena, buffer_bytes(&rank));
    buffer_release(&columns);
    buffer_release(&rank);
}

static bool read_language(struct searcher *searcher, struct err *err)
{
    const char *language;
    if (!setting_get_language(searcher->store, &language, err))
        return false;
    searcher->rule.leaves_common_out =
        language != NULL && (strcmp(language, "english") == 0 || strcmp(language, "porter") == 0);
    return true;
}

/* With `is_kept` the index is used as it is; if it is outdated, *out stays NULL. */
static bool open_searcher(struct searcher **out, struct store *store, const struct search_request *request,
                          bool is_kept, struct err *err)
{
    struct searcher *searcher = memory_get_zeroed(1, sizeof *searcher);
    struct kept_index index;
    bool is_ready = true;
    int64_t newest;
    *out = NULL;
    searcher->store = store;
    searcher->request = request;
    bool worked =
        read_request(searcher, err) &&
        (is_kept ? look(searcher, &index, &is_ready, &newest, err) : complete_index(searcher, &index, err)) &&
        read_language(searcher, err);
    searcher->request = NULL;
    if (!worked || !is_ready) {
        search_close(searcher);
        return worked;
    }
    searcher->rule.in_trigrams = index.tokenizer == TOKENIZER_TRIGRAM;
    name_columns(searcher, &index);
    *out = searcher;
    return true;
}

/* Nothing is written to the server itself. */
static bool open_copy(struct searcher **out, struct store *server, const struct search_request *request,
                      struct err *err)
{
    struct store *copy;
    *out = NULL;
    if (request->copy == NULL)
        return err_set(err, ERR_USAGE,
                       "%s: a server is searched in a copy, for which there is no folder; set HOME or "
                       "XDG_CACHE_HOME",
                       store_path(server));
    if (!search_copy_open(&copy, server, request->copy, request->watch, request->watch_context, err))
        return false;
    if (open_searcher(out, copy, request, false, err)) {
        (*out)->copy = copy;
        return true;
    }
    store_close(copy);
    return false;
}

bool search_open(struct searcher **out, struct store *store, const struct search_request *request,
                 struct err *err)
{
    return store_is_on_server(store) ? open_copy(out, store, request, err)
                                     : open_searcher(out, store, request, false, err);
}

bool search_open_kept(struct searcher **out, struct store *store, const struct search_request *request,
                      struct err *err)
{
    return store_is_on_server(store) ? open_copy(out, store, request, err)
                                     : open_searcher(out, store, request, true, err);
}

void search_close(struct searcher *searcher)
{
    if (searcher == NULL)
        return;
    map_release(&searcher->terms);
    free(searcher->counts);
    store_close(searcher->copy);
    buffer_release(&searcher->query);
    arena_release(&searcher->arena);
    free(searcher);
}

/* --- Searching --------------------------------------------------------------------------------- */

struct counted_term {
    struct bytes term;
    int64_t count; /* of documents */
};

/*
 * A term has only letters and digits, so nothing in it is FTS5 syntax. A single CJK letter gets a '*', because the
 * index has only bigrams, which may begin with it. core/store/sqlite/excerpt.c looks for the quotation marks.
 */
static void add_quoted(struct buffer *out, struct bytes term)
{
    struct bytes bigram;
    size_t first = 0;
    buffer_add_byte(out, '"');
    buffer_add(out, term);
    buffer_add_byte(out, '"');
    if (cjk_find_run(term, 0).size == term.size && cjk_next_bigram(term, &first, &bigram) &&
        first == term.size)
        buffer_add_byte(out, '*');
}

static bool count_documents(struct searcher *searcher, struct bytes term, int64_t *count, struct err *err)
{
    struct buffer text = {0};
    buffer_add(&text, searcher->columns);
    add_quoted(&text, term);
    struct query query = query_start(searcher->store->db, STATEMENT_SEARCH_COUNT);
    query_bind_bytes(&query, 1, buffer_bytes(&text));
    bool counted = query_one_integer(&query, 0, count, err);
    buffer_release(&text);
    return counted;
}

static bool find_count(struct searcher *searcher, struct bytes term, int64_t *count, struct err *err)
{
    int64_t number = map_find(&searcher->terms, term);
    if (number != MAP_ABSENT) {
        *count = searcher->counts[number];
        return true;
    }
    if (!count_documents(searcher, term, count, err))
        return false;
    VECTOR_PUSH(searcher->counts, searcher->n_counts, searcher->counts_capacity) = *count;
    map_put(&searcher->terms, arena_copy(&searcher->arena, term), NULL);
    return true;
}

static int compare_counts(const void *left, const void *right)
{
    const struct counted_term *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return bytes_compare(a->term, b->term);
}

/* Chooses the terms to search for, the rarest first. */
static bool choose_terms(struct searcher *searcher, struct bytes words, struct arena *arena,
                         struct counted_term **chosen, size_t *n, struct err *err)
{
    struct bytes *terms;
    size_t n_terms = search_terms_read(words, &searcher->rule, arena, &terms);
    *chosen = arena_get_array(arena, n_terms, sizeof **chosen);
    *n = 0;
    for (size_t i = 0; i < n_terms; i++) {
        struct counted_term *term = &(*chosen)[*n];
        term->term = terms[i];
        if (!find_count(searcher, terms[i], &term->count, err))
            return false;
        *n += term->count > 0;
    }
    if (*n > 0)
        qsort(*chosen, *n, sizeof **chosen, compare_counts);
    if (*n > TERMS_MAX)
        *n = TERMS_MAX;
    while (*n > 1 && (*chosen)[*n - 1].count > searcher->n_documents / 2)
        --*n;
    return true;
}

static void add_any(struct buffer *out, const struct counted_term *terms, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        buffer_add_string(out, i == 0 ? "(" : " OR ");
        add_quoted(out, terms[i].term);
    }
    buffer_add_byte(out, ')');
}

static void make_query(struct searcher *searcher, const struct counted_term *terms, size_t n)
{
    size_t n_rare = 1;
    int64_t matches = terms[0].count;
    while (n_rare < n && matches + terms[n_rare].count <= MATCHES_MAX)
        matches += terms[n_rare++].count;
    buffer_clear(&searcher->query);
    buffer_add(&searcher->query, searcher->columns);
    buffer_add_byte(&searcher->query, '(');
    if (n_rare < n) {
        add_any(&searcher->query, terms, n_rare);
        buffer_add_string(&searcher->query, " AND ");
    }
    add_any(&searcher->query, terms, n);
    buffer_add_byte(&searcher->query, ')');
}

/*
 * Lists the best `limit` documents. *lowest is the score of the last one; *n_allowed of them are hits, the others don't
 * `match`.
 */
static bool list_hits(struct searcher *searcher, int64_t question_id, size_t limit, struct arena *arena,
                      struct search_hit **hits, size_t *n_allowed, size_t *n_found, double *lowest,
                      struct err *err)
{
    *hits = NULL;
    *n_allowed = *n_found = 0;
    *lowest = 0;
    struct query query = query_start(searcher->store->db, STATEMENT_SEARCH_DOCUMENTS);
    query_bind_bytes(&query, 1, buffer_bytes(&searcher->query));
    query_bind_bytes(&query, 2, searcher->rank);
    query_bind_integer(&query, 3, (int64_t)limit);
    if (searcher->match.size > 0)
        query_bind_bytes(&query, 4, searcher->match);
    query_bind_integer(&query, 5, question_id);
    while (query_next(&query)) {
        struct found_document found = read_found_document(&query, arena);
        *lowest = found.score;
        ++*n_found;
        if (found.is_allowed)
            ARENA_PUSH(arena, *hits, *n_allowed) = (struct search_hit){.document_id = found.document_id,
                                                                       .docid = found.docid,
                                                                       .score = found.score};
    }
    return query_end(&query, err);
}

static int compare_hits(const void *left, const void *right)
{
    const struct search_hit *a = left, *b = right;
    if (a->score < b->score || a->score > b->score)
        return a->score > b->score ? -1 : 1;
    return bytes_compare(b->docid, a->docid);
}

/*
 * Reads more documents than requested as long as documents with the score of the last hit may follow: the docid decides
 * among them.
 */
static bool find_hits(struct searcher *searcher, int64_t question_id, size_t depth, struct arena *arena,
                      struct search_hit **hits, size_t *n, struct err *err)
{
    for (size_t limit = depth + 1;; limit *= 4) {
        size_t n_found;
        double lowest;
        if (!list_hits(searcher, question_id, limit, arena, hits, n, &n_found, &lowest, err))
            return false;
        if (n_found < limit || (*n > depth && (*hits)[depth - 1].score > lowest))
            break;
    }
    if (*n > 0)
        qsort(*hits, *n, sizeof **hits, compare_hits);
    if (*n > depth)
        *n = depth;
    return true;
}

bool search_find(struct searcher *searcher, struct bytes words, int64_t question_id, size_t depth,
                 struct arena *arena, struct search_hit **hits, size_t *n, struct err *err)
{
    struct counted_term *terms;
    size_t n_terms;
    *hits = NULL;
    *n = 0;
    buffer_clear(&searcher->query);
    if (!choose_terms(searcher, words, arena, &terms, &n_terms, err))
        return false;
    if (n_terms == 0)
        return true;
    make_query(searcher, terms, n_terms);
    return find_hits(searcher, question_id, depth, arena, hits, n, err);
}

bool search_read_excerpt(struct searcher *searcher, int64_t document_id, struct arena *arena,
                         struct search_excerpt *excerpt, struct err *err)
{
    struct query query = query_start(searcher->store->db, STATEMENT_SEARCH_EXCERPT);
    query_bind_bytes(&query, 1, buffer_bytes(&searcher->query));
    query_bind_integer(&query, 2, document_id);
    query_bind_bytes(&query, 3, bytes_of(SEARCH_MARK_BEGIN));
    query_bind_bytes(&query, 4, bytes_of(SEARCH_MARK_END));
    *excerpt = (struct search_excerpt){0};
    if (query_next(&query)) {
        const struct found_excerpt found = read_found_excerpt(&query, arena);
        *excerpt = (struct search_excerpt){.title = found.title, .text = found.excerpt};
    }
    return query_end(&query, err);
}
