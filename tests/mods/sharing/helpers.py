"""Archives and indexes for tests of installation."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from host.mods.archive import pack_mod
from tests.helpers import write_mod

HALL = """
local tile = kts.Tile { name = "stone", items = "floor", depth = 5 }
require("host.generators").register_generator {
  id = "ID",
  options = { { id = "size", choices = { 9, 11 }, default = 9, help = "squares of a side" } },
  generate = function(plan)
    return require("host.toolbox").maze { width = 11, height = 11 }:map { room = tile, hallway = tile }
  end,
}
"""


def pack(
    folder: Path,
    identity: str,
    version: str = "1.0.0",
    *,
    needs: Mapping[str, str] | None = None,
    toml: str = "",
    files: Mapping[str, str] | None = None,
    name: str | None = None,
) -> Path:
    """Write the archive `ID-VERSION.zip` of a mod with a generator into a folder."""
    mod = folder / "sources" / f"{identity}-{version}"
    lines = [f'id = "{identity}"', f'version = "{version}"', toml, "[dependencies]"]
    lines += [f'{other} = "{wanted}"' for other, wanted in (needs or {}).items()]
    manifest = "\n".join(lines) + "\n"
    write_mod(mod, {"mod.toml": manifest, "init.lua": HALL.replace("ID", identity), **(files or {})})
    archive = folder / (name or f"{identity}-{version}.zip")
    archive.write_bytes(pack_mod(mod, identity))
    return archive


def zip_of(files: Mapping[str, bytes | str]) -> bytes:
    """Return a zip file of any names and contents."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return data.getvalue()


def installed_files(folder: Path) -> list[str]:
    """Return the manifests below a folder of installed mods, as `ID`."""
    return sorted(path.parent.name for path in folder.rglob("mod.toml"))
