/* course.h: `course:`, an agent written for the course, unchanged. A row for registry.c.
 *
 * The agent runs in a process of its own, hosted by python/isolab/course/runner.py, which is an
 * engine to us (external_engine.h).
 */
#pragma once

#include "agent/agent.h"

extern const AgentKind agent_course;

/* Whether the spec is of such an agent, which would run in bubblewrap if that worked here. For a
 * door to say so. */
bool course_lacks_sandbox(const AgentSpec *spec);
