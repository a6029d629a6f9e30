#include "cli/shared/address.h"

#include "core/base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int digit_of(char c)
{
    const char *digits = "0123456789abcdef";
    const char *at = c != '\0' ? strchr(digits, c | 0x20) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* Decodes the escapes of an address: "%40" is "@". */
static void decode(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        int high = from[0] == '%' ? digit_of(from[1]) : -1, low = high >= 0 ? digit_of(from[2]) : -1;
        *to++ = (char)(low >= 0 ? high * 16 + low : *from);
        if (low >= 0)
            from += 2;
    }
    *to = '\0';
}

static char *copy_decoded(const char *text, size_t size)
{
    char *copy = memory_get(size + 1);
    memcpy(copy, text, size);
    copy[size] = '\0';
    decode(copy);
    return copy;
}

/* Removes `size` bytes; the rest moves up, and the end is overwritten. */
static void cut_out(char *from, size_t size)
{
    size_t behind = strlen(from + size);
    memmove(from, from + size, behind);
    memset(from + behind, 0, size);
}

/* Erases and frees a password. NULL is allowed. */
static void forget(char *password)
{
    if (password != NULL)
        explicit_bzero(password, strlen(password));
    free(password);
}

/* Everything before the first @ belongs to the user, even a ?, unless a / comes first. */
static char *find_end_of_user(char *address)
{
    char *start = strstr(address, "://") + 3;
    char *at = start + strcspn(start, "@/");
    return *at == '@' ? at : start;
}

/* Takes the password of user:password@. */
static char *take_of_user(char *address)
{
    char *start = strstr(address, "://") + 3, *at = find_end_of_user(address);
    char *colon = memchr(start, ':', (size_t)(at - start));
    if (colon == NULL)
        return NULL;
    char *password = copy_decoded(colon + 1, (size_t)(at - colon) - 1);
    cut_out(colon, (size_t)(at - colon));
    return password;
}

/* Names of parameters may contain escapes, too. */
static bool is_called(const char *name, size_t size, const char *wanted)
{
    char *decoded = copy_decoded(name, size);
    bool is_it = strcmp(decoded, wanted) == 0;
    free(decoded);
    return is_it;
}

/*
 * Takes password=… or another wanted parameter, with the & after it, or the separator before it. If there are several,
 * the last one counts.
 */
static char *take_of_parameters(char *address, const char *wanted)
{
    char *password = NULL;
    for (char *at = strchr(find_end_of_user(address), '?'); at != NULL && *at != '\0';) {
        size_t size = strcspn(at + 1, "&"), name_size = strcspn(at + 1, "=&");
        if (name_size == size || !is_called(at + 1, name_size, wanted)) {
            at = strchr(at + 1, '&');
            continue;
        }
        forget(password);
        password = copy_decoded(at + 1 + name_size + 1, size - name_size - 1);
        cut_out(at[size + 1] == '&' ? at + 1 : at, size + 1);
    }
    return password;
}

char *address_take_password(char *address)
{
    char *of_user = take_of_user(address), *of_parameters = take_of_parameters(address, "password");
    if (of_parameters == NULL)
        return of_user;
    forget(of_user);
    return of_parameters;
}

char *address_take_key_password(char *address)
{
    return take_of_parameters(address, "sslpassword");
}
