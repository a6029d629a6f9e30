/* The statements on SQLite and on PostgreSQL: both accept them, and they read and write the same rows. */
#include "tests/support/support.h"

#include "core/base/bytes.h"
#include "core/base/random.h"
#include "core/store/database/made.h"
#include "core/store/database/statements.h"
#include "tests/support/postgresql.h"

#include <endian.h>
#include <inttypes.h>
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum {
    PARAMETERS_MAX = 27,
    TRIALS = 25, /* of each statement, each with different parameters */
};

/* Types of the server's columns, by their numbers in pg_type.dat. */
enum {
    TYPE_BOOL = 16,
    TYPE_BYTEA = 17,
    TYPE_INT8 = 20,
    TYPE_INT4 = 23,
    TYPE_TEXT = 25,
    TYPE_FLOAT8 = 701,
    TYPE_VOID = 2278
};

struct both {
    sqlite3 *file;
    PGconn *server;
};

/* A parameter: NULL, bytes if there is data, otherwise the integer. */
struct value {
    const char *data;
    int64_t integer;
    bool is_null;
};

/* --- Two databases ------------------------------------------------------------------------------- */

static void do_on_file(sqlite3 *file, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(file, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("SQLite: %s: %.200s", message, sql);
}

static void do_on_server(PGconn *server, const char *sql)
{
    PGresult *result = PQexec(server, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("PostgreSQL: %s: %.200s", PQerrorMessage(server), sql);
    PQclear(result);
}

static void do_on_both(struct both *both, const char *sql)
{
    do_on_file(both->file, sql);
    do_on_server(both->server, sql);
}

/* Opens both databases. On the server the tables are in this schema, if one is named. */
static struct both open_both_in(struct arena *arena, const char *schema)
{
    struct both both = {0};
    struct buffer sql = {0};
    both.server = PQconnectdb(postgresql_database(arena));
    assert_int_equal(PQstatus(both.server), CONNECTION_OK);
    PQsetClientEncoding(both.server, "UTF8");
    do_on_server(both.server, "SET client_min_messages = warning");
    if (schema != NULL)
        do_on_server(both.server,
                     arena_format(arena, "CREATE SCHEMA %s; SET search_path = %s", schema, schema));
    made_add_all(&sql, true);
    do_on_server(both.server, buffer_string(&sql));
    assert_int_equal(sqlite3_open(":memory:", &both.file), SQLITE_OK);
    buffer_clear(&sql);
    made_add_all(&sql, false);
    do_on_file(both.file, buffer_string(&sql));
    do_on_file(both.file, "PRAGMA foreign_keys = ON");
    buffer_release(&sql);
    return both;
}

static struct both open_both(struct arena *arena)
{
    return open_both_in(arena, NULL);
}

static void close_both(struct both *both)
{
    sqlite3_close(both->file);
    PQfinish(both->server);
}

/* --- Content ------------------------------------------------------------------------------------- */

static void fill_collection(struct buffer *sql)
{
    buffer_add_string(sql, "INSERT INTO setting (key, value) VALUES ('dealing', 'balanced'), ('overlap', "
                           "'0.2'), ('strata', 'kind');");
    for (int i = 1; i <= 30; i++) {
        buffer_add_format(sql, "INSERT INTO document (docid, title, text, fields) VALUES ('%s%d', '%s', '",
                          i % 3 == 0   ? "d"
                          : i % 3 == 1 ? "D"
                                       : "ä",
                          i,
                          i % 4 == 0   ? ""
                          : i % 2 == 0 ? "a title"
                                       : "ein Käse");
        for (int word = 0; word < (i * 17) % 90; word++)
            buffer_add_string(sql, word % 5 == 0 ? "über " : "word ");
        buffer_add_format(
            sql,
            i % 5 == 0 ? "', NULL);"
                       : "', '{\"kind\":\"k%d\",\"n\":%d,\"x\":1.5,\"big\":1e3,\"is\":true,\"no\":null,"
                         "\"tags\":[\"a\",\"b\"],\"quoted\":\"é ''\"}');",
            i % 3, i);
    }
    for (int i = 1; i <= 9; i++)
        buffer_add_format(sql, "INSERT INTO question (qid, text, fields) VALUES ('q%d', 'What is %d?', %s);",
                          20 - i, i,
                          i % 3 == 0   ? "NULL"
                          : i % 3 == 1 ? "'{\"kind\":\"k1\",\"n\":7}'"
                                       : "'{\"kind\":\"é\"}'");
    buffer_add_string(
        sql, "INSERT INTO import (import_id, imported_at, what, last_document, last_question, last_answer)"
             " VALUES (1, 10, 'docs.jsonl', 0, 0, 0), (2, 20, 'more.jsonl', 20, 8, 40);");
    for (int question = 1; question <= 8; question++) {
        for (int i = 0; i < 10; i++) {
            int document = 1 + (question * 7 + i * 3) % 30;
            buffer_add_format(sql,
                              "INSERT INTO candidate (question_id, document_id, prior) VALUES (%d, %d, 0);",
                              question, document);
            for (int run = 0; run < (question + i) % 4; run++)
                buffer_add_format(sql, "INSERT INTO candidate_source VALUES (%d, %d, '%s', %d, %d.25, %s);",
                                  question, document, (const char *[]){"dense", "bm25", "Zettair"}[run],
                                  1 + i * (run + 1), 10 - i, run == 1 ? "NULL" : "1");
        }
        buffer_add_format(
            sql,
            "UPDATE question SET candidates = 10, target = 4, slots = 2, place = %d WHERE question_id = %d;",
            9 - question, question);
    }
}

/* Adds ballots of all kinds, and answers to most of them. */
static void fill_answers(struct buffer *sql)
{
    struct random_source random = random_from(7, 1);
    buffer_add_string(sql, "INSERT INTO annotator (name) VALUES ('ann'), ('Ben'), ('änne');");
    int answer = 0;
    for (int ballot = 1; ballot <= 60; ballot++) {
        int question = 1 + ballot % 7, annotator = 1 + (int)random_below(&random, 3), slots = 2 + ballot % 2;
        const char *control = ballot % 11 == 0 ? "'repeat'" : ballot % 13 == 0 ? "'gold'" : "NULL";
        bool is_open = ballot % 9 == 4;
        buffer_add_format(
            sql,
            "INSERT INTO ballot (question_id, deal, annotator_id, dealt_at, lease_until, control)"
            " VALUES (%d, %d, %d, %d, %s, %s);",
            question, 1 + ballot / 7, annotator, 100 + ballot, is_open ? ballot % 2 ? "0" : "1000" : "NULL",
            control);
        int first = (int)random_below(&random, 10);
        for (int slot = 0; slot < slots; slot++)
            buffer_add_format(sql, "INSERT INTO slot VALUES (%d, %d, %d);", ballot, slot + 1,
                              1 + (question * 7 + (first + slot) % 10 * 3) % 30);
        if (is_open) {
            buffer_add_format(sql, "INSERT INTO note_draft VALUES (%d, 'draft %d');", ballot, ballot);
            buffer_add_format(sql, "INSERT INTO evidence_draft VALUES (%d, 1, 'word', %d);", ballot, ballot);
            continue;
        }
        for (int again = 0; again < 1 + (ballot % 10 == 0); again++) {
            bool is_skip = (ballot + again) % 8 == 0, is_none = ballot % 6 == 0;
            answer++;
            buffer_add_format(
                sql,
                "INSERT INTO answer (uuid, ballot_id, annotator_id, position, skip, given_at, elapsed_ms, "
                "note,"
                " evidence, evidence_start, control) VALUES ('u%d', %d, %d, %s, %s, %d, %d, %s, %s, %s, %s);",
                (answer * 37) % 101, ballot, annotator,
                is_skip || is_none ? "NULL"
                : ballot % 2       ? "1"
                                   : "2",
                !is_skip     ? "NULL"
                : ballot % 3 ? "'later'"
                             : "'cannot tell'",
                200 + answer, answer % 5 * 700, answer % 4 ? "NULL" : "'as it is'",
                is_skip || is_none || answer % 3 ? "NULL"
                : answer % 2                     ? "'über'"
                                                 : "'nowhere'",
                is_skip || is_none || answer % 3 ? "NULL" : "0", control);
            if (again == 0 && (ballot % 10 == 0 || ballot % 17 == 0))
                buffer_add_format(
                    sql, "UPDATE answer SET withdrawn_at = %d, withdrawn_by = '%s' WHERE answer_id = %d;",
                    300 + answer, ballot % 20 == 0 ? "return" : "undo", answer);
            if (answer % 7 == 0)
                buffer_add_format(
                    sql,
                    "INSERT INTO addition (answer_id, kind, said, number) VALUES (%d, 'reason', 'newer', 0),"
                    " (%d, 'reason', 'closer', 0), (%d, 'note', 'said later', 0);",
                    answer, answer, answer);
        }
    }
    buffer_add_string(sql, "UPDATE question SET ballots_left = 3 * question_id WHERE question_id < 6;");
}

static void fill_the_rest(struct buffer *sql)
{
    buffer_add_string(sql, "INSERT INTO judgment_source (name) VALUES ('trec'), ('Llm'), ('empty');");
    for (int i = 0; i < 30; i++)
        buffer_add_format(sql, "INSERT INTO judgment VALUES (%d, %d, %d, %d.5, %d);", 1 + i % 2, 1 + i % 8,
                          1 + (i % 8 * 7 + 7 + i % 5 * 3) % 30, i % 4, 1 + i % 2);
    buffer_add_string(
        sql,
        "INSERT INTO replaced_document VALUES (2, 3, 'old', 'older words', NULL), (2, 11, '', 'x', NULL);"
        "INSERT INTO replaced_question VALUES (2, 2, 'What was 2?', NULL);"
        "INSERT INTO replaced_judgment VALUES (2, 1, 1, 8, 3.5);"
        "INSERT INTO twin VALUES (5, 1), (8, 1), (11, 1), (14, 2), (17, 2);"
        "INSERT INTO question_gap VALUES (10);"
        "INSERT INTO doomed VALUES (8, 27), (7, 20), (5, 12);"
        "INSERT INTO model (name) VALUES ('small'), ('Large');");
    buffer_add_string(
        sql,
        "INSERT INTO merged_candidate SELECT question_id, max(document_id), min(document_id) FROM candidate"
        " WHERE document_id IN (5, 8, 11) GROUP BY question_id HAVING count(*) > 1;"
        "INSERT INTO replaced_source SELECT 2, question_id, document_id, source, rank + 1, score"
        "  FROM candidate_source WHERE question_id = 4;"
        "INSERT INTO gone_document VALUES (17), (23);");
    for (int i = 1; i <= 12; i++)
        buffer_add_format(sql, "INSERT INTO model_vote VALUES (%d, %d, %d, %d, %d, %s, %s, %s, %d, 5, %s);",
                          1 + i % 2, 1 + i % 4, i, i, i + 1, i % 3 ? "NULL" : "30", i % 5 ? "1" : "NULL",
                          i % 6 ? "NULL" : "1", 400 + i, i % 4 ? "NULL" : "'so'");
}

/* Fills both databases. On the server the rows are then reordered, so that they are not in the order of insertion. */
static void fill_both(struct both *both)
{
    struct buffer sql = {0};
    fill_collection(&sql);
    fill_answers(&sql);
    fill_the_rest(&sql);
    do_on_both(both, buffer_string(&sql));
    buffer_release(&sql);
    do_on_server(both->server, "SET session_replication_role = replica;"
                               "DO $$ DECLARE one record; BEGIN"
                               "    FOR one IN SELECT attrelid::regclass AS relation, min(attname) AS kept "
                               "FROM pg_attribute JOIN pg_class"
                               "                       ON pg_class.oid = attrelid AND relkind = 'r' AND "
                               "relnamespace = current_schema()::regnamespace"
                               "                WHERE attnum > 0 GROUP BY attrelid LOOP"
                               "        EXECUTE format('UPDATE %s SET %I = %I WHERE ctid::text LIKE ''%%1)'' "
                               "OR ctid::text LIKE ''%%4)''',"
                               "                       one.relation, one.kept, one.kept);"
                               "    END LOOP; END $$;"
                               "SET session_replication_role = origin");
}

/* --- Results, cell by cell ----------------------------------------------------------------------- */

/* One line for each row; each cell as its type and value. */
struct answer_text {
    struct buffer text;
    bool is_refused;
    bool is_void; /* a function has written, which returns neither rows nor their number */
    int64_t n_changed;
};

static void add_real(struct buffer *text, double value)
{
    if (value == (double)(int64_t)value)
        buffer_add_format(text, "%" PRId64 "|", (int64_t)value);
    else
        buffer_add_format(text, "%.17g|", value);
}

static void add_bytes(struct buffer *text, const void *data, size_t size)
{
    buffer_add_string(text, "'");
    buffer_add(text, (struct bytes){.data = data, .size = size});
    buffer_add_string(text, "'|");
}

static struct answer_text ask_file(sqlite3 *file, const char *sql, const struct value *values, int n)
{
    struct answer_text answer = {0};
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(file, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("SQLite: %s: %s", sqlite3_errmsg(file), sql);
    for (int i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "$%d", i + 1);
        int index = sqlite3_bind_parameter_index(statement, name);
        if (values[i].is_null)
            sqlite3_bind_null(statement, index);
        else if (values[i].data != NULL)
            sqlite3_bind_text(statement, index, values[i].data, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(statement, index, values[i].integer);
    }
    int64_t before = sqlite3_total_changes64(file);
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            switch (sqlite3_column_type(statement, i)) {
            case SQLITE_NULL:
                buffer_add_string(&answer.text, "NULL|");
                break;
            case SQLITE_INTEGER:
                buffer_add_format(&answer.text, "%" PRId64 "|", (int64_t)sqlite3_column_int64(statement, i));
                break;
            case SQLITE_FLOAT:
                add_real(&answer.text, sqlite3_column_double(statement, i));
                break;
            default:
                add_bytes(&answer.text, sqlite3_column_blob(statement, i),
                          (size_t)sqlite3_column_bytes(statement, i));
            }
        }
        buffer_add_string(&answer.text, "\n");
    }
    answer.is_refused = code != SQLITE_DONE;
    answer.n_changed = sqlite3_total_changes64(file) != before ? sqlite3_changes64(file) : 0;
    sqlite3_finalize(statement);
    return answer;
}

static void add_cell(struct buffer *text, const PGresult *result, int row, int column)
{
    const char *data = PQgetvalue(result, row, column);
    uint64_t wide;
    uint32_t narrow;
    double real;
    if (PQgetisnull(result, row, column)) {
        buffer_add_string(text, "NULL|");
        return;
    }
    switch (PQftype(result, column)) {
    case TYPE_BOOL:
        buffer_add_format(text, "%d|", *data);
        break;
    case TYPE_INT4:
        memcpy(&narrow, data, sizeof narrow);
        buffer_add_format(text, "%" PRId32 "|", (int32_t)be32toh(narrow));
        break;
    case TYPE_INT8:
        memcpy(&wide, data, sizeof wide);
        buffer_add_format(text, "%" PRId64 "|", (int64_t)be64toh(wide));
        break;
    case TYPE_FLOAT8:
        memcpy(&wide, data, sizeof wide);
        wide = be64toh(wide);
        memcpy(&real, &wide, sizeof real);
        add_real(text, real);
        break;
    default:
        add_bytes(text, data, (size_t)PQgetlength(result, row, column));
    }
}

/* Sends bytes as they are and numbers as text, without types. A statement that was described is known by its name. */
static struct answer_text ask_server(PGconn *server, const char *name, const char *sql,
                                     const struct value *values, int n)
{
    struct answer_text answer = {0};
    const char *texts[PARAMETERS_MAX];
    char numbers[PARAMETERS_MAX][24];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
    for (int i = 0; i < n; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%" PRId64, values[i].integer);
        texts[i] = values[i].data != NULL ? values[i].data : numbers[i];
        lengths[i] = (int)strlen(texts[i]);
        formats[i] = values[i].data != NULL;
        if (values[i].is_null)
            texts[i] = NULL;
    }
    PGresult *result = sql == NULL ? PQexecPrepared(server, name, n, texts, lengths, formats, 1)
                                   : PQexecParams(server, sql, n, NULL, texts, lengths, formats, 1);
    ExecStatusType status = PQresultStatus(result);
    answer.is_refused = status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK;
    for (int row = 0; row < PQntuples(result); row++) {
        for (int column = 0; column < PQnfields(result); column++)
            add_cell(&answer.text, result, row, column);
        buffer_add_string(&answer.text, "\n");
    }
    answer.is_void = PQnfields(result) == 1 && PQftype(result, 0) == TYPE_VOID;
    answer.n_changed = status == PGRES_COMMAND_OK ? strtoll(PQcmdTuples(result), NULL, 10) : 0;
    PQclear(result);
    return answer;
}

static int compare_lines(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static void sort_lines(struct buffer *text)
{
    char *lines[1000];
    size_t n = 0;
    char *copy = strdup(buffer_string(text));
    for (char *rest = copy, *line = strsep(&rest, "\n"); rest != NULL; line = strsep(&rest, "\n")) {
        assert_in_range(n, 0, sizeof lines / sizeof *lines - 1);
        lines[n++] = line;
    }
    qsort(lines, n, sizeof *lines, compare_lines);
    buffer_clear(text);
    for (size_t i = 0; i < n; i++)
        buffer_add_format(text, "%s\n", lines[i]);
    free(copy);
}

static void compare_rows(const char *name, struct bytes file, struct bytes server)
{
    struct bytes line = {0}, other = {0};
    bool is_there = true, is_there_too = true;
    for (int row = 1; is_there || is_there_too; row++) {
        is_there = bytes_next_line(&file, &line);
        is_there_too = bytes_next_line(&server, &other);
        if (is_there != is_there_too || (is_there && !bytes_equal(line, other)))
            fail_msg("%s, row %d: SQLite says %.*s, PostgreSQL %.*s", name, row,
                     is_there ? (int)line.size : 4, is_there ? line.data : "none",
                     is_there_too ? (int)other.size : 4, is_there_too ? other.data : "none");
    }
}

/* The results of checks have no order: SQLite would have to sort the problems of a whole database. */
static void compare(struct both *both, const char *name, const char *file_sql, const char *server_sql,
                    const struct value *values, int n, bool *has_changed)
{
    struct answer_text file = ask_file(both->file, file_sql, values, n);
    struct answer_text server = ask_server(both->server, name, server_sql, values, n);
    if (strncmp(name, "check_", strlen("check_")) == 0) {
        sort_lines(&file.text);
        sort_lines(&server.text);
    }
    if (file.is_refused != server.is_refused)
        fail_msg("%s: refused by %s: %s", name, file.is_refused ? "SQLite" : "PostgreSQL",
                 file.is_refused ? sqlite3_errmsg(both->file) : PQerrorMessage(both->server));
    if (!file.is_refused && !server.is_void)
        compare_rows(name, buffer_bytes(&file.text), buffer_bytes(&server.text));
    if (!server.is_void && file.n_changed != server.n_changed &&
        strcmp(name, "repair_progress_clear") != 0) /* the server has 64 rows there */
        fail_msg("%s: %" PRId64 " rows changed on SQLite, %" PRId64 " on PostgreSQL", name, file.n_changed,
                 server.n_changed);
    *has_changed = file.n_changed > 0;
    buffer_release(&file.text);
    buffer_release(&server.text);
}

/* Compares all rows of all tables, and for the server's sums over all questions the total of their rows. */
static void compare_tables(struct both *both, const char *after)
{
    sqlite3_stmt *tables;
    bool unused;
    assert_int_equal(
        sqlite3_prepare_v2(both->file,
                           "SELECT name, (SELECT group_concat(name) FROM pragma_table_info(listed.name)),"
                           "       (SELECT group_concat(cid + 1) FROM pragma_table_info(listed.name))"
                           "  FROM sqlite_schema AS listed WHERE type = 'table' AND name NOT LIKE 'search_%'"
                           "   AND name NOT IN ('progress', 'assay_schema', 'event')",
                           -1, &tables, NULL),
        SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW) {
        struct buffer sql = {0}, name = {0};
        buffer_add_format(&sql, "SELECT %s FROM %s ORDER BY %s", (const char *)sqlite3_column_text(tables, 1),
                          (const char *)sqlite3_column_text(tables, 0),
                          (const char *)sqlite3_column_text(tables, 2));
        buffer_add_format(&name, "%s, then %s", after, (const char *)sqlite3_column_text(tables, 0));
        compare(both, buffer_string(&name), buffer_string(&sql), buffer_string(&sql), NULL, 0, &unused);
        buffer_release(&sql);
        buffer_release(&name);
    }
    sqlite3_finalize(tables);
    const char *sums =
        "SELECT CAST(sum(ballots_done) AS BIGINT), CAST(sum(ballots_left) AS BIGINT) FROM progress";
    compare(both, after, sums, sums, NULL, 0, &unused);
}

/* --- The statements ------------------------------------------------------------------------------ */

static const char *server_text(size_t statement)
{
    return postgresql_texts[statement] != NULL ? postgresql_texts[statement] : statement_texts[statement];
}

static bool begins_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* Returns whether a function of the server (acts.sql, views.sql) performs the statement. */
static bool is_function(size_t statement)
{
    const char *text = server_text(statement), *name = statement_names[statement];
    static const char *const beginnings[] = {"SELECT ", "SELECT * FROM "};
    bool is = false;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        const size_t size = strlen(beginnings[i]);
        is |= begins_with(text, beginnings[i]) && begins_with(text + size, name) &&
              text[size + strlen(name)] == '(';
    }
    return is;
}

/* These functions do more than the statement on a file and have other parameters. */
static bool does_more(size_t statement)
{
    return statement == STATEMENT_BALLOT_ADD || statement == STATEMENT_ANSWER_ADD ||
           statement == STATEMENT_ANSWER_WITHDRAW || statement == STATEMENT_ANSWER_RETURN;
}

/* Statements on the schema create an index of SQLite, or nothing that can be compared. */
static bool is_of_the_schema(const char *text)
{
    return begins_with(text, "CREATE") || begins_with(text, "DROP");
}

static bool is_reading(const char *text)
{
    return begins_with(text, "SELECT") || (begins_with(text, "WITH") && strstr(text, "INSERT") == NULL);
}

/* Returns how many parameters the server sees, and sets which of them are bytes. */
static int describe(PGconn *server, size_t statement, bool are_bytes[PARAMETERS_MAX])
{
    PGresult *result = PQprepare(server, statement_names[statement], server_text(statement), 0, NULL);
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        fail_msg("%s: %s", statement_names[statement], PQerrorMessage(server));
    PQclear(result);
    result = PQdescribePrepared(server, statement_names[statement]);
    int n = PQnparams(result);
    assert_in_range(n, 0, PARAMETERS_MAX);
    for (int i = 0; i < n; i++) {
        Oid type = PQparamtype(result, i);
        if (type != TYPE_INT8 && type != TYPE_FLOAT8 && type != TYPE_BYTEA)
            fail_msg("%s: parameter $%d is of type %u", statement_names[statement], i + 1, type);
        are_bytes[i] = type == TYPE_BYTEA;
    }
    for (int i = 0; i < PQnfields(result); i++) {
        Oid type = PQftype(result, i);
        if (type != TYPE_INT8 && type != TYPE_INT4 && type != TYPE_BOOL && type != TYPE_FLOAT8 &&
            type != TYPE_BYTEA && type != TYPE_TEXT && type != TYPE_VOID)
            fail_msg("%s: column %d is of type %u", statement_names[statement], i + 1, type);
    }
    PQclear(result);
    return n;
}

/* Returns how many parameters the file's text has; a function of the server can have more. */
static int count_parameters(size_t statement)
{
    int n = 0;
    while (strstr(statement_texts[statement], (const char[]){'$', (char)('1' + n), '\0'}) != NULL)
        n++;
    return n;
}

/* A single parameter takes each value in turn; several take random values. */
static void choose_values(struct value *values, const bool *are_bytes, int n, int trial,
                          struct random_source *random)
{
    static const char *const words[] = {"d3",   "D1",    "ä2",   "q12",  "q19",    "ann",
                                        "Ben",  "änne",  "trec", "Llm",  "bm25",   "dense",
                                        "kind", "n",     "x",    "u37",  "u74",    "later",
                                        "undo", "small", "new",  "over", "strata", "overlap"};
    static const int64_t numbers[] = {1, 2, 3,  4,  5,  6,  7,  8,  9,  10,  0,   1,   2,
                                      3, 4, 11, 14, 17, 22, 27, 30, 60, 250, 500, 5000};
    for (int i = 0; i < n; i++) {
        size_t drawn = n == 1 ? (size_t)trial : random_next(random) >> 8;
        values[i] = (struct value){.integer = numbers[drawn % (sizeof numbers / sizeof *numbers)]};
        if (are_bytes[i])
            values[i].data = words[drawn % (sizeof words / sizeof *words)];
    }
}

static void a_server_accepts_every_statement_meant_for_it(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct both both = open_both(&arena);
    bool are_bytes[PARAMETERS_MAX];
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        if (sqlite_reasons[i] == NULL)
            describe(both.server, i, are_bytes);
    }
    close_both(&both);
    arena_release(&arena);
}

/* The index of questions with work is an exception: it contains only these questions, in their order. */
static bool scans_a_large_table(const char *step)
{
    static const char *const large[] = {" on document ",         " on question ", " on candidate ",
                                        " on candidate_source ", " on ballot ",   " on slot ",
                                        " on answer ",           " on addition "};
    bool is_large = false;
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        is_large |= strstr(step, large[i]) != NULL;
    return is_large && strstr(step, "Scan") != NULL && strstr(step, "question_with_work") == NULL;
}

/* What the server knows about the number of rows. */
enum statistics {
    STATISTICS_ABSENT, /* nothing was ever counted, as right after a restore */
    STATISTICS_STALE,  /* counted after the first hundred ballots */
    STATISTICS_GOOD,
    STATISTICS_COUNT,
};

/* Adds ballots of these annotators, with an answer to most of them. */
static void fill_ballots(PGconn *server, int annotators, int first, int last)
{
    struct buffer sql = {0};
    buffer_add_format(
        &sql,
        "INSERT INTO ballot (ballot_id, question_id, deal, annotator_id, dealt_at, lease_until)"
        "  SELECT i, 1 + i %% 2000, 1 + i / 2000, 1 + i %% %d, i, CASE WHEN i %% 100 = 0 THEN i END"
        "    FROM generate_series(%d, %d) AS i;"
        "INSERT INTO slot SELECT i, position, 1 + ((1 + i %% 2000) * 7 + (i + position) %% 10 * 3) %% 4000"
        "  FROM generate_series(%d, %d) AS i, generate_series(1, 3) AS position;"
        "INSERT INTO answer (answer_id, uuid, ballot_id, annotator_id, position, given_at, elapsed_ms)"
        "  SELECT i, CAST('u' || i AS TEXT)::BYTEA, i, 1 + i %% %d, 1, i, 5"
        "    FROM generate_series(%d, %d) AS i WHERE i %% 100 > 0",
        annotators, first, last, first, last, annotators, first, last);
    do_on_server(server, buffer_string(&sql));
    buffer_release(&sql);
}

/* Adds so many ballots that the plans depend on the statistics. */
static void fill_large(PGconn *server, int annotators, enum statistics statistics)
{
    enum { COUNTED = 100, BALLOTS = 10000 };
    do_on_server(server,
                 "SET session_replication_role = replica; SET plan_cache_mode = force_generic_plan;"
                 "DO $$ DECLARE kept RECORD; BEGIN"
                 " FOR kept IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = "
                 "current_schema()::REGNAMESPACE LOOP"
                 "  EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = off)', kept.relname);"
                 " END LOOP; END $$;"
                 "INSERT INTO document SELECT i, CAST('d' || i AS TEXT)::BYTEA, '', 'words' FROM "
                 "generate_series(1, 50000) AS i;"
                 "INSERT INTO question (question_id, qid, text, ballots_done, ballots_left, place)"
                 "  SELECT i, CAST('q' || i AS TEXT)::BYTEA, '', i % 5, i % 3, i FROM "
                 "generate_series(1, 30000) AS i;"
                 "INSERT INTO candidate SELECT question, 1 + (question * 7 + i * 3) % 4000, 0.1"
                 "  FROM generate_series(1, 2000) AS question, generate_series(0, 9) AS i;"
                 "INSERT INTO candidate_source SELECT question_id, document_id, 'run', 3, 1 FROM candidate;"
                 "INSERT INTO addition SELECT i, i, 'reason', 'newer', 0 FROM generate_series(1, 5000) AS i");
    fill_ballots(server, annotators, 1, COUNTED);
    if (statistics == STATISTICS_STALE)
        do_on_server(server, "ANALYZE");
    fill_ballots(server, annotators, COUNTED + 1, BALLOTS);
    if (statistics == STATISTICS_GOOD)
        do_on_server(server, "ANALYZE");
}

/* Prepares the query of a function that gives rows instead of the call: the plan of a call does not show it. */
static void prepare_query_of_function(PGconn *server, const char *name)
{
    struct buffer sql = {0};
    buffer_add_format(
        &sql,
        "DEALLOCATE %s; DO $$ DECLARE query TEXT; name TEXT; number BIGINT; BEGIN"
        " query := (SELECT substring(prosrc FROM '.*RETURN QUERY(.*)END') FROM pg_proc WHERE proname = '%s');"
        " FOR name, number IN SELECT * FROM (SELECT unnest(proargnames), generate_subscripts(proargnames, 1),"
        "  unnest(proargmodes) FROM pg_proc WHERE proname = '%s') AS one (name, number, mode) WHERE mode = "
        "'i' LOOP"
        "  query := regexp_replace(query, format('\\m%%s\\M', name), format('CAST($%%s AS BIGINT)', number), "
        "'g');"
        " END LOOP;"
        " EXECUTE 'PREPARE %s AS ' || query;"
        " END $$",
        name, name, name, name);
    do_on_server(server, buffer_string(&sql));
    buffer_release(&sql);
}

/* Returns the plan, which is the same for all parameters. */
static PGresult *explain(PGconn *server, enum statement statement)
{
    bool are_bytes[PARAMETERS_MAX];
    struct buffer sql = {0};
    int n = describe(server, statement, are_bytes);
    if (begins_with(server_text(statement), "SELECT * FROM ") && is_function(statement)) {
        prepare_query_of_function(server, statement_names[statement]);
        PGresult *described = PQdescribePrepared(server, statement_names[statement]);
        n = PQnparams(described);
        PQclear(described);
    }
    buffer_add_format(&sql, "EXPLAIN EXECUTE %s", statement_names[statement]);
    for (int parameter = 0; parameter < n; parameter++)
        buffer_add_string(&sql, parameter == 0 ? " (NULL" : ", NULL");
    buffer_add_string(&sql, n > 0 ? ")" : "");
    PGresult *plan = PQexec(server, buffer_string(&sql));
    assert_int_equal(PQresultStatus(plan), PGRES_TUPLES_OK);
    buffer_release(&sql);
    return plan;
}

static void assert_have_indexes(PGconn *server, const enum statement *statements, size_t n,
                                enum statistics statistics)
{
    for (size_t i = 0; i < n; i++) {
        PGresult *plan = explain(server, statements[i]);
        for (int row = 0; row < PQntuples(plan); row++) {
            const char *step = PQgetvalue(plan, row, 0);
            const char *detail = row + 1 < PQntuples(plan) ? PQgetvalue(plan, row + 1, 0) : "";
            if (scans_a_large_table(step) && strstr(detail, " Cond: ") == NULL)
                fail_msg("%s, with statistics %d: %s", statement_names[statements[i]], (int)statistics, step);
        }
        PQclear(plan);
    }
}

/* A session that only reads leaves more to the server than one that writes (connection.c). */
static void assert_use_indexes(const enum statement *statements, size_t n, int annotators,
                               enum statistics statistics)
{
    struct arena arena = {0};
    struct both both = open_both(&arena);
    fill_large(both.server, annotators, statistics);
    assert_have_indexes(both.server, statements, n, statistics);
    do_on_server(both.server, "DEALLOCATE ALL; SET enable_seqscan = off; SET join_collapse_limit = 1");
    assert_have_indexes(both.server, statements, n, statistics);
    close_both(&both);
    arena_release(&arena);
}

/* Without an index, the server would read a whole table or a whole index for each ballot. Small tables may be read. */
static void the_hot_statements_use_an_index_of_the_server_too(void **state)
{
    (void)state;
    static const enum statement hot[] = {
        STATEMENT_STEP_START,
        STATEMENT_DOCKET_LIST,
        STATEMENT_BALLOT_LATER_LIST,
        STATEMENT_BALLOT_FIELD_LIST,
        STATEMENT_BALLOT_SHOW,
        STATEMENT_SLOT_SEEN_LIST,
        STATEMENT_ANSWER_LAST,
        STATEMENT_ANSWER_WITHDRAWN_LIST,
        STATEMENT_ANSWER_FIND,
        STATEMENT_CAST_SLOT_LIST,
        STATEMENT_VOTE_LIST,
        STATEMENT_CANDIDATE_LIST,
        STATEMENT_CANDIDATE_TALLY_LIST,
        STATEMENT_CANDIDATE_SOURCE_FIND,
        STATEMENT_BALLOT_OPEN_QUESTION,
        STATEMENT_QUESTION_WITH_WORK_FIRST,
        STATEMENT_QUESTION_WITH_WORK_BEHIND,
        STATEMENT_QUESTION_CHANGED_LIST,
        STATEMENT_QUESTION_GET,
        STATEMENT_QUESTION_BEGUN_LIST,
        STATEMENT_DOCUMENT_FIND,
        STATEMENT_DOCUMENT_TITLE,
        STATEMENT_QUESTION_FIND,
        STATEMENT_CANDIDATE_FIND,
        STATEMENT_PROGRESS_GET,
        STATEMENT_DOCUMENT_NUMBER,
        STATEMENT_QUESTION_NUMBER,
    };
    for (enum statistics statistics = 0; statistics < STATISTICS_COUNT; statistics++)
        assert_use_indexes(hot, sizeof hot / sizeof *hot, 997, statistics);
}

/* The page is read by its index, up to its limit, without a sort and without a subquery for each question. */
static void assert_reads_a_page(PGconn *server, enum statement statement)
{
    struct buffer text = {0};
    PGresult *plan = explain(server, statement);
    for (int row = 0; row < PQntuples(plan); row++)
        buffer_add_format(&text, "%s\n", PQgetvalue(plan, row, 0));
    PQclear(plan);
    const char *limit = strstr(buffer_string(&text), "Limit ");
    const char *end_of_limit = limit != NULL ? strchr(limit, '\n') : NULL;
    const char *scan = end_of_limit != NULL ? strstr(end_of_limit, "->  ") : NULL;
    if (scan == NULL || strncmp(scan + 4, "Index Scan using question_with_work", 35) != 0 ||
        strstr(buffer_string(&text), "SubPlan") != NULL)
        fail_msg("%s:\n%s", statement_names[statement], buffer_string(&text));
    buffer_release(&text);
}

/*
 * The first questions with work are read in the order of their index: a plan that reads all of them sorts them. Held
 * ballots are counted once for all: for each question a server would choose the wrong index after it counted its rows
 * while nobody labelled, as after a copy.
 */
static void a_page_of_questions_with_work_is_read_in_the_order_of_its_index(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct both both = open_both(&arena);
    fill_large(both.server, 997, STATISTICS_GOOD);
    do_on_server(both.server, "UPDATE ballot SET lease_until = NULL");
    do_on_server(both.server, "VACUUM ANALYZE");
    assert_reads_a_page(both.server, STATEMENT_QUESTION_WITH_WORK_FIRST);
    assert_reads_a_page(both.server, STATEMENT_QUESTION_WITH_WORK_BEHIND);
    close_both(&both);
    arena_release(&arena);
}

/* A new annotator has none of the answers that the few others gave. */
static void an_annotators_last_answer_is_found_by_an_index(void **state)
{
    (void)state;
    static const enum statement of_newest[] = {
        STATEMENT_ANSWER_LAST,
        STATEMENT_VOTE_DRAWN,
        STATEMENT_ANSWER_OWN_LIST,
    };
    assert_use_indexes(of_newest, sizeof of_newest / sizeof *of_newest, 3, STATISTICS_GOOD);
}

/* Such a statement differs on the server only because it asks for a view, a docket, the version of a question or a stamp. */
static bool asks_for_what_is_there_alone(const char *text)
{
    return strstr(text, "any_") != NULL || strstr(text, "_answer AS answer") != NULL ||
           strstr(text, "FROM ordered_answer") != NULL || strstr(text, "FROM control_answer") != NULL ||
           strstr(text, "FROM docket_list(") != NULL || strstr(text, "question_version") != NULL ||
           strstr(text, "step_stamp") != NULL || strstr(text, " DISTINCT FROM") != NULL;
}

static void few_statements_have_a_separate_text_for_the_server(void **state)
{
    (void)state;
    size_t n = 0;
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        n += postgresql_texts[i] != NULL && !asks_for_what_is_there_alone(postgresql_texts[i]) &&
             !is_function(i);
        assert_true(postgresql_texts[i] == NULL || sqlite_reasons[i] == NULL);
    }
    assert_in_range(n, 0, 8);
}

static void votes_and_undos_leave_the_same_sums_in_file_and_server(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct both both = open_both(&arena);
    fill_both(&both);
    compare_tables(&both, "filled");
    for (int answer = 3; answer < 60; answer += 3) {
        struct buffer sql = {0};
        buffer_add_format(&sql,
                          "UPDATE answer SET withdrawn_at = 900, withdrawn_by = 'undo'"
                          " WHERE withdrawn_at IS NULL AND answer_id = %d",
                          answer);
        do_on_both(&both, buffer_string(&sql));
        buffer_release(&sql);
    }
    compare_tables(&both, "taken back");
    static const char *const acts[] = {
        "INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, elapsed_ms, control)"
        " SELECT 'again ' || uuid, ballot_id, annotator_id, position, 901, 5, control FROM answer"
        "  WHERE withdrawn_at = 900 AND skip IS NULL ORDER BY answer_id",
        "UPDATE answer SET withdrawn_at = 902, withdrawn_by = 'undo' WHERE given_at = 901 AND ballot_id = 14",
        "UPDATE candidate_source SET rank = rank + 2 WHERE source = 'bm25'",
        "DELETE FROM candidate_source WHERE source = 'dense'",
        "UPDATE document SET text = 'new' WHERE document_id IN (5, 8)",
        "UPDATE question SET ballots_left = 1",
        "DELETE FROM question WHERE question_id = 9",
    };
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        do_on_both(&both, acts[i]);
        compare_tables(&both, acts[i]);
    }
    close_both(&both);
    arena_release(&arena);
}

static void file_and_server_return_the_same_rows_in_the_same_order(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct both both = open_both(&arena);
    struct random_source random = random_from(1, 1);
    fill_both(&both);
    do_on_server(both.server, "UPDATE question SET question_version = 0"); /* a file has no versions */
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        bool are_bytes[PARAMETERS_MAX], unused;
        struct value values[PARAMETERS_MAX];
        if (sqlite_reasons[i] != NULL || !is_reading(statement_texts[i]) || i == STATEMENT_ANSWER_NEXT_ID ||
            i == STATEMENT_BALLOT_NEXT_ID || i == STATEMENT_STEP_START || i == STATEMENT_CHANGE_NEWEST ||
            i == STATEMENT_QUESTION_CHANGED_LIST)
            continue;
        int n = describe(both.server, i, are_bytes), n_both = count_parameters(i);
        for (int trial = 0; trial < (n_both == 0 ? 1 : TRIALS); trial++) {
            choose_values(values, are_bytes, n_both, trial, &random);
            for (int more = n_both; more < n; more++)
                values[more] = (struct value){.is_null = true};
            if (i == STATEMENT_QUESTION_AT && values[0].integer == 0)
                continue; /* places start at 1 */
            compare(&both, statement_names[i], statement_texts[i], NULL, values, n, &unused);
        }
    }
    close_both(&both);
    arena_release(&arena);
}

/*
 * Begins a trial on both. A server does not reuse numbers of rows that were never committed, so its sequences are
 * reset.
 */
static void begin_trial(struct both *both, bool adds)
{
    do_on_file(both->file, "BEGIN");
    if (adds)
        do_on_server(
            both->server,
            "DO $$ DECLARE one record; BEGIN"
            "    FOR one IN SELECT attrelid::regclass AS relation, attname FROM pg_attribute"
            "                WHERE attidentity <> '' LOOP"
            "        EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1,"
            "                                      false) FROM %s',"
            "                       one.relation, one.attname, one.attname, one.relation);"
            "    END LOOP; PERFORM setval('import_number', (SELECT max(import_id) FROM import)); END $$");
    do_on_server(both->server, "BEGIN");
}

static void end_trial(struct both *both)
{
    do_on_file(both->file, "ROLLBACK");
    do_on_server(both->server, "ROLLBACK");
}

static void file_and_server_write_the_same_rows(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct both both = open_both(&arena);
    struct random_source random = random_from(2, 1);
    fill_both(&both);
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        bool are_bytes[PARAMETERS_MAX], has_changed = false;
        struct value values[PARAMETERS_MAX];
        if (sqlite_reasons[i] != NULL || is_reading(statement_texts[i]) ||
            is_of_the_schema(statement_texts[i]) || does_more(i))
            continue;
        int n = describe(both.server, i, are_bytes);
        for (int trial = 0; trial < (n == 0 ? 1 : TRIALS) && !has_changed; trial++) {
            choose_values(values, are_bytes, n, trial, &random);
            begin_trial(&both, strstr(statement_texts[i], "INSERT INTO") != NULL ||
                                   begins_with(statement_texts[i], "UPDATE answer"));
            compare(&both, statement_names[i], statement_texts[i], NULL, values, n, &has_changed);
            if (has_changed)
                compare_tables(&both, statement_names[i]);
            end_trial(&both);
        }
    }
    close_both(&both);
    arena_release(&arena);
}

#define INTEGER(n)                                                                                           \
    {                                                                                                        \
        .integer = (n)                                                                                       \
    }
#define BYTES(text)                                                                                          \
    {                                                                                                        \
        .data = (text)                                                                                       \
    }
#define NOTHING                                                                                              \
    {                                                                                                        \
        .is_null = true                                                                                      \
    }

/* One step of a session: several statements on a file, one function on the server. */
static void take_step(struct both *both, const char *file_sql, const char *server_sql)
{
    do_on_file(both->file, file_sql);
    do_on_server(both->server, server_sql);
    compare_tables(both, server_sql);
}

/* Deals ballot 61 in question 1, answers it, undoes the answer, skips the ballot and brings it back. */
static void take_steps(struct both *both)
{
    const char *target =
        "UPDATE question SET ballots_left ="
        " (SELECT max((sum(missing) + slots - 1) / slots, max(missing))"
        "    FROM (SELECT max(target - count(DISTINCT shown.ballot_id), 0) AS missing"
        "            FROM pooled_candidate AS candidate LEFT JOIN"
        "                 (SELECT ballot_id, coalesce(into_id, slot.document_id) AS document_id"
        "                    FROM ballot JOIN answer USING (ballot_id) JOIN slot USING (ballot_id)"
        "                         LEFT JOIN merged_candidate AS merged"
        "                           ON merged.question_id = 1 AND merged.document_id = slot.document_id"
        "                   WHERE ballot.question_id = 1 AND withdrawn_at IS NULL AND skip IS NULL"
        "                     AND answer.control IS NULL) AS shown USING (document_id)"
        "           WHERE question_id = 1 GROUP BY candidate.document_id))"
        " WHERE question_id = 1;";
    struct buffer sql = {0};
    do_on_both(both, "UPDATE question SET target = 9, slots = 2, place = 1 WHERE question_id = 1");
    take_step(both,
              "INSERT INTO ballot VALUES (61, 1, 50, 2, 5000, 6000, NULL);"
              "INSERT INTO slot VALUES (61, 1, 8), (61, 2, 11)",
              "SELECT ballot_add(1, 50, 2, 5000, 6000, NULL, 61, 8, 11, NULL)");
    buffer_add_format(
        &sql,
        "INSERT INTO answer VALUES (1000, 'one', 61, 2, 1, NULL, 5001, 10, 'so', NULL, NULL, NULL,"
        " 'word', 7); UPDATE ballot SET lease_until = NULL WHERE ballot_id = 61; %s"
        "INSERT INTO addition (answer_id, kind, said, number) VALUES (1000, 'reason', 'why', 0)",
        target);
    take_step(both, buffer_string(&sql),
              "SELECT answer_add(1000, 'one', 61, 2, 1, NULL, 5001, 10, 'so', 'word', 7, 'why', -1, NULL)");
    buffer_clear(&sql);
    buffer_add_format(&sql,
                      "UPDATE answer SET withdrawn_at = 5002, withdrawn_by = 'undo' WHERE answer_id = 1000;"
                      "UPDATE ballot SET lease_until = 9000 WHERE ballot_id = 61; %s",
                      target);
    take_step(both, buffer_string(&sql), "SELECT answer_withdraw(1000, 5002, 9000)");
    take_step(
        both,
        "INSERT INTO answer (answer_id, uuid, ballot_id, annotator_id, skip, given_at, elapsed_ms)"
        " VALUES (1001, 'two', 61, 2, 'later', 5003, 3);"
        "UPDATE ballot SET lease_until = NULL WHERE ballot_id = 61",
        "SELECT answer_add(1001, 'two', 61, 2, NULL, 'later', 5003, 3, NULL, NULL, NULL, NULL, -1, NULL)");
    take_step(both,
              "UPDATE answer SET withdrawn_at = 5004, withdrawn_by = 'return' WHERE answer_id = 1001;"
              "UPDATE ballot SET lease_until = 9100 WHERE ballot_id = 61",
              "SELECT answer_return(61, 5004, 9100)");
    buffer_release(&sql);
}

/* Cases that random parameters hardly hit: rows that refer to each other. */
static void file_and_server_deal_answer_and_repair_alike(void **state)
{
    (void)state;
    static const struct {
        enum statement statement;
        int n;
        struct value values[PARAMETERS_MAX];
    } acts[] = {
        {STATEMENT_NOTE_DRAFT_PUT, 2, {INTEGER(61), BYTES("typed")}},
        {STATEMENT_NOTE_DRAFT_PUT, 2, {INTEGER(61), BYTES("typed on")}},
        {STATEMENT_NOTE_DRAFT_REMOVE, 1, {INTEGER(61)}},
        {STATEMENT_EVIDENCE_DRAFT_PUT, 4, {INTEGER(61), INTEGER(1), BYTES("word"), INTEGER(3)}},
        {STATEMENT_EVIDENCE_DRAFT_PUT, 4, {INTEGER(61), NOTHING, NOTHING, NOTHING}},
        {STATEMENT_EVIDENCE_DRAFT_REMOVE, 1, {INTEGER(61)}},
        {STATEMENT_ADDITION_ADD, 4, {INTEGER(1000), BYTES("evidence"), BYTES("newer"), INTEGER(2)}},
        {STATEMENT_BALLOT_LEASE, 2, {INTEGER(61), INTEGER(9500)}},
        {STATEMENT_BALLOT_END_LEASES, 2, {INTEGER(2), INTEGER(9400)}},
        {STATEMENT_BALLOT_END_STRAY_LEASES, 2, {INTEGER(9300), INTEGER(9200)}},
        {STATEMENT_BALLOT_LEASE, 2, {INTEGER(61), NOTHING}},
        {STATEMENT_MERGED_ADD, 3, {INTEGER(2), INTEGER(15), INTEGER(18)}},
        {STATEMENT_MODEL_VOTE_ADD,
         9,
         {INTEGER(1), INTEGER(3), INTEGER(1), INTEGER(2), NOTHING, INTEGER(2), NOTHING, INTEGER(5006),
          INTEGER(4)}},
        {STATEMENT_CANDIDATE_SOURCE_KEEP, 4, {INTEGER(3), INTEGER(22), BYTES("dense"), INTEGER(2)}},
        {STATEMENT_JUDGMENT_KEEP, 4, {INTEGER(2), INTEGER(2), INTEGER(18), INTEGER(2)}},
        {STATEMENT_REPAIR_QUESTION_CLEAR, 0, {INTEGER(0)}},
        {STATEMENT_REPAIR_QUESTION, 0, {INTEGER(0)}},
        {STATEMENT_REPAIR_PROGRESS_CLEAR, 0, {INTEGER(0)}},
        {STATEMENT_REPAIR_PROGRESS, 0, {INTEGER(0)}},
        {STATEMENT_QUESTION_SET_BALLOTS_LEFT, 2, {INTEGER(7), INTEGER(77)}},
        {STATEMENT_REPAIR_PRIOR, 0, {INTEGER(0)}},
        {STATEMENT_QUESTION_ADD, 3, {BYTES("q new"), BYTES("What?"), NOTHING}},
        {STATEMENT_QUESTION_ADD, 3, {BYTES("q new"), BYTES("Again?"), NOTHING}},
        {STATEMENT_QUESTION_ADD, 3, {BYTES("q newer"), BYTES("What?"), BYTES("{}")}},
        {STATEMENT_DOCUMENT_ADD, 4, {BYTES("\xff\xfe no UTF-8"), BYTES(""), BYTES("\xc3 cut"), NOTHING}},
        {STATEMENT_DOCUMENT_TITLE, 1, {BYTES("\xff\xfe no UTF-8")}},
        {STATEMENT_CHECK_CONTROL_IDS, 0, {INTEGER(0)}},
        {STATEMENT_DOCUMENT_RENAME, 2, {INTEGER(31), BYTES("a\033[1m\xc2\x9b")}},
        {STATEMENT_CHECK_CONTROL_IDS, 0, {INTEGER(0)}},
        {STATEMENT_CHECK_IDS, 0, {INTEGER(0)}},
    };
    struct arena arena = {0};
    struct both both = open_both(&arena);
    fill_both(&both);
    take_steps(&both);
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        bool has_changed;
        const char *name = statement_names[acts[i].statement];
        compare(&both, name, statement_texts[acts[i].statement], server_text(acts[i].statement),
                acts[i].values, acts[i].n, &has_changed);
        if (has_changed)
            compare_tables(&both, name);
    }
    close_both(&both);
    arena_release(&arena);
}

static int64_t server_integer(PGconn *server, enum statement statement, int64_t value, int n, int *n_rows)
{
    const struct value values[] = {INTEGER(value), INTEGER(value)};
    struct answer_text answer = ask_server(server, NULL, server_text(statement), values, n);
    assert_false(answer.is_refused);
    int64_t first = strtoll(buffer_string(&answer.text), NULL, 10);
    *n_rows = 0;
    for (const char *line = buffer_string(&answer.text); (line = strchr(line, '\n')) != NULL; line++)
        (*n_rows)++;
    buffer_release(&answer.text);
    return first;
}

/* A vote with a lower number that is committed later must be listed, too. */
static void changed_questions_are_listed_whatever_the_order_of_commits(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *vote =
        "INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, elapsed_ms)"
        " SELECT 'slow ' || ballot_id, ballot_id, annotator_id, 1, 5000, 1 FROM ballot WHERE ballot_id = ";
    struct both both = open_both(&arena), other = open_both(&arena);
    int n_rows;
    fill_both(&both);
    PQfinish(other.server);
    other.server = PQconnectdb(arena_format(&arena, "host=%s dbname=%s user=%s", PQhost(both.server),
                                            PQdb(both.server), PQuser(both.server)));
    assert_int_equal(PQstatus(other.server), CONNECTION_OK);
    int64_t mark = server_integer(both.server, STATEMENT_CHANGE_NEWEST, 0, 0, &n_rows);
    server_integer(both.server, STATEMENT_QUESTION_CHANGED_LIST, mark, 2, &n_rows);
    assert_int_equal(n_rows, 0);
    do_on_server(other.server, "BEGIN");
    do_on_server(other.server, arena_format(&arena, "%s 4", vote));
    do_on_server(both.server, arena_format(&arena, "%s 13", vote));
    int64_t later = server_integer(both.server, STATEMENT_CHANGE_NEWEST, 0, 0, &n_rows);
    assert_int_equal(server_integer(both.server, STATEMENT_QUESTION_CHANGED_LIST, mark, 2, &n_rows), 7);
    assert_int_equal(n_rows, 1);
    do_on_server(other.server, "COMMIT");
    assert_int_equal(server_integer(both.server, STATEMENT_QUESTION_CHANGED_LIST, later, 2, &n_rows), 5);
    assert_int_equal(n_rows, 2); /* also the one that was listed before */
    close_both(&both);
    close_both(&other);
    arena_release(&arena);
}

static void temporary_tables_of_a_session_do_not_divert_votes(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct both both = open_both_in(&arena, "lab");
    fill_both(&both);
    do_on_server(both.server, "CREATE TEMP TABLE question AS SELECT * FROM question;"
                              "CREATE TEMP TABLE candidate AS SELECT * FROM candidate;"
                              "CREATE TEMP TABLE progress AS SELECT * FROM progress");
    const char *vote = "INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, elapsed_ms)"
                       " SELECT 'own', ballot_id, annotator_id, 1, 5000, 1 FROM ballot WHERE ballot_id = 4";
    do_on_both(&both, vote);
    do_on_server(both.server, "DROP TABLE pg_temp.question, pg_temp.candidate, pg_temp.progress");
    compare_tables(&both, "voted");
    close_both(&both);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_statements_have_a_separate_text_for_the_server),
        cmocka_unit_test(a_server_accepts_every_statement_meant_for_it),
        cmocka_unit_test(the_hot_statements_use_an_index_of_the_server_too),
        cmocka_unit_test(an_annotators_last_answer_is_found_by_an_index),
        cmocka_unit_test(a_page_of_questions_with_work_is_read_in_the_order_of_its_index),
        cmocka_unit_test(votes_and_undos_leave_the_same_sums_in_file_and_server),
        cmocka_unit_test(file_and_server_return_the_same_rows_in_the_same_order),
        cmocka_unit_test(file_and_server_write_the_same_rows),
        cmocka_unit_test(file_and_server_deal_answer_and_repair_alike),
        cmocka_unit_test(changed_questions_are_listed_whatever_the_order_of_commits),
        cmocka_unit_test(temporary_tables_of_a_session_do_not_divert_votes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
