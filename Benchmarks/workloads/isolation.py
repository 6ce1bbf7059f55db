"""What the worker processes cost: W1 with them, and with `--in-process`."""

import subprocess

from workloads import sizes
from workloads.peers import alcedo
from workloads.result import Result
from workloads.rounds import alternate

NAME = "isolation"
TITLE = "W1's build with worker processes, against `alcedo build --in-process`"


def measure(context):
    help = subprocess.run([context.alcedo, "build", "--help"], capture_output=True, text=True).stdout
    if "--in-process" not in help:
        return Result(notes=["Not measured: this alcedo has no --in-process."])
    work = context.folder("isolation")
    pictures = context.photographs(work / "pictures")
    alcedo.manifest(work, sizes.VARIANT)
    result = Result(alternate(context, {
        "worker processes": lambda: alcedo.cold(context, work),
        "in process": lambda: alcedo.cold(context, work, "--in-process")}))
    result.ratio("wall", "worker processes", "in process", 1.02)
    result.notes.append(f"{len(pictures)} photographs.")
    return result
