// Darwin's <memory.h>.
#pragma once
#include <string.h>
