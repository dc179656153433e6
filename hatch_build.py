"""The build hook of the wheel: makes the editor stubs from the declarations, and puts them beside the bundled mods."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StubsHook(BuildHookInterface):
    """Adds host/data/stubs to a wheel. An installation in place makes stubs when they are asked for."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from host.export.files import write_all
        from host.tools.reference.stubs import stubs_for

        self._folder = tempfile.TemporaryDirectory()
        write_all({Path(self._folder.name, name): content for name, content in stubs_for().items()})
        build_data["force_include"][self._folder.name] = "host/data/stubs"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if version != "editable":
            self._folder.cleanup()
