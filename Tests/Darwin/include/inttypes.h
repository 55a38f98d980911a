// Darwin's <inttypes.h>: Libc, include/inttypes.h.
#pragma once
#include <stdint.h>
#define PRId64 "lld"
#define PRIu64 "llu"
#define PRIx64 "llx"
#define PRId32 "d"
#define PRIu32 "u"
