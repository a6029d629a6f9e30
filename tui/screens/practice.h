/*
 * The lead's answer to a practice ballot, beside the annotator's own answer.
 */
#ifndef ASSAY_TUI_SCREENS_PRACTICE_H
#define ASSAY_TUI_SCREENS_PRACTICE_H

#include "tui/screens/desk.h"

#endif
