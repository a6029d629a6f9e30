/* Options of commands that read documents: what the user says about the fields. */
#pragma once

#include "cli/options.h"
#include "import/items/item_fields.h"

struct mapping_options {
    struct text_list id, text, title, make_id;
    size_t id_length;
};

/* Option rows that fill `member` of the struct `owner`, a struct mapping_options. */
#define MAPPING_OPTION_ROWS(owner, member)                                                                   \
    TEXTS_OPTION("id", "FIELD", owner, member.id, .help = "field with the id"),                              \
        TEXTS_OPTION("text", "FIELD", owner, member.text, .help = "field with the text"),                    \
        TEXTS_OPTION("title", "FIELD", owner, member.title, .help = "field with the title of a document"),   \
        TEXTS_OPTION("make-id", "FIELDS", owner, member.make_id,                                             \
                     .help = "make ids by MD5 of fields; text:10 is its first 10 characters"),               \
        INTEGER_OPTION("id-length", "N", owner, member.id_length, ID_LENGTH_LEAST, ID_LENGTH_MOST,           \
                       ID_LENGTH_DEFAULT, .help = "hex digits of such an id (default 8)")

/* Converts the options to a mapping. It lies in the arena and in the words of the call. */
MUST_CHECK bool mapping_take(const struct mapping_options *options, struct arena *arena,
                             struct item_mapping *mapping, struct err *err);
