// Darwin's <net/if.h>: xnu, bsd/net/if.h.
#pragma once
#include <sys/socket.h>
#define IFF_UP 0x1
#define IFF_LOOPBACK 0x8
#define IFNAMSIZ 16
unsigned int if_nametoindex(const char *);
