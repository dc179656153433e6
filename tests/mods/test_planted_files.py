"""Files that a mod planted: links, pipes and devices below its folder lead no command outside, and hang none.

Each option that takes a path, of each command, is of one type, which the first test finds in the commands themselves;
files that commands name themselves (snapshots, coverage.lcov, settings of editors) are tried one by one.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from host.cli.completion import complete_saves
from host.cli.main import cli
from host.cli.shared.parameters import UserPath
from host.errors import HostError, RequestError
from host.export.files import write_all
from host.mods.files import (
    MOST_BYTES,
    content_hash,
    is_mod_file,
    list_lua_files,
    read_mod_file,
    remove_mod_file,
    write_mod_files,
)
from host.mods.manifest import LEGACY
from host.paths.folders import MARKERS
from host.save.save_file import SaveFile
from pytest_dungeon_host import guard
from tests.helpers import ROOT, MakeMod, run_command

SECRET = "SECRET of the user\n"
TEST = 'it("$(touch PWNED)", function() assert.snapshot("x", "name") error("fails") end)\nit("ok", function() end)\n'
# Options and arguments that name folders of mods, or places in their text, and no file of the user.
OF_MODS = {"--mods", "--break", "targets"}
PLANTS = ("link", "dangling", "folder", "pipe", "device")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the user beside the mods, with a file that no command may read or write."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "secret.txt").write_text(SECRET)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


def plant(path: Path, kind: str, home: Path) -> None:
    """Put something at a path of a mod that leads out, or that never ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    match kind:
        case "link":
            path.symlink_to(home / "secret.txt")
        case "dangling":
            path.symlink_to(home / "new.txt")
        case "folder":
            # The last folder on the way.
            path.parent.rmdir()
            path.parent.symlink_to(home)
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")


def assert_untouched(home: Path) -> None:
    assert [path.name for path in home.iterdir()] == ["secret.txt"]
    assert (home / "secret.txt").read_text() == SECRET


def list_parameters(command: click.Command, name: str = "") -> Iterator[tuple[str, click.Parameter]]:
    """Yield the parameters of all commands, with the name of the command."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            assert found is not None
            yield from list_parameters(found, f"{name} {each}".strip())
    else:
        yield from ((name, parameter) for parameter in command.params)


def test_each_path_that_a_user_types_is_checked() -> None:
    checked = set()
    for name, parameter in list_parameters(cli):
        is_path = isinstance(parameter.type, click.Path | click.File)
        is_named_so = re.search("FILE|DIR|PATH", parameter.metavar or "") and not OF_MODS & {*parameter.opts}
        if is_path or is_named_so:
            assert isinstance(parameter.type, UserPath), f"{name} {parameter.opts}: must be of the type UserPath"
            checked.add(name)
    assert {"generate", "test", "docs", "survey run", "segments import", "saves list", "profile"} <= checked


@pytest.mark.parametrize("kind", PLANTS)
def test_a_typed_path_in_a_mod_leads_nowhere_else(kind: str, home: Path, make_mod: MakeMod) -> None:
    mod = make_mod("m")
    plant(mod / "out" / "x.txt", kind, home)
    reason = {"folder": "out is a link", "pipe": "x.txt is a pipe"}.get(kind, "x.txt is a link")
    for typed in (mod / "out" / "x.txt", Path("out/x.txt"), Path("../m/out/x.txt"), Path("./tests/../out/x.txt")):
        with contextlib.chdir(mod), pytest.raises(click.BadParameter) as caught:
            UserPath().convert(str(typed), None, None)
        assert caught.value.message.startswith(f'"{typed}" is in the folder of a mod: {reason}')
        with contextlib.chdir(mod), pytest.raises(RequestError, match=f"cannot be written: {reason}"):
            write_all({Path("fresh.txt"): b"new", typed: b"new"})
    assert not (mod / "fresh.txt").exists()
    assert_untouched(home)


@pytest.mark.parametrize("marker", MARKERS)
def test_each_file_that_makes_a_mod_protects_its_folder(marker: str, home: Path, tmp_path: Path) -> None:
    assert guard.MANIFESTS + guard.MAIN_FILES == MARKERS == ("mod.toml", *LEGACY)
    (tmp_path / "m" / "deep").mkdir(parents=True)
    (tmp_path / "m" / marker).touch()
    (tmp_path / "m" / "out").symlink_to(home)
    with contextlib.chdir(tmp_path / "m" / "deep"), pytest.raises(RequestError, match="out is a link"):
        write_all({Path("../out/x.txt"): b"new"})
    assert_untouched(home)


def test_links_of_the_user_are_followed(tmp_path: Path, home: Path, make_mod: MakeMod) -> None:
    """Outside of mods, and to a mod."""
    mod = make_mod("m", root=tmp_path / "elsewhere")
    (tmp_path / "m").symlink_to(mod)
    (tmp_path / "out").symlink_to(tmp_path / "cellar")
    (tmp_path / "cellar").mkdir()
    write_all({tmp_path / "m" / "new" / "x.txt": b"1", tmp_path / "out" / "y.txt": b"2"})
    assert (mod / "new" / "x.txt").read_bytes() == b"1"
    assert (tmp_path / "cellar" / "y.txt").read_bytes() == b"2"


def test_a_pipe_that_nobody_reads_hangs_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RequestError, match=r'pipe" cannot be written: No such device'):
        write_all({tmp_path / "pipe": b"x"})
    write_all({Path("/dev/null"): b"x"})


# -- the functions of the door


@pytest.mark.parametrize("kind", [*PLANTS, "sparse"])
def test_no_function_leads_out_of_a_mod(kind: str, home: Path, make_mod: MakeMod) -> None:
    mod = make_mod("m")
    before = content_hash(mod)
    if kind == "sparse":
        (mod / "a").mkdir()
        with (mod / "a" / "x.lua").open("wb") as file:
            file.truncate(2**40)
    else:
        plant(mod / "a" / "x.lua", kind, home)
    with pytest.raises(HostError) as caught:
        read_mod_file(mod, "a/x.lua", "m/a/x.lua")
    reasons = {"pipe": "is a pipe", "sparse": f"must have at most {MOST_BYTES}", "folder": "leads out"}
    assert reasons.get(kind, "leads out") in caught.value.message
    assert mod / "a" / "x.lua" not in list_lua_files(mod)
    assert is_mod_file(mod, "a/x.lua") == (kind == "sparse")
    if kind == "sparse":
        return
    assert content_hash(mod) == before
    with pytest.raises(RequestError, match=r"cannot be written: .* is a (link|pipe)"):
        write_mod_files(mod, {"fresh.txt": b"new", "a/x.lua": b"new"})
    with pytest.raises(OSError, match=r"is a (link|pipe)"):
        remove_mod_file(mod, "a/x.lua")
    assert not (mod / "fresh.txt").exists()
    assert_untouched(home)


def test_writing_into_a_mod_replaces_a_file_and_leaves_its_other_names(home: Path, make_mod: MakeMod) -> None:
    mod = make_mod("m")
    (mod / "x.txt").hardlink_to(home / "secret.txt")
    write_mod_files(mod, {"x.txt": b"new", "deep/er/y.txt": b"1"})
    assert ((mod / "x.txt").read_bytes(), (mod / "deep/er/y.txt").read_bytes()) == (b"new", b"1")
    assert_untouched(home)


# -- the names that commands choose


@pytest.mark.parametrize("kind", PLANTS)
def test_snapshots_are_written_below_the_mod(kind: str, home: Path, make_mod: MakeMod) -> None:
    mod = make_mod("m", files={"tests/a_test.lua": TEST})
    plant(mod / "tests" / "snapshots" / "a_test.name.txt", kind, home)
    with contextlib.chdir(mod):
        result = run_command("test", "--snapshot-update", "-k", "touch")
    assert "cannot be written: " in result.stdout
    assert re.search(r"(a_test\.name\.txt|snapshots) is a (link|pipe)", result.stdout)
    assert_untouched(home)


def test_reports_of_tests_are_not_written_through_what_a_mod_planted(home: Path, make_mod: MakeMod) -> None:
    """What else a mod may plant at their places is in tests/attacks/test_planted_paths.py."""
    mod = make_mod("m", files={"tests/a_test.lua": TEST})
    for name in ("coverage.lcov", "pages/index.html", "results.xml"):
        plant(mod / name, "link", home)
    with contextlib.chdir(mod):
        for words in (["--coverage"], ["--coverage-html", "pages"], ["--junit", "results.xml"]):
            result = run_command("test", *words)
            assert result.exit_code in (1, 2), result.output
            assert re.search(r"(coverage\.lcov|index\.html|results\.xml) is a link", result.stderr), words
            # The report is not lost with the file.
            assert words[0] == "--junit" or "1 failed" in result.stdout or "FAILED" in result.stdout
    assert_untouched(home)


def test_coverage_reads_no_link_of_a_mod(home: Path, make_mod: MakeMod) -> None:
    mod = make_mod("m", files={"tests/a_test.lua": TEST, "own.lua": "return 1\n"})
    for number, target in enumerate((home / "secret.txt", "/proc/self/environ", "/dev/zero", home)):
        (mod / f"linked{number}.lua").symlink_to(target)
    (mod / "folder").symlink_to(home)
    os.mkfifo(mod / "pipe.lua")
    (home / "secret.txt").rename(home / "secret.lua")
    with contextlib.chdir(mod):
        result = run_command("test", "--coverage", "--coverage-html", "pages")
    assert "own.lua" in result.stdout
    pages = "".join(path.read_text() for path in (mod / "pages").iterdir())
    for text in (result.stdout, pages, (mod / "coverage.lcov").read_text()):
        assert "linked" not in text
        assert "pipe" not in text
        assert "SECRET" not in text


def test_what_is_passed_to_pytest_is_done_by_pytest(home: Path, make_mod: MakeMod) -> None:
    """Nothing protects here, as docs/security.md says."""
    mod = make_mod("m", files={"tests/a_test.lua": "it('holds', function() end)"})
    (mod / "x").symlink_to(home / "secret.txt")
    with contextlib.chdir(mod):
        assert "1 passed" in run_command("test", "--", "--log-file=x").stdout
    assert (home / "secret.txt").read_text() == ""


@pytest.mark.parametrize(
    ("name", "target"),
    [(".pytest_cache", "folder"), (".pytest_cache/v/cache", "folder"), (".pytest_cache/v/cache/lastfailed", "file")],
)
def test_the_cache_of_pytest_is_not_in_the_mod(
    name: str, target: str, home: Path, make_mod: MakeMod, tmp_path: Path
) -> None:
    mod = make_mod("m", files={"tests/a_test.lua": TEST})
    (mod / name).parent.mkdir(parents=True, exist_ok=True)
    (mod / name).symlink_to(home if target == "folder" else home / "secret.txt")
    with contextlib.chdir(mod):
        run_command("test")
        assert "1 failed" in run_command("test", "--", "--lf").stdout
        assert "1 failed" in run_command("test", "--", "--lf", "--cache-clear").stdout
    assert_untouched(home)
    folder = guard.cache_folder(mod)
    assert folder.is_relative_to(tmp_path / "cache")
    assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
    assert "$(touch PWNED)" in (folder / "v" / "cache" / "lastfailed").read_text()
    assert len([*mod.rglob(".pytest_cache/*")]) <= 1


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((".stubs", kind) for kind in ("link", "dangling", "pipe")),
        *((name, "link") for name in (".stubs/kts.lua", ".stubs/modules", ".vscode", ".luarc.json")),
    ],
)
def test_stubs_and_settings_are_written_below_the_mod(name: str, kind: str, home: Path, make_mod: MakeMod) -> None:
    mod = make_mod("m")
    plant(mod / name, kind, home)
    with contextlib.chdir(mod):
        result = run_command("docs", "--stubs", ".stubs")
    assert_untouched(home)
    if name == ".luarc.json":
        # Settings that are there stay as they are.
        assert result.exit_code == 0
        return
    assert result.exit_code in (1, 2), result.output
    assert f"{Path(name).name} is a " in result.stderr
    # All files appear, or none.
    files = {path.name for path in mod.rglob("*") if path.is_file() and not path.is_symlink()}
    assert files == {"mod.toml", "init.lua"}


def test_a_manifest_that_is_a_link_is_not_read(home: Path, make_mod: MakeMod, tmp_path: Path) -> None:
    (home / "secret.txt").write_text('id = "SECRET"\n')
    mod = make_mod("m")
    (mod / "mod.toml").unlink()
    (mod / "mod.toml").symlink_to(home / "secret.txt")
    for words in (["mods", "--mods", mod], ["check", mod], ["docs", "--stubs", mod / ".stubs"]):
        result = run_command(*words)
        assert "SECRET" not in result.output


@pytest.mark.parametrize("kind", ["link", "pipe", "device"])
def test_saves_that_a_mod_planted_are_not_listed(kind: str, home: Path, make_mod: MakeMod) -> None:
    mod = make_mod("m")
    (home / "secret.txt").unlink()
    for file in (home / "secret.txt", mod / "own.save"):
        SaveFile(file).write({"seed": 7, "players": 1, "mods": []}, {}, [])
    if kind == "link":
        (mod / "x.save").symlink_to(home / "secret.txt")
    else:
        plant(mod / "x.save", kind, home)
    for folder in (mod, Path(), Path("../m")):
        with contextlib.chdir(mod):
            shown = run_command("saves", "list", folder).stdout
            offered = [
                item.value for item in complete_saves(click.Context(cli), click.Option(["--save"]), f"{folder}/")
            ]
        assert "own.save" in shown
        assert "x.save" not in shown
        assert offered == [f"{folder}/own.save"]
    # A link of the user leads to a save.
    (home / "mine.save").symlink_to(mod / "own.save")
    assert "mine.save" in run_command("saves", "list", home).stdout


def test_names_of_folders_are_escaped(tmp_path: Path) -> None:
    folder = tmp_path / "\x1b[31mred\nline"
    folder.mkdir()
    shown = run_command("saves", "list", folder).output
    assert "\x1b" not in shown
    assert shown.count("\n") == 1


def test_an_earlier_profile_has_a_largest_size(tmp_path: Path, make_mod: MakeMod) -> None:
    (tmp_path / "before.json").touch()
    os.truncate(tmp_path / "before.json", 2**40)
    result = run_command("profile", "--compare", tmp_path / "before.json", "generate", make_mod("m"))
    assert "must have at most" in result.stderr
    assert json.dumps("before.json")[1:-1] in result.stderr


# -- no other way to open files


OPENERS = re.compile(
    r"(?<![\w.])(?<!def )(open(_to_read)?|walk_folders)\(|\.open\(\"|os\.(open|walk|scandir|listdir)\(|"
    r"\.(read_text|read_bytes|write_text|write_bytes|rglob)\(|shutil\.copy|sqlite3\.connect\("
)
# What opens files that are not of mods: of the host, of the user, or in a folder of its own.
OTHERS = {
    "__main__.py": "opens standard streams that are closed",
    "border/state.py": "reads the Lua half of the host",
    "cli/segments.py": "reads a file of the user, which may be a pipe",
    "cli/terminal/errors.py": "opens /dev/null",
    "cli/shared/selection.py": "lists the current folder",
    "engine/doctor.py": "writes into a folder of its own",
    "process/channel.py": "opens /dev/null",
    "process/kernel.py": "opens what the sandbox allows",
    "process/landlock.py": "opens what the sandbox allows",
    "process/probe.py": "tries what the sandbox refuses, in a folder of its own",
    "process/start.py": "opens /dev/null",
    "save/save_file.py": "writes a new save beside its place",
    "save/sqlite_file.py": "opens files that a stranger may have written, and a private copy of them",
    "survey/file.py": "writes a new survey beside its place",
    "survey/packing.py": "unpacks mods into a folder of its own",
    "syntax/declarations/texts.py": "reads the Lua half of the host",
    "mods/archive.py": "opens entries of an archive that is in memory",
    "mods/files.py": "lists the files of a mod, which are then read through the door",
    "mods/changes.py": "lists the files of a mod, and opens none",
    "mods/sharing/user_folder.py": "locks and lists the folder of installed mods",
    "mods/snapshot.py": "lists the files of mods, and writes what the door reads into a folder of its own",
    "mods/templates.py": "reads templates, and writes into a new folder of its own",
    "studio/app.py": "reads the page of the host",
    "studio/access/entrance.py": "writes the page that opens the studio, into a folder of its own",
    "tools/sharing/pages.py": "reads the style of a page of the host",
    "tools/testing/finder.py": "lists tests, and opens none",
    "tools/testing/plugin.py": "reads the results of pytest from a folder of its own",
    "tools/reference/mod_stubs.py": "reads bundled mods",
    "cli/shared/running.py": "compares a picture of tiles that it is about to replace",
    "export/segments.py": "writes a file in the example of its docstring alone",
    "studio/routes/drawn_files.py": "writes an upload into a folder of its own",
    "export/share.py": "reads the parts of a page of the host",
    "export/gallery.py": "reads the style of a page of the host",
    "tools/reference/search.py": "reads the guides of the host",
    "tools/reference/guides.py": "reads the guides of the host",
    "export/files.py": "writes to devices of the user, outside of mods",
}


def test_files_of_mods_are_opened_by_one_module() -> None:
    found = set()
    for path in (ROOT / "host").rglob("*.py"):
        if OPENERS.search(path.read_text(encoding="utf-8")):
            found.add(path.relative_to(ROOT / "host").as_posix())
    doors = {name for name in found if name.startswith("paths/")}
    assert doors == {"paths/__init__.py", "paths/folders.py"}
    assert found - doors == {*OTHERS}, "read and write by host.mods.files and host.export.files, or say why not"
