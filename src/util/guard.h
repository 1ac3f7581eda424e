/* guard.h: the process that stands between this program and somebody else's.
 *
 * Killing a child and its group does not reach what has left the group: a daemon, a grandchild
 * with a session of its own. And a program that is killed itself kills nobody. So a command runs
 * under a guard: this very program, started once more under another name, to do nothing but wait.
 * It is the subreaper of whatever the command starts, so that who loses its parent becomes the
 * guard's child, wherever it went. When the command ends, or when the lifeline does (a socket to
 * the guard, which is closed to stop it, or by the kernel however our program came to its end), the
 * guard kills its children until it has none, and ends the way the command did.
 *
 * That takes a program that calls guard_enter() and a system with /proc. A kernel without
 * subreapers lets go of what left the group.
 */
#pragma once

#include <stdbool.h>

/* To be called first in main(). In a guard it does not return. */
void guard_enter(int argc, char **argv);

/* Whether it was called: guards can be had. */
bool guard_is_there(void);

/* What to start as a guard, and the name that makes it one. Its words are that name, the number of
 * the descriptor of its lifeline, and a command for /bin/sh. When the command runs it sends a byte
 * 0 through the lifeline, or the number of the error if it could not be started. */
#define GUARD_PROGRAM "/proc/self/exe"
#define GUARD_NAME    "isolab-guard"
