"""For 11-encoders: pictures, what files say about their colours, and files written byte by byte as specifications have them."""

import functools
import math
import struct
import zlib


class Raster:
    """Pixels as (red, green, blue, alpha), 0…255, alpha not multiplied in. Fractions are what more than 8 bits hold."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, list(pixels)

    @classmethod
    def of(cls, width, height, colour):
        return cls(width, height, [colour(x, y) for y in range(height) for x in range(width)])

    def at(self, x, y):
        return self.pixels[y * self.width + x]

    def map(self, change):
        return Raster(self.width, self.height, map(functools.cache(change), self.pixels))

    def crop(self, left, top, width, height):
        return Raster.of(width, height, lambda x, y: self.at(left + x, top + y))

    def under(self, part, left, top):
        """With another picture over it, its corner at these places; what is outside is left out."""
        result = Raster(self.width, self.height, self.pixels)
        for y in range(max(top, 0), min(top + part.height, self.height)):
            for x in range(max(left, 0), min(left + part.width, self.width)):
                (*over, a), (*under, b) = part.at(x - left, y - top), self.at(x, y)
                both = a + b * (255 - a) / 255
                result.pixels[y * self.width + x] = (
                    *((o * a + u * b * (255 - a) / 255) / both for o, u in zip(over, under)), both) if both else (0, 0, 0, 0)
        return result

    def emptied(self, left, top, width, height):
        return Raster.of(self.width, self.height, lambda x,
                         y: (0, 0, 0, 0) if left <= x < left + width and top <= y < top + height
                         else self.at(x, y))

    def turned(self, orientation):
        """Shown as Exif's tag 274 says (CIPA DC-008, 4.6.5)."""
        w, h = self.width - 1, self.height - 1
        place = {1: lambda x, y: (x, y), 2: lambda x, y: (w - x, y), 3: lambda x, y: (w - x, h - y), 4: lambda x,
                 y: (x, h - y),
                 5: lambda x, y: (y, x), 6: lambda x, y: (y, h - x), 7: lambda x, y: (w - y, h - x), 8: lambda x,
                 y: (w - y, x)}
        size = (self.height, self.width) if orientation > 4 else (self.width, self.height)
        return Raster.of(*size, lambda x, y: self.at(*place[orientation](x, y)))

    def rows(self, bands="RGB", depth=8):
        """Rows of whole samples; L is the red of a grey picture."""
        places, scale = ["RGBA".index(band if band != "L" else "R") for band in bands], ((1 << depth) - 1) / 255
        return [[int(self.at(x, y)[band] * scale + 0.5) for x in range(self.width) for band in places]
                for y in range(self.height)]

    def samples(self, bands="RGB", depth=8, order=">"):
        return b"".join(packed(row, depth, order) for row in self.rows(bands, depth))


def packed(row, depth, order=">"):
    """A row of samples, the first in the highest bits of a byte."""
    if depth >= 8:
        return struct.pack(f"{order}{len(row)}{ {8: 'B', 16: 'H', 32: 'I'}[depth]}", *row)
    row, count = row + [0] * (-len(row) % (8 // depth)), 8 // depth
    return bytes(sum(value << depth * (count - 1 - i) for i, value in enumerate(row[at:at + count]))
                 for at in range(0, len(row), count))


# ---- Pictures

WIDTH, HEIGHT = 51, 43
PATCHES = [(230, 25, 25), (25, 230, 25), (25, 25, 230), (25, 230, 230), (230, 25, 230), (230, 230, 25), (250, 250, 250)]


def noise(x, y):
    return (x * 7919 + y * 104729 + x * y * 31) % 97 / 96


def colour(x, y):
    """Two smooth parts, greys, saturated colours and a busy part, on a grid of 8."""
    across = min(x, 47) / 47
    if y < 8:
        return 30 + 200 * across, 200 - 10 * y, 220 - 180 * across
    if y < 16:
        return 240 - 60 * across, 120 + 90 * across + 4 * (y - 8), 110 - 40 * across
    if y < 24:
        return (255 * across,) * 3
    if y < 32:
        return PATCHES[x // 8 % 7]
    light = 60 + 130 * noise(x, y)
    return light + 30, light, light - 25


def alpha(x, y):
    return 255 if y < 12 else 255 * min(x, 47) / 47 if y < 28 else (0, 64, 128, 255)[x // 8 % 4]


def whole(value):
    return int(value + 0.5)


FINE = Raster.of(WIDTH, HEIGHT, lambda x, y: tuple(whole(value * 257) / 257 for value in (*colour(x, y), 255)))
RGB = FINE.map(lambda p: tuple(map(whole, p)))
GREY = RGB.map(lambda p: (whole(0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2]),) * 3 + (255,))
FINE_GREY = FINE.map(lambda p: (whole((0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2]) * 257) / 257,) * 3 + (255,))
FOUR, SIXTEEN = [(20, 20, 40), (230, 40, 40), (60, 200, 90), (240, 240, 220)], [
    (85 * r, 255 * g, 85 * b) for r in range(4) for g in range(2) for b in (0, 3)]
COLOURS = [(85 * r, 85 * g, 85 * b) for r in range(4) for g in range(4) for b in range(4)]


def nearest(pixel, colours):
    return min(range(len(colours)), key=lambda i: sum((a - b) ** 2 for a, b in zip(pixel, colours[i])))


def limited(raster, colours):
    """The picture in these colours."""
    return raster.map(lambda p: (*colours[nearest(p, colours)], p[3]))


def indices(raster, colours):
    found = {}
    return [[found.setdefault(p, nearest(p, colours)) for p in raster.pixels[y * raster.width:(y + 1) * raster.width]]
            for y in range(raster.height)]


def with_alpha(raster, change=lambda a: a):
    return Raster(raster.width, raster.height, [
        (*p[:3], change(alpha(at % raster.width, at // raster.width))) for at, p in enumerate(raster.pixels)])


def square(number, hole):
    """A frame: a square that moves over the picture in few colours, or over nothing."""
    ground = limited(RGB, COLOURS)
    return Raster.of(WIDTH, HEIGHT, lambda x, y: (*SIXTEEN[3 * number + 4],
                                                  255) if 0 <= x - 12 * number - 4 < 12 and 9 < y < 30
                     else (0, 0, 0, 0) if hole else ground.at(x, y))


PICTURES = {
    "rgb": RGB, "rgb16": FINE, "grey": GREY, "grey16": FINE_GREY, "palette": limited(RGB, COLOURS),
    "rgba": with_alpha(RGB, whole), "rgba16": with_alpha(FINE, lambda a: whole(a * 257) / 257),
    "greya": with_alpha(GREY, whole),
    "hole": with_alpha(limited(RGB, COLOURS), lambda a: 255 if a > 127 else 0),
    "bilevel": limited(GREY, [(0, 0, 0), (255, 255, 255)]),
    "large": Raster.of(128, 160, lambda x, y: (*RGB.at(x // 3, y // 4)[:3], 255)),
    **{f"moving{number}": square(number, False) for number in range(3)},
    **{f"ghost{number}": square(number, True) for number in range(3)},
}


# ---- Colours

def srgb_to_linear(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def linear_to_srgb(value):
    value = min(max(value, 0), 1)
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def multiply(left, right):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*right)] for row in left]


def apply(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def inverse(m):
    (a, b, c), (d, e, f), (g, h, i) = m
    det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return [[value / det for value in row] for row in [
        (e * i - f * h, c * h - b * i, b * f - c * e), (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d)]]


D50, D65 = (0.9642, 1, 0.8249), (0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290)
# ITU-R BT.709, SMPTE RP 431-2 with D65 (Display P3), Adobe RGB (1998), ITU-R BT.2020, BT.601 with 525 lines.
BT709 = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
P3 = ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
ADOBE = ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06))
BT2020 = ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
BT601 = ((0.630, 0.340), (0.310, 0.595), (0.155, 0.070))


DCI = (0.314 / 0.351, 1, (1 - 0.314 - 0.351) / 0.351)


def to_d50(primaries, white=D65):
    """From linear light to XYZ at D50, adapted by Bradford (ICC.1:2010, annex E)."""
    columns = [[x / y, 1, (1 - x - y) / y] for x, y in primaries]
    plain = [list(row) for row in zip(*columns)]
    scale = apply(inverse(plain), white)
    cone = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    gains = [d / s for d, s in zip(apply(cone, D50), apply(cone, white))]
    adapt = multiply(inverse(cone), [[gain * value for value in row] for gain, row in zip(gains, cone)])
    return multiply(adapt, [[value * factor for value, factor in zip(row, scale)] for row in plain])


def from_d50(xyz):
    return [255 * linear_to_srgb(value) for value in apply(inverse(to_d50(BT709)), xyz)]


def recoloured(raster, primaries=BT709, curve=srgb_to_linear, white=D65):
    """Samples of other primaries and another curve, a function or a gamma, as sRGB; what is outside of it is clipped."""
    decode = curve if callable(curve) else lambda value: value ** curve
    matrix = multiply(inverse(to_d50(BT709)), to_d50(primaries, white))
    return raster.map(lambda p: (*(255 * linear_to_srgb(v) for v in apply(matrix, [decode(c / 255) for c in p[:3]])), p[3]))


def lab_to_srgb(light, a, b):
    """CIELAB at D50 (ICC.1:2010, 6.3.4)."""
    middle = (light + 16) / 116
    curve = [t ** 3 if t > 6 / 29 else 3 * (6 / 29) ** 2 * (t - 4 / 29) for t in (middle + a / 500, middle, middle - b / 200)]
    return from_d50([white * value for white, value in zip(D50, curve)])


def srgb_to_lab(pixel):
    xyz = apply(to_d50(BT709), [srgb_to_linear(value / 255) for value in pixel[:3]])
    x, y, z = [t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29 for t in (v / w for v,
            w in zip(xyz, D50))]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ycc(pixel):
    """ITU-T T.871, 7: full range, the matrix of BT.601."""
    r, g, b = pixel[:3]
    return (0.299 * r + 0.587 * g + 0.114 * b, 128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
            128 + 0.5 * r - 0.418688 * g - 0.081312 * b)


def icc(primaries=BT709, gamma=None, space=b"RGB "):
    """A profile of three primaries, or of grey, with a gamma, or the curve of sRGB in parameters (ICC.1:2010)."""
    curve = (b"curv\0\0\0\0" + struct.pack(">IHH", 1, whole(gamma * 256), 0) if gamma else
             b"para\0\0\0\0\0\3\0\0" + b"".join(struct.pack(">i", whole(v * 65536)) for v in
                                                (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)))

    def xyz(values):
        return b"XYZ \0\0\0\0" + b"".join(struct.pack(">i", math.floor(v * 65536 + 0.5)) for v in values)

    text = "a profile".encode("utf-16-be")
    tags = {b"desc": b"mluc\0\0\0\0" + struct.pack(">II4sII", 1, 12, b"enUS", len(text), 28) + text + b"\0\0",
            b"wtpt": xyz(D50)}
    tags[b"cprt"] = tags[b"desc"]
    if space == b"GRAY":
        tags[b"kTRC"] = curve
    else:
        for name, column in zip("rgb", zip(*to_d50(primaries))):
            tags[name.encode() + b"XYZ"], tags[name.encode() + b"TRC"] = xyz(column), curve
    table, data, at = struct.pack(">I", len(tags)), b"", 132 + 12 * len(tags)
    for name, content in tags.items():
        content += bytes(-len(content) % 4)
        table += struct.pack(">4sII", name, at + len(data), len(content))
        data += content
    header = struct.pack(">I4sI4s4s4s12s4s28s", at + len(data), b"\0\0\0\0", 0x04300000, b"mntr", space, b"XYZ ", bytes(12),
                         b"acsp", bytes(28))
    return (header + xyz(D50)[8:]).ljust(128, b"\0") + table + data


# ---- Metadata

def exif(orientation, order=">", kind=3):
    value = struct.pack(order + ("HH" if kind == 3 else "I"), orientation, *([0] if kind == 3 else []))
    return (b"MM\0*" if order == ">" else b"II*\0") + struct.pack(order + "IHHHI", 8, 1, 274, kind, 1) + value + bytes(4)


def segments(jpeg, *parts):
    """A JPEG with more segments behind the first one, JFIF's: (marker, content)."""
    start = 2 if jpeg[3] != 0xE0 else 4 + int.from_bytes(jpeg[4:6], "big")
    return jpeg[:start] + b"".join(struct.pack(">BBH", 255, marker, len(data) + 2) + data for marker,
                                   data in parts) + jpeg[start:]


def profile_segments(profile, count=1):
    """ICC.1:2010, B.4."""
    size = -(-len(profile) // count)
    return [(0xE2, b"ICC_PROFILE\0" + bytes([i + 1, count]) + profile[size * i:size * (i + 1)]) for i in range(count)]


def box(name, *content):
    """Of an ISO file (JPEG 2000, AVIF, JPEG XL)."""
    return struct.pack(">I4s", 8 + sum(map(len, content)), name) + b"".join(content)


# ---- PNG and APNG (W3C PNG, third edition)

def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def filtered(rows, step):
    """Rows of bytes, each with another filter."""
    above, out = bytes(len(rows[0])) if rows else b"", b""
    for y, row in enumerate(rows):
        kind = y % 5
        left, corner = bytes(step) + row[:-step] if len(row) > step else bytes(len(row)), bytes(step) + above[:-step]
        guess = {0: lambda a, b, c: 0, 1: lambda a, b, c: a, 2: lambda a, b, c: b, 3: lambda a, b, c: (a + b) // 2,
                 4: lambda a, b, c: min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]}[kind]
        out += bytes([kind]) + bytes(v - guess(a, b, c) & 255 for v, a, b, c in zip(row, left, above, corner))
        above = row
    return out


PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def png_data(rows, bands, depth, interlaced=False, level=9):
    data = b""
    for left, top, across, down in PASSES if interlaced else [(0, 0, 1, 1)]:
        part = [[row[x * bands + band] for x in range(left, len(row) // bands, across) for band in range(bands)]
                for row in rows[top::down]]
        if part and part[0]:
            data += filtered([packed(row, depth) for row in part], max(bands * depth // 8, 1))
    return zlib.compress(data, level)


def png(raster, bands="RGB", depth=8, interlaced=False, chunks=(), colours=None, level=9, pieces=1, before=()):
    """`chunks` are before the palette, `before` between it and the pixels."""
    kind = 3 if colours else {"L": 0, "RGB": 2, "LA": 4, "RGBA": 6}[bands]
    rows = indices(raster, colours) if colours else raster.rows(bands, depth)
    data = png_data(rows, 1 if colours else len(bands), depth, interlaced, level)
    size = -(-len(data) // pieces)
    return b"".join([
        b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", raster.width, raster.height, depth, kind, 0, 0,
                                                         interlaced)),
        *(chunk(*part) for part in chunks), *([chunk(b"PLTE", bytes(sum(colours, ())))] if colours else []),
        *(chunk(*part) for part in before),
        *(chunk(b"IDAT", data[size * i:size * (i + 1)]) for i in range(pieces)), chunk(b"IEND", b"")])


def apng(width, height, frames, loops=0, hidden=None):
    """Frames as (raster, left, top, delay in milliseconds, disposal, blend); `hidden` is the picture for other programs."""
    number, out = 0, []
    parts = [png_data(frame[0].rows("RGBA"), 4, 8) for frame in frames]
    if hidden:
        out.append(chunk(b"IDAT", png_data(hidden.rows("RGBA"), 4, 8)))
    for at, (data, (raster, left, top, delay, disposal, blend)) in enumerate(zip(parts, frames)):
        out.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, raster.width, raster.height, left, top, delay, 1000,
                                              disposal, blend)))
        number += 1
        if at == 0 and not hidden:
            out.append(chunk(b"IDAT", data))
        else:
            out.append(chunk(b"fdAT", struct.pack(">I", number) + data))
            number += 1
    return b"".join([b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)),
                     chunk(b"acTL", struct.pack(">II", len(frames), loops)), *out, chunk(b"IEND", b"")])


# ---- GIF (GIF89a)

def gif(width, height, frames, loop=0, version=b"GIF89a", table=None, ground=0):
    """Frames as mappings: rows of indices, colours unless the file has a table, left, top, delay in milliseconds, disposal,
    clear (an index), interlaced."""
    def colours(table):
        return bytes(sum(table, ())).ljust(384, b"\0")

    data = version + struct.pack("<HHBBB", width, height, 0xF6 if table else 0x70, ground,
                                 0) + (colours(table) if table else b"")
    if loop is not None:
        data += b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", loop, 0)
    for frame in frames:
        rows, clear, own = frame["rows"], frame.get("clear"), frame.get("colours")
        if version == b"GIF89a":
            data += b"\x21\xf9\x04" + struct.pack("<BHBB", frame.get("disposal", 0) << 2 | (clear is not None),
                                                  frame.get("delay", 100) // 10, clear or 0, 0)
        interlaced = frame.get("interlaced", False)
        data += b"\x2c" + struct.pack("<HHHHB", frame.get("left", 0), frame.get("top", 0), len(rows[0]), len(rows),
                                      (0x86 if own else 0) | (0x40 if interlaced else 0))
        data += (colours(own) if own else b"") + b"\x07"
        if interlaced:
            rows = rows[0::8] + rows[4::8] + rows[2::4] + rows[1::2]
        # Codes of 8 bits throughout: 7-bit pixels, and a clear code before a decoder's table grows.
        codes = bytearray()
        for at, pixel in enumerate(pixel for row in rows for pixel in row):
            codes += bytes([128, pixel] if at % 100 == 0 else [pixel])
        codes.append(129)
        data += b"".join(bytes([len(codes[at:at + 255])]) + codes[at:at + 255] for at in range(0, len(codes), 255)) + b"\0"
    return data + b"\x3b"


# ---- BMP (Microsoft's BITMAPINFOHEADER and its successors)

def bmp(raster, bits=24, header=40, compression=0, masks=(), colours=(), down=False, data=None, opaque=True):
    """`masks` are those of red, green, blue and alpha; a header of 12 bytes is OS/2's."""
    if data is None:
        if colours:
            rows = [packed(row, bits) for row in indices(raster, colours)]
        elif masks:
            places = [(low := (mask & -mask).bit_length() - 1, mask >> low) if mask else (0, 0) for mask in masks]
            rows = [b"".join(sum(whole(v / 255 * top) << at for v, (at, top) in zip(p, places)).to_bytes(bits // 8, "little")
                             for p in raster.pixels[y * raster.width:(y + 1) * raster.width]) for y in range(raster.height)]
        else:
            rows = [b"".join(bytes([p[2], p[1], p[0], *([0] if bits == 32 else [])])
                             for p in raster.pixels[y * raster.width:(y + 1) * raster.width]) for y in range(raster.height)]
        rows = [row + bytes(-len(row) % 4) for row in rows]
        data = b"".join(rows if down else reversed(rows))
    palette = b"".join(bytes([b, g, r, *([] if header == 12 else [0])]) for r, g, b in colours)
    palette = palette.ljust((3 if header == 12 else 4) * (1 << bits), b"\0") if colours else b""
    if header == 16:
        info = struct.pack("<IiiHH", 16, raster.width, raster.height, 1, bits)
    elif header == 12:
        info = struct.pack("<IHHHH", 12, raster.width, raster.height, 1, bits)
    else:
        info = struct.pack("<IiiHHIIiiII", header, raster.width, -raster.height if down else raster.height, 1, bits,
                           compression,
                           len(data), 2835, 2835, 1 << bits if colours else 0, 0)
        info += struct.pack(f"<{len(masks)}I", *masks)
        if header > 56:
            info = (info.ljust(56, b"\0") + (b"BGRs" if header >= 108 else b"")).ljust(header, b"\0")
    at = 14 + len(info) + len(palette)
    return b"BM" + struct.pack("<IHHI", at + len(data), 0, 0, at) + info + palette + data


def run_lengths(rows, bits):
    """RLE8 and RLE4: runs where there are some, and pixels as they are."""
    out = b""
    for row in reversed(rows):
        at = 0
        while at < len(row):
            run = 1
            while at + run < len(row) and row[at + run] == row[at] and run < 255:
                run += 1
            if run > 2 or at + 3 > len(row):
                out += bytes([run, row[at] if bits == 8 else row[at] * 17])
                at += run
                continue
            part = row[at:at + 6]
            data = packed(part, bits)
            out += bytes([0, len(part)]) + data + bytes(len(data) % 2) if len(part) > 2 else b"".join(
                bytes([1, v if bits == 8 else v * 17]) for v in part)
            at += len(part)
        out += b"\0\0"
    return out + b"\0\1"


# ---- TIFF (6.0, its supplements, and BigTIFF)

def packbits(row):
    return b"".join(bytes([len(row[at:at + 128]) - 1]) + row[at:at + 128] for at in range(0, len(row), 128))


def tiff(raster, bands="RGB", depth=8, order="<", photometric=2, planar=1, compression=1, strip=None, tile=None, extra=None,
         orientation=None, profile=None, colours=None, kind=None, big=False, mirrored=False, rows=None, more=()):
    """`strip`: rows in each; `tile`: its side; `kind`: SampleFormat; `mirrored`: FillOrder 2; `rows`: bytes, of one plane."""
    width, height, count = raster.width, raster.height, len(bands)
    if planar == 2:
        planes = [raster.rows(band, depth) for band in bands]
    else:
        planes = [indices(raster, colours) if colours else raster.rows(bands, depth)]
    step = 1 if planar == 2 or colours else count

    def compressed(lines):
        if mirrored:
            lines = [bytes(int(f"{byte:08b}"[::-1], 2) for byte in line) for line in lines]
        if compression == 32773:
            return b"".join(map(packbits, lines))
        return zlib.compress(b"".join(lines)) if compression == 8 else b"".join(lines)

    blocks = []
    for plane in planes:
        if tile:
            for top in range(0, height, tile):
                for left in range(0, width, tile):
                    part = [row[left * step:(left + tile) * step] for row in plane[top:top + tile]]
                    part = [row + [0] * (tile * step - len(row)) for row in part]
                    part += [[0] * (tile * step)] * (tile - len(part))
                    blocks.append(compressed([packed(row, depth, order) for row in part]))
        else:
            lines = rows or [packed(row, depth, order) for row in plane]
            blocks += [compressed(lines[top:top + (strip or height)]) for top in range(0, height, strip or height)]
    bits, long = [depth] * (1 if colours else count), 16 if big else 4
    fields = [(256, 3, [width]), (257, 3, [height]), (258, 3, bits), (259, 3, [compression]), (262, 3, [photometric]),
              (277, 3, [len(bits)]), (284, 3, [planar]), *more]
    if tile:
        fields += [(322, 3, [tile]), (323, 3, [tile]), (324, long, blocks), (325, long, [len(part) for part in blocks])]
    else:
        fields += [(278, 3, [strip or height]), (273, long, blocks), (279, long, [len(part) for part in blocks])]
    fields += [(266, 3, [2])] if mirrored else []
    fields += [(274, 3, [orientation])] if orientation else []
    fields += [(338, 3, [extra] if isinstance(extra, int) else extra)] if extra is not None else []
    fields += [(339, 3, [kind] * len(bits))] if kind else []
    fields += [(34675, 7, list(profile))] if profile else []
    if colours:
        table = colours + [(0, 0, 0)] * ((1 << depth) - len(colours))
        fields += [(320, 3, [value * 257 for band in zip(*table) for value in band])]
    sizes, codes = {1: 1, 3: 2, 4: 4, 5: 8, 7: 1, 16: 8}, {1: "B", 3: "H", 4: "I", 5: "Q", 7: "B", 16: "Q"}
    head, inline = (16, 8) if big else (8, 4)
    entry, data = 20 if big else 12, b""
    start = head + (8 if big else 2) + entry * len(fields) + inline
    places = []
    for part in blocks:
        places.append(start + len(data))
        data += part + bytes(len(part) % 2)
    directory = struct.pack(order + ("Q" if big else "H"), len(fields))
    for tag, form, values in sorted(fields, key=lambda field: field[0]):
        values = places if tag in (273, 324) else values
        content = struct.pack(f"{order}{len(values)}{codes[form]}", *values) if form != 5 else b"".join(
            struct.pack(order + "II", *value) for value in values)
        if len(content) > inline:
            at = start + len(data)
            data += content + bytes(len(content) % 2)
            content = struct.pack(order + ("Q" if big else "I"), at)
        directory += struct.pack(order + ("HHQ" if big else "HHI"), tag, form, len(values)) + content.ljust(inline, b"\0")
    mark = b"II" if order == "<" else b"MM"
    header = mark + (struct.pack(order + "HHHQ", 43, 8, 0, 16) if big else struct.pack(order + "HI", 42, 8))
    return header + directory + bytes(inline) + data


# ---- SVG and PDF: rectangles on whole pixels, and pictures

def painted(width, height, *rectangles, ground=(0, 0, 0, 0)):
    """Rectangles as (left, top, width, height, colour), each over those before it."""
    raster = Raster.of(width, height, lambda x, y: ground)
    for left, top, across, down, ink in rectangles:
        raster = raster.under(Raster.of(across, down, lambda x, y: (*ink, 255)[:4]), left, top)
    return raster


def pdf(width, height, drawing, page="", objects=()):
    """A page in points with a drawing; `objects` are numbered from 5."""
    parts = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
             f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R {page} >>".encode(),
             stream("", drawing.encode()), *objects]
    file, places = b"%PDF-1.7\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    return file + (f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(parts) + 1} /Root 1 0 R >>\n"
                   f"startxref\n{len(file)}\n%%EOF\n").encode()


def stream(entries, data):
    return f"<< {entries} /Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream"


# ---- Differences

def even(raster, reach):
    """For each pixel, whether none that near has quite another hue: edges of colours at less resolution blur."""
    def hue(x, y):
        r, g, b, _ = raster.at(x, y)
        return r - g, b - g

    result = [True] * len(raster.pixels)
    for y in range(raster.height):
        for x in range(raster.width):
            one = hue(x, y)
            for other_x, other_y in ((x + 1, y), (x, y + 1)):
                if other_x < raster.width and other_y < raster.height and max(
                        abs(a - b) for a, b in zip(one, hue(other_x, other_y))) > 40:
                    for near_y in range(max(y - reach, 0), min(other_y + reach + 1, raster.height)):
                        for near_x in range(max(x - reach, 0), min(other_x + reach + 1, raster.width)):
                            result[near_y * raster.width + near_x] = False
    return result


def differences(got, expected, reach=0, side=8):
    """The mean and the largest difference over black and white, and the largest of the means of blocks: what an encoder loses
    is in its details, and a wrong colour is in all of a block."""
    sums, total, most, count = {}, 0.0, 0.0, 0
    counts = even(expected, reach) if reach else None
    for at, (one, two) in enumerate(zip(got.pixels, expected.pixels)):
        if counts and not counts[at]:
            continue
        block, count = (at // got.width // side, at % got.width // side), count + 1
        for band in range(3):
            over_black = (one[band] * one[3] - two[band] * two[3]) / 255
            for ground, error in enumerate((over_black, over_black + two[3] - one[3])):
                total += abs(error)
                most = max(most, abs(error))
                entry = sums.setdefault((block, band, ground), [0.0, 0])
                entry[0] += error
                entry[1] += 1
    # Blocks of few pixels prove little.
    blocks = max(abs(error) / pixels for error, pixels in sums.values() if pixels * 4 >= side * side)
    return total / count / 6, most, blocks
