"""Sends servers with little memory the largest requests that their limits allow, from many clients at once.

A server runs under each form of limit and with each amount of memory. It must respond to every request, with a result or
a refusal, must serve small requests after each run, and must not end before it is asked to. A server that says at its start
that a limit leaves it too little, and how much it needs, is started again with few threads, connections and fonts.
"""

import argparse
import collections
import contextlib
import functools
import gzip
import http.client
import json
import os
import re
import resource
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import service

MEMORY = [400, 700, 1024]
SUCCESS = {200, 201, 204}
SHED = {413, 422, 429, 503, 504}
# A small server, to which each of the limits leaves enough.
SMALL = ["--workers", "1", "--event-loops", "1", "--connections", "128", "--fonts", "examples/fonts/Boxes.ttf"]
# The message of a server that does not start because a limit leaves it too little.
TOO_LITTLE = re.compile(
    r"The limit of the process's [\w ]+ \((RLIMIT_\w+)\) is (\d+)MB, and the server needs (\d+)MB: .* Raise the limit")
# How long a client waits for a response, and a small request for room, in seconds.
PATIENCE, RECOVERY = 180, 30


@contextlib.contextmanager
def process_limit(name, memory):
    """Yields a function that the server's process calls before it starts, and the name of the limit."""
    limit = getattr(resource, name)
    yield lambda: resource.setrlimit(limit, (memory, memory)), name


@contextlib.contextmanager
def control_group(_, memory):
    """Yields the same for a control group of version 2 or 1; nothing in place of the function where none can be made."""
    root = Path("/sys/fs/cgroup")
    name = f"tessera-{os.getpid()}"
    for folder, limit, swap, version in [
        (root / name, "memory.max", ("memory.swap.max", "0"), "cgroup v2"),
        (root / "memory" / name, "memory.limit_in_bytes", ("memory.memsw.limit_in_bytes", str(memory)), "cgroup v1"),
    ]:
        try:
            folder.mkdir()
        except OSError:
            continue
        try:
            # Without the file the parent is no control group, or has no control over memory.
            if (folder / limit).exists():
                (folder / limit).write_text(str(memory))
                with contextlib.suppress(OSError):
                    (folder / swap[0]).write_text(swap[1])
                yield lambda folder=folder: (folder / "cgroup.procs").write_text("0"), version
                return
        finally:
            remove(folder)
    yield None, "cgroup"


def remove(folder):
    """Removes a control group; its last process may still be ending."""
    for _ in range(50):
        with contextlib.suppress(OSError):
            folder.rmdir()
            return
        time.sleep(0.1)


FORMS = {"RLIMIT_AS": process_limit, "RLIMIT_DATA": process_limit, "cgroup": control_group}


def layout(kind, sections, **more):
    return {"container": {"width": 400, "height": 800}, "layout": {"kind": kind}, "sections": sections, **more}


def bodies(limit):
    """The largest bodies by their kind, each of at most `limit` bytes."""
    def items(count, item):
        return [{"items": [item(i) for i in range(count)]}]

    def sized(make, unit):
        return json.dumps(make(max(1, limit // unit)), separators=(",", ":")).encode()

    visible = {"visibleRect": [0, 0, 400, 800]}
    found = {
        "sizes": sized(lambda n: layout("flow", [{"itemSizes": [[20 + i % 71, 40] for i in range(n)]}], **visible), 8),
        "ids": sized(lambda n: layout("list", items(n, lambda i: {"id": f"item-{i:08}"}), **visible), 24),
        "contents": sized(lambda n: layout("list", items(
            n, lambda i: {"template": "text", "content": f"the text of the item number {i:08}", "size": [9, 9]})), 90),
        "sections": sized(lambda n: layout("grid", [{"id": f"s{i:07}", "items": [{"id": f"i{i:07}"}]} for i in range(n)],
                                           **visible), 48),
        "all elements": json.dumps(layout("flow", [{"itemCount": 400_000}])).encode(),
        "a stack": json.dumps(layout("stack", [{"itemCount": 150_000}], **visible)).encode(),
        "circles": json.dumps(layout("circle", [{"itemCount": 60_000}])).encode(),
        "custom": json.dumps({**layout("custom", [{"itemCount": 300_000}], **visible), "layout": {
            "kind": "custom", "frame": {"x": "0", "y": "i * 10", "width": "10", "height": "10"}}}).encode(),
        "measured": json.dumps(layout("list", items(
            min(20_000, limit // 90), lambda i: {"template": "text", "content": f"a text to measure, number {i}"}))).encode(),
    }
    return {name: body for name, body in found.items() if len(body) <= limit}


@functools.lru_cache(maxsize=1)
def loads(limit):
    """Returns the kinds of requests by their names, each a list: method, path, body, header fields."""
    largest = bodies(limit)
    return {
        "layouts": [("POST", "/v1/layouts", body, {}) for body in largest.values()],
        "compressed layouts": [
            ("POST", "/v1/layouts", gzip.compress(body, 1), {"Content-Encoding": "gzip"})
            for body in largest.values() if len(body) > 1 << 16],
        "collections": [("POST", "/v1/collections", b'{"id":"c{n}",' + body[1:], {}) for body in largest.values()],
    }


def request(port, method, path, body, fields=None, address="127.0.0.1"):
    """Sends a request from an address; returns the status, or None if the connection ended without a response."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(address, 0))
    try:
        try:
            connection.request(method, path, body, {"Content-Type": "application/json", **(fields or {})})
            response = connection.getresponse()
        except ConnectionError:
            # A refusal may arrive before the whole request has been sent.
            if connection.sock is None:
                return None
            response = http.client.HTTPResponse(connection.sock, method=method)
            response.begin()
        while response.read(1 << 16):
            pass
        return response.status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def send_all(port, requests, run, clients, addresses):
    """Sends a request from each client at once, so that they begin with another one in each run; counts the statuses. The
    clients have several addresses, of which each has a share of the memory for bodies."""
    statuses = collections.Counter()
    lock = threading.Lock()

    def send(client):
        method, path, body, fields = requests[(run + client) % len(requests)]
        if path == "/v1/collections":
            body = body.replace(b"{n}", f"{run}-{client}".encode(), 1)
        status = request(port, method, path, body, fields, f"127.0.0.{2 + client % addresses}")
        with lock:
            statuses[status] += 1

    threads = [threading.Thread(target=send, args=(client,)) for client in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


def serves_again(process, port):
    """Whether a small request gets its result, once the memory of the large ones is free."""
    small = json.dumps(layout("list", [{"itemCount": 9}])).encode()
    deadline = time.monotonic() + RECOVERY
    while time.monotonic() < deadline and process.poll() is None:
        if request(port, "POST", "/v1/layouts", small) == 200:
            return True
        time.sleep(0.1)
    return False


def highest_resident(process):
    """The most memory that was resident, in MB."""
    found = re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
    return int(found[1]) >> 10


def setting(configuration, name):
    """A size of a printed configuration, in bytes."""
    number, unit = re.search(rf"^{name}=(\d+)(B|KB|MB|GB)$", configuration, re.MULTILINE).groups()
    return int(number) << {"B": 0, "KB": 10, "MB": 20, "GB": 30}[unit]


def cause(log):
    """The lines of a log that say why the server ended; its end if none does."""
    lines = Path(log).read_text(errors="replace").splitlines()
    return "\n".join([line for line in lines if "Fatal error: " in line or " crashed:" in line] or lines[-5:])


def refusal(log):
    """Why a server did not start, if a limit leaves it too little: the limit, its megabytes and those that would do."""
    found = TOO_LITTLE.search(Path(log).read_text(errors="replace"))
    return found and (found[1], int(found[2]), int(found[3]))


def exercise(enter, title, arguments, options=()):
    """Runs a server under a limit; returns the faults as sentences."""
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/log", "w+") as log:
        command = [service.BINARY, "serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:{folder}/store.sqlite",
                   "--log-format", "off", *options]
        if arguments.megabytes:
            command += ["--deadline", "120s"]  # a debug build is slow; it should compute all of them
        printed = subprocess.run(
            [service.BINARY, "serve", "--print-config", *options], preexec_fn=enter, capture_output=True, text=True)
        if printed.returncode != 0:
            return [f"{title}: --print-config ended with {printed.returncode}: {printed.stderr[-400:]}"]
        # Half of the memory for bodies is the share of one client.
        largest = min(setting(printed.stdout, "TESSERA_BODY_LIMIT"), setting(printed.stdout, "TESSERA_BODY_MEMORY") // 2)
        if arguments.megabytes:
            largest = min(largest, int(arguments.megabytes * (1 << 20)))
        kinds = loads(largest - 4096)
        # A process that writes a backtrace seems to live for some seconds.
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=log, preexec_fn=enter, env=environment)
        try:
            try:
                port = int(service._address(process, log.name).rsplit(":", 1)[1])
            except SystemExit as reason:
                refused = refusal(log.name)
                if options or refused is None or process.wait(timeout=60) != 1:
                    return [f"{title}: {reason}"]
                limit, megabytes, needed = refused
                if limit not in title or not title.startswith(f"{megabytes} MB") or needed <= megabytes:
                    return [f"{title}: a wrong reason not to start: {reason}"]
                print(f"small-container: {title}: not started, it needs {needed} MB; a small one is", flush=True)
                return exercise(enter, f"{title}, small", arguments, SMALL)
            faults = run_all(process, port, kinds, title, arguments)
            if process.poll() is not None:
                faults.append(f"{title}: the server had ended with {process.returncode}: {cause(log.name)}")
                return faults
            process.terminate()
            if process.wait(timeout=60) != 0:
                faults.append(f"{title}: the server ended with {process.returncode}: {cause(log.name)}")
            return faults
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def run_all(process, port, kinds, title, arguments):
    """Sends the runs, each of the next kind of requests, and prints their responses."""
    faults, statuses, start = [], collections.Counter(), time.monotonic()
    for run in range(arguments.runs):
        kind = list(kinds)[run % len(kinds)]
        statuses += send_all(port, kinds[kind], run // len(kinds) * arguments.clients, arguments.clients,
                             1 + run // len(kinds) % arguments.addresses)
        isServed = serves_again(process, port)
        if process.poll() is not None:
            print(f"small-container: {title}: the server ended by itself in run {run + 1}, of {kind}", flush=True)
            return faults
        if not isServed:
            faults.append(f"{title}: a small request is not served after run {run + 1}, of {kind}")
    results = sum(count for status, count in statuses.items() if status in SUCCESS)
    refusals = ", ".join(
        f"{count} with {status}" for status, count in sorted(statuses.items(), key=str) if status in SHED)
    print(f"small-container: {title}: {statuses.total()} requests in {arguments.runs} runs, {results} carried out, refused "
          f"{refusals or 'none'}; at most {highest_resident(process)} MB resident; {time.monotonic() - start:.0f} s",
          flush=True)
    for status in set(statuses) - SUCCESS - SHED:
        faults.append(f"{title}: {statuses[status]} requests got {status or 'no response'}")
    if not results:
        faults.append(f"{title}: no request was carried out")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=6, help="of each server; the kinds of requests take turns")
    parser.add_argument("--clients", type=int, default=16, help="how many requests of a run are sent at once")
    parser.add_argument("--addresses", type=int, default=8, help="of clients, at most: one in the first runs, then more")
    parser.add_argument("--megabytes", type=float, help="the largest body; by default as large as the limits allow")
    parser.add_argument("--memory", type=lambda text: [int(part) for part in text.split(",")], default=MEMORY,
                        help="of each server, in MB, separated by commas")
    parser.add_argument("--forms", type=lambda text: text.split(","), default=list(FORMS),
                        help=f"of the limit: {', '.join(FORMS)}")
    arguments = parser.parse_args()
    faults = []
    for form in arguments.forms:
        for memory in arguments.memory:
            with FORMS[form](form, memory << 20) as (enter, name):
                if enter is None:
                    print(f"small-container: {form} was skipped: no control group with a limit of memory can be made here")
                    break
                found = exercise(enter, f"{memory} MB by {name}", arguments)
                for fault in found:
                    print(f"small-container: {fault}", flush=True)
                faults += found
    if faults:
        raise SystemExit(f"small-container: {len(faults)} faults")


if __name__ == "__main__":
    main()
