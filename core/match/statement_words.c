#include "core/match/statement_words.h"

#include <math.h>
#include <string.h>

#define N_OF(array) (sizeof(array) / sizeof *(array))

static bool is_one_of(struct bytes word, const char *const words[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bytes_equal_ignoring_case(word, bytes_of(words[i])))
            return true;
    return false;
}

/*
 * "forbidden" means "not allowed", so each counts as one negation. "nor" is missing, because "neither … nor" is one
 * negation.
 */
static const char *const negations[] = {
    "not",        "no",        "never",      "neither", "none",    "without", "cannot", "nobody", "nothing",
    "nowhere",    "forbidden", "prohibited", "unless",  "nicht",   "kein",    "keine",  "keinen", "keinem",
    "keiner",     "keines",    "nie",        "niemals", "niemand", "ohne",    "weder",  "nichts", "verboten",
    "unzulässig", "pas",       "jamais",     "aucun",   "aucune",  "sans",    "nunca",  "jamás",  "ningún",
    "ninguna",    "senza",     "mai",        "nessun",  "nessuna", "niet",    "geen",   "nooit",  "zonder",
};

/* Accepts "don't" and "don’t". */
bool word_is_negation(struct bytes word)
{
    return is_one_of(word, negations, N_OF(negations)) || bytes_ends_with(word, "n't") ||
           bytes_ends_with(word, "n\xe2\x80\x99t");
}

static const char *const units[] = {
    "mm",      "cm",      "dm",       "m",       "km",      "g",       "mg",      "kg",     "µg",
    "μg",      "mcg",     "t",        "l",       "ml",      "dl",      "cl",      "s",      "ms",
    "min",     "h",       "hr",       "hrs",     "v",       "kv",      "mv",      "a",      "ma",
    "w",       "kw",      "mw",       "hz",      "khz",     "mhz",     "ghz",     "pa",     "kpa",
    "mpa",     "bar",     "mbar",     "psi",     "k",       "c",       "f",       "kb",     "mb",
    "gb",      "tb",      "kib",      "mib",     "gib",     "second",  "seconds", "minute", "minutes",
    "hour",    "hours",   "day",      "days",    "week",    "weeks",   "month",   "months", "year",
    "years",   "sekunde", "sekunden", "minuten", "stunde",  "stunden", "tag",     "tage",   "tagen",
    "woche",   "wochen",  "monat",    "monate",  "monaten", "jahr",    "jahre",   "jahren", "percent",
    "prozent", "eur",     "usd",      "euro",    "euros",   "dollars", "inch",    "inches", "feet",
    "miles",   "meters",  "metres",   "volt",    "volts",   "watt",    "watts",   "liter",  "litre",
    "litres",  "liters",  "gram",     "grams",
};

bool word_is_unit(struct bytes word)
{
    return is_one_of(word, units, N_OF(units));
}

/* Groups of units that can be converted into each other: time, longer time, length, mass, volume. */
enum dimension { DIMENSION_TIME, DIMENSION_MONTHS, DIMENSION_LENGTH, DIMENSION_MASS, DIMENSION_VOLUME };

static const struct {
    const char *words[6];
    enum dimension dimension;
    double size;
} sizes[] = {
    {{"s", "second", "seconds", "sekunde", "sekunden"}, DIMENSION_TIME, 1},
    {{"min", "minute", "minutes", "minuten"}, DIMENSION_TIME, 60},
    {{"h", "hr", "hour", "hours", "stunde", "stunden"}, DIMENSION_TIME, 3600},
    {{"day", "days", "tag", "tage", "tagen"}, DIMENSION_TIME, 86400},
    {{"week", "weeks", "woche", "wochen"}, DIMENSION_TIME, 604800},
    {{"month", "months", "monat", "monate", "monaten"}, DIMENSION_MONTHS, 1},
    {{"year", "years", "jahr", "jahre", "jahren"}, DIMENSION_MONTHS, 12},
    {{"mm"}, DIMENSION_LENGTH, 1},
    {{"cm"}, DIMENSION_LENGTH, 10},
    {{"m", "meters", "metres"}, DIMENSION_LENGTH, 1000},
    {{"km"}, DIMENSION_LENGTH, 1000000},
    {{"µg", "μg", "mcg"}, DIMENSION_MASS, 1},
    {{"mg"}, DIMENSION_MASS, 1000},
    {{"g", "gram", "grams"}, DIMENSION_MASS, 1000000},
    {{"kg"}, DIMENSION_MASS, 1000000000},
    {{"ml"}, DIMENSION_VOLUME, 1},
    {{"cl"}, DIMENSION_VOLUME, 10},
    {{"dl"}, DIMENSION_VOLUME, 100},
    {{"l", "liter", "litre", "liters", "litres"}, DIMENSION_VOLUME, 1000},
};

/* Returns N_OF(sizes) if the size of the unit is unknown. */
static size_t size_of_unit(struct bytes unit)
{
    size_t i = 0;
    for (; i < N_OF(sizes); i++)
        for (size_t k = 0; k < N_OF(sizes[i].words) && sizes[i].words[k] != NULL; k++)
            if (bytes_equal_ignoring_case(unit, bytes_of(sizes[i].words[k])))
                return i;
    return i;
}

bool amounts_are_equal(double a, struct bytes unit_a, double b, struct bytes unit_b)
{
    const size_t one = size_of_unit(unit_a), two = size_of_unit(unit_b);
    return one < N_OF(sizes) && two < N_OF(sizes) && sizes[one].dimension == sizes[two].dimension &&
           fabs(a * sizes[one].size - b * sizes[two].size) < 1e-9 * fabs(a * sizes[one].size);
}

static const struct {
    const char *word;
    double value;
} numbers[] = {
    {"two", 2},       {"three", 3},    {"four", 4},     {"five", 5},     {"six", 6},      {"seven", 7},
    {"eight", 8},     {"nine", 9},     {"ten", 10},     {"eleven", 11},  {"twelve", 12},  {"fifteen", 15},
    {"twenty", 20},   {"thirty", 30},  {"forty", 40},   {"fifty", 50},   {"sixty", 60},   {"ninety", 90},
    {"hundred", 100}, {"zwei", 2},     {"drei", 3},     {"vier", 4},     {"fünf", 5},     {"sechs", 6},
    {"sieben", 7},    {"acht", 8},     {"neun", 9},     {"zehn", 10},    {"elf", 11},     {"zwölf", 12},
    {"zwanzig", 20},  {"dreißig", 30}, {"vierzig", 40}, {"fünfzig", 50}, {"sechzig", 60}, {"hundert", 100},
};

bool word_is_spelled_number(struct bytes word, double *value)
{
    for (size_t i = 0; i < N_OF(numbers); i++) {
        if (!bytes_equal_ignoring_case(word, bytes_of(numbers[i].word)))
            continue;
        *value = numbers[i].value;
        return true;
    }
    return false;
}

static const char *const opposites[][2] = {
    {"open", "close"},
    {"opened", "closed"},
    {"on", "off"},
    {"before", "after"},
    {"above", "below"},
    {"over", "under"},
    {"left", "right"},
    {"up", "down"},
    {"increase", "decrease"},
    {"increases", "decreases"},
    {"minimum", "maximum"},
    {"min", "max"},
    {"least", "most"},
    {"first", "last"},
    {"with", "without"},
    {"allowed", "forbidden"},
    {"permitted", "prohibited"},
    {"enable", "disable"},
    {"enabled", "disabled"},
    {"include", "exclude"},
    {"includes", "excludes"},
    {"included", "excluded"},
    {"true", "false"},
    {"yes", "no"},
    {"all", "none"},
    {"always", "never"},
    {"higher", "lower"},
    {"more", "less"},
    {"hot", "cold"},
    {"wet", "dry"},
    {"clockwise", "counterclockwise"},
    {"internal", "external"},
    {"lock", "unlock"},
    {"vor", "nach"},
    {"über", "unter"},
    {"oben", "unten"},
    {"links", "rechts"},
    {"öffnen", "schließen"},
    {"mit", "ohne"},
    {"ein", "aus"},
    {"erhöhen", "senken"},
    {"mindestens", "höchstens"},
    {"ja", "nein"},
    {"immer", "nie"},
    {"alle", "keine"},
};

static const char *const denying_prefixes[] = {"un", "in", "im", "ir", "il", "non", "dis", "non-", "nicht"};

static bool denies(struct bytes word, struct bytes denied)
{
    for (size_t i = 0; i < N_OF(denying_prefixes); i++) {
        const size_t size = strlen(denying_prefixes[i]);
        if (denied.size > 3 && word.size == size + denied.size &&
            bytes_equal_ignoring_case(bytes_slice(word, 0, size), bytes_of(denying_prefixes[i])) &&
            bytes_equal_ignoring_case(bytes_from(word, size), denied))
            return true;
    }
    return false;
}

bool words_are_opposites(struct bytes a, struct bytes b)
{
    for (size_t i = 0; i < N_OF(opposites); i++)
        for (size_t k = 0; k < 2; k++)
            if (bytes_equal_ignoring_case(a, bytes_of(opposites[i][k])) &&
                bytes_equal_ignoring_case(b, bytes_of(opposites[i][1 - k])))
                return true;
    return denies(a, b) || denies(b, a);
}

static const char *const reference_words[] = {
    "figure",  "fig",       "figs",   "table",     "section", "sec",      "sect",    "chapter",
    "page",    "pages",     "p",      "pp",        "annex",   "appendix", "item",    "reference",
    "ref",     "paragraph", "clause", "abbildung", "abb",     "bild",     "tabelle", "tab",
    "kapitel", "abschnitt", "seite",  "seiten",    "anhang",  "ziffer",
};

static const char *const version_words[] = {
    "version", "versions", "rev",     "revision", "edition", "release",  "issue",   "updated",  "copyright",
    "stand",   "fassung",  "ausgabe", "auflage",  "v",       "modified", "printed", "geändert",
};

bool word_precedes_version(struct bytes word)
{
    return is_one_of(word, version_words, N_OF(version_words));
}

bool word_precedes_reference(struct bytes word)
{
    return is_one_of(word, reference_words, N_OF(reference_words)) || word_precedes_version(word);
}
