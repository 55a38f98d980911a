// Darwin's <sys/syslimits.h>: xnu, bsd/sys/syslimits.h.
#pragma once
#define OPEN_MAX 10240
#define PATH_MAX 1024
#define NAME_MAX 255
#define PIPE_BUF 512
