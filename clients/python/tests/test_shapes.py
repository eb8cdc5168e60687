"""The shapes of responses against openapi.yaml."""

import typing
from pathlib import Path
from typing import Any

import pytest
import yaml

from tessera_layout import types

SCHEMAS: dict[str, Any] = yaml.load(
    (Path(__file__).parents[3] / "openapi.yaml").read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader)
)["components"]["schemas"]

SHAPES = {name: shape for name, shape in vars(types).items() if typing.is_typeddict(shape) and not name.startswith("_")}


def test_there_are_shapes_to_compare() -> None:
    assert len(SHAPES) > 20


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_a_shape_has_the_members_of_its_schema(name: str) -> None:
    schema = SCHEMAS[name]
    assert set(SHAPES[name].__annotations__) == set(schema["properties"])


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_a_shape_requires_the_members_of_its_schema(name: str) -> None:
    hints = typing.get_type_hints(SHAPES[name], include_extras=True)
    required = {member for member, hint in hints.items() if typing.get_origin(hint) is not typing.NotRequired}
    assert required == set(SCHEMAS[name]["required"])


def test_openapi_has_the_codes_that_the_client_reads() -> None:
    codes = SCHEMAS["Problem"]["properties"]["code"]["x-extensible-enum"]
    assert {"too_many_collections", "too_many_fonts", "request_in_progress"} <= set(codes)
