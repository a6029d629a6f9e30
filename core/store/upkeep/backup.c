/* The copy is checked as a database of its own, with the usual check: a damaged copy must not replace a sound one. */
#include "core/store/upkeep/backup.h"

#include "core/store/upkeep/check.h"
#include "core/store/upkeep/copy.h"
#include "core/store/content/documents.h"
#include "core/store/content/questions.h"
#include "core/store/rows.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/store_private.h"
#include "core/store/votes/votes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- The existing file -------------------------------------------------------------------------- */

struct comparison_with {
    struct store *store;
    const char *path;
};

static bool fail_to_replace(const struct comparison_with *with, const char *what, struct bytes id,
                            struct err *err)
{
    return err_set(err, ERR_INPUT,
                   "%s: this file has %s that %s does not have, %.*s; name another file, or add --force",
                   with->path, what, store_path(with->store), BYTES_FORMAT(id));
}

static bool has_question(void *context, const struct item *item, struct err *err)
{
    const struct comparison_with *with = context;
    int64_t question_id;
    return store_find_question(with->store, item->id, &question_id, err) &&
           (question_id != 0 || fail_to_replace(with, "a question", item->id, err));
}

static bool has_answer(void *context, const struct answer_row *answer, struct err *err)
{
    const struct comparison_with *with = context;
    struct query query = query_start(with->store->db, STATEMENT_ANSWER_FIND);
    query_bind_bytes(&query, 1, answer->uuid);
    bool is_there = query_next(&query);
    return query_end(&query, err) && (is_there || fail_to_replace(with, "an answer", answer->uuid, err));
}

/* Ends the query, which tells whether the store also has the item. */
static bool require_there(const struct comparison_with *with, struct query *query, const char *what,
                          struct bytes id, struct err *err)
{
    int64_t is_there;
    return query_one_integer(query, 0, &is_there, err) &&
           (is_there != 0 || fail_to_replace(with, what, id, err));
}

static bool has_imports(struct store *earlier, const struct comparison_with *with, struct err *err)
{
    bool has = true;
    struct query list = query_start(earlier->db, STATEMENT_DATED_IMPORT_LIST);
    while (has && query_next(&list)) {
        struct dated_import import = read_dated_import(&list);
        struct query find = query_start(with->store->db, STATEMENT_DATED_IMPORT_FIND);
        query_bind_integer(&find, 1, import.imported_at);
        query_bind_bytes(&find, 2, import.what);
        has = require_there(with, &find, "an import", import.what, err);
    }
    return query_end_visit(&list, has, err);
}

static bool has_model_votes(struct store *earlier, const struct comparison_with *with, struct err *err)
{
    bool has = true;
    struct query list = query_start(earlier->db, STATEMENT_DATED_MODEL_VOTE_LIST);
    while (has && query_next(&list)) {
        struct dated_model_vote vote = read_dated_model_vote(&list);
        struct query find = query_start(with->store->db, STATEMENT_DATED_MODEL_VOTE_FIND);
        query_bind_bytes(&find, 1, vote.model);
        query_bind_bytes(&find, 2, vote.qid);
        query_bind_integer(&find, 3, vote.deal);
        query_bind_integer(&find, 4, vote.given_at);
        has = require_there(with, &find, "a vote of a model", vote.model, err);
    }
    return query_end_visit(&list, has, err);
}

static bool require_earlier(struct store *store, const char *path, struct err *err)
{
    struct comparison_with with = {.store = store, .path = path};
    struct store *earlier = NULL;
    if (!store_open(&earlier, path, STORE_READING, err))
        return err_set(
            err, ERR_INPUT,
            "%s: this file is not a backup that assay can replace; name another file, or add --force", path);
    bool is_earlier = store_visit_questions(earlier, has_question, &with, err) &&
                      store_visit_answers(earlier, has_answer, &with, err) &&
                      has_imports(earlier, &with, err) && has_model_votes(earlier, &with, err);
    store_close(earlier);
    return is_earlier;
}

/*
 * SQLite would use a -wal or -journal with this name as part of the copy. The last program that reads a database
 * removes these files.
 */
static bool require_alone(const char *path, struct err *err)
{
    static const char *const endings[] = {"-wal", "-journal"};
    bool is_alone = true;
    struct buffer beside = {0};
    struct stat status;
    for (size_t i = 0; is_alone && i < sizeof endings / sizeof *endings; i++) {
        buffer_clear(&beside);
        buffer_add_format(&beside, "%s%s", path, endings[i]);
        if (lstat(buffer_string(&beside), &status) == 0)
            is_alone = err_set(err, ERR_INPUT,
                               "%s: a database with this name is in use, or was: %s; name another file", path,
                               buffer_string(&beside));
    }
    buffer_release(&beside);
    return is_alone;
}

static bool may_be_written(struct store *store, const char *path, bool replaces_anything, struct err *err)
{
    struct stat status;
    bool is_there = lstat(path, &status) == 0;
    bool is_empty = is_there && status.st_size == 0;
    if (is_there && !S_ISREG(status.st_mode))
        return err_set(err, ERR_INPUT, "%s: not a file; name a new file", path);
    if (store_has_file(path))
        return err_set(err, ERR_USAGE, "%s: this file belongs to the database itself; name another file",
                       path);
    return (!is_there || is_empty || replaces_anything || require_earlier(store, path, err)) &&
           require_alone(path, err);
}

/* --- The copy ----------------------------------------------------------------------------------- */

/* Makes an empty file beside `path`, with a name of its own, readable by its owner alone. */
static bool make_part(const char *path, struct buffer *part, struct err *err)
{
    buffer_add_format(part, "%s.XXXXXX", path);
    int file = mkostemp(part->data, O_CLOEXEC);
    if (file >= 0)
        close(file);
    else
        err_set(err, ERR_SYSTEM, "%s can't be written: %s", path, strerror(errno));
    return file >= 0;
}

static bool count(struct store *copy, struct backup_counts *counts, struct err *err)
{
    struct query query = query_start(copy->db, STATEMENT_BACKUP_COUNT);
    if (query_next(&query))
        *counts = read_backup_counts(&query);
    return query_end(&query, err);
}

static void pass_over(void *context, struct bytes problem)
{
    (void)context;
    (void)problem;
}

static bool check_copy(const char *part, const char *path, int64_t now, struct backup_counts *counts,
                       struct err *err)
{
    struct store *copy = NULL;
    size_t problems = 0;
    bool checked = store_open(&copy, part, STORE_READING, err) &&
                   store_check(copy, now, pass_over, NULL, &problems, err) && count(copy, counts, err);
    store_close(copy);
    if (checked && problems > 0)
        return err_set(err, ERR_DATABASE, "%s: %zu thing%s wrong; `assay check %s` lists them", path,
                       problems, problems == 1 ? " is" : "s are", path);
    return checked;
}

static bool write_copy(struct store *store, const char *path, int64_t now, struct backup_counts *counts,
                       struct err *err)
{
    struct buffer part = {0};
    bool written = make_part(path, &part, err);
    bool made = written && sqlite_copy_into(store->db, buffer_string(&part), err) &&
                check_copy(buffer_string(&part), store_path(store), now, counts, err) &&
                copy_settle(buffer_string(&part), path, S_IRUSR | S_IWUSR, err);
    if (written && !made)
        copy_discard(buffer_string(&part));
    buffer_release(&part);
    return made || err_context(err, "no backup was made");
}

bool store_backup(struct store *store, const char *path, bool replaces_anything, int64_t now,
                  struct backup_counts *counts, struct err *err)
{
    if (db_is_on_server(store->db))
        return err_set(err, ERR_INPUT,
                       "%s: this database is on a server; back it up there with pg_dump, or make a file of "
                       "it with `assay copy`",
                       store_path(store));
    char *target = realpath(path, NULL); /* a rename would replace a link, not the file */
    const char *resolved = target != NULL ? target : path;
    bool made = may_be_written(store, resolved, replaces_anything, err) &&
                write_copy(store, resolved, now, counts, err);
    free(target);
    return made;
}
