"""`dungeon-host new`: a new mod works at once for every mix of dialects, and no existing file is changed."""

from __future__ import annotations

import json
import os
import re
import shlex
from itertools import combinations
from pathlib import Path

import pytest

from host import Host, check
from host.errors import RequestError
from host.mods.manifest import DIALECTS
from host.mods.templates import PARTS, write_mod
from host.paths import TEMPLATES
from tests.helpers import run_command, run_process, sampled

ALONE = [(), *((dialect,) for dialect in DIALECTS), DIALECTS]
PAIRS = list(combinations(DIALECTS, 2))


def named(dialects: tuple[str, ...]) -> str:
    return "+".join(dialects) or "none"


def listed(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_what_it_says_to_do_next_works_when_pasted(in_folder: Path) -> None:
    result = run_command("new", "my mods/rat_king")
    assert (result.exit_code, result.stderr) == (
        1,
        'error: "my mods/rat_king" cannot be written: there is no folder "my mods"\n',
    )
    Path("my mods").mkdir()
    result = run_command("new", "my mods/rat_king", "--dialect", "rooms", "--dialect", "kts")
    assert result.exit_code == 0
    first, *lines = result.stdout.splitlines()
    stubs = [path for path in Path("my mods/rat_king/.stubs").rglob("*") if path.is_file()]
    files = [path for path in Path("my mods/rat_king").rglob("*") if path.is_file() and path not in stubs]
    assert first == (
        f"wrote the mod rat_king, which uses kts and rooms: {len(files)} files in my mods/rat_king, and {len(stubs)} "
        "stubs for editors in .stubs, which Git ignores. What to do next:"
    )
    # What tests write, and what the host makes again, is not for a repository.
    ignored = Path("my mods/rat_king/.gitignore").read_text().splitlines()
    assert {".stubs/", "coverage/", "coverage.lcov"} <= {*ignored}
    commands = [line.strip() for line in lines if line]
    assert commands == [
        "cd 'my mods/rat_king'",
        "dungeon-host generate",
        "dungeon-host test",
        "dungeon-host check",
    ]
    os.chdir("my mods/rat_king")
    for line in commands[1:]:
        run = run_process if " test " in line else run_command
        assert run(*shlex.split(line)[1:]).stdout, line


def test_a_mod_with_areas_is_told_how_to_walk_there(in_folder: Path) -> None:
    told = run_command("new", "rat_king", "--dialect", "areas").stdout
    travel = "dungeon-host travel"
    assert travel in [line.strip() for line in told.splitlines()]
    os.chdir("rat_king")
    walked = run_command(*shlex.split(travel)[1:], "--seed", "1", "--keys", "l")
    assert walked.exit_code == 0, walked.stderr
    assert "@" in walked.stdout
    assert "travel" not in run_command("new", "../bat_king", "--dialect", "kts").stdout


@pytest.mark.slow
@pytest.mark.parametrize("dialects", sampled(ALONE, 3), ids=named)
def test_a_new_mod_generates_and_is_in_order(in_folder: Path, dialects: tuple[str, ...]) -> None:
    words = [word for dialect in dialects for word in ("--dialect", dialect)]
    assert run_command("new", "rat_king", *words).exit_code == 0
    generated = run_command("generate", "rat_king", "--mods", "rat_king", "--seed", "1")
    assert (generated.exit_code, generated.stderr) == (0, "")
    assert check("rat_king", "rat_king") == []


@pytest.mark.slow
def test_new_mods_pass_their_tests(tmp_path: Path) -> None:
    for number, dialects in enumerate(ALONE):
        write_mod(tmp_path / f"mod_{number}", dialects)
    tested = run_process("test", tmp_path)
    assert tested.returncode == 0, tested.stdout
    assert re.search(r"(\d+) passed", tested.stdout)[1] == "22", tested.stdout


@pytest.mark.parametrize("dialects", PAIRS, ids=named)
def test_every_two_dialects_lay_out_each_of_its_levels(tmp_path: Path, dialects: tuple[str, ...]) -> None:
    write_mod(tmp_path / "mix", dialects)
    made = Host([tmp_path / "mix"], output=pytest.fail)
    (generator,) = [one for one in made.generators() if one.mod == "mix"]
    (layout,) = generator.options
    assert [choice.value for choice in layout.choices] == [PARTS[dialect] for dialect in PARTS if dialect in dialects]
    for choice in layout.choices:
        assert made.generate("mix", seed=1, layout=choice.value).width > 5
    assert made.warnings == []


@pytest.mark.parametrize("dialects", [(), *((dialect,) for dialect in DIALECTS)], ids=named)
def test_nothing_of_the_template_is_left(tmp_path: Path, dialects: tuple[str, ...]) -> None:
    for name in write_mod(tmp_path / "rat_king", dialects):
        if name.startswith(".stubs/"):
            continue
        text = (tmp_path / "rat_king" / name).read_text()
        assert "my_mod" not in text, name
        assert "My mod" not in text, name
        assert "--:" not in text, name
        assert "#:" not in text, name
        assert text.endswith("\n")
        assert not text.endswith("\n\n")


@pytest.mark.parametrize("template", ["small", "dialects"])
def test_the_templates_are_mods_themselves(template: str) -> None:
    made = Host([TEMPLATES / template], output=pytest.fail)
    assert [mod.id for mod in made.mods if mod.id != "base"] == ["my_mod"]
    assert made.warnings == []


@pytest.mark.slow
@pytest.mark.parametrize("removed", sampled(PARTS.values(), 2))
def test_each_part_can_be_removed_as_the_docs_say(in_folder: Path, removed: str) -> None:
    folder = in_folder / "my_game"
    write_mod(folder, DIALECTS)
    for path in [*folder.glob(f"{removed}.*"), folder / "tests" / f"{removed}_test.lua"]:
        path.unlink()
    for path in (folder / "init.lua", folder / "tests" / "level_test.lua"):
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in lines if f'"{removed}"' not in line and f".{removed}." not in line))
    assert check([folder], "my_game") == []
    tested = run_process("test", in_folder)
    assert tested.returncode == 0, tested.stdout


def test_a_mod_of_areas_can_be_travelled_and_one_of_actions_played(in_folder: Path) -> None:
    write_mod(in_folder / "warren", ["areas"])
    assert run_command("travel", "warren", "--mods", "warren", "--seed", "1", "--keys", "ll").exit_code == 0
    write_mod(in_folder / "den", ["actions"])
    assert run_command("simulate", "den", "--mods", "den", "--seed", "1", "--turns", "3").exit_code == 0


def test_settings_of_editors_are_what_they_should_be(tmp_path: Path) -> None:
    files = write_mod(tmp_path / "it", [])
    settings = json.loads((tmp_path / "it" / ".luarc.json").read_text())
    assert settings["workspace.library"] == [".stubs"]
    assert json.loads((tmp_path / "it" / ".vscode" / "extensions.json").read_text())["recommendations"]
    assert ".editorconfig" in files
    launch = json.loads((tmp_path / "it" / ".vscode" / "launch.json").read_text())
    assert [(each["type"], each["request"], each["command"], each["args"]) for each in launch["configurations"]] == [
        ("dungeon-host", "launch", command, []) for command in ("generate", "simulate", "test")
    ]
    assert {each["cwd"] for each in launch["configurations"]} == {"${workspaceFolder}"}


def test_stubs_of_the_dialects_that_are_spoken_come_with_it(tmp_path: Path) -> None:
    names = (*DIALECTS, "host", "modules/api.Map")
    stubs = {f"{name}.lua": f"---@meta {name}\nlocal my_mod --: rooms\n" for name in names}
    write_mod(tmp_path / "one", ["kts"], stubs)
    assert listed(tmp_path / "one" / ".stubs") == ["host.lua", "kts.lua", "modules"]
    copied = tmp_path / "one" / ".stubs" / "modules" / "api.Map.lua"
    assert copied.read_text() == stubs["modules/api.Map.lua"]
    write_mod(tmp_path / "all", [], stubs)
    assert len(listed(tmp_path / "all" / ".stubs")) == len(DIALECTS) + 2
    assert check(tmp_path / "all", "all") == []


def test_the_command_writes_the_stubs_of_the_host(in_folder: Path) -> None:
    assert run_command("new", "it", "--dialect", "kts").exit_code == 0
    stub = (in_folder / "it" / ".stubs" / "kts.lua").read_text()
    assert "function kts.AddStuff(" in stub
    assert not (in_folder / "it" / ".stubs" / "rooms.lua").exists()


# -- what cannot be


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "Rat",
            (
                '"Rat" cannot be the id of a mod: must begin with a small letter and have only small letters, '
                "digits and underscores"
            ),
        ),
        ("host", '"host" cannot be the id of a mod: that is a name the host uses'),
        ("base", '"base" cannot be the id of a mod: a bundled mod has that id'),
        ("end", '"end" cannot be the id of a mod: it is a keyword of Lua'),
        ("there", '"there" exists already, and nothing is overwritten'),
        ("file", '"file" exists already, and nothing is overwritten'),
        ("dangling", '"dangling" exists already, and nothing is overwritten'),
        ("nowhere/it", '"nowhere/it" cannot be written: there is no folder "nowhere"'),
    ],
    ids=lambda value: value if len(value) < 12 else "",
)
def test_what_cannot_be_written(in_folder: Path, name: str, why: str) -> None:
    Path("there").mkdir()
    Path("file").write_text("mine")
    Path("dangling").symlink_to("gone")
    before = listed(in_folder)
    result = run_command("new", name)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"error: {why}\n")
    assert listed(in_folder) == before
    assert listed(in_folder / "there") == []
    assert Path("file").read_text() == "mine"


def test_a_dialect_that_there_is_not(in_folder: Path) -> None:
    assert run_command("new", "it", "--dialect", "lisp").exit_code == 2
    assert listed(in_folder) == []


def test_a_failure_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    write_text = Path.write_text

    def fail_later(path: Path, *args: object, **options: object) -> int:
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        written.append(path)
        return write_text(path, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "write_text", fail_later)
    with pytest.raises(RequestError, match="cannot be written: No space left on device"):
        write_mod(tmp_path / "it", ["kts"])
    assert len(written) == 3
    assert listed(tmp_path) == []
