/*
 * A stream of text before a terminal: whatever any command writes, no byte of it can steer the terminal.
 */
#ifndef ASSAY_CLI_SHARED_TERMINAL_STREAM_H
#define ASSAY_CLI_SHARED_TERMINAL_STREAM_H

#include "cli/shared/working_line.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * A stream whose text goes to `terminal` as unicode_add_escaped has it, line by line. `ascii`: the terminal takes other
 * bytes than UTF-8 has. The working line, which outlives the stream, is wiped before. fclose leaves the terminal open.
 */
FILE *terminal_stream_open(FILE *terminal, bool ascii, struct working_line *working);

#endif
