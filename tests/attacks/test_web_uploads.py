"""Promise: no file of one visitor costs the others time or memory."""

from __future__ import annotations

import asyncio
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from outflank.bench.visiting import Page
from outflank.errors import OutflankError
from outflank.web.limits import Limits
from outflank.web.loading import Given, read_given
from outflank.web.reading import Reader
from tests.attacks.web_attacks import eventually, megabytes, settled_megabytes
from tests.web.serving import Serving, serving

FILE_BYTES = Limits().file_bytes

LARGE_FILES = {
    "lines of one move": b"f5\n" * (FILE_BYTES // 3),
    "empty games": b"(;)" * (FILE_BYTES // 3),
    "a deep tree": b"(;GM[2]" + b"(;B[f5]" * (FILE_BYTES // 8),
    "zeros": b"\x00" * FILE_BYTES,
    "a deep session": b"{" + b'"a":{' * (FILE_BYTES // 6),
}
"""The largest files that are taken, and hard to read."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("uploads")) as running:
        yield running


def send(address: str, data: bytes) -> int:
    request = urllib.request.Request(address, data, {"X-File-Name": "games.txt"})
    try:
        with urllib.request.urlopen(request, timeout=120) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_a_click_of_another_visitor_is_answered_while_a_file_is_read(server: Serving) -> None:
    async def visit_together() -> None:
        first, second = Page(server.address), Page(server.address)
        await asyncio.gather(first.open(), second.open())
        address = await first.upload_address()
        upload = asyncio.create_task(
            asyncio.to_thread(send, address, LARGE_FILES["lines of one move"])
        )
        await asyncio.sleep(0.1)
        assert second.legal
        before = second.cells
        await second.choose(second.legal[0])
        assert await second.shows(lambda: second.cells != before)
        assert not upload.done()
        assert await upload == 200
        await asyncio.gather(first.close(), second.close())

    asyncio.run(visit_together())


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_memory_of_files_and_their_pages_is_given_back(server: Serving) -> None:
    async def upload(data: bytes) -> None:
        page = Page(server.address)
        await page.open()
        assert await asyncio.to_thread(send, await page.upload_address(), data) == 200
        await page.close()

    before = settled_megabytes(server)
    for data in LARGE_FILES.values():
        asyncio.run(upload(data))
    assert eventually(lambda: megabytes(server) < before + 60)


def test_an_address_that_no_page_has_is_refused(server: Serving) -> None:
    assert send(f"{server.address}/outflank/load/nonsense", b"f5") == 404


def read(data: bytes, **limits: Any) -> list[Given]:
    return asyncio.run(Reader(Limits(**limits)).read(data, "games.txt", visitor="somebody"))


def one_line(data: bytes, **limits: Any) -> str:
    with pytest.raises(OutflankError) as refusal:
        read(data, **limits)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


def test_a_file_that_takes_too_long_is_given_up() -> None:
    assert "longer than 0.1 seconds" in one_line(b"f5d6\n" * 100_000, reading_seconds=0.1)


@pytest.mark.skipif(sys.platform != "linux", reason="only there memory is bounded")
def test_a_file_that_takes_too_much_memory_is_given_up() -> None:
    assert "memory" in one_line(b"f5d6\n" * 900_000, reading_megabytes=12)


def test_a_game_that_is_too_large_is_refused() -> None:
    comment = b"(;GM[2]C[" + b"x" * 300_000 + b"];B[f5])"
    assert "too large" in one_line(comment)


def test_a_file_beyond_the_limit_is_not_read_at_all() -> None:
    assert "too many" in one_line(b"x" * (FILE_BYTES + 1))


def test_only_the_first_games_are_listed_and_any_of_them_can_be_had() -> None:
    given = read(b"f5d6c3\n" * 2000)
    assert len(given) == Limits().games_listed
    assert given[7].session().game.moves() == given[0].session().game.moves()
    assert given[7].title.startswith("8. ")


def test_a_process_reads_what_this_one_reads() -> None:
    data = b"f5d6c3d3c4\n" * 50
    in_process = asyncio.run(
        Reader(Limits(quick_bytes=1)).read(data, "games.txt", visitor="somebody")
    )
    assert [each.title for each in in_process] == [each.title for each in read_given(data)]
    assert [each.values["sgf"] for each in in_process] == [
        each.values["sgf"] for each in read_given(data)
    ]


def test_one_visitor_cannot_keep_the_readers_busy() -> None:
    async def flood() -> list[Any]:
        reader = Reader(Limits(readings=1))
        reads = [reader.read(b"f5d6\n" * 2000, visitor="flood") for _ in range(8)]
        return await asyncio.gather(*reads, return_exceptions=True)

    answers = asyncio.run(flood())
    refused = [answer for answer in answers if isinstance(answer, OutflankError)]
    assert len(refused) == 4  # one is read and three wait
