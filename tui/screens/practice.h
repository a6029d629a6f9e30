/*
 * The lead's answer to a practice ballot, next to the annotator's answer.
 */
#ifndef ASSAY_TUI_SCREENS_PRACTICE_H
#define ASSAY_TUI_SCREENS_PRACTICE_H

#include "tui/screens/desk.h"

#endif
