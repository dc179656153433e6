"""The version of the host, and the versions that decide what a request gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__version__ = "0.2.0"

# Raised only when the same request, with the same mods, gives another map than before.
GENERATION_VERSION = 1

# The `api` of manifests: raised when mods of the former one no longer run.
API_LEVEL = 1

# The same as data, as maps have them.
VERSIONS: dict[str, str | int] = {
    "host_version": __version__,
    "generation_version": GENERATION_VERSION,
    "api_level": API_LEVEL,
}


def read_versions(data: Mapping[str, Any]) -> dict[str, str | int]:
    """Return the versions in data that anybody may have written; hosts up to 0.2.0 wrote none.

    Raises RequestError.
    """
    versions = {name: data[name] for name in VERSIONS if name in data}
    for name, version in versions.items():
        if type(version) is not type(VERSIONS[name]):
            # Imported here: `import host` waits for the first use of a name.
            from host.errors import RequestError, show_value

            kind = "a text" if isinstance(VERSIONS[name], str) else "a whole number"
            raise RequestError(f"{name} is {show_value(version)}: must be {kind}")
    return versions
