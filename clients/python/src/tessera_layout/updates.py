"""The operations of a batch, which docs/diffs.md describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self, TypedDict, Unpack, cast

from .types import JSONObject

Items = str | Sequence[str] | Sequence[Sequence[int]]
"""Items by their ids, or by their index paths before the batch."""

Sections = str | Sequence[str] | Sequence[int]
"""Sections by their ids, or by their numbers before the batch."""


class Animated(TypedDict, total=False):
    """How elements come in and go out: `fade`, `left`, `none`, …"""

    animation: str


class Insertion(Animated, total=False):
    """Where items are inserted: beside an item, into one, at an edge of a section, or at index paths after the batch."""

    before: str
    after: str
    into: str
    section: str
    edge: str
    at: Sequence[Sequence[int]]


class Movement(Animated, total=False):
    """Where an item moves to; `to` is its index path after the batch."""

    before: str
    after: str
    into: str
    section: str
    edge: str
    to: Sequence[int]


class Expansion(Animated, total=False):
    """Whether descendants expand or collapse too."""

    descendants: bool


class SectionInsertion(Animated, total=False):
    """Where sections are inserted: beside a section, at an edge, or at numbers after the batch."""

    before: str
    after: str
    edge: str
    at: Sequence[int]


class SectionMovement(Animated, total=False):
    """Where a section moves to; `to` is its number after the batch."""

    before: str
    after: str
    edge: str
    to: int


class Updates:
    """Collects the operations of one change. Each method adds one and returns the batch.

    Positions are those before the batch, except for `at` of insertions and `to`.
    """

    def __init__(self) -> None:
        self.operations: list[dict[str, Any]] = []

    def __iter__(self) -> Iterator[JSONObject]:
        return iter(self.operations)

    def __len__(self) -> int:
        return len(self.operations)

    def insert(self, items: JSONObject | Sequence[JSONObject], **place: Unpack[Insertion]) -> Self:
        """Inserts items."""
        return self._add("insertItems", {"items": _listed(items)}, place)

    def delete(self, items: Items, **options: Unpack[Animated]) -> Self:
        """Deletes items."""
        return self._add("deleteItems", _named(items), options)

    def move(self, item: str | Sequence[int], **place: Unpack[Movement]) -> Self:
        """Moves an item."""
        return self._add("moveItem", _moved(item), place)

    def reload(
        self, items: Items, descriptions: Sequence[JSONObject] | None = None, **options: Unpack[Animated]
    ) -> Self:
        """Reloads items, with new descriptions if there are any."""
        return self._add("reloadItems", _named(items), _described("items", descriptions), options)

    def reconfigure(
        self, items: Items, descriptions: Sequence[JSONObject] | None = None, **options: Unpack[Animated]
    ) -> Self:
        """Gives items another content, and keeps their cells."""
        return self._add("reconfigureItems", _named(items), _described("items", descriptions), options)

    def expand(self, ids: str | Sequence[str], **options: Unpack[Expansion]) -> Self:
        """Shows the children of items of an outline; with `descendants`, everything below them."""
        return self._add("expandItems", _named(ids), options)

    def collapse(self, ids: str | Sequence[str], **options: Unpack[Expansion]) -> Self:
        """Hides everything below items of an outline; with `descendants`, these are collapsed too."""
        return self._add("collapseItems", _named(ids), options)

    def insert_sections(
        self, sections: JSONObject | Sequence[JSONObject], **place: Unpack[SectionInsertion]
    ) -> Self:
        """Inserts sections."""
        return self._add("insertSections", {"sections": _listed(sections)}, place)

    def delete_sections(self, sections: Sections, **options: Unpack[Animated]) -> Self:
        """Deletes sections."""
        return self._add("deleteSections", _named(sections), options)

    def move_section(self, section: str | int, **place: Unpack[SectionMovement]) -> Self:
        """Moves a section."""
        return self._add("moveSection", _moved(section), place)

    def reload_sections(
        self, sections: Sections, descriptions: Sequence[JSONObject], **options: Unpack[Animated]
    ) -> Self:
        """Reloads sections with new descriptions."""
        return self._add("reloadSections", _named(sections), _described("sections", descriptions), options)

    def _add(self, operation: str, *members: object) -> Self:
        added: dict[str, Any] = {"op": operation}
        for some in members:
            added.update(cast(Mapping[str, Any], some))
        self.operations.append(added)
        return self


def _listed(some: JSONObject | Sequence[JSONObject]) -> list[JSONObject]:
    return [some] if isinstance(some, Mapping) else list(some)


def _named(some: Items | Sections) -> dict[str, Any]:
    if isinstance(some, str):
        return {"ids": [some]}
    return {"ids" if some and isinstance(some[0], str) else "at": list(some)}


def _moved(one: str | int | Sequence[int]) -> dict[str, Any]:
    return {"id" if isinstance(one, str) else "from": one}


def _described(member: str, descriptions: Sequence[JSONObject] | None) -> dict[str, Any]:
    return {} if descriptions is None else {member: list(descriptions)}
