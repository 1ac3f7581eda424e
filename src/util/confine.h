/* confine.h: a process that shall neither start others nor reach for them.
 *
 * For code that a user brought. The kernel's limit on processes counts a user's in all and does not
 * hold for root; so a filter refuses every new one, as if there were no room for it, and lets
 * threads through, which a limit on memory bounds. Signals go to the process itself alone. It holds
 * for the calling thread and all that comes of it, and cannot be taken back.
 */
#pragma once

#include <stdbool.h>

bool confine_process(void); // false where the kernel has no such filter
