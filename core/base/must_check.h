/* Begins the declaration of a function whose result no caller may ignore; mostly: whether it worked. */
#ifndef ASSAY_CORE_BASE_MUST_CHECK_H
#define ASSAY_CORE_BASE_MUST_CHECK_H

#define MUST_CHECK __attribute__((warn_unused_result))

#endif
