"""Starts `tessera serve` for a check of clients."""

import contextlib
import os
import re
import subprocess
import tempfile
import time

BINARY = os.environ.get("TESSERA", ".build/debug/tessera")


@contextlib.contextmanager
def running(*arguments):
    """Yields the address of a server on a free port with collections in memory, which ends with the block."""
    store = [] if "--store" in arguments else ["--store", "memory:"]
    command = [BINARY, "serve", "--listen", "127.0.0.1:0", *store, *arguments]
    with tempfile.NamedTemporaryFile() as log:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        try:
            yield _address(process, log.name)
            if process.poll() is not None:
                raise SystemExit(f"the server ended by itself, with {process.returncode}:\n{_tail(log.name)}")
        finally:
            process.terminate()
            process.wait(timeout=30)


def _address(process, log):
    for _ in range(600):
        found = re.search(r"listens on (\S+)", _tail(log))
        if found:
            return found[1]
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise SystemExit(f"{BINARY} does not start:\n{_tail(log)}")


def _tail(log):
    with open(log, errors="replace") as file:
        return file.read()[-4000:]
