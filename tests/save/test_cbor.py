"""CBOR of strangers: nothing takes memory or time out of proportion to its bytes."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.errors import SaveError
from host.model.objects import UidSource
from host.model.registry import Registry
from host.model.tile_set import TileSet
from host.save import cbor, database
from host.save.contents import ChunkKey, compress
from host.save.maps import from_data
from host.save.release_0_1_0 import convert_chunks
from host.save.save_file import SaveFile, read

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**64), 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.text(max_size=40)
    | st.binary(max_size=300),
    lambda values: st.lists(values, max_size=30) | st.dictionaries(st.text(max_size=30), values, max_size=30),
)


def shared(depth: int) -> Any:
    """A list of 2 ** depth items in a few bytes."""
    value: Any = [0]
    for _ in range(depth):
        value = [value, value]
    return value


BOMBS = {
    "shared": cbor2.dumps({"size": shared(60)}, value_sharing=True),
    "long tag": b"\x82\xd9\x00\x1c\x81\x00\xda\x00\x00\x00\x1d\x00",
    "big number": b"\xc2\x5a\x00\x10\x00\x00" + b"\xff" * 2**20,
    "decimal fraction": b"\xc4\x82\x1b\x7f\xff\xff\xff\xff\xff\xff\xff\x01",
    "big float": b"\xc5\x82\x1a\x7f\xff\xff\xff\x03",
    "pattern": b"\xd8\x23\x67(a*)*b$",
    "unknown length": b"\x9f\xff",
    "bytes of unknown length": b"\x5f\x41x\xff",
    "reserved": b"\x1c",
    "cut off": b"\x5b\x7f\xff\xff\xff\xff\xff\xff\xff",
    "no bytes": b"",
}


@given(PLAIN)
def test_plain_values_come_back(value: Any) -> None:
    assert cbor.decode(cbor.encode(value)) == value
    assert cbor.decode(cbor.encode("first") + cbor.encode(value), 1) == value


@given(st.binary(max_size=60))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    try:
        cbor.decode(data)
    except SaveError:
        return
    assert cbor2.loads(data) is not ...


@pytest.mark.parametrize("data", BOMBS.values(), ids=BOMBS)
def test_bombs_are_refused_before_they_are_decoded(data: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(SaveError):
            cbor.decode(data)
        chunk: dict[ChunkKey, bytes] = {("game", ""): compress(data)}
        with pytest.raises(SaveError, match="the chunk game of the save cannot be read: "):
            convert_chunks(chunk)
        assert tracemalloc.get_traced_memory()[1] < 2**26
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("value", [b"\x80", b"\x61x"], ids=["lists", "texts"])
def test_too_many_values_are_refused_before_they_are_decoded(value: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 2**17
    monkeypatch.setattr(cbor, "_MOST_VALUES", count - 1)
    data = b"\x9a" + count.to_bytes(4, "big") + value * count
    tracemalloc.start()
    try:
        with pytest.raises(SaveError, match="it has more than"):
            cbor.decode(data)
        chunk: dict[ChunkKey, bytes] = {("game", ""): compress(data)}
        with pytest.raises(SaveError, match="the chunk game of the save cannot be read: it has more than"):
            convert_chunks(chunk)
        # Less than a pointer for each value, and a copy of the data.
        assert tracemalloc.get_traced_memory()[1] < 7 * count + len(data)
    finally:
        tracemalloc.stop()


def test_a_value_that_would_be_refused_is_not_encoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cbor, "_MOST_VALUES", 1000)
    assert cbor.decode(cbor.encode([["é" * 99]] * 499)) == [["é" * 99]] * 499
    with pytest.raises(SaveError, match="it has more than 1000 values"):
        cbor.encode([[]] * 1000)


def test_the_message_about_a_value_is_short() -> None:
    for data in ({"size": shared(40)}, {"size": [1, 1], "piles": [], "squares": b"", "locks": [[shared(40), 1]]}):
        with pytest.raises(SaveError) as caught:
            from_data(data, TileSet(), Registry(), UidSource(1))
        assert len(str(caught.value)) < 300


def test_a_header_has_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header = {"seed": 1, "players": 1, "more": [[]] * 2**21}
    path = tmp_path / "x.save"
    with pytest.raises(SaveError, match="characters: it may have 4194304"):
        SaveFile(path).write(header, {}, [])
    assert not path.exists()
    with monkeypatch.context() as patch:
        patch.setattr(database, "_MOST_HEADER", 2**30)
        SaveFile(path).write(header, {}, [])
    with pytest.raises(SaveError, match="bytes in its header: it may have 4194304"):
        read(path)


def test_a_save_has_a_largest_number_of_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_MOST_CHUNKS", 10)
    path = tmp_path / "x.save"
    SaveFile(path).write({"seed": 1, "players": 1}, {("mod", str(i)): b"x" for i in range(11)}, [])
    with pytest.raises(SaveError, match="has 11 chunks: it may have 10"):
        read(path)
