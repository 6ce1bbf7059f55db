"""BlurHash and ThumbHash, read as their specifications say, without a library."""

import base64
import math

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"


def number(text):
    value = 0
    for digit in text:
        value = value * 83 + DIGITS.index(digit)
    return value


def blurhash(text):
    """Fields of a BlurHash: components, the mean colour 0…255, and the amount of each wave in linear light."""
    size = number(text[0])
    most = (number(text[1]) + 1) / 166
    mean = number(text[2:6])
    waves = []
    for at in range(6, len(text), 2):
        value = number(text[at:at + 2])
        for level in (value // 361, value // 19 % 19, value % 19):
            part = (level - 9) / 9
            waves.append(part * abs(part) * most)
    return (size % 9 + 1, size // 9 + 1), [mean >> 16, mean >> 8 & 255, mean & 255], waves, most


def thumbhash(text):
    """Fields of a ThumbHash, each with its number of steps: header and levels."""
    bits = int.from_bytes(base64.b64decode(text), "little")
    at = 0

    def take(count):
        nonlocal at
        value = bits >> at & (1 << count) - 1
        at += count
        return value

    header = [take(count) for count in (6, 6, 6, 5, 1, 3, 6, 6, 1)]
    if header[4]:
        header += [take(4), take(4)]
    levels = []
    while at + 4 <= len(base64.b64decode(text)) * 8:
        levels.append(take(4))
    return header, levels


def linear(value):
    """Light, 0…1, of a stored value, 0…255 (IEC 61966-2-1)."""
    value /= 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def stored(light):
    """The stored value, 0…255, of light, 0…1."""
    light = min(max(light, 0), 1)
    return 255 * (light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)


def blurhash_lights(text, width, height):
    """Rows of the light of red, green and blue, 0…1."""
    (across, down), mean, waves, _ = blurhash(text)
    amounts = [linear(part) for part in mean] + waves

    def light(x, y, band):
        return sum(amounts[3 * (j * across + i) + band] * math.cos(math.pi * x * i / width) * math.cos(math.pi * y * j / height)
                   for j in range(down) for i in range(across))

    return [[[min(max(light(x, y, band), 0), 1) for band in range(3)] for x in range(width)] for y in range(height)]


def thumbhash_pixels(text, width, height):
    """Rows of red, green and blue, 0…255, of an opaque picture, without the boost of colours that decoders add."""
    header, levels = thumbhash(text)
    lightness, yellow, red, scale, alpha, count, yellow_scale, red_scale, landscape = header
    assert alpha == 0, text
    rest = iter(levels)

    def waves(amount, across, down):
        return [(i, j, (next(rest) / 7.5 - 1) * amount)
                for j in range(down) for i in range(across) if i + j > 0 and i * down < across * (down - j)]

    count = max(count, 3)
    channels = [
        (lightness / 63, waves(scale / 31, *(7, count) if landscape else (count, 7))),
        (yellow / 31.5 - 1, waves(yellow_scale / 63, 3, 3)),
        (red / 31.5 - 1, waves(red_scale / 63, 3, 3)),
    ]

    def pixel(x, y):
        light, p, q = (
            mean + sum(2 * part * math.cos(math.pi / width * (x + 0.5) * i) * math.cos(math.pi / height * (y + 0.5) * j)
                       for i, j, part in own) for mean, own in channels)
        blue = light - 2 / 3 * p
        r = (3 * light - blue + q) / 2
        return [255 * min(max(value, 0), 1) for value in (r, r - q, blue)]

    return [[pixel(x, y) for x in range(width)] for y in range(height)]
