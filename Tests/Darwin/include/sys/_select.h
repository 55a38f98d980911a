// Darwin's fd_set: xnu, bsd/sys/_types/_fd_def.h.
#pragma once
#include <stdint.h>
#define FD_SETSIZE 1024
typedef struct fd_set { int32_t fds_bits[32]; } fd_set;
