#pragma once

#define ASSAY_VERSION "1.0.0"
#define ASSAY_DATE "November 29, 2026" /* the date of the manual */
