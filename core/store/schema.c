/*
 * Compares texts letter by letter, because SQLite keeps the text of each statement as it was. The model is made in
 * memory by the SQL that makes a database, so that no separate list of texts has to be kept. Making it takes longer
 * than the rest of opening. So it is first checked whether each text is a statement of that SQL, as in a database that
 * this version has made.
 */
#include "core/store/schema.h"

#include "core/store/rows.h"
#include "core/store/sqlite/sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Lists the objects that this program makes. They are always the same, so they are made once. */
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

/* Triggers have a namespace of their own: a table may have the name of a trigger. */
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

static bool is_alike(const struct schema_object *a, const struct schema_object *b)
{
    return bytes_equal(a->type, b->type) && bytes_equal_ignoring_case(a->of_table, b->of_table) &&
           bytes_equal(a->sql, b->sql);
}

/*
 * Returns the DROP statement; NULL: the object can't be dropped. The name may come from any program, so it is quoted.
 */
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

/* Returns whether the object can be recreated from the other tables, or is recreated by the code that needs it. */
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
    if (found != NULL && is_alike(wanted, found))
        return;
    const char *what = found == NULL ? "is missing" : "differs from what assay makes";
    if (found != NULL && !bytes_equal(found->type, wanted->type))
        what = arena_format(arena, "is missing, and a %.*s has the same name", BYTES_FORMAT(found->type));
    ARENA_PUSH(arena, flaws->items, flaws->n) = (struct schema_flaw){
        .what = arena_format(arena, "the %.*s %.*s %s", BYTES_FORMAT(wanted->type),
                             BYTES_FORMAT(wanted->name), what),
        .mend = make_anew(arena, wanted, found),
        .concerns_readers = is_of_type(wanted, "table") || is_of_type(wanted, "view"),
        .is_beside = is_of_type(wanted, "trigger") || is_of_type(wanted, "view"),
    };
}

/*
 * A search makes the search index by one of these statements. The tables in which FTS5 keeps it are called
 * document_words_….
 */
static bool is_search_index(const struct schema_object *object)
{
    static const enum statement makers[] = {STATEMENT_SEARCH_MAKE_PORTER, STATEMENT_SEARCH_MAKE_UNICODE61,
                                            STATEMENT_SEARCH_MAKE_TRIGRAM};
    static const char made[] = "CREATE VIRTUAL TABLE ", asked[] = "CREATE VIRTUAL TABLE IF NOT EXISTS ";
    bool is_made = false;
    for (size_t i = 0; i < sizeof makers / sizeof *makers && !is_made; i++) {
        struct bytes text = bytes_from(bytes_of(statement_texts[makers[i]]), strlen(asked));
        is_made = bytes_starts_with(object->sql, made) && text.size > object->sql.size - strlen(made) &&
                  bytes_equal(bytes_slice(text, 0, object->sql.size - strlen(made)),
                              bytes_from(object->sql, strlen(made)));
    }
    return is_made;
}

/* Ignores case: a trigger's table is spelled as in the statement that made the trigger. */
static bool is_of_search(struct bytes name)
{
    const struct bytes index = bytes_of("document_words");
    return name.size >= index.size && bytes_equal_ignoring_case(bytes_slice(name, 0, index.size), index);
}

static bool is_foreign(const struct objects *wanted, const struct schema_object *object)
{
    if (bytes_equal_ignoring_case(object->name, bytes_of("document_words")))
        return !is_search_index(object);
    bool is_of_ours = is_of_search(object->of_table) || find_object(wanted, object->of_table, false) != NULL;
    return is_of_ours && (is_of_type(object, "trigger") || is_of_type(object, "index"));
}

static void compare_foreign(struct flaws *flaws, const struct objects *wanted,
                            const struct schema_object *object)
{
    struct arena *arena = flaws->arena;
    if (find_object(wanted, object->name, is_of_type(object, "trigger")) != NULL ||
        !is_foreign(wanted, object))
        return;
    ARENA_PUSH(arena, flaws->items, flaws->n) = (struct schema_flaw){
        .what = arena_format(arena, "the %.*s %.*s does not belong to assay", BYTES_FORMAT(object->type),
                             BYTES_FORMAT(object->name)),
        .mend = drop_object(arena, object),
        .is_beside = is_of_type(object, "trigger"),
    };
}

/* Returns the number of objects that the lines make. */
static size_t add_statements(struct buffer *sql, const char *const *lines)
{
    size_t n = 0;
    for (size_t i = 0; lines[i] != NULL; i++) {
        buffer_add_string(sql, lines[i]);
        n += bytes_starts_with(bytes_of(lines[i]), "CREATE ");
    }
    return n;
}

/* Returns whether the text is a statement of the SQL: it begins a line, and a semicolon follows it. */
static bool is_statement(struct bytes sql, struct bytes text)
{
    const char *at = memmem(sql.data, sql.size, text.data, text.size);
    size_t begin = at != NULL ? (size_t)(at - sql.data) : 0, end = begin + text.size;
    return begin > 0 && sql.data[begin - 1] == '\n' && end < sql.size && sql.data[end] == ';';
}

/*
 * Returns whether the objects are exactly those that this program makes, letter by letter. Names need no check: SQLite
 * refuses a row whose name differs from the name in its text.
 */
static bool are_made_here(const struct objects *found)
{
    static const struct objects none;
    struct buffer sql = {0};
    bool are_same = true;
    size_t n = add_statements(&sql, sqlite_tables) + add_statements(&sql, sqlite_triggers) +
               add_statements(&sql, sqlite_views);
    for (size_t i = 0; i < found->n && are_same; i++) {
        const struct schema_object *object = &found->items[i];
        if (is_of_search(object->of_table)) {
            are_same = !is_foreign(&none, object);
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
    if (are_made_here(&found))
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

bool schema_add_drops(struct db *db, struct buffer *sql, struct err *err)
{
    static const char *const types[] = {"trigger", "view"};
    struct arena arena = {0};
    struct objects wanted, found;
    bool listed = list_wanted(&wanted, err) && list_objects(db, &arena, &found, err);
    for (size_t type = 0; listed && type < sizeof types / sizeof *types; type++) {
        for (size_t i = 0; i < found.n; i++) {
            const struct schema_object *object = &found.items[i];
            bool is_of_ours =
                is_of_search(object->of_table) || find_object(&wanted, object->of_table, false) != NULL;
            if (is_of_ours && is_of_type(object, types[type]))
                buffer_add_format(sql, "%s\n", drop_object(&arena, object));
        }
    }
    arena_release(&arena);
    return listed;
}

static bool fail_flawed(const struct db *db, const struct schema_flaw *flaw, struct err *err)
{
    if (flaw->mend == NULL)
        return db_fail_damaged(db, flaw->what, err);
    return err_set(err, ERR_DATABASE,
                   "%s: the file is damaged: %s; nothing was done; repair it with `assay check %s --repair`",
                   db_path(db), flaw->what, db_path(db));
}

bool schema_is_beside(const struct schema_flaw *flaws, size_t n)
{
    size_t beside = 0;
    while (beside < n && flaws[beside].is_beside)
        beside++;
    return beside == n;
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
