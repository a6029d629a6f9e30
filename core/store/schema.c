/*
 * Two databases of one version need not have the same text of a table: ALTER TABLE puts a column at the end, and quotes
 * names. So white space, comments and quotes around plain names are left out, and the columns and constraints of a table
 * are compared as a set. Triggers and views are made anew with each version, and compared as they are.
 *
 * What must be there is made in memory, by the same SQL that makes a database: a list of texts beside it would be another
 * one to keep. That takes longer than all else of opening, so it is looked first whether each text is that SQL to the letter,
 * as it is in a database that this version has made.
 */
#include "core/store/schema.h"

#include "core/base/system.h"
#include "core/store/rows.h"
#include "core/store/sqlite/sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Texts in one form -------------------------------------------------------------------------- */

static bool is_in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* How many bytes the comment or the quoted piece that the text begins with has; 0: there is none. */
static size_t measure_comment(struct bytes sql)
{
    size_t size = 2;
    if (!bytes_starts_with(sql, "--"))
        return 0;
    while (size < sql.size && sql.data[size] != '\n')
        size++;
    return size;
}

static size_t measure_quoted(struct bytes sql)
{
    size_t size = 1;
    if (sql.data[0] != '\'' && sql.data[0] != '"')
        return 0;
    while (size < sql.size && sql.data[size] != sql.data[0])
        size++;
    return size < sql.size ? size + 1 : size;
}

static struct bytes without_quotes(struct bytes quoted)
{
    if (quoted.data[0] != '"' || quoted.size < 3)
        return quoted;
    for (size_t i = 1; i + 1 < quoted.size; i++) {
        if (!is_in_word(quoted.data[i]))
            return quoted;
    }
    return bytes_slice(quoted, 1, quoted.size - 1);
}

/* A space is left where it stands between two words alone. */
static void add_piece(struct buffer *text, struct bytes piece, bool after_space)
{
    if (after_space && text->size > 0 && is_in_word(text->data[text->size - 1]) && is_in_word(piece.data[0]))
        buffer_add_byte(text, ' ');
    buffer_add(text, piece);
}

static void add_plain_text(struct buffer *text, struct bytes sql)
{
    bool after_space = false;
    while (sql.size > 0) {
        size_t comment = measure_comment(sql), quoted = measure_quoted(sql);
        size_t size = comment > 0 ? comment : quoted > 0 ? quoted : 1;
        struct bytes piece = bytes_slice(sql, 0, size);
        sql = bytes_from(sql, size);
        if (comment > 0 || is_space(piece.data[0])) {
            after_space = true;
            continue;
        }
        add_piece(text, quoted > 0 ? without_quotes(piece) : piece, after_space);
        after_space = false;
    }
}

static int compare_pieces(const void *left, const void *right)
{
    return bytes_compare(*(const struct bytes *)left, *(const struct bytes *)right);
}

/* Up to the next comma that stands in no brackets. */
static struct bytes next_column(struct bytes *rest)
{
    size_t size = 0;
    int depth = 0;
    while (size < rest->size && (depth > 0 || rest->data[size] != ',')) {
        size_t quoted = measure_quoted(bytes_from(*rest, size));
        depth += rest->data[size] == '(' ? 1 : rest->data[size] == ')' ? -1 : 0;
        size += quoted > 0 ? quoted : 1;
    }
    struct bytes column = bytes_slice(*rest, 0, size);
    *rest = bytes_from(*rest, size < rest->size ? size + 1 : size);
    return column;
}

static void add_columns_in_order(struct buffer *text, struct bytes columns, struct arena *arena)
{
    struct bytes *pieces = NULL;
    size_t n = 0;
    while (columns.size > 0)
        ARENA_PUSH(arena, pieces, n) = next_column(&columns);
    if (n > 0)
        qsort(pieces, n, sizeof *pieces, compare_pieces);
    for (size_t i = 0; i < n; i++) {
        buffer_add_byte(text, i > 0 ? ',' : '(');
        buffer_add(text, pieces[i]);
    }
}

/* What is equal where two objects of this type mean the same. */
static struct bytes comparable_text(struct bytes type, struct bytes sql, struct arena *arena)
{
    struct buffer text = {0}, ordered = {0};
    add_plain_text(&text, sql);
    struct bytes plain = buffer_bytes(&text);
    const char *open = plain.size > 0 ? memchr(plain.data, '(', plain.size) : NULL;
    const char *close = plain.size > 0 ? memrchr(plain.data, ')', plain.size) : NULL;
    if (bytes_equal(type, bytes_of("table")) && open != NULL && close != NULL && open < close) {
        buffer_add(&ordered, bytes_slice(plain, 0, (size_t)(open - plain.data)));
        add_columns_in_order(&ordered,
                             bytes_slice(plain, (size_t)(open - plain.data) + 1,
                                         (size_t)(close - plain.data)),
                             arena);
        buffer_add(&ordered, bytes_from(plain, (size_t)(close - plain.data)));
        plain = buffer_bytes(&ordered);
    }
    struct bytes copy = arena_copy(arena, plain);
    buffer_release(&text);
    buffer_release(&ordered);
    return copy;
}

/* --- Compared ----------------------------------------------------------------------------------- */

struct objects {
    struct schema_object *items;
    size_t n;
};

static bool list_objects(struct db *db, struct arena *arena, struct objects *objects, struct err *err)
{
    *objects = (struct objects){0};
    struct query query = query_start(db, STATEMENT_SCHEMA_LIST);
    while (query_next(&query))
        ARENA_PUSH(arena, objects->items, objects->n) = read_schema_object(&query, arena);
    return query_end(&query, err);
}

/* What this program makes. It is the same each time, so it is made once. */
static bool list_wanted(struct objects *wanted, struct err *err)
{
    static struct arena arena;
    static struct objects made;
    struct db *db = NULL;
    bool listed = made.n > 0 || (sqlite_open_private(&db, "the tables of this assay", err) &&
                                 db_make_schema(db, err) && list_objects(db, &arena, &made, err));
    db_close(db);
    if (!listed) {
        arena_release(&arena);
        made = (struct objects){0};
    }
    *wanted = made;
    return listed;
}

static bool is_of_type(const struct schema_object *object, const char *type)
{
    return bytes_equal(object->type, bytes_of(type));
}

/* Triggers have names of their own: a table may be called like one of them. */
static const struct schema_object *find_object(const struct objects *objects, struct bytes name,
                                               bool is_trigger)
{
    for (size_t i = 0; i < objects->n; i++) {
        if (is_of_type(&objects->items[i], "trigger") == is_trigger &&
            bytes_equal_ignoring_case(objects->items[i].name, name))
            return &objects->items[i];
    }
    return NULL;
}

static bool is_alike(const struct schema_object *a, const struct schema_object *b, struct arena *arena)
{
    return bytes_equal(a->type, b->type) && bytes_equal_ignoring_case(a->of_table, b->of_table) &&
           (bytes_equal(a->sql, b->sql) ||
            bytes_equal(comparable_text(a->type, a->sql, arena), comparable_text(b->type, b->sql, arena)));
}

/* NULL: nothing that could be dropped. The name may be any stranger's. */
static const char *drop_object(struct arena *arena, const struct schema_object *object)
{
    struct buffer sql = {0};
    if (!is_of_type(object, "trigger") && !is_of_type(object, "index") && !is_of_type(object, "view") &&
        !is_of_type(object, "table"))
        return NULL;
    buffer_add_format(&sql, "DROP %.*s \"", BYTES_FORMAT(object->type));
    for (size_t i = 0; i < object->name.size; i++)
        buffer_add_string(&sql,
                          object->name.data[i] == '"' ? "\"\"" : (const char[]){object->name.data[i], '\0'});
    buffer_add_string(&sql, "\";");
    const char *copy = arena_copy(arena, buffer_bytes(&sql)).data;
    buffer_release(&sql);
    return copy;
}

/* What can be made anew from the other tables, or is made anew by who needs it. */
static bool is_derived(const struct schema_object *object)
{
    static const char *const tables[] = {"progress", "search_index", "search_field", "search_text", "doomed"};
    bool derived = !is_of_type(object, "table");
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        derived |= bytes_equal(object->name, bytes_of(tables[i]));
    return derived;
}

static const char *make_anew(struct arena *arena, const struct schema_object *wanted,
                             const struct schema_object *found)
{
    const char *drop = found != NULL ? drop_object(arena, found) : "";
    if (!is_derived(wanted) || drop == NULL)
        return NULL;
    return arena_format(arena, "%s%.*s", drop, (int)wanted->sql.size, wanted->sql.data);
}

struct flaws {
    struct schema_flaw *items;
    size_t n;
    struct arena *arena;
};

static void compare_object(struct flaws *flaws, const struct schema_object *wanted,
                           const struct schema_object *found)
{
    struct arena *arena = flaws->arena;
    if (found != NULL && is_alike(wanted, found, arena))
        return;
    const char *what = found == NULL ? "is missing" : "is not as it must be";
    if (found != NULL && !bytes_equal(found->type, wanted->type))
        what = arena_format(arena, "is missing, and a %.*s has its name", BYTES_FORMAT(found->type));
    ARENA_PUSH(arena, flaws->items, flaws->n) = (struct schema_flaw){
        .what = arena_format(arena, "the %.*s %.*s %s", BYTES_FORMAT(wanted->type),
                             BYTES_FORMAT(wanted->name), what),
        .mend = make_anew(arena, wanted, found),
        .concerns_readers = is_of_type(wanted, "table") || is_of_type(wanted, "view"),
    };
}

static bool is_made_by(const struct schema_object *object, const char *sql, struct arena *arena)
{
    const char *text = arena_format(arena, "%.*s;", (int)object->sql.size, object->sql.data);
    return bytes_equal(comparable_text(object->type, bytes_of(text), arena),
                       comparable_text(object->type, bytes_of(sql), arena));
}

static const char *without(const char *sql, const char *part, struct arena *arena)
{
    const char *at = strstr(sql, part);
    return at == NULL ? sql : arena_format(arena, "%.*s%s", (int)(at - sql), sql, at + strlen(part));
}

/*
 * The search index is made by a search, in one of these ways, or was before there were bigrams; what FTS5 keeps it in is
 * called document_words_…
 */
static bool is_search_index(const struct schema_object *object, struct arena *arena)
{
    static const enum statement makers[] = {STATEMENT_SEARCH_MAKE_PORTER, STATEMENT_SEARCH_MAKE_UNICODE61,
                                            STATEMENT_SEARCH_MAKE_TRIGRAM};
    bool is_made = false;
    for (size_t i = 0; i < sizeof makers / sizeof *makers && !is_made; i++) {
        const char *sql = without(statement_texts[makers[i]], "IF NOT EXISTS ", arena);
        is_made =
            is_made_by(object, sql, arena) || is_made_by(object, without(sql, "bigrams ", arena), arena);
    }
    return is_made;
}

/* In any case of its letters: a trigger has its table's name as somebody wrote it. */
static bool is_of_search(struct bytes name)
{
    const struct bytes index = bytes_of("document_words");
    return name.size >= index.size && bytes_equal_ignoring_case(bytes_slice(name, 0, index.size), index);
}

static bool is_foreign(const struct objects *wanted, const struct schema_object *object, struct arena *arena)
{
    if (bytes_equal_ignoring_case(object->name, bytes_of("document_words")))
        return !is_search_index(object, arena);
    bool is_of_ours = is_of_search(object->of_table) || find_object(wanted, object->of_table, false) != NULL;
    return is_of_ours && (is_of_type(object, "trigger") || is_of_type(object, "index"));
}

static void compare_foreign(struct flaws *flaws, const struct objects *wanted,
                            const struct schema_object *object)
{
    struct arena *arena = flaws->arena;
    if (find_object(wanted, object->name, is_of_type(object, "trigger")) != NULL ||
        !is_foreign(wanted, object, arena))
        return;
    ARENA_PUSH(arena, flaws->items, flaws->n) = (struct schema_flaw){
        .what = arena_format(arena, "the %.*s %.*s is not assay's", BYTES_FORMAT(object->type),
                             BYTES_FORMAT(object->name)),
        .mend = drop_object(arena, object),
    };
}

/* Returns how many objects the lines make. */
static size_t add_statements(struct buffer *sql, const char *const *lines)
{
    size_t n = 0;
    for (size_t i = 0; lines[i] != NULL; i++) {
        buffer_add_string(sql, lines[i]);
        n += bytes_starts_with(bytes_of(lines[i]), "CREATE ");
    }
    return n;
}

/* Whether the text is a statement of the SQL: it begins a line, and a semicolon ends it. */
static bool is_statement(struct bytes sql, struct bytes text)
{
    const char *at = memmem(sql.data, sql.size, text.data, text.size);
    size_t begin = at != NULL ? (size_t)(at - sql.data) : 0, end = begin + text.size;
    return begin > 0 && sql.data[begin - 1] == '\n' && end < sql.size && sql.data[end] == ';';
}

/*
 * Whether all of them are what this program makes, to the letter, and none is missing. Names need not be looked at: SQLite
 * refuses a row whose name is not the one in its text.
 */
static bool are_made_here(const struct objects *found, struct arena *arena)
{
    static const struct objects none;
    struct buffer sql = {0};
    bool are_same = true;
    size_t n = add_statements(&sql, schema_lines) + add_statements(&sql, trigger_lines);
    for (size_t i = 0; i < found->n && are_same; i++) {
        const struct schema_object *object = &found->items[i];
        if (is_of_search(object->of_table)) {
            are_same = !is_foreign(&none, object, arena);
        } else {
            are_same = n > 0 && is_statement(buffer_bytes(&sql), object->sql);
            n--;
        }
    }
    buffer_release(&sql);
    return are_same && n == 0;
}

bool schema_list_flaws(struct db *db, struct arena *arena, struct schema_flaw **flaws, size_t *n,
                       struct err *err)
{
    struct objects wanted, found;
    struct flaws list = {.arena = arena};
    *flaws = NULL;
    *n = 0;
    if (!list_objects(db, arena, &found, err))
        return false;
    if (are_made_here(&found, arena))
        return true;
    if (!list_wanted(&wanted, err))
        return false;
    for (size_t i = 0; i < wanted.n; i++)
        compare_object(&list, &wanted.items[i],
                       find_object(&found, wanted.items[i].name, is_of_type(&wanted.items[i], "trigger")));
    for (size_t i = 0; i < found.n; i++)
        compare_foreign(&list, &wanted, &found.items[i]);
    *flaws = list.items;
    *n = list.n;
    return true;
}

static bool fail_flawed(const struct db *db, const struct schema_flaw *flaw, struct err *err)
{
    if (flaw->mend == NULL)
        return db_fail_damaged(db, flaw->what, err);
    return err_set(err, ERR_DATABASE,
                   "%s: the file is damaged: %s; nothing was done; repair it with `assay check %s --repair`",
                   db_path(db), flaw->what, db_path(db));
}

bool schema_is_readable(const struct schema_flaw *flaws, size_t n)
{
    size_t sound = 0;
    while (sound < n && !flaws[sound].concerns_readers)
        sound++;
    return sound == n;
}

bool schema_require(struct db *db, bool only_reads, struct err *err)
{
    struct arena arena = {0};
    struct schema_flaw *flaws;
    size_t n;
    bool sound = schema_list_flaws(db, &arena, &flaws, &n, err);
    for (size_t i = 0; sound && i < n; i++) {
        if (!only_reads || flaws[i].concerns_readers)
            sound = fail_flawed(db, &flaws[i], err);
    }
    arena_release(&arena);
    return sound;
}
