// Darwin's <wchar.h>: Libc.
#pragma once
#include <sys/types.h>
typedef int wint_t;
size_t wcslen(const wchar_t *);
