/* The question's words: which word forms match, and where they are found. */
#include "tests/support/support.h"

#include "tui/text/question_words.h"

#include <stdio.h>
#include <string.h>

/* Expects the text with brackets around every word that matches the question. */
static void assert_marked_in(const char *language, const char *question, const char *text,
                             const char *expected)
{
    struct question_words words = {0};
    struct match_list marks = {0};
    struct buffer marked = {0};
    size_t offset = 0;
    question_words_set(&words, bytes_of(question), language);
    question_words_find(&words, bytes_of(text), 0, bytes_of(text).size, &marks);
    for (size_t i = 0; i < marks.count; i++) {
        struct match word = marks.items[i];
        buffer_add(&marked, (struct bytes){text + offset, word.start - offset});
        buffer_add_format(&marked, "[%.*s]", (int)(word.end - word.start), text + word.start);
        offset = word.end;
    }
    buffer_add_string(&marked, text + offset);
    assert_string_equal(buffer_string(&marked), expected);
    buffer_release(&marked);
    match_list_release(&marks);
    question_words_release(&words);
}

static void assert_marked(const char *question, const char *text, const char *expected)
{
    assert_marked_in("english", question, text, expected);
}

static bool meet(const char *language, const char *a, const char *b)
{
    struct question_words words = {0};
    struct match_list marks = {0};
    question_words_set(&words, bytes_of(a), language);
    question_words_find(&words, bytes_of(b), 0, bytes_of(b).size, &marks);
    bool met = marks.count == 1;
    match_list_release(&marks);
    question_words_release(&words);
    return met;
}

struct pair {
    const char *a;
    const char *b;
    bool meet;
};

static void assert_pair(const char *language, struct pair pair)
{
    if (meet(language, pair.a, pair.b) != pair.meet || meet(language, pair.b, pair.a) != pair.meet)
        fail_msg("%s, %s, %s: %s", language, pair.a, pair.b, pair.meet ? "don't meet" : "meet");
}

static const struct pair english[] = {
    {"fix", "fixes", true},
    {"fix", "fixed", true},
    {"fix", "fixing", true},
    {"fixes", "fixing", true},
    {"hose", "hoses", true},
    {"query", "queries", true},
    {"try", "tried", true},
    {"trying", "tries", true},
    {"cleaner", "cleaner's", true},
    {"cleaner", "cleaner’s", true},
    {"cleaners'", "cleaner", true},
    {"class", "classes", true},
    {"wash", "washes", true},
    {"switch", "switches", true},
    {"box", "boxes", true},
    {"potato", "potatoes", true},
    {"stop", "stopped", true},
    {"cut", "cutting", true},
    {"fill", "filling", true},
    {"tape", "taping", true},
    {"taped", "tapes", true},
    {"tap", "tapping", true},
    {"use", "using", true},
    {"used", "uses", true},
    {"agree", "agreed", true},
    {"decide", "deciding", true},
    {"edit", "edited", true},
    {"movie", "movies", true},
    {"die", "died", true},
    {"need", "needed", true},
    {"relevant", "relevance", true},
    {"clean", "cleaning", true},
    {"repair", "repaired", true},
    {"replace", "replacing", true},
    {"HOSE", "hose", true},
    {"Straße", "STRAßE", true},
    {"σίσυφος", "ΣΊΣΥΦΟΣ", true},
    {"500", "500", true},
    {"CO2", "CO₂", true},
    {"HbA1c", "HbA₁c", true},
    {"Cmax", "C_max", true},
    {"aspirin", "aspirin¹", true},

    {"tap", "tape", false},
    {"tap", "taped", false},
    {"car", "care", false},
    {"car", "cars", true},
    {"plan", "plane", false},
    {"hope", "hopping", false},
    {"see", "seed", false},
    {"fee", "feed", false},
    {"bus", "busy", false},
    {"clean", "cleaner", false},
    {"ring", "ringed", true},
    {"thing", "the", false},
    {"sing", "sin", false},
    {"string", "str", false},
    {"gas", "gash", false},
    {"glass", "glas", false},
    {"red", "redo", false},
    {"hose", "hosepipe", false},
    {"new", "news", false},
    {"fix", "prefix", false},
    {"Schlauch", "Schläuche", false},
    {"50", "500", false},
};

static void forms_of_a_word_match_and_other_words_do_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof english / sizeof *english; i++)
        assert_pair("english", english[i]);
}

static const struct {
    const char *language;
    struct pair pair;
} pairs[] = {
    {"german", {"Schlauch", "Schläuche", true}},
    {"german", {"Häuser", "Haus", true}},
    {"german", {"Straße", "STRASSEN", true}},
    {"german", {"Hose", "Dose", false}},
    {"french", {"cheval", "chevaux", true}},
    {"french", {"l'aspirateur", "aspirateurs", true}},
    {"french", {"l’eau", "d'eau", true}},
    {"italian", {"dell'acqua", "acqua", true}},
    {"catalan", {"l'aigua", "aigua", true}},
    {"spanish", {"aspiradora", "aspiradoras", true}},
    {"portuguese", {"mangueira", "mangueiras", true}},
    {"dutch", {"slang", "slangen", true}},
    {"swedish", {"slang", "slangar", true}},
    {"finnish", {"talo", "talossa", true}},
    {"hungarian", {"ház", "házak", true}},
    {"turkish", {"ev", "evler", true}},
    {"russian", {"ШЛАНГ", "шланги", true}},
    {"greek", {"σωλήνας", "ΣΩΛΉΝΑΣ", true}},
    {"arabic", {"كتاب", "الكتاب", true}},
    {"hindi", {"किताब", "किताबें", true}},
    {NULL, {"hose", "HOSE", true}},
    {NULL, {"hose", "hoses", false}},
    {NULL, {"ring's", "ring’s", true}},
};

static void each_language_has_its_own_forms(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_pair(pairs[i].language, pairs[i].pair);
}

static void in_every_language_a_word_matches_only_itself(void **state)
{
    (void)state;
    const struct words languages = stemmer_languages();
    for (size_t i = 0; i < words_count(&languages); i++) {
        assert_pair(words_at(&languages, i), (struct pair){"500", "500", true});
        assert_pair(words_at(&languages, i), (struct pair){"vacuum", "VACUUM", true});
        assert_pair(words_at(&languages, i), (struct pair){"vacuum", "split", false});
        assert_pair(words_at(&languages, i), (struct pair){"软管", "软管", true});
        assert_pair(words_at(&languages, i), (struct pair){"шланг", "труба", false});
    }
}

static void an_article_before_an_apostrophe_is_marked_with_its_word(void **state)
{
    (void)state;
    assert_marked_in("french", "l'eau", "L'eau, de l’eau", "[L'eau], de [l’eau]");
}

static void only_english_has_common_words(void **state)
{
    (void)state;
    assert_marked_in("german", "Was ist the Schlauch?", "Was the", "[Was] [the]");
    assert_marked_in(NULL, "the hose", "the hose", "[the] [hose]");
}

/* There are more words than assay remembers. It forgets what it knew of them, and finds it out again. */
static void any_number_of_different_words_is_considered(void **state)
{
    (void)state;
    struct question_words words = {0};
    struct match_list marks = {0};
    question_words_set(&words, bytes_of("hoses"), "english");
    for (int i = 0; i < 25000; i++) {
        char text[32];
        snprintf(text, sizeof text, "x%d hose", i);
        question_words_find(&words, bytes_of(text), 0, strlen(text), &marks);
        assert_int_equal(marks.count, 1);
    }
    match_list_release(&marks);
    question_words_release(&words);
}

static void whole_words_are_found(void **state)
{
    (void)state;
    assert_marked("split vacuum hose", "A hose, (hoses) hosepipe; SPLIT-hose. vacuums",
                  "A [hose], ([hoses]) hosepipe; [SPLIT]-[hose]. [vacuums]");
}

static void common_words_are_not_found(void **state)
{
    (void)state;
    assert_marked("How do I fix what isn't the hose?", "How do I fix what isn't the hose?",
                  "How do I [fix] what isn't the [hose]?");
}

static void letters_alone_are_not_found(void **state)
{
    (void)state;
    assert_marked("plan b 7", "b 7 plan", "b 7 [plan]");
}

static void any_script_is_found(void **state)
{
    (void)state;
    assert_marked("как починить шланг", "Шланг: починить!", "[Шланг]: [починить]!");
}

static void korean_words_are_found_with_any_particle_after_them(void **state)
{
    (void)state;
    assert_marked_in(NULL, "학교 급식은 언제?", "학교에서 급식으로 나온다. 물은 마신다.",
                     "[학교]에서 [급식]으로 나온다. 물은 마신다.");
}

static void two_ideographs_are_found(void **state)
{
    (void)state;
    assert_marked("吸尘器软管怎么修", "软管和吸尘器。管子", "[软管]和[吸尘器]。管子");
}

static void invalid_bytes_are_no_words(void **state)
{
    (void)state;
    assert_marked("hose\xff\xff", "\xff hose\xff", "\xff [hose]\xff");
}

static void a_question_without_words_finds_nothing(void **state)
{
    (void)state;
    assert_marked("", "hose", "hose");
    assert_marked("Is it?", "Is it?", "Is it?");
}

/* A word that the range cuts is compared as a whole. */
static void a_range_includes_the_words_that_it_cuts(void **state)
{
    (void)state;
    struct question_words words = {0};
    struct match_list marks = {0};
    question_words_set(&words, bytes_of("hose pipes"), "english");
    question_words_find(&words, bytes_of("a hosepipe"), 0, 6, &marks);
    assert_int_equal(marks.count, 0);
    question_words_find(&words, bytes_of("a hosepipe"), 6, 10, &marks);
    assert_int_equal(marks.count, 0);
    question_words_find(&words, bytes_of("a hose"), 0, 4, &marks);
    assert_int_equal(marks.count, 1);
    assert_int_equal(marks.items[0].end, 6);
    match_list_release(&marks);
    question_words_release(&words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_a_word_match_and_other_words_do_not),
        cmocka_unit_test(each_language_has_its_own_forms),
        cmocka_unit_test(in_every_language_a_word_matches_only_itself),
        cmocka_unit_test(an_article_before_an_apostrophe_is_marked_with_its_word),
        cmocka_unit_test(only_english_has_common_words),
        cmocka_unit_test(any_number_of_different_words_is_considered),
        cmocka_unit_test(whole_words_are_found),
        cmocka_unit_test(common_words_are_not_found),
        cmocka_unit_test(letters_alone_are_not_found),
        cmocka_unit_test(any_script_is_found),
        cmocka_unit_test(two_ideographs_are_found),
        cmocka_unit_test(korean_words_are_found_with_any_particle_after_them),
        cmocka_unit_test(invalid_bytes_are_no_words),
        cmocka_unit_test(a_question_without_words_finds_nothing),
        cmocka_unit_test(a_range_includes_the_words_that_it_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
