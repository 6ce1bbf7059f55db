"""Programs in C that check a target by itself: compiled as users have it, with sanitizers, and for 64-bit ARM under QEMU."""

import os
import re
import shutil
import subprocess

from support import check

COMPILER = shutil.which("clang") or shutil.which("cc")
SANITIZERS = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# Products and sums are rounded one by one: what a compiler fuses has other last bits. clang obeys the pragma, gcc needs the flag.
UNFUSED = ["-Wno-unknown-pragmas", "-ffp-contract=off"]
STRICT = ["-std=gnu11", "-Wall", "-Wextra", "-Werror"]


def compiled(folder, name, sources, flags, libraries=(), compiler=COMPILER):
    """The program in `folder`, or None if it does not compile without a warning."""
    program = folder / name
    result = subprocess.run(
        [compiler, *STRICT, *flags, *sources, *libraries, "-o", program], capture_output=True, text=True)
    return program if check(result.returncode == 0, f"{name}: compiles without a warning", result.stderr[-800:]) else None


def compiled_for_arm(folder, name, sources, flags, libraries=()):
    """The command that runs the program under QEMU, or None."""
    cross, emulator = shutil.which("aarch64-linux-gnu-gcc"), shutil.which("qemu-aarch64")
    if check(cross and emulator, "there are a compiler and an emulator for ARM", "gcc-aarch64-linux-gnu, qemu-user"):
        if program := compiled(folder, name, sources, [*flags, "-O2", "-static"], libraries, cross):
            return [emulator, program]
    return None


def run(name, *command, minimum=1000):
    """Runs the checks, of which there have to be more than `minimum`; returns the digests of what was made."""
    result = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=1500, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=1"})
    lines = (result.stdout + result.stderr).strip().splitlines()
    counts = re.fullmatch(r"(\d+) passed, (\d+) failed", lines[-1]) if lines else None
    check(result.returncode == 0 and counts and int(counts[1]) > minimum and counts[2] == "0",
          f"{name}: {lines[-1] if lines else 'nothing'}", "\n".join(lines[-20:]))
    for line in lines:
        if line.startswith(("paths:", "worst:")):
            print(" ", line)
    return [line for line in lines if line.startswith("made:")]
