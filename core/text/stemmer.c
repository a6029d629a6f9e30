#include "core/text/stemmer.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <libstemmer.h>

/* libstemmer's own struct has another name, which only this file knows. */
static struct sb_stemmer *snowball(struct stemmer *stemmer)
{
    return (struct sb_stemmer *)(void *)stemmer;
}

struct words stemmer_languages(void)
{
    struct words languages = {.first = sb_stemmer_list(), .stride = sizeof *languages.first};
    while (languages.first[languages.n] != NULL)
        languages.n++;
    return languages;
}

void stemmer_open(struct stemmer **out, const char *language)
{
    struct sb_stemmer *opened = sb_stemmer_new(language, "UTF_8");
    if (opened == NULL)
        BUG("no stemmer for %s", language);
    *out = (struct stemmer *)(void *)opened;
}

void stemmer_close(struct stemmer *stemmer)
{
    sb_stemmer_delete(snowball(stemmer));
}

struct bytes stemmer_stem(struct stemmer *stemmer, struct bytes word)
{
    const sb_symbol *stem = sb_stemmer_stem(snowball(stemmer), (const sb_symbol *)word.data, (int)word.size);
    if (stem == NULL)
        memory_out(0);
    return (struct bytes){(const char *)stem, (size_t)sb_stemmer_length(snowball(stemmer))};
}
