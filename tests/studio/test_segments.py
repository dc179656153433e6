"""Segment files through the server of the studio: what is listed, changed, examined, written and refused."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import dedent, write_mod
from tests.studio.running import Answer, RunningStudio

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")

SCRIPT = "<img src=x onerror=document.title='hacked'>"
INN = f"""
mod.RegisterMod {{ name = "inn" }}
wall = kts.Tile {{ name = "wall", access = {{}} }}
floor = kts.Tile {{ name = "{SCRIPT}", glyph = ".", items = "floor" }}
home_n = kts.Tile {{ name = "north home", type = "home", facing = "north", access = {{ walking = "approach" }} }}
home_e = kts.Tile {{ name = "east home", type = "home", facing = "east", access = {{ walking = "approach" }} }}
home_s = kts.Tile {{ name = "south home", type = "home", facing = "south", access = {{ walking = "approach" }} }}
home_w = kts.Tile {{ name = "west home", type = "home", facing = "west", access = {{ walking = "approach" }} }}
kts.SetRotate(home_n, home_e, home_s, home_w)
statue = kts.Tile {{ name = "statue", glyph = "&", access = {{}} }}
statue_east = kts.Tile {{ name = "statue", glyph = "&", access = {{}} }}
kts.SetRotate(statue, statue_east)
coin = kts.ItemType {{ type = "backpack", name = "coin" }}
rat = kts.MonsterType {{ type = "walking", name = "rat", glyph = "r" }}
function rf_open() end
local tiles = {{
  wall, floor, {{ home_n, floor }}, {{ home_e, floor }}, {{ {{ coin, 3 }}, floor }}, {{ rat, floor }},
  {{ statue, floor }},
}}
rooms = kts.LoadSegments(tiles, "segments/rooms.txt")
kts.MENU = {{
  items = {{}},
  start_game_func = function()
    kts.LayoutDungeon {{
      layout = {{ width = 1, height = 1, data = {{ {{ type = "block" }} }} }},
      wall = wall, segments = {{ rooms[1] }}, entry_type = "none", allow_rotate = false,
    }}
  end,
}}
"""
ROOMS = f"""\
# Rooms of the inn.

# The bar.
segment
name: bar
width: 5
height: 4
data:
   2   2   3   2   2
   2   2   2   2   2
   2   5   6   2   2
   2   2   2   2   2
switches:
  1
  0 0 1
    open 0
rooms:
  1
   0  0  7  6
end

segment
name: {SCRIPT}
width: 3
height: 2
data:
2 1 2
9223372036854775807 7 2
rooms:
1
0 0 5 4
end
eof
This stays, too.
"""
FILE = "inn/segments/rooms.txt"


def write_inn(folder: Path) -> Path:
    """Write a mod with a segment file in a folder."""
    (folder / "segments").mkdir(parents=True)
    (folder / "segments" / "rooms.txt").write_bytes(ROOMS.encode())
    return write_mod(folder, {"mod.toml": 'id = "inn"\nversion = "1"\ndialects = ["kts"]\n', "init.lua": dedent(INN)})


@pytest.fixture(scope="module")
def mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_inn(tmp_path_factory.mktemp("mods") / "inn")


@pytest.fixture(scope="module")
def studio(mod: Path) -> Iterator[RunningStudio]:
    with RunningStudio(mod, "--mods", "undercroft") as running:
        yield running


@pytest.fixture
def rooms(mod: Path) -> Iterator[Path]:
    path = mod / "segments" / "rooms.txt"
    yield path
    path.write_bytes(ROOMS.encode())


def read(studio: RunningStudio, file: str = FILE) -> Any:
    return studio.ask("/api/segments/file", file=file).data()


def post(studio: RunningStudio, path: str, **body: Any) -> Answer:
    return studio.ask(f"/api/segments/{path}", method="POST", body={"file": FILE, **body})


def message_of(answer: Answer) -> str:
    (error,) = answer.data()["errors"]
    assert answer.status in (200, 409)
    return str(error["message"])


def test_files_of_mods_are_listed_and_bundled_ones_are_read_only(studio: RunningStudio) -> None:
    answer = studio.ask("/api/segments").data()
    assert answer["mods"] == ["inn"]
    first, *others = answer["files"]
    assert first == {"file": FILE, "mod": "inn", "is_writable": True, "segments": 2, "error": None}
    assert {"base/segments/standard_halls.txt", "undercroft/segments/stamps.txt"} <= {f["file"] for f in others}
    assert not any(file["is_writable"] for file in others)


def test_palette_has_the_tiles_with_which_the_file_is_loaded(studio: RunningStudio) -> None:
    palette = studio.ask("/api/segments/palette", file=FILE).data()
    assert (palette["mod"], palette["is_loaded"]) == ("inn", True)
    tiles = {tile["number"]: (tile["name"], tile["glyph"]) for tile in palette["tiles"]}
    assert tiles[1] == ("wall", "#")
    assert tiles[2] == (SCRIPT, ".")
    assert tiles[5] == (f"coin × 3, {SCRIPT}", "!")
    assert tiles[6][1] == "r"
    assert all(tile["sprite"] for tile in palette["tiles"])
    # Tables in local variables of other mods are found as well.
    stamps = studio.ask("/api/segments/palette", file="undercroft/segments/stamps.txt").data()
    assert [tile["name"] for tile in stamps["tiles"]][:2] == ["brick wall", "stone floor"]
    # A file that no mod loads is painted with the table of its mod, or else with the table of base.
    unused = studio.ask("/api/segments/palette", file="inn/new.txt").data()
    assert (unused["mod"], unused["is_loaded"]) == ("base", False)


def test_palette_says_which_number_is_an_empty_square(tmp_path: Path) -> None:
    tables = {
        "a.txt": ("{ floor }", 0),
        "b.txt": ("{ [0] = {}, floor }", 0),
        "c.txt": ("{ [0] = floor, floor, {}, {} }", 2),
        "d.txt": ("{ [0] = floor }", None),
    }
    lines = ['floor = kts.Tile { name = "floor" }']
    lines += [f'kts.LoadSegments({table}, "{name}")' for name, (table, _) in tables.items()]
    files = {"mod.toml": 'id = "tables"\nversion = "1"\ndialects = ["kts"]\n', "init.lua": "\n".join(lines)}
    mod = write_mod(tmp_path / "tables", {**files, **dict.fromkeys(tables, "eof\n")})
    with RunningStudio(mod) as studio:
        palettes = {name: studio.ask("/api/segments/palette", file=f"tables/{name}").data() for name in tables}
        # Without a table, numbers are shown.
        palettes["e.txt"] = studio.ask("/api/segments/palette", file="tables/e.txt").data()
    assert all(palettes[name]["is_loaded"] for name in tables)
    assert palettes["e.txt"]["mod"] is None
    assert {name: palette["empty"] for name, palette in palettes.items()} == {
        **{name: empty for name, (_, empty) in tables.items()},
        "e.txt": 0,
    }


def test_examined_segment_says_what_its_painter_needs(studio: RunningStudio) -> None:
    segment = read(studio)["segments"][0]
    report = post(studio, "examine", segment=segment).data()
    assert [len(side) for side in report["doors"]] == [4, 4, 5, 4]
    assert report["sealed"] == []
    assert report["homes"] == [{"x": 2, "y": 0, "facing": "north", "special": False}]
    assert [(thing["name"], thing["count"]) for thing in report["objects"]] == [("coin", 3), ("rat", 1)]
    # Walls around (1, 1), and floor outside of the room.
    for square in (1, 5, 7, 11):
        segment["layers"][0][square] = 1
    segment["rooms"] = [[-1, -1, 5, 6]]
    report = post(studio, "examine", segment=segment).data()
    assert report["sealed"] == [6]
    assert [d["rule"] for d in report["diagnostics"]] == ["sealed", "home", "room"]


def test_segments_turn_with_their_tiles(studio: RunningStudio) -> None:
    bar, other = read(studio)["segments"]
    answer = post(studio, "change", segment=bar, change="turn", orientation=1).data()
    turned = answer["segment"]
    assert answer["unturned"] == []
    assert (turned["width"], turned["height"]) == (4, 5)
    # The home faces east now, which is another number; the switch is in another corner.
    assert turned["layers"][0][2 * 4 + 3] == 4
    assert [(switch["x"], switch["y"]) for switch in turned["switches"]] == [(3, 0)]
    assert turned["rooms"] == [[-1, -1, 6, 7]]
    # Nothing looks like the statue when it is turned. Large numbers are texts, which lose no digit.
    answer = post(studio, "change", segment=other, change="turn", orientation=1).data()
    assert answer["unturned"] == [7]
    assert answer["segment"]["layers"][0][0] == "9223372036854775807"
    new = post(studio, "change", change="new", width=2, height=1, number=2).data()["segment"]
    assert new["layers"] == [[2, 2]]
    larger = post(studio, "change", segment=new, change="resize", width=3, height=1, x=1, y=0, number=1).data()
    assert larger["segment"]["layers"] == [[1, 2, 2]]
    # New squares of the layers above it are empty.
    size = {"change": "resize", "width": 3, "height": 1, "x": 1, "y": 0}
    layered = {**new, "layers": [[2, 2], [5, 5]]}
    larger = post(studio, "change", segment=layered, **size, number=1, empty=9).data()
    assert larger["segment"]["layers"] == [[1, 2, 2], [9, 5, 5]]


def test_saving_changes_what_was_edited_and_nothing_else(studio: RunningStudio, rooms: Path) -> None:
    file = read(studio)
    bar, other = file["segments"]
    bar["layers"][0][1] = 1
    bar["name"] = "long bar"
    edits = [{"source": 0, "segment": bar}, {"source": 1, "segment": other}]
    saved = post(studio, "save", text=file["text"], hash=file["hash"], segments=edits).data()
    expected = ROOMS.replace("   2   2   3", "   2   1   3").replace("name: bar", "name: long bar")
    assert rooms.read_bytes() == expected.encode()
    assert saved["text"] == expected
    assert read(studio)["hash"] == saved["hash"]


def test_a_file_that_changed_on_the_disk_is_not_overwritten(studio: RunningStudio, rooms: Path) -> None:
    file = read(studio)
    bar = {**file["segments"][0], "name": "mine"}
    body = {"text": file["text"], "segments": [{"source": 0, "segment": bar}, {"source": 1}]}
    rooms.write_text(ROOMS.replace("name: bar", "name: theirs"))
    refused = post(studio, "save", **body, hash=file["hash"])
    assert refused.status == 409
    assert "has changed on the disk" in message_of(refused)
    assert "name: theirs" in rooms.read_text()
    lines = post(studio, "compare", **body).data()["lines"]
    assert {"kind": "file", "text": "name: theirs"} in lines
    assert {"kind": "mine", "text": "name: mine"} in lines
    assert post(studio, "save", **body, hash=refused.data()["hash"]).status == 200
    assert rooms.read_text() == ROOMS.replace("name: bar", "name: mine")
    rooms.unlink()
    assert post(studio, "save", **body, hash=file["hash"]).data()["hash"] is None
    assert studio.ask("/api/segments/hash", file=FILE).data()["hash"] is None


def test_new_files_are_written_only_where_segment_files_may_be(
    studio: RunningStudio, mod: Path, tmp_path: Path
) -> None:
    segment = post(studio, "change", change="new", width=2, height=1, number=2).data()["segment"]
    body = {"text": "eof\n", "hash": None, "segments": [{"source": None, "segment": segment}]}
    outside = tmp_path / "outside.txt"
    (mod / "link.txt").symlink_to(outside)
    (mod / "folder").symlink_to(tmp_path)
    refusals = {
        "inn/init.lua": "not the name of a segment file",
        "inn/mod.toml": "not the name of a segment file",
        "inn/.hidden.txt": "is not one of the mod",
        "inn/.git/a.txt": "is not one of the mod",
        "inn/nowhere/a.txt": "there is no folder",
        "inn/../a.txt": "leads out",
        "inn/a\\..\\..\\b.txt": "leads out",
        "inn//etc/a.txt": "begins with a slash",
        "inn/link.txt": "leads out",
        "inn/folder/a.txt": "leads out",
        "base/a.txt": "bundled",
        "undercroft/segments/stamps.txt": "bundled",
        "nothing/a.txt": "is not a file of a mod",
        "inn": "is not a file of a mod",
        "": "is not a file of a mod",
        "inn/a\0.txt": "not allowed",
        f"inn/{'a' * 300}.txt": "File name too long",
    }
    for file, message in refusals.items():
        answer = studio.ask("/api/segments/save", method="POST", body={"file": file, **body})
        assert message in message_of(answer), file
    assert not outside.exists()
    assert sorted(path.name for path in mod.iterdir()) == ["folder", "init.lua", "link.txt", "mod.toml", "segments"]
    try:
        assert studio.ask("/api/segments/save", method="POST", body={**body, "file": "inn/new.txt"}).status == 200
        assert (mod / "new.txt").read_text().startswith("segment\nwidth: 2\n")
        # It is there now.
        again = studio.ask("/api/segments/save", method="POST", body={**body, "file": "inn/new.txt"})
        assert again.status == 409
    finally:
        for name in ("new.txt", "link.txt", "folder"):
            (mod / name).unlink(missing_ok=True)


def segment_with(**changes: Any) -> dict[str, Any]:
    plain = {"name": None, "width": 2, "height": 1, "layers": [[1, 2]], "rooms": [[0, 0, 2, 2]], "switches": []}
    return {**plain, **changes}


def switch_at(x: int, name: str) -> dict[str, Any]:
    return {"x": x, "y": 0, "calls": [[name, 1]]}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"text": None}, "text is None: must be a text"),
        ({"text": "nonsense\n"}, '"nonsense" stands where only'),
        ({"text": "\ud800"}, "characters that cannot be encoded"),
        ({"hash": 5}, "hash must be"),
        ({"segments": None}, "segments is None: must be a list"),
        ({"segments": [{}] * 3000}, "segments has 3000 elements: must have at most 2000"),
        ({"segments": [5]}, "must have a source"),
        ({"segments": [{"source": True}]}, "must have a source"),
        ({"segments": [{"source": 7}]}, "sources must be numbers of the 0 segments"),
        ({"segments": [{"source": None}]}, "must have contents"),
        ({"segments": [{"source": None, "segment": segment_with(name="a\nb")}]}, "one line"),
        ({"segments": [{"source": None, "segment": segment_with(name="x" * 201)}]}, "one line"),
        ({"segments": [{"source": None, "segment": segment_with(width=10**9, height=10**9)}]}, "between 1 and"),
        ({"segments": [{"source": None, "segment": segment_with(layers=[[1, 2, 3]])}]}, "width × height = 2"),
        ({"segments": [{"source": None, "segment": segment_with(layers=[[1, 1.5]])}]}, "a tile number is 1.5: must be"),
        ({"segments": [{"source": None, "segment": segment_with(layers=[[1, "9" * 30]])}]}, "must be a whole number"),
        ({"segments": [{"source": None, "segment": segment_with(rooms=[])}]}, "rooms (at least one)"),
        ({"segments": [{"source": None, "segment": segment_with(rooms=[[1, 2, 3]])}]}, "a room must be"),
        ({"segments": [{"source": None, "segment": segment_with(switches=[switch_at(0, "os.exit")])}]},
         "is not the name of a function"),
        ({"segments": [{"source": None, "segment": segment_with(switches=[switch_at(9, "f")])}]},
         "x of a switch is 9"),
    ],
)  # fmt: skip
def test_documents_of_pages_are_checked(studio: RunningStudio, body: dict[str, Any], message: str) -> None:
    answer = studio.ask(
        "/api/segments/save",
        method="POST",
        body={"file": "inn/new.txt", "text": "eof\n", "hash": None, "segments": [], **body},
    )
    assert message in message_of(answer)


def test_other_requests_are_checked(studio: RunningStudio) -> None:
    for path, body, message in (
        ("change", {"change": "paint", "segment": segment_with()}, "change must be"),
        ("change", {"change": "turn", "segment": segment_with(), "orientation": 8}, "orientation is 8: must be"),
        ("change", {"change": "new", "width": 0, "height": 4}, "width is 0: must be"),
        ("change", {"change": "resize", "segment": segment_with(), "width": 1000, "height": 1000}, "is not possible"),
        ("examine", {"segment": None}, "a segment must be an object"),
        ("examine", {"file": 5, "segment": segment_with()}, "file is 5: must be a text"),
        ("compare", {"text": "eof", "segments": [], "file": "inn/../../etc/passwd"}, "leads out"),
    ):
        answer = post(studio, path, **body)
        assert message in message_of(answer), body
    assert "leads out" in message_of(studio.ask("/api/segments/file", file="inn/../../../etc/passwd"))
    assert studio.ask("/api/segments/save", method="POST", body=b"[1]").data()["errors"]
    assert studio.ask("/api/segments/save", has_token=False).status == 401


def test_a_broken_file_names_its_line(studio: RunningStudio, rooms: Path) -> None:
    rooms.write_text(ROOMS.replace("height: 4", "hieght: 4"))
    (error,) = read(studio)["errors"]
    assert (error["file"], error["line"], error["hint"]) == (FILE, 7, 'did you mean "height"?')
    assert error["sources"][0]["lines"]
    listed: dict[str, Any] = {}
    # A save gives up requests that wait for the mods.
    while "files" not in listed:
        listed = studio.ask("/api/segments").data()
    assert listed["files"][0]["error"].endswith('nor "end"')


def upload(*files: tuple[str, bytes]) -> list[dict[str, str]]:
    return [{"name": name, "content": base64.b64encode(content).decode()} for name, content in files]


def test_a_map_from_elsewhere_is_imported_and_saved(studio: RunningStudio, mod: Path) -> None:
    files = upload(("vault.txt", b"; Vault\n###\n#.#\n###\n"), ("glyphs.toml", b'"#" = 1\n"." = 2\n'))
    made = post(studio, "import", files=files).data()
    (segment,) = made["segments"]
    assert (segment["name"], segment["layers"]) == ("Vault", [[1, 1, 1, 1, 2, 1, 1, 1, 1]])
    assert made["warnings"] == []
    saved = post(
        studio, "save", file="inn/segments/vault.txt", text=made["text"], hash=None, segments=[{"source": 0}]
    ).data()
    assert (mod / "segments" / "vault.txt").read_text() == made["text"] == saved["text"]
    (mod / "segments" / "vault.txt").unlink()


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ([], "files must be a list of 1 to 100"),
        (upload(("../a.txt", b"#")), "a name without a folder"),
        (upload(("a/b.txt", b"#")), "a name without a folder"),
        (upload((".a.txt", b"#")), "a name without a folder"),
        (upload(("a.txt", b"#"), ("A.TXT", b"#")), 'there are two files "A.TXT"'),
        (upload(("a.toml", b"a = 1")), "there is no map in the upload"),
        (upload(("a.txt", b"#"), ("a.toml", b"a = 1"), ("b.toml", b"a = 1")), "there are 2 tables"),
        ([{"name": "a.txt", "content": "?"}], 'the content of "a.txt" must be base64'),
        (upload(("a.txt", b"?")), 'the glyph "?" in column 1'),
        (upload(("a.tmj", b"{}")), "a.tmj"),
        (upload(("a.ldtk", b"[" * 10**5)), "this is not JSON: must be what LDtk saves as .ldtk"),
        (upload(("a.png", b"no")), "a picture needs a table"),
    ],
    ids=range(12),
)
def test_imports_of_strangers_are_refused(studio: RunningStudio, files: object, message: str) -> None:
    answer = post(studio, "import", files=files).data()
    (error,) = answer["errors"]
    assert message in f"{error['file']}: {error['message']}"
    assert "/tmp" not in f"{error['file']}: {error['message']}"
