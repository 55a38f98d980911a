// Darwin's <sys/un.h>: xnu, bsd/sys/un.h.
#pragma once
#include <sys/socket.h>
struct sockaddr_un { unsigned char sun_len; sa_family_t sun_family; char sun_path[104]; };
