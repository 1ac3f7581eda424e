/* machine.h: what a measurement was made on. */
#pragma once

enum { MACHINE_TEXT_SIZE = 128 };

int machine_cores(void); // that this process may use; at least 1

/* "AMD EPYC 7763, 2 cores": one line of printable ASCII. Returns `text`. */
const char *machine_print(char text[MACHINE_TEXT_SIZE]);
