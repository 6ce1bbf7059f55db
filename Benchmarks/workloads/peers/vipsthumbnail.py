"""libvips's own command: once for each width and format, over all pictures."""

import shutil

from bench import first_line, run
from workloads.rounds import made_in


def version(context):
    return first_line("vipsthumbnail", "--vips-version") if shutil.which("vipsthumbnail") else None


def make(context, work, pictures, widths, savers):
    target = context.folder("vipsthumbnail")
    costs = []
    for suffix, options in savers.items():
        for width in widths:
            folder = target / f"{width}"
            folder.mkdir(parents=True, exist_ok=True)
            costs.append(run(
                ["vipsthumbnail", "--size", f"{width}x>", "--export-profile", "srgb",
                 "-o", f"{folder}/%s.{suffix}{options}", *pictures], work / "vipsthumbnail.log"))
    wall, cpu, peak = zip(*costs)
    return (sum(wall), sum(cpu), max(peak)), made_in(target)
