// Darwin's <sys/wait.h>: xnu, bsd/sys/wait.h.
#pragma once
#include <sys/types.h>
#include <signal.h>
#include <sys/resource.h>
#define WNOHANG 0x00000001
#define WUNTRACED 0x00000002
pid_t wait(int *);
pid_t waitpid(pid_t, int *, int);
