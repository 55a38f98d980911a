// Darwin's <sys/ioctl.h>: xnu, bsd/sys/ttycom.h, bsd/sys/filio.h and bsd/sys/ioccom.h. The requests are macros that Swift
// does not import, except those that Darwin's Swift overlay declares.
#pragma once
#include <sys/types.h>
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
#define IOCPARM_MASK 0x1fff
#define IOC_OUT ((uint32_t)0x40000000)
#define IOC_IN ((uint32_t)0x80000000)
#define _IOC(inout, group, num, len) (inout | ((len & IOCPARM_MASK) << 16) | ((group) << 8) | (num))
#define _IOR(g, n, t) _IOC(IOC_OUT, (g), (n), sizeof(t))
#define TIOCGWINSZ _IOR('t', 104, struct winsize)
#define FIONREAD _IOR('f', 127, int)
int ioctl(int, unsigned long, ...);
