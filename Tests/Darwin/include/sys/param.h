// Darwin's <sys/param.h>.
#pragma once
#include <sys/syslimits.h>
#define MAXPATHLEN PATH_MAX
