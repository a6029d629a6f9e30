/*
 * The log has a command as it was typed, followed by the change it made: " (impressions: 3 → 7)". The change is parsed
 * from the end. This works because a key has no colon, and changes whose values have an arrow, a bracket or a line end
 * are not noted.
 */
#include "core/store/setting_changes.h"

#include "core/store/log.h"

#include <string.h>

static const char arrow[] = " → ";

static bool can_be_noted(struct bytes value)
{
    return !bytes_contains(value, arrow) &&
           (value.size == 0 ||
            (memchr(value.data, '\n', value.size) == NULL && memchr(value.data, '(', value.size) == NULL));
}

void setting_change_add(enum setting setting, struct bytes before, struct bytes after, struct buffer *text)
{
    if (bytes_equal(before, after) || !can_be_noted(before) || !can_be_noted(after))
        return;
    buffer_add_format(text, " (%s: ", setting_rows[setting].key);
    buffer_add(text, before);
    buffer_add_string(text, arrow);
    buffer_add(text, after);
    buffer_add_byte(text, ')');
}

/* Finds the content of the last " (KEY: …)" of the setting; false: there is none. */
static bool find_note(struct bytes what, enum setting setting, struct bytes *note)
{
    struct buffer begin = {0};
    bool found = false;
    buffer_add_format(&begin, " (%s: ", setting_rows[setting].key);
    for (size_t i = what.size; !found && i-- > 0;) {
        found = bytes_starts_with(bytes_from(what, i), buffer_string(&begin));
        if (found)
            *note = bytes_slice(what, i + begin.size, what.size - 1);
    }
    buffer_release(&begin);
    return found;
}

static bool read_change(const struct logged *event, struct setting_change *change)
{
    struct bytes note;
    if (!bytes_starts_with(event->what, "set ") || !bytes_ends_with(event->what, ")"))
        return false;
    for (int i = 0; i < SETTING_COUNT; i++) {
        if (!find_note(event->what, (enum setting)i, &note))
            continue;
        const char *at = memmem(note.data, note.size, arrow, strlen(arrow));
        if (at == NULL)
            continue;
        const size_t before = (size_t)(at - note.data);
        *change = (struct setting_change){.at = event->at,
                                          .who = event->who,
                                          .setting = (enum setting)i,
                                          .before = bytes_slice(note, 0, before),
                                          .after = bytes_from(note, before + strlen(arrow))};
        return true;
    }
    return false;
}

bool store_list_setting_changes(struct store *store, size_t most, struct arena *arena,
                                struct setting_change **changes, size_t *n, struct err *err)
{
    struct logged *events;
    struct setting_change change;
    size_t n_events;
    *changes = NULL;
    *n = 0;
    if (!store_list_log(store, arena, &events, &n_events, err))
        return false;
    while (n_events > 0 && *n < most)
        if (read_change(&events[--n_events], &change))
            ARENA_PUSH(arena, *changes, *n) = change;
    return true;
}
