"""Games of pages are stored in files, and recordings from files are opened."""

from __future__ import annotations

import base64
import io
import zlib
from pathlib import Path
from typing import Any

import pytest

from host import Host, Recording, Request
from host.engine.replays.recording import read_bytes
from tests.attacks.test_foreign_recordings import sealed, with_views
from tests.helpers import MakeMod, run_command, write_mod
from tests.studio.play import test_play
from tests.studio.play.test_play import begin, press
from tests.studio.running import Answer, RunningStudio

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")

MOD_ID, MOD = test_play.MOD_ID, test_play.MOD
STUDIO_WORDS = ("--mods", "undercroft")
HALL = ("script", "wait", "script")


def store(studio: RunningStudio, path: str, form: str) -> bytes:
    answer = studio.ask(f"/api/{path}/file", format=form)
    assert answer.headers["content-disposition"] == f'attachment; filename="game.{form}"'
    return answer.body


def open_bytes(studio: RunningStudio, content: bytes, **parameters: Any) -> Answer:
    body = {"file": base64.b64encode(content).decode()}
    return studio.ask("/api/recording", method="POST", body=body, **parameters)


def record(tmp_path: Path, turns: int = 30) -> bytes:
    """Return a recording of the library."""
    play = Host(["base"]).play(Request("base", seed=2, players=1, options={"quest": "first_steps"}), records=True)
    for _ in range(turns):
        play.do("script")
    file = tmp_path / "steps.rec"
    assert play.recording is not None
    play.recording.save(file)
    return file.read_bytes()


def test_a_game_is_stored_and_opened_again(studio: RunningStudio, tmp_path: Path) -> None:
    game = begin(studio, generator="hall.hall", seed=2)
    frames = [*game["frames"], *press(studio, game["game"], *HALL)]
    content = store(studio, f"play/{game['game']}", "rec")
    file = tmp_path / "hall.rec"
    file.write_bytes(content)
    recording = Recording.load(file)
    assert recording.actions == list(HALL)
    assert recording.request.generator == "hall.hall"
    opened = open_bytes(studio, content).data()
    assert (opened["turns"], opened["simulates"]) == (3, False)
    assert (opened["request"]["generator"], opened["request"]["seed"]) == ("hall.hall", 2)
    shown = list(opened["frames"])
    while more := studio.ask(f"/api/recording/{opened['recording']}", method="POST", body={}).data()["frames"]:
        shown += more
    # What could be done is not in a recording, nor is the name of the generator.
    assert [(f["turn"], f["player"], f["action"], f.get("cells")) for f in shown] == [
        (f["turn"], f["player"], f["action"], f.get("cells")) for f in frames
    ]
    assert shown[0]["scene"] == frames[0]["scene"]
    assert store(studio, f"recording/{opened['recording']}", "rec") == content
    # The command plays it again, with the same mods.
    assert run_command("test", file, "--mods", Path(studio_folder(studio))).exit_code == 0


def studio_folder(studio: RunningStudio) -> str:
    (row,) = [mod for mod in studio.ask("/api/state", players=2).data()["mods"] if mod["id"] == MOD_ID]
    return str(row["folder"])


@pytest.mark.parametrize(("form", "start"), [("gif", b"GIF89a"), ("webp", b"RIFF"), ("cast", b'{"version": 2')])
def test_films_show_what_the_player_knows(studio: RunningStudio, form: str, start: bytes) -> None:
    game = begin(studio, generator="hall.hall", seed=2)
    press(studio, game["game"], *HALL)
    film = store(studio, f"play/{game['game']}", form)
    assert film.startswith(start)
    if form == "gif":
        from PIL import Image

        known = Image.open(io.BytesIO(film))
        assert known.n_frames > 1
        studio.ask(f"/api/play/{game['game']}", method="POST", body={"all": True})
        whole = Image.open(io.BytesIO(store(studio, f"play/{game['game']}", form)))
        assert whole.convert("RGB").tobytes() != known.convert("RGB").tobytes()


def test_a_page_to_share_is_one_file(studio: RunningStudio, tmp_path: Path) -> None:
    opened = open_bytes(studio, record(tmp_path)).data()
    page = store(studio, f"recording/{opened['recording']}", "html").decode()
    assert page.startswith("<!doctype html>")
    assert "seed 2, 30 turns" in page


def test_a_game_that_is_over_can_still_be_stored(studio: RunningStudio) -> None:
    game = begin(studio, generator="hall.hall", seed=2)
    press(studio, game["game"], "wait")
    studio.ask(f"/api/play/{game['game']}", method="DELETE", body={})
    assert store(studio, f"play/{game['game']}", "rec").startswith(b"dungeon-host recording 1\n")
    for _ in range(6):
        begin(studio)
    (error,) = studio.ask(f"/api/play/{game['game']}/file", format="rec").data()["errors"]
    assert error["message"] == "nothing of this game is recorded"


def test_only_the_last_recordings_are_open(studio: RunningStudio, tmp_path: Path) -> None:
    content = record(tmp_path, 1)
    names = [open_bytes(studio, content).data()["recording"] for _ in range(5)]
    (error,) = studio.ask(f"/api/recording/{names[0]}", method="POST", body={}).data()["errors"]
    assert error["message"] == "there is no such recording: it was closed; open its file again"
    assert "frames" in studio.ask(f"/api/recording/{names[1]}", method="POST", body={}).data()
    studio.ask(f"/api/recording/{names[1]}", method="DELETE", body={})
    assert "errors" in studio.ask(f"/api/recording/{names[1]}", method="POST", body={}).data()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "the body must have file, the bytes of a recording as base64, and nothing else"),
        ({"file": "x", "more": 1}, "the body must have file, the bytes of a recording as base64, and nothing else"),
        ({"file": "é"}, "file is not base64"),
        ({"file": "AAAA"}, "the file is no recording that this host can read: it does not begin as recordings do"),
    ],
)
def test_what_is_no_recording_is_refused(studio: RunningStudio, body: dict[str, Any], message: str) -> None:
    (error,) = studio.ask("/api/recording", method="POST", body=body).data()["errors"]
    assert error["message"] == message


def test_damaged_recordings_end_nothing(studio: RunningStudio, tmp_path: Path) -> None:
    content = record(tmp_path, 3)
    for cut in (20, 40, len(content) // 2, len(content) - 1):
        assert "errors" in open_bytes(studio, content[:cut]).data()
    assert "errors" in open_bytes(studio, sealed(zlib.compress(b"\0" * 2**27))).data()
    recorded = read_bytes(content)
    foreign = with_views(recorded, lambda view: view.update(visible=["2"]))
    assert "errors" in open_bytes(studio, foreign).data()
    assert "frames" in open_bytes(studio, content).data()


def test_a_format_that_no_file_has_is_named(studio: RunningStudio, tmp_path: Path) -> None:
    opened = open_bytes(studio, record(tmp_path, 1)).data()
    for form in ("gift", "", "../x", '"\r\nX: 1'):
        (error,) = studio.ask(f"/api/recording/{opened['recording']}/file", format=form).data()["errors"]
        assert error["message"].endswith("must be rec, gif, webp, cast or html")


def difference(studio: RunningStudio, content: bytes) -> Any:
    opened = open_bytes(studio, content).data()
    return studio.ask(f"/api/recording/{opened['recording']}/difference").data()


def test_a_recording_of_the_same_mods_does_not_differ(studio: RunningStudio, tmp_path: Path) -> None:
    game = begin(studio, generator="hall.hall", seed=2)
    press(studio, game["game"], *HALL)
    assert difference(studio, store(studio, f"play/{game['game']}", "rec")) == {"turn": None, "lines": []}
    assert difference(studio, record(tmp_path, 5)) == {"turn": None, "lines": []}


def test_where_a_recording_of_other_mods_differs_is_said(studio: RunningStudio, mod: Path, tmp_path: Path) -> None:
    changed = tmp_path / MOD_ID
    text = (mod / "init.lua").read_text().replace('print("', 'print("once more ')
    write_mod(changed, {"mod.toml": (mod / "mod.toml").read_text(), "init.lua": text})
    play = Host([changed]).play(Request("hall.hall", seed=2, players=1), records=True)
    for action in HALL[::-1]:
        play.do(action)
    assert play.recording is not None
    play.recording.save(tmp_path / "other.rec")
    found = difference(studio, (tmp_path / "other.rec").read_bytes())
    assert found["turn"] == 1
    assert found["lines"][0].startswith("The game differs from turn 1 at (")
    assert found["lines"][0].endswith("what has changed: hall 1, whose files have changed.")
    assert [line.split()[0] for line in found["lines"][1:]] == ["recorded", "now"]


def test_a_recording_of_mods_that_are_not_here_cannot_be_compared(
    studio: RunningStudio, make_mod: MakeMod, tmp_path: Path
) -> None:
    mod = make_mod("elsewhere", MOD)
    play = Host([mod]).play(Request("elsewhere.hall", seed=2, players=1), records=True)
    assert play.recording is not None
    play.recording.save(tmp_path / "other.rec")
    assert "errors" in difference(studio, (tmp_path / "other.rec").read_bytes())
