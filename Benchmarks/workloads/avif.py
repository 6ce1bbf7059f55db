"""W2: photographs as AVIF, where the encoder is nearly all of the work.

Effort 3, quality 50, 4:2:0 and 8 bits on all sides, with the same libaom.
"""

from workloads.peers import alcedo, floor, vipsthumbnail
from workloads.result import Result
from workloads.rounds import alternate
from workloads.sizes import WIDTHS

NAME = "W2"
TITLE = "Photographs at 320, 640 and 1280 pixels as AVIF: effort 3, quality 50, 4:2:0"

COUNT = 12  # of the 41, from all over the list: all of them take minutes for each side and round
SAVERS = {"avif": "[Q=50,effort=3,compression=av1,bitdepth=8,subsample_mode=on,strip]"}
VARIANT = """{ widths: [320, 640, 1280], formats: [avif], quality: { avif: 50 }, effort: { avif: 3 }, \
avif: { chroma: "4:2:0" }, metadata: none }"""


def measure(context):
    work = context.folder("w2")
    pictures = context.photographs(work / "pictures", COUNT)
    alcedo.manifest(work, VARIANT)
    floor.compiled(context)
    sides = {
        "alcedo": lambda: alcedo.cold(context, work),
        "floor": lambda: floor.make(context, work, pictures, WIDTHS, SAVERS),
        "vipsthumbnail": lambda: vipsthumbnail.make(context, work, pictures, WIDTHS, SAVERS),
    }
    result = Result(alternate(context, sides), versions={"vipsthumbnail": vipsthumbnail.version(context)})
    result.ratio("cpu", "alcedo", "floor", 1.00)
    result.ratio("cpu", "alcedo", "vipsthumbnail", 0.95)
    result.notes.append(f"{len(pictures)} of the 41 photographs, from all over the list.")
    return result
