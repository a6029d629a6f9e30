/* What commands that read documents share: what the user says of their fields. */
#ifndef ASSAY_CLI_COLLECT_MAPPING_H
#define ASSAY_CLI_COLLECT_MAPPING_H

#include "cli/options.h"
#include "import/items/item_fields.h"

/* These rows stand one behind the other in the table of a command, from the option `first` on. */
enum { MAPPING_ID, MAPPING_TEXT, MAPPING_TITLE, MAPPING_MAKE_ID, MAPPING_ID_LENGTH, MAPPING_OPTION_COUNT };

#define MAPPING_OPTION_ROWS(first)                                                                           \
    [(first) +                                                                                               \
        MAPPING_ID] = {.name = "id", .argument = "FIELD", .repeats = true, .help = "field with the id"},     \
        [(first) + MAPPING_TEXT] = {.name = "text",                                                          \
                                    .argument = "FIELD",                                                     \
                                    .repeats = true,                                                         \
                                    .help = "field with the text"},                                          \
        [(first) + MAPPING_TITLE] = {.name = "title",                                                        \
                                     .argument = "FIELD",                                                    \
                                     .repeats = true,                                                        \
                                     .help = "field with the title of a document"},                          \
        [(first) +                                                                                           \
            MAPPING_MAKE_ID] = {.name = "make-id",                                                           \
                                .argument = "FIELDS",                                                        \
                                .repeats = true,                                                             \
                                .help = "make ids by MD5 of fields; text:10 is its first 10 characters"},    \
        [(first) + MAPPING_ID_LENGTH] = {.name = "id-length",                                                \
                                         .argument = "N",                                                    \
                                         .help = "hex digits of such an id (default 8)"}

/* What these options say; in the arena, and of the words of the call. */
bool mapping_take(const struct arguments *arguments, size_t first, struct arena *arena,
                  struct item_mapping *mapping, struct err *err) __attribute__((warn_unused_result));

#endif
