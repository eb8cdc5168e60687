"""Replaces a program by the one after it and goes back, over one PostgreSQL and over one SQLite file.

upgrade.py OLD NEW [--requests N] [--clients N]

Replicas are replaced one at a time behind each documented proxy, under load: every request must get its right response.
The file has one program after the other. Where the old one does not know the tables of the new one, it must say so, and read
an export of it. In the end both programs must read the same from each store.
"""

import argparse
import collections
import glob
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import clients
from pages import Pages
from replicas import Replica
from rolling import PATIENT_FLAGS, PROXIES, Run, lasting_port

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")
TENANT = subprocess.run(
    ["sh", "-c", 'printf %s "$1" | sha256sum | cut -c1-32', "sh", clients.KEY], capture_output=True, text=True).stdout.strip()
# The examples have texts, which are measured.
FILE_FLAGS = [flag for flag in PATIENT_FLAGS if flag not in ("--fonts", "/nowhere.ttf")]


def exported(program, store, environment):
    """The lines of all collections with their histories, as a program reads them from a store that no server uses."""
    done = subprocess.run([program, "store", "export", store, TENANT, "--history"], capture_output=True, text=True,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        raise SystemExit(f"upgrade: {program} does not export: {done.stderr}")
    # The first line has the version of the program, and the last the digest of all.
    return done.stdout.splitlines()[1:-1]


def compare(programs, store, environment, name):
    """Returns what programs read differently from a store."""
    first, *others = [exported(program, store, environment) for program in programs]
    print(f"upgrade: {name}: {len(first)} lines of collections and their changes", flush=True)
    return [f"{name}: the programs read other collections" for lines in others if lines != first] + (
        [] if first else [f"{name}: nothing was stored"])


def replicas(programs, options, folder):
    """Replaces replicas under load, forth and back; returns the faults."""
    run = Run(programs, folder)
    for name in PROXIES:
        run.roll(name, options.requests / len(PROXIES), options.clients)
    for replica in run.replicas:
        replica.terminate()
    faults = run.faults + compare(programs, "postgres:", run.environment, "PostgreSQL")
    run.stop()
    return faults


class File:
    """One program after the other over one file, with clients that go on where they were."""

    def __init__(self, folder):
        self.folder, self.store, self.port, self.faults = folder, f"sqlite:{folder}/store.sqlite", lasting_port(), []
        self.descriptions, self.items, self.changes, self.pages = {}, {}, collections.Counter(), None
        self.strangers = set()  # programs that do not know the tables

    def run(self, program, before, requests, count):
        """Starts a program, compares its collections with those of the one before, changes them, and stops it."""
        replica = Replica("file", program, self.store, {}, [*FILE_FLAGS, "--keys", clients.KEY], self.port)
        if replica.start_once(time.monotonic() + 60) is None:
            self.refused(program, before, replica)
            return
        for name, description in self.descriptions.items():
            if self.get(name) != description:
                self.faults.append(f"{program} describes {name} otherwise than the program before")
        if self.pages is None:
            self.create()
            self.pages = Pages(count, "file", self.port, clients.KEY)
        else:
            self.pages.start()
        for name in self.descriptions:
            self.change(name)
        aim = self.pages.results.count + requests
        while self.pages.results.count < aim and not self.pages.results.failures:
            time.sleep(0.1)
        self.pages.stop()
        self.descriptions = {name: self.get(name) for name in self.descriptions}
        status = replica.terminate()
        if status != 0:
            self.faults.append(f"{program} ended with {status}; its log is {replica.log.name}")

    def refused(self, program, before, replica):
        """What docs/upgrading.md promises of a program that does not know the tables of the one after it."""
        with open(replica.log.name) as log:
            text = log.read()
        if replica.process.wait() != 1 or not re.search(r"has schema \d+, and this version of the service knows", text):
            self.faults.append(f"{program} does not start on the file: {text[-1000:]}")
            return
        print(f"upgrade: file: {text.splitlines()[-1]}", flush=True)
        self.strangers.add(program)
        lines, moved = f"{self.folder}/export.ndjson", f"sqlite:{tempfile.mkdtemp(dir=self.folder)}/moved.sqlite"
        with open(lines, "w") as file:
            subprocess.run([before, "store", "export", self.store, TENANT, "--history"], stdout=file, check=True)
        subprocess.run([program, "store", "import", moved, TENANT, lines], stdout=subprocess.DEVNULL, check=True)
        if exported(program, moved, {}) != exported(before, self.store, {}):
            self.faults.append(f"{program} reads an export otherwise than {before}")

    def create(self):
        """Stores a collection of each layout that the examples have."""
        for path in sorted(glob.glob(f"{EXAMPLES}/*.json")):
            with open(path) as file:
                example = json.load(file)
            # A response with all elements of the largest would be too large.
            if example["sections"][0].get("itemCount", 0) > 1000:
                continue
            name = os.path.basename(path).removesuffix(".json")
            body = {key: example[key] for key in ("container", "layout", "sections", "templates", "traits") if key in example}
            status, answer = self.request("POST", "/v1/collections", {"id": name, **body})
            if status != 201:
                self.faults.append(f"{name} is not stored: {status} {answer}")
            self.descriptions[name], self.items[name] = None, example["sections"][0]["items"][0]

    def change(self, name):
        """Sends the changes of the programs before again, which are not made twice, and makes one more."""
        for number in range(self.changes[name] + 1):
            # An item of an outline is put into another one, and has its place by that.
            place = {"into": self.items[name]["id"]} if "isExpanded" in self.items[name] else {"at": [[0, 0]]}
            item = {**self.items[name], "id": f"new-{number}"}
            change = {"updates": [{"op": "insertItems", **place, "items": [item]}]}
            status, answer = self.request(
                "POST", f"/v1/collections/{name}/updates", change, {"Idempotency-Key": f"{name}-{number}"})
            isNew = number == self.changes[name]
            if (status, answer.get("code")) != ((200, None) if isNew else (409, "answer_not_kept")):
                self.faults.append(f"change {number} of {name}: {status} {answer.get('code')} {answer.get('detail')}")
        self.changes[name] += 1

    def get(self, name):
        return self.request("GET", f"/v1/collections/{name}", None)

    def request(self, method, path, body, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)
        try:
            connection.request(method, path, json.dumps(body) if body else None, {
                "Authorization": f"Bearer {clients.KEY}", "Content-Type": "application/json", **(headers or {})})
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        finally:
            connection.close()


def file(programs, options, folder):
    """Replaces the program of a file, forth and back, twice; returns the faults."""
    stored = File(folder)
    for program, before in zip(programs * 2, [None, *programs * 2]):
        stored.run(program, before, options.requests / 20, options.clients)
    results = stored.pages.results
    print(f"upgrade: file: {len(stored.descriptions)} collections of examples; {dict(results.requests)}", flush=True)
    # A program that does not start on the file reads nothing from it.
    readers = [program for program in programs if program not in stored.strangers]
    faults = [f"file: {times} times: {failure}" for failure, times in results.failures.most_common()]
    return stored.faults + faults + compare(readers, stored.store, {}, "SQLite")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--requests", type=int, default=20_000, help="of all proxies together; each replica restarts twice at least")
    parser.add_argument("--clients", type=int, default=32)
    options = parser.parse_args()
    programs = [options.old, options.new]
    folder, start = tempfile.mkdtemp(prefix="tessera-upgrade-"), time.monotonic()
    os.chmod(folder, 0o755)  # the engine and the processes of nginx run as other users
    faults = file(programs, options, folder) + replicas(programs, options, folder)
    print(f"upgrade: {time.monotonic() - start:.0f} s")
    if faults:
        print("\n".join(f"upgrade: {fault}" for fault in faults))
        print(f"upgrade: the files are in {folder}")
        sys.exit(1)
    shutil.rmtree(folder, ignore_errors=True)
    print("upgrade: every request got its response, and both programs read the same from both stores")


if __name__ == "__main__":
    main()
