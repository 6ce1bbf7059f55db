"""W7: what an image costs, and how much memory there is, with 100, 1,000 and 10,000 images.

Photographs of 1280 pixels, made from twenty of the 41; image n is photograph n mod 20 with a comment of its own, so
that each size has the same mix and no two files are the same. Variants: 320 and 640 pixels, JPEG.
"""

import statistics
import subprocess

from bench import fail
from workloads import photographs
from workloads.memory import Sampler
from workloads.peers import alcedo
from workloads.result import Result, Target
from workloads.rounds import alternate

NAME = "W7"
TITLE = "100, 1,000 and 10,000 photographs of 1280 pixels: CPU of one image, memory of all processes together"

SIZES = [100, 1_000, 10_000]
MIX = 20
VARIANT = "{ widths: [320, 640], formats: [jpeg], quality: 80, metadata: none }"


def bases(context, work):
    found = photographs.evenly(photographs.find(context.packages), MIX)
    made = []
    for number, path in enumerate(found):
        target = work / f"base-{number}.jpg"
        if subprocess.run(
                ["vips", "thumbnail", path, f"{target}[Q=82,strip]", "1280", "--size", "down"]).returncode != 0:
            fail("the vips command failed; is libvips-tools installed?")
        made.append(target.read_bytes())
    return made


def measure(context):
    work = context.folder("w7")
    sources = bases(context, work)
    sizes = [context.scaled(size) for size in SIZES]
    sides, sites = {}, {}
    for size in sizes:
        site = sites[size] = work / f"{size}"
        for number in range(size):
            folder = site / f"pictures/{number // 1000:02d}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{number:05d}.jpg").write_bytes(
                photographs.with_comment(sources[number % MIX], f"{number}"))
        alcedo.manifest(site, VARIANT, "pictures/**/*.jpg")

    def build(size):
        sampler = Sampler()
        cost, made = alcedo.cold(context, sites[size], watch=sampler.start)
        wall, cpu, largest = cost
        # A tree of one process that was gone before it was looked at has at least its own peak.
        return (wall, cpu, sampler.stop() or largest), made

    def one(size, rounds):
        """All rounds of one size, each the cost of one image."""
        return alternate(context, {f"{size:,} images": lambda: build(size)}, rounds, divided_by=size)[0]

    # A round is: the small site several times, the middle one twice, the large one once.
    parts = {size: [] for size in sizes}
    for _ in range(context.rounds):
        for size, repeated in zip(sizes, (5, 2, 1)):
            parts[size].append(one(size, repeated))
    result = Result()
    for size in sizes:
        whole = parts[size][0]
        for part in parts[size][1:]:
            whole.wall += part.wall
            whole.cpu += part.cpu
            whole.peak += part.peak
        result.sides.append(whole)
    small, middle, large = result.sides
    result.targets += [
        Target(f"CPU of one image, {large.name} to {small.name}",
               statistics.median(large.cpu) / statistics.median(small.cpu), 1.05),
        Target(f"peak memory, {large.name} to {middle.name}",
               statistics.median(large.peak) / statistics.median(middle.peak), 1.15)]
    result.notes += [
        "Costs are those of one image; nothing is subtracted, so that starting the program is part of the cost of the "
        "small site and makes the target easier by that.",
        "Memory is that of all processes together (proportional set size), looked at every 50 ms. Looking costs the "
        "program a little, at each size the same.",
        "Disk: about 0.2 MB for an image, cache and output included.",
    ]
    return result
