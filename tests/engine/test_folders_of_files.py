"""Writers of the library make no folder: a folder that does not exist is an error, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host import Host, HostError
from host.render.formats import FORMATS, suffix_of
from tests.helpers import run_command


@pytest.fixture(scope="module")
def host() -> Host:
    return Host(["base", "critters", "overworld"], output=lambda _: None)


WRITERS: dict[str, Callable[[Host, Path], object]] = {
    **{
        f"save {form}": lambda host, path, form=form: host.generate("base", seed=1, dungeon="tiny").save(
            path.with_suffix(suffix_of(form))
        )
        for form in FORMATS
    },
    "survey": lambda host, path: host.survey("base", count=1, path=path, metrics="none"),
    "simulate": lambda host, path: host.simulate("base", seed=1, turns=1, save=path),
    "travel": lambda host, path: host.travel("overworld", lambda *_: None, save=path),
    "script": lambda host, path: host.run_script(path.parents[2] / "a.lua", save=path),
}


@pytest.mark.parametrize("writer", WRITERS)
def test_no_folder_is_made(host: Host, tmp_path: Path, writer: str) -> None:
    (tmp_path / "a.lua").write_text("")
    with pytest.raises(HostError, match=r'x(\.\w+)?" cannot be written: there is no folder ".*nowhere/deep"$'):
        WRITERS[writer](host, tmp_path / "nowhere" / "deep" / "x")
    assert [path.name for path in tmp_path.iterdir()] == ["a.lua"]


def test_the_nearest_folder_is_named(host: Host, tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    game_map = host.generate("base", seed=1, dungeon="tiny")
    with pytest.raises(HostError, match=r'there is no folder ".*pictuers"; did you mean "pictures"'):
        game_map.save(tmp_path / "pictuers" / "x.png")


GAMES = {
    "run": ["run", "a.lua"],
    "simulate": ["simulate", "critters", "--turns", "1"],
    "travel": ["travel", "overworld", "--keys", "."],
}


@pytest.mark.parametrize("command", GAMES)
def test_commands_make_the_folder_of_a_save(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.lua").write_text("")
    result = run_command(*GAMES[command], "--seed", "1", "--save", "new/deep/x.save")
    assert result.stderr == 'note: the folder "new/deep" did not exist and is made\n'
    assert Path("new/deep/x.save").is_file()
    failed = run_command(*GAMES[command], "--seed", "1", "--save", "a.lua/x.save")
    assert '"a.lua/x.save" cannot be ' in failed.stderr
    assert failed.stdout == ""
