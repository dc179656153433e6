"""The gallery: its scenes are as they were, and its page shows each with its command."""

from __future__ import annotations

import json
import shlex

import pytest
from PIL import Image

from tests.helpers import ROOT, run_command
from tools.draw_gallery import DIGESTS, FILM, FOLDER, GALLERY, PAGE, SHEET, Work, digest, page


@pytest.mark.parametrize("work", GALLERY, ids=lambda work: work.file)
def test_a_scene_of_the_gallery_is_as_it_was(work: Work) -> None:
    """When a change of pictures is meant, `make gallery` draws them again and writes the digests."""
    assert digest(work) == json.loads((ROOT / DIGESTS).read_text("utf-8"))[work.file]


def test_the_film_shows_a_quest_that_is_won() -> None:
    done = run_command(*shlex.split(FILM.words))
    assert "Player 1 wins." in done.output
    turns = [int(line.split(":")[0].removeprefix("turn ")) for line in done.output.splitlines() if line[:5] == "turn "]
    with Image.open(ROOT / FOLDER / FILM.file) as film:
        # A frame for the start, and one for each turn in which something changed.
        assert turns[-1] / 2 < getattr(film, "n_frames", 1) <= turns[-1] + 1


def test_the_page_shows_each_picture_with_its_command() -> None:
    text = (ROOT / PAGE).read_text("utf-8")
    assert text == page()
    assert all(f"pictures/gallery/{work.file}" in text and work.command in text for work in (*GALLERY, FILM))
    assert sorted(path.name for path in (ROOT / FOLDER).iterdir()) == sorted(work.file for work in (*GALLERY, FILM))
    opening = "".join((ROOT / "README.md").read_text("utf-8").splitlines()[:8])
    assert SHEET in opening
    assert f"{FOLDER}/{FILM.file}" in opening
