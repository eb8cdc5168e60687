"""Requests as values."""

import gzip
import json
import math

import pytest

from tessera_layout import AsyncTessera, Tessera
from tessera_layout.requests import COMPRESSED_FROM, change, collection_path, request, selected


def test_a_change_has_a_key_of_its_own() -> None:
    first, second = (change("POST", "/v1/collections", {}) for _ in range(2))
    assert first.headers["idempotency-key"] != second.headers["idempotency-key"]


def test_a_key_of_the_caller_is_sent_as_it_is() -> None:
    assert change("POST", "/v1/collections", {}, idempotency_key="k-1").headers["idempotency-key"] == "k-1"


def test_what_only_computes_or_reads_has_no_key() -> None:
    assert "idempotency-key" not in request("POST", "/v1/layouts", json={}).headers
    assert "idempotency-key" not in request("GET", "/v1/collections").headers


def test_a_version_is_an_entity_tag() -> None:
    assert change("DELETE", "/v1/collections/a", version=7).headers["if-match"] == '"7"'


def test_a_large_body_is_compressed_and_a_small_one_is_not() -> None:
    body = {"text": "é" * COMPRESSED_FROM}
    large = request("POST", "/v1/layouts", json=body)
    assert large.headers["content-encoding"] == "gzip"
    assert large.body is not None and json.loads(gzip.decompress(large.body)) == body
    assert "content-encoding" not in request("POST", "/v1/layouts", json={}).headers


def test_numbers_in_an_address_have_no_exponent() -> None:
    query = selected(rect=[1e-7, -0.5, 1e15, 320], relative_to=[0.0, 44])
    assert request("GET", "/p", query=query).path == "/p?rect=0,-0.5,1000000000000000,320&relativeTo=0,44"


def test_values_in_an_address_are_escaped_and_absent_ones_left_out() -> None:
    assert request("GET", "/p", query={"id": "a&b c/é", "own": False, "x": None}).path == "/p?id=a%26b%20c%2F%C3%A9&own=false"


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_not_finite_cannot_be_sent(number: float) -> None:
    with pytest.raises(ValueError):
        request("POST", "/v1/layouts", json={"container": {"width": number}})
    with pytest.raises(ValueError):
        request("GET", "/p", query={"rect": [number]})


def test_a_value_without_a_form_in_json_cannot_be_sent() -> None:
    with pytest.raises(TypeError):
        request("POST", "/v1/layouts", json={"sections": {1, 2}})


def test_half_a_character_cannot_be_sent() -> None:
    with pytest.raises(ValueError):
        request("POST", "/v1/layouts", json={"id": "\ud800"})


@pytest.mark.parametrize("id", ["", ".", "..", "a/b", "a?b", "a#b", "é", "a b", "a\n", "x" * 129])
def test_an_id_that_no_collection_can_have_is_refused(id: str) -> None:
    with pytest.raises(ValueError, match="is no id"):
        collection_path(id)


def test_an_id_with_every_kind_of_character_is_taken() -> None:
    assert collection_path("aZ0-_.~") == "/v1/collections/aZ0-_.~"


@pytest.mark.parametrize("url", ["", "localhost:8080", "ftp://localhost", "http://", "http://a?b=c", "/v1"])
def test_an_address_without_a_service_is_refused(url: str) -> None:
    for client in (Tessera, AsyncTessera):
        with pytest.raises(ValueError, match="is no address"):
            client(url)


def test_a_timeout_that_is_not_positive_is_refused() -> None:
    with pytest.raises(ValueError, match="timeout"):
        Tessera("http://localhost", timeout=0)


def test_a_misspelt_option_of_a_change_is_refused() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'verson'"):
        Tessera("http://localhost").collection("a").delete(verson=1)  # type: ignore[call-arg]
