"""Agents written for the course, unchanged: see docs/course.md."""
