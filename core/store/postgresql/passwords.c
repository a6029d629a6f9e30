/* The passwords that were removed from an address, so that nobody can see them. */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Kept as long as the program runs, because a lost connection needs them again. */
static struct {
    char *address;
    struct server_passwords passwords;
} known;

static void forget_password(char *password)
{
    if (password != NULL)
        explicit_bzero(password, strlen(password));
    free(password);
}

void server_forget_passwords(struct server_passwords *passwords)
{
    forget_password(passwords->of_user);
    forget_password(passwords->of_key);
    *passwords = (struct server_passwords){0};
}

static struct server_passwords copy_passwords(const struct server_passwords *passwords)
{
    return (struct server_passwords){
        .of_user = memory_copy_string_if_any(passwords->of_user),
        .of_key = memory_copy_string_if_any(passwords->of_key),
    };
}

static void forget_known(void)
{
    server_forget_passwords(&known.passwords);
    free(known.address);
    known.address = NULL;
}

void server_use_password(const char *address, const char *password, const char *key_password)
{
    static bool is_registered;
    if (!is_registered)
        is_registered = atexit(forget_known) == 0;
    forget_known();
    known.address = memory_copy_string(address);
    known.passwords.of_user = memory_copy_string_if_any(password);
    known.passwords.of_key = memory_copy_string_if_any(key_password);
}

struct server_passwords server_passwords_of(const char *address)
{
    bool are_known = known.address != NULL && strcmp(known.address, address) == 0;
    return are_known ? copy_passwords(&known.passwords) : (struct server_passwords){0};
}
