"""make: the command that needs no manifest, for the photographs of W1, and for one of them to one width.

Nothing is cached, but alcedo has run once in this cache: the first run of all on a machine also finds out what each encoder
writes. Asked of both sides is what W1 asks.
"""

import shutil
import subprocess

from bench import run
from workloads import sizes
from workloads.peers import alcedo, vipsthumbnail
from workloads.result import Result
from workloads.rounds import alternate, made_in

NAME = "make"
TITLE = "`alcedo make`: the photographs of W1, and one of them to 640 pixels as JPEG"
# A width of its own fills a cache with what an engine remembers, and with nothing else.
UNUSED = 64
ONE = [640]


def make(context, work, cache, pictures, widths, formats):
    folder = context.folder("make")
    (folder / "cache").mkdir(parents=True)
    shutil.copytree(cache, folder / "cache", dirs_exist_ok=True)
    cost = run(
        [context.alcedo, "make", *pictures, "-w", ",".join(map(str, widths)), "-f", formats, "--quality", 80, "-o", folder / "made",
         "--cache-dir", folder / "cache"], work / "alcedo.log")
    return cost, made_in(folder / "made")


def measure(context):
    work = context.folder("quick")
    pictures = context.photographs(work / "pictures")
    cache = work / "cache"
    subprocess.run(
        [context.alcedo, "make", pictures[0], "-w", str(UNUSED), "-o", work / "unused", "--cache-dir", cache], check=True,
        capture_output=True)
    # Of the usual size: the median by bytes.
    one = sorted(pictures, key=lambda path: path.stat().st_size)[len(pictures) // 2]
    result = Result(versions={"vipsthumbnail": vipsthumbnail.version(context)})
    result.sides = alternate(context, {
        "alcedo make": lambda: make(context, work, cache, pictures, sizes.WIDTHS, "jpeg,webp"),
        "vipsthumbnail": lambda: vipsthumbnail.make(context, work, pictures, sizes.WIDTHS, sizes.SAVERS),
    }) + alternate(context, {
        "alcedo make, one": lambda: make(context, work, cache, [one], ONE, "jpeg"),
        "vipsthumbnail, one": lambda: vipsthumbnail.make(context, work, [one], ONE, {"jpg": sizes.SAVERS["jpg"]}),
    }, rounds=3 * context.rounds)
    result.ratio("cpu", "alcedo make", "vipsthumbnail", 0.35)
    result.ratio("wall", "alcedo make", "vipsthumbnail", 0.22)
    result.ratio("wall", "alcedo make, one", "vipsthumbnail, one", 1.1)
    dimensions = subprocess.run(["vipsheader", one], capture_output=True, text=True).stdout.split(": ")[-1].split()[0]
    result.notes += [
        f"{len(pictures)} photographs in six files each; the one has {dimensions} pixels.",
        "One photograph: both sides load libvips and its modules, which is half of vipsthumbnail's time; vipsthumbnail then "
        "decodes a JPEG at the half or less of its size. Alcedo decodes it whole, which is closer to the picture, in a process of "
        "its own that cannot harm anything; that process starts before the first one reads its arguments.",
    ]
    return result
