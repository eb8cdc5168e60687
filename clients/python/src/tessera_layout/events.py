"""The events of a collection."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, cast

from .problems import InvalidResponse
from .sse import RawEvent
from .types import UpdateDiff


@dataclass(frozen=True)
class Event:
    """An event of a collection: `open`, `message`, `reset`, `unavailable`, `closed`, or one of a later release."""

    name: str
    version: int | None
    """The version that a client has after the event."""
    data: dict[str, Any]

    @property
    def diff(self) -> UpdateDiff | None:
        """The change, if the event is a `message`."""
        return cast(UpdateDiff, self.data) if self.name == "message" else None


def event_of(raw: RawEvent) -> Event | None:
    """Returns the event, or `None` for one that only moves the place from which a client resumes."""
    if raw.data is None:
        return None
    try:
        data = json.loads(raw.data)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise InvalidResponse(f"The event {raw.name!r} has no JSON object")
    return Event(raw.name, int(raw.last_id) if raw.last_id.isdecimal() else None, data)
