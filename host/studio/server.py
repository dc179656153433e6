"""The server of the studio, from its address (`--port`, `--no-open`) to Ctrl-C."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from host.engine.jobs import job_of_mods
from host.errors import RequestError
from host.model.checks import check_whole
from host.paths import as_mods, how_to_install
from host.process.budgets import DEFAULT_BUDGETS, Budgets
from host.process.start import defer_interrupts

if TYPE_CHECKING:
    from host.studio.studio import Setup

# Seconds that answers may take to end after Ctrl-C.
_GRACE = 1


def serve(
    mods: Iterable[str | Path] | str | Path = ("base",),
    *,
    generator: str | None = None,
    port: int = 0,
    opens_browser: bool = True,
    budgets: Budgets = DEFAULT_BUDGETS,
) -> None:
    """Show mods in a web page of this machine until Ctrl-C; print an address of it first. Raises HostError.

    mods, budgets: as for `Host`; time counts for each map.
    generator: the generator that the page begins with; by default the first one of the first folder, or base.
    port: the port of the address; 0 takes a free one.
    opens_browser: whether to open the page in the browser of the user.
    """
    need_libraries()
    from host.studio.studio import Setup

    listed = as_mods(mods)
    job = job_of_mods(listed, budgets=budgets)
    setup = Setup(job, tuple(map(str, listed)), generator, job.mods.folders[0] if job.mods.folders else None)
    serve_setup(setup, port=port, opens_browser=opens_browser)


def need_libraries() -> None:
    """Raise RequestError when a library of the extra `studio` is missing."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
        import watchfiles  # noqa: F401
    except ImportError as error:
        raise RequestError(
            f"the studio needs {error.name}, which is not installed", hint=how_to_install("[studio]")
        ) from None


def open_listener(port: int) -> socket.socket:
    """Return a socket that listens at a port of this machine. Raises RequestError."""
    try:
        listener = socket.create_server(("127.0.0.1", port))
    except OSError as error:
        raise RequestError(f"port {port} cannot be used: {error.strerror}", hint="--port 0 takes a free one") from None
    # Connections inherit this option. Without it, the body of an answer waits about 40 ms, until the client has
    # acknowledged the head. asyncio sets the option only for sockets that name their protocol; this socket names none.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def serve_setup(setup: Setup, *, port: int, opens_browser: bool) -> None:
    """Do what `serve` does, for a setup; `need_libraries` was called before."""
    import uvicorn

    from host.studio.access.connections import Connections
    from host.studio.access.entrance import Entrance, offer_addresses, open_in_browser
    from host.studio.access.guard import Guard
    from host.studio.app import make_app
    from host.studio.mod_workers import warm_up
    from host.studio.studio import Studio

    check_whole("port", port, 0, 65535)
    with open_listener(port) as listener:
        port = listener.getsockname()[1]
        entrance, connections = Entrance(port), Connections()
        studio = Studio(setup)

        class Server(uvicorn.Server):
            def handle_exit(self, sig: int, frame: FrameType | None) -> None:
                # Streams that never end, and mods that run, would hold up the end of the server.
                studio.hub.close()
                studio.begin_end()
                super().handle_exit(sig, frame)

        config = uvicorn.Config(
            Guard(make_app(studio), port, entrance, connections.note_request),
            http=connections.make_protocol(),
            ws="none",
            log_level="error",
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=_GRACE,
            lifespan="on",
            h11_max_incomplete_event_size=64 * 1024,
        )

        print(entrance.make_address(), flush=True)
        print("The studio runs until Ctrl-C.", file=sys.stderr, flush=True)
        offer_addresses(entrance)
        with open_in_browser(entrance) if opens_browser else nullcontext():
            # While the browser opens.
            with defer_interrupts():
                warm_up()
            Server(config).run(sockets=[listener])
