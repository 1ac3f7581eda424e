/* interrupt.h: Ctrl-C as a flag.
 *
 * From interrupt_watch() on, the first SIGINT or SIGTERM only sets the flag, for commands that
 * keep what they have done and say so; a second one ends the program as ever. SIGHUP, from a
 * terminal that closes, sets the flag each time, unless it was ignored from the start. Waiting
 * for input or for room ends with it: util/input.h and util/output.h look at the flag.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

const atomic_bool *interrupt_watch(void);
const atomic_bool *interrupt_flag(void); // the same flag, whether or not anybody watches

/* Ends the program as Ctrl-C would have; call it when all is tidy. */
void interrupt_die(void);

bool interrupt_came(void);
