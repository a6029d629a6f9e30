#ifndef ASSAY_CLI_VERSION_H
#define ASSAY_CLI_VERSION_H

#define ASSAY_VERSION "0.1.0"
#define ASSAY_DATE "November 29, 2026" /* as the manual has it */

#endif
