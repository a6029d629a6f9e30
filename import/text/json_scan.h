/*
 * Finds the parts of a JSON text that is too large to be parsed as a whole. It follows brackets and quotation marks and
 * ignores what is between them. import/text/json_fields.h then reads the found parts. In a mapped file, skipped bytes
 * do not stay in memory.
 */
#pragma once

#include "core/base/bytes.h"

/* The remaining text. A fault is permanent: after it nothing more is found. */
struct json_scan {
    const char *at;
    const char *end;
    const char *kept;     /* start of the bytes of a mapped file that may be in memory */
    const char *fault;    /* what is wrong, as a sentence; NULL: no fault */
    const char *fault_at; /* where it is; for something unclosed, where it was opened */
    bool is_cut;          /* the text ends within a value */
};

struct json_scan json_scan_of(struct bytes text);
/* Skips white space. Returns the next byte, '\0' at the end of the text. */
char json_scan_peek(struct json_scan *scan);
/* Returns whether only white space is left. */
bool json_scan_at_end(struct json_scan *scan);
/* Takes this byte, after white space. Another byte is a fault. */
bool json_scan_take(struct json_scan *scan, char byte);
/* Takes this byte if it is next. */
bool json_scan_take_if(struct json_scan *scan, char byte);
/* Takes a whole value. Returns false when it is cut off, or its brackets do not match. */
bool json_scan_value(struct json_scan *scan, struct bytes *value);
/* Takes `"key":`. The key keeps its quotation marks. */
bool json_scan_key(struct json_scan *scan, struct bytes *key);
/*
 * Returns whether there is another element, and takes the comma before it. Takes `closing` when there is none.
 */
bool json_scan_next(struct json_scan *scan, char closing, bool is_first);
