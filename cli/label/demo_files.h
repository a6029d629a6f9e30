/* The files of sample-data, embedded in the program by the Makefile. */
#pragma once

#include <stddef.h>

struct demo_file {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

extern const struct demo_file demo_files[];
extern const size_t n_demo_files;
