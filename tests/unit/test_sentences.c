#include "tests/support/support.h"

#include "core/text/sentences.h"

#include <string.h>

/* Lists all sentences of the text from its beginning on, each in brackets. */
static const char *list_forwards(struct arena *arena, const char *string)
{
    struct buffer list = {0};
    struct sentence sentence;
    struct bytes text = bytes_of(string);
    for (size_t offset = 0; sentence_at(text, offset, &sentence); offset = sentence.end)
        buffer_add_format(&list, "[%.*s]", BYTES_FORMAT(bytes_slice(text, sentence.start, sentence.end)));
    const char *copy = arena_copy_string(arena, buffer_string(&list));
    buffer_release(&list);
    return copy;
}

static void assert_sentences(const char *text, const char *expected)
{
    struct arena arena = {0};
    assert_string_equal(list_forwards(&arena, text), expected);
    arena_release(&arena);
}

static void a_sentence_ends_at_its_stop_or_with_its_line(void **state)
{
    (void)state;
    assert_sentences("Rinse it. Is it dry?  Yes!\nA heading\n\n- an item",
                     "[Rinse it.][Is it dry?][Yes!][A heading][- an item]");
}

static void a_stop_inside_a_word_or_after_a_number_ends_no_sentence(void **state)
{
    (void)state;
    assert_sentences("See v1.2 of it. 18. Turn it off.", "[See v1.2 of it.][18. Turn it off.]");
}

static void an_abbreviation_ends_no_sentence(void **state)
{
    (void)state;
    assert_sentences("Anlage 2 (zu § 13 Abs. 1 Satz 3 RVG) gilt gem. Art. 5 Nr. 2 lit. a DSGVO. Sie gilt i. "
                     "V. m. Ziff. 4.2 nicht.",
                     "[Anlage 2 (zu § 13 Abs. 1 Satz 3 RVG) gilt gem. Art. 5 Nr. 2 lit. a DSGVO.]"
                     "[Sie gilt i. V. m. Ziff. 4.2 nicht.]");
    assert_sentences("See Jones Inc. v. Smith, No. 8, Fig. 2. Dr. J. Miller said so.",
                     "[See Jones Inc. v. Smith, No. 8, Fig. 2.][Dr. J. Miller said so.]");
    assert_sentences("Selon l'art. 12, p. ex. le bail.", "[Selon l'art. 12, p. ex. le bail.]");
}

/* This also holds in lower case, and after white space of any kind. */
static void an_initial_before_a_lower_case_word_ends_no_sentence(void **state)
{
    (void)state;
    assert_sentences("ask j. r. who knows. good", "[ask j. r. who knows.][good]");
    assert_sentences("See No.\t8 of it.\tThen stop.", "[See No.\t8 of it.][Then stop.]");
}

/* The word before the stop is the whole word, not only the part after its last non-ASCII letter. */
static void a_word_in_letters_of_any_language_ends_its_sentence(void **state)
{
    (void)state;
    assert_sentences("Das ist schön. Morgen regnet es.", "[Das ist schön.][Morgen regnet es.]");
}

static void a_question_or_a_call_ends_before_a_small_letter_too(void **state)
{
    (void)state;
    assert_sentences("Which one? the red one. Good! so it is.",
                     "[Which one?][the red one.][Good!][so it is.]");
}

/* It depends on what follows whether a word is an abbreviation. */
static void a_word_that_could_be_short_ends_its_sentence(void **state)
{
    (void)state;
    assert_sentences("Is it dry? No. Take it out. This is art. Look.",
                     "[Is it dry?][No.][Take it out.][This is art.][Look.]");
    assert_sentences("It is no\nthing. Good!", "[It is no][thing.][Good!]");
    assert_sentences("mine did this too. it was fine. bye", "[mine did this too.][it was fine.][bye]");
}

static void a_letter_or_firm_before_a_typical_first_word_ends_a_sentence(void **state)
{
    (void)state;
    assert_sentences(
        "It is type B. The dose is 5 mg. Take vitamin D. It helps. See plan A. Then stop.",
        "[It is type B.][The dose is 5 mg.][Take vitamin D.][It helps.][See plan A.][Then stop.]");
    assert_sentences("It starts at 8 a.m. The pump stops. Ask Miller Inc. They know.",
                     "[It starts at 8 a.m.][The pump stops.][Ask Miller Inc.][They know.]");
    assert_sentences("J. A. Miller and Will B. Stone of Jones Inc. v. Smith.",
                     "[J. A. Miller and Will B. Stone of Jones Inc. v. Smith.]");
}

static void scripts_without_blanks_have_stops_of_their_own(void **state)
{
    (void)state;
    assert_sentences("水を切る。乾いたか？はい", "[水を切る。][乾いたか？][はい]");
}

static void a_text_of_blanks_has_no_sentence(void **state)
{
    (void)state;
    assert_sentences("", "");
    assert_sentences(" \n\t\n ", "");
}

static void a_byte_is_in_its_sentence_and_a_blank_before_the_next_one(void **state)
{
    (void)state;
    struct bytes text = bytes_of("One. Two. Three.");
    struct sentence sentence;
    assert_true(sentence_at(text, 6, &sentence));
    assert_int_equal(sentence.start, 5);
    assert_int_equal(sentence.end, 9);
    assert_true(sentence_at(text, 4, &sentence));
    assert_int_equal(sentence.start, 5);
    assert_false(sentence_at(text, 16, &sentence));
}

static void the_sentence_before_a_byte_may_end_there(void **state)
{
    (void)state;
    struct bytes text = bytes_of("One. Two. Three.");
    struct sentence sentence;
    assert_true(sentence_before(text, 9, &sentence));
    assert_int_equal(sentence.start, 5);
    assert_true(sentence_before(text, 8, &sentence));
    assert_int_equal(sentence.start, 0);
    assert_false(sentence_before(text, 3, &sentence));
}

static void going_backwards_gives_the_same_sentences(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct bytes text = bytes_of("Rinse it. Is it dry?\n\n\nA heading\nYes. No.\n");
    struct sentence sentence;
    struct buffer list = {0};
    for (size_t offset = text.size; sentence_before(text, offset, &sentence); offset = sentence.start)
        buffer_add_format(&list, "[%.*s]", BYTES_FORMAT(bytes_slice(text, sentence.start, sentence.end)));
    assert_string_equal(buffer_string(&list), "[No.][Yes.][A heading][Is it dry?][Rinse it.]");
    buffer_release(&list);
    arena_release(&arena);
}

/* Cuts a text that is one "sentence" without an end, forwards from its beginning. The parts together must be the whole
 * text. */
static void assert_cut(struct bytes text)
{
    struct sentence sentence;
    size_t covered = 0, blanks = 0;
    for (size_t offset = 0; sentence_at(text, offset, &sentence); offset = sentence.end) {
        assert_true(sentence.end - sentence.start <= SENTENCE_SIZE_MAX);
        assert_true((text.data[sentence.start] & 0xc0) != 0x80); /* no character is cut */
        blanks += sentence.start - offset;
        covered += sentence.end - sentence.start;
    }
    assert_int_equal(covered + blanks, text.size);
    assert_true(blanks < 20);
}

static void a_sentence_without_an_end_is_cut_between_words_or_characters(void **state)
{
    (void)state;
    struct buffer words = {0}, characters = {0}, odd = {0};
    buffer_add_byte(&odd, 'x'); /* so that a cut could fall inside a character */
    for (size_t i = 0; i < 2000; i++) {
        buffer_add_string(&words, i > 0 ? " word" : "word");
        buffer_add_string(&characters, "ü");
        buffer_add_string(&odd, "ü");
    }
    assert_cut(buffer_bytes(&words));
    assert_cut(buffer_bytes(&characters));
    assert_cut(buffer_bytes(&odd));
    buffer_release(&words);
    buffer_release(&characters);
    buffer_release(&odd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sentence_ends_at_its_stop_or_with_its_line),
        cmocka_unit_test(a_stop_inside_a_word_or_after_a_number_ends_no_sentence),
        cmocka_unit_test(an_abbreviation_ends_no_sentence),
        cmocka_unit_test(an_initial_before_a_lower_case_word_ends_no_sentence),
        cmocka_unit_test(a_word_in_letters_of_any_language_ends_its_sentence),
        cmocka_unit_test(a_question_or_a_call_ends_before_a_small_letter_too),
        cmocka_unit_test(a_word_that_could_be_short_ends_its_sentence),
        cmocka_unit_test(a_letter_or_firm_before_a_typical_first_word_ends_a_sentence),
        cmocka_unit_test(scripts_without_blanks_have_stops_of_their_own),
        cmocka_unit_test(a_text_of_blanks_has_no_sentence),
        cmocka_unit_test(a_byte_is_in_its_sentence_and_a_blank_before_the_next_one),
        cmocka_unit_test(the_sentence_before_a_byte_may_end_there),
        cmocka_unit_test(going_backwards_gives_the_same_sentences),
        cmocka_unit_test(a_sentence_without_an_end_is_cut_between_words_or_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
