"""What the benchmark scripts share: running a program and counting what it cost."""

import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def fail(message):
    print(f"{Path(sys.argv[0]).name}: {message}", file=sys.stderr)
    sys.exit(1)


def run(command, log, cwd=None, environment=None, watch=None):
    """Runs `command` to its end and returns its wall seconds, CPU seconds and peak memory in bytes.

    The CPU time is that of the process and of every process it started and waited for; the peak is that of the
    largest of them, and not below the script's own so far: the kernel counts what a process was before its program
    began. So no script keeps much in memory. What it prints goes to the file `log`. `environment` is added to that of the script, without
    what would make alcedo behave otherwise than for a user. `watch` is called with the process's number once it runs.
    """
    inherited = {k: v for k, v in os.environ.items() if k not in ("CI", "ALCEDO_CACHE_DIR")}
    with open(log, "wb") as output:
        begin = time.perf_counter()
        process = subprocess.Popen(
            [str(word) for word in command], cwd=cwd, env=inherited | (environment or {}),
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        if watch:
            watch(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        tail = Path(log).read_text(errors="replace").splitlines()[-20:]
        fail(f"{Path(str(command[0])).name} ended with {process.returncode}\n" + "\n".join(tail))
    unit = 1 if sys.platform == "darwin" else 1024
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit


def tool(given):
    """The release build of alcedo: the one that was named (also by $ALCEDO), else built now."""
    named = given or os.environ.get("ALCEDO")
    if named:
        path = Path(named).resolve()
        if not os.access(path, os.X_OK):
            fail(f"{named} is not a program")
        return path
    build = ["swift", "build", "--package-path", ROOT, "-c", "release", "--product", "alcedo"]
    if subprocess.run(build, stdout=sys.stderr).returncode != 0:
        fail("swift build failed")
    place = subprocess.run(build + ["--show-bin-path"], capture_output=True, text=True, check=True)
    return Path(place.stdout.strip()) / "alcedo"


def first_line(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip().split("\n")[0]


def machine():
    """One line about the computer, for the record."""
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo") as info:
            model = next(line.split(":", 1)[1].strip() for line in info if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{os.cpu_count()} cores of {model}, {platform.system()} {platform.release()}"


def spread(values, digits=2):
    """`median (min … max)`"""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle:.{digits}f} ({low:.{digits}f} … {high:.{digits}f})"
