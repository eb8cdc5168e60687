"""Compares the system calls of a server at work with those that deploy/tessera.service allows.

strace lists the calls of a server that stores a collection, measures text, sends events, and stops. Where it may not
trace, this is skipped. Each check prints a line. The first that fails ends the program.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from manifests import DEPLOY, REPOSITORY, failed

sys.path.insert(0, str(REPOSITORY / "Tests" / "Clients"))
import service  # noqa: E402

NOBODY = 65534
LAYOUT = {"container": {"width": 320, "height": 480}, "layout": {"kind": "flow"}, "sections": [{"itemCount": 20000}]}
COLLECTION = {"id": "feed", "container": {"width": 320, "height": 480}, "layout": {"kind": "list"},
              "sections": [{"items": [{"id": "a"}, {"id": "b"}]}]}
CHANGE = {"updates": [{"op": "deleteItems", "ids": ["a"]}]}


def check(name, condition, *details):
    if not condition:
        failed(name, *details)
    print(f"ok: {name}", flush=True)


def group(name):
    """The system calls of a group of systemd, with those of the groups in it."""
    printed = subprocess.run(["systemd-analyze", "syscall-filter", "--no-pager", name], stdout=subprocess.PIPE, text=True,
                             check=True).stdout
    calls = set()
    for line in printed.splitlines()[1:]:
        line = line.strip()
        if line.startswith("@"):
            calls |= group(line)
        elif line and not line.startswith("#"):
            calls.add(line)
    return calls


def allowed():
    calls = set()
    filters = re.findall(r"^SystemCallFilter=(~?)(\S+)$", (DEPLOY / "tessera.service").read_text(), re.M)
    for sign, name in filters:
        calls = calls - group(name) if sign else calls | group(name)
    # systemd allows those that a process starts and ends with in every list.
    return calls | group("@default")


def work(server):
    for path, body, status in [("/v1/layouts", LAYOUT, 200), ("/v1/collections", COLLECTION, 201)]:
        answer = httpx.post(server + path, json=body, timeout=120)
        check(f"{path} is {status}", answer.status_code == status, answer.text[:300])
    with httpx.stream("GET", f"{server}/v1/collections/feed/events", timeout=120) as stream:
        pieces = stream.iter_bytes()
        next(pieces)
        answer = httpx.post(f"{server}/v1/collections/feed/updates", json=CHANGE, timeout=120)
        check("a collection is changed", answer.status_code == 200, answer.text[:300])
        next(pieces)
    check("the fonts are read", httpx.get(f"{server}/v1/fonts", timeout=120).status_code == 200)
    check("the metrics are read", httpx.get(f"{server}/metrics", timeout=120).status_code == 200)


def traced(folder):
    """Returns the names and the lines of the calls of a server that works and stops; None if it cannot be traced."""
    trace, log = folder / "trace", folder / "log"
    # Not as root, for whom SQLite makes further calls.
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    if user:
        os.chown(folder, NOBODY, NOBODY)
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["strace", "--follow-forks", "--output", str(trace), service.BINARY, "serve", "--listen", "127.0.0.1:0"],
            env={**os.environ, "TESSERA_DATA_DIRECTORY": str(folder / "data")}, stdout=subprocess.DEVNULL, stderr=output,
            **user)
    try:
        for _ in range(1200):
            found = re.search(r"listens on (\S+)", log.read_text())
            if found or process.poll() is not None:
                break
            time.sleep(0.05)
        if not found:
            print(f"skipped: strace cannot trace here: {log.read_text()[-300:]}")
            return None
        work(found[1])
        # The first line is the start of the program; strace writes the id of the process before it.
        server = int(trace.read_text(errors="replace").split(None, 1)[0])
        os.kill(server, signal.SIGTERM)
        check("the server stops", process.wait(timeout=60) == 0, log.read_text()[-600:])
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(timeout=60)
    lines = trace.read_text(errors="replace").splitlines()
    return [(match[1], line) for line in lines if (match := re.match(r"\d+\s+(\w+)\(", line))]


def main():
    with tempfile.TemporaryDirectory() as folder:
        calls = traced(Path(folder))
    if calls is None:
        return
    names = {name for name, _ in calls}
    check(f"the unit allows all {len(names)} system calls", names <= allowed(), *sorted(names - allowed()))
    check("setpriority among them", "setpriority" in allowed())
    writable_code = [line for name, line in calls
                     if name in ("mmap", "mprotect") and "PROT_WRITE" in line and "PROT_EXEC" in line]
    check("no memory is both written and executed", not writable_code, *writable_code[:3])
    families = {match[1] for name, line in calls if name == "socket" and (match := re.search(r"\((AF_\w+)", line))}
    unit = re.search(r"^RestrictAddressFamilies=(.*)$", (DEPLOY / "tessera.service").read_text(), re.M)[1].split()
    check("its sockets are of the families of the unit", families <= set(unit), families)


main()
