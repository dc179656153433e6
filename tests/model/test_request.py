"""Requests: one value for what a dungeon is made from, checked once."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import Host, HostError, Request
from host.errors import RequestError
from host.model.request import TYPED_FIELDS, read_field, write_field
from tests.helpers import run_command

VALUES = st.one_of(
    st.booleans(), st.integers(-(10**9), 10**9), st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1)
)
REQUESTS = st.builds(
    lambda seed, players, colours, options: Request(
        "base", seed=seed, players=players, house_colours=tuple(colours[:players]), options=options
    ),
    st.integers(0, 2**63 - 1),
    st.integers(1, 64),
    st.lists(st.integers(1, 64), max_size=4),
    st.dictionaries(st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True), VALUES, max_size=4),
)


@given(request=REQUESTS)
def test_a_request_comes_back_from_its_data(request: Request) -> None:
    data = json.loads(json.dumps(request.to_data()))
    assert Request.from_data(data) == request
    assert hash(Request.from_data(data)) == hash(request)


@given(request=REQUESTS)
def test_a_command_names_all_that_is_not_as_by_default(request: Request) -> None:
    words = shlex.split(request.command)
    assert words[:3] == ["dungeon-host", "generate", "base"]
    assert words[words.index("--seed") + 1] == str(request.seed)
    assert ("--players" in words) == (request.players != 2)
    assert ("--house-colours" in words) == bool(request.house_colours)
    assert words.count("--set") == len(request.options)


@given(request=REQUESTS)
def test_fields_are_read_as_they_are_written(request: Request) -> None:
    for name in TYPED_FIELDS:
        value = getattr(request, name)
        read = read_field(name, write_field(value))
        assert (tuple(read) if isinstance(value, tuple) else read) == value


@pytest.mark.parametrize(("text", "value"), [("true", True), ("false", False), ("", False), ("yes", "yes")])
def test_a_switch_is_read_as_true_or_false(text: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TYPED_FIELDS, "bare", bool)
    assert read_field("bare", text) == value


def test_the_command_of_a_map_makes_it_again(base_host: Host, tmp_path: Path) -> None:
    made = base_host.generate("base", seed=7, players=3, house_colours=(2, 2, 1), dungeon="tiny")
    assert made.origin is not None
    file = tmp_path / "map.json"
    run_command(*shlex.split(made.origin.command)[1:], "-o", str(file))
    assert file.read_text() == made.to_json()


def test_a_request_may_be_given_whole_or_by_names(base_host: Host) -> None:
    request = Request("base", seed=7, options={"dungeon": "tiny"})
    assert base_host.generate(request) == base_host.generate("base", seed=7, dungeon="tiny")
    assert base_host.generate(request, seed=8) == base_host.generate("base", seed=8, options={"dungeon": "tiny"})


def test_a_simulation_takes_options_by_their_names(base_host: Host) -> None:
    host = Host(["base", "critters"], output=lambda _: None)
    assert host.simulate("base", seed=7, turns=0, dungeon="tiny").map.width == 14
    with pytest.raises(HostError, match='did you mean "dungeon"'):
        host.simulate("base", seed=7, turns=0, dungeno="tiny")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seed": -1}, "seed is -1"),
        ({"seed": True}, "seed"),
        ({"seed": 1.0}, "seed"),
        ({"seed": 2**63}, "seed"),
        ({"seed": 1, "players": 0}, "players is 0"),
        ({"seed": 1, "players": 65}, "players is 65"),
        ({"seed": 1, "house_colours": (1, 1, 1)}, "house_colours"),
        ({"seed": 1, "house_colours": (0,)}, "house_colours"),
        ({"seed": 1, "house_colours": "12"}, "house_colours"),
        ({"seed": 1, "options": [1]}, "options"),
        ({"seed": 1, "options": {1: 2}}, "option"),
        ({"seed": 1, "options": {"a": float("nan")}}, "a"),
        ({"seed": 1, "options": {"a": []}}, "a"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_its_name(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(RequestError, match=message):
        Request("base", **fields)
    with pytest.raises(RequestError):
        Request(7, seed=1)  # type: ignore[arg-type]


def test_a_request_in_a_file_needs_a_seed() -> None:
    with pytest.raises(RequestError, match=r"^seed is missing$"):
        Request.from_data({"generator": "base"})


@pytest.mark.parametrize("value", [np.array([1]), np.array([1, 2]), np.zeros((2, 2))], ids=["one", "two", "four"])
def test_an_array_is_no_number(value: Any) -> None:
    for fields in ({"seed": value}, {"seed": 1, "players": value}):
        with pytest.raises(RequestError, match="must be a whole number between"):
            Request("base", **fields)
