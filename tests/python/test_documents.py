"""The examples of docs/python.md and of the package do what they say."""
import doctest
import importlib
import inspect
import pathlib

import pytest

import isolab
from conftest import ROOT

MODULES = sorted(path.stem for path in pathlib.Path(isolab.__file__).parent.glob("*.py"))
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_page() -> None:
    done = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False, optionflags=FLAGS)
    assert done.attempted > 20 and not done.failed


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = isolab if name == "__init__" else importlib.import_module(f"isolab.{name}")
    assert module.__doc__ and not doctest.testmod(module, optionflags=FLAGS).failed


def test_everything_public_is_documented() -> None:
    for name in isolab.__all__:
        value = getattr(isolab, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__, name
