// For dladdr.
#define _GNU_SOURCE
#include "CertificateLibrary.h"

#include <dlfcn.h>

int openssl_is_in_program(void) {
    Dl_info library, program;
    return dladdr((void *)OpenSSL_version, &library) && dladdr((void *)openssl_is_in_program, &program)
        && library.dli_fbase == program.dli_fbase;
}
