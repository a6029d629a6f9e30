#include "live/setting_value.h"

#include "import/files/file.h"

/* Editors end a file with a line end, which is not part of the value. */
static struct bytes without_last_line_ends(struct bytes text)
{
    while (text.size > 0 && (text.data[text.size - 1] == '\n' || text.data[text.size - 1] == '\r'))
        text.size--;
    return text;
}

bool setting_value_read(enum setting setting, struct bytes given, struct arena *arena, struct bytes *value,
                        struct err *err)
{
    struct file file = {0};
    *value = given;
    if (setting != SETTING_GUIDE || !bytes_starts_with(given, "@"))
        return true;
    const char *path = arena_copy(arena, bytes_from(given, 1)).data;
    bool opened = file_open(&file, path, err);
    if (opened)
        *value = arena_copy(arena, without_last_line_ends(file.bytes));
    file_close(&file);
    if (opened && bytes_trim(bytes_skip_blank_lines(*value)).size == 0)
        return err_set(err, ERR_INPUT,
                       "%s: the file is empty; write into it how to choose (guide '' means no guide)", path);
    return opened;
}
