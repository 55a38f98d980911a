// Darwin's <ctype.h>: Libc.
#pragma once
int isalnum(int);
int isalpha(int);
int isdigit(int);
int isspace(int);
int isxdigit(int);
int tolower(int);
int toupper(int);
