// Darwin's <sysexits.h>: Libc, include/sysexits.h.
#pragma once
#define EX_OK 0
#define EX_USAGE 64
