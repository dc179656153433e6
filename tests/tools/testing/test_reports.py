"""What test runs leave for other programs and for reviews: JUnit, obsolete snapshots, and coverage as HTML."""

from __future__ import annotations

import os
import re
import shutil
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.helpers import MakeMod, write_mod
from tests.helpers.command_server import run_forked

# Two workers share the tests of a file; where they run one test, one worker says as much.
XDIST = ("--", "-n", "2")
PROCESSES = pytest.mark.parametrize("processes", [(), ("--", "-n", "1")], ids=["one process", "xdist"])
# Text that would be a tag, leave an attribute, or colour a terminal.
HOSTILE = "</li><script>alert('x')</script>&amp; \"'"


def run(folder: Path, *words: str) -> str:
    done = run_forked("test", *words, cwd=folder, env=os.environ, timeout=100)
    return done.stdout + done.stderr


# -- JUnit


@pytest.mark.slow
@pytest.mark.parametrize("processes", [(), XDIST], ids=["one process", "xdist"])
def test_junit_names_files_and_lines(make_mod: MakeMod, tmp_path: Path, processes: tuple[str, ...]) -> None:
    text = "\nit('opens', function() end)\n\nit('shuts', function() assert(false, 'stuck') end)\n"
    make_mod("m", files={"tests/doors_test.lua": f"-- Doors.{text}"})
    run(tmp_path, "m", "--junit", "out.xml", *processes)
    cases = ET.parse(tmp_path / "out.xml").getroot().findall("./testsuite/testcase")
    assert sorted((case.get("name"), case.get("file"), case.get("line")) for case in cases) == [
        ("opens", "m/tests/doors_test.lua", "2"),
        ("shuts", "m/tests/doors_test.lua", "4"),
    ]


# -- snapshots

BRIE = "it('brie', function() assert.snapshot('brie', 'brie') end)\n"
FETA = "it('feta', function() assert.snapshot('feta', 'feta') end)\n"
REMARK = "no test compares them; `dungeon-host test --snapshot-update` removes them"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mod "m" with a test file, and its two snapshots as the host writes them."""
    folder = tmp_path_factory.mktemp("written")
    files = {"mod.toml": 'id = "m"\nversion = "1.0"\n', "init.lua": "", "tests/larder_test.lua": BRIE + FETA}
    write_mod(folder / "m", files)
    run(folder, "m", "--snapshot-update")
    return folder / "m"


@pytest.fixture
def larder(written: Path, tmp_path: Path) -> Path:
    """A test file with two snapshots, of which one test is gone since; the snapshot of a file that is gone; a note."""
    tests = Path(shutil.copytree(written, tmp_path / "m")) / "tests"
    (tests / "snapshots" / "attic_test.old.txt").write_text("old\n")
    (tests / "snapshots" / "notes.txt").write_text("mine\n")
    (tests / "larder_test.lua").write_text(BRIE)
    return tests


@pytest.mark.slow
@pytest.mark.parametrize("processes", [(), XDIST], ids=["one process", "xdist"])
def test_written_snapshots_are_listed(make_mod: MakeMod, tmp_path: Path, processes: tuple[str, ...]) -> None:
    make_mod("m", files={"tests/larder_test.lua": BRIE + FETA})
    names = ["m/tests/snapshots/larder_test.brie.txt", "m/tests/snapshots/larder_test.feta.txt"]
    text = run(tmp_path, "m", "--snapshot-update", *processes)
    assert re.findall(r"^m/tests/snapshots/.*$", text.partition("written snapshots")[2], re.MULTILINE) == names
    # What has the same value is not written.
    (tmp_path / "m" / "tests" / "larder_test.lua").write_text(BRIE + FETA.replace("'feta')", "'old feta')", 1))
    (tmp_path / names[1]).write_text("fresh feta\n")
    text = run(tmp_path, "m", "--snapshot-update", *processes)
    assert "written snapshots" in text
    assert "brie.txt" not in text


@pytest.mark.slow
@pytest.mark.parametrize("processes", [(), XDIST], ids=["one process", "xdist"])
def test_two_tests_have_no_snapshot_of_one_name(make_mod: MakeMod, tmp_path: Path, processes: tuple[str, ...]) -> None:
    make_mod("m", files={"tests/larder_test.lua": BRIE + BRIE.replace("'brie'", "'old brie'", 2)})
    done = run_forked("test", "m", "--snapshot-update", *processes, cwd=tmp_path, env=os.environ, timeout=100)
    assert 'another test of the file has a snapshot "brie" with another value: use different names' in (
        done.stdout + done.stderr
    )
    assert done.returncode == 1


def snapshots(tests: Path) -> list[str]:
    return sorted(path.name for path in (tests / "snapshots").iterdir())


@pytest.mark.slow
@PROCESSES
def test_obsolete_snapshots_are_listed(larder: Path, tmp_path: Path, processes: tuple[str, ...]) -> None:
    before = snapshots(larder)
    text = run(tmp_path, "m", *processes)
    assert re.findall(r"^m/tests/snapshots/(.*)$", text, re.MULTILINE) == ["attic_test.old.txt", "larder_test.feta.txt"]
    assert REMARK in text
    assert "1 passed" in text
    assert snapshots(larder) == before


@pytest.mark.slow
@PROCESSES
def test_obsolete_snapshots_are_removed_on_request(larder: Path, tmp_path: Path, processes: tuple[str, ...]) -> None:
    text = run(tmp_path, "m", "--snapshot-update", *processes)
    assert "removed snapshots" in text
    assert snapshots(larder) == ["larder_test.brie.txt", "notes.txt"]
    assert "snapshots" not in run(tmp_path, "m", *processes)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("", ["-k", "brie"]),
        ("it('fails', function() assert(false) end)\n", []),
        ("it('is skipped', function() pending('later') end)\n", []),
        ("assert(false)\n", []),
    ],
    ids=["selected", "failed", "skipped", "not loaded"],
)
def test_a_snapshot_is_not_obsolete_while_a_test_did_not_pass(
    larder: Path, tmp_path: Path, more: str, words: list[str]
) -> None:
    other = "" if more else "it('other', function() end)\n"
    (larder / "larder_test.lua").write_text(BRIE + more + other)
    text = run(tmp_path, "m", "--snapshot-update", *words)
    assert "removed" not in text
    assert "larder_test.feta.txt" in snapshots(larder)


def test_a_link_is_no_obsolete_snapshot(larder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "larder_test.gone.txt").write_text("keep\n")
    (larder / "snapshots" / "larder_test.link.txt").symlink_to(outside / "larder_test.gone.txt")
    run(tmp_path, "m", "--snapshot-update")
    assert "larder_test.link.txt" in snapshots(larder)
    (larder / "snapshots").rename(larder / "elsewhere")
    (larder / "snapshots").symlink_to(outside)
    (larder / "larder_test.lua").write_text("it('nothing', function() end)\n")
    run(tmp_path, "m", "--snapshot-update")
    assert (outside / "larder_test.gone.txt").exists()


# -- coverage


class _Page(HTMLParser):
    """Collects the tags of a page, and the classes and the text of its list."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.lines: list[list[str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not {name for name, _ in attributes} & {"src", "onclick", "onload", "style"}
        if tag == "li":
            self.lines.append([dict(attributes).get("class") or "", ""])

    def handle_data(self, data: str) -> None:
        if self.lines:
            self.lines[-1][1] += data


INIT = f"""-- {HOSTILE} \x1b[2J
function open(door)
  if door then
    return "opens"
  end
  return 'shut' .. [[{HOSTILE}]]
end
"""


def test_coverage_as_html(make_mod: MakeMod, tmp_path: Path) -> None:
    test = "it('opens', function() assert.equal('opens', open(1)) end)"
    name = "<b>&'.lua" if os.name == "posix" else "b.lua"
    make_mod("m", INIT, files={"a_test.lua": test, name: "return 1\n"})
    text = run(tmp_path, "m", "--coverage-html", "pages")
    assert f"written to {Path('pages', 'index.html')}" in text
    pages = sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert len(pages) == 3
    assert all(re.fullmatch(r"[\w.-]+", page) for page in pages)

    index = (tmp_path / "pages" / "index.html").read_text("utf-8")
    assert re.findall(r"<td><a href='([^']*)'>", index) == [page for page in pages if page != "index.html"]
    assert "m/init.lua" in index
    assert "<b>" not in index

    page = _Page((tmp_path / "pages" / next(page for page in pages if "init" in page)).read_text("utf-8"))
    assert not page.tags & {"script", "img", "link", "b"}
    assert [mark for mark, _ in page.lines[:7]] == ["", "run", "run", "run", "", "missed", ""]
    assert page.lines[0][1].strip() == f"1  -- {HOSTILE} \\x1b[2J"


@pytest.mark.slow
def test_coverage_pages_read_nothing_from_elsewhere(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("m", INIT, files={"a_test.lua": "it('x', function() end)"})
    run(tmp_path, "m", "--coverage-html", "pages", *XDIST)
    for page in (tmp_path / "pages").iterdir():
        text = page.read_text("utf-8")
        assert "default-src 'none'" in text
        assert not re.search(r"""(?:href|src|url)\s*[=(]\s*["']?(?!["'\d#]|index\.html)""", text)
