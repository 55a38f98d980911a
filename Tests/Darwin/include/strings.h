// Darwin's <strings.h>: Libc, include/_strings.h.
#pragma once
#include <sys/types.h>
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
