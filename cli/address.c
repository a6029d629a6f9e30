#include "cli/address.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

static int digit_of(char c)
{
    const char *digits = "0123456789abcdef";
    const char *at = c != '\0' ? strchr(digits, c | 0x20) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* "%40" is "@" in an address. */
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
    char *copy = memory_copy_string(text);
    copy[size] = '\0';
    decode(copy);
    return copy;
}

/* What is behind moves up, and nothing of it is left at the end. */
static void cut_out(char *from, size_t size)
{
    size_t behind = strlen(from + size);
    memmove(from, from + size, behind);
    memset(from + behind, 0, size);
}

/* user:password@ */
static char *take_of_user(char *address)
{
    char *start = strstr(address, "://") + 3;
    char *at = start + strcspn(start, "@/?");
    char *colon = *at == '@' ? memchr(start, ':', (size_t)(at - start)) : NULL;
    if (colon == NULL)
        return NULL;
    char *password = copy_decoded(colon + 1, (size_t)(at - colon) - 1);
    cut_out(colon, (size_t)(at - colon));
    return password;
}

/* password=… among the parameters, with the & behind it, or what stands before it. */
static char *take_of_parameters(char *address)
{
    static const char key[] = "password=";
    for (char *at = strchr(address, '?'); at != NULL; at = strchr(at + 1, '&')) {
        if (strncmp(at + 1, key, strlen(key)) != 0)
            continue;
        size_t size = strcspn(at + 1, "&");
        char *password = copy_decoded(at + 1 + strlen(key), size - strlen(key));
        cut_out(at[size + 1] == '&' ? at + 1 : at, size + 1);
        return password;
    }
    return NULL;
}

char *address_take_password(char *address)
{
    char *password = take_of_user(address);
    return password != NULL ? password : take_of_parameters(address);
}
