"""ImageMagick: one process for each picture, as many at a time as there are cores.

Each decodes once, reduced by the decoder as far as twice the largest width allows, and writes all files from that.
"""

import os
import shutil
import subprocess

from bench import first_line, run
from workloads.rounds import made_in


def program():
    # Version 6 by its own name first: `convert` may be anything.
    return next(filter(None, map(shutil.which, ("convert-im6.q16", "magick", "convert"))), None)


def version(context):
    return first_line(program(), "-version").removeprefix("Version: ").split(" https")[0] if program() else None


def hint(picture, width):
    """What the decoder is told: to reduce as far as `width` allows. It would enlarge a picture that is smaller."""
    said = subprocess.run(["vipsheader", "-f", "width", picture], capture_output=True, text=True).stdout
    # The height is one that no picture has: else a tall one would be decoded with less than the width.
    return f"jpeg:size={width}x100000" if int(said) > width else "jpeg:none=1"


def make(context, work, pictures, widths):
    target = context.folder("imagemagick")
    words = ["exec", program(), "-define", '"$1"', '"$2"', "-auto-orient", "-strip", "-quality", "80",
             "-sampling-factor", "4:2:0"]
    for width in widths:
        (target / f"{width}").mkdir(parents=True)
        name = f'"{target}/{width}/$(basename "$2" .jpg)'
        words += ["'('", "+clone", "-resize", f"'{width}x>'", "-write", f'{name}.jpg"', "-write", f'{name}.webp"',
                  "+delete", "')'"]
    script = work / "imagemagick.sh"
    script.write_text(" ".join([*words, "null:"]) + "\n")
    names = work / "imagemagick.list"
    names.write_text("".join(f"{hint(picture, max(widths) * 2)}\0{picture}\0" for picture in pictures))
    cost = run(
        ["xargs", "-0", "-a", names, "-n", "2", "-P", os.cpu_count(), "sh", script], work / "imagemagick.log",
        environment={"MAGICK_THREAD_LIMIT": "1"})
    return cost, made_in(target)
