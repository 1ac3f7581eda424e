"""A laboratory for knight Isolation."""
from ._library import __version__

__all__ = ["__version__"]
