/*
 * A parameter is a row of the table below: its name, its bit, and the field of the measure; or, if it is not a real
 * number, functions that parse and print it. Parsing only says whether the value is valid. The row has the text for
 * errors that says what is valid.
 */
#include "core/metric/measures/parameter.h"

#include "core/base/number.h"
#include "core/metric/measures/piece.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

/* --- Cutoffs -------------------------------------------------------------- */

const struct cutoff_kind cutoff_kinds[] = {
    [CUTOFF_NONE] = {.what = "cutoff", .example = "10", .letter = "k"},
    [CUTOFF_OPTIONAL] = {.what = "cutoff", .example = "10", .letter = "k"},
    [CUTOFF_REQUIRED] = {.what = "cutoff", .example = "10", .letter = "k", .is_needed = true},
    [CUTOFF_RECALL] = {.what = "recall", .example = "0.1", .letter = "r", .decimals = 2, .is_needed = true},
    [CUTOFF_MULTIPLE] =
        {.what = "multiple of R", .example = "0.2", .letter = "x", .decimals = 2, .is_needed = true},
};

bool cutoff_parse(struct bytes text, struct measure *measure, struct err *err)
{
    const char *name = measure->row->name;
    int64_t whole;
    switch (measure->row->cutoff) {
    case CUTOFF_NONE:
        return err_set(err, ERR_USAGE, "%s takes no cutoff: it looks at the whole ranking", name);
    case CUTOFF_RECALL:
        return (number_parse_real(text, &measure->cutoff) && measure->cutoff >= 0 && measure->cutoff <= 1) ||
               err_set(err, ERR_USAGE, "the recall after %s@ must be a number from 0 to 1", name);
    case CUTOFF_MULTIPLE:
        return (number_parse_real(text, &measure->cutoff) && measure->cutoff > 0 &&
                measure->cutoff <= 1000) ||
               err_set(err, ERR_USAGE, "the multiple of R after %s@ must be a number above 0, up to 1000",
                       name);
    case CUTOFF_OPTIONAL:
    case CUTOFF_REQUIRED:
        break;
    }
    if (!number_parse_integer(text, 1, INT32_MAX, &whole))
        return err_set(err, ERR_USAGE, "the cutoff after %s@ must be a whole number from 1 to %d", name,
                       INT32_MAX);
    measure->cutoff = (double)whole;
    return true;
}

/* --- Parameters ----------------------------------------------------------- */

/* Turns "'exp-log2'" into "exp-log2". */
static struct bytes unquote(struct bytes text)
{
    bool quoted = text.size >= 2 && (text.data[0] == '\'' || text.data[0] == '"') &&
                  text.data[text.size - 1] == text.data[0];
    return quoted ? bytes_slice(text, 1, text.size - 1) : text;
}

static bool parse_max_rel(struct bytes text, struct measure *measure)
{
    int64_t grade;
    bool ok = number_parse_integer(text, 1, MEASURE_EXPONENT_MAX, &grade);
    measure->max_rel = ok ? (double)grade : 0;
    return ok;
}

static bool parse_dcg(struct bytes text, struct measure *measure)
{
    struct bytes name = unquote(text);
    measure->exponential = bytes_equal_ignoring_case(name, bytes_of("exp-log2"));
    return measure->exponential || bytes_equal_ignoring_case(name, bytes_of("log2"));
}

static void add_dcg(const struct measure *measure, struct buffer *text)
{
    buffer_add_string(text, measure->exponential ? "'exp-log2'" : "'log2'");
}

static bool parse_truth(struct bytes text, bool *truth)
{
    *truth = bytes_equal_ignoring_case(text, bytes_of("true"));
    return *truth || bytes_equal_ignoring_case(text, bytes_of("false"));
}

static void add_truth(bool truth, struct buffer *text)
{
    buffer_add_string(text, truth ? "True" : "False");
}

static bool parse_judged_only(struct bytes text, struct measure *measure)
{
    return parse_truth(text, &measure->judged_only);
}

static void add_judged_only(const struct measure *measure, struct buffer *text)
{
    add_truth(measure->judged_only, text);
}

static bool parse_normalize(struct bytes text, struct measure *measure)
{
    return parse_truth(text, &measure->normalize);
}

static void add_normalize(const struct measure *measure, struct buffer *text)
{
    add_truth(measure->normalize, text);
}

/* Parses "{1,-1,0}" or "{1,-1,0,0.01}". */
static bool parse_worth(struct bytes text, struct measure *measure)
{
    if (text.size < 2 || text.data[0] != '{' || text.data[text.size - 1] != '}')
        return false;
    struct bytes rest = bytes_slice(text, 1, text.size - 1);
    struct bytes piece;
    size_t count = 0;
    while (piece_next(&rest, ",", &piece)) {
        if (count == MEASURE_WORTHS || !number_parse_real(piece, &measure->worth[count]) ||
            !isfinite(measure->worth[count]))
            return false;
        count++;
    }
    return count >= MEASURE_WORTHS - 1;
}

static void add_worth(const struct measure *measure, struct buffer *text)
{
    buffer_add_byte(text, '{');
    const size_t n = measure->worth[MEASURE_WORTHS - 1] != 0 ? MEASURE_WORTHS : MEASURE_WORTHS - 1;
    for (size_t i = 0; i < n; i++) {
        buffer_add_string(text, i == 0 ? "" : ",");
        number_add_shortest(text, measure->worth[i]);
    }
    buffer_add_byte(text, '}');
}

/* Parses "{0.2,0.5,0.8}". */
static bool parse_recalls(struct bytes text, struct measure *measure)
{
    if (text.size < 2 || text.data[0] != '{' || text.data[text.size - 1] != '}')
        return false;
    struct bytes rest = bytes_slice(text, 1, text.size - 1);
    struct bytes piece;
    while (piece_next(&rest, ",", &piece)) {
        double recall;
        if (measure->n_recalls == MEASURE_RECALLS_MAX || !number_parse_real(piece, &recall) ||
            !(recall >= 0 && recall <= 1))
            return false;
        measure->recalls[measure->n_recalls++] = recall;
    }
    return measure->n_recalls > 0;
}

static void add_recalls(const struct measure *measure, struct buffer *text)
{
    buffer_add_byte(text, '{');
    for (size_t i = 0; i < measure->n_recalls; i++) {
        buffer_add_string(text, i == 0 ? "" : ",");
        number_add_shortest(text, measure->recalls[i]);
    }
    buffer_add_byte(text, '}');
}

static bool has_gain(const struct measure *measure, double grade)
{
    size_t i = 0;
    while (i < measure->n_gains && measure->gains[i].grade != grade)
        i++;
    return i < measure->n_gains;
}

/* Parses "2:3". */
static bool parse_gain(struct bytes text, struct measure *measure)
{
    struct bytes grade_text;
    double grade;
    double gain;
    if (measure->n_gains == MEASURE_GAINS_MAX || !piece_next(&text, ":", &grade_text))
        return false;
    if (!number_parse_real(grade_text, &grade) || !number_parse_real(bytes_trim(text), &gain))
        return false;
    if (gain < 0 || gain > MEASURE_EXPONENT_MAX || has_gain(measure, grade))
        return false;
    measure->gains[measure->n_gains].grade = grade;
    measure->gains[measure->n_gains].gain = gain;
    measure->n_gains++;
    return true;
}

/* Parses "{2:3,3:7}". */
static bool parse_gains(struct bytes text, struct measure *measure)
{
    if (text.size < 2 || text.data[0] != '{' || text.data[text.size - 1] != '}')
        return false;
    struct bytes rest = bytes_slice(text, 1, text.size - 1);
    struct bytes pair;
    while (piece_next(&rest, ",", &pair)) {
        if (!parse_gain(pair, measure))
            return false;
    }
    return true;
}

static void add_gains(const struct measure *measure, struct buffer *text)
{
    buffer_add_byte(text, '{');
    for (size_t i = 0; i < measure->n_gains; i++) {
        buffer_add_string(text, i == 0 ? "" : ",");
        number_add_shortest(text, measure->gains[i].grade);
        buffer_add_byte(text, ':');
        number_add_shortest(text, measure->gains[i].gain);
    }
    buffer_add_byte(text, '}');
}

/* In the order in which they are printed. A real number has a field of the measure and bounds. */
static const struct parameter {
    const char *name;
    enum measure_parameter bit;
    const char *takes;
    bool (*parse)(struct bytes text, struct measure *measure);       /* NULL: a real number */
    void (*add)(const struct measure *measure, struct buffer *text); /* likewise */
    size_t real;                                                     /* offset of its field */
    double low, high;
    bool is_closed; /* the bounds themselves are valid */
} parameters[] = {
    {
        .name = "p",
        .bit = PARAMETER_P,
        .takes = "a number between 0 and 1",
        .real = offsetof(struct measure, p),
        .high = 1,
    },
    {
        .name = "beta",
        .bit = PARAMETER_BETA,
        .takes = "a number above 0",
        .real = offsetof(struct measure, beta),
        .high = 1e6,
    },
    {
        .name = "alpha",
        .bit = PARAMETER_ALPHA,
        .takes = "a number from 0 to 1",
        .real = offsetof(struct measure, alpha),
        .high = 1,
        .is_closed = true,
    },
    {
        .name = "beta",
        .bit = PARAMETER_PATIENCE,
        .takes = "a number between 0 and 1",
        .real = offsetof(struct measure, patience),
        .high = 1,
    },
    {
        .name = "rel",
        .bit = PARAMETER_REL,
        .takes = "a number above 0",
        .real = offsetof(struct measure, rel),
        .high = INFINITY,
    },
    {
        .name = "T",
        .bit = PARAMETER_T,
        .takes = "a number above 0",
        .real = offsetof(struct measure, goal),
        .high = 1e6,
    },
    {
        .name = "half_life",
        .bit = PARAMETER_HALF_LIFE,
        .takes = "a number above 0",
        .real = offsetof(struct measure, half_life),
        .high = 1e9,
    },
    {
        .name = "words",
        .bit = PARAMETER_WORDS,
        .takes = "a number from 0",
        .real = offsetof(struct measure, words),
        .high = 1e9,
        .is_closed = true,
    },
    {
        .name = "min_rel",
        .bit = PARAMETER_MIN_REL,
        .takes = "a number from 0",
        .real = offsetof(struct measure, min_rel),
        .high = DBL_MAX,
        .is_closed = true,
    },
    {
        .name = "max_rel",
        .bit = PARAMETER_MAX_REL,
        .takes = "a whole number from 1 to 900",
        .parse = parse_max_rel,
        .real = offsetof(struct measure, max_rel),
    },
    {
        .name = "dcg",
        .bit = PARAMETER_DCG,
        .takes = "'log2' or 'exp-log2'",
        .parse = parse_dcg,
        .add = add_dcg,
    },
    {
        .name = "gains",
        .bit = PARAMETER_GAINS,
        .takes = "up to 16 grades, each once, with gains from 0 to 900, as in {2:3,3:7}",
        .parse = parse_gains,
        .add = add_gains,
    },
    {
        .name = "worth",
        .bit = PARAMETER_WORTH,
        .takes = "three numbers or four, as in {1,-1,0}",
        .parse = parse_worth,
        .add = add_worth,
    },
    {
        .name = "recalls",
        .bit = PARAMETER_RECALLS,
        .takes = "up to 16 numbers from 0 to 1, as in {0.2,0.5,0.8}",
        .parse = parse_recalls,
        .add = add_recalls,
    },
    {
        .name = "collection",
        .bit = PARAMETER_COLLECTION,
        .takes = "a number above 0",
        .real = offsetof(struct measure, collection),
        .high = 1e15,
    },
    {
        .name = "normalize",
        .bit = PARAMETER_NORMALIZE,
        .takes = "True or False",
        .parse = parse_normalize,
        .add = add_normalize,
    },
    {
        .name = "judged_only",
        .bit = PARAMETER_JUDGED_ONLY,
        .takes = "True or False",
        .parse = parse_judged_only,
        .add = add_judged_only,
    },
};

enum { N_PARAMETERS = sizeof parameters / sizeof parameters[0] };

static bool parse_real(const struct parameter *parameter, struct bytes text, double *value)
{
    if (!number_parse_real(text, value))
        return false;
    return (*value > parameter->low && *value < parameter->high) ||
           (parameter->is_closed && (*value == parameter->low || *value == parameter->high));
}

static bool parse_value(const struct parameter *parameter, struct bytes text, struct measure *measure)
{
    return parameter->parse != NULL
               ? parameter->parse(text, measure)
               : parse_real(parameter, text, (double *)((char *)measure + parameter->real));
}

static void add_value(const struct parameter *parameter, const struct measure *measure, struct buffer *text)
{
    const double *real = (const double *)((const char *)measure + parameter->real);
    if (parameter->add != NULL)
        parameter->add(measure, text);
    else if (isnan(*real))
        buffer_add_string(text, "None");
    else
        number_add_shortest(text, *real);
}

static const struct parameter *find_parameter(const struct measure_row *row, struct bytes name)
{
    for (size_t i = 0; i < N_PARAMETERS; i++) {
        if ((row->parameters & parameters[i].bit) != 0 && bytes_equal(name, bytes_of(parameters[i].name)))
            return &parameters[i];
    }
    return NULL;
}

static bool fail_unknown_parameter(const struct measure_row *row, struct bytes name, struct err *err)
{
    if (row->parameters == 0)
        return err_set(err, ERR_USAGE, "%s takes no parameters", row->name);
    struct buffer known = {0};
    for (size_t i = 0; i < N_PARAMETERS; i++) {
        if ((row->parameters & parameters[i].bit) != 0)
            buffer_add_format(&known, "%s%s", known.size > 0 ? ", " : "", parameters[i].name);
    }
    err_set(err, ERR_USAGE, "%s takes no parameter '%.*s'; it takes %s", row->name, BYTES_FORMAT(name),
            buffer_string(&known));
    buffer_release(&known);
    return false;
}

static bool is_cutoff(const struct measure_row *row, struct bytes name)
{
    return row->cutoff != CUTOFF_NONE && bytes_equal(name, bytes_of(cutoff_kinds[row->cutoff].what));
}

/* Parses "rel=2". */
static bool parse_parameter(struct bytes text, struct measure *measure, struct err *err)
{
    struct bytes name;
    struct bytes value = text;
    piece_next(&value, "=", &name);
    value = bytes_trim(value);
    if (is_cutoff(measure->row, name))
        return isfinite(measure->cutoff) ? err_set(err, ERR_USAGE, "the cutoff is given twice")
                                         : cutoff_parse(value, measure, err);
    const struct parameter *parameter = find_parameter(measure->row, name);
    if (parameter == NULL)
        return fail_unknown_parameter(measure->row, name, err);
    if ((measure->given & parameter->bit) != 0)
        return err_set(err, ERR_USAGE, "%s is given twice", parameter->name);
    measure->given |= parameter->bit;
    if (!parse_value(parameter, value, measure))
        return err_set(err, ERR_USAGE, "%s takes %s", parameter->name, parameter->takes);
    return true;
}

bool parameters_parse(struct bytes text, struct measure *measure, struct err *err)
{
    struct bytes rest = text;
    struct bytes piece;
    while (piece_next(&rest, ",", &piece)) {
        if (!parse_parameter(piece, measure, err))
            return false;
    }
    const unsigned scale = PARAMETER_MIN_REL | PARAMETER_MAX_REL;
    return (measure->row->parameters & scale) != scale || measure->min_rel < measure->max_rel ||
           err_set(err, ERR_USAGE, "min_rel must be less than max_rel, which is %g unless you give it",
                   measure->max_rel);
}

void parameters_add(const struct measure *measure, unsigned which, const char *separator, struct buffer *text)
{
    const char *before = "";
    for (size_t i = 0; i < N_PARAMETERS; i++) {
        if ((which & parameters[i].bit) != 0) {
            buffer_add_format(text, "%s%s=", before, parameters[i].name);
            add_value(&parameters[i], measure, text);
            before = separator;
        }
    }
}
