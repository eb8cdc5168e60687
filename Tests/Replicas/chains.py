"""Checks recorded histories of replicas that share one engine.

The engine knows the truth: triggers there have kept every version that was ever committed. Each names the request that
made it, so the checker need not guess; it applies the requests to a model, a plain list of items, and compares what
clients saw with the model. A collection that is created again under its name is another life, which its first item
tells from the others.

A round lasts from one moment of quiet to the next. Its records, beside those of history.py:

requests  as in history.py, with a "token" that no other request has, and "ids" in the arguments of a creation
reads     {"collection", "start", "end", "version", "items"}; version and items are None if there was no collection
events    {"watcher", "collection", "type", "from", "version", "token"}
lives     {"life", "collection", "token", "version"}: the collections that were created, in that order
entries   {"life", "version", "items", "token"}: the versions on top, in the order of their commits; items is their
          number, or None where that is not known
deaths    {"life"}: the collections that were deleted
heads     {life: {"version", "items"}}, at the end of the round
owners    {"owner", "collections", "items", "collection_limit", "item_limit"}: each row that an owner ever had, and
owned     {owner: {"collections", "items"}}: the last of them against the rows of collections, as "collections", "items",
          "counted_collections", "counted_items"
calm      whether nothing was broken in the round: then no request may fail
"""

from dataclasses import dataclass, field

import history
from history import Model, describe

# Responses that say nothing was changed, of any collection.
UNAVAILABLE = {"store_unavailable", "queue_full", "shutting_down", "memory_full", "too_many_requests"}
# Responses after which the request may have been carried out, or may be later.
DOUBTFUL = {"outcome_unknown", "deadline_exceeded", "request_in_progress"}
# Requests that make versions which the model can predict.
PREDICTED = {"insert", "delete", "move", "snapshot", "layout"}


@dataclass
class Life:
    """A collection from its creation to its deletion."""

    life: str
    collection: str
    token: str  # of the request that created it
    birth: str  # its first item, which no request deletes
    models: dict  # version to Model; of earlier rounds the last one
    asked: float | None = None  # when its creation was requested, if in this round
    tokens: dict = field(default_factory=dict)  # version to the token of its request
    known: dict = field(default_factory=dict)  # version to the moment by which a client knew of it
    isDead: bool = False

    @property
    def newest(self):
        return max(self.models)

    def known_before(self, moment):
        """The newest version that a client had seen before a moment; 0 if none had seen any."""
        return max((version for version, seen in self.known.items() if seen < moment), default=0)


@dataclass
class Known:
    """The facts about the service after the rounds so far."""

    lives: dict = field(default_factory=dict)  # by their numbers, from the oldest to the newest
    made: dict = field(default_factory=dict)  # token to the life and the version that its request made
    watchers: dict = field(default_factory=dict)  # as history.check_watchers has them
    requests: dict = field(default_factory=dict)  # token to a request of an earlier round that may still happen


def check(known, record):
    """Returns the violations of a round as sentences, and moves `known` to the end of the round."""
    requests = {r["token"]: r for r in record["requests"]}
    faults = check_responses(record)
    faults += build(known, record, {**known.requests, **requests})
    for request in record["requests"]:
        faults += check_request(known, request)
    faults += check_reads(known, record)
    for life in known.lives.values():
        faults += check_order(life, requests)
    faults += check_refusals(known, record)
    faults += check_deaths(known, record)
    faults += check_events(known, record)
    faults += check_heads(known, record)
    faults += check_owners(record)
    known.requests.update({t: r for t, r in requests.items() if is_open(r) and t not in known.made})
    for name in [n for n, life in known.lives.items() if life.isDead]:
        del known.lives[name]
    for life in known.lives.values():
        newest = life.newest
        life.models, life.tokens = {newest: life.models[newest]}, {}
        # The round ended with a moment of quiet, in which everything was read.
        life.known, life.asked = {newest: 0}, None
    return faults


def is_doubtful(attempt):
    return attempt["status"] is None or attempt.get("code") in DOUBTFUL


def is_open(request):
    """Whether a request may have been carried out without a response that says so."""
    return any(is_doubtful(a) for a in request["attempts"])


def is_done(attempt):
    """Whether the response says that the request was carried out."""
    return attempt.get("code") == "answer_not_kept" or attempt["status"] in (200, 201, 204)


def answered_versions(request):
    return {a["version"] for a in request["attempts"] if history.made_version(a)}


def check_responses(record):
    faults = []
    for request in record["requests"]:
        for attempt in request["attempts"]:
            status, code = attempt["status"], attempt.get("code")
            if status in (500, 422) and code in ("internal_error", "collection_damaged", "idempotency_key_reused"):
                faults.append(f"{describe(request)}: the response is {status} {code}")
            elif record["calm"] and (status is None or status >= 500):
                faults.append(f"{describe(request)}: nothing was broken, and the response is {status} {code}")
    for read in record["reads"]:
        if read.get("code") in ("internal_error", "collection_damaged"):
            faults.append(f"{read['collection']}: a read got {read['code']}")
        elif record["calm"] and read.get("code"):
            faults.append(f"{read['collection']}: nothing was broken, and a read got {read['code']}")
    record["reads"] = [read for read in record["reads"] if not read.get("code")]
    return faults


def build(known, record, requests):
    """Replays the versions that the engine has stored, and finds the request behind each."""
    faults, diffs = [], {(d["collection"], d["version"]): d for d in record["diffs"]}
    for born in record["lives"]:
        name, token = born["collection"], born["token"]
        request = requests.get(token)
        if born["life"] in known.lives:
            faults.append(f"{name}: the life {born['life']} began twice")
        if any(l.collection == name and not l.isDead and l.life not in {d["life"] for d in record["deaths"]}
               for l in known.lives.values()):
            faults.append(f"{name}: it was created while it existed")
        if request is None:
            faults.append(f"{name}: no request is for the life {born['life']} ({token})")
        if token in known.made:
            faults.append(f"{name}: the creation {token} was carried out twice")
        known.made[token] = (born["life"], born["version"])
        items = list(request["arguments"]["ids"]) if request else [token]
        known.lives[born["life"]] = life = Life(
            born["life"], name, token, items[0], {born["version"]: Model(born["version"], items, {})})
        if request:
            life.asked = min(a["start"] for a in request["attempts"])
    for entry in record["entries"]:
        life = known.lives.get(entry["life"])
        version, token = entry["version"], entry["token"]
        if life is None:
            faults.append(f"life {entry['life']}: version {version} belongs to no collection")
            continue
        request, before = requests.get(token), life.models[life.newest]
        name = f"{life.collection}: version {version}"
        if version != before.version + 1:
            faults.append(f"{name} follows version {before.version}: a gap, or a twin")
        if token in known.made:
            faults.append(f"{name}: {token} was carried out twice; it had made version {known.made[token][1]}")
        known.made[token] = (life.life, version)
        if request is None:
            faults.append(f"{name}: no request is for it ({token})")
            continue
        if request["collection"] != life.collection:
            faults.append(f"{name}: {describe(request)} was sent to {request['collection']}")
        after = before.applying(request, diffs.get((life.collection, version)))
        if after is None:
            faults.append(f"{name}: {describe(request)} cannot have made it")
            after = Model(version, before.items, before.layout)
        if entry["items"] not in (None, len(after.items)):
            faults.append(f"{name}: {entry['items']} items are counted, and {describe(request)} leaves {len(after.items)}")
        after.version = version
        life.models[version], life.tokens[version] = after, token
        for attempt in request["attempts"]:
            if history.made_version(attempt) and attempt["version"] == version:
                life.known[version] = min(life.known.get(version, attempt["end"]), attempt["end"])
    for born in record["lives"]:
        request, life = requests.get(born["token"]), known.lives[born["life"]]
        ends = [a["end"] for a in request["attempts"] if is_done(a)] if request else []
        if ends:
            life.known[born["version"]] = min(ends)
    for death in record["deaths"]:
        if death["life"] in known.lives:
            known.lives[death["life"]].isDead = True
        else:
            faults.append(f"life {death['life']}: it ended twice, or never began")
    return faults


def check_request(known, request):
    """A successful change is there, once, at its version; a rejected one is not."""
    if request["kind"] == "drop" or request["kind"] in history.VOLATILE:
        return []
    faults, name = [], f"{request['collection']}: {describe(request)}"
    made, versions = known.made.get(request["token"]), answered_versions(request)
    if len(versions) > 1:
        faults.append(f"{name} was answered with the versions {sorted(versions)}")
    for attempt in request["attempts"]:
        if history.made_version(attempt) and attempt["version"] != attempt["from"] + 1:
            faults.append(f"{name} leads from version {attempt['from']} to {attempt['version']}")
    if versions and made is None:
        faults.append(f"{name} was answered with version {min(versions)}, which is lost")
    elif versions and versions != {made[1]}:
        faults.append(f"{name} was answered with version {min(versions)}, and has made version {made[1]}")
    carried_out = any(is_done(a) for a in request["attempts"])
    changed_nothing = request["arguments"].get("mayChangeNothing") or any(
        a.get("version") is not None and a.get("version") == a.get("from") for a in request["attempts"])
    if not versions and carried_out and made is None and not changed_nothing:
        faults.append(f"{name} was carried out, by its response, and is lost")
    if made is not None and not carried_out and not is_open(request):
        faults.append(f"{name} was refused ({request['attempts'][-1].get('code')}), and has made version {made[1]}")
    if made is not None and request["key"]:
        known_at = known.lives[made[0]].known.get(made[1]) if made[0] in known.lives else None
        for attempt in request["attempts"]:
            isRefusal = attempt["status"] is not None and attempt["status"] >= 400 and not is_done(attempt)
            if isRefusal and attempt.get("code") not in UNAVAILABLE | DOUBTFUL and known_at is not None and known_at < attempt["start"]:
                faults.append(f"{name} had made version {made[1]}, and was refused then ({attempt.get('code')})")
    return faults


def sightings(known, record):
    """All that clients saw of lives: (collection, life or None, version, start, end, words)."""
    seen = []
    for read in record["reads"]:
        if read["items"] is None:
            seen.append((read["collection"], None, None, read["start"], read["end"], "a read"))
            continue
        life = life_of(known, read)
        if life is not None:
            seen.append((read["collection"], life, read["version"], read["start"], read["end"], "a read"))
    for request in record["requests"]:
        made = known.made.get(request["token"])
        if made is None or request["kind"] == "create" or made[0] not in known.lives:
            continue
        for attempt in request["attempts"]:
            # A replayed response is an old one: only the response to the first attempt shows the present.
            if history.made_version(attempt) and attempt is request["attempts"][0]:
                life = known.lives[made[0]]
                seen.append((life.collection, life, attempt["version"], attempt["start"], attempt["end"], describe(request)))
    return seen


def life_of(known, read):
    """The life that a read shows; None if none of its items belongs to one."""
    items = set(read["items"])
    return next(
        (l for l in known.lives.values() if l.collection == read["collection"] and l.birth in items), None)


def check_reads(known, record):
    """A read shows a version that exists, as the model has it, and no version older than one known before it."""
    faults, seen = [], sightings(known, record)
    for read in record["reads"]:
        if read["items"] is None:
            continue
        life = life_of(known, read)
        name = f"{read['collection']}: version {read['version']}"
        if life is None:
            faults.append(f"{name} was read, with items of no collection that was committed: {read['items'][:3]}")
        elif read["version"] not in life.models:
            # The versions of earlier rounds are forgotten, because no read may show them any more.
            old = read["version"] < min(life.models)
            faults.append(f"{name} was read, and {'is of an earlier round' if old else 'was never committed'}")
        elif life.models[read["version"]].items != read["items"]:
            faults.append(f"{name} was read as {read['items']}, and is {life.models[read['version']].items}")
        else:
            life.known[read["version"]] = min(life.known.get(read["version"], read["end"]), read["end"])
    drops = {}
    for request in record["requests"]:
        if request["kind"] == "drop":
            drops.setdefault(request["collection"], []).append(request)
    by_collection = {}
    for life in known.lives.values():
        by_collection.setdefault(life.collection, []).append(life)
    for collection, life, version, start, end, words in seen:
        lives = by_collection.get(collection, [])
        if life is None:
            for other in lives:
                if certainly_alive(other, drops.get(collection, []), start, end):
                    faults.append(f"{collection}: {words} found none, and it existed all that time")
            continue
        if version is not None and words == "a read" and version < life.known_before(start):
            faults.append(f"{collection}: version {version} was read after version {life.known_before(start)} was known")
        for later in lives[lives.index(life) + 1:]:
            if later.known and min(later.known.values()) < start:
                faults.append(f"{collection}: {words} saw the collection before it was created again by {later.token}")
        born = min(life.known.values(), default=None)
        for drop in drops.get(collection, []):
            for attempt in drop["attempts"]:
                if attempt["status"] == 204 and attempt is drop["attempts"][0] and born is not None:
                    if born < attempt["start"] and attempt["end"] < start:
                        faults.append(f"{collection}: {words} saw the collection that {describe(drop)} had deleted")
    return faults


def certainly_alive(life, drops, start, end):
    known = min(life.known.values(), default=None)
    if known is None or known >= start:
        return False
    for drop in drops:
        if all(a["status"] in (404, 412) or a.get("code") in UNAVAILABLE for a in drop["attempts"]):
            continue
        if drop["attempts"][0]["start"] <= end and not drop_ended_before(drop, life):
            return False
    return True


def drop_ended_before(drop, life):
    """Whether a deletion was over before a collection was asked for; then it deleted another."""
    ends = [a["end"] for a in drop["attempts"]]
    return None not in ends and not is_open(drop) and life.asked is not None and max(ends) < life.asked


def check_order(life, requests):
    answered = {
        version: requests[token] for version, token in life.tokens.items()
        if token in requests and answered_versions(requests[token])}
    return history.check_order(life.collection, answered)


def check_refusals(known, record):
    """A refusal is held against the newest version: it is wrong if the request could be made all that time."""
    faults, names = [], [l.collection for l in known.lives.values()]
    living = {l.collection: l for l in known.lives.values() if not l.isDead and names.count(l.collection) == 1}
    starts = {r["token"]: r["attempts"][0]["start"] for r in record["requests"]}
    for request in record["requests"]:
        life = living.get(request["collection"])
        if life is None or request["kind"] not in PREDICTED:
            continue
        for attempt in request["attempts"]:
            if attempt["status"] not in (404, 409, 412, 422) or is_done(attempt) or is_doubtful(attempt):
                continue
            if life.known_before(attempt["start"]) == 0 and life.asked is not None:
                continue  # it may not have been there yet
            oldest = max(life.known_before(attempt["start"]), min(life.models))
            newest = max((v for v, t in life.tokens.items() if starts.get(t, 0) < attempt["end"]), default=oldest)
            possible = [life.models[v] for v in range(oldest, max(oldest, newest) + 1) if v in life.models]
            # Unless a request without effect changes nothing, and says so with 200, the model knows which requests are possible.
            if possible and all(model.applying(request, None) for model in possible):
                if request["token"] in known.made and known.made[request["token"]][1] <= max(oldest, newest):
                    continue  # check_request judges it
                faults.append(
                    f"{life.collection}: {describe(request)} was refused ({attempt.get('code')}), and could be made at "
                    f"all versions from {oldest} to {max(oldest, newest)}")
    return faults


def check_deaths(known, record):
    """There are as many deletions as responses say."""
    faults, ended = [], {}
    for death in record["deaths"]:
        if death["life"] in known.lives:
            name = known.lives[death["life"]].collection
            ended[name] = ended.get(name, 0) + 1
    drops = [r for r in record["requests"] if r["kind"] == "drop"]
    for name in sorted(set(ended) | {r["collection"] for r in drops}):
        ours = [r for r in drops if r["collection"] == name]
        sure = sum(any(is_done(a) for a in r["attempts"]) for r in ours)
        maybe = sum(is_open(r) and not any(is_done(a) for a in r["attempts"]) for r in ours)
        count = ended.get(name, 0)
        if not sure <= count <= sure + maybe:
            faults.append(f"{name}: {count} deletions, and by the responses {sure} to {sure + maybe}")
    return faults


def check_events(known, record):
    """Watchers of a collection that lasts see each version once and in order; every event names the right request."""
    faults = history.check_watchers(known, {**record, "events": [e for e in record["events"] if e["watcher"] in record["watching"]]})
    for event in record["events"]:
        if event["type"] != "diff" or event.get("token") is None:
            continue
        made = known.made.get(event["token"])
        if made is None:
            faults.append(f"{event['watcher']}: version {event['version']} of {event['token']} was sent, and never committed")
        elif made[1] != event["version"]:
            faults.append(f"{event['watcher']}: {event['token']} was sent as version {event['version']}, and is {made[1]}")
    return faults


def check_heads(known, record):
    faults = []
    alive = {name: life for name, life in known.lives.items() if not life.isDead}
    for name in sorted(set(alive) | set(record["heads"])):
        life, head = alive.get(name), record["heads"].get(name)
        if life is None or head is None:
            faults.append(f"life {name}: {'it is gone, and was not deleted' if life else 'it was never created'}")
            continue
        newest = life.models[life.newest]
        if head["version"] != newest.version:
            faults.append(f"{life.collection}: its head is at version {head['version']}, its entries end at {newest.version}")
        if head["items"] not in (None, len(newest.items)):
            faults.append(f"{life.collection}: its head counts {head['items']} items of {len(newest.items)}")
    return faults


def check_owners(record):
    faults = []
    for row in record["owners"]:
        for part in ("collection", "item"):
            limit, count = row.get(f"{part}_limit"), row[f"{part}s"]
            if limit is not None and count > limit:
                faults.append(f"owner {row['owner'][:8]}: {count} {part}s, and {limit} are allowed")
    for owner, row in record["owned"].items():
        for part in ("collections", "items"):
            if row[part] is not None and row[part] != row[f"counted_{part}"]:
                faults.append(f"owner {owner[:8]}: {row[part]} {part} by its row, and {row[f'counted_{part}']} are there")
        limit = record.get("limit")
        if limit is not None and row["counted_collections"] > limit:
            faults.append(f"owner {owner[:8]}: {row['counted_collections']} collections, and {limit} are allowed")
    return faults
