"""Clients and a proxy of other makers read every kind of refusal: h11, httpx, Python's http.client, and nginx.

Each check prints a line. The first that fails ends the program.
"""

import http.client
import json
import socket
import threading
import time

import h11
import httpx

from reverse_proxy import proxy
from service import running

SMALL = b'{"container":{"width":320,"height":480},"layout":{"kind":"flow"},"sections":[{"itemCount":3}]}'
CHANGE = b'{"updates":[{"op":"insertItems","at":[[0,0]],"items":[{}]}]}'
COLLECTION = b'{"container":{"width":320,"height":480},"layout":{"kind":"flow"},"sections":[{"items":[{"id":"a"}]}]}'
MEGABYTE = 1 << 20


def bare(address):
    return address.removeprefix("http://")


def check(name, condition, *details):
    if not condition:
        raise SystemExit(f"failed: {name} {details}")
    print(f"ok: {name}", flush=True)


def connect(address):
    host, port = bare(address).rsplit(":", 1)
    return socket.create_connection((host, int(port)), timeout=60)


def read_to_end(connection):
    received = b""
    while True:
        piece = connection.recv(65536)
        if not piece:
            return received
        received += piece


def head(*fields, line="POST /v1/layouts HTTP/1.1", host="Host: x"):
    return "\r\n".join([line, host, *fields, "", ""]).encode("latin-1")


JSON = "Content-Type: application/json"
LENGTH = f"Content-Length: {len(SMALL)}"

# Name, bytes, status, code. A second part of the bytes follows later.
REFUSALS = [
    ("a blank before a colon", [head(JSON, f"Content-Length : {len(SMALL)}") + SMALL], 400, "bad_request"),
    ("a folded field", [head("Transfer-Encoding:\r\n chunked", LENGTH) + SMALL], 400, "bad_request"),
    ("a NUL in a field", [head("X-Request-Id: a\0b")], 400, "bad_request"),
    ("a bare carriage return", [head("X: a\rContent-Length: 3")], 400, "bad_request"),
    ("a length and a coding", [head(LENGTH, "Transfer-Encoding: chunked") + SMALL], 400, "bad_request"),
    ("a list of lengths", [head("Content-Length: 5, 5") + b"hello"], 400, "bad_request"),
    ("a length of +5", [head("Content-Length: +5") + b"hello"], 400, "bad_request"),
    ("a length beyond 64 bits", [head("Content-Length: " + "9" * 30)], 413, "payload_too_large"),
    ("a length above the limit", [head(JSON, "Content-Length: 999999999")], 413, "payload_too_large"),
    ("a bad chunk", [head(JSON, "Transfer-Encoding: chunked"), b"zz\r\n"], 400, "bad_request"),
    ("chunks above the limit", [head(JSON, "Transfer-Encoding: chunked"), b"6000000\r\n" + b" " * (97 * MEGABYTE)],
     413, "payload_too_large"),
    ("another content coding", [head(JSON, "Content-Encoding: br", LENGTH)], 415, "unsupported_media_type"),
    ("no Host", [head(JSON, host="X: y")], 400, "bad_request"),
    ("two Hosts", [head("Host: y")], 400, "bad_request"),
    ("HTTP/3.0", [head(line="GET / HTTP/3.0")], 505, "version_not_supported"),
    ("a target with a space", [head(line="GET /a b HTTP/1.1")], 400, "bad_request"),
    ("a long target", [head(line=f"GET /{'a' * 10_000} HTTP/1.1")], 414, "uri_too_long"),
    ("a longer target", [head(line=f"GET /{'a' * 50_000} HTTP/1.1")], 414, "uri_too_long"),
    ("a large head", [head(f"X: {'a' * 50_000}")], 431, "head_too_large"),
]

SLOW = [
    ("a slow head", [b"POST /v1/layouts HTTP/1.1\r\nHost: x\r\nX: "], 408, "request_timeout"),
    ("a slow body", [head(JSON, "Content-Length: 100") + b"{"], 408, "request_timeout"),
]


def read_with_h11(received):
    """Returns the one response that h11 reads from the bytes of a connection, and its body."""
    client = h11.Connection(our_role=h11.CLIENT)
    client.send(h11.Request(method="POST", target="/", headers=[("Host", "x"), ("Content-Length", "0")]))
    client.send(h11.EndOfMessage())
    client.receive_data(received)
    client.receive_data(b"")
    response, body = None, b""
    while True:
        event = client.next_event()
        if isinstance(event, h11.InformationalResponse):
            continue
        if isinstance(event, h11.Response):
            response = event
        elif isinstance(event, h11.Data):
            body += bytes(event.data)
        elif isinstance(event, h11.EndOfMessage):
            break
        else:
            raise SystemExit(f"h11 read {event} of {received[:300]}")
    trailing, _ = client.trailing_data
    check("  h11 reads one response and nothing behind it", trailing == b"" and client.their_state is h11.MUST_CLOSE,
          trailing[:300])
    return response, body


def send(connection, pieces):
    for piece in pieces:
        connection.sendall(piece)
        time.sleep(0.02)


def h11_reads_every_refusal():
    for arguments, refusals in [([], REFUSALS), (["--request-deadline", "1s"], SLOW)]:
        with running(*arguments) as address:
            h11_reads(refusals, address)


def h11_reads(refusals, address):
    for name, pieces, status, code in refusals:
        with connect(address) as connection:
            send(connection, pieces)
            response, body = read_with_h11(read_to_end(connection))
            problem = json.loads(body)
            fields = dict(response.headers)
            found = (response.status_code, problem["code"], fields[b"content-type"])
            check(f"{name} is {status}", found == (status, code, b"application/problem+json"), found)
            check("  with its id and a date", fields[b"x-request-id"].decode() == problem["instance"]
                  and b"date" in fields and fields[b"connection"].lower() == b"close", fields)


def h11_reads_refusals_behind_responses():
    good = head(JSON, LENGTH) + SMALL
    with running() as address, connect(address) as connection:
        connection.sendall(good + head(host="X: y") + good)
        received = read_to_end(connection)
        first, separator, second = received.partition(b"HTTP/1.1 400")
        client = h11.Connection(our_role=h11.CLIENT)
        client.send(h11.Request(method="POST", target="/", headers=[("Host", "x"), ("Content-Length", "0")]))
        client.send(h11.EndOfMessage())
        client.receive_data(first)
        check("the response before a refusal is whole", client.next_event().status_code == 200)
        response, _ = read_with_h11(separator + second)
        check("the refusal behind it is 400", response.status_code == 400)


def large_bodies(address, way):
    body = SMALL + b" " * (70 * MEGABYTE)
    fields = {"Content-Type": "application/json"}

    connection = http.client.HTTPConnection(bare(address), timeout=60)
    connection.request("POST", "/v1/layouts", body=body, headers=fields)
    response = connection.getresponse()
    problem = json.loads(response.read())
    check(f"http.client, which sends its body before it reads, gets 413 {way}",
          (response.status, problem["code"]) == (413, "payload_too_large"), response.status)
    connection.close()

    connection = http.client.HTTPConnection(bare(address), timeout=60)
    pieces = (body[start:start + MEGABYTE] for start in range(0, len(body), MEGABYTE))
    connection.request("POST", "/v1/layouts", body=pieces, headers=fields, encode_chunked=True)
    response = connection.getresponse()
    check(f"http.client with chunks gets 413 {way}", response.status == 413, response.status)
    connection.close()

    response = httpx.post(f"http://{bare(address)}/v1/layouts", content=body, headers=fields, timeout=60)
    check(f"httpx gets 413 {way}", (response.status_code, response.json()["code"]) == (413, "payload_too_large"))
    pieces = (body[start:start + MEGABYTE] for start in range(0, len(body), MEGABYTE))
    response = httpx.post(f"http://{bare(address)}/v1/layouts", content=pieces, headers=fields, timeout=60)
    check(f"httpx with chunks gets 413 {way}", response.status_code == 413, response.status_code)

    response = httpx.post(f"http://{bare(address)}/v1/layouts", content=SMALL, headers=fields, timeout=60)
    check(f"the next request is answered {way}", response.status_code == 200, response.status_code)


def early_refusals(address, way):
    body = b" " * (20 * MEGABYTE)
    for name, path, fields, status in [
        ("no key", "/v1/layouts", {"Content-Type": "application/json"}, 401),
        ("no route", "/v1/layoutz", {"Authorization": "Bearer key-of-this-check"}, 404),
        ("another content coding", "/v1/layouts",
         {"Authorization": "Bearer key-of-this-check", "Content-Encoding": "br"}, 415),
    ]:
        connection = http.client.HTTPConnection(bare(address), timeout=60)
        connection.request("POST", path, body=body, headers=fields)
        response = connection.getresponse()
        response.read()
        check(f"a body with {name} gets {status} {way}", response.status == status, response.status)
        connection.close()


def event_stream(address, way):
    fields = {"Content-Type": "application/json"}
    url = f"http://{bare(address)}/v1/collections"
    created = httpx.post(url, content=COLLECTION, headers=fields, timeout=60)
    check(f"a collection is created {way}", created.status_code == 201, created.text)
    collection = f"{url}/{created.json()['id']}"

    with httpx.stream("GET", f"{collection}/events", timeout=30) as stream:
        check(f"an event stream opens {way}", stream.status_code == 200)
        changed = httpx.post(f"{collection}/updates", content=CHANGE, headers=fields, timeout=60)
        check(f"the collection changes {way}", changed.status_code == 200, changed.text)
        started = time.monotonic()
        received = b""
        for piece in stream.iter_bytes():
            received += piece
            if b'"version":2' in received:
                break
        # The next heartbeat would take longer, and push an event on that nginx holds back.
        check(f"the event arrives at once {way}", time.monotonic() - started < 10, received[:200])


def many_requests(address, way):
    failures = []

    def requests():
        with httpx.Client(timeout=60) as client:
            for _ in range(40):
                response = client.post(
                    f"http://{bare(address)}/v1/layouts", content=SMALL,
                    headers={"Content-Type": "application/json"})
                if response.status_code != 200:
                    failures.append(response.status_code)

    threads = [threading.Thread(target=requests) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(f"320 requests of 8 clients are answered {way}", not failures, failures)


def main():
    h11_reads_every_refusal()
    h11_reads_refusals_behind_responses()
    with running("--keys", "key-of-this-check") as keyed:
        early_refusals(keyed, "directly")
        with proxy(bare(keyed)) as address:
            early_refusals(address, "through nginx")
    with running("--connections-per-address", "2", "--trusted-proxies", "127.0.0.1") as address:
        with proxy(bare(address)) as front:
            many_requests(front, "through a trusted nginx, whose connections have no limit")
    with running() as address:
        large_bodies(address, "directly")
        for way, directives in [
            ("through nginx, which stores the body", []),
            ("through nginx, which forwards the body at once", ["proxy_request_buffering off"]),
        ]:
            with proxy(bare(address), *directives) as front:
                large_bodies(front, way)
                many_requests(front, way)
                event_stream(front, way)


main()
