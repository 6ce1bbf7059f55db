#!/usr/bin/env python3
"""Prints what other implementations of BlurHash and ThumbHash make of the pictures in BlurHashTests.swift and
ThumbHashTests.swift. Both are in Python and know nothing of Alcedo:

    pip install blurhash==1.1.5 thumbhash-python==1.0.1 numpy
"""
import base64
import math

import blurhash
import numpy as np
from thumbhash.decode import thumbhash_to_rgba
from thumbhash.encode import rgba_to_thumbhash


def picture(width, height, sample):
    return [[sample(x, y) for x in range(width)] for y in range(height)]


def slopes(width, height):
    return picture(width, height, lambda x, y: (x * 255 // (width - 1), y * 255 // (height - 1), (x * 3 + y * 5) % 256))


def bent(width, height):
    """Without any symmetry: a frequency of exactly 0 is on the border of two levels, and noise decides."""
    return picture(width, height, lambda x, y: (
        (x * x * 3 + x * y * 2 + y * 5) % 251, (y * y * 2 + x * 7 + x * y) % 253, (x * y + x * 5) % 256))


def light(sample):
    value = sample / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def over_its_mean(rows):
    """Pixels with alpha over the mean of what can be seen, in linear light."""
    weights = sum(p[3] for row in rows for p in row)
    mean = [sum(light(p[c]) * p[3] for row in rows for p in row) / weights for c in range(3)]
    return [[[mean[c] + (light(p[c]) - mean[c]) * p[3] / 255 for c in range(3)] for p in row] for row in rows]


def blur(name, rows, x, y, linear=False):
    print("blurhash ", name, blurhash.encode(np.array(rows), x, y, linear=linear))


def thumb(name, rows):
    flat = [s for row in rows for p in row for s in (tuple(p) + (255,))[:4]]
    value = rgba_to_thumbhash(len(rows[0]), len(rows), flat)
    print("thumbhash", name, base64.b64encode(bytes(value)).decode())


def larger(rows, factor):
    return [[p for p in row for _ in range(factor)] for row in rows for _ in range(factor)]


blur("slopes 64x43", slopes(64, 43), 4, 3)
blur("slopes 43x64", slopes(43, 64), 3, 4)
blur("slopes 60x60", slopes(60, 60), 4, 4)
blur("slopes 60x60 9x9", slopes(60, 60), 9, 9)
blur("slopes 60x60 1x1", slopes(60, 60), 1, 1)
gray = picture(48, 36, lambda x, y: ((x * y) % 256,) * 3)
blur("gray 48x36", gray, 4, 3)
glass = picture(64, 48, lambda x, y: (x * 4, y * 5, 200 - x, min(255, x * y // 8)))
blur("glass 64x48", over_its_mean(glass), 4, 3, linear=True)
corner = [[(255, 0, 0), (0, 255, 0)], [(0, 0, 255), (255, 255, 255)]]
blur("plain 640x480", picture(640, 480, lambda x, y: (200, 100, 50)), 4, 3)
blur("slopes 640x480", picture(640, 480, lambda x, y: (x * 255 // 639, y * 255 // 479, (x + y) * 255 // 1118)), 4, 3)
blur("2x2 as 32x32", larger(corner, 16), 4, 4)
blur("1x1 as 32x32", larger([[(200, 100, 50)]], 32), 4, 4)

for width, height in [(64, 43), (43, 64), (60, 60), (100, 40)]:
    thumb(f"bent {width}x{height}", bent(width, height))
thumb("gray 48x36", gray)
thumb("glass 64x48", glass)
thumb("bent glass 33x64", [
    [(*p, 255 - x * y // 9) for x, p in enumerate(row)] for y, row in enumerate(bent(33, 64))])
thumb("invisible 20x30", picture(20, 30, lambda x, y: (x, y, 9, 0)))

print("decoded  ", blurhash.decode("UBMOZfK1GG%LBBNG,;Rj2skq=eE1s9n4S5Na", 4, 3))
for text in ["3PcNNYSFeXh/d3eld0iHZoZgVwh2", "YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw=="]:
    width, height, rgba = thumbhash_to_rgba(base64.b64decode(text), 4)
    print("decoded  ", width, height, list(rgba))
