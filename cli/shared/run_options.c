#include "cli/shared/run_options.h"

bool run_options_read_separator(const struct arguments *arguments, size_t option, struct run_rules *rules,
                                struct err *err)
{
    const char *separator = argument_value(arguments, option);
    rules->separator = bytes_of(separator != NULL ? separator : "");
    return separator == NULL || separator[0] != '\0' ||
           err_set(err, ERR_USAGE, "--%s needs what stands behind a document's id, as in --by-document '#'",
                   arguments->options[option].name);
}
