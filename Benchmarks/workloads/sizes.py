"""W1: 41 photographs, three widths, JPEG and WebP at quality 80: 246 files.

Asked of all sides: orientation applied, colours converted to sRGB, metadata dropped, optimised Huffman tables in JPEG,
4:2:0, never enlarged (two of the photographs are narrower than 1280). What a side does not do of it is a note.
"""

from workloads.peers import alcedo, floor, hugo, imagemagick, sharp, sigal, vipsthumbnail
from workloads.result import Result, Target
from workloads.rounds import alternate

NAME = "W1"
TITLE = "Photographs at 320, 640 and 1280 pixels, JPEG and WebP at quality 80, from nothing"

WIDTHS = [320, 640, 1280]
SAVERS = {"jpg": "[Q=80,optimize_coding,strip]", "webp": "[Q=80,strip]"}
VARIANT = "{ widths: [320, 640, 1280], formats: [jpeg, webp], quality: 80, metadata: none }"


def measure(context):
    work = context.folder("w1")
    pictures = context.photographs(work / "pictures")
    alcedo.manifest(work, VARIANT)
    floor.compiled(context)
    floor.codecs_compiled(context)

    sides = {
        "alcedo": lambda: alcedo.cold(context, work),
        "floor": lambda: floor.make(context, work, pictures, WIDTHS, SAVERS),
        "codecs by hand": lambda: floor.by_codecs(context, work, pictures, WIDTHS),
        "vipsthumbnail": lambda: vipsthumbnail.make(context, work, pictures, WIDTHS, SAVERS),
        "sharp's pipeline": lambda: sharp.make(context, work, pictures, WIDTHS, ["jpg", "webp"]),
        "ImageMagick": lambda: imagemagick.make(context, work, pictures, WIDTHS),
        "Hugo": lambda: hugo.make(context, work, pictures, WIDTHS),
        "sigal": lambda: sigal.make(context, work, pictures),
    }
    versions = {
        "vipsthumbnail": vipsthumbnail.version(context), "sharp's pipeline": sharp.version(context),
        "ImageMagick": imagemagick.version(context), "Hugo": hugo.version(context), "sigal": sigal.version(context)}
    for name, version in versions.items():
        if version is None:
            del sides[name]

    result = Result(alternate(context, sides), versions={k: v for k, v in versions.items() if v})
    result.ratio("cpu", "alcedo", "floor", 0.80)
    result.ratio("cpu", "alcedo", "codecs by hand", 1.15)
    result.ratio("cpu", "alcedo", "sharp's pipeline", 0.35)
    result.targets.append(Target("peak memory of alcedo", max(result.side("alcedo").peak) / 1e6, 150, "MB"))
    for column in ("cpu", "wall"):
        result.ratio(column, "alcedo", "vipsthumbnail", 0.50)
        result.ratio(column, "alcedo", "Hugo", 0.20)
        result.ratio(column, "floor", "vipsthumbnail", 0.45)
    expected = len(pictures) * len(WIDTHS) * len(SAVERS)
    result.notes += [
        f"{len(pictures)} photographs; {expected} files are asked for.",
        "vipsthumbnail runs six times, once for each width and format, with its own choice of threads: its wall time "
        "is the sum.",
        "sharp's pipeline: one process for each core, one thread of libvips in each (sharp's setting with glibc), a "
        "decode for each file. Its libvips is newer, with Highway and mozjpeg in place of ORC and libjpeg-turbo.",
        "Hugo makes the same files with the same filter (Lanczos), but applies no orientation and no profile. "
        "ImageMagick decodes each picture once, as many at a time as there are cores, and applies no profile.",
        "sigal cannot make these files: it makes two of the six, 320 and 1280 pixels as JPEG.",
    ]
    for side in result.sides:
        if side.files != expected and side.name != "sigal":
            result.notes.append(f"{side.name} made {side.files} files instead of {expected}.")
    return result
