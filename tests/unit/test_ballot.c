/* What a vote says, once the documents of its ballot are numbered anew: duplicates share a place. */
#include "tests/support/support.h"

#include "core/judge/ballot.h"

/* Slots 1 and 2 show a document and its duplicate, slot 3 another document. */
static struct choice choice_of(int second)
{
    static const int64_t candidates[] = {5, 5, 7};
    struct choice choice = {.position = VOTE_NONE};
    for (int slot = 1; slot <= BALLOT_SIZE_MAX; slot++) {
        const int place = choice_take_slot(&choice, candidates[slot - 1]);
        choice_take_second(&choice, second, slot, place);
    }
    return choice;
}

static void a_second_choice_has_the_place_of_its_slot(void **state)
{
    (void)state;
    assert_int_equal(choice_of(1).second, 1);
    assert_int_equal(choice_of(2).second, 1);
    assert_int_equal(choice_of(3).second, 2);
}

static void no_second_choice_and_none_of_the_rest_stay_what_they_are(void **state)
{
    (void)state;
    assert_int_equal(choice_of(SECOND_ABSENT).second, SECOND_ABSENT);
    assert_int_equal(choice_of(SECOND_NONE).second, SECOND_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_choice_has_the_place_of_its_slot),
        cmocka_unit_test(no_second_choice_and_none_of_the_rest_stay_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
