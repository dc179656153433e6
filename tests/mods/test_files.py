"""Files of mods: allowed paths, how kts scripts find files, and the hash of a mod's content."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import Host, HostError
from host.errors import InternalError
from host.mods.files import MOST_BYTES, ModFiles, content_hash, read_mod_file
from tests.helpers import MakeMod, write_mod

SECRET = 'return "SECRET"'
# In each file of the mods below: where it lies.
PLACES = ("a/x.lua", "a/sub/x.lua", "a/sub/only_sub.lua", "a/dots..lua", "b/x.lua", "b/own.lua", "b/deep/er/x.lua")


@pytest.fixture
def two_mods(tmp_path: Path) -> Path:
    """A folder with the mods a and b, b loaded after a, whose files return where they lie; a secret lies beside."""
    root = tmp_path / "mods"
    for place in PLACES:
        write_mod(root, {place: f'return "{place}"'})
    for name in "ab":
        write_mod(root / name, {"mod.toml": f'id = "{name}"\nversion = "1"\n', "init.lua": ""})
    write_mod(tmp_path / "outside", {"secret.lua": SECRET, "x.lua": SECRET})
    return root


def read_by(root: Path, expression: str, *, mod: str = "b") -> str:
    """What `expression` gives in the init.lua of a mod, or the message of its error without the place."""
    (root / mod / "init.lua").write_text(f"local ok, text = pcall(function() return {expression} end) print(text)")
    lines: list[str] = []
    Host([root], output=lines.append)
    return lines[0].removeprefix(f"{mod}/init.lua:1: ").removeprefix("dofile: ")


def quoted(path: str) -> str:
    return '"' + "".join(f"\\{byte:03d}" for byte in path.encode("utf-8", "surrogateescape")) + '"'


# -- names of files in kts scripts


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("x.lua", "b/x.lua"),
        ("own.lua", "b/own.lua"),
        ("deep/er/x.lua", "b/deep/er/x.lua"),
        ("a/x.lua", "a/x.lua"),
        ("a/sub/only_sub.lua", "a/sub/only_sub.lua"),
        ("/a/x.lua", "a/x.lua"),
        ("/b/x.lua", "b/x.lua"),
        ("//a///sub//x.lua", "a/sub/x.lua"),
        ("./x.lua", "b/x.lua"),
        ("/a/./sub/././x.lua", "a/sub/x.lua"),
        (".\\deep\\er\\x.lua", "b/deep/er/x.lua"),
        ("\\a\\sub\\x.lua", "a/sub/x.lua"),
        ("deep/../x.lua", "b/x.lua"),
        ("deep/er/../../x.lua", "b/x.lua"),
        ("../a/x.lua", "a/x.lua"),
        ("/a/sub/../x.lua", "a/x.lua"),
        ("/a/../b/x.lua", "b/x.lua"),
        ("a/sub/../x.lua", "a/x.lua"),
        ("/a/dots..lua", "a/dots..lua"),
        ("a/dots..lua", "a/dots..lua"),
    ],
)
def test_a_name_is_looked_up_here_then_from_the_root(two_mods: Path, name: str, file: str) -> None:
    assert read_by(two_mods, f"dofile({quoted(name)})") == file


def test_here_is_where_the_running_script_lies(two_mods: Path) -> None:
    write_mod(
        two_mods / "a",
        {
            "sub/asks.lua": 'return _CWD .. " " .. dofile("x.lua") .. " " .. dofile("/a/x.lua") .. " " .. _CWD',
            "asks.lua": 'return _CWD .. " " .. dofile("sub/asks.lua") .. " " .. dofile("x.lua")',
        },
    )
    assert read_by(two_mods, 'dofile("/a/asks.lua")') == "/a/ /a/sub/ a/sub/x.lua a/x.lua /a/sub/ a/x.lua"


def test_a_name_with_a_slash_in_front_is_not_looked_up_here(two_mods: Path) -> None:
    write_mod(two_mods / "b" / "a", {"x.lua": 'return "b/a/x.lua"'})
    assert read_by(two_mods, 'dofile("a/x.lua")') == "b/a/x.lua"
    assert read_by(two_mods, 'dofile("/a/x.lua")') == "a/x.lua"


def test_a_mod_finds_the_files_of_mods_before_it_only(two_mods: Path) -> None:
    assert read_by(two_mods, 'dofile("/a/x.lua")', mod="b") == "a/x.lua"
    (two_mods / "b" / "init.lua").write_text("")
    message = read_by(two_mods, 'dofile("/b/x.lua")', mod="a")
    assert message == 'the file "/b/x.lua" was not found: there is no b/x.lua'


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.lua", 'the file "none.lua" was not found: there is no b/none.lua nor none.lua'),
        ("/none.lua", 'the file "/none.lua" was not found: there is no none.lua'),
        ("/c/x.lua", 'the file "/c/x.lua" was not found: there is no c/x.lua'),
        ("/etc/hostname", 'the file "/etc/hostname" was not found: there is no etc/hostname'),
        ("", "the file name is empty"),
        ("deep", '"deep" is a folder: must be a file'),
        ("/a", '"/a" is a folder: must be a file'),
        (".", '"." is a folder: must be a file'),
        ("y" * 1200, "the file name has 1204 characters: must have at most 1000"),
    ],
    ids=["here", "root", "no such mod", "system", "empty", "folder", "mod", "here itself", "too long"],
)
def test_what_is_not_found_says_where_it_was_looked_for(two_mods: Path, name: str, message: str) -> None:
    assert read_by(two_mods, f"dofile({quoted(name)})") == message


@pytest.mark.parametrize("name", ["/a/../none.lua", "/a/sub/../../../x.lua", "/..", "/../a/x.lua"])
def test_every_place_that_was_looked_at_is_named(two_mods: Path, name: str) -> None:
    message = read_by(two_mods, f"dofile({quoted(name)})")
    assert not message.endswith("there is no ")
    assert name in message


@pytest.mark.parametrize(
    "name", ["../../outside/x.lua", "../../../etc/hostname", "../..", "..\\..\\outside\\x.lua", "deep/../../../x.lua"]
)
def test_no_path_goes_above_the_mods(two_mods: Path, name: str) -> None:
    message = read_by(two_mods, f"dofile({quoted(name)})")
    assert "SECRET" not in message
    assert message.endswith("leads out of the mods")


@pytest.mark.parametrize("name", ["c:x.lua", "x.lua:stream", ":", "x.lua\0", "x\0y.lua", "C:\\x.lua"])
def test_no_path_has_a_colon_or_nul(two_mods: Path, name: str) -> None:
    message = read_by(two_mods, f"dofile({quoted(name)})")
    assert message.endswith('has a character that is not allowed (":" or NUL)')


# -- hostile paths, whatever asks for them

READERS = {
    "dofile": "dofile({})",
    "LoadSegments": "kts.LoadSegments({{}}, {})",
    "Graphic": "kts.Graphic({})",
    "Sound": "kts.Sound({})",
    "require": "require({})",
}


@pytest.fixture
def hostile(two_mods: Path) -> Path:
    """The mod b has links that lead out, in, and round, a folder and a pipe called like scripts, and a huge file."""
    b = two_mods / "b"
    outside = two_mods.parent / "outside"
    links = {
        "out.lua": outside / "secret.lua",
        "out_folder": outside,
        "other_mod.lua": two_mods / "a" / "x.lua",
        "other_folder": two_mods / "a",
        "round.lua": Path("round.lua"),
        "dangling.lua": Path("nowhere.lua"),
        "inside.lua": Path("own.lua"),
        "inside_folder": Path("deep"),
        "up_and_down.lua": Path("../b/own.lua"),
    }
    for name, target in links.items():
        (b / name).symlink_to(target)
    (b / "folder.lua").mkdir()
    os.mkfifo(b / "pipe.lua")
    with (b / "huge.lua").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    return two_mods


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "name",
    [
        "out.lua",
        "out_folder/secret.lua",
        "/b/out.lua",
        "other_mod.lua",
        "other_folder/x.lua",
        "round.lua",
        "round.lua/x.lua",
        "dangling.lua",
        "folder.lua",
        "pipe.lua",
        "x.lua/y.lua",
        "y" * 300 + ".lua",
        "/b/" + "y" * 300,
        "\udcff\udcfe.lua",
        "\udced\udca0\udc80.lua",
        "a\nb.lua",
        "%s%n.lua",
    ],
    ids=[
        "link out",
        "folder link out",
        "link out from the root",
        "link to another mod",
        "folder link to another mod",
        "link to itself",
        "under a link to itself",
        "dangling link",
        "folder",
        "pipe",
        "under a file",
        "long part",
        "long part from the root",
        "not UTF-8",
        "surrogate",
        "newline",
        "percent",
    ],
)
def test_a_hostile_path_is_refused_in_the_words_of_the_host(hostile: Path, reader: str, name: str) -> None:
    argument = quoted(name.removesuffix(".lua") if reader == "require" else name)
    (hostile / "b" / "init.lua").write_text(f"print(pcall(function() return {READERS[reader].format(argument)} end))")
    lines: list[str] = []
    host = Host([hostile], output=lines.append)
    said = "\n".join([*lines, *host.warnings])
    assert "SECRET" not in said
    assert "the host failed" not in said
    assert str(hostile) not in said
    # A missing picture or sound is only worth a warning.
    assert len(host.warnings) == 1 if reader in ("Graphic", "Sound") else said.startswith("false")


@pytest.mark.parametrize(
    ("name", "gives"),
    [("inside.lua", "b/own.lua"), ("inside_folder/er/x.lua", "b/deep/er/x.lua"), ("up_and_down.lua", "b/own.lua")],
)
def test_a_link_within_the_mod_is_followed(hostile: Path, name: str, gives: str) -> None:
    assert read_by(hostile, f'dofile("{name}")') == gives
    assert read_by(hostile, f'require("{name.removesuffix(".lua")}")') == gives


def test_a_mod_folder_may_itself_be_a_link(two_mods: Path, tmp_path: Path) -> None:
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "whatever").symlink_to(two_mods / "b")
    (two_mods / "b" / "init.lua").write_text('print(dofile("own.lua"), dofile("/b/x.lua"))')
    lines: list[str] = []
    Host([tmp_path / "linked"], output=lines.append)
    assert lines == ["b/own.lua b/x.lua"]


def test_a_huge_file_is_not_read(hostile: Path) -> None:
    message = read_by(hostile, 'dofile("huge.lua")')
    assert message == f'"b/huge.lua" has {MOST_BYTES + 1} bytes: must have at most {MOST_BYTES}'


@pytest.mark.parametrize(
    "name", ["..", "../x", "..x", "a..b", "/etc/hostname", "", ".", "...", "deep..er", "mod.a.", "\0"]
)
def test_require_takes_no_path_out_of_the_mod(two_mods: Path, name: str) -> None:
    message = read_by(two_mods, f"require({quoted(name)})")
    assert message.startswith(f'require "{name}": there is no mod and no module of that name')


path_parts = st.sampled_from(
    ["..", ".", "", "a", "b", "sub", "x.lua", "outside", "secret.lua", "other_folder", "\\", "y"]
)


@given(st.lists(path_parts, max_size=8).map("/".join), st.sampled_from(["", "/", "\\"]))
def test_no_path_leaves_the_mods_however_it_is_made(path: str, start: str) -> None:
    """Of all paths of these parts, those that name a file name one of a mod."""
    root = _standing_mods()
    files = ModFiles()
    for name in "ab":
        files.mount(name, root / name)
    try:
        full_name = files.resolve("/b/", start + path)
        content = files.read(full_name)
    except InternalError:
        raise
    except HostError:
        return
    assert content.decode() == full_name[1:]


_STANDING: list[Path] = []


def _standing_mods() -> Path:
    """Mods that all examples share: they only read them."""
    if not _STANDING:
        import tempfile

        base = Path(tempfile.mkdtemp())
        for place in PLACES:
            write_mod(base / "mods", {place: place})
        write_mod(base / "outside", {"secret.lua": "SECRET", "x.lua": "SECRET"})
        (base / "mods" / "b" / "other_folder").symlink_to(base / "outside")
        _STANDING.append(base / "mods")
    return _STANDING[0]


# -- what files may hold


@pytest.mark.parametrize(
    ("content", "gives"),
    [
        (b"\xef\xbb\xbfreturn 'mark'", "mark"),
        (b"#!/usr/bin/lua\nreturn 'first line'", "first line"),
        (b"return 'windows'\r\n", "windows"),
        (b"return '\xff'", "\udcff"),
        (b"", "nil"),
        (b"-- nothing", "nil"),
    ],
    ids=["byte order mark", "first line for a shell", "lines of Windows", "not UTF-8", "empty", "comment"],
)
def test_scripts_come_as_editors_write_them(two_mods: Path, content: bytes, gives: str) -> None:
    (two_mods / "b" / "own.lua").write_bytes(content)
    assert read_by(two_mods, '(dofile("own.lua"))') == gives


def test_bytecode_is_refused(two_mods: Path) -> None:
    (two_mods / "b" / "own.lua").write_bytes(b"\x1bLua\x55\x00\x19\x93\r\n\x1a\n")
    assert "attempt to load a binary chunk" in read_by(two_mods, 'dofile("own.lua")')
    assert "attempt to load a binary chunk" in read_by(two_mods, 'require("own")')


# -- after loading


@pytest.mark.parametrize("call", ['dofile("x.lua")', 'dofile("/b/x.lua")', 'kts.dofile_ = dofile("a/x.lua")'])
def test_after_loading_scripts_read_no_files(make_mod: MakeMod, tmp_path: Path, call: str) -> None:
    late = make_mod("late", init=f'mod.RegisterMod {{ name = "late" }} function go() {call} end', files={"x.lua": ""})
    script = tmp_path / "script.lua"
    script.write_text('require("late").go()')
    with pytest.raises(HostError) as caught:
        Host([late]).run_script(script, seed=1)
    name = call.split('"')[1]
    assert caught.value.message == f'dofile: the file "{name}" cannot be opened: mods read files only while they load'
    assert (caught.value.file, caught.value.line) == ("late/init.lua", 1)


# -- content hash


def make_files(folder: Path, names: list[str]) -> Path:
    for name in names:
        write_mod(folder, {name: f"-- {name}"})
    return folder


def test_the_hash_depends_on_names_and_contents_only(tmp_path: Path) -> None:
    names = ["init.lua", "a/b.lua", "a/c.txt", "a.lua", "b/a.lua", "ä.lua"]
    first = make_files(tmp_path / "first", names)
    shuffled = names[:]
    random.Random(5).shuffle(shuffled)
    second = make_files(tmp_path / "second", shuffled)
    for path in second.rglob("*"):
        os.utime(path, (0, 0))
        path.chmod(0o700)
    assert content_hash(first) == content_hash(second)
    assert len(content_hash(first)) == 32


@pytest.mark.parametrize(
    "name",
    [
        *(".hidden", ".git/config", "__pycache__/x.pyc", "a/.DS_Store", "empty/folder/.keep", "a/.b/c.lua"),
        *("mods.lock", "a.save", "a.save.backup1", "a/b.save-wal", "a.survey", "a.survey-shm", "a/b.rec"),
    ],
)
def test_hidden_files_and_what_commands_write_do_not_count(tmp_path: Path, name: str) -> None:
    folder = make_files(tmp_path / "mod", ["init.lua"])
    before = content_hash(folder)
    make_files(folder, [name])
    assert content_hash(folder) == before
    with pytest.raises(HostError, match="is not one of the mod"):
        read_mod_file(folder, name, name)
    make_files(folder, [f"{name.removeprefix('.').replace('/.', '/').replace('__', '')}.lua"])
    assert content_hash(folder) != before


@pytest.mark.parametrize("name", [".rooms.txt", "rooms.rec", ".parts/rooms.txt"])
def test_a_mod_reads_no_file_that_its_hash_does_not_count(make_mod: MakeMod, name: str) -> None:
    mod = make_mod("m", f'kts.LoadSegments({{}}, "{name}")', files={name: "segment"})
    with pytest.raises(HostError, match="a mod reads no hidden files, and no locks, saves, surveys and recordings"):
        Host([mod])


def test_links_and_pipes_and_empty_folders_do_not_count(tmp_path: Path) -> None:
    folder = make_files(tmp_path / "mod", ["init.lua", "a/b.lua"])
    before = content_hash(folder)
    (folder / "link.lua").symlink_to("init.lua")
    (folder / "folder").symlink_to("a")
    (folder / "round").symlink_to(".")
    (folder / "dangling").symlink_to("nowhere")
    os.mkfifo(folder / "pipe")
    (folder / "empty").mkdir()
    assert content_hash(folder) == before


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"a": "x"}, {"a": "y"}),
        ({"a": "x"}, {"b": "x"}),
        ({"a": "x"}, {"a": "x", "b": ""}),
        ({"a": "xy", "b": "z"}, {"a": "x", "b": "yz"}),
        ({"ab": "c"}, {"a": "bc"}),
        ({"a/b": "x"}, {"a_b": "x"}),
        ({"a": "x\n"}, {"a": "x\r\n"}),
    ],
)
def test_every_change_of_a_file_counts(tmp_path: Path, first: dict[str, str], second: dict[str, str]) -> None:
    for folder, files in (("first", first), ("second", second)):
        for name, content in files.items():
            (tmp_path / folder / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / name).write_bytes(content.encode())
    assert content_hash(tmp_path / "first") != content_hash(tmp_path / "second")


def test_a_map_knows_the_hash_of_each_mod_and_of_the_script(make_mod: MakeMod, tmp_path: Path) -> None:
    folder = make_mod("one")
    script = tmp_path / "script.lua"
    digests = []
    for text in ("x = 1", "x = 2", "x = 1"):
        script.write_text(text)
        origin = Host([folder]).run_script(script, seed=1).origin
        assert origin is not None
        assert origin.mods[0] == ("one", "1.0", content_hash(folder))
        digests.append(origin.mods[1][2])
    assert digests[0] == digests[2] != digests[1]
