"""Reading server-sent events."""

import pytest

from tessera_layout.events import event_of
from tessera_layout.problems import InvalidResponse
from tessera_layout.sse import EventParser, RawEvent

STREAM = (
    "\ufeffretry: 1000\n\n: heartbeat\n\nid: 1\nevent: open\ndata: {}\n\n"
    "id: 2\r\ndata: [\"\u2028\x0b\"]\r\n\r\nid: 3\n\nid:\nevent: unavailable\rdata:x\rdata\r\rdata: lost"
).encode()

EVENTS = [
    RawEvent("open", "{}", "1"),
    RawEvent("message", '["\u2028\x0b"]', "2"),
    RawEvent("message", None, "3"),
    RawEvent("unavailable", "x\n", ""),
]


def test_every_cut_of_a_stream_has_the_same_events() -> None:
    for first in range(len(STREAM)):
        for second in range(first, len(STREAM), 7):
            parser = EventParser("")
            found = [
                event
                for piece in (STREAM[:first], STREAM[first:second], STREAM[second:])
                for event in parser.feed(piece)
            ]
            assert [event for event in found if event.data is not None or event.last_id == "3"] == EVENTS
            assert parser.retry == 1


def test_an_event_without_its_empty_line_is_not_complete() -> None:
    assert EventParser("").feed(b"data: 1\n") == []


def test_the_last_id_goes_on_until_there_is_another() -> None:
    assert EventParser("7").feed(b"event: closed\ndata: {}\n\n") == [RawEvent("closed", "{}", "7")]


def test_a_long_event_in_small_pieces_is_read_in_linear_time() -> None:
    parser = EventParser("")
    line = b"data: " + b"x" * 4_000_000
    for start in range(0, len(line), 100):
        assert parser.feed(line[start : start + 100]) == []
    assert [len(event.data or "") for event in parser.feed(b"\n\n")] == [4_000_000]


@pytest.mark.parametrize("data", ["", "{", "[1]", "null"])
def test_an_event_that_is_no_object_is_not_of_this_service(data: str) -> None:
    with pytest.raises(InvalidResponse):
        event_of(RawEvent("message", data, "1"))


def test_an_event_of_a_later_release_comes_with_its_name_and_version() -> None:
    event = event_of(RawEvent("paused", '{"more": 1}', "9"))
    assert event is not None
    assert (event.name, event.version, event.data, event.diff) == ("paused", 9, {"more": 1}, None)
