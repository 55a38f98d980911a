// Darwin's <sys/select.h>.
#pragma once
#include <sys/types.h>
#include <sys/time.h>
int select(int, fd_set *__restrict, fd_set *__restrict, fd_set *__restrict, struct timeval *__restrict);
