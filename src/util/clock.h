/* clock.h: elapsed wall time, monotonic, in seconds. */
#pragma once

double clock_now(void); // only differences mean anything
