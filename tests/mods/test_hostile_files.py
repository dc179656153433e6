"""Files of mods that take memory out of proportion: each is one error, and other mods load."""

from __future__ import annotations

import os
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from host import Host
from host.mods.files import MOST_BYTES, content_hash
from tests.helpers import MakeMod, catch_load_error

# Bytes of a file that takes no room on the disk, and those that Python may use while it meets such files.
SPARSE, MOST_MEMORY = 2**40, 64 * 2**20


@pytest.fixture(autouse=True)
def _little_memory() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()


def write_sparse(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.truncate(path, SPARSE)


@pytest.mark.parametrize("name", ["mod.toml", "mod.lua", "init.lua", "main.lua", "modules.txt"])
def test_a_sparse_file_is_an_error_and_other_mods_load(name: str, make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("good", "print 'loaded'")
    write_sparse(tmp_path / name if name == "modules.txt" else tmp_path / "bad" / name)
    error = catch_load_error(tmp_path)
    assert f'{name}" has {SPARSE} bytes: must have at most' in str(error)
    lines: list[str] = []
    host = Host([tmp_path], output=lines.append, keep_going=True)
    assert "good" in [mod.id for mod in host.mods]
    assert lines == ["loaded"]
    assert [str(failure) for failure in host.failures] == [str(error)]


def test_other_sparse_files_of_a_mod_are_not_read(make_mod: MakeMod) -> None:
    mod = make_mod("good", "print 'loaded'")
    for name in ("large.bin", "tests/large_test.lua", "unused.lua"):
        write_sparse(mod / name)
    started = time.monotonic()
    assert content_hash(mod) != content_hash(make_mod("other", "print 'loaded'"))
    os.truncate(mod / "large.bin", MOST_BYTES + 1)
    assert len(content_hash(mod)) == 32
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    "key",
    [
        ".".join(["a"] * 20_000),
        " . ".join(["a"] * 20_000),
        ".".join(['"a.b"'] * 10_000),
        ".".join(["'a'"] * 10_000),
        ".".join(["é"] * 10_000),
    ],
    ids=["plain", "spaces", "quoted", "literal", "letters"],
)
@pytest.mark.parametrize("form", ["{} = 1", "[{}]", "[[{}]]", "name = {{ {} = 1 }}"])
def test_a_key_of_many_parts_is_an_error(key: str, form: str, tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    manifest = tmp_path / "bad" / "mod.toml"
    manifest.write_text(f'id = "bad"\nversion = "1"\n{form.format(key)}\n', encoding="utf-8")
    assert f"{manifest}:3: a key has too many parts with dots: must have at most 20" in str(catch_load_error(tmp_path))


@pytest.mark.slow
def test_the_largest_manifest_takes_little_memory(tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    lines = [f"{'.'.join([f'a{number}', *['b'] * 19])} = 1" for number in range(2300)]
    (tmp_path / "bad" / "mod.toml").write_text("\n".join(lines))
    catch_load_error(tmp_path)


@pytest.mark.slow
def test_a_manifest_has_a_largest_number_of_errors(make_mod: MakeMod) -> None:
    error = catch_load_error(make_mod("bad", toml="\n".join(f"key{number} = 1" for number in range(1000))))
    assert len(error.report().splitlines()) == 100


def test_a_long_text_is_no_key(make_mod: MakeMod) -> None:
    text = ", ".join(["see example.org/a.b.c"] * 500)
    assert [mod.id for mod in Host([make_mod("good", toml=f'description = "{text}"')]).mods] == ["good"]
