#include "import/text/python_text.h"

#include "core/base/number.h"
#include "core/base/unicode.h"
#include "import/text/json_text.h"

#include <string.h>

/* --- Texts ------------------------------------------------------------------ */

static int hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    digit |= 0x20;
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Reads a code point from the first `n` hex digits. Returns false when they are invalid. */
static bool read_code(struct bytes digits, size_t n, char32_t *code)
{
    enum { LAST = 0x10ffff, FIRST_SURROGATE = 0xd800, LAST_SURROGATE = 0xdfff };
    *code = 0;
    for (size_t i = 0; i < n; i++) {
        const int digit = i < digits.size ? hex_digit(digits.data[i]) : -1;
        if (digit < 0)
            return false;
        *code = *code * 16 + (char32_t)digit;
    }
    return *code <= LAST && !(*code >= FIRST_SURROGATE && *code <= LAST_SURROGATE);
}

/* Decodes the escape after a backslash and takes it off `rest`. */
static void take_escape(struct bytes *rest, struct buffer *out)
{
    static const char letters[] = "nrt\\'\"abfv", meant[] = "\n\r\t\\'\"\a\b\f\v";
    static const struct {
        char letter;
        size_t n_digits;
    } numbers[] = {{'x', 2}, {'u', 4}, {'U', 8}};
    const char letter = rest->size > 0 ? rest->data[0] : '\0';
    const char *found = letter != '\0' ? strchr(letters, letter) : NULL;
    char32_t code;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (letter != numbers[i].letter || !read_code(bytes_from(*rest, 1), numbers[i].n_digits, &code))
            continue;
        unicode_add_code(out, code);
        *rest = bytes_from(*rest, numbers[i].n_digits + 1);
        return;
    }
    buffer_add_byte(out, found != NULL ? meant[found - letters] : '\\');
    *rest = bytes_from(*rest, found != NULL ? 1 : 0);
}

/* --- Values ----------------------------------------------------------------- */

enum { DEPTH_MAX = 64 };

struct python_reading {
    struct bytes rest;
    struct buffer *json;
    size_t depth;
};

static char peek(struct python_reading *reading)
{
    reading->rest = bytes_skip_space(reading->rest);
    return reading->rest.size > 0 ? reading->rest.data[0] : '\0';
}

static bool take_if(struct python_reading *reading, char byte)
{
    const bool is_next = byte != '\0' && peek(reading) == byte;
    if (is_next)
        reading->rest = bytes_from(reading->rest, 1);
    return is_next;
}

/* Adds a text in either of Python's quotation marks. */
static bool add_text(struct python_reading *reading)
{
    struct buffer text = {0};
    const char mark = reading->rest.data[0];
    struct bytes rest = bytes_from(reading->rest, 1);
    while (rest.size > 0 && rest.data[0] != mark) {
        const char first = rest.data[0];
        rest = bytes_from(rest, 1);
        if (first == '\\')
            take_escape(&rest, &text);
        else
            buffer_add_byte(&text, first);
    }
    const bool is_closed = rest.size > 0;
    if (is_closed)
        json_text_add(reading->json, buffer_bytes(&text));
    reading->rest = bytes_from(rest, is_closed);
    buffer_release(&text);
    return is_closed;
}

/* Takes a number, or a name with points in it. */
static struct bytes take_word(struct python_reading *reading)
{
    static const char signs[] = "()[]{},:'\" \t\r\n";
    const struct bytes rest = reading->rest;
    size_t n = 0;
    while (n < rest.size && memchr(signs, rest.data[n], sizeof signs) == NULL)
        n++;
    reading->rest = bytes_from(rest, n);
    return bytes_slice(rest, 0, n);
}

static bool add_value(struct python_reading *reading);

/* Adds the values up to the closing bracket. NumPy writes no commas between them. */
static bool add_elements(struct python_reading *reading, char closing, size_t *n_commas)
{
    bool worked = true;
    for (*n_commas = 0; worked && !take_if(reading, closing);) {
        worked = add_value(reading);
        *n_commas += take_if(reading, ',');
        if (worked && peek(reading) != closing)
            buffer_add_byte(reading->json, ',');
    }
    return worked;
}

/* Adds a list, or a tuple. What is in round brackets without a comma is no tuple. */
static bool add_list(struct python_reading *reading, char closing)
{
    size_t n_commas;
    buffer_add_byte(reading->json, '[');
    const bool worked = add_elements(reading, closing, &n_commas) && (closing != ')' || n_commas > 0);
    buffer_add_byte(reading->json, ']');
    return worked;
}

/* Adds a key. A number becomes a text. */
static bool add_key(struct python_reading *reading)
{
    if (peek(reading) == '\'' || peek(reading) == '"')
        return add_text(reading);
    const struct bytes word = take_word(reading);
    json_text_add(reading->json, word);
    return word.size > 0;
}

static bool add_dict(struct python_reading *reading)
{
    bool worked = true;
    buffer_add_byte(reading->json, '{');
    while (worked && !take_if(reading, '}')) {
        worked = add_key(reading) && take_if(reading, ':');
        if (worked)
            buffer_add_byte(reading->json, ':');
        worked = worked && add_value(reading) && (take_if(reading, ',') || peek(reading) == '}');
        if (worked && peek(reading) != '}')
            buffer_add_byte(reading->json, ',');
    }
    buffer_add_byte(reading->json, '}');
    return worked;
}

static bool add_dict_or_set(struct python_reading *reading)
{
    const struct python_reading before = *reading;
    const size_t size = reading->json->size;
    if (add_dict(reading))
        return true;
    *reading = before;
    reading->json->size = size;
    return add_list(reading, '}');
}

/* Adds the first argument of a call. */
static bool add_call(struct python_reading *reading)
{
    const bool worked = add_value(reading);
    if (!worked || take_if(reading, ')'))
        return worked;
    const char *closing = take_if(reading, ',') ? memchr(reading->rest.data, ')', reading->rest.size) : NULL;
    if (closing != NULL)
        reading->rest = bytes_from(reading->rest, (size_t)(closing - reading->rest.data) + 1);
    return closing != NULL;
}

static bool add_word(struct python_reading *reading)
{
    static const char *const constants[][2] = {
        {"None", "null"}, {"True", "true"},   {"False", "false"},  {"null", "null"}, {"true", "true"},
        {"nan", "NaN"},   {"false", "false"}, {"inf", "Infinity"}, {"NaN", "NaN"},   {"-inf", "-Infinity"},
    };
    const struct bytes word = take_word(reading);
    double number;
    if (number_parse_real(word, &number)) {
        buffer_add(reading->json, word);
        return true;
    }
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (bytes_equal(word, bytes_of(constants[i][0]))) {
            buffer_add_string(reading->json, constants[i][1]);
            return true;
        }
    }
    return word.size > 0 && take_if(reading, '(') && add_call(reading);
}

static bool add_value(struct python_reading *reading)
{
    bool worked = false;
    if (++reading->depth > DEPTH_MAX)
        return false;
    switch (peek(reading)) {
    case '\'':
    case '"':
        worked = add_text(reading);
        break;
    case '[':
        worked = take_if(reading, '[') && add_list(reading, ']');
        break;
    case '(':
        worked = take_if(reading, '(') && add_list(reading, ')');
        break;
    case '{':
        worked = take_if(reading, '{') && add_dict_or_set(reading);
        break;
    default:
        worked = add_word(reading);
    }
    reading->depth--;
    return worked;
}

bool python_text_to_json(struct bytes text, struct arena *arena, struct bytes *json)
{
    struct buffer out = {0};
    struct python_reading reading = {.rest = text, .json = &out};
    const bool worked = add_value(&reading) && peek(&reading) == '\0' && reading.rest.size == 0;
    if (worked)
        *json = arena_copy(arena, buffer_bytes(&out));
    buffer_release(&out);
    return worked;
}
