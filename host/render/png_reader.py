"""Read PNG files of strangers, such as sheets of sprites and pictures that become segments, without Pillow.

All kinds of PNG are read: palettes, 1 to 16 bits, interlaced. Sizes are checked before anything is inflated, and no
more is inflated than the picture needs. Source: W3C, Portable Network Graphics (PNG) Specification, third edition.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import HostError

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_GREY, _RGB, _PALETTE, _GREY_ALPHA, _RGBA = 0, 2, 3, 4, 6
# Colour type -> channels, and allowed bits of a channel.
_TYPES = {
    _GREY: (1, (1, 2, 4, 8, 16)),
    _RGB: (3, (8, 16)),
    _PALETTE: (1, (1, 2, 4, 8)),
    _GREY_ALPHA: (2, (8, 16)),
    _RGBA: (4, (8, 16)),
}
# First column and row of the passes of an interlaced picture, and steps between its columns and rows.
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
_WHOLE = ((0, 0, 1, 1),)
# Decoded pictures in the cache: a mod takes many sprites from one sheet.
_MOST_CACHED = 8

# (height, width, 4): red, green, blue and opacity of each pixel.
Image = npt.NDArray[np.uint8]


class _Header(NamedTuple):
    width: int
    height: int
    bits: int
    colours: int
    is_interlaced: bool

    @property
    def channels(self) -> int:
        return _TYPES[self.colours][0]


@lru_cache(_MOST_CACHED)
def read_png(content: bytes, most_side: int, most_pixels: int) -> Image:
    """Return the pixels of a picture of at most `most_side` pixels on a side and `most_pixels` in all.

    Raises HostError, which says what is wrong.
    """
    chunks = list(_chunks(content))
    if not chunks or chunks[0][0] != b"IHDR":
        raise HostError("it does not begin with its size, the chunk IHDR")
    header = _read_header(chunks[0][1], most_side, most_pixels)
    palette = transparency = b""
    packed = []
    for name, data in chunks[1:]:
        if name == b"PLTE":
            palette = data
        elif name == b"tRNS":
            transparency = data
        elif name == b"IDAT":
            packed.append(data)
        elif not name[0] & 0x20 and name != b"IEND":
            raise HostError(f"it has a chunk {name.decode('ascii', 'replace')!r}, which is not known")
    if chunks[-1][0] != b"IEND":
        raise HostError("its end is missing")
    image = _colour(_samples(header, b"".join(packed)), header, palette, transparency)
    image.flags.writeable = False
    return image


def read_text(content: bytes, keyword: bytes, most: int) -> bytes | None:
    """Return the text of a keyword that is compressed in a PNG file, None without one; it has at most `most` bytes.

    The pixels are not looked at. Raises HostError, which says what is wrong.
    """
    for name, data in _chunks(content):
        found, _, packed = data.partition(b"\0")
        if name == b"zTXt" and found == keyword:
            inflater = zlib.decompressobj()
            try:
                text = inflater.decompress(packed[1:], most)
            except zlib.error:
                raise HostError("its text is damaged") from None
            if not inflater.eof:
                raise HostError(f"its text is damaged, or longer than {most} bytes")
            return text
    return None


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and the data of each chunk."""
    if not content.startswith(_SIGNATURE):
        raise HostError("it is not a PNG file")
    at = len(_SIGNATURE)
    while at < len(content):
        if at + 12 > len(content):
            raise HostError("its end is missing")
        (length,) = struct.unpack_from(">I", content, at)
        end = at + 8 + length
        if end + 4 > len(content):
            raise HostError("its end is missing")
        name, data = content[at + 4 : at + 8], content[at + 8 : end]
        (checksum,) = struct.unpack_from(">I", content, end)
        if zlib.crc32(content[at + 4 : end]) != checksum:
            raise HostError(f"the checksum of its chunk {name.decode('ascii', 'replace')!r} is wrong")
        yield name, data
        if name == b"IEND":
            return
        at = end + 4


def _read_header(data: bytes, most_side: int, most_pixels: int) -> _Header:
    if len(data) != 13:
        raise HostError("its chunk IHDR is damaged")
    width, height, bits, colours, compression, filters, interlace = struct.unpack(">IIBBBBB", data)
    if not (0 < width <= most_side and 0 < height <= most_side) or width * height > most_pixels:
        raise HostError(
            f"it has {width} × {height} pixels: must have at most {most_side} on a side, {most_pixels} in all"
        )
    if colours not in _TYPES or bits not in _TYPES[colours][1] or compression or filters or interlace > 1:
        raise HostError(f"its colours are of the type {colours} with {bits} bits, which no PNG file has")
    return _Header(width, height, bits, colours, bool(interlace))


def _samples(header: _Header, packed: bytes) -> npt.NDArray[np.uint16]:
    """Return the values of the channels, (height, width, channels)."""
    passes = []
    for x, y, dx, dy in _PASSES if header.is_interlaced else _WHOLE:
        columns, rows = -(-(header.width - x) // dx), -(-(header.height - y) // dy)
        if columns > 0 and rows > 0:
            passes.append((x, y, dx, dy, columns, rows))
    row_bits = header.bits * header.channels
    needed = sum(rows * (1 + (columns * row_bits + 7) // 8) for *_, columns, rows in passes)
    raw = _inflate(packed, needed)
    samples = np.zeros((header.height, header.width, header.channels), dtype=np.uint16)
    at = 0
    for x, y, dx, dy, columns, rows in passes:
        length = (columns * row_bits + 7) // 8
        size = rows * (1 + length)
        lines = _unfilter(raw[at : at + size], rows, length, max(1, row_bits // 8))
        samples[y::dy, x::dx] = _split(lines, header, columns)
        at += size
    return samples


def _inflate(packed: bytes, needed: int) -> bytes:
    inflater = zlib.decompressobj()
    try:
        raw = inflater.decompress(packed, needed)
        more = inflater.decompress(inflater.unconsumed_tail, 1)
    except zlib.error:
        raise HostError("its pixels are damaged") from None
    if more or len(raw) != needed or not inflater.eof:
        raise HostError(f"it holds {'more' if more else 'fewer'} pixels than its size says")
    return raw


def _unfilter(raw: bytes, rows: int, length: int, step: int) -> npt.NDArray[np.uint8]:
    """Return the bytes of the rows of a pass, (rows, length); `step` is the distance to the pixel on the left."""
    lines = np.frombuffer(raw, dtype=np.uint8).reshape(rows, length + 1)
    done = np.zeros((rows + 1, length), dtype=np.uint8)
    for y in range(rows):
        kind, line, above = int(lines[y, 0]), lines[y, 1:], done[y]
        if kind == 0:
            done[y + 1] = line
        elif kind == 1:
            padded = np.zeros(-(-length // step) * step, dtype=np.uint8)
            padded[:length] = line
            sums = np.add.accumulate(padded.reshape(-1, step), axis=0, dtype=np.uint8)
            done[y + 1] = sums.reshape(-1)[:length]
        elif kind == 2:
            done[y + 1] = line + above
        elif kind in (3, 4):
            predict = _average if kind == 3 else _paeth
            done[y + 1] = np.frombuffer(predict(line.tobytes(), above.tobytes(), step), dtype=np.uint8)
        else:
            raise HostError(f"a row has the filter {kind}, which no PNG file has")
    return done[1:]


def _average(line: bytes, above: bytes, step: int) -> bytes:
    out = bytearray(line)
    for i, up in enumerate(above):
        left = out[i - step] if i >= step else 0
        out[i] = (out[i] + (left + up) // 2) & 255
    return bytes(out)


def _paeth(line: bytes, above: bytes, step: int) -> bytes:
    out = bytearray(line)
    for i, up in enumerate(above):
        left, corner = (out[i - step], above[i - step]) if i >= step else (0, 0)
        from_left, from_up, from_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        near = left if from_left <= from_up and from_left <= from_corner else up if from_up <= from_corner else corner
        out[i] = (out[i] + near) & 255
    return bytes(out)


def _split(lines: npt.NDArray[np.uint8], header: _Header, columns: int) -> npt.NDArray[np.uint16]:
    """Return the values in rows of bytes, (rows, columns, channels)."""
    rows, bits = len(lines), header.bits
    if bits == 16:
        return lines.view(">u2").astype(np.uint16).reshape(rows, columns, header.channels)
    if bits == 8:
        return lines.astype(np.uint16).reshape(rows, columns, header.channels)
    single = np.unpackbits(lines, axis=1).reshape(rows, -1, bits)
    weights = 1 << np.arange(bits)[::-1]
    values: npt.NDArray[np.uint16] = (single * weights).sum(axis=2).astype(np.uint16)
    return values[:, :columns, None]


def _colour(
    samples: npt.NDArray[np.uint16], header: _Header, palette: bytes, transparency: bytes
) -> npt.NDArray[np.uint8]:
    image = np.full((header.height, header.width, 4), 255, dtype=np.uint8)
    if header.colours == _PALETTE:
        if not palette or len(palette) % 3 or len(palette) > 3 * 2**header.bits:
            raise HostError("its palette is missing or damaged")
        colours = np.full((len(palette) // 3, 4), 255, dtype=np.uint8)
        colours[:, :3] = np.frombuffer(palette, dtype=np.uint8).reshape(-1, 3)
        if len(transparency) > len(colours):
            raise HostError("its palette has fewer colours than it has opacities")
        colours[: len(transparency), 3] = np.frombuffer(transparency, dtype=np.uint8)
        if int(samples.max()) >= len(colours):
            raise HostError("a pixel has a colour that is not in its palette")
        return colours[samples[:, :, 0]]
    # 16 bits become 8, and fewer bits are spread over 0 … 255.
    values = samples >> 8 if header.bits == 16 else samples * (255 // (2**header.bits - 1))
    is_grey = header.colours in (_GREY, _GREY_ALPHA)
    image[:, :, :3] = values[:, :, :1] if is_grey else values[:, :, :3]
    if header.colours in (_GREY_ALPHA, _RGBA):
        image[:, :, 3] = values[:, :, -1]
    elif transparency:
        if len(transparency) != 2 * header.channels:
            raise HostError("its transparent colour is damaged")
        clear = np.frombuffer(transparency, dtype=">u2").astype(np.uint16)
        image[(samples == clear).all(axis=2), 3] = 0
    return image
