"""The package as a whole."""
import isolab


def test_version() -> None:
    assert isolab.__version__.count(".") == 2
