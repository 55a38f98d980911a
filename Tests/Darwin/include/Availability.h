// Darwin's <Availability.h>, of which the headers of other libraries need nothing.
#pragma once
#include <AvailabilityMacros.h>
