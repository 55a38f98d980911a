// Darwin's <sys/time.h>: xnu, bsd/sys/time.h.
#pragma once
#include <sys/types.h>
#include <sys/_select.h>
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest; int tz_dsttime; };
int gettimeofday(struct timeval *__restrict, void *__restrict);
int utimes(const char *, const struct timeval *);
int futimes(int, const struct timeval *);
