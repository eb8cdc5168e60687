"""A client for Tessera, the layout half of UICollectionView as an HTTP API."""

from ._async.client import AsyncTessera
from ._async.collection import AsyncCollection
from ._async.events import AsyncEvents
from ._sync.client import Tessera
from ._sync.collection import Collection
from ._sync.events import Events
from .events import Event
from .problems import InvalidResponse, Problem, TesseraError, TimedOut, Unreachable
from .requests import ChangeOptions, DiffOptions, ItemChangeOptions
from .retries import Retries
from .updates import Updates

__all__ = [
    "AsyncCollection",
    "AsyncEvents",
    "AsyncTessera",
    "ChangeOptions",
    "Collection",
    "DiffOptions",
    "Event",
    "Events",
    "InvalidResponse",
    "ItemChangeOptions",
    "Problem",
    "Retries",
    "Tessera",
    "TesseraError",
    "TimedOut",
    "Unreachable",
    "Updates",
]
