#include "core/judge/reason.h"

#include "core/base/unicode.h"

static bool check(const struct reason_list *list, struct bytes reason, struct err *err)
{
    if (reason.size == 0)
        return err_set(err, ERR_USAGE,
                       "there is no reason between two commas; write them like 'correct, complete'");
    if (list->n == REASONS_MAX)
        return err_set(err, ERR_USAGE,
                       "at most %d reasons are possible, because each needs a key; leave some out",
                       REASONS_MAX);
    if (reason.size > REASON_SIZE_MAX || unicode_has_control(reason))
        return err_set(err, ERR_USAGE,
                       "a reason is one word or a few words, at most %d bytes long, not '%.*s'",
                       REASON_SIZE_MAX, BYTES_FORMAT(reason));
    for (size_t i = 0; i < list->n; i++) {
        if (bytes_equal_ignoring_case(list->items[i], reason))
            return err_set(err, ERR_USAGE, "the reason '%.*s' is given twice; write it once",
                           BYTES_FORMAT(reason));
    }
    return true;
}

bool reason_list_parse(struct bytes text, struct reason_list *list, struct err *err)
{
    struct bytes rest = bytes_trim(text);
    bool has_more = rest.size > 0;
    *list = (struct reason_list){0};
    while (has_more) {
        struct bytes reason = rest;
        has_more = bytes_split(rest, ',', &reason, &rest);
        reason = bytes_trim(reason);
        if (!check(list, reason, err))
            return false;
        list->items[list->n++] = reason;
    }
    return true;
}

static bool fail_unknown(const struct reason_list *list, struct bytes written, struct err *err)
{
    struct buffer there = {0};
    if (list->n == 0)
        return err_set(
            err, ERR_INPUT,
            "there are no reasons to choose from; set some with `assay set DB reasons 'correct, complete'`");
    for (size_t i = 0; i < list->n; i++) {
        buffer_add_string(&there, i > 0 ? ", " : "");
        unicode_add_visible(&there, list->items[i]);
    }
    err_set(err, ERR_INPUT, "'%.*s' is not a reason; choose one of %s", BYTES_FORMAT(written),
            buffer_string(&there));
    buffer_release(&there);
    return false;
}

bool reason_list_find(const struct reason_list *list, struct bytes written, struct bytes *reason,
                      struct err *err)
{
    for (size_t i = 0; i < list->n; i++) {
        if (bytes_equal_ignoring_case(list->items[i], written)) {
            *reason = list->items[i];
            return true;
        }
    }
    return fail_unknown(list, written, err);
}
