"""The two floors, compiled here: Benchmarks/floor.c with libvips, and Benchmarks/codecs.c without."""

import subprocess

from bench import ROOT, fail, run
from workloads.rounds import made_in


def compiled(context):
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "vips"], capture_output=True, text=True).stdout.split()
    return program(context, "floor", [ROOT / "Benchmarks/floor.c"], flags)


def codecs_compiled(context):
    resampler = ROOT / "Sources/CResample"
    return program(
        context, "codecs", [ROOT / "Benchmarks/codecs.c", *resampler.glob("*.c")],
        [f"-I{resampler}/include", "-ljpeg", "-lwebp", "-lm"])


def program(context, name, sources, flags):
    made = context.peers / name
    if not made.exists() or made.stat().st_mtime < max(source.stat().st_mtime for source in sources):
        if subprocess.run(["cc", "-O2", "-w", *sources, "-o", made, *flags]).returncode != 0:
            fail(f"{name}.c cannot be compiled; is libvips-dev installed?")
    return made


def by_codecs(context, work, pictures, widths):
    """JPEG and WebP at quality 80."""
    target = context.folder("codecs")
    cost = run(
        [codecs_compiled(context), target, ",".join(str(width) for width in sorted(widths, reverse=True)), *pictures],
        work / "codecs.log")
    return cost, made_in(target)


def make(context, work, pictures, widths, savers, headroom=2):
    """`savers` maps suffixes to options in libvips's brackets."""
    target = context.folder("floor")
    formats = "+".join(suffix + options for suffix, options in savers.items())
    cost = run(
        [compiled(context), headroom, target, ",".join(str(width) for width in sorted(widths, reverse=True)), formats,
         *pictures], work / "floor.log")
    return cost, made_in(target)
