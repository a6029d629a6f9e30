/*
 * A measure is parsed in three steps. Its text is split into name, parameters and cutoff. The name finds the row of
 * the table, whose columns say which cutoff and parameters are allowed. Those are parsed into the measure. Printing
 * works the other way round. One exception are the names of trec_eval that contain a cutoff ("ndcg_cut_10"): there,
 * finding the row also finds the cutoff.
 */
#include "core/metric/measures/measure_name.h"

#include "core/base/memory.h"
#include "core/base/nearest.h"
#include "core/base/number.h"
#include "core/metric/measures/parameter.h"
#include "core/metric/measures/piece.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- Cutoffs -------------------------------------------------------------- */

static bool has_cutoff(const struct measure *measure)
{
    return isfinite(measure->cutoff);
}

static bool check_cutoff_given(const struct measure *measure, struct err *err)
{
    const struct measure_row *row = measure->row;
    const struct cutoff_kind *kind = &cutoff_kinds[row->cutoff];
    return has_cutoff(measure) || !kind->is_needed ||
           err_set(err, ERR_USAGE, "%s needs a %s, as in %s@%s", row->name, kind->what, row->name,
                   kind->example);
}

/* The worth of all other documents needs the size of the collection, which neither runs nor judgments contain. */
static bool check_collection_given(const struct measure *measure, struct err *err)
{
    return measure->worth[MEASURE_WORTHS - 1] == 0 || (measure->given & PARAMETER_COLLECTION) != 0 ||
           err_set(err, ERR_USAGE,
                   "a fourth worth needs the number of documents in the collection, as in "
                   "%s(worth={1,-1,0,0.01},collection=1000000)",
                   measure->row->name);
}

/* --- Names ---------------------------------------------------------------- */

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

/* "hit_rate", "hit-rate" and "Hit Rate" are HitRate: nobody needs to remember how the words of a name are joined. */
static struct bytes without_joints(struct bytes name)
{
    while (name.size > 0 && (name.data[0] == '_' || name.data[0] == '-' || is_blank(name.data[0])))
        name = bytes_from(name, 1);
    return name;
}

static bool is_name(const char *known, struct bytes name)
{
    if (known == NULL)
        return false;
    struct bytes rest = without_joints(bytes_of(known));
    name = without_joints(name);
    while (rest.size > 0 && name.size > 0 &&
           bytes_equal_ignoring_case(bytes_slice(rest, 0, 1), bytes_slice(name, 0, 1))) {
        rest = without_joints(bytes_from(rest, 1));
        name = without_joints(bytes_from(name, 1));
    }
    return rest.size == 0 && name.size == 0;
}

/* Accepts "ndcg_cut_10", or "ndcg_cut.10" as in trec_eval's options; "P_IA" does not match P_. */
static bool has_stem(struct bytes name, const char *stem)
{
    size_t joint = strlen(stem) - 1;
    return name.size > joint + 1 && (name.data[joint] == '_' || name.data[joint] == '.') &&
           strchr("+-.0123456789", name.data[joint + 1]) != NULL &&
           bytes_equal_ignoring_case(bytes_slice(name, 0, joint), bytes_slice(bytes_of(stem), 0, joint));
}

static bool has_alias(const struct measure_row *row, struct bytes name)
{
    for (size_t i = 0; row->aliases[i] != NULL; i++) {
        if (is_name(row->aliases[i], name))
            return true;
    }
    return false;
}

/* Returns whether the row has this name. For trec_eval's "ndcg_cut_10" *cutoff gets "10". */
static bool row_matches(const struct measure_row *row, struct bytes name, struct bytes *cutoff)
{
    *cutoff = (struct bytes){0};
    if (is_name(row->name, name) || is_name(row->trec_eval, name) || has_alias(row, name))
        return true;
    if (row->trec_eval_cut == NULL || !has_stem(name, row->trec_eval_cut))
        return false;
    *cutoff = bytes_from(name, strlen(row->trec_eval_cut));
    return true;
}

/*
 * If two rows have the name, returns the one that takes a cutoff if one is given, and otherwise the one that takes
 * none.
 */
static const struct measure_row *find_row(struct bytes name, bool with_cutoff, struct bytes *cutoff)
{
    size_t count;
    const struct measure_row *rows = measure_rows(&count);
    const struct measure_row *found = NULL;
    for (size_t i = 0; i < count; i++) {
        struct bytes suffix;
        if (!row_matches(&rows[i], name, &suffix))
            continue;
        bool fits = (rows[i].cutoff != CUTOFF_NONE) == (with_cutoff || suffix.data != NULL);
        if (found == NULL || fits) {
            found = &rows[i];
            *cutoff = suffix;
        }
    }
    return found;
}

static size_t name_distance(const char *known, struct bytes name)
{
    return known != NULL ? word_distance(name, bytes_of(known)) : SIZE_MAX;
}

static size_t row_distance(const struct measure_row *row, struct bytes name)
{
    size_t nearest = smaller_size(name_distance(row->name, name), name_distance(row->trec_eval, name));
    nearest = smaller_size(nearest, name_distance(row->trec_eval_cut, name));
    for (size_t i = 0; row->aliases[i] != NULL; i++)
        nearest = smaller_size(nearest, name_distance(row->aliases[i], name));
    return nearest;
}

enum { N_NEAREST = 3 };

struct neighbour {
    const char *name;
    size_t distance;
};

/* Inserts a neighbour among the nearest, and drops the farthest. Equally near ones stay in order. */
static void keep_nearest(struct neighbour nearest[N_NEAREST], struct neighbour neighbour)
{
    size_t i = 0;
    while (i < N_NEAREST && nearest[i].name != NULL && nearest[i].distance <= neighbour.distance)
        i++;
    for (; i < N_NEAREST; i++) {
        struct neighbour pushed = nearest[i];
        nearest[i] = neighbour;
        neighbour = pushed;
    }
}

/* Returns the row for "ndcg10", which means nDCG@10, and where the cutoff begins. NULL: no row matches. */
static const struct measure_row *find_row_before_digits(struct bytes name, size_t *digits)
{
    struct bytes suffix;
    *digits = name.size;
    while (*digits > 0 && name.data[*digits - 1] >= '0' && name.data[*digits - 1] <= '9')
        --*digits;
    const struct measure_row *row =
        *digits < name.size ? find_row(bytes_slice(name, 0, *digits), true, &suffix) : NULL;
    return row != NULL && row->cutoff != CUTOFF_NONE && suffix.data == NULL ? row : NULL;
}

static bool fail_unknown_name(struct bytes name, struct err *err)
{
    size_t count, digits;
    const struct measure_row *meant = find_row_before_digits(name, &digits);
    if (meant != NULL)
        return err_set(err, ERR_USAGE, "there is no measure '%.*s'; did you mean %s@%.*s?",
                       BYTES_FORMAT(name), meant->name, BYTES_FORMAT(bytes_from(name, digits)));
    const struct measure_row *rows = measure_rows(&count);
    struct neighbour nearest[N_NEAREST] = {0};
    for (size_t i = 0; i < count; i++)
        keep_nearest(nearest, (struct neighbour){rows[i].name, row_distance(&rows[i], name)});
    return err_set(err, ERR_USAGE, "there is no measure '%.*s'; the nearest names are %s, %s and %s",
                   BYTES_FORMAT(name), nearest[0].name, nearest[1].name, nearest[2].name);
}

/* --- Names for measures with parameters, and for groups -------------------- */

/* Names of other tools for a measure with parameters. Only for these, case matters. */
static const struct {
    const char *name;
    const char *means;
    bool is_trec_eval;
} spellings[] = {
    {"rbp", "RBP(p=0.9)", true},
    {"ndcg_burges", "nDCG(dcg='exp-log2')", false},
    {"dcg_burges", "DCG(dcg='exp-log2')", false},
    {"precision", "SetP", false},
};

/* The same with a parameter in the name: the number after `stem` is written between `before` and `after`. */
static const struct {
    const char *stem;
    const char *before;
    const char *after;
    bool is_square; /* the number is the square of the parameter */
} suffixed[] = {
    {"rbp.p=", "RBP(p=", ")", false},       /* trec_eval's */
    {"rbp.", "RBP(p=0.", ",rel=1)", false}, /* ranx: rbp.95 */
    {"set_F.", "SetF(beta=", ")", true},    /* trec_eval's x is beta² */
};

static bool add_suffixed(struct bytes name, struct buffer *text)
{
    for (size_t i = 0; i < sizeof suffixed / sizeof *suffixed; i++) {
        struct bytes stem = bytes_of(suffixed[i].stem);
        struct bytes number = bytes_from(name, stem.size < name.size ? stem.size : name.size);
        double value;
        if (!bytes_equal(bytes_slice(name, 0, name.size - number.size), stem) ||
            !number_parse_real(number, &value))
            continue;
        buffer_add_string(text, suffixed[i].before);
        if (suffixed[i].is_square)
            number_add_shortest(text, sqrt(value));
        else
            buffer_add(text, number);
        buffer_add_string(text, suffixed[i].after);
        return true;
    }
    return false;
}

/* Accepts "ndcg_at_10", as in MTEB and BEIR. */
static bool add_depth(struct bytes name, struct buffer *text)
{
    static const char joint[] = "_at_";
    size_t digits;
    (void)find_row_before_digits(name, &digits);
    const size_t size = sizeof joint - 1;
    if (digits == name.size || digits <= size ||
        !bytes_equal_ignoring_case(bytes_slice(name, digits - size, digits), bytes_of(joint)))
        return false;
    buffer_add(text, bytes_slice(name, 0, digits - size));
    buffer_add_byte(text, '@');
    buffer_add(text, bytes_from(name, digits));
    return true;
}

/* Returns whether the measure can take the text after its name: "precision@5" is not SetP. */
static bool takes_what_follows(const char *means, struct bytes behind)
{
    const struct measure_row *row;
    struct bytes suffix;
    const struct bytes name = bytes_of(means);
    row = find_row(bytes_slice(name, 0, piece_find(name, "(")), behind.size > 0, &suffix);
    return behind.size == 0 || row->cutoff != CUTOFF_NONE;
}

/* Writes the meaning of such a name to `text`, or leaves it empty. A cutoff may follow the name. */
static void spell_out(struct bytes name, struct buffer *text)
{
    const size_t end = piece_find(name, "@");
    const struct bytes behind = bytes_from(name, end);
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (!bytes_equal(bytes_slice(name, 0, end), bytes_of(spellings[i].name)) ||
            !takes_what_follows(spellings[i].means, behind))
            continue;
        buffer_add_string(text, spellings[i].means);
        buffer_add(text, behind);
    }
    if (text->size == 0 && !add_suffixed(name, text))
        add_depth(name, text);
}

/* trec_eval's names for several cutoffs of a measure, and for groups of measures. Case matters here, too. */
#define DEPTHS "5,10,15,20,30,100,200,500,1000"
#define RECALLS "iprec_at_recall_0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1"
#define MULTIPLES "0.2,0.4,0.6,0.8,1,1.2,1.4,1.6,1.8,2"

#define OFFICIAL "num_q,num_ret,num_rel,num_rel_ret,map,gm_map,Rprec,bpref,recip_rank,iprec_at_recall,P"

#define PREFERENCES                                                                                          \
    "num_q,prefs_num_prefs_poss,prefs_num_prefs_ful,prefs_num_prefs_ful_ret,prefs_simp,prefs_pair,"          \
    "prefs_avgjg"

struct named_list {
    const char *name;
    const char *measures;
};

static const struct named_list depths[] = {
    {"P", "P_" DEPTHS},
    {"recall", "recall_" DEPTHS},
    {"relative_P", "relative_P_" DEPTHS},
    {"map_cut", "map_cut_" DEPTHS},
    {"ndcg_cut", "ndcg_cut_" DEPTHS},
    {"P_avgjg", "P_avgjg_" DEPTHS},
    {"success", "success_1,5,10"},
    {"unj", "unj_5,10,20"},
    {"relstring", "relstring_10"},
    {"iprec_at_recall", RECALLS},
    {"Rprec_mult", "Rprec_mult_" MULTIPLES},
    {"Rprec_mult_avgjg", "Rprec_mult_avgjg_" MULTIPLES},
};

/* In the order in which trec_eval prints them; without its texts. */
static const struct named_list choices[] = {
    {"official", OFFICIAL},
    {"prefs", PREFERENCES},
    {"all_prefs",
     PREFERENCES ",prefs_avgjg_Rnonrel,prefs_simp_ret,prefs_pair_ret,prefs_avgjg_ret,prefs_avgjg_Rnonrel_ret,"
                 "prefs_simp_imp,prefs_pair_imp,prefs_avgjg_imp"},
    {"qrels_jg", "num_q,map_avgjg,P_avgjg,Rprec_mult_avgjg"},
    {"set", "num_q,num_ret,num_rel,num_rel_ret,utility,set_P,set_relative_P,set_recall,set_map,set_F"},
    {"all_trec", OFFICIAL
     ",recall,infAP,gm_bpref,Rprec_mult,utility,11pt_avg,binG,G,ndcg,ndcg_rel,Rndcg,ndcg_cut,map_cut,"
     "relative_P,success,set_P,set_relative_P,set_recall,set_map,set_F,num_nonrel_judged_ret,rbp,rbp_resid,"
     "unj"},
};

static const char *find_choice(const struct named_list *rows, size_t n, struct bytes name)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes_equal(name, bytes_of(rows[i].name)))
            return rows[i].measures;
    }
    return NULL;
}

const char *measure_choice(struct bytes name)
{
    return find_choice(choices, sizeof choices / sizeof *choices, name);
}

/* Returns the measures that a name stands for in a list. */
static const char *find_list(struct bytes name)
{
    const char *list = measure_choice(name);
    return list != NULL ? list : find_choice(depths, sizeof depths / sizeof *depths, name);
}

/* --- Measures ------------------------------------------------------------- */

/* The parts of the text: Name(parameters)@cutoff. A missing part has NULL data. */
struct written {
    struct bytes name;
    struct bytes parameters;
    struct bytes cutoff;
};

static bool split_written(struct bytes text, struct written *written, struct err *err)
{
    *written = (struct written){0};
    struct bytes front = text;
    size_t at = piece_find(text, "@");
    if (at < text.size) {
        front = bytes_trim(bytes_slice(text, 0, at));
        written->cutoff = bytes_trim(bytes_from(text, at + 1));
    }
    size_t open = piece_find(front, "(");
    written->name = bytes_trim(bytes_slice(front, 0, open));
    if (written->name.size == 0)
        return err_set(err, ERR_USAGE, "a measure starts with its name, as in nDCG@10");
    if (open == front.size)
        return true;
    if (front.data[front.size - 1] != ')')
        return err_set(err, ERR_USAGE, "parameters end with \")\", as in P(rel=2)@5");
    written->parameters = bytes_slice(front, open + 1, front.size - 1);
    return true;
}

/* Parameters of ir_measures that turn one measure into another. */
static const struct {
    const char *name;
    const char *parameter;
    const char *means;
} variants[] = {
    {"SetP", "relative=True", "SetRelP"},
    {"SetP", "relative=False", "SetP"},
};

/* Adds all parameters except `left_out`. Returns whether that one was there. */
static bool add_parameters_but(const struct written *written, const char *left_out, struct buffer *text)
{
    struct bytes rest = written->parameters;
    struct bytes piece;
    bool has_it = false;
    while (piece_next(&rest, ",", &piece)) {
        const bool is_it = bytes_equal_ignoring_case(piece, bytes_of(left_out));
        has_it = has_it || is_it;
        if (is_it)
            continue;
        buffer_add_string(text, text->size > 0 ? "," : "");
        buffer_add(text, piece);
    }
    return has_it;
}

/*
 * Replaces the name by that of the variant, and drops the parameter that selects it. The other parameters are in
 * `text`.
 */
static void take_variant(struct written *written, struct buffer *text)
{
    for (size_t i = 0; written->parameters.data != NULL && i < sizeof variants / sizeof *variants; i++) {
        buffer_clear(text);
        if (!is_name(variants[i].name, written->name) ||
            !add_parameters_but(written, variants[i].parameter, text))
            continue;
        written->name = bytes_of(variants[i].means);
        written->parameters = text->size > 0 ? buffer_bytes(text) : (struct bytes){0};
        return;
    }
}

static bool parse_written(const struct written *written, struct measure *measure, struct err *err)
{
    struct bytes suffix;
    const struct measure_row *row = find_row(written->name, written->cutoff.data != NULL, &suffix);
    if (row == NULL)
        return fail_unknown_name(written->name, err);
    *measure = measure_of(row);
    if (suffix.data != NULL && written->cutoff.data != NULL)
        return err_set(err, ERR_USAGE, "the cutoff is given twice");
    if (suffix.data != NULL && !cutoff_parse(suffix, measure, err))
        return false;
    if (written->cutoff.data != NULL && !cutoff_parse(written->cutoff, measure, err))
        return false;
    if (written->parameters.data != NULL && !parameters_parse(written->parameters, measure, err))
        return false;
    return check_cutoff_given(measure, err) && check_collection_given(measure, err);
}

bool measure_parse(struct bytes text, struct measure *measure, struct err *err)
{
    struct written written;
    struct buffer spelled = {0}, parameters = {0};
    text = bytes_trim(text);
    spell_out(text, &spelled);
    bool parsed = split_written(spelled.size > 0 ? buffer_bytes(&spelled) : text, &written, err);
    if (parsed)
        take_variant(&written, &parameters);
    parsed = parsed && parse_written(&written, measure, err);
    buffer_release(&parameters);
    buffer_release(&spelled);
    return parsed || err_context(err, "measure '%.*s'", BYTES_FORMAT(text));
}

const struct measure_row *measure_find(struct bytes text, struct err *err)
{
    struct measure measure;
    struct written written;
    struct bytes cutoff;
    if (measure_parse(text, &measure, err))
        return measure.row;
    if (!split_written(bytes_trim(text), &written, err))
        return NULL;
    const struct measure_row *row = find_row(written.name, written.cutoff.data != NULL, &cutoff);
    if (row == NULL)
        fail_unknown_name(written.name, err);
    return row;
}

void measure_list_release(struct measure_list *list)
{
    free(list->items);
    *list = (struct measure_list){0};
}

void measure_list_add(struct measure_list *list, const struct measure *measure)
{
    VECTOR_PUSH(list->items, list->count, list->capacity) = *measure;
}

/* "10" after "nDCG@5" repeats the measure before it with another cutoff. */
static bool repeat_with_cutoff(const struct measure *before, struct bytes cutoff, struct measure *measure,
                               struct err *err)
{
    if (before == NULL || !has_cutoff(before))
        return err_set(
            err, ERR_USAGE,
            "'%.*s' is a cutoff, but there is no measure with a cutoff before it; write nDCG@5,%.*s",
            BYTES_FORMAT(cutoff), BYTES_FORMAT(cutoff));
    *measure = *before;
    return cutoff_parse(cutoff, measure, err);
}

/* trec_eval's names that are followed by a list, whose commas are the same as those of the list of measures. */
static const struct {
    const char *stem;
    const char *before;
    bool is_gains; /* pairs like 1=3,2=9; otherwise numbers */
} listed[] = {
    {"ndcg.", "nDCG(gains={", true},        {"dcg.", "DCG(gains={", true},
    {"ideal_dcg.", "IDCG(gains={", true},   {"ndcg_rel.", "nDCG_rel(gains={", true},
    {"Rndcg.", "RnDCG(gains={", true},      {"G.", "G(gains={", true},
    {"utility.", "Utility(worth={", false}, {"11pt_avg.", "11pt_avg(recalls={", false},
};

static void add_gain(struct bytes piece, struct buffer *text)
{
    const size_t equals = piece_find(piece, "=");
    buffer_add(text, bytes_slice(piece, 0, equals));
    buffer_add_byte(text, ':');
    buffer_add(text, bytes_from(piece, equals + 1));
}

static bool is_gain(struct bytes piece)
{
    return piece_find(piece, "=") < piece.size && piece_find(piece, "(@") == piece.size;
}

static void add_gains(struct bytes first, struct bytes *rest, struct buffer *text)
{
    struct bytes after = *rest;
    struct bytes piece;
    add_gain(first, text);
    while (piece_next(&after, ",", &piece) && is_gain(piece)) {
        buffer_add_byte(text, ',');
        add_gain(piece, text);
        *rest = after;
    }
}

static void add_numbers(struct bytes first, struct bytes *rest, struct buffer *text)
{
    struct bytes after = *rest;
    struct bytes piece;
    double number;
    buffer_add(text, first);
    while (piece_next(&after, ",", &piece) && number_parse_real(piece, &number)) {
        buffer_add_byte(text, ',');
        buffer_add(text, piece);
        *rest = after;
    }
}

/*
 * Adds several measures separated by blanks, which ir_measures accepts in one argument: "nDCG@10 P(rel=2)@5".
 * Returns false if it is not such a list; then none is added.
 */
static bool add_parted_by_blanks(struct bytes piece, struct measure_list *list)
{
    const size_t first = list->count;
    struct bytes word;
    bool right = piece_find(piece, " \t") < piece.size;
    while (right && piece.size > 0) {
        const size_t end = piece_find(piece, " \t");
        struct measure measure;
        word = bytes_slice(piece, 0, end);
        piece = bytes_trim(bytes_from(piece, end));
        right = measure_parse(word, &measure, err_ignored());
        if (right)
            measure_list_add(list, &measure);
    }
    if (!right)
        list->count = first;
    return right;
}

/*
 * Writes the meaning of such a name and its list to `text`, and takes the list off `rest`. Leaves `text` empty if
 * it is no such name.
 */
static void take_listed(struct bytes piece, struct bytes *rest, struct buffer *text)
{
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++) {
        if (!bytes_starts_with(piece, listed[i].stem))
            continue;
        const struct bytes first = bytes_from(piece, strlen(listed[i].stem));
        if (listed[i].is_gains && !is_gain(first))
            continue;
        buffer_add_string(text, listed[i].before);
        (listed[i].is_gains ? add_gains : add_numbers)(first, rest, text);
        buffer_add_string(text, "})");
    }
}

bool measure_list_parse(struct bytes text, struct measure_list *list, struct err *err)
{
    const size_t first = list->count;
    struct bytes rest = text;
    struct bytes piece;
    while (piece_next(&rest, ",", &piece)) {
        struct measure measure;
        double number;
        const struct measure *before = list->count > first ? &list->items[list->count - 1] : NULL;
        const char *chosen = find_list(piece);
        if (chosen != NULL) {
            if (!measure_list_parse(bytes_of(chosen), list, err))
                return false;
            continue;
        }
        struct buffer spelled = {0};
        take_listed(piece, &rest, &spelled);
        bool ok = number_parse_real(piece, &number)
                      ? repeat_with_cutoff(before, piece, &measure, err)
                      : measure_parse(spelled.size > 0 ? buffer_bytes(&spelled) : piece, &measure, err);
        buffer_release(&spelled);
        if (ok)
            measure_list_add(list, &measure);
        else if (!add_parted_by_blanks(piece, list))
            return false;
    }
    return true;
}

void measure_add_name(const struct measure *measure, struct buffer *name)
{
    buffer_add_string(name, measure->row->name);
    if (measure->given != 0) {
        buffer_add_byte(name, '(');
        parameters_add(measure, measure->given, ",", name);
        buffer_add_byte(name, ')');
    }
    if (has_cutoff(measure)) {
        buffer_add_byte(name, '@');
        number_add_shortest(name, measure->cutoff);
    }
}

void measure_add_ir_measures_name(const struct measure *measure, struct buffer *name)
{
    if (measure->row->ir_measures == NULL) {
        measure_add_name(measure, name);
        return;
    }
    buffer_add_format(name, "%s(", measure->row->ir_measures);
    parameters_add(measure, measure->given | PARAMETER_REL, ",", name);
    buffer_add_byte(name, ')');
}

/* Returns trec_eval's short name for a longer canonical name. NULL: it has none. */
static const char *find_spelling(struct bytes name)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (spellings[i].is_trec_eval && bytes_equal(name, bytes_of(spellings[i].means)))
            return spellings[i].name;
    }
    return NULL;
}

void measure_add_trec_eval_name(const struct measure *measure, struct buffer *name)
{
    const struct measure_row *row = measure->row;
    const char *known = has_cutoff(measure) ? row->trec_eval_cut : row->trec_eval;
    if (known == NULL || measure->given != 0) {
        struct buffer own = {0};
        measure_add_name(measure, &own);
        known = find_spelling(buffer_bytes(&own));
        buffer_add_string(name, known != NULL ? known : buffer_string(&own));
        buffer_release(&own);
        return;
    }
    buffer_add_string(name, known);
    if (has_cutoff(measure))
        buffer_add_format(name, "%.*f", cutoff_kinds[row->cutoff].decimals, measure->cutoff);
}

void measure_add_parameters(const struct measure_row *row, struct buffer *text)
{
    struct measure measure = measure_of(row);
    parameters_add(&measure, row->parameters, ", ", text);
}

/* --- How a row is written ------------------------------------------------- */

void measure_add_forms(const struct measure_row *row, const char *separator, struct buffer *text)
{
    const struct cutoff_kind *kind = &cutoff_kinds[row->cutoff];
    if (!kind->is_needed)
        buffer_add_string(text, row->name);
    if (row->cutoff == CUTOFF_OPTIONAL)
        buffer_add_string(text, separator);
    if (row->cutoff != CUTOFF_NONE)
        buffer_add_format(text, "%s@%s", row->name, kind->letter);
}

static void add_alias(const struct measure_row *row, const char *alias, const char *suffix,
                      struct buffer *text)
{
    if (alias == NULL || bytes_equal_ignoring_case(bytes_of(alias), bytes_of(row->name)))
        return;
    buffer_add_format(text, "%s%s%s", text->size > 0 ? ", " : "", alias, suffix);
}

void measure_add_aliases(const struct measure_row *row, struct buffer *text)
{
    for (size_t i = 0; row->aliases[i] != NULL; i++)
        add_alias(row, row->aliases[i], "", text);
    add_alias(row, row->trec_eval, "", text);
    add_alias(row, row->trec_eval_cut, cutoff_kinds[row->cutoff].letter, text);
}
