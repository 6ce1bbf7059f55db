"""sharp's pipeline, on the libvips that is nearest to sharp's own: pyvips-binary from PyPI.

sharp itself needs Node and a registry; its libvips operations are in `sharp_pipeline.py`, run here by one process for
each core, each with one thread of libvips: sharp's own setting where the C library is glibc.
"""

import subprocess
from pathlib import Path

from bench import run
from workloads.peers import pypi
from workloads.rounds import made_in

PIPELINE = Path(__file__).with_name("sharp_pipeline.py")


def version(context):
    binary = pypi.version(context, "pyvips-binary")
    if binary is None:
        return None
    said = subprocess.run(
        [pypi.python(context), "-c", "import pyvips; print(*(pyvips.version(n) for n in range(3)), sep='.')"],
        capture_output=True, text=True)
    return f"libvips {said.stdout.strip()} of pyvips-binary {binary}"


def make(context, work, pictures, widths, formats):
    target = context.folder("sharp")
    names = work / "sharp.list"
    names.write_text("\n".join(str(picture) for picture in pictures))
    cost = run(
        [pypi.python(context), "-I", PIPELINE, target, ",".join(map(str, widths)), ",".join(formats), names],
        work / "sharp.log", environment={"VIPS_CONCURRENCY": "1"})
    return cost, made_in(target)
