"""The order of the tests."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """That a server is full comes first: what others leave open would make room when it ends."""
    items.sort(key=lambda it: it.path.name != "test_full.py")
