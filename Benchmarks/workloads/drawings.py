"""Small pictures that are drawn here, for what is about files and not about pixels."""

import struct
import zlib


def draw(path, number):
    """A small PNG that is like no other: 64 × 48, eight bits, red, green, blue."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(
        b"\0" + bytes(v & 255 for x in range(64) for v in (x * 4 + number, y * 5 + (number >> 8), (x ^ y) * 3))
        for y in range(48))
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 48, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def draw_all(target, count):
    """`count` of them, a hundred to a folder."""
    target.mkdir()
    for number in range(count):
        folder = target / f"{number // 100:03d}"
        folder.mkdir(exist_ok=True)
        draw(folder / f"{number:05d}.png", number)
