"""Records the responses that clients receive, in the folder that TESSERA_RECORD_RESPONSES names, for
Tests/Clients/validate_responses.py. Tests/ResponseRecording does the same for tests in Swift, and has the reasons."""

import base64
import json
import os
import re
import threading
import time

FOLDER = os.environ.get("TESSERA_RECORD_RESPONSES")
LARGEST_BODY = 256 << 10

known = set()
lock = threading.Lock()
name = f"python-{os.getpid()}-{time.time_ns()}.jsonl"


def facts(value, path):
    """Yields what a schema can be about: members, types, signs, words, and how many elements there are."""
    if isinstance(value, dict):
        yield path + (tuple(sorted(value)),)
        for member, content in value.items():
            yield from facts(content, path + (member,))
    elif isinstance(value, list):
        yield path + (min(len(value), 17),)
        for index, element in enumerate(value):
            # Rows of columns have up to four numbers, of which each has a meaning of its own.
            yield from facts(element, path + (index % 4,))
    elif isinstance(value, str):
        yield path + (value if re.fullmatch("[A-Za-z_]{0,40}", value) else "a text",)
    elif isinstance(value, bool) or value is None:
        yield path + (str(value),)
    else:
        yield path + (type(value).__name__, value > 0, value < 0)


def record(method, target, status, headers, body):
    """Records a response, unless earlier ones of its kind had all that it has. Without the variable it does nothing."""
    if not FOLDER:
        return
    steps = target.split("?")[0].split("/")
    route = tuple("*" if index in (3, 5) else step for index, step in enumerate(steps))
    fields = [[field, value] for field, value in headers]
    types = [value for field, value in fields if field.lower() == "content-type"]
    kind = (method, route, status, tuple(types), not body, tuple(sorted(field.lower() for field, _ in fields)))
    found = {kind}
    if body and "json" in str(types):
        try:
            found.update(facts(json.loads(body), kind))
        except ValueError:
            found.add(kind + ("no JSON",))
    with lock:
        if found <= known:
            return
        known.update(found)
        os.makedirs(FOLDER, exist_ok=True)
        with open(os.path.join(FOLDER, name), "a") as file:
            whole = base64.b64encode(body).decode() if len(body) <= LARGEST_BODY else None
            line = {
                "method": method, "target": target, "status": status, "headers": fields, "body": whole,
                "isInProcess": False,
            }
            file.write(json.dumps(line) + "\n")
