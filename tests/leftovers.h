/* leftovers.h: what a test that starts processes must not leave behind. Includes support.h. */
#pragma once

#include "support.h"

int count_descriptors(void); // that this process has open
void assert_no_child(void);  // neither alive nor a zombie
