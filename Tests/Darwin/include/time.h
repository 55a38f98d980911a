// Darwin's <time.h>: Libc, include/_time.h.
#pragma once
#include <sys/types.h>
#include <sys/time.h>
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    char *tm_zone;
};
// Apple's constants have an underscore in front, and a macro for each name.
typedef enum {
    CLOCK_REALTIME = 0,
    CLOCK_MONOTONIC_RAW = 4,
    CLOCK_MONOTONIC = 6,
    CLOCK_UPTIME_RAW = 8,
    CLOCK_PROCESS_CPUTIME_ID = 12,
    CLOCK_THREAD_CPUTIME_ID = 16
} clockid_t;
int clock_gettime(clockid_t, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);
time_t time(time_t *);
time_t mktime(struct tm *);
time_t timegm(struct tm *const);
struct tm *gmtime_r(const time_t *__restrict, struct tm *__restrict);
struct tm *localtime_r(const time_t *__restrict, struct tm *__restrict);
size_t strftime(char *__restrict, size_t, const char *__restrict, const struct tm *__restrict);
void tzset(void);
