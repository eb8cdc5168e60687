"""Starts `tessera serve` for a check of clients."""

import contextlib
import os
import re
import subprocess
import tempfile
import time

BINARY = os.environ.get("TESSERA", ".build/debug/tessera")


@contextlib.contextmanager
def running(*arguments, store="memory:", environment=None, output=subprocess.DEVNULL):
    """Yields the address of a server on a free port, which ends with the block. `environment` has further variables,
    among them perhaps that of the store; `output` is the file of its log of requests."""
    stores = ["--store", store] if store and "--store" not in arguments else []
    command = [BINARY, "serve", "--listen", "127.0.0.1:0", *stores, *arguments]
    with tempfile.NamedTemporaryFile() as log:
        process = subprocess.Popen(command, stdout=output, stderr=log, env={**os.environ, **(environment or {})})
        try:
            yield _address(process, log.name)
            if process.poll() is not None:
                raise SystemExit(f"the server ended by itself, with {process.returncode}:\n{_tail(log.name)}")
        finally:
            process.terminate()
            process.wait(timeout=30)


def configuration(environment=None):
    """Returns the settings in force, by their variables, with further ones from the environment."""
    printed = subprocess.run(
        [BINARY, "serve", "--print-config"], env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    if printed.returncode != 0:
        raise SystemExit(f"the server rejects {environment}:\n{printed.stderr}")
    return dict(line.split("=", 1) for line in printed.stdout.splitlines())


def setting(variable):
    return configuration()[variable]


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
