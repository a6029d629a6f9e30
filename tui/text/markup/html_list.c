#include "tui/text/markup/html_list.h"

#include "core/base/number.h"

enum { NUMBER_MAX = 99999 };

static const struct numbering_name {
    const char *type; /* the attribute, in which case matters */
    const char *style;
    const char *also; /* a synonym of `style` */
    enum numeral_kind kind;
} names[] = {
    {"1", "decimal", "decimal", NUMERAL_DECIMAL},
    {"a", "lower-alpha", "lower-latin", NUMERAL_LETTERS},
    {"A", "upper-alpha", "upper-latin", NUMERAL_CAPITALS},
    {"i", "lower-roman", "lower-roman", NUMERAL_ROMAN},
    {"I", "upper-roman", "upper-roman", NUMERAL_ROMAN_CAPITALS},
};

enum { NAMES = sizeof names / sizeof *names };

static void take_type(struct bytes type, enum numeral_kind *kind)
{
    for (size_t i = 0; i < NAMES; i++)
        if (bytes_equal(type, bytes_of(names[i].type)))
            *kind = names[i].kind;
}

/* Reads the words of `list-style-type: lower-alpha`, or of `list-style: lower-alpha inside`. */
static void take_style(struct bytes words, enum numeral_kind *kind)
{
    struct bytes word;
    while (bytes_next_word(&words, &word))
        for (size_t i = 0; i < NAMES; i++)
            if (bytes_equal_ignoring_case(word, bytes_of(names[i].style)) ||
                bytes_equal_ignoring_case(word, bytes_of(names[i].also)))
                *kind = names[i].kind;
}

static void take_styles(struct bytes styles, enum numeral_kind *kind)
{
    struct bytes style, rest, name, words;
    for (; styles.size > 0; styles = rest) {
        if (!bytes_split(styles, ';', &style, &rest)) {
            style = styles;
            rest = (struct bytes){0};
        }
        if (!bytes_split(style, ':', &name, &words))
            continue;
        name = bytes_trim(name);
        if (bytes_equal_ignoring_case(name, bytes_of("list-style-type")) ||
            bytes_equal_ignoring_case(name, bytes_of("list-style")))
            take_style(words, kind);
    }
}

static bool read_number(const struct html_token *tag, const char *attribute, unsigned *number)
{
    struct bytes value;
    int64_t read;
    if (!html_attribute(tag, attribute, &value) || !number_parse_integer(value, 0, NUMBER_MAX, &read))
        return false;
    *number = (unsigned)read;
    return true;
}

struct markup_numbering html_list_numbering(const struct html_token *list)
{
    struct markup_numbering numbering = {.delimiter = '.', .next = 1};
    struct bytes value;
    if (html_attribute(list, "type", &value))
        take_type(value, &numbering.kind);
    if (html_attribute(list, "style", &value))
        take_styles(value, &numbering.kind);
    (void)read_number(list, "start", &numbering.next);
    return numbering;
}

bool html_list_item_number(const struct html_token *item, unsigned *number)
{
    return read_number(item, "value", number);
}
