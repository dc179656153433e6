"""The installed mods: a list, and archives that the page installs."""

from __future__ import annotations

import asyncio
import base64
import binascii
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from host.errors import RequestError
from host.mods.finder import manifest_of
from host.mods.sharing.installing import install_archive, installed_mods, uninstall
from host.studio.routes.route import ApiRoute, JsonAnswer, read_object
from host.studio.studio import Studio


async def send_installed(_: Studio, __: Request) -> Response:
    return JsonAnswer({"mods": await asyncio.to_thread(_describe_mods)})


def _describe_mods() -> list[dict[str, Any]]:
    described = []
    for mod in installed_mods():
        manifest = manifest_of(mod.folder)
        about = {"description": manifest.description, "needs": dict(manifest.dependencies)} if manifest else {}
        described.append({"id": mod.id, "version": mod.version, "source": mod.source, **about})
    return described


async def install_upload(_: Studio, request: Request) -> Response:
    """Install the archive in a request; nothing of the mod runs."""
    body = await read_object(request)
    name, text = body.get("name"), body.get("archive")
    if not isinstance(name, str) or not isinstance(text, str) or len(name) > 200:
        raise RequestError("name must be the name of a file, and archive its content in base64")
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise RequestError("archive must be base64") from None
    changes = await asyncio.to_thread(install_archive, data, name)
    return JsonAnswer({"changes": [change._asdict() for change in changes]})


async def remove_mod(_: Studio, request: Request) -> Response:
    body = await read_object(request)
    identity = body.get("id")
    if not isinstance(identity, str):
        raise RequestError("id must be the id of an installed mod")
    await asyncio.to_thread(uninstall, identity)
    return JsonAnswer({})


ROUTES = (
    ApiRoute("installed", send_installed),
    ApiRoute("installed", install_upload, "POST"),
    ApiRoute("installed", remove_mod, "DELETE"),
)
