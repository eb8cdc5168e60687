"""A session of the client that openapi-python-client generates: a collection from its creation to its end.

Every response must parse into the model of its status, and have the values that the requests lead to.
"""

import sys
from http import HTTPStatus

from service import running

from tessera_client import AuthenticatedClient, Client
from tessera_client.api.collections import (
    apply_snapshot,
    begin_movement,
    cancel_movement,
    change_layout,
    create_collection,
    delete_collection,
    delete_viewport,
    describe_collection,
    end_movement,
    find_scroll_target,
    get_attributes,
    get_history,
    invalidate_layout,
    list_collections,
    list_viewports,
    measure_elements,
    move_bounds,
    move_viewport,
    update_collection,
    update_movement,
)
from tessera_client.api.layouts import diff_states, measure_cells, solve_layout
from tessera_client.api.operations import get_description, get_health, get_liveness, get_metrics, get_readiness
from tessera_client.models import (
    AnchorItem,
    Automatic,
    BoundsRequest,
    CollectionRequest,
    Container,
    DiffRequest,
    DiffScope,
    DiffState,
    ElementMeasurement,
    FindScrollTargetPosition,
    FlowLayout,
    FlowLayoutKind,
    GridLayout,
    GridLayoutKind,
    InvalidationRequest,
    Item,
    LayoutChange,
    LayoutRequest,
    ListLayout,
    ListLayoutKind,
    MeasuredItem,
    MeasurementRequest,
    MeasurementsRequest,
    MovementBeginning,
    MovementUpdate,
    Problem,
    Section,
    SizeObject,
    SnapshotRequest,
    Update,
    UpdateOperation,
    UpdatesRequest,
    ViewportRequest,
)

calls = 0


def check(response, status=HTTPStatus.OK):
    """Returns the parsed response, which must have a status."""
    global calls
    calls += 1
    if response.status_code != status:
        raise SystemExit(f"{response.status_code} instead of {status}: {response.content.decode()}")
    if response.parsed is None and response.content and "json" in response.headers.get("content-type", ""):
        raise SystemExit(f"not parsed: {response.content.decode()}")
    return response.parsed


def equal(value, expected):
    if value != expected:
        raise SystemExit(f"{value!r} instead of {expected!r}")


def rows(*names):
    return Section(id="fruit", items=[Item(id=name) for name in names])


def stateless(client):
    container = Container(width=190, height=400)
    flow = FlowLayout(kind=FlowLayoutKind.FLOW, item_size=SizeObject(width=50, height=50))
    solved = check(solve_layout.sync_detailed(
        client=client, body=LayoutRequest(container=container, layout=flow, sections=[Section(item_count=5)])))
    equal(len(solved.attributes), 5)
    equal(solved.content_size.height, 110)

    diff = check(diff_states.sync_detailed(client=client, body=DiffRequest(
        before=DiffState(container=container, layout=flow, sections=[rows("apple", "banana")]),
        after=DiffState(container=container, layout=flow, sections=[rows("banana", "cherry")]))))
    equal(sorted(change.type_ for change in diff.changes), ["delete", "insert", "shift"])

    cells = check(measure_cells.sync_detailed(client=client, body=MeasurementRequest(
        width=100, items=[MeasuredItem(template="text", content="Wren")])))
    equal(cells.sizes[0].width, 100)

    wrong = LayoutRequest(container=container, layout=flow, sections=[Section(item_sizes=[[-1, 50]])])
    problem = check(solve_layout.sync_detailed(client=client, body=wrong), HTTPStatus.UNPROCESSABLE_ENTITY)
    equal(problem.code, "invalid_request")
    equal(problem.errors[0].pointer, "/sections/0/itemSizes/0/0")


def collection(client):
    created = check(create_collection.sync_detailed(client=client, idempotency_key="create", body=CollectionRequest(
        id="feed", container=Container(width=320, height=132),
        layout=ListLayout(kind=ListLayoutKind.LIST, row_height=Automatic.AUTOMATIC, estimated_row_height=44),
        sections=[rows("apple", "banana", "cherry", "damson")], bounds=[0, 44, 320, 88])), HTTPStatus.CREATED)
    equal((created.id, created.version), ("feed", 1))
    taken = check(create_collection.sync_detailed(client=client, body=CollectionRequest(
        id="feed", container=Container(width=320, height=132), layout=ListLayout(kind=ListLayoutKind.LIST),
        sections=[])), HTTPStatus.CONFLICT)
    equal(taken.code, "collection_exists")

    described = check(describe_collection.sync_detailed("feed", client=client))
    equal(type(described.layout), ListLayout)
    equal(described.layout.row_height, Automatic.AUTOMATIC)
    equal(described.item_count, 4)
    page = check(list_collections.sync_detailed(client=client, limit=10))
    equal([summary.id for summary in page.collections], ["feed"])
    cell = check(get_attributes.sync_detailed("feed", client=client, id="cherry"))
    equal(cell.attributes[0].frame.y, 88)

    measured = check(measure_elements.sync_detailed("feed", client=client, body=MeasurementsRequest(
        measurements=[ElementMeasurement(id="apple", size=[320, 64])], anchor=AnchorItem(id="banana"))))
    equal(measured.measured.applied, 1)
    target = check(find_scroll_target.sync_detailed(
        "feed", client=client, id="damson", position=FindScrollTargetPosition.TOP))
    equal(target.exact, False)
    invalidated = check(invalidate_layout.sync_detailed(
        "feed", client=client, body=InvalidationRequest(index_paths=[[0, 0]])))
    equal(invalidated.invalidated.items, 1)

    updated = check(update_collection.sync_detailed("feed", client=client, if_match='"3"', body=UpdatesRequest(
        updates=[Update(op=UpdateOperation.INSERTITEMS, at=[[0, 0]], items=[Item(id="elderberry")]),
                 Update(op=UpdateOperation.MOVEITEM, from_=[0, 0], to=[0, 4])],
        scope=DiffScope.ALL)))
    equal((updated.from_version, updated.version), (3, 4))
    stale = check(update_collection.sync_detailed(
        "feed", client=client, if_match='"3"', body=UpdatesRequest(updates=[])), HTTPStatus.PRECONDITION_FAILED)
    equal(stale.code, "version_mismatch")

    applied = check(apply_snapshot.sync_detailed("feed", client=client, body=SnapshotRequest(
        sections=[rows("cherry", "banana", "fig")])))
    equal({update.op for update in applied.updates} & {UpdateOperation.DELETEITEMS, UpdateOperation.INSERTITEMS},
          {UpdateOperation.DELETEITEMS, UpdateOperation.INSERTITEMS})
    changed = check(change_layout.sync_detailed("feed", client=client, body=LayoutChange(
        layout=GridLayout(kind=GridLayoutKind.GRID, columns=2, row_height=60))))
    equal(changed.version, 6)
    history = check(get_history.sync_detailed("feed", client=client, since=3))
    equal([diff.cause for diff in history.diffs], ["updates", "snapshot", "layout"])


def viewports(client):
    moved = check(move_bounds.sync_detailed("feed", client=client, body=BoundsRequest(
        bounds=[0, 0, 320, 60], velocity=[0, 0.5])))
    equal(moved.bounds.height, 60)
    watch = Container(width=160, height=60)
    created = check(move_viewport.sync_detailed("feed", "watch", client=client, body=ViewportRequest(
        bounds=[0, 0, 160, 60], container=watch, paging=True,
        layout=ListLayout(kind=ListLayoutKind.LIST, row_height=30))), HTTPStatus.CREATED)
    equal(len(created.appeared), 2)
    check(move_viewport.sync_detailed("feed", "watch", client=client, body=ViewportRequest(
        bounds=[0, 30, 160, 60], layout=None)))
    listed = check(list_viewports.sync_detailed("feed", client=client))
    equal([viewport.name for viewport in listed.viewports], ["main", "watch"])
    check(delete_viewport.sync_detailed("feed", "watch", client=client), HTTPStatus.NO_CONTENT)
    missing = check(delete_viewport.sync_detailed("feed", "watch", client=client), HTTPStatus.NOT_FOUND)
    equal(missing.code, "not_found")


def movement(client):
    check(begin_movement.sync_detailed("feed", client=client, body=MovementBeginning(id="cherry")), HTTPStatus.CREATED)
    proposed = check(update_movement.sync_detailed(
        "feed", client=client, body=MovementUpdate(target_position=[60, 110])))
    equal(proposed.index_path, [0, 0])
    equal(check(end_movement.sync_detailed("feed", client=client)).from_version, 6)
    check(begin_movement.sync_detailed(
        "feed", client=client, body=MovementBeginning(index_path=[0, 0])), HTTPStatus.CREATED)
    check(cancel_movement.sync_detailed("feed", client=client))


def end(client):
    check(delete_collection.sync_detailed("feed", client=client), HTTPStatus.NO_CONTENT)
    gone = check(describe_collection.sync_detailed("feed", client=client), HTTPStatus.NOT_FOUND)
    equal(type(gone), Problem)


def operations(client):
    for probe in (get_health, get_liveness, get_readiness):
        check(probe.sync_detailed(client=client))
    assert b"tessera_" in get_metrics.sync_detailed(client=client).content
    assert get_description.sync_detailed(client=client).content.startswith(b"openapi: 3.1")


def main():
    with running() as address, Client(base_url=address) as client:
        for part in (stateless, collection, viewports, movement, end, operations):
            part(client)
    with running("--keys", "first-key-of-the-check,second-key-of-the-check") as address:
        with Client(base_url=address) as client:
            equal(check(list_collections.sync_detailed(client=client), HTTPStatus.UNAUTHORIZED).code,
                  "unauthorized")
        with AuthenticatedClient(base_url=address, token="first-key-of-the-check") as client:
            collection(client)
        with AuthenticatedClient(base_url=address, token="second-key-of-the-check") as client:
            check(describe_collection.sync_detailed("feed", client=client), HTTPStatus.NOT_FOUND)
    print(f"generated client: {calls} calls, each with the response that it expects")


if __name__ == "__main__":
    sys.exit(main())
