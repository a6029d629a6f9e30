#include "tests/support/support.h"

#include "core/base/shell_word.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *support_source(struct arena *arena, const char *relative)
{
    const char *root = getenv("SOURCE");
    return arena_format(arena, "%s/%s", root != NULL ? root : ".", relative);
}

const char *support_shell_word(struct arena *arena, const char *text)
{
    struct buffer word = {0};
    shell_word_add(&word, bytes_of(text));
    const char *copy = arena_copy_string(arena, buffer_string(&word));
    buffer_release(&word);
    return copy;
}

const char *support_file(struct arena *arena, const char *name, struct bytes content)
{
    const char *folder = getenv("TMPDIR");
    const char *path = arena_format(arena, "%s/%s", folder != NULL ? folder : "/tmp", name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content.data, 1, content.size, file), content.size);
    assert_int_equal(fclose(file), 0);
    return path;
}

void support_assert_close(double actual, double expected, double tolerance, const char *what,
                          const char *file, int line)
{
    if (fabs(actual - expected) <= tolerance)
        return;
    print_error("%s is %.17g, not %.17g\n", what, actual, expected);
    _fail(file, line);
}

void skip_because(const char *reason)
{
    print_message("# skipped: %s\n", reason);
    skip();
    abort(); /* skip() does not return, but is not declared so */
}
