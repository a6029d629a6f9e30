/*
 * What the lead said to a ballot that was practised on, beside one's own answer.
 */
#ifndef ASSAY_TUI_SCREENS_PRACTICE_H
#define ASSAY_TUI_SCREENS_PRACTICE_H

#include "tui/screens/desk.h"

#endif
