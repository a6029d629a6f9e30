/*
 * libpq, loaded when the first server is used. A user with the database in a file does not need it, and starts without
 * the twenty libraries that it brings along.
 */
#pragma once

#include "core/base/err.h"

#include <libpq-fe.h>

/* The functions of libpq that are called. */
#define LIBPQ_FUNCTIONS(X)                                                                                   \
    X(PQconnectStartParams)                                                                                  \
    X(PQconndefaults)                                                                                        \
    X(PQconninfoFree)                                                                                        \
    X(PQreset)                                                                                               \
    X(PQfinish)                                                                                              \
    X(PQstatus)                                                                                              \
    X(PQtransactionStatus)                                                                                   \
    X(PQparameterStatus)                                                                                     \
    X(PQserverVersion)                                                                                       \
    X(PQsocket)                                                                                              \
    X(PQhost)                                                                                                \
    X(PQhostaddr)                                                                                            \
    X(PQport)                                                                                                \
    X(PQbackendPID)                                                                                          \
    X(PQexec)                                                                                                \
    X(PQdb)                                                                                                  \
    X(PQerrorMessage)                                                                                        \
    X(PQsetNoticeReceiver)                                                                                   \
    X(PQsetErrorVerbosity)                                                                                   \
    X(PQsendQuery)                                                                                           \
    X(PQenterPipelineMode)                                                                                   \
    X(PQexitPipelineMode)                                                                                    \
    X(PQpipelineSync)                                                                                        \
    X(PQsendPrepare)                                                                                         \
    X(PQsendQueryParams)                                                                                     \
    X(PQsendQueryPrepared)                                                                                   \
    X(PQconsumeInput)                                                                                        \
    X(PQisBusy)                                                                                              \
    X(PQgetResult)                                                                                           \
    X(PQgetCancel)                                                                                           \
    X(PQfreeCancel)                                                                                          \
    X(PQcancel)                                                                                              \
    X(PQresultStatus)                                                                                        \
    X(PQresultErrorField)                                                                                    \
    X(PQresultErrorMessage)                                                                                  \
    X(PQcmdStatus)                                                                                           \
    X(PQcmdTuples)                                                                                           \
    X(PQntuples)                                                                                             \
    X(PQnfields)                                                                                             \
    X(PQftype)                                                                                               \
    X(PQfformat)                                                                                             \
    X(PQgetisnull)                                                                                           \
    X(PQgetlength)                                                                                           \
    X(PQgetvalue)                                                                                            \
    X(PQgetCopyData)                                                                                         \
    X(PQfreemem)                                                                                             \
    X(PQputCopyData)                                                                                         \
    X(PQputCopyEnd)                                                                                          \
    X(PQsetnonblocking)                                                                                      \
    X(PQflush)                                                                                               \
    X(PQresultMemorySize)                                                                                    \
    X(PQclear)

struct libpq {
#define LIBPQ_MEMBER(name) __typeof__(&(name)) name;
    LIBPQ_FUNCTIONS(LIBPQ_MEMBER)
#undef LIBPQ_MEMBER
};

extern struct libpq libpq;

/*
 * Loads the library; when it has returned true, the functions of `libpq` can be called. ERR_SYSTEM: the library is not
 * installed, or this program is linked statically and can't load any.
 */
MUST_CHECK bool libpq_load(struct err *err);
