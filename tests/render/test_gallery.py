"""The gallery: its scenes are as they were, and its page shows each with its command."""

from __future__ import annotations

import json

import pytest

from tests.helpers import ROOT
from tools.draw_gallery import DIGESTS, FOLDER, GALLERY, PAGE, SHEET, Work, digest, page


@pytest.mark.parametrize("work", GALLERY, ids=lambda work: work.file)
def test_a_scene_of_the_gallery_is_as_it_was(work: Work) -> None:
    """When a change of pictures is meant, `make gallery` draws them again and writes the digests."""
    assert digest(work) == json.loads((ROOT / DIGESTS).read_text("utf-8"))[work.file]


def test_the_page_shows_each_picture_with_its_command() -> None:
    text = (ROOT / PAGE).read_text("utf-8")
    assert text == page()
    assert all(f"pictures/gallery/{work.file}" in text and work.command in text for work in GALLERY)
    assert sorted(path.name for path in (ROOT / FOLDER).iterdir()) == sorted(work.file for work in GALLERY)
    assert SHEET in "".join((ROOT / "README.md").read_text("utf-8").splitlines()[:8])
