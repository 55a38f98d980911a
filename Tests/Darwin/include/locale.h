// Darwin's <locale.h>: Libc.
#pragma once
#define LC_ALL 0
char *setlocale(int, const char *);
