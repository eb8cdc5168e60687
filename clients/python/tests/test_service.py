"""The client with a real service."""

import tracemalloc
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from tessera_layout import AsyncTessera, Collection, Problem, Tessera, Updates

LIST: dict[str, Any] = {"container": {"width": 320, "height": 480}, "layout": {"kind": "list", "estimatedRowHeight": 44}}


def described(*ids: str) -> list[dict[str, Any]]:
    return [{"id": "rows", "items": [{"id": id} for id in ids]}]


@pytest.fixture
def rows(tessera: Tessera) -> Iterator[Collection]:
    """A collection with the rows a, b and c."""
    created = tessera.create({**LIST, "sections": described("a", "b", "c")})
    yield tessera.collection(created["id"])
    tessera.delete_collections(created["id"])


def ids(rows: Collection) -> list[str]:
    return [element["id"] for element in rows.attributes()["attributes"]]


def test_each_operation_of_a_batch_is_applied(rows: Collection) -> None:
    rows.update(Updates().insert([{"id": "d"}, {"id": "e"}], after="c").move("a", section="rows", edge="end"))
    assert ids(rows) == ["b", "c", "d", "e", "a"]
    rows.update(Updates().delete([[0, 0], [0, 1]]).reload("d", [{"id": "f"}]).reconfigure(["e"]))
    assert ids(rows) == ["f", "e", "a"]
    rows.update(Updates().insert({"id": "g"}, at=[[0, 0]], animation="fade").move([0, 1], to=[0, 3]))
    assert ids(rows) == ["g", "f", "a", "e"]


def test_items_expand_and_collapse(rows: Collection) -> None:
    rows.update(Updates().insert([{"id": "d"}, {"id": "e", "parent": "d"}], into="a").expand("a", descendants=True))
    assert ids(rows) == ["a", "d", "e", "b", "c"]
    rows.update(Updates().collapse(["d"], animation="fade").move("c", into="d"))
    assert ids(rows) == ["a", "d", "b"]


def test_each_operation_on_sections_is_applied(rows: Collection) -> None:
    more = [{"id": name, "items": [{"id": f"{name}1"}]} for name in ("x", "y", "z")]
    rows.update(Updates().insert_sections(more, edge="end"))
    rows.update(Updates().move_section("z", edge="start").delete_sections("x"))
    rows.update(Updates().reload_sections("y", [{"id": "y", "items": [{"id": "y2"}]}]).move_section(0, to=2))
    assert ids(rows) == ["a", "b", "c", "y2", "z1"]


def test_plain_operations_do_as_well(rows: Collection) -> None:
    diff = rows.update(iter([{"op": "deleteItems", "ids": ["b"]}]), scope="all", version=1)
    assert (diff["fromVersion"], diff["version"]) == (1, 2)


def test_a_change_that_erases_ends_the_history_before_it(rows: Collection) -> None:
    rows.update(Updates().delete("a"), erase=True)
    rows.apply_snapshot(described("b"), erase=True)
    assert ids(rows) == ["b"]
    with pytest.raises(Problem) as caught:
        rows.history(2)
    assert caught.value.code == "history_gone"


def test_a_deletion_may_erase(tessera: Tessera, rows: Collection) -> None:
    rows.delete(version=1, erase=True)
    created = tessera.create({**LIST, "sections": described("a")})
    assert tessera.delete_collections(created["id"], erase=True) == 1


def test_a_change_at_another_version_changes_nothing(rows: Collection) -> None:
    rows.update(Updates().delete("a"))
    with pytest.raises(Problem) as caught:
        rows.apply_snapshot(described("z"), version=1)
    assert (caught.value.status, caught.value.code, caught.value.version) == (412, "version_mismatch", 2)
    assert ids(rows) == ["b", "c"]


def test_the_same_key_carries_a_change_out_once(rows: Collection) -> None:
    for _ in range(2):
        diff = rows.update(Updates().insert({"id": "d"}, section="rows"), idempotency_key="once")
        assert diff["version"] == 2
    with pytest.raises(Problem) as caught:
        rows.update(Updates().delete("a"), idempotency_key="once")
    assert caught.value.code == "idempotency_key_reused"


def test_a_fault_of_the_body_has_a_pointer(rows: Collection) -> None:
    with pytest.raises(Problem) as caught:
        rows.update([{"type": "insertItems"}, {"op": "deleteItems", "ids": 7}])
    problem = caught.value
    assert problem.code == "invalid_request"
    assert problem.pointer == "/updates/0/type"
    assert "/updates/1/ids" in {fault["pointer"].removesuffix("/0") for fault in problem.errors}
    assert str(problem).startswith("422 invalid_request: ")
    assert problem.request_id


def test_updates_that_are_a_whole_body_are_refused(rows: Collection) -> None:
    with pytest.raises(Problem) as caught:
        rows.update({"updates": []})  # type: ignore[dict-item]
    assert caught.value.pointer == "/updates/0"


def test_a_collection_that_does_not_exist_is_not_found(tessera: Tessera) -> None:
    for call in (tessera.collection("none").describe, tessera.collection("none").delete):
        with pytest.raises(Problem) as caught:
            call()
        assert (caught.value.status, caught.value.code, caught.value.pointer) == (404, "not_found", None)


def test_a_stream_of_a_collection_that_does_not_exist_is_not_found(tessera: Tessera) -> None:
    with tessera.collection("none").events() as events, pytest.raises(Problem) as caught:
        next(events)
    assert caught.value.status == 404


def test_measurements_change_estimates_and_can_be_invalidated(rows: Collection) -> None:
    diff = rows.measure([{"id": "a", "size": [320, 60]}, {"id": "gone", "size": [320, 60]}])
    assert diff["measured"]["applied"] == 1
    assert diff["ignored"][0]["reason"] == "unknown_id"
    assert rows.attributes(id="b")["attributes"][0]["frame"]["y"] == 60
    assert rows.invalidate({"ids": ["a"]})["invalidated"]["items"] == 1


def test_cells_are_measured_and_drawn(tessera: Tessera) -> None:
    body = {"width": 100, "items": [{"template": "text", "content": "Wren"}]}
    assert tessera.measure(body)["sizes"][0]["width"] == 100
    assert tessera.cells_picture(body).startswith("<svg")


def test_a_collection_is_drawn_in_each_format(rows: Collection) -> None:
    assert rows.picture(chrome="none", rect=[0, 0, 320, 44]).startswith("<svg")
    assert "<html" in rows.picture(format="html")
    with pytest.raises(Problem) as caught:
        rows.picture(format="png")
    assert caught.value.code == "bad_request"


def test_viewports_scroll_and_history_has_the_changes(rows: Collection) -> None:
    moved = rows.set_bounds({"bounds": [0, 0, 320, 44]})
    assert [element["id"] for element in moved["appeared"]] == ["a"]
    created = rows.set_viewport("watch", {"container": {"width": 160, "height": 44}, "bounds": [0, 44, 160, 44]})
    assert [element["id"] for element in created["appeared"]] == ["b"]
    rows.delete_viewport("watch")
    assert rows.scroll_target(id="c", position="top")["exact"] is False
    assert rows.scroll_target(section=0, position="top")["contentOffset"]["y"] == 0
    assert rows.attributes(index_path=[0, 1])["attributes"][0]["id"] == "b"
    rows.set_layout({"kind": "grid", "columns": 2, "rowHeight": 40}, scope="all")
    history = rows.history(1, limit=5, scope="all")
    assert [diff["cause"] for diff in history["diffs"]] == ["layout"]


def test_a_read_may_ask_for_a_version(rows: Collection) -> None:
    assert rows.describe(min_version=1)["itemCount"] == 3
    with pytest.raises(Problem) as caught:
        rows.describe(min_version=9)
    assert caught.value.status == 412


def test_lists_go_over_all_pages(tessera: Tessera) -> None:
    for number in range(5):
        tessera.create({**LIST, "id": f"page-{number}", "sections": []})
    assert [found["id"] for found in tessera.collections(prefix="page-", page=2)] == [f"page-{n}" for n in range(5)]
    assert tessera.delete_collections("page-") == 5
    assert list(tessera.collections(prefix="page-")) == []


def test_lists_filter_by_time(tessera: Tessera) -> None:
    first = datetime.now(timezone.utc)
    created = tessera.create({**LIST, "id": "time-1", "sections": described("a")})
    known = tessera.collection(created["id"]).describe()
    moment = datetime.fromisoformat(known["createdAt"])
    assert known["updatedAt"] == known["createdAt"] and first - timedelta(seconds=1) <= moment

    def found(**times: datetime) -> list[str]:
        return [found["id"] for found in tessera.collections(prefix="time-", **times)]

    abroad = moment.astimezone(timezone(timedelta(hours=2)))
    assert found(created_after=abroad) == found(updated_after=moment) == ["time-1"]
    assert found(created_before=abroad) == found(updated_before=moment) == []
    assert found(created_after=moment, created_before=moment + timedelta(milliseconds=1)) == ["time-1"]
    with pytest.raises(ValueError, match="time zone"):
        found(created_after=datetime(2030, 1, 31))
    assert tessera.delete_collections("time-") == 1


def test_any_other_request_has_the_same_errors(tessera: Tessera) -> None:
    assert tessera.request("GET", "/healthz").status_code == 200
    with pytest.raises(Problem) as caught:
        tessera.request("POST", "/v1/fonts", content=b"no font", headers={"Content-Type": "font/ttf"})
    assert caught.value.code == "invalid_font"


def test_a_huge_response_never_is_in_memory_as_a_whole(tessera: Tessera) -> None:
    body = {**LIST, "sections": [{"itemCount": 300_000}]}
    query = {"format": "binary"}
    tracemalloc.start()
    try:
        size = 0
        with tessera.stream("POST", "/v1/layouts", query=query, json=body) as pieces:
            for piece in pieces:
                size += len(piece)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert size > 8_000_000
    assert peak < 2_000_000


def test_a_stream_that_is_refused_raises_the_problem(tessera: Tessera) -> None:
    with pytest.raises(Problem) as caught, tessera.stream("POST", "/v1/layouts", json={}):
        pass
    assert caught.value.code == "invalid_request"


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio", "trio"])
async def test_the_asynchronous_client_does_the_same(address: str) -> None:
    async with AsyncTessera(address) as tessera:
        created = await tessera.create({**LIST, "id": "async-1", "sections": described("a", "b")})
        rows = tessera.collection(created["id"])
        await rows.update(Updates().delete("a"), version=1)
        assert [found["id"] async for found in tessera.collections(prefix="async-")] == ["async-1"]
        async with tessera.stream("GET", "/v1/collections/async-1/attributes") as pieces:
            assert b'"b"' in b"".join([piece async for piece in pieces])
        with pytest.raises(Problem):
            await rows.update(Updates().delete("a"))
        async with rows.events(since=1) as events:
            assert (await anext(events)).version == 2
        await rows.delete()
