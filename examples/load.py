"""Load for examples/web_service.py: clients that ask for one dungeon after another, each with a seed of its own.

    python examples/load.py http://127.0.0.1:8000 --clients 16 --seconds 10
    python examples/load.py http://127.0.0.1:8000 --mods a:ID b:ID --hostile c:ID

Prints requests a second and percentiles; the client of --hostile is counted apart. Begin the service with `--rate 0`.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlsplit


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> int:
    """Send a request over an open connection, read the answer, and return its status."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: load\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    length = next(int(line[15:]) for line in head.split("\r\n") if line.lower().startswith("content-length:"))
    await reader.readexactly(length)
    return int(head.split(" ", 2)[1])


async def client(url: str, path: str, seeds: itertools.count[int], end: float) -> list[tuple[int, float]]:
    """Ask until the end; return the status of each answer and the seconds that it took."""
    where, answers = urlsplit(url), list[tuple[int, float]]()
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    while (start := time.monotonic()) < end:
        status = await ask(reader, writer, path.format(seed=next(seeds)))
        answers.append((status, time.monotonic() - start))
        if status in (429, 503):
            await asyncio.sleep(0.2)
    writer.close()
    return answers


async def load(url: str, options: argparse.Namespace) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """Return the answers of all clients but the one of the hostile mod, and the answers of that one."""
    seeds, end = itertools.count(options.seed), time.monotonic() + options.seconds
    path = f"/dungeons/{options.generator}/{{seed}}.json?{options.query}"
    paths = [f"/dungeons/{generator}/{{seed}}.json?mods={name}"
             for generator, _, name in (mod.rpartition(":") for mod in options.mods)] or [path]  # fmt: skip
    clients = [client(url, paths[number % len(paths)], seeds, end) for number in range(options.clients)]
    if options.hostile:
        generator, _, name = options.hostile.rpartition(":")
        clients.append(client(url, f"/dungeons/{generator}/{{seed}}.json?mods={name}", seeds, end))
    answers = await asyncio.gather(*clients)
    hostile = answers.pop() if options.hostile else []
    return list(itertools.chain(*answers)), hostile


def percentile(sorted_values: Sequence[float], share: float) -> float:
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]


def describe(answers: Sequence[tuple[int, float]], seconds: float) -> str:
    """Return requests a second, percentiles of the good answers in milliseconds, and the number of each status."""
    good = sorted(1000 * took for status, took in answers if status == 200)
    shares = [f"{share} % {percentile(good, share / 100):.0f} ms" for share in (50, 90, 99)] if good else []
    statuses = ", ".join(f"{number} × {status}" for status, number in sorted(Counter(s for s, _ in answers).items()))
    return f"{len(good) / seconds:.0f} requests a second; {', '.join(shares) or 'none was good'}; status {statuses}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    parser.add_argument("--generator", default="base")
    parser.add_argument("--query", default="dungeon=tiny", help="options of the generator")
    parser.add_argument("--mods", nargs="*", default=[], metavar="GENERATOR:ID", help="uploads; clients share them")
    parser.add_argument("--hostile", metavar="GENERATOR:ID", help="an upload for one more client")
    options = parser.parse_args()
    answers, hostile = asyncio.run(load(options.url, options))
    print(describe(answers, options.seconds))
    if options.hostile:
        print(f"the hostile mod: {describe(hostile, options.seconds)}")


if __name__ == "__main__":
    main()
