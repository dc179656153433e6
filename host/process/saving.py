"""Saves between the child, which may touch no file, and its parent, which writes them."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from typing import Any

from host.save.contents import ChunkKey, Contents

_MOST_NAME = 200


def packed(header: Mapping[str, Any], changed: Mapping[ChunkKey, bytes], dropped: Iterable[ChunkKey]) -> dict[str, Any]:
    """A save as JSON has it."""
    return {
        "header": header,
        "changed": [[*key, b64encode(data).decode()] for key, data in changed.items()],
        "dropped": [[*key] for key in dropped],
    }


def opened(payload: Any) -> tuple[dict[str, Any], dict[ChunkKey, bytes], list[ChunkKey]]:
    """What a child packed. Raises ValueError for what is no save: children are not believed."""
    try:
        header, changed, dropped = payload["header"], payload["changed"], payload["dropped"]
        chunks = {_key(kind, key): b64decode(data, validate=True) for kind, key, data in changed}
        keys = [_key(kind, key) for kind, key in dropped]
    except (TypeError, KeyError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(header, dict):
        raise ValueError("no header")
    return header, chunks, keys


def given(contents: Contents | None) -> dict[str, Any] | None:
    """What a save holds, as the arguments of a job have it."""
    return None if contents is None else packed(contents.header, contents.chunks, ())


def unpacked(argument: Any) -> Contents | None:
    """What `given` gave."""
    if argument is None:
        return None
    header, chunks, _ = opened(argument)
    return Contents(header, chunks)


def _key(kind: Any, key: Any) -> ChunkKey:
    if not isinstance(kind, str) or not isinstance(key, str) or len(kind) + len(key) > _MOST_NAME:
        raise ValueError("no chunk is called so")
    return kind, key
