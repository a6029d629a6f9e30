/*
 * The numbers of a list's items: 7, g, G, vii, VII.
 */
#ifndef ASSAY_TUI_TEXT_NUMERAL_H
#define ASSAY_TUI_TEXT_NUMERAL_H

enum { NUMERAL_SIZE = 16 }; /* of the longest, MMMDCCCLXXXVIII, and of its end */

enum numeral_kind {
    NUMERAL_DECIMAL,
    NUMERAL_LETTERS, /* a to z, then aa, ab … */
    NUMERAL_CAPITALS,
    NUMERAL_ROMAN,
    NUMERAL_ROMAN_CAPITALS,
};

/* Numbers without a numeral of the kind (0 has no letter, 4000 is not Roman) are decimal. */
void numeral_write(char text[NUMERAL_SIZE], enum numeral_kind kind, unsigned number);

#endif
