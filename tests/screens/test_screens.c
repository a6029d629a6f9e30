/*
 * The app as a user sees it. What each script NAME.keys (tests/support/script.h) looks at must equal NAME.screen, in
 * text and styles. With ASSAY_UPDATE_SCREENS=1 the .screen files are rewritten: read them.
 */
#include "tests/support/script.h"
#include "tests/support/surface_dump.h"

#include <stdlib.h>
#include <string.h>

static void look(void *context, const char *heading, const struct surface *surface)
{
    struct buffer *looks = context;
    buffer_add_format(looks, "== %s\n", heading);
    surface_dump(surface, looks);
    if (!surface->has_cursor)
        fail_msg("%s: the cursor stands nowhere", heading);
    if (surface->is_typing)
        buffer_add_format(looks, "cursor in row %d, column %d\n", surface->cursor_row,
                          surface->cursor_column);
}

static void told(void *context, const char *what, struct bytes text)
{
    buffer_add_format(context, "== %s\n", what);
    if (text.size > 0)
        buffer_add_format(context, "%.*s\n", (int)text.size, text.data);
}

/* Fails at the first line that differs. */
static void compare(const char *path, char *expected, char *shown)
{
    const char *heading = "";
    if (expected == NULL)
        fail_msg("%s is missing: make it with ASSAY_UPDATE_SCREENS=1", path);
    for (size_t line = 1;; line++) {
        char *expected_line = strsep(&expected, "\n");
        char *shown_line = strsep(&shown, "\n");
        if (expected_line == NULL && shown_line == NULL)
            return;
        if (expected_line != NULL && strncmp(expected_line, "==", 2) == 0)
            heading = expected_line;
        if (expected_line == NULL || shown_line == NULL || strcmp(expected_line, shown_line) != 0)
            fail_msg("%s:%zu (%s)\n  expected: %s\n  shown:    %s", path, line, heading,
                     expected_line != NULL ? expected_line : "(the end)",
                     shown_line != NULL ? shown_line : "(the end)");
    }
}

/* state: the path of the script without its extension. */
static void script_shows_its_screens(void **state)
{
    const char *stem = *state;
    struct arena arena = {0};
    struct buffer looks = {0};
    const struct script_viewer viewer = {.look = look, .told = told, .context = &looks};
    const char *screen_path = arena_format(&arena, "%s.screen", stem);
    script_run(arena_format(&arena, "%s.keys", stem), &viewer);
    if (getenv("ASSAY_UPDATE_SCREENS") != NULL)
        script_write_file(screen_path, buffer_bytes(&looks));
    else
        compare(screen_path, script_read_file(&arena, screen_path),
                arena_copy_string(&arena, buffer_string(&looks)));
    buffer_release(&looks);
    arena_release(&arena);
}

int main(void)
{
    return script_test_all("screens", "tests/screens", script_shows_its_screens);
}
