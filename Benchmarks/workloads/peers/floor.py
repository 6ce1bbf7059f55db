"""The floor: Benchmarks/floor.c, compiled here."""

import subprocess

from bench import ROOT, fail, run
from workloads.rounds import made_in


def compiled(context):
    program = context.peers / "floor"
    source = ROOT / "Benchmarks/floor.c"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "vips"], capture_output=True, text=True).stdout.split()
        if subprocess.run(["cc", "-O2", source, "-o", program, *flags]).returncode != 0:
            fail("floor.c cannot be compiled; is libvips-dev installed?")
    return program


def make(context, work, pictures, widths, savers, headroom=2):
    """`savers` maps suffixes to options in libvips's brackets."""
    target = context.folder("floor")
    formats = "+".join(suffix + options for suffix, options in savers.items())
    cost = run(
        [compiled(context), headroom, target, ",".join(str(width) for width in sorted(widths, reverse=True)), formats,
         *pictures], work / "floor.log")
    return cost, made_in(target)
