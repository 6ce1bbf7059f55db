"""Animations according to their specifications: reads GIF and WebP, and writes GIF, without a library."""

import struct


def gif(width, height, frames, loop=None, palette=((220, 30, 30), (30, 160, 60), (30, 60, 220), (240, 200, 40))):
    """A GIF89a of frames of one colour each, as mappings with `color` (an index), and optionally `delay` in milliseconds
    (100), `disposal` (0 … 3), `box` (left, top, width, height: the part to draw), `hole` (the index of a transparent
    colour in the left half of the box).

    `loop`: the number of repetitions after the first showing, 0 for endless, None for no value.
    """
    data = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF6, 0, 0)
    data += b"".join(bytes(palette[at] if at < len(palette) else (0, 0, 0)) for at in range(128))
    if loop is not None:
        data += b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", loop, 0)
    for frame in frames:
        left, top, across, down = frame.get("box", (0, 0, width, height))
        hole = frame.get("hole")
        flags = frame.get("disposal", 0) << 2 | (hole is not None)
        data += b"\x21\xf9\x04" + struct.pack("<BHBB", flags, frame.get("delay", 100) // 10, hole or 0, 0)
        data += b"\x2c" + struct.pack("<HHHHB", left, top, across, down, 0) + b"\x07"
        row = [frame["color"]] * across
        if hole is not None:
            row[: across // 2] = [hole] * (across // 2)
        # Codes of 8 bits throughout: 7-bit pixels, and a clear code before a decoder's table grows.
        codes = bytearray()
        for at, pixel in enumerate(row * down):
            if at % 100 == 0:
                codes.append(128)
            codes.append(pixel)
        codes.append(129)
        for start in range(0, len(codes), 255):
            block = codes[start : start + 255]
            data += bytes([len(block)]) + block
        data += b"\0"
    return data + b"\x3b"


def read(path):
    """Frames, delays in milliseconds, and the number of showings (0 for endless) of a GIF or WebP."""
    data = path.read_bytes()
    return _gif(data) if data[:3] == b"GIF" else _webp(data)


def _gif(data):
    def table(flags):
        return 3 << (flags & 7) + 1 if flags & 0x80 else 0

    at, delays, loop, pending = 13 + table(data[10]), [], 1, 0
    while data[at] != 0x3B:
        kind = data[at]
        if kind == 0x2C:
            delays.append(pending)
            at += 10 + table(data[at + 9]) + 1
        else:
            label, first = data[at + 1], data[at + 3 : at + 3 + data[at + 2]]
            if label == 0xF9:
                pending = struct.unpack("<H", first[1:3])[0] * 10
            if label == 0xFF and first == b"NETSCAPE2.0":
                # The count excludes the first showing.
                again = struct.unpack("<H", data[at + 16 : at + 18])[0]
                loop = again + 1 if again else 0
            at += 2
        while data[at]:
            at += 1 + data[at]
        at += 1
    return {"frames": len(delays), "delays": delays, "shown": loop}


def _webp(data):
    at, delays, loop = 12, [], 1
    while at < len(data):
        name, size = data[at : at + 4], struct.unpack("<I", data[at + 4 : at + 8])[0]
        content = data[at + 8 : at + 8 + size]
        if name == b"ANIM":
            loop = struct.unpack("<H", content[4:6])[0]
        if name == b"ANMF":
            delays.append(int.from_bytes(content[12:15], "little"))
        at += 8 + size + size % 2
    return {"frames": len(delays) or 1, "delays": delays, "shown": loop}
