/*
 * If a file has not set a setting that another file has set, its initial value is in force. The setting `journal` is
 * not merged: a journal belongs to one database, and two must not write one.
 */
#include "core/store/upkeep/merging_private.h"

#include "core/store/rows.h"
#include "core/store/settings.h"

#include <stdlib.h>

struct setting_list {
    struct arena arena;
    struct bytes *keys; /* sorted by their bytes, each once */
    size_t n;
};

static bool has_key(const struct setting_list *list, struct bytes key)
{
    for (size_t i = 0; i < list->n; i++) {
        if (bytes_equal(list->keys[i], key))
            return true;
    }
    return false;
}

static int compare_keys(const void *left, const void *right)
{
    return bytes_compare(*(const struct bytes *)left, *(const struct bytes *)right);
}

static bool add_keys_of(struct setting_list *list, struct store *file, struct err *err)
{
    struct query query = query_start(file->db, STATEMENT_SETTING_LIST);
    while (query_next(&query)) {
        struct kept_setting setting = read_kept_setting(&query, &list->arena);
        if (!has_key(list, setting.key) &&
            !bytes_equal(setting.key, bytes_of(setting_rows[SETTING_JOURNAL].key)))
            ARENA_PUSH(&list->arena, list->keys, list->n) = setting.key;
    }
    return query_end(&query, err);
}

static bool list_keys(const struct merge_request *request, struct setting_list *list, struct err *err)
{
    bool listed = true;
    *list = (struct setting_list){0};
    for (size_t i = 0; listed && i < request->n_files; i++)
        listed = add_keys_of(list, request->files[i], err);
    if (list->n > 0)
        qsort(list->keys, list->n, sizeof *list->keys, compare_keys);
    return listed;
}

/* The check of each file has ensured that the key is a setting. */
static bool read_value(struct setting_list *list, struct store *file, struct bytes key, struct bytes *value,
                       struct err *err)
{
    enum setting setting;
    return setting_find(key, &setting, err) && setting_get(file, setting, &list->arena, value, err);
}

static bool names_somebody(struct bytes key)
{
    return bytes_equal(key, bytes_of(setting_rows[SETTING_GOLD].key)) ||
           bytes_equal(key, bytes_of(setting_rows[SETTING_PRACTICE].key));
}

/* Reads the value with the name that an annotator or source has in the new database. */
static bool read_new_value(const struct merging *merging, struct setting_list *list, size_t file,
                           struct bytes key, struct bytes *value, struct err *err)
{
    bool read = read_value(list, merging->request->files[file], key, value, err);
    if (read && names_somebody(key))
        *value = merging_new_name(merging, file, *value);
    return read;
}

static bool compare_setting(struct merging *merging, struct setting_list *list, struct bytes key,
                            struct err *err)
{
    struct store *const *files = merging->request->files;
    struct bytes first, other;
    bool read = read_new_value(merging, list, 0, key, &first, err);
    for (size_t i = 1; read && i < merging->request->n_files; i++) {
        read = read_new_value(merging, list, i, key, &other, err);
        if (read && !bytes_equal(first, other))
            merging_add_difference(merging, "setting %.*s: '%.*s' in %s, '%.*s' in %s", BYTES_FORMAT(key),
                                   BYTES_FORMAT(first), store_path(files[0]), BYTES_FORMAT(other),
                                   store_path(files[i]));
    }
    return read;
}

bool merging_compare_settings(struct merging *merging, struct err *err)
{
    struct setting_list list;
    bool compared = list_keys(merging->request, &list, err);
    for (size_t i = 0; compared && merging->request->n_preferred == 0 && i < list.n; i++)
        compared = compare_setting(merging, &list, list.keys[i], err);
    arena_release(&list.arena);
    return compared;
}

bool merging_put_settings(struct merging *merging, struct err *err)
{
    struct setting_list list;
    struct bytes value;
    bool put = list_keys(merging->request, &list, err);
    for (size_t i = 0; put && i < list.n; i++) {
        const char *key = list.keys[i].data; /* a copy, which is terminated */
        put = read_new_value(merging, &list, 0, list.keys[i], &value, err) &&
              store_put_setting(merging->to, key, value, err);
    }
    arena_release(&list.arena);
    return put;
}
