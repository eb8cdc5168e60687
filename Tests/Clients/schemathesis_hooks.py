"""Gives schemathesis the state that its requests are about, and the triage of its reports."""

import itertools
import json
import os
import re
import sys
from pathlib import Path

import requests
import schemathesis

sys.path.insert(0, str(Path(__file__).parent))
from schemathesis_triage import ENTRIES, reason_for  # noqa: E402

SERVICE = os.environ["CHECK_ADDRESS"]
KEY = os.environ.get("CHECK_KEY")
UNTRIAGED = os.environ.get("CHECK_UNTRIAGED")

session = requests.Session()
if KEY:
    session.headers["Authorization"] = f"Bearer {KEY}"

FEED = {
    "id": "feed", "container": {"width": 320, "height": 132}, "layout": {"kind": "list", "estimatedRowHeight": 40},
    "sections": [{"id": "fruit", "items": [{"id": "apple"}, {"id": "banana"}, {"id": "cherry"}, {"id": "damson"}]}],
    "bounds": [0, 44, 320, 88],
}
numbers = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Lets a valid request meet a collection, and a retry of another request not.

    A tool does not know which collections there are, and at which version; and it sends the same idempotency key with
    every request, where a client has a new one.
    """
    headers = case.headers if case.headers is not None else {}
    if re.fullmatch("[!-~]{1,255}", str(headers.get("Idempotency-Key", ""))):
        headers["Idempotency-Key"] = f"{os.getpid()}-{next(numbers)}"
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if "If-Match" in headers:
        headers["If-Match"] = "*"
    if "If-None-Match" in headers and case.method not in ("GET", "HEAD"):
        headers["If-None-Match"] = '"0"'
    if isinstance(case.body, dict) and "version" in case.body:
        case.body = {name: value for name, value in case.body.items() if name != "version"}
    path = case.path_parameters
    if path and "collection" in path and case.meta.phase.name.name != "STATEFUL":
        path["collection"] = "feed"
        if "name" in path:
            path["name"] = "watch"
        prepare(case)


def prepare(case):
    """Creates the state for a request on the collection `feed`, unless it is there."""
    collection = f"{SERVICE}/v1/collections/feed"
    session.post(f"{SERVICE}/v1/collections", json=FEED, timeout=60)
    if case.path.endswith("/viewports/{name}") and (case.method == "DELETE" or "If-Match" in (case.headers or {})):
        watch = {"bounds": [0, 0, 160, 60], "container": {"width": 160, "height": 60}}
        session.put(f"{collection}/viewports/watch", json=watch, timeout=60)
    if "/movement" in case.path:
        if case.path.endswith("/movement") and case.method == "POST":
            session.delete(f"{collection}/movement", timeout=60)
        else:
            session.post(f"{collection}/movement", json={"indexPath": [0, 0]}, timeout=60)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Passes over the failures that the triage names."""
    try:
        problem = json.loads(response.content)
    except ValueError:
        problem = {}
    problem = problem if isinstance(problem, dict) else {}
    # The numbers next to the limit of coordinates are doubles of the same value, and so within the limit.
    if re.search(r"became -?9007199254740993\b", failure.message):
        return False
    if reason_for(type(failure).__name__, case.operation.label, problem):
        return False
    if UNTRIAGED:
        with open(UNTRIAGED, "a") as file:
            entry = {
                "check": type(failure).__name__, "operation": case.operation.label, "status": response.status_code,
                "message": failure.message, "problem": problem, "request": str(case.body)[:2000],
                "query": str(case.query), "headers": str(case.headers),
            }
            file.write(json.dumps(entry) + "\n")
    return True


def report_uses():
    if os.environ.get("CHECK_TRIAGE_USES"):
        with open(os.environ["CHECK_TRIAGE_USES"], "w") as file:
            for entry in ENTRIES:
                file.write(f"{entry.uses.total()} {entry.code}: {entry.detail}\n")
                for detail, count in entry.uses.most_common(5):
                    file.write(f"  {count} {detail}\n")


import atexit  # noqa: E402

atexit.register(report_uses)
