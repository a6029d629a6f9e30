#include "tui/text/decisive_words.h"

#include "core/base/search.h"

/* Sorted by bytes. */
static const char *const decisive_words[] = {
    "always",    "annually", "april",    "august",   "billion",   "cannot",    "cm",         "daily",
    "day",       "days",     "december", "degree",   "degrees",   "dollar",    "dollars",    "eight",
    "eighteen",  "eighty",   "eleven",   "euro",     "euros",     "except",    "excluded",   "february",
    "fifteen",   "fifth",    "fifty",    "first",    "five",      "forbidden", "forty",      "four",
    "fourteen",  "fourth",   "friday",   "geen",     "gram",      "grams",     "half",       "hour",
    "hours",     "hundred",  "inch",     "inches",   "jamais",    "january",   "july",       "june",
    "kein",      "keine",    "kg",       "kilogram", "kilograms", "km",        "liter",      "liters",
    "litre",     "litres",   "march",    "meter",    "meters",    "metre",     "metres",     "mg",
    "million",   "minute",   "minutes",  "ml",       "mm",        "monday",    "month",      "monthly",
    "months",    "must",     "neither",  "never",    "nicht",     "nie",       "niemals",    "niet",
    "nine",      "nineteen", "ninety",   "no",       "nobody",    "non",       "none",       "nor",
    "not",       "nothing",  "november", "nunca",    "não",       "october",   "ohne",       "once",
    "one",       "only",     "pas",      "percent",  "pound",     "pounds",    "prohibited", "quarter",
    "sans",      "saturday", "second",   "seconds",  "sem",       "senza",     "september",  "seven",
    "seventeen", "seventy",  "sin",      "six",      "sixteen",   "sixty",     "sunday",     "ten",
    "third",     "thirteen", "thirty",   "thousand", "three",     "thursday",  "tuesday",    "twelve",
    "twenty",    "twice",    "two",      "unless",   "volt",      "volts",     "watt",       "watts",
    "wednesday", "week",     "weekly",   "weeks",    "without",   "year",      "yearly",     "years",
    "zonder",
};

enum { N_WORDS = sizeof decisive_words / sizeof *decisive_words, WORD_SIZE_MAX = 16 };

static bool has_digit(struct bytes word)
{
    bool has = false;
    for (size_t i = 0; i < word.size; i++)
        has = has || (word.data[i] >= '0' && word.data[i] <= '9');
    return has;
}

static bool is_in_capitals(struct bytes word)
{
    bool is = word.size >= 2;
    for (size_t i = 0; i < word.size; i++)
        is = is && word.data[i] >= 'A' && word.data[i] <= 'Z';
    return is;
}

static bool is_listed(struct bytes word)
{
    char letters[WORD_SIZE_MAX];
    size_t at;
    if (word.size > WORD_SIZE_MAX)
        return false;
    for (size_t i = 0; i < word.size; i++)
        letters[i] =
            (char)(word.data[i] >= 'A' && word.data[i] <= 'Z' ? word.data[i] + ('a' - 'A') : word.data[i]);
    struct bytes lower = {letters, word.size};
    LOWER_BOUND(at, N_WORDS, bytes_compare(bytes_of(decisive_words[at]), lower) < 0);
    return at < N_WORDS && bytes_equal(bytes_of(decisive_words[at]), lower);
}

bool word_is_decisive(struct bytes word)
{
    return has_digit(word) || is_in_capitals(word) || is_listed(word);
}
