"""meson-python builds the project in the current folder, and the module's is the whole repository."""
import os
import pathlib

os.chdir(pathlib.Path(__file__).resolve().parent.parent)

from mesonpy import *  # noqa: E402,F401,F403: the hooks of the build
