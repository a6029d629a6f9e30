/*
 * The files are checked while they are read, each over a connection of its own. What is read before a check has ended
 * is not trusted: the rows only wait in temporary tables, and nothing is compared or stored before every file is sound.
 * A damaged file could keep the reader busy for ever, so the first check that fails also stops the reading.
 *
 * A check may see votes that were given after the reading began. That does no harm, because rows are only added.
 */
#include "core/store/upkeep/merging_private.h"

#include "core/store/rights.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/upkeep/check.h"

#include <stdatomic.h>

struct file_check {
    bool has_failed;
    struct err err;
};

/* A file's store, and what watched it before. */
struct guarded_file {
    struct file_checks *checking;
    struct busy_watch before;
};

struct file_checks {
    struct merging *merging;
    bool (*read)(struct merging *merging, struct err *err);
    struct err read_err;
    bool is_read;
    struct file_check *checks;    /* of all files */
    struct guarded_file *watched; /* the same */
    atomic_bool has_found_damage;
};

/* --- In the threads that check -------------------------------------------------------------------- */

static bool is_not_interrupted(void *context, const struct busy_wait *wait)
{
    const struct merge_request *request = context;
    (void)wait;
    return !request->workforce.interrupted();
}

static bool check(struct store *file, const struct merge_request *request, struct err *err)
{
    sqlite_watch_statements(file->db);
    if (!store_begin_reading(file, err))
        return false;
    bool is_sound = check_require_sound(file, request->now, "nothing was merged", err);
    store_end_reading(file);
    return is_sound;
}

static bool open_and_check(const struct merge_request *request, const char *path, struct err *err)
{
    const struct busy_watch watch = {.go_on = is_not_interrupted, .context = (void *)request};
    struct store *file;
    if (!store_has_file(path))
        return err_set(err, ERR_DATABASE, "%s: another program has replaced the file; try again", path);
    if (!store_open_watched(&file, path, STORE_READING, watch, err))
        return false;
    bool is_sound = check(file, request, err);
    store_close(file);
    return is_sound;
}

/* Files on a server were checked before. */
static void check_file(void *context, size_t i)
{
    struct file_checks *checking = context;
    const struct merge_request *request = checking->merging->request;
    struct file_check *file = &checking->checks[i];
    if (store_is_on_server(request->files[i]))
        return;
    file->has_failed = !open_and_check(request, store_path(request->files[i]), &file->err);
    if (file->has_failed)
        checking->has_found_damage = true;
}

/* --- In the caller's thread ------------------------------------------------------------------------- */

static bool is_to_read_on(void *context, const struct busy_wait *wait)
{
    const struct guarded_file *watched = context;
    return !watched->checking->has_found_damage &&
           (watched->before.go_on == NULL || watched->before.go_on(watched->before.context, wait));
}

static void read_all(void *context)
{
    struct file_checks *checking = context;
    checking->is_read = checking->read(checking->merging, &checking->read_err);
}

static bool check_servers(struct merging *merging, struct err *err)
{
    const struct merge_request *request = merging->request;
    bool checked = true;
    for (size_t i = 0; checked && i < request->n_files; i++) {
        struct store *file = request->files[i];
        checked =
            !store_is_on_server(file) || (merging_tell_of(request, store_path(file), 0, 1, err) &&
                                          store_require_all(file, "a merge", err) &&
                                          check_require_sound(file, request->now, "nothing was merged", err));
    }
    return checked;
}

static bool read_beside_checks(struct file_checks *checking, struct err *err)
{
    const struct merge_request *request = checking->merging->request;
    const bool is_done =
        workforce_do_beside(&request->workforce, read_all, request->n_files, check_file, checking);
    const struct err *failure = checking->is_read ? NULL : &checking->read_err;
    for (size_t i = request->n_files; i-- > 0;) {
        const struct file_check *file = &checking->checks[i];
        if (file->has_failed && (failure == NULL || file->err.code != ERR_INTERRUPTED))
            failure = &file->err;
    }
    if (failure != NULL)
        *err = *failure;
    return failure == NULL && (is_done || err_set(err, ERR_INTERRUPTED, "stopped; nothing was written"));
}

bool merging_check_beside(struct merging *merging, bool (*read)(struct merging *merging, struct err *err),
                          struct err *err)
{
    const struct merge_request *request = merging->request;
    struct file_checks checking = {.merging = merging, .read = read};
    checking.checks = arena_get_array(&merging->arena, request->n_files, sizeof *checking.checks);
    checking.watched = arena_get_array(&merging->arena, request->n_files, sizeof *checking.watched);
    if (!check_servers(merging, err))
        return false;
    for (size_t i = 0; i < request->n_files; i++) {
        struct guarded_file *watched = &checking.watched[i];
        const struct busy_watch watch = {.go_on = is_to_read_on, .context = watched};
        watched->checking = &checking;
        watched->before = store_watch_busy(request->files[i], watch);
        if (!store_is_on_server(request->files[i]))
            sqlite_watch_statements(request->files[i]->db);
    }
    bool is_read = read_beside_checks(&checking, err);
    for (size_t i = request->n_files; i-- > 0;)
        store_watch_busy(request->files[i], checking.watched[i].before);
    return is_read;
}
