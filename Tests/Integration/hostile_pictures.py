"""Pictures that are small on disk, but large to decode, written byte by byte.

`bombs()` returns them by name. All are generated: each has a header with large claims, or highly repetitive data, and
is decoded, or refused with an error, by the image libraries alone. What they would not survive is not kept here:
`stand_ins()` are photographs during which a worker is made to hang, to take all memory or to crash.
"""

import base64
import gzip
import math
import struct
import zlib

MEGABYTE = 1 << 20


# Elements of formats

def zeros(count):
    """A zlib stream of that many zeros. A block of a megabyte is compressed once and repeated, because a full flush
    resets the state."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(MEGABYTE)) + packer.flush(zlib.Z_FULL_FLUSH)
    rest = packer.compress(bytes(count % MEGABYTE)) + packer.flush()
    # RFC 1950, 9: of zeros the first sum stays 1, and the second is their number.
    return b"\x78\xda" + block * (count // MEGABYTE) + rest + struct.pack(">HH", count % 65521, 1)


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, *chunks, depth=8, color=0, interlaced=False, rows=None):
    """A PNG of one colour with extra chunks before the pixels; without `rows` a complete one, packed."""
    if rows is None:
        channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
        # A byte for the filter in each row; an interlaced picture has rows of seven passes.
        size = 0
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        for left, top, across, down in passes if interlaced else [(0, 0, 1, 1)]:
            columns, lines = -(-(width - left) // across), -(-(height - top) // down)
            if columns > 0 and lines > 0:
                size += lines * (1 + -(-columns * depth * channels // 8))
        rows = zeros(size)
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, int(interlaced))
    return b"".join([b"\x89PNG\r\n\x1a\n", png_chunk(b"IHDR", header), *(png_chunk(*chunk) for chunk in chunks),
                     png_chunk(b"IDAT", rows), png_chunk(b"IEND", b"")])


def itxt(key, text):
    return b"iTXt", key + b"\0\0\0\0\0" + text


def gif(width, height, frames):
    """A GIF of frames of this size, each with the data of one pixel."""
    frame = (b"\x21\xf9\x04\0\x02\0\0\0" + b"\x2c" + struct.pack("<HHHH", 0, 0, width, height) + b"\0"
             + b"\x02\x02\x44\x01\0")
    return (b"GIF89a" + struct.pack("<HH", width, height) + b"\x80\0\0" + b"\0\0\0\xff\xff\xff"
            + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0" + frame * frames + b";")


def jpeg_segment(marker, data):
    return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data


def jpeg(width, height, *segments, scans=1, progressive=True):
    """A grey JPEG of one colour: a first scan of all DC values, then scans of nothing but long runs of empty blocks."""
    blocks = -(-width // 8) * -(-height // 8)
    # Two codes of one bit each: "no difference", and, for AC, "32,767 blocks without anything" (EOBRUN of 14 more bits).
    dc = jpeg_segment(0xC4, b"\x00" + bytes([1] + [0] * 15) + b"\x00")
    ac = jpeg_segment(0xC4, b"\x10" + bytes([1, 1] + [0] * 14) + b"\xe0\x00")
    first = jpeg_segment(0xDA, b"\x01\x01\x00" + (b"\0\0\0" if progressive else b"\0\x3f\0"))
    # Each block has a bit for DC and, for a baseline picture, "10", the end of the block.
    bits = blocks if progressive else 3 * blocks
    data = bytes(bits // 8 + 1) if progressive else (b"\x49\x24\x92" * (bits // 24 + 1))
    run = "0" + "1" * 14
    runs = run * -(-blocks // 32767)
    runs += "1" * (-len(runs) % 8)
    again = bytes(int(runs[place : place + 8], 2) for place in range(0, len(runs), 8)).replace(b"\xff", b"\xff\0")
    # Bits 5 to 0 of the same coefficients over and over would be refused; the same first scan again is not.
    scan = jpeg_segment(0xDA, b"\x01\x01\x00" + b"\x01\x3f\x00") + again
    return (b"\xff\xd8" + b"".join(segments) + jpeg_segment(0xDB, b"\0" + b"\x10" * 64)
            + jpeg_segment(0xC2 if progressive else 0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00")
            + dc + ac + first + data + (scan * (scans - 1) if progressive else b"") + b"\xff\xd9")


def tiff(*directories, start=None, after=b""):
    """A little-endian TIFF: lists of (tag, type, count, value), each directory followed by the next."""
    place, parts = 8, []
    for number, entries in enumerate(directories):
        size = 2 + 12 * len(entries) + 4
        following = place + size if number + 1 < len(directories) else 0
        parts.append(struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries)
                     + struct.pack("<I", following))
        place += size
    return b"II*\0" + struct.pack("<I", 8 if start is None else start) + b"".join(parts) + after


def tiff_picture(width, height, offset=0, length=0, channels=1, compression=1):
    entries = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, compression), (262, 3, 1, 1),
               (273, 4, 1, offset), (277, 3, 1, channels), (278, 4, 1, height), (279, 4, 1, length)]
    return entries


def bits_to_bytes(*fields):
    """Numbers with the given count of bits each, lowest first."""
    value = place = 0
    for number, count in fields:
        value |= number << place
        place += count
    return value.to_bytes(place // 8 + 1, "little")


def riff(*chunks):
    body = b"WEBP" + b"".join(
        kind + struct.pack("<I", len(data)) + data + bytes(len(data) & 1) for kind, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def vp8l(width, height):
    """A lossless WebP of one colour, in which a pixel takes no bits."""
    code = [(1, 1), (0, 1), (0, 1), (0, 1)]
    return bits_to_bytes((0x2F, 8), (width - 1, 14), (height - 1, 14), (0, 1), (0, 3), (0, 1), (0, 1), (0, 1), *(code * 5))


def box(kind, *parts, version=None):
    body = (b"" if version is None else struct.pack(">I", version << 24)) + b"".join(parts)
    return struct.pack(">I", len(body) + 8) + kind + body


def avif(width, height, payload=b"\x12\x00\x0a\x0a" + bytes(40)):
    """An AVIF with a valid header and invalid pixels."""
    def whole(offset):
        properties = box(b"ipco", box(b"ispe", struct.pack(">II", width, height), version=0),
                         box(b"pixi", b"\x03\x08\x08\x08", version=0), box(b"av1C", b"\x81\x3f\x0c\x00"))
        meta = box(
            b"meta", box(b"hdlr", bytes(4) + b"pict" + bytes(13), version=0), box(b"pitm", b"\0\x01", version=0),
            box(b"iloc", b"\x44\0" + struct.pack(">HHHHII", 1, 1, 0, 1, offset, len(payload)), version=0),
            box(b"iinf", b"\0\x01", box(b"infe", b"\0\x01\0\0av01\0", version=2), version=0),
            box(b"iprp", properties, box(b"ipma", struct.pack(">IHBBBB", 1, 1, 3, 1, 2, 0x83), version=0)), version=0)
        return box(b"ftyp", b"avif\0\0\0\0avifmif1miaf") + meta
    return whole(len(whole(0)) + 8) + box(b"mdat", payload)


def svg(body, width=400, height=300, head="", more=""):
    return (f'{head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{width}" height="{height}" {more}>{body}</svg>').encode()


def xmp(body, head=""):
    return (f'{head}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
            f'xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description>{body}</rdf:Description></rdf:RDF></x:xmpmeta>'
            ).encode()


def laughs(name):
    """Entities that each expand to ten of the previous one: 10¹² of the first."""
    lines = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 13))
    return f'<?xml version="1.0"?><!DOCTYPE {name} [<!ENTITY l0 "laugh">{lines}]>'


def nested_use(levels, width):
    """Groups that show the previous one `width` times: `width` to the power of `levels` rectangles."""
    groups = "".join(
        f'<g id="g{n}">' + f'<use xlink:href="#g{n - 1}" x="{n}"/>' * width + "</g>" for n in range(1, levels))
    return f'<defs><g id="g0"><rect width="9" height="9"/></g>{groups}</defs><use xlink:href="#g{levels - 1}"/>'


def marked(picture, mark, act, step="decode"):
    """A JPEG whose worker spins, allocates or crashes at this step, if the build has the fault `worker:MARK`."""
    return picture + f"{mark}-{act}-{step}".encode()


# The bombs

REFUSED = "refused"
EITHER = "either"


def bombs():
    """Name, bytes, and whether it can only fail (REFUSED) or may be done as well (EITHER), within usual limits."""
    # More than the usual limit of pixels, and not too many for a decoder.
    side = 20_000
    # Within the usual limits, and half a gigabyte of pixels.
    big = 11_500
    found = [
        ("png-header.png", png(side, side, color=6, rows=b""), REFUSED),
        ("png-rows.png", png(side, side), REFUSED),
        ("png-bits.png", png(side, side, depth=1), REFUSED),
        ("png-wide.png", png(0x7FFFFFFF, 1, rows=b""), REFUSED),
        ("png-tall.png", png(1, 60_000_000), EITHER),
        ("png-interlaced.png", png(big, big, color=6, interlaced=True), EITHER),
        ("png-ztxt.png", png(8, 8, (b"zTXt", b"Comment\0\0" + zeros(1 << 30))), EITHER),
        ("png-itxt.png", png(8, 8, (b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + zeros(1 << 30))), EITHER),
        ("png-texts.png", png(8, 8, *[(b"zTXt", b"Comment\0\0" + zeros(1_000_000))] * 100), EITHER),
        ("png-iccp.png", png(8, 8, (b"iCCP", b"profile\0\0" + zeros(1 << 30)), color=2), EITHER),
        ("png-chunks.png", png(8, 8, *[(b"tEXt", b"a\0b")] * 20_000), EITHER),
        ("png-xmp-laughs.png", png(8, 8, itxt(b"XML:com.adobe.xmp", xmp("<dc:title>&l12;</dc:title>", laughs("a")))), EITHER),
        ("png-xmp-deep.png", png(8, 8, itxt(b"XML:com.adobe.xmp", xmp("<dc:a>" * 500_000 + "</dc:a>" * 500_000))), EITHER),
        ("gif-frames.gif", gif(1, 1, 100_000), REFUSED),
        ("gif-canvas.gif", gif(side, side, 999), REFUSED),
        ("gif-large.gif", gif(big, big, 1), EITHER),
        ("jpeg-header.jpg", jpeg(side, side, scans=3)[:4000] + b"\xff\xd9", REFUSED),
        ("jpeg-large.jpg", jpeg(big, big, scans=10), EITHER),
        ("jpeg-exif.jpg", jpeg(64, 64, jpeg_segment(0xE1, b"Exif\0\0" + exif_loop())), EITHER),
        ("webp-canvas.webp", riff((b"VP8X", b"\x02\0\0\0" + b"\xfe\xff\0" * 2), (b"ANIM", bytes(6))), REFUSED),
        ("webp-large.webp", riff((b"VP8L", vp8l(big, big))), EITHER),
        ("webp-frames.webp", webp_frames(8000, 400), REFUSED),
        ("tiff-header.tif", tiff(tiff_picture(0xFFFFFFF0, 0xFFFFFFF0, 8, 100)), REFUSED),
        ("tiff-large.tif", tiff_deflated(big, big), EITHER),
        ("tiff-loop.tif", tiff(tiff_picture(8, 8, 8, 64))[:-4] + struct.pack("<I", 8), EITHER),
        ("tiff-directories.tif", tiff(*[tiff_picture(8, 8, 8, 64)] * 20_000), EITHER),
        ("tiff-count.tif", tiff([(256, 4, 1, 8), (257, 4, 1, 8), (273, 4, 0xFFFFFFFF, 8), (279, 4, 0xFFFFFFFF, 8)]), REFUSED),
        ("avif-header.avif", avif(65_535, 65_535), REFUSED),
        ("jxl-header.jxl", b"\xff\x0a" + bits_to_bytes((0, 1), (3, 2), ((1 << 29) - 1, 30), (1, 3), (1, 1)) + bytes(40), REFUSED),
        ("svg-large.svg", svg('<rect width="9" height="9"/>', side, side), REFUSED),
        ("svg-laughs.svg", svg("<text>&l12;</text>", head=laughs("svg")), REFUSED),
        ("svg-use.svg", svg(nested_use(12, 10)), REFUSED),
        # Quotes from a file must not control a terminal: C1 controls, DEL and changes of direction are allowed in XML.
        ("svg-words.svg", svg("<g/>").replace(b"http://www.w3.org/2000", "h\x7f\u009b31m\u202e:// ".encode()), REFUSED),
        ("svg-deep.svg", svg("<g>" * 500_000 + "</g>" * 500_000), EITHER),
        ("svg-blur.svg", svg(
            '<filter id="b" x="-9999" y="-9999" width="19999" height="19999" filterUnits="objectBoundingBox">'
            + '<feGaussianBlur stdDeviation="9999"/>' * 50 + '</filter><rect width="400" height="300" filter="url(#b)"/>'), EITHER),
        ("svg-pattern.svg", svg(patterns(9)), EITHER),
        ("svg-image.svg", svg(
            f'<image width="400" height="300" preserveAspectRatio="none" xlink:href="data:image/png;base64,{base64.b64encode(png(30_000, 30_000)).decode()}"/>'),
         EITHER),
        ("svgz-zeros.svgz", gzip.compress(b"<svg>", mtime=0)[:10] + zeros(1 << 30)[2:-4] + bytes(8), REFUSED),
    ]
    return found


def exif_loop():
    """Directories that refer to themselves, and values that claim all memory."""
    entries = [(0x8769, 4, 1, 8), (0x8825, 4, 1, 8), (0x927C, 7, 0xFFFFFFFF, 8), (0x010E, 2, 0x7FFFFFFF, 8)]
    return b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 12) + b"".join(
        struct.pack("<HHII", *entry) for entry in entries * 3) + struct.pack("<I", 8)


def webp_frames(side, count):
    frame = b"ANMF", bytes(6) + (side - 1).to_bytes(3, "little") * 2 + bytes(4) + webp_chunk(b"VP8L", vp8l(side, side))
    return riff((b"VP8X", b"\x02\0\0\0" + (side - 1).to_bytes(3, "little") * 2), (b"ANIM", bytes(6)), *[frame] * count)


def webp_chunk(kind, data):
    return kind + struct.pack("<I", len(data)) + data + bytes(len(data) & 1)


def tiff_deflated(width, height):
    data = zeros(width * height)
    empty = tiff(tiff_picture(width, height))
    return tiff(tiff_picture(width, height, len(empty), len(data), compression=8)) + data


def patterns(levels):
    """Fills drawn with fills drawn with fills."""
    shapes = "".join(
        f'<pattern id="p{n}" width=".01" height=".01"><rect width="9" height="9" fill="url(#p{n - 1})"/></pattern>'
        for n in range(1, levels))
    first = '<pattern id="p0" width=".1" height=".1"><rect width="1" height="1" fill="red"/></pattern>'
    return f'<defs>{first}{shapes}</defs><rect width="400" height="300" fill="url(#p{levels - 1})"/>'
