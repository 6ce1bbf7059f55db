"""Unpacks BlurHash and ThumbHash, as a page's script does, and writes PNGs: for make-effect-pictures.

By the formats' descriptions: `Algorithm.md` in woltapp/blurhash, and evanw.github.io/thumbhash.
"""

import math
import struct
import zlib

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"


def png(width, height, rows):
    """A PNG of rows of 8-bit RGBA pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    raw = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in rows)
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


def byte(value):
    return max(0, min(255, math.floor(value * 255 + 0.5)))


def blurhash_picture(text, width, height):
    def number(part):
        value = 0
        for digit in part:
            value = value * 83 + DIGITS.index(digit)
        return value

    def light(value):
        value /= 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    def stored(value):
        value = max(0.0, min(1.0, value))
        return byte(value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)

    down, across = divmod(number(text[0]), 9)
    down, across = down + 1, across + 1
    most = (number(text[1]) + 1) / 166
    mean = number(text[2:6])
    colors = [[light(mean >> 16), light(mean >> 8 & 255), light(mean & 255)]]
    for at in range(1, across * down):
        value = number(text[4 + 2 * at:6 + 2 * at])
        steps = (value // 361, value // 19 % 19, value % 19)
        colors.append([math.copysign(((step - 9) / 9) ** 2, step - 9) * most for step in steps])
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            pixel = [0.0, 0.0, 0.0]
            for j in range(down):
                for i in range(across):
                    wave = math.cos(math.pi * x * i / width) * math.cos(math.pi * y * j / height)
                    for channel in range(3):
                        pixel[channel] += colors[j * across + i][channel] * wave
            row.append([stored(value) for value in pixel] + [255])
        rows.append(row)
    return png(width, height, rows)


def thumbhash_picture(data):
    first = int.from_bytes(data[0:3], "little")
    second = int.from_bytes(data[3:5], "little")
    has_alpha, is_landscape = first >> 23, second >> 15
    longer, shorter = (5 if has_alpha else 7), second & 7
    across, down = (longer, shorter) if is_landscape else (shorter, longer)
    nibbles = (byte >> shift & 15 for byte in data[6 if has_alpha else 5:] for shift in (0, 4))

    def channel(mean, scale, across, down):
        waves = []
        for j in range(down):
            for i in range(0 if j else 1, across):
                if i * down < across * (down - j):
                    waves.append((i, j, (next(nibbles) / 7.5 - 1) * scale))
        return mean, waves

    planes = [
        channel((first & 63) / 63, (first >> 18 & 31) / 31, max(3, across), max(3, down)),
        channel((first >> 6 & 63) / 31.5 - 1, (second >> 3 & 63) / 63 * 1.25, 3, 3),
        channel((first >> 12 & 63) / 31.5 - 1, (second >> 9 & 63) / 63 * 1.25, 3, 3),
        channel((data[5] & 15) / 15, (data[5] >> 4) / 15, 5, 5) if has_alpha else (1, []),
    ]
    ratio = across / down
    width, height = (32, round(32 / ratio)) if ratio > 1 else (round(32 * ratio), 32)
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            lightness, yellow, red, alpha = (
                mean + sum(
                    2 * amount * math.cos(math.pi / width * (x + 0.5) * i) * math.cos(math.pi / height * (y + 0.5) * j)
                    for i, j, amount in waves)
                for mean, waves in planes)
            blue = lightness - 2 / 3 * yellow
            reddish = (3 * lightness - blue + red) / 2
            row.append([byte(value) for value in (reddish, reddish - red, blue, alpha)])
        rows.append(row)
    return png(width, height, rows)
