/*
 * Makes the data for measuring search, and measures the floor: SQLite's FTS5 with nothing around it.
 *
 *   bench_search load DOCUMENTS QUESTIONS FOLDER    documents.jsonl with 500 characters each and two more fields, the same
 *                                                   as documents.csv, and questions.jsonl with 8 words each
 *   bench_search index DATABASE FLOOR               inserts the documents of an assay database into a bare index, one by one
 *   bench_search query DATABASE FLOOR               searches the bare index for each question: any of the words, best ten
 *
 * Word frequencies are as in natural language: the n-th most frequent word has a frequency proportional to 1 / n.
 */
#include "core/base/bytes.h"
#include "core/base/random.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VOCABULARY = 200 * 1000, DOCUMENT_SIZE = 500, TITLE_WORDS = 6, QUESTION_WORDS = 8 };

static struct random_source source;

static void add_word(struct buffer *out)
{
    double share = (double)random_below(&source, 1 << 30) / (1 << 30);
    int number = (int)pow(VOCABULARY, share);
    buffer_add_string(out, out->size > 0 ? " x" : "x");
    for (; number > 0; number /= 20)
        buffer_add_byte(out, "bcdfghjklmnprstvwzae"[number % 20]);
}

static void add_words(struct buffer *out, size_t words, size_t size)
{
    buffer_clear(out);
    for (size_t i = 0; i < words || out->size < size; i++)
        add_word(out);
}

static FILE *open_file(const char *folder, const char *name)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        abort();
    return file;
}

static void write_documents(long documents, const char *folder)
{
    struct buffer title = {0}, text = {0}, section = {0};
    FILE *lines = open_file(folder, "documents.jsonl"), *table = open_file(folder, "documents.csv");
    fprintf(table, "id,title,text,section,year\n");
    for (long i = 1; i <= documents; i++) {
        long year = 2000 + i % 25;
        add_words(&title, TITLE_WORDS, 0);
        add_words(&text, 0, DOCUMENT_SIZE);
        add_words(&section, 1, 0);
        fprintf(
            lines,
            "{\"id\": \"d%ld\", \"title\": \"%s\", \"text\": \"%s\", \"section\": \"%s\", \"year\": %ld}\n",
            i, buffer_string(&title), buffer_string(&text), buffer_string(&section), year);
        fprintf(table, "d%ld,%s,%s,%s,%ld\n", i, buffer_string(&title), buffer_string(&text),
                buffer_string(&section), year);
    }
    fclose(lines);
    fclose(table);
    buffer_release(&title);
    buffer_release(&text);
    buffer_release(&section);
}

static void write_load(long documents, long questions, const char *folder)
{
    struct buffer text = {0};
    write_documents(documents, folder);
    FILE *file = open_file(folder, "questions.jsonl");
    for (long i = 1; i <= questions; i++) {
        add_words(&text, QUESTION_WORDS, 0);
        fprintf(file, "{\"id\": \"q%ld\", \"text\": \"%s\"}\n", i, buffer_string(&text));
    }
    fclose(file);
    buffer_release(&text);
}

static void execute(sqlite3 *handle, const char *sql)
{
    if (sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK) {
        fprintf(stderr, "bench_search: %s: %s\n", sql, sqlite3_errmsg(handle));
        exit(1);
    }
}

static sqlite3_stmt *prepare(sqlite3 *handle, const char *sql)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) != SQLITE_OK) {
        fprintf(stderr, "bench_search: %s: %s\n", sql, sqlite3_errmsg(handle));
        exit(1);
    }
    return statement;
}

static sqlite3 *open_both(const char *database, const char *floor_path)
{
    sqlite3 *handle;
    char attach[1000];
    snprintf(attach, sizeof attach, "ATTACH '%s' AS kept", database);
    if (sqlite3_open(floor_path, &handle) != SQLITE_OK)
        abort();
    execute(handle, attach);
    return handle;
}

static void make_index(const char *database, const char *floor_path)
{
    remove(floor_path);
    sqlite3 *handle = open_both(database, floor_path);
    execute(handle, "PRAGMA main.journal_mode = WAL; BEGIN;"
                    "CREATE VIRTUAL TABLE main.words USING"
                    " fts5(title, text, content = '', tokenize = 'porter unicode61 remove_diacritics 2')");
    sqlite3_stmt *read = prepare(handle, "SELECT document_id, title, text FROM kept.document");
    sqlite3_stmt *add = prepare(handle, "INSERT INTO main.words (rowid, title, text) VALUES (?, ?, ?)");
    while (sqlite3_step(read) == SQLITE_ROW) {
        for (int i = 0; i < 3; i++)
            sqlite3_bind_value(add, i + 1, sqlite3_column_value(read, i));
        sqlite3_step(add);
        sqlite3_reset(add);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(add);
    execute(handle, "COMMIT");
    sqlite3_close(handle);
}

static void ask(sqlite3_stmt *find, struct bytes words)
{
    struct buffer query = {0};
    for (struct bytes word; bytes_next_word(&words, &word);)
        buffer_add_format(&query, "%s\"%.*s\"", query.size > 0 ? " OR " : "", BYTES_FORMAT(word));
    sqlite3_bind_text(find, 1, buffer_string(&query), -1, SQLITE_TRANSIENT);
    while (sqlite3_step(find) == SQLITE_ROW)
        continue;
    sqlite3_reset(find);
    buffer_release(&query);
}

static void ask_all(const char *database, const char *floor_path)
{
    sqlite3 *handle = open_both(database, floor_path);
    sqlite3_stmt *read = prepare(handle, "SELECT text FROM kept.question");
    sqlite3_stmt *find =
        prepare(handle, "SELECT rowid, bm25(words, 3, 1) AS score FROM words WHERE words MATCH ?"
                        " ORDER BY score LIMIT 10");
    while (sqlite3_step(read) == SQLITE_ROW)
        ask(find, bytes_of((const char *)sqlite3_column_text(read, 0)));
    sqlite3_finalize(read);
    sqlite3_finalize(find);
    sqlite3_close(handle);
}

int main(int argc, char **argv)
{
    source = random_from(1, 0);
    if (argc == 5 && strcmp(argv[1], "load") == 0)
        write_load(strtol(argv[2], NULL, 10), strtol(argv[3], NULL, 10), argv[4]);
    else if (argc == 4 && strcmp(argv[1], "index") == 0)
        make_index(argv[2], argv[3]);
    else if (argc == 4 && strcmp(argv[1], "query") == 0)
        ask_all(argv[2], argv[3]);
    else
        return 2;
    return 0;
}
