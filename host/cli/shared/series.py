"""Dungeons of many seeds, made by one command with `--count`: each is a file in a folder, named by its seed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from host.cli.shared.reproduction import format_reproduction, record
from host.cli.shared.running import format_warning, write_and_warn
from host.cli.shared.show import Output
from host.cli.terminal.progress_bar import show_progress
from host.engine.jobs import Job
from host.engine.operations import GENERATE
from host.errors import HostError, RequestError, counted, visible
from host.model.document_reader import from_document
from host.model.request import Request, check_last_seed
from host.render.formats import suffix_of
from host.serving.submission import Submission
from host.serving.worker_pool import WorkerPool


def write_series(job: Job, request: Request, count: int, folder: Path, shown: Output) -> HostError | None:
    """Make the dungeons of `count` seeds from the seed of a request on, and write each to `folder`.

    Reports each dungeon that fails, and returns the first failure. Raises HostError when mods cannot be loaded, or when
    the request is wrong, whatever the seed.
    """
    suffix = suffix_of(shown.form)
    check_last_seed(request.seed, count)
    failure: HostError | None = None
    failed = 0
    seeds = range(request.seed, request.seed + count)
    with make_documents(job, request, seeds) as submissions, show_progress(count) as update:
        for done, (seed, submission) in enumerate(submissions, 1):
            try:
                document = submission.future.result()
                record(generator=document["generator"])
                output = shown._replace(file=folder / f"{seed}{suffix}")
                command = format_reproduction(seed=seed, count=None, output=None)
                files = output.files(from_document(document), command)
            except HostError as error:
                if isinstance(error, RequestError) and done == 1:
                    # The others would fail in the same way: a generator does not exist, a folder cannot be written.
                    raise
                failed += 1
                failure = failure or error
                _report(f"{click.style('error:', fg='red')} seed {seed}: {visible(str(error))}")
            else:
                try:
                    write_and_warn(files)
                except RequestError as error:
                    # A disk that is full, or a folder that is gone, has no room for the others either.
                    written = counted(done - 1 - failed, "dungeon")
                    error.hint = f"{written} {'was' if written.startswith('1 ') else 'were'} written before"
                    raise
            update(done, failed)
    made = f"{counted(count - failed, 'dungeon')} in {folder}"
    click.echo(f"{made}, {failed} failed" if failed else made)
    click.echo(format_reproduction())
    return failure


@contextmanager
def make_documents(job: Job, request: Request, seeds: Sequence[int]) -> Iterator[Iterator[tuple[int, Submission]]]:
    """Make the dungeons of seeds in worker processes; the block gets them in the order of the seeds."""
    with WorkerPool(
        job,
        min(len(seeds), os.cpu_count() or 1),
        say=lambda line: _report(visible(line)),
        warn=lambda text: _report(format_warning(text)),
        restores=True,
    ) as workers:

        def submit(seed: int) -> Submission:
            return workers.submit(GENERATE, {**job.arguments, "request": request.with_seed(seed).to_data()})

        yield workers.submit_in_order(seeds, submit)


def _report(text: str) -> None:
    click.echo(text, err=True)
