"""Dungeons over HTTP: by seed, as JSON and PNG, also of mods that strangers upload.

    python examples/web_service.py --port 8000
    curl "http://127.0.0.1:8000/dungeons/base/7.png?dungeon=tiny" -o dungeon.png

docs/deploying.md says how to send it mods, and what it needs where it runs.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import logging
import math
import os
import re
import shutil
import socket
import tempfile
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn
from limits import Rate, Turns, Wait
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from host import Budgets, HostError, Request
from host.errors import RequestError, visible
from host.export.files import write_all
from host.mods.archive import read_archive
from host.mods.manifest import from_archive
from host.paths import bundled_ids
from host.serving import Busy, DeadlineExceeded, Pool
from host.serving.metrics import render_metrics

# Limits of a request to the pool, which all strangers share, and of an upload.
BUDGETS, LOAD_SECONDS, DEADLINE = Budgets(seconds=1, memory=256 * 2**20, output=10_000), 5, 20
MOST_UPLOAD, MOST_SECONDS, MOST_UPLOADS, MOST_UNPACKED = 2**20, 20, 100, 2 * 2**20
MOST_CACHED, UPLOAD = 64 * 2**20, "[0-9a-f]{32}"
HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=86400"}


class Service:
    """A pool, the mods that were uploaded, the last answers, and what each client may still ask for."""

    def __init__(self, folder: Path, rate: float, workers: int) -> None:
        self.pool: Pool
        self.folder, self._rate, self._turns = folder, Rate(rate), Turns(workers)
        self._cache, self._cached = OrderedDict[bytes, tuple[bytes, str]](), 0
        self._uploading = asyncio.Lock()

    def _count(self, http: HttpRequest) -> None:  # raises Wait
        self._rate.count(http.client.host if http.client else "")

    async def dungeon(self, http: HttpRequest) -> Response:
        """Answer with the dungeon of a generator and a seed."""
        self._count(http)
        key = hashlib.sha256(f"{http.url.path}?{http.url.query}".encode()).digest()
        content, tag = self._cache[key] if key in self._cache else await self._make(http)
        self._cached += len(content) - len(self._cache.pop(key, (b"", ""))[0])
        self._cache[key] = content, tag
        while self._cached > MOST_CACHED:
            self._cached -= len(self._cache.popitem(last=False)[1][0])
        headers = {**HEADERS, "ETag": tag}
        if tag in (word.strip().removeprefix("W/") for word in http.headers.get("If-None-Match", "").split(",")):
            return Response(status_code=304, headers=headers)
        return Response(content, 200, headers, "image/png" if http.url.path.endswith(".png") else "application/json")

    async def _make(self, http: HttpRequest) -> tuple[bytes, str]:
        """Let the pool make a dungeon, when it is the turn of its uploads."""
        names = [*dict.fromkeys(name for value in http.query_params.getlist("mods") for name in value.split(","))]
        uploads = {*names} - {*bundled_ids()}
        # An upload is named by its digest: no path comes from a request.
        if not all(re.fullmatch(UPLOAD, name) and (self.folder / name).is_dir() for name in uploads):
            raise refusal(404, "mods has an unknown id: POST a zip file to /mods first")
        for name in uploads:
            os.utime(self.folder / name)
        mods = [self.folder / name if name in uploads else name for name in names] or None
        options = {name: value for name, value in http.query_params.items() if name != "mods"}
        seed, players = http.path_params["seed"], options.pop("players", "2")
        if not all(re.fullmatch("[0-9]{1,20}", number) for number in (seed, players)):
            raise refusal(400, "the seed and players must be whole numbers")
        asked = Request(http.path_params["generator"], seed=int(seed), players=int(players), options=options)
        make = self.pool.generate_png if http.url.path.endswith(".png") else self.pool.generate_json
        async with self._turns.turn(uploads):
            content = await make(asked, deadline=DEADLINE, mods=mods)
        return content, f'"{hashlib.sha256(content).hexdigest()[:32]}"'

    async def upload(self, http: HttpRequest) -> Response:
        """Keep the mod in a zip file; answer with the id under which requests name it."""
        self._count(http)
        packed = bytearray()
        try:
            async with asyncio.timeout(MOST_SECONDS):
                async for chunk in http.stream():
                    packed += chunk
                    if len(packed) > MOST_UPLOAD:
                        raise refusal(413, f"a mod may have {MOST_UPLOAD} bytes", Connection="close")
        except (TimeoutError, ClientDisconnect):
            raise refusal(408, f"an upload may take {MOST_SECONDS} s", Connection="close") from None
        async with self._uploading:
            return JSONResponse({"id": await asyncio.to_thread(self._unpack, bytes(packed))}, 201)

    def _unpack(self, packed: bytes) -> str:
        contents = read_archive(packed, "the upload", most_bytes=MOST_UNPACKED)
        from_archive(contents, "the upload")  # raises an error without a mod.toml that can be read
        if not (target := self.folder / hashlib.sha256(packed).hexdigest()[:32]).is_dir():
            # The least used uploads give way; the pool has copies of the files that it has loaded.
            uploads = [path for path in self.folder.iterdir() if re.fullmatch(UPLOAD, path.name)]
            for old in sorted(uploads, key=lambda path: path.stat().st_mtime)[: 1 - MOST_UPLOADS]:
                shutil.rmtree(old)
            new = Path(tempfile.mkdtemp(prefix=".new-", dir=self.folder))
            write_all({new / path: content for path, content in contents.items()})
            new.replace(target)  # there whole or not at all
        return target.name

    async def metrics(self, _: HttpRequest) -> Response:
        return Response(render_metrics(self.pool), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def health(self, _: HttpRequest) -> Response:
        return JSONResponse({"ok": self.pool.health().ok}, 200 if self.pool.health().ok else 503)


def refusal(status: int, reason: str, retry: float | None = None, **headers: str) -> HTTPException:
    return HTTPException(status, reason, headers if retry is None else {"Retry-After": str(math.ceil(retry))})


async def show_error(_: HttpRequest, error: Exception) -> Response:
    if isinstance(error, Wait):
        error = refusal(error.status, str(error), error.seconds)
    elif not isinstance(error, HTTPException):
        is_late = isinstance(error, Busy | DeadlineExceeded)
        status = 503 if is_late else 400 if isinstance(error, RequestError) else 422
        error = refusal(status, visible(str(error)), 1 if is_late else None)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


def make_app(folder: Path, rate: float, workers: int) -> Starlette:
    """Return the application. `folder` gets the mods that are uploaded."""
    service = Service(folder, rate, workers)

    @asynccontextmanager
    async def run(_: Starlette) -> AsyncGenerator[None]:
        service.pool = await Pool.open(
            ["base"],
            workers=workers,
            queue=64,
            most_sets=12,
            budgets=BUDGETS,
            load_seconds=LOAD_SECONDS,
            output=logging.getLogger("mods").debug,
        )
        yield
        await service.pool.drain(DEADLINE)

    routes = [
        *(Route(f"/dungeons/{{generator}}/{{seed}}.{form}", service.dungeon) for form in ("json", "png")),
        Route("/mods", service.upload, methods=["POST"]),
        Route("/metrics", service.metrics),
        Route("/health", service.health),
    ]
    return Starlette(
        routes=routes, lifespan=run, exception_handlers=dict.fromkeys((HTTPException, HostError, Wait), show_error)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000, help="0: any")
    parser.add_argument("--rate", type=float, default=20, help="requests a second of a client; 0: no limit")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--log", default="WARNING", choices=["DEBUG", "INFO", "WARNING"], help="least level of lines")
    parser.add_argument("--mods", type=Path, help="the folder of uploads; by default one that is gone at the end")
    options = parser.parse_args()
    logging.basicConfig(level=options.log, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    with tempfile.TemporaryDirectory() as temporary, socket.create_server((options.host, options.port)) as listener:
        folder = options.mods or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        print(f"http://{options.host}:{listener.getsockname()[1]}", flush=True)
        # asyncio does it for sockets that name their protocol: without it, the end of an answer waits for 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        app = make_app(folder, options.rate, options.workers)
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, limit_concurrency=500, timeout_graceful_shutdown=DEADLINE
        )
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
