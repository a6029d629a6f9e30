#include "core/base/look.h"

#include <stdatomic.h>

static atomic_int limit = LOOKS_KINDS - 1;

enum looks_kind looks_best(void)
{
#ifdef __x86_64__
    bool has_avx2 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    enum looks_kind best = has_avx2 ? LOOKS_AVX2 : LOOKS_SSE2;
#else
    enum looks_kind best = LOOKS_PLAIN;
#endif
    enum looks_kind most = (enum looks_kind)limit;
    return best < most ? best : most;
}

void looks_limit(enum looks_kind most)
{
    limit = (int)most;
}
