"""Makes the modules of `_sync` from those of `_async`: python hatch_build.py, and each build of a wheel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent / "src" / "tessera_layout"

# A word of the asynchronous modules, and the one in its place.
WORDS = {
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "__aiter__": "__iter__",
    "__anext__": "__next__",
    "AbstractAsyncContextManager": "AbstractContextManager",
    "StopAsyncIteration": "StopIteration",
    "aclose": "close",
    "aclosing": "closing",
    "aiter_bytes": "iter_bytes",
    "aiter_raw": "iter_raw",
    "anyio": "time",
    "aread": "read",
    "asynccontextmanager": "contextmanager",
}


def synchronous(source: str) -> str:
    """Returns the text of a module without `async` and `await`."""
    source = re.sub(r"\basync (?=def|for|with)|\bawait ", "", source)
    source = re.sub(r"\bAsync(?=[A-Z])", "", source)
    return re.sub(r"\w+", lambda word: WORDS.get(word[0], word[0]), source)


def write() -> None:
    """Writes every module of `_sync` anew."""
    folder = PACKAGE / "_sync"
    folder.mkdir(exist_ok=True)
    for module in folder.glob("*.py"):
        module.unlink()
    for module in (PACKAGE / "_async").glob("*.py"):
        text = f"# Written by hatch_build.py from _async/{module.name}.\n" + synchronous(module.read_text(encoding="utf-8"))
        (folder / module.name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
else:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class SynchronousModules(BuildHookInterface[Any]):
        """Runs in each build."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            write()
