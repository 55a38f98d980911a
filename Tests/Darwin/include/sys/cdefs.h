// Darwin's <sys/cdefs.h>.
#pragma once
#define __BEGIN_DECLS
#define __END_DECLS
#define __dead2 __attribute__((__noreturn__))
