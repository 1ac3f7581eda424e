"""The course's package, both generations of it, for agents that were written for either."""
from .isolation import *  # noqa: F401,F403
from .isolation import (Action, Agent, Board, DebugState, Isolation, Status, StopSearch,  # noqa: F401
                        TIME_LIMIT_MILLIS, TimedQueue, fork_get_action, logger, play)
