"""A port to listen at."""

from __future__ import annotations

import socket

import pytest

from outflank.errors import OutflankError
from outflank.web.ports import address_of, listen


def test_a_taken_port_gives_the_next() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with listen("127.0.0.1", port) as second:
            assert port < second.getsockname()[1] < port + 20


def test_a_port_taken_at_every_address_is_taken_at_ours_too() -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        with listen("127.0.0.1", port) as second:
            assert second.getsockname()[1] != port


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:"),
        ("localhost", "http://127.0.0.1:"),
        ("0.0.0.0", "http://127.0.0.1:"),
        ("::1", "http://[::1]:"),
    ],
)
def test_the_address_is_one_that_a_browser_takes(host: str, address: str) -> None:
    if ":" in host and not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        bound = listen(host, 0)
    except OutflankError:
        pytest.skip(f"this machine has no {host}")
    with bound:
        assert address_of(bound).startswith((address, address.replace("127.0.0.1", "[::1]")))


@pytest.mark.parametrize("host", ["192.0.2.77", "no.such.host.invalid", "a b", "x" * 300])
def test_a_host_that_is_not_ours_is_refused_in_one_line(host: str) -> None:
    with pytest.raises(OutflankError, match="--host") as refusal:
        listen(host, 0)
    assert "\n" not in str(refusal.value)
