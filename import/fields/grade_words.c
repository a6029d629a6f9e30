#include "import/fields/grade_words.h"

#include "core/base/number.h"

#include <math.h>
#include <string.h>

static const char *the_list;

/*
 * Takes "Exact=2" off the front of a list. Returns false when there is none, or it is not a word and a number.
 */
static bool take_pair(struct bytes *rest, struct bytes *word, double *grade)
{
    struct bytes pair, number;
    if (!bytes_split(*rest, ',', &pair, rest)) {
        pair = *rest;
        *rest = (struct bytes){0};
    }
    if (!bytes_split(pair, '=', word, &number))
        return false;
    *word = bytes_trim(*word);
    return word->size > 0 && number_parse_real(bytes_trim(number), grade) && isfinite(*grade);
}

static bool find_word(const char *list, struct bytes text, double *grade)
{
    struct bytes rest = bytes_of(list), word;
    while (rest.size > 0 && take_pair(&rest, &word, grade)) {
        if (bytes_equal_ignoring_case(word, text))
            return true;
    }
    return false;
}

bool grade_words_choose(const char *list, struct err *err)
{
    struct bytes rest = bytes_of(list != NULL ? list : ""), word, other;
    double grade;
    the_list = list;
    if (list != NULL && rest.size == 0)
        return err_set(err, ERR_USAGE,
                       "--grades is empty; write words and grades, such as Exact=2,Partial=1");
    while (rest.size > 0) {
        const struct bytes before = {.data = list, .size = (size_t)(rest.data - list)};
        if (!take_pair(&rest, &word, &grade))
            return err_set(err, ERR_USAGE,
                           "--grades '%s' is not a list of words and grades; write it like Exact=2,Partial=1",
                           list);
        for (struct bytes earlier = before; earlier.size > 0 && take_pair(&earlier, &other, &grade);) {
            if (bytes_equal_ignoring_case(word, other))
                return err_set(err, ERR_USAGE, "--grades has '%.*s' twice; give each word once",
                               BYTES_FORMAT(word));
        }
    }
    return true;
}

/* Removes the quotation marks of a JSON text. */
static struct bytes without_quotes(struct bytes text)
{
    const bool is_quoted = text.size >= 2 && text.data[0] == '"' && text.data[text.size - 1] == '"';
    return is_quoted ? bytes_slice(text, 1, text.size - 1) : text;
}

bool grade_parse(struct bytes text, double *grade)
{
    if (number_parse_real(text, grade))
        return true;
    text = without_quotes(text);
    if (the_list != NULL && find_word(the_list, text, grade))
        return true;
    *grade = bytes_equal_ignoring_case(text, bytes_of("true"));
    return *grade == 1 || bytes_equal_ignoring_case(text, bytes_of("false"));
}

static bool is_word(struct bytes text)
{
    text = without_quotes(text);
    const char first = text.size > 0 ? (char)(text.data[0] | 0x20) : '\0';
    return first >= 'a' && first <= 'z' && !bytes_equal_ignoring_case(text, bytes_of("nan")) &&
           !bytes_equal_ignoring_case(text, bytes_of("inf"));
}

/* Returns whether a sign stands in it that no number has, such as that of 87 %, 4/5 or 0,5. */
static bool has_other_sign(struct bytes text)
{
    size_t i = 0;
    while (i < text.size && memchr(",%/ ", text.data[i], 4) == NULL)
        i++;
    return i < text.size;
}

const char *number_advice(struct bytes text, bool is_grade)
{
    if (is_grade && is_word(text))
        return "correct or remove the line, or map words to grades, such as --grades Exact=2,Partial=1";
    return has_other_sign(text) ? "write the number alone, with a point for decimals"
                                : "correct or remove the line";
}
