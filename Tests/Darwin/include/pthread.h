// Darwin's <pthread.h>: libpthread, include/pthread/pthread.h.
#pragma once
#include <sys/types.h>
#include <signal.h>
#include <time.h>
#define PTHREAD_CREATE_JOINABLE 1
#define PTHREAD_CREATE_DETACHED 2
int pthread_attr_init(pthread_attr_t *_Nonnull);
int pthread_attr_destroy(pthread_attr_t *_Nonnull);
int pthread_attr_setdetachstate(pthread_attr_t *_Nonnull, int);
int pthread_attr_setstacksize(pthread_attr_t *_Nonnull, size_t);
int pthread_create(pthread_t _Nullable *_Nonnull __restrict, const pthread_attr_t *_Nullable __restrict,
                   void *_Nullable (*_Nonnull)(void *_Nullable), void *_Nullable __restrict);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);
int pthread_detach(pthread_t _Nonnull);
pthread_t _Nonnull pthread_self(void);
int pthread_setname_np(const char *_Nonnull);
int pthread_mutex_init(pthread_mutex_t *_Nonnull, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull);
int pthread_mutex_trylock(pthread_mutex_t *_Nonnull);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull);
