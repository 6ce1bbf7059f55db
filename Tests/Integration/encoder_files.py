"""What the lists of files of 11-encoders have in common: cases, tolerances, what encoders read, and how they are called."""

import io
from functools import partial

from PIL import Image

import encoders as e
from encoders import COLOURS, FOUR, GREY, HEIGHT, PICTURES, RGB, SIXTEEN, WIDTH, recoloured

# ---- Differences: the mean, the largest, and the largest mean of 8 × 8 pixels, in levels of 255 over black and white; and
# how far from edges of colours they count

EXACT = 1, 1.01, 1.01, 0  # without loss
DEEP_ALPHA = 1, 2.1, 1.01, 0  # the same of 16 bits with alpha, which are rounded together
CONVERTED = 1, 3, 1.5, 0  # without loss, and converted between colour spaces
TWICE = 1, 4, 2.1, 0  # the same there and back, in 8 bits
LOSSY = 3, 255, 4.5, 0  # with loss, at a high quality
HALVED = 3.5, 255, 5.5, 2  # with loss, and colours at half the resolution
QUARTERED = 3.5, 255, 8, 5  # and at less
BLURRED = 20, 255, 5.5, 2  # and lightness at half as well
FEW = 2, 60, 30, 0  # colours chosen by an encoder of GIF


class Case:
    """A file: its format, how it is made (a command, Python, or what returns its bytes), what it shows and how closely, or the
    words of its refusal; of an animation, its frames, delays in milliseconds, and the number of showings."""

    def __init__(self, row, name, make, expect=RGB, close=EXACT, refused=None, frames=None):
        self.row, self.name, self.make, self.expect, self.close = row, name, make, expect, close
        self.refused, self.frames, self.encoder = refused, frames, name.split("-")[0]


class Modern(str):
    """Python that is run in the virtual environment, where the pictures are arrays; it writes `out`."""


cases = []


def case(row, name, make, expect=RGB, close=EXACT, refused=None):
    cases.append(Case(row, name, make, expect, close, refused))


def moves(row, name, make, kind="moving", delays=(100, 200, 300), shown=0, frames=None, close=EXACT):
    frames = frames or [PICTURES[f"{kind}{number}"] for number in range(3)]
    cases.append(Case(row, name, make, None, close, None, (frames, list(delays), shown)))


def image(name):
    """A picture for Debian's Pillow."""
    picture = PICTURES[name]
    bands = BANDS.get(name, "RGB")
    if name in ("palette", *MOVING):
        made = Image.frombytes("P", (picture.width, picture.height), bytes(sum(e.indices(picture, COLOURS), [])))
        made.putpalette(bytes(sum(COLOURS, ())))
        return made
    return Image.frombytes(bands, (picture.width, picture.height), picture.samples(bands))


BANDS = {"grey": "L", "grey16": "L", "greya": "LA", "rgba": "RGBA", "rgba16": "RGBA", "hole": "RGBA", "bilevel": "L",
         **{f"ghost{number}": "RGBA" for number in range(3)}}
MOVING = [f"moving{number}" for number in range(3)]


def pillow(name, form, mode=None, **settings):
    def make():
        file = io.BytesIO()
        picture = image(name) if mode is None else image(name).convert(mode)
        picture.save(file, form, **{key: value() if callable(value) else value for key, value in settings.items()})
        return file.getvalue()
    return make


def vips_save(name, settings):
    """By the command, since encoders may end their process."""
    return f"vips copy {{in}}/{name}.png {{out}}[{settings}]"


def ffmpeg(name, settings):
    scaler = "-sws_flags area+accurate_rnd+full_chroma_int+full_chroma_inp"
    return f"ffmpeg -v error -y -threads 1 -i {{in}}/{name}.png -threads 1 -frames:v 1 -update 1 {scaler} {settings} {{out}}"


def turned(make, *parts):
    """A JPEG with segments of its own."""
    return lambda: e.segments(make(), *parts)


class Patched:
    """A file of a command, of which bytes are changed then."""

    def __init__(self, command, suffix, change):
        self.command, self.suffix, self.change = command, suffix, change


P3_SEEN = partial(recoloured, RGB, e.P3)
ADOBE_SEEN = partial(recoloured, RGB, e.ADOBE, 563 / 256)
GREY_SEEN = partial(recoloured, GREY, e.BT709, 1.8)
P3_ICC, ADOBE_ICC, GREY_ICC = e.icc(e.P3), e.icc(e.ADOBE, 563 / 256), e.icc(gamma=1.8, space=b"GRAY")
TABLES = {1: FOUR[1:3], 2: FOUR, 4: SIXTEEN, 8: COLOURS}  # by the bits of an index


def iccp(profile):
    return b"iCCP", b"p\0\0" + e.zlib.compress(profile)


def stepped(grey, depth):
    """What so many bits hold of a grey picture."""
    top = (1 << depth) - 1
    return grey.map(lambda p: (e.whole(p[0] * top / 255) * 255 / top,) * 3 + (255,))


LUMA, CLEAR, GREY_CLEAR, HOLE, PALETTE = GREY, PICTURES["rgba"], PICTURES["greya"], PICTURES["hole"], PICTURES["palette"]
DEEP = PICTURES["grey16"]
STEPS = {depth: stepped(DEEP, depth) for depth in (1, 2, 4, 8, 16)}
NEGATIVE = DEEP.map(lambda p: (255 - p[0],) * 3 + (255,))
ASSOCIATED = CLEAR.map(lambda p: (*(e.whole(v * p[3] / 255) for v in p[:3]), p[3]))
UNDONE = ASSOCIATED.map(lambda p: (*(v * 255 / p[3] if p[3] else 0 for v in p[:3]), p[3]))
YCC = RGB.map(lambda p: (*(e.whole(min(max(v, 0), 255)) for v in e.ycc(p)), 255))
jpeg = pillow("rgb", "JPEG", quality=95, subsampling=0)


def moving_pillow(kind, form, **settings):
    file = io.BytesIO()
    first, *rest = [image(f"{kind}{number}") for number in range(3)]
    first.save(file, form, save_all=True, append_images=rest, **settings)
    return file.getvalue()


# ---- What encoders read

def inputs(folder):
    """The pictures as encoders read them: PNG, PNM, and raw samples."""
    for name, picture in PICTURES.items():
        bands, depth = BANDS.get(name, "RGB"), 16 if name.endswith("16") else 8
        data = e.png(picture, colours=COLOURS) if name in ("palette", *MOVING) else e.png(
            picture, bands, 1 if name == "bilevel" else depth, level=1)
        (folder / f"{name}.png").write_bytes(data)
        (folder / f"{name}.raw").write_bytes(picture.samples(bands, depth, "<"))
    size = f"{WIDTH} {HEIGHT} 255\n".encode()
    for name, data in {
            "rgb.ppm": b"P6 " + size + RGB.samples(), "ycc.png": e.png(YCC), "grey.pgm": b"P5 " + size + GREY.samples("L"),
            "associated.png": e.png(ASSOCIATED, "RGBA"),
            "p3.png": e.png(RGB, chunks=[iccp(P3_ICC)]), "p3.icc": P3_ICC,
            "adobe.icc": ADOBE_ICC,
            "moving.gif": moving_pillow("moving", "GIF", duration=[100, 200, 300], loop=0),
            "moving.png": moving_pillow("ghost", "PNG", duration=[100, 200, 300], loop=0), "rgb.jpg": jpeg(),
            "turned.jpg": e.segments(jpeg(), (0xE1, b"Exif\0\0" + e.exif(6))),
            "signed.raw": b"".join(bytes((v + 128) % 256 for v in RGB.samples(band)) for band in "RGB"),
            **{f"deep{depth}.raw": b"".join(value.to_bytes(1 + (depth > 8), "big") for row in DEEP.rows("L", depth) for value in row)
               for depth in (2, 4, 12)}}.items():
        (folder / name).write_bytes(data)
