"""The order of the tests."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs the test of a full server first: connections of earlier tests would end and make
    room."""
    items.sort(key=lambda it: it.path.name != "test_full.py")
