"""The shapes of responses, by the names of openapi.yaml.

They are dictionaries as they came: a member or a value that a later release adds is there too, and programs pass over
it. Values that may grow, such as the `type` of a change, are strings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

JSONObject = Mapping[str, Any]
"""The body of a request, as the documents and openapi.yaml describe it. The service checks it."""

IndexPath = list[int]
"""The numbers of a section and of an item in it."""


class SizeObject(TypedDict):
    """A size in points."""

    width: float
    height: float


class PointObject(TypedDict):
    """A point in content coordinates, in points."""

    x: float
    y: float


class Frame(TypedDict):
    """A rectangle in content coordinates, in points."""

    x: float
    y: float
    width: float
    height: float


class FieldError(TypedDict):
    """A fault in the body of a request."""

    pointer: str
    detail: str
    column: NotRequired[int]


class Warning(TypedDict):
    """A notice in a successful response."""

    code: str
    pointer: str
    detail: str
    count: int


class Look(TypedDict):
    """The attributes of an element at one end of an animation."""

    frame: Frame
    zIndex: NotRequired[int]
    alpha: NotRequired[float]
    hidden: NotRequired[bool]
    transform: NotRequired[list[float]]
    transform3D: NotRequired[list[float]]
    estimated: NotRequired[bool]
    pins: NotRequired[str]
    pinned: NotRequired[bool]


class Element(Look):
    """The attributes of a cell, a header or another view."""

    category: str
    kind: NotRequired[str]
    indexPath: IndexPath
    id: NotRequired[str]
    level: NotRequired[int]
    isExpanded: NotRequired[bool]
    template: NotRequired[str]
    content: NotRequired[Any]


class Layout(TypedDict):
    """The response to a request for a layout."""

    contentSize: SizeObject
    attributes: list[Element]
    targetContentOffset: NotRequired[PointObject]
    warnings: NotRequired[list[Warning]]
    orthogonalSections: NotRequired[list[dict[str, Any]]]


class CollectionLayout(Layout):
    """Elements of a stored collection."""

    id: str
    version: int


class CollectionSummary(TypedDict):
    """A collection in a list."""

    id: str
    version: int
    kind: str
    sectionCount: int
    itemCount: int
    contentSize: SizeObject
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]


class SectionIndexTitle(TypedDict):
    """An entry of an index of sections."""

    title: str
    section: int


class CollectionDescription(CollectionSummary):
    """A collection, with its layout and container as they were sent."""

    layout: dict[str, Any]
    container: dict[str, Any]
    bounds: NotRequired[Frame]
    orthogonalOffsets: NotRequired[list[dict[str, Any]]]
    overscan: NotRequired[dict[str, Any]]
    follow: NotRequired[str]
    followDistance: NotRequired[float]
    contentAlignment: NotRequired[str]
    roomBelow: NotRequired[Any]
    measurementSpace: NotRequired[str]
    templates: NotRequired[dict[str, Any]]
    selfSizing: NotRequired[str]
    sectionIndexTitles: NotRequired[list[SectionIndexTitle]]
    learning: NotRequired[str]


# `from` is a keyword of Python, so members of this name are declared by a call.
_From = TypedDict("_From", {"from": NotRequired[IndexPath]})


class ElementChange(_From):
    """A change of one element, with its look before and after."""

    type: str
    category: str
    initial: Look
    final: Look
    id: NotRequired[str]
    level: NotRequired[int]
    isExpanded: NotRequired[bool]
    kind: NotRequired[str]
    to: NotRequired[IndexPath]
    reloaded: NotRequired[bool]
    reconfigured: NotRequired[bool]
    presence: NotRequired[str]
    template: NotRequired[str]
    content: NotRequired[Any]


SizeChange = TypedDict("SizeChange", {"from": SizeObject, "to": SizeObject})
"""A size before and after."""

PointChange = TypedDict("PointChange", {"from": PointObject, "to": PointObject})
"""A point before and after."""


class MeasuredCounts(TypedDict):
    """The number of measurements by their effect."""

    applied: int
    unchanged: int
    ignored: int


class IgnoredMeasurement(TypedDict):
    """A measurement that was not applied."""

    reason: str
    id: NotRequired[str]
    kind: NotRequired[str]
    indexPath: NotRequired[IndexPath]


class InvalidatedCounts(TypedDict):
    """The number of elements that were computed again."""

    sections: int
    items: int
    supplementaries: int
    decorations: int


class PinRange(TypedDict):
    """Where an element that pins may begin along the scroll direction, in points."""

    category: str
    kind: str
    indexPath: IndexPath
    least: float
    most: float


class UpdateDiff(TypedDict):
    """The changes of elements between two states."""

    contentSize: SizeChange
    contentOffset: PointChange
    contentOffsetAdjustment: PointObject
    contentSizeAdjustment: SizeObject
    changes: list[ElementChange]
    shifts: NotRequired[list[dict[str, Any]]]
    fromVersion: NotRequired[int]
    version: NotRequired[int]
    cause: NotRequired[str]
    viewport: NotRequired[str]
    requestId: NotRequired[str]
    author: NotRequired[str]
    updates: NotRequired[list[dict[str, Any]]]
    measured: NotRequired[MeasuredCounts]
    ignored: NotRequired[list[IgnoredMeasurement]]
    invalidated: NotRequired[InvalidatedCounts]
    indexPath: NotRequired[IndexPath]
    proposedIndexPath: NotRequired[IndexPath]
    item: NotRequired[Element]
    placeholder: NotRequired[Element]
    autoScroll: NotRequired[PointObject]
    page: NotRequired[str]
    scrollRange: NotRequired[dict[str, Any]]
    anchor: NotRequired[dict[str, Any]]
    orthogonalOffsets: NotRequired[list[dict[str, Any]]]
    itemCounts: NotRequired[list[dict[str, Any]]]
    itemsBehind: NotRequired[int]
    pinRanges: NotRequired[list[PinRange]]
    orthogonalSections: NotRequired[list[dict[str, Any]]]
    isMirrored: NotRequired[bool]
    warnings: NotRequired[list[Warning]]


class History(TypedDict):
    """The changes of a collection since a version."""

    since: int
    version: int
    isComplete: bool
    diffs: list[UpdateDiff]


class MeasuredCells(TypedDict):
    """The sizes of cells, in the order of the items."""

    sizes: list[SizeObject]
    views: NotRequired[list[dict[str, Any]]]
    warnings: NotRequired[list[Warning]]


class ItemReference(TypedDict):
    """An item, by its index path now and by its id."""

    indexPath: IndexPath
    id: NotRequired[str]


class ElementReference(TypedDict):
    """An element, without its attributes."""

    category: str
    indexPath: IndexPath
    kind: NotRequired[str]
    id: NotRequired[str]


class ScrollTarget(TypedDict):
    """The content offset that shows an item."""

    contentOffset: PointObject
    exact: bool
    error: float
    measureFirst: list[ItemReference]
    orthogonalOffset: NotRequired[dict[str, Any]]


class ScrollOutcome(TypedDict):
    """The elements that appear and disappear when a viewport moves."""

    fromVersion: int
    version: int
    contentSize: SizeObject
    bounds: Frame
    window: Frame
    appeared: list[Element]
    disappeared: list[ElementReference]
    changed: list[Element]
    prefetch: list[ItemReference]
    cancelPrefetch: list[ItemReference]
    itemCounts: list[dict[str, Any]]
    itemsBehind: NotRequired[int]
    pinRanges: NotRequired[list[PinRange]]
    contentOffsetAdjustment: NotRequired[PointObject]
    scrollRange: NotRequired[dict[str, Any]]
    anchor: NotRequired[dict[str, Any]]
    resync: NotRequired[bool]
    targetContentOffset: NotRequired[PointObject]
    orthogonalOffsets: NotRequired[list[dict[str, Any]]]
    orthogonalSections: NotRequired[list[dict[str, Any]]]
    isMirrored: NotRequired[bool]
    scrollTarget: NotRequired[ScrollTarget]
    measured: NotRequired[MeasuredCounts]
    ignored: NotRequired[list[IgnoredMeasurement]]
    diff: NotRequired[UpdateDiff]
    warnings: NotRequired[list[Warning]]
