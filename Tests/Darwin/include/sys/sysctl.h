// Darwin's <sys/sysctl.h>: xnu, bsd/sys/sysctl.h.
#pragma once
#include <sys/types.h>
int sysctl(int *, u_int, void *, size_t *, void *, size_t);
int sysctlbyname(const char *, void *, size_t *, void *, size_t);
