"""Checks recorded histories of a service that was killed and restarted.

The checker knows nothing of the service: it gets the requests of clients, their responses, and later reads, and it
applies the requests to a model, a plain list of items. Everything that clients saw must be explained by one order of
the requests in which each happened once or not at all.

A round lasts from one restart to the next. Its records:

requests  {"client", "collection", "kind", "key", "arguments", "attempts": [{"start", "end", "status", "code", "from",
          "version"}]}; an attempt without a response has no end and no status
reads     {"collection", "start", "version", "items", "layout"}; layout is None where it was not read, and the final
          reads have "viewports", the widths of the viewports by name: each has the name of the client that uses it
diffs     {"collection", "from", "version", "cause", "inserted", "deleted", "updates"}: from streams of events, and from
          the history after the restart
events    {"watcher", "collection", "type", "from", "version"}
final     {collection: a read after the restart, while nothing else happens; None if it does not exist}
"""

from dataclasses import dataclass, field

# The cause that a diff names for the kinds of requests.
CAUSES = {
    "insert": "updates", "delete": "updates", "move": "updates", "movement": "updates", "snapshot": "snapshot",
    "layout": "layout", "measurements": "measurements", "invalidations": "invalidations",
}
# Requests that change no version.
VOLATILE = {"bounds", "view", "scroll", "unview", "begin", "follow"}


@dataclass
class Model:
    """A collection at a version."""

    version: int
    items: list
    layout: dict
    viewports: dict = field(default_factory=dict)  # name to width

    def applying(self, request, diff):
        """Returns the model after a request, or None if the request cannot be made here."""
        kind, arguments = request["kind"], request["arguments"]
        expected = arguments.get("version")
        if expected is not None and expected != self.version:
            return None
        items, layout = list(self.items), self.layout
        if kind == "insert":
            place = arguments["at"]
            if place > len(items):
                return None
            items[place:place] = arguments["ids"]
        elif kind == "delete":
            if not set(arguments["ids"]) <= set(items):
                return None
            items = [item for item in items if item not in set(arguments["ids"])]
        elif kind == "move":
            if max(arguments["from"], arguments["to"]) >= len(items):
                return None
            items.insert(arguments["to"], items.pop(arguments["from"]))
        elif kind == "movement":
            # The client does not know where the item is dropped; the diff says so, and a later read verifies it.
            for update in (diff or {}).get("updates") or []:
                if update.get("op") != "moveItem":
                    return None
                (_, source), (_, target) = update["from"], update["to"]
                if max(source, target) >= len(items):
                    return None
                items.insert(target, items.pop(source))
        elif kind == "snapshot":
            items = list(arguments["items"])
        elif kind == "layout":
            layout = arguments["layout"]
        return Model(self.version + 1, items, layout)


@dataclass
class Known:
    """The facts about the service after the rounds so far."""

    collections: dict = field(default_factory=dict)  # id to Model
    keys: dict = field(default_factory=dict)  # key to the version that its request made, or None if that is unknown
    watchers: dict = field(default_factory=dict)  # watcher to the version that it has seen


def check(known, record):
    """Returns the violations of a round as sentences, and moves `known` to the end of the round."""
    faults = []
    for request in record["requests"]:
        faults += check_responses(known, request)
    names = set(known.collections) | set(record["final"])
    for name in sorted(names):
        faults += check_collection(known, name, record)
    faults += check_watchers(known, record)
    return faults


def made_version(attempt):
    known = attempt["status"] in (200, 201) and attempt.get("version") and attempt.get("from")
    return known and attempt["version"] != attempt["from"]


def check_responses(known, request):
    """Checks the responses to one request, and their effects on its idempotency key."""
    faults, name, key = [], describe(request), request["key"]
    versions = {a["version"] for a in request["attempts"] if made_version(a)}
    for attempt in request["attempts"]:
        status, code = attempt["status"], attempt.get("code")
        if status is None:
            continue
        if status >= 500:
            faults.append(f"{name}: the response is {status} {code}")
        if made_version(attempt) and attempt["version"] != attempt["from"] + 1:
            faults.append(f"{name}: it leads from version {attempt['from']} to {attempt['version']}")
    if len(versions) > 1:
        faults.append(f"{name}: carried out more than once, as versions {sorted(versions)}")
    if key is None:
        return faults
    if key in known.keys and versions and versions != {known.keys[key]}:
        faults.append(f"{name}: carried out in an earlier round, and again as version {min(versions)}")
    carried_out = versions or any(a.get("code") == "answer_not_kept" for a in request["attempts"])
    if carried_out and key not in known.keys:
        known.keys[key] = min(versions) if versions else None
    return faults


def check_collection(known, name, record):
    """Looks for an order of the requests that explains everything that was seen of a collection."""
    requests = [r for r in record["requests"] if r["collection"] == name]
    before, final = known.collections.get(name), record["final"].get(name)
    lives = [r for r in requests if r["kind"] in ("create", "drop")]
    if lives or before is None or final is None:
        return check_life(known, name, lives, before, final)
    faults = []
    after = Model(final["version"], final["items"], final["layout"], final.get("viewports", {}))
    known.collections[name] = after
    if after.version < before.version:
        return [f"{name}: at version {after.version}, and was at {before.version}"]
    if len(set(after.items)) != len(after.items):
        faults.append(f"{name}: an item is there twice")

    answered = {}
    for request in requests:
        for version in {a["version"] for a in request["attempts"] if made_version(a)}:
            if version in answered:
                faults.append(f"{name}: version {version} was made by {describe(answered[version])} and {describe(request)}")
            answered[version] = request
            if version > after.version:
                faults.append(f"{name}: version {version} of {describe(request)} is lost; the newest is {after.version}")
            if version <= before.version and not is_repetition(known, request):
                faults.append(f"{name}: version {version} of {describe(request)} was there before it")
    faults += check_order(name, answered)
    faults += check_reads(name, record, answered, after)
    faults += check_viewports(name, before.viewports, requests, after.viewports)
    diffs, disagreements = gather_diffs(name, record)
    faults += disagreements
    return faults or explain(name, before, after, requests, answered, diffs, record)


def is_repetition(known, request):
    return request["key"] is not None and request["arguments"].get("isRepetition")


def check_order(name, answered):
    """A request that began after the response to another has the later version."""
    faults, earliest_end = [], None
    for version in sorted(answered, reverse=True):
        attempts = [a for a in answered[version]["attempts"] if made_version(a)]
        start = min(a["start"] for a in answered[version]["attempts"])
        if earliest_end is not None and earliest_end[0] < start:
            faults.append(
                f"{name}: version {version} was requested after the response with version {earliest_end[1]}")
        end = min(a["end"] for a in attempts)
        if earliest_end is None or end < earliest_end[0]:
            earliest_end = (end, version)
    return faults


def check_reads(name, record, answered, after):
    """A read that began after a response has at least the version of the response."""
    faults = []
    ends = sorted(
        (min(a["end"] for a in request["attempts"] if made_version(a)), version)
        for version, request in answered.items())
    for read in record["reads"]:
        if read["collection"] != name:
            continue
        seen = max((version for end, version in ends if end < read["start"]), default=0)
        if read["version"] < seen:
            faults.append(f"{name}: version {read['version']} was read after the response with version {seen}")
        if read["version"] > after.version:
            faults.append(f"{name}: version {read['version']} was read and is lost; the newest is {after.version}")
    return faults


def check_viewports(name, before, requests, after):
    """A viewport that a response acknowledged is there with its width, and one that was deleted is not."""
    faults, possible = [], {}
    for request in requests:
        if request["kind"] not in ("view", "scroll", "unview"):
            continue
        client = request["client"]
        widths = possible.setdefault(client, {before.get(client)})
        for number, attempt in enumerate(request["attempts"]):
            found = widths_after(request, attempt, widths)
            # Within one life of the service a repetition gets the same response again.
            if not found and number == 0:
                faults.append(f"{name}: the response to {describe(request)} is {attempt['status']}, against all before it")
            widths = found or widths
        possible[client] = widths
    for client in sorted(set(possible) | set(before) | set(after)):
        if after.get(client) not in possible.get(client, {before.get(client)}):
            faults.append(f"{name}: the viewport {client} has the width {after.get(client)}, against all responses")
    return faults


def widths_after(request, attempt, widths):
    """The widths that a viewport may have after an attempt, None if it is not there; empty if the response is wrong."""
    kind, status, there = request["kind"], attempt["status"], {width for width in widths if width is not None}
    made = {"view": {request["arguments"].get("width")}, "scroll": widths, "unview": {None}}[kind]
    if status is None:
        return widths | made
    if attempt.get("code") == "answer_not_kept":
        # An earlier attempt was carried out; requests since then have changed the viewport again.
        return widths if request["arguments"].get("isRepetition") else made
    if status == 404:
        return {None} & widths
    if kind == "view":
        return made if (there if status == 200 else None in widths) else set()
    if status in (200, 204):
        return (made if kind == "unview" else there) if there else set()
    return widths


def gather_diffs(name, record):
    """Returns the diffs of a collection by version; all that describe one version have to agree."""
    diffs, faults = {}, []
    for diff in record["diffs"]:
        if diff["collection"] != name:
            continue
        if diff["version"] != diff["from"] + 1:
            faults.append(f"{name}: a diff leads from version {diff['from']} to {diff['version']}")
        other = diffs.setdefault(diff["version"], diff)
        if any(sorted(other[part]) != sorted(diff[part]) for part in ("inserted", "deleted")) or other["cause"] != diff["cause"]:
            faults.append(f"{name}: two diffs of version {diff['version']} differ")
    return diffs, faults


def explain(name, before, after, requests, answered, diffs, record):
    """Finds a request for every version such that the model passes through all states that were read."""
    reads = {}
    for read in record["reads"]:
        if read["collection"] == name:
            reads.setdefault(read["version"], []).append(read["items"])
    reads.setdefault(after.version, []).append(after.items)
    open_requests = [r for r in requests if r["kind"] not in VOLATILE and may_have_happened(r)]
    for read in reads.get(before.version, []):
        if read != before.items:
            return [f"{name}: version {before.version} has other items than before"]

    furthest = [before.version, "no request explains it"]

    def candidates(version, used):
        if version in answered:
            return [answered[version]]
        diff = diffs.get(version)
        found = []
        for request in open_requests:
            if id(request) in used:
                continue
            if diff and CAUSES[request["kind"]] != diff["cause"]:
                continue
            if diff and request["kind"] == "insert" and set(request["arguments"]["ids"]) != set(diff["inserted"]):
                continue
            if diff and request["kind"] == "delete" and set(request["arguments"]["ids"]) != set(diff["deleted"]):
                continue
            found.append(request)
        return found

    # A depth-first search without recursion: each frame has a model, the requests used so far, and those to try.
    stack = [(before, frozenset(), iter(candidates(before.version + 1, frozenset())))]
    while stack:
        model, used, rest = stack[-1]
        if model.version == after.version:
            missing = [r for r in open_requests if must_have_happened(r) and id(r) not in used]
            if after.layout is not None and model.layout != after.layout:
                furthest = [model.version, "the layout is another"]
            elif missing:
                furthest = [model.version, f"{describe(missing[0])} was carried out, and has no version"]
            else:
                return []
            stack.pop()
            continue
        request = next(rest, None)
        if request is None:
            stack.pop()
            continue
        version = model.version + 1
        next_model = model.applying(request, diffs.get(version))
        if next_model is None:
            if version > furthest[0]:
                furthest = [version, f"{describe(request)} cannot have made it"]
            continue
        if any(items != next_model.items for items in reads.get(version, [])):
            if version > furthest[0]:
                furthest = [version, f"the items are not those that {describe(request)} leaves"]
            continue
        used_now = used | {id(request)}
        stack.append((next_model, used_now, iter(candidates(version + 1, used_now))))
    return [f"{name}: version {furthest[0]}: {furthest[1]}"]


def may_have_happened(request):
    """Whether a request without a version may have made one: it got no response, or was carried out before.

    One that was rejected changed nothing, and neither did the attempts before it.
    """
    attempts = request["attempts"]
    if request["arguments"].get("isRepetition") or any(made_version(a) for a in attempts):
        return False
    return attempts[-1]["status"] is None or any(a.get("code") == "answer_not_kept" for a in attempts)


def must_have_happened(request):
    return may_have_happened(request) and request["attempts"][-1]["status"] is not None and not request[
        "arguments"].get("mayChangeNothing")


def check_life(known, name, lives, before, final):
    """Checks the creation and deletion of a collection that only one client knows."""
    possible = {before is not None}
    for request in lives:
        wanted = request["kind"] == "create"
        for attempt in request["attempts"]:
            status, code = attempt["status"], attempt.get("code")
            if status is None:
                possible = possible | {wanted}
            elif status in (201, 204) or code in ("answer_not_kept", "collection_exists"):
                possible = {wanted}
            elif status == 404 and not wanted:
                if False not in possible:
                    return [f"{name}: it is gone, and was not deleted"]
                possible = {False}
    exists = final is not None
    known.collections.pop(name, None)
    if exists:
        known.collections[name] = Model(final["version"], final["items"], final["layout"])
    if exists not in possible:
        return [f"{name}: it {'exists' if exists else 'is gone'}, against all responses"]
    return []


def check_watchers(known, record):
    """Every watcher sees every version once and in order, and by the end of the round all of them."""
    faults = []
    collections = {}
    for event in record["events"]:
        watcher, seen = event["watcher"], known.watchers.get(event["watcher"])
        collections[watcher] = event["collection"]
        if event["type"] == "open":
            if seen is not None:
                faults.append(f"{watcher}: resumed at version {seen}, and began again at {event['version']}")
        elif event["type"] == "diff":
            if seen is not None and (event["from"] != seen or event["version"] != seen + 1):
                faults.append(
                    f"{watcher}: after version {seen} came the diff from {event['from']} to {event['version']}")
        else:
            faults.append(f"{watcher}: {event['type']}")
        known.watchers[watcher] = event["version"]
    for watcher, name in record["watching"].items():
        final = record["final"].get(name)
        seen = known.watchers.get(watcher)
        if final and seen != final["version"]:
            faults.append(f"{watcher}: it has seen version {seen} of {name}, and the newest is {final['version']}")
    return faults


def describe(request):
    return f"{request['client']}'s {request['kind']} {request['number']}"
