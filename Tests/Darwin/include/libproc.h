// Darwin's <libproc.h>: xnu, libsyscall/wrappers/libproc/libproc.h.
#pragma once
#include <sys/proc_info.h>
int proc_pidinfo(int, int, uint64_t, void *, int);
