#include "core/store/settings.h"

#include "core/base/number.h"
#include "core/metric/measure_name.h"

enum { IMPRESSIONS_MAX = 1000, GUIDE_SIZE_MAX = 64 * 1024 };

static bool accepts_ballot_size(struct bytes value, struct err *err)
{
    int64_t size;
    return number_parse_integer(value, BALLOT_SIZE_MIN, BALLOT_SIZE_MAX, &size) ||
           err_set(err, ERR_USAGE, "ballot_size is 2 or 3, not '%.*s'", BYTES_FORMAT(value));
}

static bool accepts_impressions(struct bytes value, struct err *err)
{
    int64_t impressions;
    return number_parse_integer(value, 1, IMPRESSIONS_MAX, &impressions) ||
           err_set(err, ERR_USAGE, "impressions is a whole number from 1 to %d, not '%.*s'", IMPRESSIONS_MAX,
                   BYTES_FORMAT(value));
}

static bool accepts_guide(struct bytes value, struct err *err)
{
    return value.size <= GUIDE_SIZE_MAX ||
           err_set(err, ERR_USAGE, "guide is a text of at most %d bytes, this one has %zu", GUIDE_SIZE_MAX,
                   value.size);
}

static bool accepts_measures(struct bytes value, struct err *err)
{
    struct measure_list measures = {0};
    bool accepted = measure_list_parse(value, &measures, err);
    measure_list_release(&measures);
    return accepted;
}

static bool accepts_blind(struct bytes value, struct err *err)
{
    int64_t blind;
    return number_parse_integer(value, 0, 1, &blind) ||
           err_set(err, ERR_USAGE, "blind is 1 or 0, not '%.*s'", BYTES_FORMAT(value));
}

static const char *const format_words[] = {
    [FORMAT_AUTO] = "auto",
    [FORMAT_MARKDOWN] = "markdown",
    [FORMAT_PLAIN] = "plain",
};

static bool parse_format(struct bytes value, enum document_format *format)
{
    for (size_t i = 0; i < sizeof format_words / sizeof *format_words; i++) {
        if (bytes_equal(value, bytes_of(format_words[i]))) {
            *format = (enum document_format)i;
            return true;
        }
    }
    return false;
}

static bool accepts_format(struct bytes value, struct err *err)
{
    enum document_format format;
    return parse_format(value, &format) ||
           err_set(err, ERR_USAGE, "format is auto, markdown or plain, not '%.*s'", BYTES_FORMAT(value));
}

const struct setting_row setting_rows[SETTING_COUNT] = {
    [SETTING_BALLOT_SIZE] = {.key = "ballot_size",
                             .initial = "3",
                             .takes = "2 or 3",
                             .help = "documents shown together on a ballot",
                             .accepts = accepts_ballot_size,
                             .changes_targets = true},
    [SETTING_IMPRESSIONS] = {.key = "impressions",
                             .initial = "3",
                             .takes = "1 to 1000",
                             .help = "ballots that each candidate is to stand on",
                             .accepts = accepts_impressions,
                             .changes_targets = true},
    [SETTING_GUIDE] = {.key = "guide",
                       .initial = "Choose the document that is most relevant to the question. Compare "
                                  "correctness first, then information density, then level of detail. "
                                  "Choose none if no document answers the question.",
                       .takes = "text",
                       .help = "what annotators are told to look for",
                       .accepts = accepts_guide},
    [SETTING_MEASURES] = {.key = "measures",
                          .initial = MEASURES_DEFAULT,
                          .takes = "a list such as nDCG@10,RR@10",
                          .help = "measures of the live scores",
                          .accepts = accepts_measures},
    [SETTING_BLIND] = {.key = "blind",
                       .initial = "1",
                       .takes = "1 or 0",
                       .help = "with 1 annotators see no docids, priors and sources",
                       .accepts = accepts_blind},
    [SETTING_FORMAT] = {.key = "format",
                        .initial = "auto",
                        .takes = "auto, markdown or plain",
                        .help = "what the texts of documents are",
                        .accepts = accepts_format},
};

bool setting_find(struct bytes key, enum setting *setting, struct err *err)
{
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        if (bytes_equal(key, bytes_of(setting_rows[i].key))) {
            *setting = (enum setting)i;
            return true;
        }
    }
    struct buffer keys = {0};
    for (size_t i = 0; i < SETTING_COUNT; i++)
        buffer_add_format(&keys, "%s%s", i == 0 ? "" : ", ", setting_rows[i].key);
    err_set(err, ERR_USAGE, "there is no setting '%.*s'; there are %s", BYTES_FORMAT(key),
            buffer_string(&keys));
    buffer_release(&keys);
    return false;
}

bool setting_get(struct store *store, enum setting setting, struct arena *arena, struct bytes *value,
                 struct err *err)
{
    bool found;
    if (!store_get_setting(store, setting_rows[setting].key, arena, value, &found, err))
        return false;
    if (!found)
        *value = bytes_of(setting_rows[setting].initial);
    return true;
}

bool setting_get_integer(struct store *store, enum setting setting, int64_t *value, struct err *err)
{
    struct arena arena = {0};
    struct bytes text;
    bool worked = setting_get(store, setting, &arena, &text, err);
    if (worked && !number_parse_integer(text, INT64_MIN, INT64_MAX, value))
        worked = err_set(err, ERR_DATABASE,
                         "%s: the setting %s is '%.*s', not a number; set it again with `assay set`",
                         store_path(store), setting_rows[setting].key, BYTES_FORMAT(text));
    arena_release(&arena);
    return worked;
}

bool setting_get_format(struct store *store, enum document_format *format, struct err *err)
{
    struct arena arena = {0};
    struct bytes value;
    bool worked = setting_get(store, SETTING_FORMAT, &arena, &value, err);
    if (worked && !parse_format(value, format))
        worked = err_set(err, ERR_DATABASE, "%s: the setting format is '%.*s'; set it again with `assay set`",
                         store_path(store), BYTES_FORMAT(value));
    arena_release(&arena);
    return worked;
}

bool settings_apply(struct store *store, struct err *err)
{
    int64_t ballot_size, impressions;
    return setting_get_integer(store, SETTING_BALLOT_SIZE, &ballot_size, err) &&
           setting_get_integer(store, SETTING_IMPRESSIONS, &impressions, err) &&
           store_refresh_targets(store, (size_t)ballot_size, impressions, err);
}

bool setting_put(struct store *store, enum setting setting, struct bytes value, struct err *err)
{
    const struct setting_row *row = &setting_rows[setting];
    if (!row->accepts(value, err) || !store_begin(store, err))
        return false;
    if (store_put_setting(store, row->key, value, err) &&
        (!row->changes_targets || settings_apply(store, err)) && store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}
