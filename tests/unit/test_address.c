/* Taking the password out of the address of a server's database, and what remains of the address. */
#include "tests/support/support.h"

#include "cli/shared/address.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *given, *left, *password; /* `password` is NULL if the address has none */
} addresses[] = {
    {"postgresql://host/labels", "postgresql://host/labels", NULL},
    {"postgresql://eve@host/labels?sslmode=require", "postgresql://eve@host/labels?sslmode=require", NULL},
    {"postgresql://eve:secret@host/labels", "postgresql://eve@host/labels", "secret"},
    {"postgresql://eve:se%40%63ret@host", "postgresql://eve@host", "se@cret"},
    {"postgresql://eve:what?@host/labels", "postgresql://eve@host/labels", "what?"},
    {"postgresql://eve:a?password=b@host/labels", "postgresql://eve@host/labels", "a?password=b"},
    {"postgresql://host:5432/labels", "postgresql://host:5432/labels", NULL},
    {"postgresql://[::1]:5432/labels?user=eve@home", "postgresql://[::1]:5432/labels?user=eve@home", NULL},
    {"postgresql:///labels?password=secret", "postgresql:///labels", "secret"},
    {"postgresql:///labels?password=secret&host=a", "postgresql:///labels?host=a", "secret"},
    {"postgresql:///labels?host=a&password=secret", "postgresql:///labels?host=a", "secret"},
    {"postgresql:///labels?host=a&pass%77ord=secret&port=1", "postgresql:///labels?host=a&port=1", "secret"},
    {"postgresql:///labels?password=a&password=b", "postgresql:///labels", "b"},
    {"postgresql:///labels?password=a&host=h&password=b", "postgresql:///labels?host=h", "b"},
    {"postgresql://e?e@host/labels?password=secret", "postgresql://e?e@host/labels", "secret"},
    {"postgresql://eve:a@host/labels?password=b", "postgresql://eve@host/labels", "b"},
    {"postgresql:///labels?password", "postgresql:///labels?password", NULL},
    {"postgresql:///labels?passwords=3", "postgresql:///labels?passwords=3", NULL},
    {"postgresql://", "postgresql://", NULL},
    {"postgresql://:@", "postgresql://@", ""},
};

static void a_password_is_removed_wherever_libpq_looks_for_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        char address[100] = {0}, left[100] = {0};
        strcpy(address, addresses[i].given);
        strcpy(left, addresses[i].left);
        char *password = address_take_password(address);
        assert_memory_equal(address, left, sizeof left); /* nothing remains behind its end either */
        assert_int_equal(password != NULL, addresses[i].password != NULL);
        if (password != NULL)
            assert_string_equal(password, addresses[i].password);
        free(password);
    }
}

static void the_password_of_a_key_is_removed_too(void **state)
{
    (void)state;
    char address[] = "postgresql://eve:a@host/labels?sslpassword=se%63ret&sslkey=k";
    char *password = address_take_password(address), *key_password = address_take_key_password(address);
    assert_string_equal(address, "postgresql://eve@host/labels?sslkey=k");
    assert_string_equal(password, "a");
    assert_string_equal(key_password, "secret");
    free(password);
    free(key_password);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_password_is_removed_wherever_libpq_looks_for_it),
        cmocka_unit_test(the_password_of_a_key_is_removed_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
