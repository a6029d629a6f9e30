/*
 * The pictures in the README. The last screen that each script NAME.keys (tests/support/script.h) looks at is NAME.svg.
 * `make screenshots` writes them; as a test, this program reports which ones are stale.
 */
#include "tests/support/script.h"

#include "tests/support/svg.h"

#include <stdlib.h>
#include <string.h>

static void look(void *context, const char *theme_name, const struct surface *surface)
{
    struct buffer *svg = context;
    size_t theme;
    struct err err;
    if (!words_choose(&theme_words, "the theme to look at it in", bytes_of(theme_name), &theme, &err))
        fail_msg("%s", err.text);
    buffer_clear(svg);
    svg_add_surface(surface, (enum theme)theme, svg);
}

static void told(void *context, const char *what, struct bytes text)
{
    (void)context, (void)what, (void)text;
}

/* state: the path of the script without its extension. */
static void the_picture_is_what_the_program_shows(void **state)
{
    const char *stem = *state;
    struct arena arena = {0};
    struct buffer svg = {0};
    const struct script_viewer viewer = {.look = look, .told = told, .context = &svg};
    const char *picture_path = arena_format(&arena, "%s.svg", stem);
    script_run(arena_format(&arena, "%s.keys", stem), &viewer);
    const char *picture = script_read_file(&arena, picture_path);
    if (getenv("ASSAY_UPDATE_SCREENS") != NULL)
        script_write_file(picture_path, buffer_bytes(&svg));
    else if (picture == NULL || strcmp(picture, buffer_string(&svg)) != 0)
        fail_msg("%s is stale: `make screenshots` makes it anew; look at it before you commit it",
                 picture_path);
    buffer_release(&svg);
    arena_release(&arena);
}

int main(void)
{
    return script_test_all("screenshots", "tests/screenshots", the_picture_is_what_the_program_shows);
}
