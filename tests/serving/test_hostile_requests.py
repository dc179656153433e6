"""What clients of a server choose: errors about it are short, and name no error of Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host import Host
from host.errors import HostError, RequestError
from host.serving import Pool

MILLION = "x" * 1_000_000


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(workers=1) as pool:
        yield pool


@pytest.mark.parametrize(
    ("mods", "words"),
    [
        (["x" * 5000], 'there is no mod "xxx'),
        (MILLION, 'there is no mod "xxx'),
        ([Path("/tmp", "x" * 5000)], 'the mods folder "/tmp/xxx'),
        ([Path("a\0b")], "does not exist"),
        (["a\0b"], "does not exist"),
        ([Path("/dev/zero")], "is not a folder"),
    ],
)
def test_mods_that_cannot_be(pool: Pool, mods: Any, words: str) -> None:
    for load in (lambda: pool.generate_json_sync("base", seed=1, mods=mods), lambda: Host(mods)):
        with pytest.raises(HostError, match=words) as caught:
            load()
        assert isinstance(caught.value, RequestError)
        assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("generator", "fields"),
    [
        (MILLION, {}),
        ("x " * 500_000, {}),
        (["x"] * 100_000, {}),
        ("base", {MILLION: 1}),
        ("base", {"options": {"dungeon": MILLION}}),
        ("base", {"options": {"dungeon": [MILLION]}}),
        ("base", {"options": MILLION}),
        ("base", {"seed": MILLION}),
        ("base", {"players": MILLION}),
        ("base", {"house_colours": [MILLION]}),
    ],
    ids=lambda value: str(value)[:20],
)
def test_an_error_repeats_the_ends_of_a_long_value(pool: Pool, generator: Any, fields: dict[str, Any]) -> None:
    for generate in (pool.generate_json_sync, pool.generate_sync):
        with pytest.raises(RequestError) as caught:
            generate(generator, **{"seed": 1, **fields})
        assert len(str(caught.value)) < 11_000
        assert "must be" in str(caught.value) or "it has quest" in str(caught.value)


def test_a_long_error_is_short_soon() -> None:
    assert len(RequestError(("x" * 499 + " ") * 10_000).message) < 11_000
    assert RequestError("x" * 501 + '": must be y').message == "x" * 60 + "…" + "x" * 18 + '": must be y'
