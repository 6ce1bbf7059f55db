"""Damaged pictures: the mutations of 90-fuzz.

`Mutations(seeds, seed)[number]` is a pure function of the seeds, the seed and the number.
"""

import gzip
import random
import re
import struct
import zlib

from hostile_pictures import avif, gif, jpeg, png, riff, svg, tiff, tiff_picture, vp8l

# Lengths, counts and offsets where programs go wrong.
EXTREMES = [0, 1, 2, 3, 7, 8, 0x7F, 0x80, 0xFF, 0x100, 0x3FFF, 0x4000, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF, 0x10000, 0xFFFFFF,
            0x7FFFFFFE, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 0xFFFFFFFE, 0xFFFFFFFF]
LARGEST = 2_000_000


# Mutations without knowledge of formats

def flip_bits(data, draw, _):
    for _ in range(draw.choice([1, 1, 2, 4, 16, 64])):
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)


def flip_bits_in_front(data, draw, _):
    """Headers are where a reader decides."""
    for _ in range(draw.choice([1, 1, 2, 4, 8])):
        data[draw.randrange(min(len(data), 256))] ^= 1 << draw.randrange(8)


def replace_bytes(data, draw, _):
    for _ in range(draw.choice([1, 2, 4, 16])):
        data[draw.randrange(len(data))] = draw.choice([0, 1, 0x7F, 0x80, 0xFE, 0xFF, draw.randrange(256)])


def fill_a_run(data, draw, _):
    at = draw.randrange(len(data))
    data[at : at + draw.choice([2, 4, 8, 64, 1000])] = bytes([draw.choice([0, 0xFF, 0x41])]) * draw.choice([2, 4, 8, 64, 1000])


def cut_off(data, draw, _):
    del data[draw.choice([draw.randrange(1, len(data) + 1), draw.randrange(1, min(len(data), 200) + 1), max(1, len(data) - 1)]) :]


def remove_a_run(data, draw, _):
    at = draw.randrange(len(data))
    del data[at : at + draw.choice([1, 2, 4, 16, 256, 4096])]
    if not data:
        data += b"\0"


def double_a_run(data, draw, _):
    at = draw.randrange(len(data))
    run = bytes(data[at : at + draw.choice([1, 4, 16, 256, 4096])])
    data[at:at] = run * draw.choice([1, 1, 2, 10, 100])


def move_a_run(data, draw, _):
    at = draw.randrange(len(data))
    size = draw.choice([4, 16, 256])
    run = bytes(data[at : at + size])
    del data[at : at + size]
    to = draw.randrange(len(data) + 1)
    data[to:to] = run


def splice(data, draw, other):
    """The front of this picture and the rest of another."""
    other = other()
    data[draw.randrange(len(data)) :] = other[draw.randrange(len(other)) :]


def splice_in(data, draw, other):
    other = other()
    begin = draw.randrange(len(other))
    at = draw.randrange(len(data))
    data[at:at] = other[begin : begin + draw.choice([8, 64, 1024, 16384])]


def extreme_number(data, draw, _):
    """A number of two or four bytes, of either order, anywhere, usually in front."""
    if len(data) < 5:
        return
    end = len(data) - 4 if draw.random() < 0.4 else min(len(data) - 4, 120)
    at = draw.randrange(end)
    value = draw.choice(EXTREMES)
    code = draw.choice(["<H", ">H", "<I", ">I", ">B"])
    size = struct.calcsize(code)
    data[at : at + size] = struct.pack(code, value & ((1 << 8 * size) - 1))


def add_a_little(data, draw, _):
    """A number changes to a close one."""
    if len(data) < 5:
        return
    code = draw.choice(["<H", ">H", "<I", ">I"])
    size = struct.calcsize(code)
    at = draw.randrange(len(data) - 4)
    value = struct.unpack(code, data[at : at + size])[0] + draw.choice([-2, -1, 1, 2, 16, -16])
    data[at : at + size] = struct.pack(code, value & ((1 << 8 * size) - 1))


def put_bytes_behind(data, draw, _):
    data += bytes(draw.choice([1, 8, 1000])) if draw.random() < 0.5 else draw.randbytes(draw.choice([1, 8, 1000]))


BLIND = [flip_bits, flip_bits_in_front, replace_bytes, fill_a_run, cut_off, remove_a_run, double_a_run, move_a_run, splice,
         splice_in, extreme_number, extreme_number, add_a_little, put_bytes_behind]


# Mutations with knowledge: a list of parts is changed, and its framing is corrected

def parts_of_png(data):
    place, found = 8, []
    while place + 12 <= len(data):
        length = struct.unpack(">I", data[place : place + 4])[0]
        if place + 12 + length > len(data):
            break
        found.append([bytes(data[place + 4 : place + 8]), bytearray(data[place + 8 : place + 8 + length])])
        place += 12 + length
    return found


def join_png(parts, draw):
    result = b"\x89PNG\r\n\x1a\n"
    for kind, body in parts:
        checksum = zlib.crc32(kind + body) if draw.random() < 0.97 else draw.getrandbits(32)
        result += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", checksum)
    return result


def parts_of_jpeg(data):
    place, found = 2, []
    while place + 4 <= len(data) and data[place] == 0xFF:
        marker, length = data[place + 1], struct.unpack(">H", data[place + 2 : place + 4])[0]
        end = place + 2 + max(length, 2)
        body = bytearray(data[place + 4 : end])
        if marker == 0xDA:
            # The coded pixels up to the next marker belong to the scan.
            match = re.compile(rb"\xff[^\x00\xd0-\xd7]").search(data, end)
            after = match.start() if match else len(data)
            found.append([bytes([marker]), body, bytearray(data[end:after])])
            end = after
        else:
            found.append([bytes([marker]), body])
        place = end
    return found


def join_jpeg(parts, draw):
    result = b"\xff\xd8"
    for kind, body, *rest in parts:
        length = len(body) + 2 if draw.random() < 0.95 else draw.choice(EXTREMES)
        result += b"\xff" + kind + struct.pack(">H", length & 0xFFFF) + body + (rest[0] if rest else b"")
    return result + (b"\xff\xd9" if draw.random() < 0.9 else b"")


def parts_of_riff(data):
    place, found = 12, []
    while place + 8 <= len(data):
        length = struct.unpack("<I", data[place + 4 : place + 8])[0]
        found.append([bytes(data[place : place + 4]), bytearray(data[place + 8 : place + 8 + length])])
        place += 8 + length + (length & 1)
    return found


def join_riff(parts, draw):
    body = b"WEBP"
    for kind, content in parts:
        length = len(content) if draw.random() < 0.95 else draw.choice(EXTREMES)
        body += kind + struct.pack("<I", length) + content + bytes(len(content) & 1)
    return b"RIFF" + struct.pack("<I", len(body) if draw.random() < 0.95 else draw.choice(EXTREMES)) + body


def parts_of_boxes(data):
    place, found = 0, []
    while place + 8 <= len(data):
        length = struct.unpack(">I", data[place : place + 4])[0]
        end = place + length if length >= 8 else len(data)
        found.append([bytes(data[place + 4 : place + 8]), bytearray(data[place + 8 : end])])
        place = end
    return found


def join_boxes(parts, draw):
    result = b""
    for kind, body in parts:
        length = len(body) + 8 if draw.random() < 0.95 else draw.choice(EXTREMES)
        result += struct.pack(">I", length) + kind + body
    return result


def parts_of_gif(data):
    """The header with its colours, then each block."""
    size = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    found, place = [[b"head", bytearray(data[:size])]], size
    while place < len(data) and data[place] in (0x21, 0x2C):
        begin = place
        if data[place] == 0x2C:
            if place + 10 > len(data):
                break
            flags = data[place + 9]
            place += 10 + (3 << (flags & 7) + 1 if flags & 0x80 else 0) + 1
        else:
            place += 2
        while place < len(data) and data[place]:
            place += 1 + data[place]
        place += 1
        found.append([b"part", bytearray(data[begin:place])])
    return found


def join_gif(parts, draw):
    return b"".join(bytes(body) for _, body in parts) + (b";" if draw.random() < 0.8 else b"")


def change_parts(read, join):
    """Parts are repeated, removed, swapped, or changed; the framing usually stays right."""
    def change(data, draw, _):
        parts = read(bytes(data))
        if not parts:
            return flip_bits(data, draw, _)
        for _ in range(draw.choice([1, 1, 2, 3])):
            at = draw.randrange(len(parts))
            what = draw.randrange(6)
            if what == 0 and len(parts) > 1:
                del parts[at]
            elif what == 1:
                parts[at:at] = [[part if isinstance(part, bytes) else bytearray(part) for part in parts[at]]
                                for _ in range(draw.choice([1, 1, 2, 50]))]
            elif what == 2:
                to = draw.randrange(len(parts))
                parts[at], parts[to] = parts[to], parts[at]
            else:
                body = parts[at][-1]
                if body:
                    draw.choice([flip_bits, flip_bits_in_front, replace_bytes, extreme_number, extreme_number, cut_off,
                                 remove_a_run, double_a_run, add_a_little])(body, draw, None)
        data[:] = join(parts, draw)
    return change


def repack_png(data, draw, _):
    """Changes the rows of pixels, their filters and their number, and packs them again."""
    parts = parts_of_png(bytes(data))
    packed = b"".join(bytes(body) for kind, body in parts if kind == b"IDAT")
    unpacker = zlib.decompressobj()
    try:
        rows = bytearray(unpacker.decompress(packed, LARGEST))
    except zlib.error:
        return
    if rows:
        draw.choice([flip_bits, replace_bytes, cut_off, remove_a_run, double_a_run])(rows, draw, None)
    first = next((at for at, (kind, _) in enumerate(parts) if kind == b"IDAT"), len(parts))
    parts = [part for part in parts if part[0] != b"IDAT"]
    parts[first:first] = [[b"IDAT", bytearray(zlib.compress(bytes(rows), 1))]]
    data[:] = join_png(parts, draw)


def change_boxes_within(data, draw, _):
    """Fields of boxes with places and sizes."""
    names = [b"ispe", b"iloc", b"ipma", b"av1C", b"pixi", b"infe", b"iinf", b"irot", b"imir", b"colr", b"auxC", b"iref", b"pitm",
             b"grid", b"hvcC", b"clap", b"jxlp", b"jxlc"]
    places = [match.start() for name in names for match in re.finditer(name, bytes(data))]
    if not places:
        return flip_bits_in_front(data, draw, _)
    at = draw.choice(sorted(places))
    place = at + draw.choice([-4, -3, -2, -1, *range(4, 24)])
    code = draw.choice([">B", ">H", ">I"])
    size = struct.calcsize(code)
    if 0 <= place <= len(data) - size:
        data[place : place + size] = struct.pack(code, draw.choice(EXTREMES) & ((1 << 8 * size) - 1))


def change_tags(data, draw, _):
    """Fields of the entries in a TIFF's directories, including EXIF in a JPEG."""
    starts = [match.start() for match in re.finditer(rb"II\*\0|MM\0\*", bytes(data))]
    if not starts:
        return flip_bits(data, draw, _)
    start = draw.choice(starts)
    order = "<" if data[start : start + 2] == b"II" else ">"
    entries, place = [], 0
    for _ in range(8):
        field = start + (4 if not entries and not place else place)
        if field + 4 > len(data):
            break
        offset = start + struct.unpack(order + "I", data[field : field + 4])[0]
        if not start < offset <= len(data) - 2:
            break
        count = struct.unpack(order + "H", data[offset : offset + 2])[0]
        found = [offset + 2 + 12 * index for index in range(count) if offset + 14 + 12 * index <= len(data)]
        entries += found
        place = offset - start + 2 + 12 * count
        if not found:
            break
    if not entries:
        return extreme_number(data, draw, _)
    for _ in range(draw.choice([1, 1, 2, 4])):
        at = draw.choice(entries)
        where, code = draw.choice([(0, "H"), (2, "H"), (4, "I"), (8, "I"), (8, "I"), (8, "H")])
        value = draw.choice([*EXTREMES, draw.randrange(len(data)), draw.choice(range(254, 350)), at - start])
        data[at + where : at + where + struct.calcsize(code)] = struct.pack(
            order + code, value & (0xFFFF if code == "H" else 0xFFFFFFFF))


NUMBERS = ["0", "-1", "1e9", "1e-9", "1e308", "-1e308", "NaN", "inf", "99999999999999999999", "0.0000001", "100%", "1em", "", "1e",
           "0x10", "10000", "50000", "65536", "2147483648"]
TOKENS = ["<g>", "</g>", "<svg>", "</svg>", "<use href='#a'/>", "<!--", "-->", "<![CDATA[", "]]>", "&amp;", "&x;", "&#0;", "&#x110000;",
          "<!DOCTYPE svg>", "<?xml?>", "xlink:href='#a'", "id='a'", "transform='scale(1e9)'", "transform='matrix(0 0 0 0 0 0)'",
          "filter='url(#a)'", "mask='url(#a)'", "clip-path='url(#a)'", "viewBox='0 0 0 0'", "width='1e9'", "style='x:y'", "\0", "\xff",
          "<image href='data:image/png;base64,AAAA'/>", "<image href='file:///etc/passwd'/>", "<text>\u202e\U0001f600</text>",
          "stroke-dasharray='0.0001'", "stroke-width='1e9'", "<path d='M0 0 A1e9 1e-9 9 1 1 1e9 1e9'/>", "d='M 0 0 L 1e308 1e308 z'"]


def change_words(data, draw, _):
    """Numbers and words of an SVG, packed or not."""
    is_packed = data[:2] == b"\x1f\x8b"
    try:
        words = (gzip.decompress(bytes(data)) if is_packed else bytes(data)).decode(errors="surrogateescape")
    except (OSError, EOFError, zlib.error):
        return flip_bits(data, draw, _)
    for _ in range(draw.choice([1, 1, 2, 4, 8])):
        numbers = list(re.finditer(r"-?\d+(\.\d+)?", words))
        what = draw.randrange(5)
        at = draw.randrange(len(words) + 1)
        if what <= 1 and numbers:
            match = draw.choice(numbers)
            words = words[: match.start()] + draw.choice(NUMBERS) + words[match.end() :]
        elif what == 2:
            words = words[:at] + draw.choice(TOKENS) + words[at:]
        elif what == 3:
            tags = list(re.finditer(r"<[^>]*>", words))
            if tags:
                match, times = draw.choice(tags), draw.choice([0, 2, 2, 3, 200])
                words = words[: match.start()] + match[0] * times + words[match.end() :]
        else:
            words = words[:at] + words[at + draw.choice([1, 5, 50]) :]
    encoded = words[:LARGEST].encode(errors="surrogateescape")
    data[:] = gzip.compress(encoded, 1, mtime=0) if is_packed else encoded
    if not data:
        data += b" "


def knowing(data):
    """The mutations for this kind of data."""
    front = bytes(data[:16])
    if front.startswith(b"\x89PNG"):
        return [change_parts(parts_of_png, join_png), repack_png]
    if front.startswith(b"\xff\xd8"):
        found = [change_parts(parts_of_jpeg, join_jpeg)]
        return found + [change_tags] if b"Exif\0\0" in bytes(data[:200]) else found
    if front[:4] == b"RIFF":
        return [change_parts(parts_of_riff, join_riff)]
    if front[4:8] == b"ftyp" or front[4:8] == b"JXL ":
        return [change_parts(parts_of_boxes, join_boxes), change_boxes_within, change_boxes_within]
    if front[:4] in (b"GIF8",) and len(data) > 13:
        return [change_parts(parts_of_gif, join_gif)]
    if front[:4] in (b"II*\0", b"MM\0*"):
        return [change_tags]
    if front[:2] == b"\x1f\x8b" or front.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"<":
        return [change_words]
    return []


class Mutations:
    """Mutated pictures by number."""

    def __init__(self, seeds, seed):
        # Name and bytes; those that are no mutation's largest.
        self.seeds = sorted((name, data) for name, data in seeds.items() if 0 < len(data) <= LARGEST)
        self.seed = seed

    def __getitem__(self, number):
        """A name with the seed's extension, the bytes, and the mutation."""
        # A text as seed goes through SHA-512, the same in every version of Python.
        draw = random.Random(f"{self.seed}:{number}")
        name, original = draw.choice(self.seeds)
        data = bytearray(original)
        done = []

        def other():
            """Usually a seed of the same kind, so that only the rest differs."""
            alike = [one for other, one in self.seeds if other.rsplit(".", 1)[-1] == name.rsplit(".", 1)[-1]]
            return draw.choice(alike) if draw.random() < 0.7 else draw.choice(self.seeds)[1]

        for _ in range(draw.choice([1, 1, 1, 2, 3])):
            known = knowing(data)
            mutation = draw.choice(known) if known and draw.random() < 0.6 else draw.choice(BLIND)
            mutation(data, draw, other)
            done.append(mutation.__qualname__.split(".")[0])
            del data[LARGEST:]
            if not data:
                data += b"\0"
        return f"{number:07}.{name.rsplit('.', 1)[-1]}", bytes(data), f"{name}: {', '.join(done)}"


def handmade():
    """Seeds made by this script alone."""
    drawing = ('<defs><linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="#00f8"/></linearGradient>'
               '<filter id="f"><feGaussianBlur stdDeviation="2"/><feTurbulence baseFrequency=".1"/></filter>'
               '<clipPath id="c"><circle cx="20" cy="20" r="18"/></clipPath><mask id="m"><rect width="40" height="9" fill="#fff"/></mask>'
               '<pattern id="p" width="5" height="5" patternUnits="userSpaceOnUse"><path d="M0 0 5 5"/></pattern></defs>'
               '<g transform="rotate(9 20 15)" clip-path="url(#c)"><rect width="40" height="30" fill="url(#a)" filter="url(#f)"/>'
               '<path d="M1 1h9v9a5 5 0 0 1 9 9c1 2 3 4 5 6q1 2 3 4z" stroke="#0a0" stroke-dasharray="3 1" fill="url(#p)"/></g>'
               '<text x="4" y="20" mask="url(#m)" font-size="12">Abc</text><use xlink:href="#p" x="3"/>')
    return {
        "hand-grey.png": png(16, 12), "hand-bits.png": png(33, 5, depth=1), "hand-interlaced.png": png(19, 17, interlaced=True, color=6),
        "hand-palette.png": png(16, 12, (b"PLTE", bytes(range(48))), (b"tRNS", b"\0\x80\xff"), color=3, depth=4),
        "hand-text.png": png(9, 9, (b"tEXt", b"Title\0A"), (b"zTXt", b"Comment\0\0" + zlib.compress(b"text")), (b"gAMA", struct.pack(">I", 45455)),
                             (b"pHYs", struct.pack(">IIB", 2835, 2835, 1)), (b"eXIf", exif()), color=2, depth=16),
        "hand.gif": gif(7, 5, 3), "hand-progressive.jpg": jpeg(40, 24, scans=3), "hand-baseline.jpg": jpeg(40, 24, progressive=False),
        "hand.webp": riff((b"VP8L", vp8l(20, 10))), "hand.tif": tiff(tiff_picture(8, 8, 122, 64), after=bytes(range(64))),
        "hand.avif": avif(16, 16), "hand.svg": svg(drawing, 40, 30, more='viewBox="0 0 40 30"'),
        "hand.svgz": gzip.compress(svg(drawing, 40, 30), mtime=0),
    }


def exif():
    """A small EXIF block: an orientation, a maker, a location."""
    entries = [(0x010F, 2, 4, 0x00414243), (0x0112, 3, 1, 6), (0x8769, 4, 1, 62), (0x8825, 4, 1, 80)]
    first = struct.pack("<H", 4) + b"".join(struct.pack("<HHII", *entry) for entry in entries) + bytes(4)
    return b"II*\0\x08\0\0\0" + first + struct.pack("<HHHIII", 1, 0x9003, 2, 4, 0, 0) + struct.pack("<HHHIII", 1, 1, 2, 2, 78, 0)
