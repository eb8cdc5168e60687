"""The client with connections that break, and with services that are silent, gone or none at all."""

import json
import pickle
import socket
from typing import Any

import pytest
from gateway import gateway, http, scripted

from tessera_layout import InvalidResponse, Problem, Retries, Tessera, TimedOut, Unreachable, Updates

AT_ONCE = Retries(times=3, first=0.0)
EMPTY: dict[str, Any] = {"container": {"width": 100, "height": 100}, "layout": {"kind": "list"}, "sections": []}


def problem(status: int, code: str) -> bytes:
    document = {"type": f"urn:tessera:problem:{code}", "title": "T", "status": status, "detail": "D", "code": code}
    return json.dumps(document).encode()


LAYOUT = http("200 OK", b'{"contentSize": {"width": 1, "height": 1}, "attributes": [], "later": 1}')


def test_a_change_whose_response_is_lost_is_carried_out_once(address: str) -> None:
    # The first connection breaks within the response, the second within its head.
    with gateway(address, [0, 300, 40]) as between, Tessera(between.address, retries=AT_ONCE) as tessera:
        created = tessera.create({**EMPTY, "id": "lost", "sections": [{"id": "s", "items": []}]})
        assert created["version"] == 1
        lost = tessera.collection("lost")
        diff = lost.update(Updates().insert({"id": "a"}, section="s"))
        assert diff["version"] == 2
        assert lost.describe()["version"] == 2
        assert len(between.connections) >= 3
        lost.delete()


def test_a_request_that_breaks_each_time_is_unreachable(address: str) -> None:
    with gateway(address, [100] * 9) as between, Tessera(between.address, retries=AT_ONCE) as tessera:
        with pytest.raises(Unreachable) as caught:
            tessera.layout(EMPTY)
        assert caught.value.__cause__ is not None
        assert len(between.connections) == 4


def test_without_a_service_the_client_gives_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with Tessera(f"http://127.0.0.1:{port}", retries=AT_ONCE) as tessera:
        with pytest.raises(Unreachable):
            tessera.layout(EMPTY)
        with tessera.collection("a").events() as events, pytest.raises(Unreachable):
            next(events)


def test_a_silent_service_is_timed_out() -> None:
    with scripted() as silent, Tessera(silent.address, timeout=0.1, retries=Retries(times=1, first=0.0)) as tessera:
        with pytest.raises(TimedOut):
            tessera.layout(EMPTY)
        silent.wait_for(2)


def test_a_service_that_falls_silent_within_a_response_is_timed_out() -> None:
    with scripted(LAYOUT[:-5], closes=False) as server:
        with Tessera(server.address, timeout=0.1, retries=Retries(times=0)) as tessera, pytest.raises(TimedOut):
            tessera.layout(EMPTY)


def test_a_busy_service_is_asked_again_when_it_says() -> None:
    busy = http("503 Service Unavailable", problem(503, "queue_full"), "application/problem+json", "Retry-After: 0")
    with scripted(busy, busy, LAYOUT) as server, Tessera(server.address, retries=Retries(first=99.0)) as tessera:
        assert tessera.layout(EMPTY)["attributes"] == []
        assert len(server.requests) == 3


def test_a_long_pause_is_not_waited_for() -> None:
    busy = http("429 Too Many", problem(429, "too_many_requests"), "application/problem+json", "Retry-After: 3600")
    with scripted(busy) as server, Tessera(server.address) as tessera, pytest.raises(Problem) as caught:
        tessera.layout(EMPTY)
    assert caught.value.retry_after == 3600


@pytest.mark.parametrize("field", ["Wed, 21 Oct 2015 07:28:00 GMT", "0"])
def test_a_pause_may_be_a_date(field: str) -> None:
    busy = http("503 Service Unavailable", b"<h1>busy</h1>", "text/html", f"Retry-After: {field}")
    with scripted(busy, LAYOUT) as server, Tessera(server.address) as tessera:
        tessera.layout(EMPTY)


@pytest.mark.parametrize("code", ["too_many_collections", "too_many_fonts"])
def test_a_limit_that_time_does_not_mend_is_not_asked_again(code: str) -> None:
    full = http("429 Too Many Requests", problem(429, code), "application/problem+json")
    with scripted(full) as server, Tessera(server.address, retries=AT_ONCE) as tessera, pytest.raises(Problem):
        tessera.layout(EMPTY)
    assert len(server.requests) == 1


def test_a_problem_has_the_quota_that_is_reached() -> None:
    body = b'{"status": 429, "code": "too_many_collections", "quota": {"name": "items", "limit": 7}}'
    full = http("429 Too Many Requests", body, "application/problem+json", "Retry-After: 60")
    with scripted(full) as server, Tessera(server.address) as tessera, pytest.raises(Problem) as caught:
        tessera.layout(EMPTY)
    assert (caught.value.quota, caught.value.is_transient) == ({"name": "items", "limit": 7}, False)


def test_an_unknown_code_keeps_its_text_and_is_read_by_its_status() -> None:
    later = http("409 Conflict", problem(409, "a_later_code"), "application/problem+json")
    with scripted(later) as server, Tessera(server.address) as tessera, pytest.raises(Problem) as caught:
        tessera.layout(EMPTY)
    assert (caught.value.status, caught.value.code, caught.value.is_transient) == (409, "a_later_code", False)


def test_unknown_members_of_a_response_stay_in_it() -> None:
    with scripted(LAYOUT) as server, Tessera(server.address) as tessera:
        assert dict(tessera.layout(EMPTY))["later"] == 1


@pytest.mark.parametrize("kind", ["text/html", "application/problem+json"])
@pytest.mark.parametrize("body", [b"<h1>no</h1>", b"[]", b"{}x", b"\xff", b""])
def test_a_page_of_a_proxy_is_no_problem_document(body: bytes, kind: str) -> None:
    page = http("403 Forbidden", body, kind)
    with scripted(page) as server, Tessera(server.address) as tessera, pytest.raises(Problem) as caught:
        tessera.layout(EMPTY)
    assert (caught.value.status, caught.value.code, caught.value.detail) == (403, "http_error", "HTTP 403")


def test_the_errors_of_a_proxy_are_not_read_as_faults() -> None:
    page = http("403 Forbidden", b'{"code": 7, "errors": ["no", "no"], "detail": {}}')
    with scripted(page) as server, Tessera(server.address) as tessera, pytest.raises(Problem) as caught:
        tessera.layout(EMPTY)
    assert str(caught.value) == "403 http_error: HTTP 403"
    assert caught.value.pointer is None


@pytest.mark.parametrize("body", [b"<h1>welcome</h1>", b"[]", b"", b"\xff"])
def test_a_success_without_an_object_is_not_of_this_service(body: bytes) -> None:
    page = http("200 OK", body, "text/html")
    with scripted(page) as server, Tessera(server.address) as tessera, pytest.raises(InvalidResponse, match="text/html"):
        tessera.layout(EMPTY)


def test_a_redirection_is_an_error_and_not_followed() -> None:
    moved = http("302 Found", b"", "text/html", "Location: http://127.0.0.1:1/")
    with scripted(moved) as server, Tessera(server.address) as tessera, pytest.raises(Problem) as caught:
        tessera.layout(EMPTY)
    assert caught.value.status == 302


@pytest.mark.parametrize("key", ["two\r\nlines", "with\0zero"])
def test_a_key_that_no_field_can_have_is_refused(key: str) -> None:
    with scripted() as server, Tessera(server.address, key=key) as tessera, pytest.raises(ValueError):
        tessera.layout(EMPTY)


def test_a_key_is_sent_with_each_request() -> None:
    with scripted(LAYOUT) as server, Tessera(f"{server.address}/prefix/", key="secret") as tessera:
        tessera.layout(EMPTY)
    assert server.requests[0].startswith("POST /prefix/v1/layouts HTTP/1.1\r\n")
    assert "authorization: bearer secret" in server.requests[0].lower()


def test_pieces_come_before_the_response_is_complete() -> None:
    with scripted(LAYOUT[:-5], closes=False) as server:
        with Tessera(server.address, timeout=30) as tessera, tessera.stream("GET", "/v1/layouts") as pieces:
            assert next(pieces).startswith(b'{"contentSize"')


def test_a_stream_that_breaks_off_raises() -> None:
    with scripted(LAYOUT[:-5]) as server, Tessera(server.address) as tessera, pytest.raises(Unreachable):
        with tessera.stream("GET", "/v1/layouts") as pieces:
            for _ in pieces:
                pass


def test_a_problem_can_be_pickled() -> None:
    original = Problem(412, {"code": "version_mismatch", "errors": [{"pointer": "/a", "detail": "d"}]}, {"etag": '"7"'})
    copy = pickle.loads(pickle.dumps(original))
    assert (copy.status, copy.code, copy.version, copy.pointer) == (412, "version_mismatch", 7, "/a")


def test_pauses_grow_to_a_limit() -> None:
    retries = Retries(times=10**6, first=1.0, longest=8.0)
    pauses = [retries.pause(Unreachable(), failures) or 0.0 for failures in (0, 1, 2, 3, 4, 99_999)]
    for pause, least in zip(pauses, (1, 2, 4, 8, 8, 8), strict=True):
        assert least <= pause <= 1.5 * least
    assert Retries(times=0).pause(Unreachable(), 0) is None
