/*
 * An error is formatted into an array of a fixed size: so recording one needs nothing that could fail. The
 * arguments may be bytes of a hostile file. The text is therefore formatted as it comes, and then made
 * harmless as a whole: whatever was put in, err->text has no control bytes and ends with a whole character.
 */
#include "core/base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* C0, DEL, and C1 in UTF-8 (C2 80 … C2 9F): what a terminal may obey. */
static void replace_controls(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c != '\0'; c++) {
        if (*c < 0x20 || *c == 0x7f)
            *c = '?';
        else if (c[0] == 0xc2 && c[1] >= 0x80 && c[1] <= 0x9f)
            c[0] = c[1] = '?';
    }
}

/* Takes a character that was cut in two off the end of a full text. */
static void trim_cut_character(char *text)
{
    size_t length = strlen(text);
    if (length + 1 < ERR_TEXT_SIZE)
        return;
    while (length > 0 && ((unsigned char)text[length - 1] & 0xc0) == 0x80)
        length--;
    if (length > 0 && ((unsigned char)text[length - 1] & 0x80) != 0)
        length--;
    text[length] = '\0';
}

static __attribute__((format(printf, 2, 0))) void format_text(char text[ERR_TEXT_SIZE], const char *format,
                                                              va_list arguments)
{
    vsnprintf(text, ERR_TEXT_SIZE, format, arguments);
    replace_controls(text);
    trim_cut_character(text);
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
