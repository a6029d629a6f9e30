/*
 * One row for each character that exists in Unicode and in fonts. All letters except these few are left to the
 * notation: an exponent must not become unreadable, nor depend on a font.
 */
#include "tui/text/script.h"

#include "core/base/unicode.h"

#include <unictype.h>

static const struct {
    char32_t base;
    char32_t scripts[2];
} rows[] = {
    {U'0', {U'⁰', U'₀'}}, {U'1', {U'¹', U'₁'}}, {U'2', {U'²', U'₂'}}, {U'3', {U'³', U'₃'}},
    {U'4', {U'⁴', U'₄'}}, {U'5', {U'⁵', U'₅'}}, {U'6', {U'⁶', U'₆'}}, {U'7', {U'⁷', U'₇'}},
    {U'8', {U'⁸', U'₈'}}, {U'9', {U'⁹', U'₉'}}, {U'-', {U'⁻', U'₋'}}, {U'−', {U'⁻', U'₋'}},
    {U'–', {U'⁻', U'₋'}}, {U'+', {U'⁺', U'₊'}}, {U'=', {U'⁼', U'₌'}}, {U'(', {U'⁽', U'₍'}},
    {U')', {U'⁾', U'₎'}}, {U'n', {U'ⁿ', 0}},    {U'i', {U'ⁱ', 0}},    {U'o', {U'º', 0}},
};

enum { ROWS_COUNT = sizeof rows / sizeof *rows };

char32_t script_code(enum script script, char32_t code)
{
    for (size_t i = 0; i < ROWS_COUNT; i++)
        if (rows[i].base == code)
            return rows[i].scripts[script];
    return 0;
}

bool script_is_sub(char32_t code)
{
    return code >= U'₀' && code <= U'₎';
}

char32_t script_base(char32_t code)
{
    bool can_be_super = code == U'²' || code == U'³' || code == U'¹' || (code >= U'⁰' && code <= U'ⁿ');
    for (size_t i = 0; (can_be_super || script_is_sub(code)) && i < ROWS_COUNT; i++)
        if (rows[i].scripts[SCRIPT_SUPER] == code || rows[i].scripts[SCRIPT_SUB] == code)
            return rows[i].base;
    return code;
}

/* --- The form of a text --------------------------------------------------- */

static bool is_digit(char32_t code)
{
    return code >= '0' && code <= '9';
}

/* Only signs, a number in square brackets, or an ordinal ending. */
static bool is_clear(struct bytes text)
{
    static const char *const endings[] = {"st", "nd", "rd", "th"};
    bool has_word = false;
    char32_t code;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (bytes_equal(text, bytes_of(endings[i])))
            return true;
    for (size_t at = 0; at < text.size && !has_word;) {
        at += unicode_decode(text, at, &code);
        has_word = uc_is_alnum(code) || (code < 0x80 && byte_is_white((char)code));
    }
    return !has_word || (bytes_starts_with(text, "[") && bytes_ends_with(text, "]"));
}

enum script_form script_form(enum script script, struct bytes text, bool is_apart)
{
    char32_t code, first = 0;
    bool is_of_unicode = true, is_word = true, is_noted = is_apart;
    for (size_t at = 0, size; at < text.size; at += size) {
        size = unicode_decode(text, at, &code);
        bool is_last = at + size == text.size, is_alnum = uc_is_alnum(code);
        first = at == 0 ? code : first;
        is_of_unicode = is_of_unicode && script_code(script, code) != 0;
        is_word = is_word && is_alnum;
        is_noted = is_noted && (is_alnum || code == '.' || code == ',' || (is_last && code == ')'));
    }
    if (is_of_unicode || (script == SCRIPT_SUB && is_word && is_digit(first)))
        return SCRIPT_OF_UNICODE;
    return is_clear(text) ? SCRIPT_AS_IT_IS : is_noted ? SCRIPT_NOTED : SCRIPT_IN_BRACKETS;
}
