#ifndef ASSAY_CLI_VERSION_H
#define ASSAY_CLI_VERSION_H

#define ASSAY_VERSION "0.1.0"

#endif
