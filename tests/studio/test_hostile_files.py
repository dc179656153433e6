"""Files of mods with names that no page can ask for, and saves of several pages at the same time."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.helpers import write_mod
from tests.studio.running import RunningStudio

pytestmark = pytest.mark.skipif("sys.platform != 'linux'", reason="other systems have no names of any bytes")

MOD = """
require("host.generators").register_generator {
  id = "hole",
  generate = function() return require("host.toolbox").grid(9, 9):map() end,
}
"""
ROOM = "segment\nname: a\nwidth: 1\nheight: 1\ndata:\n1\nrooms:\n1\n0 0 2 2\nend\n"
FILE = "hole/room.txt"
NOT_UTF8 = "\udcff"


@pytest.fixture(scope="module")
def mods(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mods")
    write_mod(
        folder / "hole", {"mod.toml": 'id = "hole"\nversion = "1"\n', "init.lua": MOD, "room.txt": ROOM + "eof\n"}
    )
    # A folder that is no mod, one whose manifest is damaged, and files of a mod.
    texts = {f"{NOT_UTF8}/a.txt": ROOM, f"{NOT_UTF8}{NOT_UTF8}/mod.toml": 'id = "', f"hole/{NOT_UTF8}.txt": ROOM}
    for name, text in {**texts, f"hole/tests/{NOT_UTF8}.lua": "error('no test')"}.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture(scope="module")
def studio(mods: Path) -> Iterator[RunningStudio]:
    with RunningStudio(mods) as running:
        yield running


@pytest.mark.slow
def test_names_that_are_not_utf8_are_left_out_or_escaped(studio: RunningStudio) -> None:
    listed = studio.ask("/api/segments").data()
    assert [file["file"] for file in listed["files"] if file["is_writable"]] == [FILE]
    assert listed["mods"] == ["hole"]
    assert studio.ask("/api/check").status == 200
    assert studio.ask("/api/profile", generator="hole.hole").status == 200
    studio.ask("/api/tests/run", method="POST", body={})
    while not (tests := studio.ask("/api/tests").data())["files"] or tests["is_running"]:
        time.sleep(0.05)
    number = tests["files"][0]["tests"][0]["number"]
    shown = studio.ask(f"/api/tests/{number}").data()
    assert shown["file"] == "hole/tests/\\u{dcff}.lua"
    assert "no test" in shown["failures"][0]["message"]


def test_files_with_such_names_are_refused(studio: RunningStudio) -> None:
    for path, character in itertools.product(("save", "compare"), (NOT_UTF8, "\ud800")):
        body = {"file": f"hole/{character}.txt", "text": "", "segments": [], "hash": None}
        (error,) = studio.ask(f"/api/segments/{path}", method="POST", body=body).data()["errors"]
        assert "is not a file of a mod" in error["message"]
    for file in ("/\0", "/\ud800", "hole/\ud800", "hole/\0"):
        (error,) = studio.ask("/api/open", method="POST", body={"file": file, "line": 1}).data()["errors"]
        assert "must be in a file of a mod" in error["message"]


def test_first_of_several_pages_that_save_at_the_same_time_wins(studio: RunningStudio, mods: Path) -> None:
    for _ in range(3):
        read = studio.ask("/api/segments/file", file=FILE).data()
        room = {"width": 1, "height": 1, "layers": [[1]], "rooms": [[0, 0, 2, 2]]}
        edits = [{"source": None, "segment": {"name": f"room {number}", **room}} for number in range(12)]
        bodies = [{"file": FILE, "text": read["text"], "hash": read["hash"], "segments": [edit]} for edit in edits]
        with ThreadPoolExecutor(len(bodies)) as pages:
            answers = list(pages.map(lambda body: studio.ask("/api/segments/save", method="POST", body=body), bodies))
        assert sorted(answer.status for answer in answers) == [200] + [409] * 11
        (saved,) = (answer.data() for answer in answers if answer.status == 200)
        assert (mods / FILE).read_bytes().decode() == saved["text"]


@pytest.mark.slow
def test_files_that_are_many_and_large_are_not_all_parsed(tmp_path: Path) -> None:
    """Names of one file take no room; to count the segments of 2,000 took most of an hour, and Ctrl-C waited for it."""
    files = {"mod.toml": 'id = "hole"\nversion = "1"\n', "init.lua": MOD}
    folder = write_mod(tmp_path / "hole", files)
    (folder / "a.txt").write_text("\n" * (2**20 - 4) + "eof\n")
    for number in range(8):
        (folder / f"b{number}.txt").hardlink_to(folder / "a.txt")
    with RunningStudio(folder) as running:
        listed = running.ask("/api/segments").data()["files"]
    uncounted = [file["file"] for file in listed if "not counted" in (file["error"] or "") and file["is_writable"]]
    assert uncounted == [f"hole/b{number}.txt" for number in range(3, 8)]
