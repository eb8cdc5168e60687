"""Restarts replicas in turn, behind each documented proxy, while clients send requests that they never repeat.

rolling.py PROGRAM [--requests N] [--clients N] [--proxies NAMES]

Every request must get its right response, although each replica ends (SIGTERM, with --shutdown-delay) and starts anew,
round after round. upgrade.py uses it with two programs.
"""

import argparse
import atexit
import http.client
import os
import random
import re
import shutil
import socket
import sys
import tempfile
import time

import clients
import routing
from engine import Engine
from pages import Pages
from replicas import COMMON_FLAGS, Replica

PROXIES = {"nginx": routing.nginx, "haproxy": routing.haproxy}
# As docs/replicas.md has it.
DELAY = "5s"
# A right response may come late. On a busy machine a debug build takes longer than the 10 seconds of the default to replay
# the histories of all collections that it takes over. The proxies wait for 60 seconds.
PATIENT_FLAGS = [*COMMON_FLAGS, "--deadline", "50s"]
FLAGS = [*PATIENT_FLAGS, "--keys", clients.KEY, "--shutdown-delay", DELAY]


def lasting_port():
    """A free port that no connection is given as its own: a replica takes the same one again after its restart."""
    with open("/proc/sys/net/ipv4/ip_local_port_range") as file:
        first = int(file.read().split()[0])
    while True:
        port = random.randrange(max(1024, first - 10_000), first)
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Run:
    """Three replicas over one database. With several programs each round replaces all replicas by the next program."""

    def __init__(self, programs, folder):
        self.programs, self.folder, self.replicas, self.proxy, self.faults = programs, folder, [], None, []
        atexit.register(self.stop)
        self.engine = Engine(folder, "engine")
        self.engine.create()
        self.engine.start()
        self.environment = {
            "TESSERA_STORE_URL": f"postgresql://tessera@127.0.0.1:{self.engine.port}/postgres?sslmode=disable"}
        for number in (1, 2, 3):
            replica = Replica(number, programs[0], "postgres:", self.environment, FLAGS, lasting_port())
            self.replicas.append(replica)
            if replica.start() is None:
                raise SystemExit(f"rolling: replica {number} does not start; its log is {replica.log.name}")

    def roll(self, name, requests, count):
        """Restarts all replicas behind a proxy, again until so many requests have been sent and the first program runs
        again; returns the results."""
        folder, port = os.path.join(self.folder, name), lasting_port()
        os.makedirs(folder)
        addresses = {f"tessera-{replica.number}": f"127.0.0.1:{replica.port}" for replica in self.replicas}
        self.proxy = PROXIES[name](folder, port, addresses)
        wait(lambda: get(port, "/readyz") is not None, f"{name} does not respond")
        pages, start = Pages(count, name, port, clients.KEY), time.monotonic()
        results, printed, rounds = pages.results, 0, 0
        while rounds == 0 or rounds % len(self.programs) != 0 or results.count < requests:
            rounds += 1
            for replica in self.replicas:
                replica.program = self.programs[rounds % len(self.programs)]
                self.restart(replica, results)
            print(f"rolling: {name}, {results.restarts} restarts, {results.count} requests, "
                  f"{results.failures.total()} failures, {time.monotonic() - start:.0f} s", flush=True)
            for example in results.examples[printed:]:
                print(f"rolling: {name}, {example}", flush=True)
                printed += 1
        pages.stop()
        self.proxy.terminate()
        self.proxy.wait()
        self.proxy = None
        opened = sum(len(page.opened) for page in pages.pages)
        print(f"rolling: {name}: {dict(results.requests)}; {opened} viewports were opened anew; the slowest request took "
              f"{results.slowest:.2f} s: {results.slowest_request}", flush=True)
        for failure, times in results.failures.most_common():
            self.faults.append(f"{name}: {times} times: {failure}")
        return results

    def restart(self, replica, results):
        """Ends a replica, starts it, and waits until the proxy sends it requests of both kinds."""
        results.restarts, results.phase = results.restarts + 1, f"replica {replica.number} ends"
        status = replica.terminate()
        if status != 0:
            self.faults.append(f"replica {replica.number} ended with {status}; its log is {replica.log.name}")
        results.phase = f"replica {replica.number} starts"
        if replica.start() is None:
            raise SystemExit(f"rolling: replica {replica.number} does not start again; its log is {replica.log.name}")
        results.phase = f"replica {replica.number} has started"
        wait(lambda: {"/v1/layouts", "/v1/collections"} <= served(replica.port),
             f"replica {replica.number} gets no requests after its restart")

    def stop(self):
        for process in [self.proxy, *(getattr(replica, "process", None) for replica in self.replicas)]:
            if process:
                process.kill()
                process.wait()
        self.engine.stop()


def served(port):
    """The first parts of the routes whose requests a replica has responded to since its start."""
    metrics = get(port, "/metrics") or ""
    return {"/".join(route.split("/")[:3]) for route in re.findall(
        r'^tessera_http_request_duration_seconds_count\{route="([^"]+)"', metrics, re.MULTILINE)}


def get(port, path):
    """The body of a response of 200, or None."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read().decode()
        return body if response.status == 200 else None
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def wait(condition, fault):
    deadline = time.monotonic() + 60
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit(f"rolling: {fault}")
        time.sleep(0.1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=100_000, help="of all proxies together; each replica restarts at least once")
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--proxies", type=lambda text: text.split(","), default=list(PROXIES), help="names, separated by commas")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="tessera-rolling-")
    os.chmod(folder, 0o755)  # the engine and the processes of nginx run as other users
    run, start, total = Run([options.program], folder), time.monotonic(), 0
    for name in options.proxies:
        total += run.roll(name, options.requests / len(options.proxies), options.clients).count
    print(f"rolling: {total} requests, {time.monotonic() - start:.0f} s")
    if run.faults:
        print("\n".join(f"rolling: {fault}" for fault in run.faults))
        print(f"rolling: the logs of the proxies are in {folder}")
        sys.exit(1)
    run.stop()
    shutil.rmtree(folder, ignore_errors=True)
    print("rolling: every request got its response")


if __name__ == "__main__":
    main()
