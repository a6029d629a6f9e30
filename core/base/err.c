/*
 * err_set formats into an array of a fixed size. The arguments may be bytes of a hostile file. Therefore the text
 * is formatted first and then made harmless as a whole. Whatever the arguments are, err->text is safe for a
 * terminal and ends with a whole character.
 */
#include "core/base/err.h"

#include "core/base/unicode.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static __attribute__((format(printf, 2, 0))) void format_text(char text[ERR_TEXT_SIZE], const char *format,
                                                              va_list arguments)
{
    struct buffer visible = {0};
    vsnprintf(text, ERR_TEXT_SIZE, format, arguments);
    struct bytes formatted = bytes_of(text);
    bool may_be_cut = formatted.size + 1 == ERR_TEXT_SIZE;
    unicode_add_visible(&visible,
                        bytes_slice(formatted, 0, may_be_cut ? unicode_whole(formatted) : formatted.size));
    size_t size = visible.size < ERR_TEXT_SIZE
                      ? visible.size
                      : unicode_whole(bytes_slice(buffer_bytes(&visible), 0, ERR_TEXT_SIZE - 1));
    memcpy(text, buffer_string(&visible), size);
    text[size] = '\0';
    buffer_release(&visible);
}

bool err_set(struct err *err, enum err_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    err->code = code;
    format_text(err->text, format, arguments);
    va_end(arguments);
    return false;
}

struct err *err_ignored(void)
{
    static _Thread_local struct err ignored;
    return &ignored;
}

struct err *err_if(bool all_worked, struct err *err)
{
    return all_worked ? err : err_ignored();
}

bool err_context(struct err *err, const char *format, ...)
{
    char context[ERR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    format_text(context, format, arguments);
    va_end(arguments);

    char text[ERR_TEXT_SIZE];
    memcpy(text, err->text, sizeof text);
    return err_set(err, err->code, "%s: %s", context, text);
}
