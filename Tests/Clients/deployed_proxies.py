"""Proxies as deploy has them in front of the server: event streams, bodies at the limit, connections, addresses, tokens.

Each check prints a line. The first that fails ends the program.
"""

import contextlib
import json
import ssl
import tempfile
import time

import httpx

from counting_relay import CountingRelay
from reverse_proxy import plain_proxy, tls_proxy
from service import running, setting

HOST = "tessera.example"
JSON = {"Content-Type": "application/json"}
SMALL = b'{"container":{"width":320,"height":480},"layout":{"kind":"flow"},"sections":[{"itemCount":3}]}'
COLLECTION = b'{"container":{"width":320,"height":480},"layout":{"kind":"flow"},"sections":[{"items":[{"id":"a"}]}]}'
CHANGE = b'{"updates":[{"op":"insertItems","at":[[0,0]],"items":[{}]}]}'
# `main` compares it with the server.
BODY_LIMIT = 64 << 20


def check(name, condition, *details):
    if not condition:
        raise SystemExit(f"failed: {name} {details}")
    print(f"ok: {name}", flush=True)


class Front:
    """A proxy as a client at an address sees it: TLS for its host name."""

    def __init__(self, port, folder, address="127.0.0.1"):
        self._port = port
        self._address = address
        self._tls = ssl.create_default_context(cafile=str(folder / "tessera.crt"))

    def client(self):
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self._port}", headers={"Host": HOST}, timeout=180,
            transport=httpx.HTTPTransport(verify=self._tls, local_address=self._address))

    def request(self, method, path, **options):
        """Sends a request on a connection of its own."""
        with self.client() as client:
            return client.request(method, path, extensions={"sni_hostname": HOST}, **options)


def event_streams(front):
    created = front.request("POST", "/v1/collections", content=COLLECTION, headers=JSON)
    check("a collection is created", created.status_code == 201, created.text)
    collection = f"/v1/collections/{created.json()['id']}"
    with front.client() as client:
        with client.stream("GET", f"{collection}/events", extensions={"sni_hostname": HOST}) as stream:
            check("an event stream opens", stream.status_code == 200, stream.status_code)
            pieces = stream.iter_bytes()
            received = b""
            while b"event: open" not in received:
                received += next(pieces)
            changed = front.request("POST", f"{collection}/updates", content=CHANGE, headers=JSON)
            check("the collection changes", changed.status_code == 200, changed.text)
            started = time.monotonic()
            while b'"version":2' not in received:
                received += next(pieces)
            # The next heartbeat would take longer, and push an event on that a proxy holds back.
            check("the event arrives before the response ends", time.monotonic() - started < 10, received[:200])
    check("the collection is deleted", front.request("DELETE", collection).status_code == 204)


def bodies(front):
    largest = SMALL + b" " * (BODY_LIMIT - len(SMALL))
    answer = front.request("POST", "/v1/layouts", content=largest, headers=JSON)
    check("a body of exactly --body-limit is read", answer.status_code == 200, answer.status_code, answer.text[:300])

    def pieces(body):
        return (body[start:start + (1 << 20)] for start in range(0, len(body), 1 << 20))

    for name, body in [("", largest + b" "), (" in chunks", pieces(largest + b" "))]:
        answer = front.request("POST", "/v1/layouts", content=body, headers=JSON)
        refusal = (answer.status_code, answer.headers["content-type"], answer.json()["code"])
        check(f"one byte more{name} is the server's own 413",
              refusal == (413, "application/problem+json", "payload_too_large"), refusal)

    answer = front.request("POST", "/v1/layouts", content=SMALL, headers=JSON)
    check("the next request is answered", answer.status_code == 200, answer.status_code)


def upstream_connections(kind, server):
    relay = CountingRelay(server)
    with contextlib.closing(relay), tls_proxy(kind, relay.address) as (_, port, folder):
        front = Front(port, folder)
        for _ in range(30):
            answer = front.request("POST", "/v1/layouts", content=SMALL, headers=JSON)
            if answer.status_code != 200:
                raise SystemExit(f"failed: {answer.status_code} {answer.text[:300]}")
        check("30 connections of clients share one to the server", relay.connections == 1, relay.connections)


TOKEN = "a-token-that-is-in-no-log"
# Without a server the proxies log failures. Nothing listens on the port of tcpmux.
NOWHERE = "127.0.0.1:1"
STREAMS = [f"/v1/collections/c/{name}?token={TOKEN}" for name in ["events", "replica", "%65vents"]]


def tokens(kind):
    """Sends tokens in addresses through a proxy, and looks for them in all logs that it has written."""
    with tls_proxy(kind, NOWHERE) as (plain_port, port, folder):
        front = Front(port, folder)
        for path in STREAMS:
            answer = front.request("GET", path)
            check("without a server, a stream is 502 or 503", answer.status_code in (502, 503), answer.status_code)
            moved = httpx.get(f"http://127.0.0.1:{plain_port}{path}", headers={"Host": HOST})
            check("  and HTTP is redirected", moved.status_code == 308, moved.status_code)
        front.request("GET", "/the-last")
        have_no_token(folder, "/replica", "/the-last")


def tokens_of_page():
    """The same for the configuration in docs/proxies.md, which logs no requests."""
    with plain_proxy(NOWHERE) as (port, folder):
        for path in [*STREAMS, "/the-last"]:
            answer = httpx.get(f"http://127.0.0.1:{port}{path}")
            check("without a server, a stream is 502", answer.status_code == 502, answer.status_code)
        have_no_token(folder, "/the-last")


def have_no_token(folder, *logged):
    """Waits until the logs in a folder have some texts, and checks that they have no token."""
    end = time.monotonic() + 20
    while True:
        written = "".join(log.read_text() for log in folder.glob("**/*.log"))
        if all(text in written for text in logged) or time.monotonic() > end:
            break
        time.sleep(0.05)
    check("the logs have the requests", all(text in written for text in logged), written[-600:])
    check("  and no token", TOKEN not in written, written)


def logged_addresses(log, identifier):
    """Returns the addresses that the server has logged, by the ids of requests, once one of them is there."""

    def lines():
        log.seek(0)
        return [json.loads(line) for line in log if line.endswith(b"\n")]

    end = time.monotonic() + 20
    while not any(line.get("id") == identifier for line in lines()) and time.monotonic() < end:
        time.sleep(0.05)
    return {line["id"]: line["remote"] for line in lines()}


def unix_socket(log):
    with tempfile.TemporaryDirectory() as directory:
        path = f"unix:{directory}/socket"
        options = ["--trusted-proxies", "127.0.0.1", "--log-format", "json"]
        with running("--listen", path, *options, output=log), tls_proxy("nginx", path) as (_, port, folder):
            front = Front(port, folder, "127.0.0.2")
            answer = front.request("POST", "/v1/layouts", content=SMALL, headers=JSON)
            check("nginx reaches a server over a Unix socket", answer.status_code == 200, answer.status_code)
            remote = logged_addresses(log, answer.headers["x-request-id"])
            check("  which logs the address of the client", list(remote.values()) == ["127.0.0.2"], remote)


def client_addresses(port, folder, log):
    forged = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
    busy, other = Front(port, folder, "127.0.0.2"), Front(port, folder, "127.0.0.3")
    answers = [busy.request("POST", "/v1/layouts", content=SMALL, headers={**JSON, **forged}) for _ in range(30)]
    statuses = [answer.status_code for answer in answers]
    check("a client spends what --rate-burst allows it", statuses[0] == 200 and statuses[-1] == 429, statuses)
    answer = other.request("POST", "/v1/layouts", content=SMALL, headers=JSON)
    check("another client behind the same proxy has its own", answer.status_code == 200, answer.status_code)

    identifier = answer.headers["x-request-id"]
    addresses = logged_addresses(log, identifier)
    check("the server logs the address of the other client", addresses.get(identifier) == "127.0.0.3", addresses)
    check("  and that of the first, which claimed another",
          [addresses.get(answer.headers["x-request-id"]) for answer in answers] == ["127.0.0.2"] * 30, addresses)
    return identifier


def request_ids(identifier, folder):
    access = (folder / "access.log").read_text()
    check("the log of the proxy has the same request ids", identifier in access, access[-600:])


def main():
    limit = setting("TESSERA_BODY_LIMIT")
    check("--body-limit is 64 MB", limit == "64MB", limit)
    for kind in ["nginx", "caddy", "ingress"]:
        print(f"through {kind}:", flush=True)
        # A debug build on a busy machine takes its time for the largest bodies.
        patience = ["--deadline", "3m", "--request-deadline", "3m"]
        with running("--trusted-proxies", "127.0.0.1", *patience) as address:
            server = address.removeprefix("http://")
            with tls_proxy(kind, server) as (_, port, folder):
                front = Front(port, folder)
                event_streams(front)
                bodies(front)
            # HAProxy gives each client a connection of its own at first.
            if kind != "ingress":
                upstream_connections(kind, server)
        tokens(kind)
        with tempfile.TemporaryFile() as log:
            limits = ["--rate-limit", "1", "--rate-burst", "100"]
            with running("--trusted-proxies", "127.0.0.1", "--log-format", "json", *limits, output=log) as address:
                with tls_proxy(kind, address.removeprefix("http://")) as (_, port, folder):
                    identifier = client_addresses(port, folder, log)
                    # Those of the ingress controller have no ids.
                    if kind != "ingress":
                        request_ids(identifier, folder)
    print("through nginx of docs/proxies.md:", flush=True)
    tokens_of_page()
    with tempfile.TemporaryFile() as log:
        unix_socket(log)


main()
