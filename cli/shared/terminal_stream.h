/* A stream of text to a terminal. No byte that a command writes can control the terminal. */
#pragma once

#include "cli/shared/working_line.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * Opens a stream whose text goes to `terminal`, escaped as by unicode_add_escaped, line by line. `ascii`: the terminal
 * does not use UTF-8. The working line is wiped before each write and must outlive the stream. fclose leaves the
 * terminal open.
 */
FILE *terminal_stream_open(FILE *terminal, bool ascii, struct working_line *working);
