"""Archives of mods: the same bytes for the same files, and one bad entry refuses an archive."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from host.errors import RequestError
from host.mods.archive import pack_mod, read_archive
from host.paths import BUNDLED_MODS
from tests.helpers import write_mod

HALL = {
    "mod.toml": 'id = "hall"\nversion = "1.0.0"\n',
    "init.lua": "",
    "rooms/a.txt": "####\n",
    "README.md": "Ein Saal\n",
}


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """Return a zip file of a whole mod and other entries."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as file:
        file.writestr("hall/mod.toml", HALL["mod.toml"])
        for entry, content in entries:
            file.writestr(entry, content, method)
    return data.getvalue()


def special(name: str, mode: int) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = mode << 16
    return entry


def refusal(data: bytes) -> str:
    with pytest.raises(RequestError) as caught:
        read_archive(data, "hall.zip")
    assert caught.value.message.startswith('the archive "hall.zip" is refused: ')
    return caught.value.message


def test_an_archive_has_the_files_and_the_same_bytes_everywhere(tmp_path: Path) -> None:
    here, there = tmp_path / "hall", tmp_path / "other" / "name"
    write_mod(here, HALL)
    write_mod(there, dict(reversed(HALL.items())))
    for number, path in enumerate(path for path in there.rglob("*") if path.is_file()):
        os.utime(path, (number, number))
        path.chmod(0o600)
    write_mod(there, {".git/config": "x", "__pycache__/a.pyc": "x", ".hidden": "x"})
    packed = pack_mod(here, "hall")
    assert packed == pack_mod(there, "hall")
    assert read_archive(packed, "hall.zip") == {f"hall/{path}": HALL[path].encode() for path in sorted(HALL)}
    # Another number means that archives of this version differ from those that were published before.
    assert sha256(packed).hexdigest() == "71859b71772755c65461ac90a06984121bebd2560fd9c846c2fc4a3ade9f4aaa"


def test_a_bundled_mod_survives_its_archive() -> None:
    folder = BUNDLED_MODS / "base"
    contents = read_archive(pack_mod(folder, "base"), "base.zip")
    assert contents["base/mod.toml"] == (folder / "mod.toml").read_bytes()
    assert all(content == (BUNDLED_MODS / path).read_bytes() for path, content in contents.items())


def test_archives_of_other_programs_are_read() -> None:
    folder = special("hall/rooms/", stat.S_IFDIR | 0o755)
    data = zipped((folder, b""), ("hall/rooms/böse.txt", b"x" * 5000), method=zipfile.ZIP_DEFLATED)
    assert [*read_archive(data, "hall.zip")] == ["hall/mod.toml", "hall/rooms/böse.txt"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../evil.lua", "leads out"),
        ("hall/../../evil.lua", "leads out"),
        ("hall/./a.lua", "leads out"),
        ("hall//a.lua", "leads out"),
        ("/etc/passwd", "absolute"),
        ("C:/evil.lua", "absolute"),
        ("hall/a:b", "U+003A"),
        ("hall\\..\\evil.lua", "backslash"),
        ("evil.lua", "in no folder"),
        ("other/a.lua", "must be in one folder"),
        ("hall/MOD.toml", "same name"),
        ("Hall/a.lua", "same name"),
        ("hall/mod.toml/a.lua", "same name"),
        ("hall/con", "reserved"),
        ("hall/Aux.lua", "reserved"),
        ("hall/COM¹.txt", "reserved"),
        ("hall/__pycache__/a.pyc", "reserved"),
        ("hall/a.", "dot or a space"),
        ("hall/a ", "dot or a space"),
        ("hall/.git/config", "dot or a space"),
        ("hall/a\nb", "U+000A"),
        ("hall/a\u202eb", "U+202E"),
        ("hall/a\u200bb", "U+200B"),
        ("hall/e\u0301", "NFC"),
        ("hall/" + "a" * 201, "too long"),
        ("hall/" + "a/" * 30 + "a", "too long"),
        ("hall/" + "/".join(["a" * 100] * 6), "too long"),
    ],
)
def test_one_bad_name_refuses_an_archive(name: str, reason: str) -> None:
    assert reason in refusal(zipped((name, b"")))


@pytest.mark.parametrize("names", [("hall/\u017f", "hall/s"), ("hall/ﬁ", "hall/fi"), ("hall/ß", "hall/SS")])
def test_names_that_some_systems_take_for_one_are_refused(names: tuple[str, str]) -> None:
    assert "same name" in refusal(zipped(*((name, b"") for name in names)))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_must_not_come_twice() -> None:
    assert "same name" in refusal(zipped(("hall/mod.toml", b"")))


@pytest.mark.parametrize(
    ("mode", "reason"), [(stat.S_IFLNK, "link"), (stat.S_IFIFO, "not a regular"), (stat.S_IFCHR, "not a regular")]
)
def test_links_and_devices_are_refused(mode: int, reason: str) -> None:
    assert reason in refusal(zipped((special("hall/a", mode | 0o777), b"/etc/passwd")))


@pytest.mark.parametrize("by_list", [True, False])
def test_a_name_with_nul_is_refused(by_list: bool) -> None:
    data = zipped(("hall/a.lua#.txt", b""))
    changed = data.replace(b"hall/a.lua#", b"hall/a.lua\0")
    assert "NUL" in refusal(changed)
    assert refusal(data.replace(b"hall/a.lua#", b"hall/a.lua\0", 1))


def test_a_name_without_a_known_encoding_is_refused() -> None:
    data = zipped(("hall/abc", b""))
    assert "UTF-8" in refusal(data.replace(b"hall/abc", b"hall/\xc3\xa4c"))


def test_bombs_are_refused() -> None:
    bomb = zipped(("hall/a", b"\0" * (16 * 2**20 + 1)), method=zipfile.ZIP_DEFLATED)
    assert len(bomb) < 100_000
    assert "must have at most 16777216" in refusal(bomb)
    size = struct.pack("<L", 16 * 2**20 + 1)
    # The list of files names one byte.
    assert refusal(bomb.replace(size, struct.pack("<L", 1)))
    many = zipped(*((f"hall/{number}", b"\0" * 400) for number in range(3)), method=zipfile.ZIP_DEFLATED)
    with pytest.raises(RequestError, match="its files have 1230 bytes: must have at most 1000"):
        read_archive(many, "hall.zip", most_bytes=1000)
    assert len(read_archive(many, "hall.zip", most_bytes=1230)) == 4


def test_too_many_entries_are_refused_before_they_are_read() -> None:
    data = bytearray(zipped())
    data[-12:-10] = data[-14:-12] = struct.pack("<H", 10_001)
    assert "too many entries" in refusal(bytes(data))
    many = zipped(*((f"hall/{number}", b"") for number in range(10_000)))
    assert "too many entries" in refusal(many)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK",
        b"no zip file at all, but a text",
        zipped()[:-1],
        zipped() + b"\0",
        b"MZ" + zipped(),
        zipped(("hall/a", b"x"), method=zipfile.ZIP_BZIP2),
        zipped().replace(b'id = "hall"', b'id = "hull"'),
    ],
    ids=["empty", "start", "text", "cut", "longer", "program", "bzip2", "checksum"],
)
def test_what_is_no_whole_archive_is_refused(data: bytes) -> None:
    assert refusal(data)


@pytest.mark.parametrize("name", ["con.txt", "a\nb.txt", "e\u0301.txt"])
def test_a_file_that_others_could_not_unpack_is_not_packed(tmp_path: Path, name: str) -> None:
    write_mod(tmp_path / "hall", {**HALL, name: ""})
    with pytest.raises(RequestError, match="cannot be packed"):
        pack_mod(tmp_path / "hall", "hall")


def test_a_link_is_not_packed(tmp_path: Path) -> None:
    write_mod(tmp_path / "hall", HALL)
    (tmp_path / "hall" / "rooms" / "b.txt").symlink_to("a.txt")
    with pytest.raises(RequestError, match=r'"rooms/b\.txt" is a link'):
        pack_mod(tmp_path / "hall", "hall")
