/*
 * Makes a large database and five runs for the benchmark. The same arguments give the same content.
 *
 *   bench_database QUESTIONS DATABASE RUN…
 *
 * The standard is 100,000 questions. It gives a million documents, ten candidates per question and a million votes of
 * twenty annotators: eight to twelve ballots per question, of the twenty that each question needs. The runs have ten
 * documents for each question. The first two questions have three candidates and no votes. They are dealt first, and
 * the second one has a document of 5 MB. Its words are numbered, so that a program that reads the screen can see
 * whether it was scrolled.
 */
#include "core/base/bytes.h"
#include "core/base/number.h"
#include "core/base/random.h"
#include "core/store/settings.h"
#include "core/store/database/db.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SEED = 4,
    POOL_SIZE = 10,
    POOLED = 6, /* documents of a run for a question that are in its pool; the others come from anywhere */
    LARGE_SIZE = 5000000,
    LARGE_QUESTION = 2,
    QUESTIONS_MAX = 100000,
};

/*
 * The document that is candidate k of question q. The factor and the number of documents are coprime (for any number of
 * questions except multiples of 7). So each document is in one pool, and the other documents of the pool are far from
 * it in the table.
 */
enum { DOCUMENT_STEP = 387401, DOCUMENT_FIRST = 17 };

static _Noreturn void give_up(const char *text)
{
    fprintf(stderr, "bench_database: %s\n", text);
    exit(1);
}

/* --- The database --------------------------------------------------------- */

/* $N: documents, $Q: questions, $STEP and $FIRST: see above, $LARGE: a text. */
static const char *const statements[] = {
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000;"
    "PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = OFF; BEGIN;",

    "INSERT INTO setting (key, value) VALUES ('impressions', '6'), ('order', 'import');",

    "WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < $N)"
    "INSERT INTO document (document_id, docid, title, text)"
    "SELECT i, printf('d%07d', i), printf('Passage %d', i),"
    "       substr('The hose of a vacuum cleaner splits where it is bent most, near the handle. Cut the "
    "split end off"
    " with a sharp knife, warm what is left in hot water and push it back on. A hose that has split twice is "
    "worn"
    " out: order a new one by the number under the motor cover. Filters are rinsed every month and dried for "
    "a day,"
    " and the brush is freed from hair with scissors. The motor smells when the bag is full; it stops by "
    "itself"
    " before it burns, and starts again after an hour.', 1 + i * 31 % 90, 200 + i * 7919 % 200)"
    "  FROM number;",

    "WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < $Q)"
    "INSERT INTO question (question_id, qid, text)"
    "SELECT i, printf('q%06d', i), printf('How do I repair part %d of my vacuum cleaner?', i) FROM number;",

    "CREATE TEMP TABLE pool AS"
    "  WITH RECURSIVE k(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM k WHERE k < 9)"
    "  SELECT question_id, k, 1 + ((10 * (question_id - 1) + k) * $STEP + $FIRST) % $N AS document_id"
    "    FROM question, k WHERE question_id > 2 OR k < 3;"
    "CREATE UNIQUE INDEX temp.pool_place ON pool(question_id, k);"
    "INSERT INTO candidate (question_id, document_id, prior)"
    "SELECT question_id, document_id, 0 FROM pool ORDER BY question_id, document_id;"
    "INSERT INTO candidate_source (question_id, document_id, source, rank, score)"
    "SELECT question_id, document_id, 'bm25', 1 + k, 30 - k FROM pool ORDER BY question_id, document_id;",

    "UPDATE document SET title = 'Everything', text = '$LARGE'"
    " WHERE document_id = (SELECT document_id FROM pool WHERE question_id = 2 AND k = 0);",

    "WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 20)"
    "INSERT INTO annotator (annotator_id, name) SELECT i, printf('annotator%02d', i) FROM number;",

    /* In the order that results if all annotators get the question with the fewest votes. */
    "CREATE TEMP TABLE done AS"
    "  WITH RECURSIVE j(j) AS (SELECT 0 UNION ALL SELECT j + 1 FROM j WHERE j < 11)"
    "  SELECT question_id, j FROM j, question WHERE question_id > 2 AND j < 8 + question_id * 31 % 5"
    "   ORDER BY j, question_id;"
    "INSERT INTO ballot (ballot_id, question_id, deal, annotator_id, dealt_at)"
    "SELECT rowid, question_id, j + 1, 1 + (question_id * 7 + j) % 20, 1700000000000 + rowid * 1000 FROM "
    "temp.done;",

    /* Ten sets by rotating {0, 1, 3}, two more by rotating {0, 2, 5}: no set occurs twice. */
    "INSERT INTO slot (ballot_id, position, document_id)"
    "SELECT done.rowid, 1 + (place.p + j) % 3, document_id"
    "  FROM temp.done,"
    "       (SELECT 0 AS p, 0 AS near, 0 AS far UNION ALL SELECT 1, 1, 2 UNION ALL SELECT 2, 3, 5) AS place"
    "  JOIN pool ON pool.question_id = done.question_id"
    "           AND pool.k = (done.j + CASE WHEN done.j < 10 THEN near ELSE far END) % 10;",

    "INSERT INTO answer (uuid, ballot_id, annotator_id, position, given_at, elapsed_ms)"
    "SELECT printf('%08x-%04x-7%03x-8%03x-%012x', (dealt_at + 900) >> 16, (dealt_at + 900) & 65535,"
    "              ballot_id % 4093, ballot_id % 4091, ballot_id),"
    "       ballot_id, annotator_id,"
    "       CASE WHEN ballot_id * 13 % 10 = 0 THEN NULL ELSE 1 + ballot_id * 7 % 3 END,"
    "       dealt_at + 900, 900 FROM ballot ORDER BY ballot_id;",

    "COMMIT; PRAGMA journal_mode = WAL;",
};

static struct buffer large_text(void)
{
    struct buffer text = {0};
    for (int word = 1; text.size < LARGE_SIZE; word++)
        buffer_add_format(&text, "w%06d%s", word, word % 60 == 0 ? "\n" : " ");
    return text;
}

/* Returns the statement with its placeholders replaced. */
static struct buffer filled(const char *statement, size_t n_questions)
{
    struct buffer sql = {0};
    for (const char *c = statement; *c != '\0';) {
        const char *place = strchr(c, '$');
        size_t size = place != NULL ? (size_t)(place - c) : strlen(c);
        buffer_add(&sql, (struct bytes){.data = c, .size = size});
        c += size;
        if (strncmp(c, "$N", 2) == 0) {
            buffer_add_format(&sql, "%zu", n_questions * POOL_SIZE);
            c += 2;
        } else if (strncmp(c, "$Q", 2) == 0) {
            buffer_add_format(&sql, "%zu", n_questions);
            c += 2;
        } else if (strncmp(c, "$STEP", 5) == 0) {
            buffer_add_format(&sql, "%d", DOCUMENT_STEP);
            c += 5;
        } else if (strncmp(c, "$FIRST", 6) == 0) {
            buffer_add_format(&sql, "%d", DOCUMENT_FIRST);
            c += 6;
        } else if (strncmp(c, "$LARGE", 6) == 0) {
            struct buffer large = large_text();
            buffer_add(&sql, buffer_bytes(&large));
            buffer_release(&large);
            c += 6;
        }
    }
    return sql;
}

static void make_database(const char *path, size_t n_questions)
{
    struct err err;
    struct store *store = NULL;
    struct db *db = NULL;
    unlink(path);
    if (!store_open(&store, path, STORE_CREATE, &err) || !store_begin(store, &err) ||
        !store_commit(store, &err))
        give_up(err.text);
    store_close(store);
    if (!sqlite_open(&db, path, false, &err))
        give_up(err.text);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        struct buffer sql = filled(statements[i], n_questions);
        if (!db_execute(db, buffer_string(&sql), &err))
            give_up(err.text);
        buffer_release(&sql);
    }
    db_close(db);
    if (!store_open(&store, path, STORE_EXISTING, &err) ||
        !setting_put(store, SETTING_IMPRESSIONS, bytes_of("6"), &err))
        give_up(err.text);
    store_close(store);
}

/* --- The runs ------------------------------------------------------------- */

static uint64_t document_of(uint64_t question, uint64_t candidate, size_t n_questions)
{
    return 1 + (((question - 1) * POOL_SIZE + candidate) * DOCUMENT_STEP + DOCUMENT_FIRST) %
                   (n_questions * POOL_SIZE);
}

static bool is_among(const uint64_t *documents, size_t n, uint64_t document)
{
    for (size_t i = 0; i < n; i++)
        if (documents[i] == document)
            return true;
    return false;
}

static void draw_documents(struct random_source *random, uint64_t question, size_t n_questions,
                           uint64_t documents[POOL_SIZE])
{
    for (size_t i = 0; i < POOL_SIZE; i++) {
        do {
            documents[i] = i < POOLED ? document_of(question, random_below(random, POOL_SIZE), n_questions)
                                      : 1 + random_below(random, n_questions * POOL_SIZE);
        } while (is_among(documents, i, documents[i]));
    }
    for (size_t i = POOL_SIZE; i > 1; i--) {
        size_t other = random_below(random, i);
        uint64_t document = documents[i - 1];
        documents[i - 1] = documents[other];
        documents[other] = document;
    }
}

static void make_run(const char *path, uint64_t number, size_t n_questions)
{
    struct random_source random = random_from(SEED, number);
    FILE *run = fopen(path, "w");
    if (run == NULL)
        give_up(path);
    for (uint64_t q = 1; q <= n_questions; q++) {
        uint64_t documents[POOL_SIZE];
        draw_documents(&random, q, n_questions, documents);
        for (size_t i = 0; i < POOL_SIZE; i++)
            fprintf(run, "q%06llu Q0 d%07llu %zu %zu.%06llu run%llu\n", (unsigned long long)q,
                    (unsigned long long)documents[i], i + 1, 30 - i,
                    (unsigned long long)random_below(&random, 1000000), (unsigned long long)number);
    }
    if (fclose(run) != 0)
        give_up(path);
}

int main(int argc, char **argv)
{
    int64_t n_questions;
    if (argc < 3 ||
        !number_parse_integer(bytes_of(argv[1]), LARGE_QUESTION + 1, QUESTIONS_MAX, &n_questions)) {
        fprintf(stderr, "usage: bench_database QUESTIONS DATABASE RUN…, with 3 to %d questions\n",
                QUESTIONS_MAX);
        return 2;
    }
    make_database(argv[2], (size_t)n_questions);
    for (int i = 3; i < argc; i++)
        make_run(argv[i], (uint64_t)i - 2, (size_t)n_questions);
    return 0;
}
