/* external.h: `exec:`, an engine in another process. A row for registry.c. */
#pragma once

#include "agent/agent.h"

extern const AgentKind agent_external;
