"""One server for all tests that do not stop theirs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.serving import Serving, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running
