"""Installed mods in the studio: the requests that its page makes."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.mods.sharing.helpers import pack
from tests.studio.running import RunningStudio

pytest.importorskip("starlette")
pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archives")
    pack(folder, "hall", toml='description = "A hall"')
    pack(folder, "annex", needs={"hall": ">=1"})
    pack(folder, "loft", needs={"attic": ">=1"})
    return folder


@pytest.fixture(scope="module")
def studio(folder: Path) -> Iterator[RunningStudio]:
    with RunningStudio("caves", "--no-open", environment={"DUNGEON_HOST_MODS": str(folder / "installed")}) as running:
        yield running


def send(studio: RunningStudio, archive: Path | bytes, name: str = "it.zip") -> Any:
    data = archive if isinstance(archive, bytes) else archive.read_bytes()
    body = {"name": name, "archive": base64.b64encode(data).decode()}
    return studio.ask("/api/installed", method="POST", body=body).data()


def remove(studio: RunningStudio, identity: object) -> Any:
    return studio.ask("/api/installed", method="DELETE", body={"id": identity}).data()


def listed(studio: RunningStudio) -> list[str]:
    return [mod["id"] for mod in studio.ask("/api/installed").data()["mods"]]


def test_an_archive_is_installed_and_removed(studio: RunningStudio, folder: Path) -> None:
    assert listed(studio) == []
    (change,) = send(studio, folder / "hall-1.0.0.zip")["changes"]
    assert change == {"id": "hall", "before": None, "version": "1.0.0", "source": "it.zip"}
    assert send(studio, folder / "hall-1.0.0.zip")["changes"] == []
    send(studio, folder / "annex-1.0.0.zip")
    mods = studio.ask("/api/installed").data()["mods"]
    assert mods[0] == {"id": "annex", "version": "1.0.0", "source": None, "description": "", "needs": {"hall": ">=1"}}
    assert "annex needs hall" in json.dumps(remove(studio, "hall"))
    for identity in ("annex", "hall"):
        assert remove(studio, identity) == {}
    assert listed(studio) == []


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({}, "must be the name of a file"),
        ({"name": 1, "archive": ""}, "must be the name of a file"),
        ({"name": "it.zip", "archive": "?"}, "archive must be base64"),
        ({"name": "it.zip", "archive": ""}, "is refused"),
        ({"name": "it.zip", "archive": base64.b64encode(b"x" * 1000).decode()}, "is refused"),
    ],
)
def test_what_is_no_archive_is_refused(body: dict[str, object], reason: str, studio: RunningStudio) -> None:
    answer = studio.ask("/api/installed", method="POST", body=body).data()
    assert reason in answer["errors"][0]["message"]
    assert "id must be" in remove(studio, 1)["errors"][0]["message"]


def test_what_a_mod_needs_must_be_there(studio: RunningStudio, folder: Path) -> None:
    answer = send(studio, folder / "loft-1.0.0.zip")
    assert "loft 1.0.0 needs attic" in answer["errors"][0]["message"]
