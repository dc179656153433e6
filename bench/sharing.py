"""What packing and installing a mod costs, and reading an index of many."""

from __future__ import annotations

import json
import os
import shutil
from itertools import count

from bench.measure import Bench, Row, best, time_call
from host.mods.archive import pack_mod
from host.mods.sharing.index import CONFIG, MODS, VERSION, Index
from host.mods.sharing.installing import install
from host.mods.sharing.release import Release, path_of
from host.paths import BUNDLED_MODS

_MODS = 10_000


def measure_sharing(bench: Bench) -> list[Row]:
    """Measure `pack` without its checks and tests, `install`, and reading all versions of an index in a folder."""
    # Only the host itself has a mod "base".
    mod = shutil.copytree(BUNDLED_MODS / "base", bench.folder / "sharing" / "copy")
    manifest = (mod / "mod.toml").read_text()
    (mod / "mod.toml").write_text(manifest.replace('id = "base"', 'id = "copy"'))
    archive = bench.folder / "copy.zip"
    pack = best(lambda: time_call(lambda: archive.write_bytes(pack_mod(mod, "copy"))))
    numbers = count()

    def install_anew() -> None:
        os.environ["DUNGEON_HOST_MODS"] = str(bench.folder / f"installed{next(numbers)}")
        install(archive)

    installed = best(lambda: time_call(install_anew))
    del os.environ["DUNGEON_HOST_MODS"]
    index = _write_index(bench)

    def read_all() -> None:
        opened = Index(index)
        for listed in opened.listed():
            opened.releases(listed.id)

    read = best(lambda: time_call(read_all), 3)
    return [
        ("pack of base", f"{pack:.2f} s", "≤ 1 s", "", pack <= 1),
        ("install of base", f"{installed:.2f} s", "≤ 1 s", "", installed <= 1),
        (f"reading an index of {_MODS:,} mods", f"{read:.2f} s", "≤ 1 s", "", read <= 1),
    ]


def _write_index(bench: Bench) -> str:
    folder = bench.folder / "index"
    folder.mkdir()
    rows = []
    for number in range(_MODS):
        identity = f"m{number:05}x"
        needs = {f"m{number * 7 % _MODS:05}x": ">=1"}
        release = Release(identity, "1.0.0", f"{identity}.zip", "0" * 64, 1000, identity, "A mod of many", needs, {})
        path = folder / path_of(identity)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(release.to_line() + "\n")
        rows.append(json.dumps({"id": identity, "version": "1.0.0", "description": "A mod of many"}))
    (folder / MODS).write_text("\n".join(rows))
    (folder / CONFIG).write_text(json.dumps({"version": VERSION}))
    return str(folder)
