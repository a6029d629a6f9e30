/* Measures as text: names, aliases, parameters, cutoffs, lists and errors. */
#include "tests/support/support.h"

#include "core/metric/measures/measure_check.h"
#include "core/metric/measures/measure_name.h"

#include <math.h>

static struct measure parse(const char *text)
{
    struct measure measure;
    struct err err = {0};
    if (!measure_parse(bytes_of(text), &measure, &err))
        fail_msg("%s", err.text);
    return measure;
}

static void assert_name(const char *text, const char *expected)
{
    struct measure measure = parse(text);
    struct buffer name = {0};
    measure_add_name(&measure, &name);
    assert_string_equal(buffer_string(&name), expected);
    buffer_release(&name);
}

static void assert_refused(const char *text, const char *message)
{
    struct measure measure;
    struct err err = {0};
    assert_error(measure_parse(bytes_of(text), &measure, &err), err, ERR_USAGE, message);
}

static void every_row_is_parsed_by_its_name(void **state)
{
    (void)state;
    size_t count;
    const struct measure_row *rows = measure_rows(&count);
    for (size_t i = 0; i < count; i++) {
        struct buffer text = {0};
        bool needs_cutoff = rows[i].cutoff != CUTOFF_NONE && rows[i].cutoff != CUTOFF_OPTIONAL;
        buffer_add_format(&text, "%s%s", rows[i].name, needs_cutoff ? "@1" : "");
        assert_ptr_equal(parse(buffer_string(&text)).row, &rows[i]);
        buffer_release(&text);
    }
}

static void every_row_has_help(void **state)
{
    (void)state;
    size_t count;
    const struct measure_row *rows = measure_rows(&count);
    for (size_t i = 0; i < count; i++)
        assert_non_null(rows[i].help);
}

static void names_print_as_they_were_written(void **state)
{
    (void)state;
    static const char *const names[] = {
        "nDCG",
        "nDCG@10",
        "P(rel=2)@5",
        "AP",
        "nDCG(dcg='exp-log2')@10",
        "nDCG(gains={2:3,3:7})@10",
        "RBP(p=0.95,rel=1)",
        "SetF(beta=2,rel=2)",
        "ERR(max_rel=3)@20",
        "IPrec@0",
        "IPrec@0.1",
        "Compat(p=0.8)",
        "P(rel=0.5)@100",
        "AP(rel=2,judged_only=True)@1000",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_name(names[i], names[i]);
}

static void names_are_taken_in_either_case(void **state)
{
    (void)state;
    assert_name("ndcg@10", "nDCG@10");
    assert_name("SUCCESS@5", "Success@5");
}

static void aliases_of_the_field_are_taken(void **state)
{
    (void)state;
    static const char *const aliases[][2] = {
        {"MRR", "RR"},
        {"MRR@10", "RR@10"},
        {"MAP", "AP"},
        {"NDCG@10", "nDCG@10"},
        {"HitRate@5", "Success@5"},
        {"Hit@5", "Success@5"},
        {"Precision@5", "P@5"},
        {"Recall(rel=2)@10", "R(rel=2)@10"},
        {"hit_rate@5", "Success@5"},
        {"hit-rate", "Success"},
        {"Accuracy@5", "Success@5"},
        {"avg_precision@5", "AP@5"},
        {"mean_reciprocal_rank@10", "RR@10"},
        {"holes@10", "Holes@10"},
    };
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        assert_name(aliases[i][0], aliases[i][1]);
}

static void names_of_trec_eval_and_mteb_are_taken(void **state)
{
    (void)state;
    static const char *const aliases[][2] = {
        {"map", "AP"},
        {"recip_rank", "RR"},
        {"ndcg", "nDCG"},
        {"ndcg_cut_10", "nDCG@10"},
        {"ndcg_at_10", "nDCG@10"}, /* of MTEB */
        {"mrr_at_10", "RR@10"},
        {"precision_at_5", "P@5"},
        {"P_5", "P@5"},
        {"recall_10", "R@10"},
        {"success_5", "Success@5"},
        {"map_cut_10", "AP@10"},
        {"bpref", "Bpref"},
        {"Rprec", "Rprec"},
        {"infAP", "infAP"},
        {"set_P", "SetP"},
        {"set_recall", "SetR"},
        {"set_F", "SetF"},
        {"set_map", "SetAP"},
        {"iprec_at_recall_0.10", "IPrec@0.1"},
        {"num_q", "NumQ"},
        {"num_ret", "NumRet"},
        {"num_rel", "NumRel"},
        {"num_rel_ret", "NumRelRet"},
        {"ndcg_cut.5", "nDCG@5"},
        {"P.5", "P@5"},
        {"iprec_at_recall.0.10", "IPrec@0.1"},
        {"gm_map", "GMAP"},
        {"gm_bpref", "GMBpref"},
        {"11pt_avg", "11pt_avg"},
        {"Rprec_mult.0.2", "Rprec_mult@0.2"},
        {"Rprec_mult_1.20", "Rprec_mult@1.2"},
        {"relative_P_5", "RelP@5"},
        {"set_relative_P", "SetRelP"},
        {"utility", "Utility"},
        {"Utility(worth={1,-1,0,0})", "Utility(worth={1,-1,0})"},
        {"Utility(worth={1,-1,0,0.01},collection=1e6)", "Utility(worth={1,-1,0,0.01},collection=1000000)"},
        {"binG", "BinG"},
        {"G", "G"},
        {"dcg", "DCG"},
        {"ideal_dcg", "IDCG"},
        {"ndcg_rel", "nDCG_rel"},
        {"Rndcg", "RnDCG"},
        {"rbp", "RBP(p=0.9)"},
        {"rbp.p=0.5", "RBP(p=0.5)"},
        {"rbp_resid", "RBPResidual"},
        {"unj_10", "Unjudged@10"},
        {"num_nonrel_judged_ret", "NumNonRelRet"},
        {"yaap", "YAAP"},
        {"set_F.4", "SetF(beta=2)"}, /* trec_eval's parameter is the square of beta */
    };
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        assert_name(aliases[i][0], aliases[i][1]);
}

static void ir_measures_names_are_taken(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"nDCG(cutoff=10)", "nDCG@10"},
        {"IPrec(recall=0.1)", "IPrec@0.1"},
        {"P(rel=2,cutoff=5)", "P(rel=2)@5"},
        {"BPM(T=0.5,max_rel=3)@10", "BPM(T=0.5,max_rel=3)@10"},
        {"INST(min_rel=1,max_rel=3)", "INST(min_rel=1,max_rel=3)"},
        {"INSQ(T=2)", "INSQ(T=2)"},
        {"SDCG(max_rel=2)@10", "SDCG(max_rel=2)@10"},
        {"NERR8@5", "NERR8@5"},
        {"NERR9(max_rel=2)@5", "NERR9(max_rel=2)@5"},
        {"NERR10(p=0.5)", "NERR10(p=0.5)"},
        {"NERR11(T=2)", "NERR11(T=2)"},
        {"SetRelP(rel=2)", "SetRelP(rel=2)"},
        {"NumRet(rel=1)", "NumRet(rel=1)"},
        {"Compat(p=0.8,normalize=False)", "Compat(p=0.8,normalize=False)"},
        {"Accuracy", "Accuracy"},
        {"RBP(p=0.8,rel=1)@10", "RBP(p=0.8,rel=1)@10"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_name(names[i][0], names[i][1]);
}

static void ranx_names_are_taken(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"hits@5", "Hits@5"},
        {"hit_rate@5", "Success@5"},
        {"r-precision", "Rprec"},
        {"ndcg_burges", "nDCG(dcg='exp-log2')"},
        {"rbp.95", "RBP(p=0.95,rel=1)"},
        {"f1@10", "F1@10"},
        {"map@10", "AP@10"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_name(names[i][0], names[i][1]);
}

static void accuracy_without_a_cutoff_counts_pairs_and_with_one_is_success(void **state)
{
    (void)state;
    assert_string_equal(parse("accuracy").row->name, "Accuracy");
    assert_string_equal(parse("accuracy@5").row->name, "Success");
}

static void a_scale_that_ends_before_it_begins_is_refused(void **state)
{
    (void)state;
    assert_refused(
        "INST(min_rel=4)",
        "measure 'INST(min_rel=4)': min_rel must be less than max_rel, which is 4 unless you give it");
}

static void a_cutoff_beside_one_in_brackets_is_refused(void **state)
{
    (void)state;
    assert_refused("nDCG(cutoff=10)@5", "measure 'nDCG(cutoff=10)@5': the cutoff is given twice");
}

static void assert_trec_eval_name(const char *text, const char *expected)
{
    struct measure measure = parse(text);
    struct buffer name = {0};
    measure_add_trec_eval_name(&measure, &name);
    assert_string_equal(buffer_string(&name), expected);
    buffer_release(&name);
}

static void trec_eval_names_are_given(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"nDCG", "ndcg"},
        {"nDCG@10", "ndcg_cut_10"},
        {"RR", "recip_rank"},
        {"AP", "map"},
        {"AP@100", "map_cut_100"},
        {"P@5", "P_5"},
        {"R@1000", "recall_1000"},
        {"Success@1", "success_1"},
        {"Rprec", "Rprec"},
        {"Bpref", "bpref"},
        {"infAP", "infAP"},
        {"IPrec@0.1", "iprec_at_recall_0.10"},
        {"IPrec@1", "iprec_at_recall_1.00"},
        {"SetP", "set_P"},
        {"SetR", "set_recall"},
        {"SetF", "set_F"},
        {"SetAP", "set_map"},
        {"NumQ", "num_q"},
        {"NumRet", "num_ret"},
        {"NumRel", "num_rel"},
        {"NumRelRet", "num_rel_ret"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_trec_eval_name(names[i][0], names[i][1]);
}

static void measures_without_a_trec_eval_name_keep_their_own(void **state)
{
    (void)state;
    static const char *const names[] = {"RR@10",       "P(rel=2)@5", "nDCG(dcg='exp-log2')@10",
                                        "F1@5",        "Judged@10",  "ERR",
                                        "SetF(beta=2)"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_trec_eval_name(names[i], names[i]);
}

static void parameters_are_listed_with_their_defaults(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"RBP", "p=0.8, rel=None, judged_only=False"},
        {"Compat", "p=0.95, normalize=True"},
        {"nDCG", "dcg='log2', gains={}, judged_only=False"},
        {"SetF", "beta=1, rel=1, judged_only=False"},
        {"ERR", "max_rel=4, judged_only=False"},
        {"NumQ", ""},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct measure measure = parse(texts[i][0]);
        struct buffer list = {0};
        measure_add_parameters(measure.row, &list);
        assert_string_equal(buffer_string(&list), texts[i][1]);
        buffer_release(&list);
    }
}

static void blanks_around_the_pieces_do_not_matter(void **state)
{
    (void)state;
    assert_name(" RBP( p = 0.5 , rel = 2 ) @ 10 ", "RBP(p=0.5,rel=2)@10");
}

static void double_quotes_are_taken_too(void **state)
{
    (void)state;
    assert_name("nDCG(dcg=\"exp-log2\")@5", "nDCG(dcg='exp-log2')@5");
}

static void parameters_that_are_not_given_have_their_defaults(void **state)
{
    (void)state;
    assert_close(parse("RBP").p, 0.8, 0);
    assert_close(parse("Compat").p, 0.95, 0);
    assert_close(parse("P@5").rel, 1, 0);
    assert_close(parse("SetF").beta, 1, 0);
    assert_close(parse("ERR").max_rel, 4, 0);
    assert_true(isinf(parse("AP").cutoff));
}

static void the_error_for_an_unknown_name_suggests_the_nearest_ones(void **state)
{
    (void)state;
    assert_refused("ndgc@10",
                   "measure 'ndgc@10': there is no measure 'ndgc'; the nearest names are nDCG, DCG and "
                   "IDCG");
}

static void a_cutoff_without_its_sign_is_understood(void **state)
{
    (void)state;
    assert_refused("ndcg10", "measure 'ndcg10': there is no measure 'ndcg10'; did you mean nDCG@10?");
    assert_refused("hit_rate5",
                   "measure 'hit_rate5': there is no measure 'hit_rate5'; did you mean Success@5?");
    assert_refused("gmap10", "measure 'gmap10': there is no measure 'gmap10'; the nearest names are GMAP, "
                             "AP and YAAP"); /* YAAP takes none */
}

static void a_nameless_measure_is_refused(void **state)
{
    (void)state;
    assert_refused("(rel=2)@5", "measure '(rel=2)@5': a measure starts with its name, as in nDCG@10");
}

static void a_cutoff_of_0_is_refused(void **state)
{
    (void)state;
    assert_refused("nDCG@0",
                   "measure 'nDCG@0': the cutoff after nDCG@ must be a whole number from 1 to 2147483647");
}

static void a_cutoff_that_is_too_large_is_refused_with_the_limit(void **state)
{
    (void)state;
    assert_refused("P@2147483648",
                   "measure 'P@2147483648': the cutoff after P@ must be a whole number from 1 to 2147483647");
}

static void a_cutoff_that_is_no_number_is_refused(void **state)
{
    (void)state;
    assert_refused("P@ten",
                   "measure 'P@ten': the cutoff after P@ must be a whole number from 1 to 2147483647");
}

static void a_missing_cutoff_is_refused(void **state)
{
    (void)state;
    assert_refused("P", "measure 'P': P needs a cutoff, as in P@10");
}

static void a_cutoff_of_a_whole_ranking_is_refused(void **state)
{
    (void)state;
    assert_refused("SetP@5", "measure 'SetP@5': SetP takes no cutoff: it looks at the whole ranking");
}

static void a_cutoff_that_is_given_twice_is_refused(void **state)
{
    (void)state;
    assert_refused("P_5@10", "measure 'P_5@10': the cutoff is given twice");
}

static void a_recall_above_1_is_refused(void **state)
{
    (void)state;
    assert_refused("IPrec@1.5", "measure 'IPrec@1.5': the recall after IPrec@ must be a number from 0 to 1");
}

static void an_unknown_parameter_is_refused(void **state)
{
    (void)state;
    assert_refused("P(foo=1)@5",
                   "measure 'P(foo=1)@5': P takes no parameter 'foo'; it takes rel, judged_only");
}

static void a_parameter_of_another_measure_is_refused(void **state)
{
    (void)state;
    assert_refused("NumQ(rel=2)", "measure 'NumQ(rel=2)': NumQ takes no parameters");
}

static void a_parameter_that_is_given_twice_is_refused(void **state)
{
    (void)state;
    assert_refused("P(rel=1,rel=2)@5", "measure 'P(rel=1,rel=2)@5': rel is given twice");
}

static void parameters_outside_of_their_range_are_refused(void **state)
{
    (void)state;
    assert_refused("P(rel=0)@5", "measure 'P(rel=0)@5': rel takes a number above 0");
    assert_refused("RBP(p=1)", "measure 'RBP(p=1)': p takes a number between 0 and 1");
    assert_refused("SetF(beta=-1)", "measure 'SetF(beta=-1)': beta takes a number above 0");
    assert_refused("ERR(max_rel=1.5)",
                   "measure 'ERR(max_rel=1.5)': max_rel takes a whole number from 1 to 900");
    assert_refused("nDCG(dcg=e)", "measure 'nDCG(dcg=e)': dcg takes 'log2' or 'exp-log2'");
    assert_refused("P(judged_only=2)@5", "measure 'P(judged_only=2)@5': judged_only takes True or False");
}

static void a_worth_of_all_other_documents_needs_their_number(void **state)
{
    (void)state;
    static const char *const written[] = {"Utility(worth={1,-1,0,0.5})", "utility.1,-1,0,0.5"};
    for (size_t i = 0; i < 2; i++) {
        struct err err = {0};
        struct measure_list list = {0};
        assert_error(measure_list_parse(bytes_of(written[i]), &list, &err), err, ERR_USAGE,
                     "measure 'Utility(worth={1,-1,0,0.5})': a fourth worth needs the number of documents in "
                     "the collection, "
                     "as in Utility(worth={1,-1,0,0.01},collection=1000000)");
        measure_list_release(&list);
    }
}

static void invalid_gains_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"nDCG(gains=3)", "nDCG(gains={1})", "nDCG(gains={1:-1})",
                                        "nDCG(gains={})", "nDCG(gains={1:x})"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct measure measure;
        struct err err = {0};
        assert_false(measure_parse(bytes_of(wrong[i]), &measure, &err));
    }
}

static void a_grade_with_two_gains_is_refused(void **state)
{
    (void)state;
    assert_refused("nDCG(gains={1:1,2:3,2.0:7})",
                   "measure 'nDCG(gains={1:1,2:3,2.0:7})': gains takes up to 16 grades, "
                   "each once, with gains from 0 to 900, as in {2:3,3:7}");
}

static void more_gains_than_there_is_room_for_are_refused(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct measure measure;
    struct err err = {0};
    buffer_add_string(&text, "nDCG(gains={0:0");
    for (int i = 1; i <= MEASURE_GAINS_MAX; i++)
        buffer_add_format(&text, ",%d:%d", i, i);
    buffer_add_string(&text, "})");
    assert_false(measure_parse(buffer_bytes(&text), &measure, &err));
    buffer_release(&text);
}

static void an_open_bracket_is_refused(void **state)
{
    (void)state;
    assert_refused("P(rel=2@5", "measure 'P(rel=2@5': parameters end with \")\", as in P(rel=2)@5");
}

/* Expects the names of the list, each followed by a blank. */
static void assert_list(const char *text, const char *expected)
{
    struct measure_list list = {0};
    struct buffer names = {0};
    struct err err = {0};
    if (!measure_list_parse(bytes_of(text), &list, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < list.count; i++) {
        measure_add_name(&list.items[i], &names);
        buffer_add_byte(&names, ' ');
    }
    assert_string_equal(buffer_string(&names), expected);
    buffer_release(&names);
    measure_list_release(&list);
}

static void a_list_keeps_the_order_asked(void **state)
{
    (void)state;
    assert_list("AP,P@5, nDCG@10", "AP P@5 nDCG@10 ");
}

static void a_bare_number_is_one_more_cutoff(void **state)
{
    (void)state;
    assert_list("nDCG@5,10,20", "nDCG@5 nDCG@10 nDCG@20 ");
    assert_list("P(rel=2)@5,10,AP", "P(rel=2)@5 P(rel=2)@10 AP ");
    assert_list("ndcg_cut_5,10", "nDCG@5 nDCG@10 ");
}

static void commas_inside_of_brackets_do_not_separate(void **state)
{
    (void)state;
    assert_list("nDCG(gains={2:3,3:7})@10,RBP(p=0.5,rel=2)", "nDCG(gains={2:3,3:7})@10 RBP(p=0.5,rel=2) ");
}

static void the_choices_of_trec_eval_are_lists(void **state)
{
    (void)state;
    assert_list("set,P_5", "NumQ NumRet NumRel NumRelRet Utility SetP SetRelP SetR SetAP SetF P@5 ");
}

static void a_row_is_found_by_half_a_name(void **state)
{
    (void)state;
    struct err err = {0};
    assert_string_equal(measure_find(bytes_of("P"), &err)->name, "P");
    assert_string_equal(measure_find(bytes_of("ndcg@10"), &err)->name, "nDCG");
    assert_error(measure_find(bytes_of("ndgc"), &err) != NULL, err, ERR_USAGE,
                 "there is no measure 'ndgc'; the nearest names are nDCG, DCG and IDCG");
}

static void the_default_list_is_eight_measures(void **state)
{
    (void)state;
    assert_list(MEASURES_DEFAULT, "nDCG@10 RR@10 Success@5 P@5 R@10 F1@5 AP Judged@10 ");
}

static void assert_list_refused(const char *text, const char *message)
{
    struct measure_list list = {0};
    struct err err = {0};
    assert_error(measure_list_parse(bytes_of(text), &list, &err), err, ERR_USAGE, message);
    measure_list_release(&list);
}

static void a_cutoff_without_a_measure_is_refused(void **state)
{
    (void)state;
    assert_list_refused("10",
                        "'10' is a cutoff, but there is no measure with a cutoff before it; write nDCG@5,10");
    assert_list_refused("AP,10",
                        "'10' is a cutoff, but there is no measure with a cutoff before it; write nDCG@5,10");
}

static void a_further_cutoff_of_0_is_refused(void **state)
{
    (void)state;
    assert_list_refused("P@5,0", "the cutoff after P@ must be a whole number from 1 to 2147483647");
}

static void no_text_at_all_is_refused(void **state)
{
    (void)state;
    struct measure measure;
    struct err err = {0};
    assert_error(measure_parse((struct bytes){0}, &measure, &err), err, ERR_USAGE,
                 "measure '': a measure starts with its name, as in nDCG@10");
}

static void an_empty_piece_is_refused(void **state)
{
    (void)state;
    assert_list_refused("P@5,,AP", "measure '': a measure starts with its name, as in nDCG@10");
}

static void assert_grade_refused(const char *text, double grade, const char *message)
{
    struct measure measure = parse(text);
    struct qrels qrels = {0};
    struct err err = {0};
    assert_true(qrels_add(&qrels, bytes_of("q"), bytes_of("d"), grade));
    assert_error(measure_check(&measure, &qrels, &err), err, ERR_INPUT, message);
    qrels_release(&qrels);
}

static void a_grade_above_the_highest_is_refused(void **state)
{
    (void)state;
    assert_grade_refused(
        "ERR@10", 5,
        "question q, document d: ERR@10 is defined for grades up to 4, not 5; name the highest "
        "grade with max_rel=");
    assert_grade_refused(
        "DCG(dcg='exp-log2')", 1000,
        "question q, document d: DCG(dcg='exp-log2') is defined for grades up to 900, not 1000");
}

static void a_grade_that_is_not_whole_is_refused_where_it_must_be(void **state)
{
    (void)state;
    assert_grade_refused(
        "ERR@10", 0.5,
        "question q, document d: ERR@10 is defined for whole grades, not 0.5; nDCG@10 takes any grade");
    assert_grade_refused(
        "nDCG(dcg='exp-log2')@5", -0.5,
        "question q, document d: nDCG(dcg='exp-log2')@5 is defined for whole grades, not -0.5; "
        "nDCG@10 takes any grade");
    assert_grade_refused("DCG(gains={1.5:2})", 0.25,
                         "question q, document d: DCG(gains={1.5:2}) is defined for whole grades, not 0.25; "
                         "nDCG@10 takes any grade");
}

static void any_grade_is_taken_where_it_can_be(void **state)
{
    (void)state;
    static const char *const texts[] = {"nDCG@10",      "DCG",    "AP",
                                        "P(rel=0.5)@5", "Compat", "DCG(gains={0.5:2})"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct measure measure = parse(texts[i]);
        struct qrels qrels = {0};
        struct err err = {0};
        assert_true(qrels_add(&qrels, bytes_of("q"), bytes_of("d"), 0.5));
        assert_true(measure_check(&measure, &qrels, &err));
        qrels_release(&qrels);
    }
}

static void a_higher_max_rel_takes_higher_grades(void **state)
{
    (void)state;
    struct measure measure = parse("ERR(max_rel=5)");
    struct qrels qrels = {0};
    struct err err = {0};
    assert_true(qrels_add(&qrels, bytes_of("q"), bytes_of("d"), 5));
    assert_true(measure_check(&measure, &qrels, &err));
    qrels_release(&qrels);
}

static void an_unknown_tie_rule_is_refused(void **state)
{
    (void)state;
    size_t ties;
    struct err err = {0};
    assert_error(words_choose(&ties_words, "--ties", bytes_of("random"), &ties, &err), err, ERR_USAGE,
                 "--ties is docid-desc, docid-asc, input or average, not 'random'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_parsed_by_its_name),
        cmocka_unit_test(every_row_has_help),
        cmocka_unit_test(names_print_as_they_were_written),
        cmocka_unit_test(names_are_taken_in_either_case),
        cmocka_unit_test(aliases_of_the_field_are_taken),
        cmocka_unit_test(names_of_trec_eval_and_mteb_are_taken),
        cmocka_unit_test(ir_measures_names_are_taken),
        cmocka_unit_test(ranx_names_are_taken),
        cmocka_unit_test(accuracy_without_a_cutoff_counts_pairs_and_with_one_is_success),
        cmocka_unit_test(a_scale_that_ends_before_it_begins_is_refused),
        cmocka_unit_test(a_cutoff_beside_one_in_brackets_is_refused),
        cmocka_unit_test(the_choices_of_trec_eval_are_lists),
        cmocka_unit_test(a_row_is_found_by_half_a_name),
        cmocka_unit_test(trec_eval_names_are_given),
        cmocka_unit_test(measures_without_a_trec_eval_name_keep_their_own),
        cmocka_unit_test(parameters_are_listed_with_their_defaults),
        cmocka_unit_test(blanks_around_the_pieces_do_not_matter),
        cmocka_unit_test(double_quotes_are_taken_too),
        cmocka_unit_test(parameters_that_are_not_given_have_their_defaults),
        cmocka_unit_test(the_error_for_an_unknown_name_suggests_the_nearest_ones),
        cmocka_unit_test(a_cutoff_without_its_sign_is_understood),
        cmocka_unit_test(a_nameless_measure_is_refused),
        cmocka_unit_test(a_cutoff_of_0_is_refused),
        cmocka_unit_test(a_cutoff_that_is_too_large_is_refused_with_the_limit),
        cmocka_unit_test(a_cutoff_that_is_no_number_is_refused),
        cmocka_unit_test(a_missing_cutoff_is_refused),
        cmocka_unit_test(a_cutoff_of_a_whole_ranking_is_refused),
        cmocka_unit_test(a_cutoff_that_is_given_twice_is_refused),
        cmocka_unit_test(a_recall_above_1_is_refused),
        cmocka_unit_test(an_unknown_parameter_is_refused),
        cmocka_unit_test(a_parameter_of_another_measure_is_refused),
        cmocka_unit_test(a_parameter_that_is_given_twice_is_refused),
        cmocka_unit_test(parameters_outside_of_their_range_are_refused),
        cmocka_unit_test(a_worth_of_all_other_documents_needs_their_number),
        cmocka_unit_test(invalid_gains_are_refused),
        cmocka_unit_test(a_grade_with_two_gains_is_refused),
        cmocka_unit_test(more_gains_than_there_is_room_for_are_refused),
        cmocka_unit_test(an_open_bracket_is_refused),
        cmocka_unit_test(a_list_keeps_the_order_asked),
        cmocka_unit_test(a_bare_number_is_one_more_cutoff),
        cmocka_unit_test(commas_inside_of_brackets_do_not_separate),
        cmocka_unit_test(the_default_list_is_eight_measures),
        cmocka_unit_test(a_cutoff_without_a_measure_is_refused),
        cmocka_unit_test(a_further_cutoff_of_0_is_refused),
        cmocka_unit_test(no_text_at_all_is_refused),
        cmocka_unit_test(an_empty_piece_is_refused),
        cmocka_unit_test(a_grade_above_the_highest_is_refused),
        cmocka_unit_test(a_grade_that_is_not_whole_is_refused_where_it_must_be),
        cmocka_unit_test(any_grade_is_taken_where_it_can_be),
        cmocka_unit_test(a_higher_max_rel_takes_higher_grades),
        cmocka_unit_test(an_unknown_tie_rule_is_refused),
    };
    return cmocka_run_group_tests_name("measure", tests, NULL, NULL);
}
