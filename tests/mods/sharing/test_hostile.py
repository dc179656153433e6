"""Archives and indexes of strangers: one bad entry or line refuses them, soon, and nothing is left behind."""

from __future__ import annotations

import io
import json
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import build_index, install, installed_mods
from host.errors import HostError, RequestError
from host.mods.sharing.index import Index
from host.mods.sharing.release import MOST_LINE, MOST_RELEASES, Release, parse_releases
from tests.mods.sharing.helpers import pack, zip_of
from tests.mods.sharing.test_install import refused

HALL: dict[str, bytes | str] = {"hall/mod.toml": 'id = "hall"\nversion = "1.0.0"\n', "hall/init.lua": ""}
LINE = json.loads(
    Release("hall", "1.0.0", "hall-1.0.0.zip", "0" * 64, 100, "Hall", "A hall", {"base": ">=1"}, {}).to_line()
)


def entry(name: str, mode: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    return info


def with_entry(info: zipfile.ZipInfo, content: bytes, method: int = zipfile.ZIP_STORED) -> bytes:
    data = io.BytesIO(zip_of(HALL))
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr(info, content, method)
    return data.getvalue()


def many_entries(count: int) -> bytes:
    """Return an archive whose list names one file so many times, in the form for more than 65,535."""
    name = b"hall/init.lua"
    start = zip_of(HALL)[:-22]
    entries = (b"PK\1\2" + bytes(24) + struct.pack("<H", len(name)) + bytes(16) + name) * count
    long_end = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, len(entries), len(start))
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, len(start) + len(entries), 1)
    return (
        start
        + entries
        + long_end
        + locator
        + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, *[2**16 - 1] * 2, *[2**32 - 1] * 2, 0)
    )


# Some are made when they are used: to pack them takes a while.
ARCHIVES: dict[str, bytes | Callable[[], bytes]] = {
    "a path that leads out": zip_of({**HALL, "hall/../../x": "x"}),
    "an absolute path": zip_of({**HALL, "/etc/x": "x"}),
    "a drive": zip_of({**HALL, "C:/x": "x"}),
    "a backslash": zip_of({**HALL, "hall\\..\\x": "x"}),
    "a link": with_entry(entry("hall/x", stat.S_IFLNK | 0o777), b"/etc/passwd"),
    "a device": with_entry(entry("hall/x", stat.S_IFCHR | 0o666), b""),
    "a pipe": with_entry(entry("hall/x", stat.S_IFIFO | 0o666), b""),
    "a bomb": lambda: with_entry(entry("hall/x", stat.S_IFREG | 0o644), bytes(2**28), zipfile.ZIP_DEFLATED),
    "names that differ in case": zip_of({**HALL, "hall/Init.lua": ""}),
    "names that Unicode folds together": zip_of({**HALL, "hall/ﬁ.lua": "", "hall/fi.lua": ""}),
    "a reserved name": zip_of({**HALL, "hall/con.txt": ""}),
    "a name with NUL": zip_of({**HALL, "hall/xxx": ""}).replace(b"hall/xxx", b"hall/x\0x"),
    "a name with a control character": zip_of({**HALL, "hall/\x1b[31m": ""}),
    "a name that is not UTF-8": zip_of({**HALL, "hall/xéx": ""}).replace("é".encode(), b"\xff\xff"),
    "a hidden file": zip_of({**HALL, "hall/.hidden": ""}),
    "two folders": zip_of({**HALL, "loft/mod.toml": ""}),
    "a file twice": zip_of({**HALL, "hall/init.lux": ""}).replace(b"init.lux", b"init.lua"),
    "a million entries": lambda: many_entries(10**6),
    "a million entries in the short form": lambda: many_entries(10**6)[:-98] + zip_of(HALL)[-22:],
    "no zip": b"x" * 10_000,
    "nothing": b"",
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_with_one_bad_entry_is_refused(name: str, tmp_path: Path, user_mods: Path) -> None:
    install(pack(tmp_path, "loft"))
    before = sorted(user_mods.rglob("*"))
    archive = ARCHIVES[name]
    (tmp_path / "hall.zip").write_bytes(archive if isinstance(archive, bytes) else archive())
    message = refused("install", tmp_path / "hall.zip")
    assert f'the archive "{tmp_path / "hall.zip"}" is refused: ' in message
    assert message.isprintable() or message.rstrip("\n").isprintable()
    assert sorted(user_mods.rglob("*")) == before
    assert {path.name for path in tmp_path.iterdir()} == {"sources", "loft-1.0.0.zip", "hall.zip", "data", "here"}
    # An index does not take it either.
    (tmp_path / "index").mkdir()
    (tmp_path / "hall.zip").rename(tmp_path / "index" / "hall.zip")
    with pytest.raises(HostError):
        build_index(tmp_path / "index")
    assert [path.name for path in (tmp_path / "index").iterdir()] == ["hall.zip"]


def test_nothing_of_a_mod_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("a mod runs")

    monkeypatch.setattr("host.border.state.LuaState.__init__", fail)
    monkeypatch.setattr("host.process.child.run_task", fail)
    monkeypatch.setattr("subprocess.Popen.__init__", fail)
    index = tmp_path / "index"
    index.mkdir()
    pack(index, "hall", files={"setup.py": "raise SystemExit", "mod.lua": "error()"})
    build_index(index, pages=False)
    install(f"{index}/hall")
    assert [mod.id for mod in installed_mods()] == ["hall"]


# -- lines of an index

BAD_LINES = {
    "another id": {"id": "hull"},
    "an id that is a number": {"id": 1},
    "a version that is none": {"version": "one"},
    "a version that is a number": {"version": 1.0},
    "a version of many digits": {"version": "1." + "9" * 5000},
    "a version with a path": {"version": "../1"},
    "a file that leads out": {"file": "../hall.zip"},
    "a file in a folder": {"file": "a/hall.zip"},
    "a URL as a file": {"file": "https://evil.example/hall.zip"},
    "a file with a query": {"file": "hall.zip?x.zip"},
    "a file with a line end": {"file": "hall.zip\n"},
    "a hidden file": {"file": ".hall.zip"},
    "another file": {"file": "hall.exe"},
    "no digest": {"sha256": ""},
    "a digest in capitals": {"sha256": "A" * 64},
    "a digest of a list": {"sha256": ["0" * 64]},
    "a size below zero": {"size": -1},
    "a size that is no number": {"size": "1"},
    "a size that is true": {"size": True},
    "a size without end": {"size": float("inf")},
    "yanked as a text": {"yanked": "no"},
    "yanked as a number": {"yanked": 0},
    "dependencies as a list": {"dependencies": ["base"]},
    "a dependency without a range": {"dependencies": {"base": None}},
    "a dependency with a wrong range": {"dependencies": {"base": "latest"}},
    "a dependency with a wrong id": {"dependencies": {"../base": ""}},
    "many dependencies": {"dependencies": {f"mod_{number}": "" for number in range(1000)}},
    "a long range": {"dependencies": {"base": ">=1," * 1000 + ">=1"}},
    "conflicts as a text": {"conflicts": "base"},
    "a long name": {"name": "x" * 3000},
    "a description that is a number": {"description": 1},
}


def parse(*lines: str) -> list[Release]:
    return parse_releases("\n".join(lines).encode(), "hall", "ha/ll/hall")


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_line_with_a_wrong_value_refuses_the_list(name: str) -> None:
    good = json.dumps(LINE)
    assert [release.version for release in parse(good)] == ["1.0.0"]
    with pytest.raises(RequestError, match='"ha/ll/hall", line 2 is no list of versions') as caught:
        parse(json.dumps({**LINE, "version": "2.0.0"}), json.dumps({**LINE, **BAD_LINES[name]}))
    assert len(caught.value.message) < 500
    assert caught.value.message.isprintable()


@pytest.mark.parametrize("key", sorted({*LINE} - {"name", "description", "dependencies", "conflicts"}))
def test_a_line_without_a_key_refuses_the_list(key: str) -> None:
    with pytest.raises(RequestError, match=f"the key '{key}' is missing"):
        parse(json.dumps({name: value for name, value in LINE.items() if name != key}))


@pytest.mark.parametrize(
    "content",
    [
        b"x" * 10**6,
        b"[" * 10**6,
        b'{"a":' * 10**5,
        b'"' + b"x" * (MOST_LINE - 2) + b'"',
        b"9" * 50_000,
        b'{"id": "hall", "id": NaN}',
        b"\xff",
        b"\0",
        b"null",
        b"\n\n",
        "\u2028".encode(),
        json.dumps(LINE).encode() + b"\n" + json.dumps(LINE).encode(),
        (json.dumps(LINE).encode() + b"\n") * (MOST_RELEASES + 1),
    ],
    ids=lambda content: repr(content[:20]) + str(len(content)),
)
def test_a_file_that_is_no_list_is_refused(content: bytes) -> None:
    with pytest.raises(RequestError) as caught:
        parse_releases(content, "hall", "ha/ll/hall")
    assert len(caught.value.message) < 600


def test_lines_of_later_formats_are_skipped() -> None:
    later = json.dumps({"format": 2, "id": ["hall"], "new": True})
    assert [release.version for release in parse(later, json.dumps(LINE))] == ["1.0.0"]


JSON = st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=5)


@given(st.dictionaries(st.sampled_from(sorted(LINE)), JSON))
@pytest.mark.parametrize("identity", ["hall"])
def test_any_line_is_read_or_refused(identity: str, values: dict[str, object]) -> None:
    try:
        releases = parse_releases(json.dumps({**LINE, **values}).encode(), identity, "it")
    except RequestError:
        return
    assert all(isinstance(release, Release) for release in releases)


def test_links_in_the_folder_of_an_index_are_not_followed(tmp_path: Path, user_mods: Path) -> None:
    index = tmp_path / "index"
    index.mkdir()
    archive = pack(index, "hall")
    build_index(index, pages=False)
    archive.rename(tmp_path / "hall.zip")
    archive.symlink_to(tmp_path / "hall.zip")
    assert "it is a link" in refused("install", f"{index}/hall")
    with pytest.raises(HostError, match="it is a link"):
        build_index(index)
    archive.unlink()
    (tmp_path / "ha").mkdir()
    (index / "ha").rename(tmp_path / "ha" / "inner")
    (index / "ha").symlink_to(tmp_path / "ha" / "inner")
    assert "ha is a link: must be a folder" in refused("install", f"{index}/hall")
    assert not user_mods.exists()


def test_an_index_of_many_versions_that_do_not_fit_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each mod has versions that need others, none of which fit together at the end: a search without end."""
    index = tmp_path / "index"
    index.mkdir()
    (index / "config.json").write_text('{"version": 1}')
    count, versions = 12, 40
    for number in range(count):
        needs = {f"mod_{other:02}": ">=0" for other in range(number + 1, count)} | {"last": f"=={number}"}
        lines = []
        for version in range(1, versions):
            release = Release(f"mod_{number:02}", str(version), "x.zip", "0" * 64, 1, "", "", needs, {})
            lines.append(release.to_line())
        path = index / "mo" / "d_" / f"mod_{number:02}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines))
    last = [Release("last", str(v), "x.zip", "0" * 64, 1, "", "", {}, {}).to_line() for v in range(count)]
    (index / "la" / "st").mkdir(parents=True)
    (index / "la" / "st" / "last").write_text("\n".join(last))
    monkeypatch.setattr("host.mods.sharing.resolution._SECONDS", 5.0)
    message = refused("install", f"{index}/mod_00")
    assert "no version of last fits" in message or "not found in time" in message


def test_a_cycle_of_mods_can_be_installed_and_says_what_is_wrong_when_it_loads(tmp_path: Path) -> None:
    index = tmp_path / "index"
    index.mkdir()
    pack(index, "hall", needs={"annex": ""})
    pack(index, "annex", needs={"hall": ""})
    build_index(index, pages=False)
    install(f"{index}/hall")
    assert "depend on each other in a cycle" in refused("generate", "hall")


def test_a_list_of_mods_has_bounds(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"version": 1}')
    line = json.dumps({"id": "hall", "version": "1", "description": "x" * 100})
    (tmp_path / "mods.jsonl").write_text(f"{line}\n" * 10_000)
    assert len(Index(str(tmp_path)).listed()) == 10_000
    (tmp_path / "mods.jsonl").write_text(f"{line}\n[]\n")
    with pytest.raises(RequestError, match="is no list of mods"):
        Index(str(tmp_path)).listed()
