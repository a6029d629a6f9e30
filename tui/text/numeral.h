/*
 * The numbers of list items: 7, g, G, vii, VII.
 */
#pragma once

enum { NUMERAL_SIZE = 16 }; /* for the longest, MMMDCCCLXXXVIII, and its NUL */

enum numeral_kind {
    NUMERAL_DECIMAL,
    NUMERAL_LETTERS, /* a to z, then aa, ab … */
    NUMERAL_CAPITALS,
    NUMERAL_ROMAN,
    NUMERAL_ROMAN_CAPITALS,
};

/* Writes a number. Numbers that the kind can't express (0 as a letter, 4000 as Roman) are decimal. */
void numeral_write(char text[NUMERAL_SIZE], enum numeral_kind kind, unsigned number);
