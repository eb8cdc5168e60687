"""Following a collection over connections that break."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from gateway import gateway, http, scripted
from service import running

from tessera_layout import (
    AsyncTessera, Collection, InvalidResponse, Problem, Retries, Tessera, TimedOut, Unreachable, Updates,
)

LIST: dict[str, Any] = {"container": {"width": 320, "height": 480}, "layout": {"kind": "list"}}
AT_ONCE = Retries(times=3, first=0.0)


def stream(*lines: str) -> bytes:
    """The response of a stream that ends after these lines."""
    body = "".join(f"{line}\n" for line in ("retry: 0", "", *lines)).encode()
    return http("200 OK", body, "text/event-stream")


@pytest.fixture
def rows(tessera: Tessera) -> Iterator[Collection]:
    created = tessera.create({**LIST, "sections": [{"id": "rows", "items": []}]})
    yield tessera.collection(created["id"])
    tessera.delete_collections(created["id"])


def append(rows: Collection, count: int) -> None:
    for _ in range(count):
        rows.update(Updates().insert({"size": [320, 10]}, section="rows"))


def open_streams(tessera: Tessera) -> int:
    lines = tessera.request("GET", "/metrics").text.splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("tessera_event_streams ")))


def wait_for_streams(tessera: Tessera, count: int) -> None:
    for _ in range(600):
        if open_streams(tessera) == count:
            return
        threading.Event().wait(0.05)
    raise AssertionError(f"{open_streams(tessera)} streams are open, not {count}")


def test_every_change_comes_once_and_in_order_over_broken_connections(address: str, rows: Collection) -> None:
    append(rows, 30)
    with gateway(address, [0, 700, 3000, 20]) as between:
        with Tessera(between.address, retries=AT_ONCE) as tessera:
            versions = []
            with tessera.collection(rows.id).events(since=1) as events:
                for event in events:
                    assert event.name == "message"
                    assert event.diff is not None and event.diff["fromVersion"] == (event.version or 0) - 1
                    versions.append(event.version)
                    if event.version == 31:
                        break
                assert events.version == 31
        assert versions == list(range(2, 32))
        assert len(between.connections) == 5


def test_a_stream_outlives_the_service(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path}/tessera.sqlite"
    with gateway("http://127.0.0.1:1", []) as between, Tessera(between.address) as follower:
        with running(store=store) as address, Tessera(address) as tessera:
            between.target = urlsplit(address)
            tessera.create({**LIST, "id": "kept", "sections": [{"id": "rows", "items": []}]})
            events = follower.collection("kept").events()
            assert next(events).name == "open"
            append(tessera.collection("kept"), 1)
            assert next(events).version == 2
        found: list[int | None] = []
        following = threading.Thread(target=lambda: found.extend(next(events).version for _ in range(2)))
        following.start()
        with running(store=store) as address, Tessera(address) as tessera:
            append(tessera.collection("kept"), 2)
            between.target = urlsplit(address)
            following.join(60)
            assert found == [3, 4]
            events.close()


def test_a_stream_ends_when_the_collection_is_deleted(rows: Collection) -> None:
    with rows.events() as events:
        assert next(events).name == "open"
        rows.delete()
        closed = next(events)
        assert (closed.name, closed.data["reason"]) == ("closed", "collection_deleted")
        assert list(events) == []


def test_a_version_that_never_existed_is_a_reset_and_the_stream_goes_on(rows: Collection) -> None:
    with rows.events(since=99) as events:
        reset = next(events)
        assert (reset.name, reset.version, reset.data["reason"]) == ("reset", 1, "history_gone")
        append(rows, 1)
        assert next(events).version == 2


def test_own_changes_move_the_place_without_an_event(rows: Collection) -> None:
    rows.set_viewport("mine", {"container": {"width": 320, "height": 480}, "bounds": [0, 0, 320, 480]})
    with rows.events(viewport="mine", own=False) as events:
        assert next(events).name == "open"
        rows.update(Updates().insert({"id": "own"}, section="rows"), viewport="mine")
        append(rows, 1)
        event = next(events)
        assert (event.version, events.version) == (3, 3)


def test_a_missing_viewport_is_waited_for(rows: Collection) -> None:
    with rows.events(viewport="later") as events:
        missing = next(events)
        assert (missing.name, missing.version, missing.data["reason"]) == ("unavailable", None, "viewport_missing")
        assert events.version is None
        rows.set_viewport("later", {"container": {"width": 160, "height": 60}, "bounds": [0, 0, 160, 60]})
        assert next(events).name == "open"


def test_a_query_that_does_not_fit_is_a_problem(rows: Collection) -> None:
    with rows.events(runs=True) as events, pytest.raises(Problem) as caught:
        next(events)
    assert caught.value.code == "bad_request"


def test_the_end_of_the_block_closes_the_connection(tessera: Tessera, rows: Collection) -> None:
    wait_for_streams(tessera, 0)
    with rows.events() as events:
        next(events)
        assert open_streams(tessera) == 1
    wait_for_streams(tessera, 0)


def test_a_silent_stream_is_given_up_for_another() -> None:
    silent = http("200 OK", b"", "text/event-stream").replace(b"Content-Length: 0\r\n", b"")
    opened = silent + b"id: 5\nevent: open\ndata: {}\n\n"
    with scripted(*[opened] * 50, closes=False) as server:
        with Tessera(server.address, retries=AT_ONCE) as tessera:
            with tessera.collection("a").events(silence=0.1) as events:
                assert [next(events).version for _ in range(3)] == [5, 5, 5]
            with tessera.collection("a").events(silence=0.1, attempts=0) as events, pytest.raises(TimedOut):
                next(events)
                next(events)


def test_the_last_id_is_sent_again_and_an_empty_one_is_not() -> None:
    responses = [
        stream("id: 7", "data: {}", ""),
        stream("id: 8", ""),
        stream("id:", "event: unavailable", "data: {}", ""),
        stream("event: closed", 'data: {"reason": "token_expired"}', ""),
    ]
    with scripted(*responses) as server, Tessera(server.address) as tessera:
        with tessera.collection("a").events() as events:
            assert [event.name for event in events] == ["message", "unavailable", "closed"]
        heads = [head.lower() for head in server.requests]
    assert ["last-event-id: 7" in head for head in heads] == [False, True, False, False]
    assert ["last-event-id: 8" in head for head in heads] == [False, False, True, False]
    assert "last-event-id" not in heads[3]


def test_a_stream_that_was_open_is_waited_for_longer_than_a_request() -> None:
    responses = [
        stream("id: 7", "data: {}", ""), *[b""] * 6, stream("event: closed", 'data: {"reason": "token_expired"}', ""),
    ]
    with scripted(*responses) as server, Tessera(server.address, retries=AT_ONCE) as tessera:
        with tessera.collection("a").events() as events:
            assert [event.name for event in events] == ["message", "closed"]
    with scripted(*responses) as server, Tessera(server.address, retries=AT_ONCE) as tessera:
        with tessera.collection("a").events(attempts=2) as events, pytest.raises(Unreachable):
            list(events)
        assert len(server.requests) == 3


def test_an_event_that_breaks_off_is_not_returned() -> None:
    whole = stream("id: 7", "data: {}", "", "id: 8", 'data: {"cut": 1}', "")
    with scripted(whole[:-1]) as server, Tessera(server.address) as tessera:
        with tessera.collection("a").events(attempts=0) as events:
            assert next(events).version == 7
            with pytest.raises(Unreachable):
                next(events)
            assert events.version == 7


def test_an_event_of_a_later_release_is_returned_with_its_name() -> None:
    with scripted(stream("id: 9", "event: later", 'data: {"a": 1}', "")) as server, Tessera(server.address) as tessera:
        with tessera.collection("a").events() as events:
            assert next(events).name == "later"
            assert events.version == 9


def test_an_event_without_an_object_is_not_of_this_service() -> None:
    with scripted(stream("id: 9", "data: no", "")) as server, Tessera(server.address) as tessera:
        with tessera.collection("a").events() as events, pytest.raises(InvalidResponse):
            next(events)


@pytest.mark.anyio
async def test_a_cancelled_wait_loses_nothing(address: str, tessera: Tessera, rows: Collection) -> None:
    wait_for_streams(tessera, 0)
    async with AsyncTessera(address, retries=AT_ONCE) as client:
        async with client.collection(rows.id).events(since=1) as events:
            for _ in range(3):
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(anext(events), 0.05)
            await asyncio.to_thread(append, rows, 5)
            assert [(await anext(events)).version for _ in range(2)] == [2, 3]
            waiting = asyncio.create_task(anext(events))
            assert (await waiting).version == 4
            assert [(await anext(events)).version for _ in range(2)] == [5, 6]
        await asyncio.to_thread(wait_for_streams, tessera, 0)


@pytest.mark.anyio
async def test_a_cancelled_iteration_closes_its_connection(address: str, tessera: Tessera, rows: Collection) -> None:
    wait_for_streams(tessera, 0)
    began = asyncio.Event()

    async def follow(client: AsyncTessera) -> None:
        async with client.collection(rows.id).events() as events:
            async for _ in events:
                began.set()

    async with AsyncTessera(address) as client:
        following = asyncio.create_task(follow(client))
        await began.wait()
        following.cancel()
        with pytest.raises(asyncio.CancelledError):
            await following
        await asyncio.to_thread(wait_for_streams, tessera, 0)


@pytest.mark.anyio
async def test_a_cancelled_pause_ends_at_once() -> None:
    ended = http("200 OK", b"id: 7\n\n", "text/event-stream")
    with scripted(ended, ended) as server:
        async with AsyncTessera(server.address, retries=Retries(first=99.0, longest=99.0)) as client:
            async with client.collection("a").events() as events:
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(anext(events), 0.5)
        assert len(server.connections) == 1


@pytest.mark.anyio
async def test_many_streams_of_one_client_follow_at_once(address: str, rows: Collection) -> None:
    async with AsyncTessera(address) as client:
        async def versions() -> list[int | None]:
            async with client.collection(rows.id).events(since=1) as events:
                return [(await anext(events)).version for _ in range(3)]

        following = [asyncio.create_task(versions()) for _ in range(20)]
        await asyncio.to_thread(append, rows, 3)
        assert await asyncio.gather(*following) == [[2, 3, 4]] * 20
