"""W3: the two tasks of sharp's own benchmark, one output each.

A JPEG of 2725 × 2225 to a JPEG of 720 pixels at quality 80, and a PNG of 2048 × 1536 with alpha to a PNG of 720.
sharp's pictures belong to others, so pictures of these sizes are made from one of the photographs. Each run works on
many copies, told apart by a comment or a text, so that starting a process does not decide and nothing is recognised
as done already.
"""

import statistics
import struct
import subprocess
import zlib

from bench import fail
from workloads import photographs
from workloads.peers import alcedo, floor, sharp
from workloads.result import Result
from workloads.rounds import alternate

NAME = "W3"
TITLE = "sharp's tasks: one JPEG from 2725 × 2225, one PNG with alpha from 2048 × 1536, 720 pixels wide"

# A bird among branches: more detail than most wallpapers have. As a JPEG of that size and quality it has 573 kB, and
# sharp's own picture 829 kB: there the decoder has more to do than here.
PHOTOGRAPH = "Kleiber"
JPEG, PNG = "JPEG 720", "PNG 720"
# Enough for a build of some seconds on two cores: starting a program is not the task.
COPIES = {JPEG: 200, PNG: 40}
WIDTH = 720
# The other way in which sharp's pipeline runs, and the name of its saver.
OTHER = {"jpg": ("sharp's pipeline without reduction", "whole.jpg"),
         "png": ("sharp's pipeline with filters", "filtered.png")}
SAVERS = {"jpg": "[Q=80,optimize_coding,strip]", "png": "[compression=6,filter=all,strip]"}


def vips(*words):
    if subprocess.run(["vips", *map(str, words)]).returncode != 0:
        fail("the vips command failed; is libvips-tools installed?")


def draw(photograph, work):
    """The two pictures: a photograph, stretched; and the same with alpha that rises from its left edge to its right."""
    jpeg, colours, ramp, alpha, png = (
        work / name for name in ("source.jpg", "colours.v", "ramp.v", "alpha.v", "source.png"))
    vips("thumbnail", photograph, f"{jpeg}[Q=83,strip]", 2725, "--height", 2225, "--size", "force")
    vips("thumbnail", photograph, colours, 2048, "--height", 1536, "--size", "force")
    vips("grey", ramp, 2048, 1536, "--uchar")
    vips("copy", ramp, alpha, "--interpretation", "b-w")
    vips("bandjoin", f"{colours} {alpha}", f"{png}[strip,filter=all]")
    return jpeg.read_bytes(), png.read_bytes()


def with_text(png, text):
    """A PNG with a text of its own behind its header."""
    data = b"Comment\0" + text.encode()
    chunk = struct.pack(">I", len(data)) + b"tEXt" + data + struct.pack(">I", zlib.crc32(b"tEXt" + data))
    return png[:33] + chunk + png[33:]


def measure(context):
    result = Result(versions={"sharp's pipeline": sharp.version(context)})
    drawing = context.folder("w3")
    photograph = next(path for path in photographs.find(context.packages) if PHOTOGRAPH in path.name)
    sources = draw(photograph, drawing)
    for task, suffix, format, source, mark in (
            (JPEG, "jpg", "jpeg", sources[0], photographs.with_comment), (PNG, "png", "png", sources[1], with_text)):
        print(f"  {task}, source of {len(source)} bytes")
        measure_task(context, result, task, suffix, format, (mark(source, f"{n}") for n in range(COPIES[task])))
    result.notes[:0] = [
        f"Sources of {len(sources[0]):,} and {len(sources[1]):,} bytes.",
        f"{COPIES[JPEG]} and {COPIES[PNG]} copies for each run, each with bytes of its own; costs are those of one.",
        "sharp's rules: a JPEG is reduced in the decoder as long as the width is left, and colours are multiplied with "
        "alpha in bytes. Alcedo decodes in full, the floor keeps twice the width, and both multiply with more bits: closer "
        "to the picture. The floor with sharp's rules is beside it, and sharp's pipeline without `fastShrinkOnLoad`.",
        "Alcedo writes a PNG of a photograph with filters, which costs time and saves bytes, sharp's pipeline without "
        "unless it is told to; the floor has filters, sharp's pipeline runs both ways.",
    ]
    return result


def measure_task(context, result, task, suffix, format, copies):
    work = context.folder("w3")
    (work / "pictures").mkdir()
    pictures = []
    for number, data in enumerate(copies):
        pictures.append(work / f"pictures/{number:03d}.{suffix}")
        pictures[-1].write_bytes(data)
    alcedo.manifest(work, f"{{ width: {WIDTH}, formats: [{format}], quality: {{ jpeg: 80 }}, metadata: none }}")
    floor.compiled(context)
    savers = {suffix: SAVERS[suffix]}
    sides = {
        f"alcedo, {task}": lambda: alcedo.cold(context, work),
        f"floor, {task}": lambda: floor.make(context, work, pictures, [WIDTH], savers),
    }
    sides[f"floor, sharp's rules, {task}"] = lambda: floor.make(
        context, work, pictures, [WIDTH], savers, headroom=1)
    if sharp.version(context):
        sides[f"sharp's pipeline, {task}"] = lambda: sharp.make(context, work, pictures, [WIDTH], [suffix])
        other, saver = OTHER[suffix]
        sides[f"{other}, {task}"] = lambda: sharp.make(context, work, pictures, [WIDTH], [saver])
    result.sides += alternate(context, sides, divided_by=COPIES[task])
    result.ratio("cpu", f"alcedo, {task}", f"floor, {task}", 1.15)
    if suffix == "jpg":
        result.ratio("cpu", f"alcedo, {task}", f"sharp's pipeline, {task}", 1.00)
    result.ratio("cpu", f"alcedo, {task}", f"{OTHER[suffix][0]}, {task}", 0.60 if suffix == "jpg" else 1.00)
    for other in (f"floor, sharp's rules, {task}", f"sharp's pipeline, {task}"):
        if result.side(other):
            ratio = statistics.median(result.side(f"alcedo, {task}").cpu) / statistics.median(result.side(other).cpu)
            result.notes.append(f"CPU of alcedo to {other}: {ratio:.3f}.")
