#include "core/store/postgresql/libpq.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

struct libpq libpq;

#ifdef ASSAY_IS_STATIC /* it could only load libraries for the C library that it was linked with */
bool libpq_load(struct err *err)
{
    return err_set(err, ERR_SYSTEM,
                   "a database on a server needs PostgreSQL's libpq, which this static assay can't load; "
                   "install assay with 'make install' or from its package");
}
#else
static bool is_loaded;

static bool find_function(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address); /* C has no cast from data to a function */
    return address != NULL;
}

/* The library stays loaded until the program ends. */
static void load(void)
{
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    is_loaded = library != NULL;
#define FIND(name) is_loaded = is_loaded && find_function(library, #name, &libpq.name);
    LIBPQ_FUNCTIONS(FIND)
#undef FIND
}

bool libpq_load(struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded || err_set(err, ERR_SYSTEM,
                                "a database on a server needs PostgreSQL's libpq.so.5, which is missing; "
                                "install the package libpq5");
}
#endif
