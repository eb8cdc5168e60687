"""Server-sent events, as the HTML standard has them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RawEvent:
    """An event as it came. One without data only moves the place from which a client resumes."""

    name: str
    data: str | None
    last_id: str
    """The id of this event, or of the last one that had any; empty if there is none."""


class EventParser:
    """Reads the bytes of one connection, cut anywhere."""

    def __init__(self, last_id: str) -> None:
        self._parts: list[bytes] = []
        self._last_id = last_id
        self._name = ""
        self._data: list[str] = []
        self._is_first = True
        self.retry: float | None = None
        """The seconds before a reconnection that the service asks for."""

    def feed(self, piece: bytes) -> list[RawEvent]:
        """Returns the events that end in this piece. One without its empty line is not complete."""
        if not piece:
            return []
        # A carriage return at the end of a piece may be the first half of a line break.
        is_broken = bool(self._parts) and self._parts[-1].endswith(b"\r")
        self._parts.append(piece)
        if not (is_broken or b"\n" in piece or b"\r" in piece):
            return []
        # Only bytes have just these line breaks; texts have more, which stand unescaped in JSON.
        lines = b"".join(self._parts).splitlines(keepends=True)
        self._parts = [] if lines[-1].endswith(b"\n") else [lines.pop()]
        return [event for line in lines if (event := self._take(line)) is not None]

    def _take(self, line: bytes) -> RawEvent | None:
        text = line.rstrip(b"\r\n").decode("utf-8", "replace")
        if self._is_first:
            text, self._is_first = text.removeprefix("\ufeff"), False
        if not text:
            return self._dispatch()
        name, _, value = text.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "event":
                self._name = value
            case "data":
                self._data.append(value)
            case "id" if "\0" not in value:
                self._last_id = value
            case "retry" if value.isascii() and value.isdigit():
                self.retry = int(value) / 1000
        return None

    def _dispatch(self) -> RawEvent | None:
        data = "\n".join(self._data) if self._data else None
        event = RawEvent(self._name or "message", data, self._last_id)
        self._name, self._data = "", []
        return event
