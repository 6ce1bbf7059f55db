"""W9: what shards cost beside one build, and how even they are, by the CPU that each takes.

Efficiency: the 41 photographs as AVIF, WebP and JPEG in one build with two jobs, and in two shards of one job each that run at the
same time, into one cache, with the build that assembles them. Evenness: each of 16 shards of the same photographs, and of 10,000
photographs of 1280 pixels made as for W7, one after the other. The estimate is that of `alcedo plan --shards`.
"""

import json
import os
import shutil
import statistics
import subprocess
import time

from bench import fail, run
from workloads import photographs, scale
from workloads.peers import alcedo
from workloads.result import Result, Target
from workloads.rounds import alternate, made_in

NAME = "W9"
TITLE = "shards: CPU of two beside one build, and evenness of 16"

SHARDS = 16
FEW = "{ widths: [320, 640, 960, 1280, 1920], formats: [avif, webp, jpeg], drop-larger: false }"
# Costs of WebP and JPEG hardly depend on what a picture shows.
STEADY = FEW.replace("avif, ", "")


def command(context, site, cache, *options):
    # The CPU of a worker that ends after the build that started it counts for neither.
    return [
        context.alcedo, "build", "--manifest", site / "images.yml", "--cache-dir", cache, "--in-process", *options]


def one_build(context, site):
    target = context.folder("w9")
    cost = run(command(context, site, target / "cache", "--output", target / "site", "--jobs", "2"), site / "log")
    return cost, made_in(target / "site")


def two_shards(context, site):
    """Both at once, then the build that assembles them: CPU of all three together."""
    target = context.folder("w9")
    began = time.perf_counter()
    logs = [open(site / f"log-{number}", "wb") for number in (1, 2)]
    running = [
        subprocess.Popen(
            [str(word) for word in command(
                context, site, target / "cache", "--shard", f"{number}/2", "--jobs", "1")],
            stdout=log, stderr=log, env={key: value for key, value in os.environ.items() if key != "CI"})
        for number, log in zip((1, 2), logs)]
    cpu = peak = 0
    for process in running:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            fail(f"a shard ended with {process.returncode}: {(site / 'log-1').read_text()[-500:]}")
        cpu += usage.ru_utime + usage.ru_stime
        peak = max(peak, usage.ru_maxrss * 1024)
    _, last, _ = run(command(context, site, target / "cache", "--output", target / "site"), site / "log")
    return (time.perf_counter() - began, cpu + last, peak), made_in(target / "site")


def evenness(context, site, what, limit, result, jobs="2"):
    """Each shard in turn, and what the plan says of them."""
    cache = context.folder("w9") / "cache"
    said = subprocess.run(
        [context.alcedo, "plan", "--manifest", site / "images.yml", "--cache-dir", cache, "--shards", str(SHARDS), "--json"],
        capture_output=True, text=True)
    if said.returncode:
        fail(f"the plan ended with {said.returncode}: {said.stdout[-500:]}")
    estimate = json.loads(said.stdout.splitlines()[-1])["unevenness"]
    costs = []
    for number in range(1, SHARDS + 1):
        _, cpu, _ = run(command(context, site, cache, "--shard", f"{number}/{SHARDS}", "--jobs", jobs), site / "log")
        costs.append(cpu)
    print(f"  {what}: " + ", ".join(f"{cost:.2f}" for cost in costs) + " s of CPU", flush=True)
    result.targets.append(Target(
        f"CPU, slowest of {SHARDS} shards to their mean, {what}", max(costs) / statistics.mean(costs), limit))
    result.notes.append(
        f"{what}: {SHARDS} shards took {min(costs):.2f} to {max(costs):.2f} s of CPU, {sum(costs):.1f} s together; the estimate is "
        f"that the slowest has {estimate:.3f} times the mean.")


def measure(context):
    work = context.folder("w9")
    few = work / "few"
    few.mkdir()
    count = len(context.photographs(few / "pictures"))
    alcedo.manifest(few, FEW)
    result = Result(alternate(context, {
        "one build": lambda: one_build(context, few), "two shards": lambda: two_shards(context, few)}))
    result.ratio("cpu", "two shards", "one build", 1 / 0.95)
    evenness(context, few, f"{count} photographs, with AVIF", 1.1, result)
    steady = work / "steady"
    steady.mkdir()
    shutil.copytree(few / "pictures", steady / "pictures")
    alcedo.manifest(steady, STEADY)
    evenness(context, steady, f"{count} photographs, without AVIF", 1.1, result)
    many = work / "many"
    sources = scale.bases(context, work)
    size = context.scaled(10_000)
    for number in range(size):
        folder = many / f"pictures/{number // 1000:02d}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number:05d}.jpg").write_bytes(
            photographs.with_comment(sources[number % scale.MIX], f"{number}"))
    alcedo.manifest(many, scale.VARIANT, "pictures/**/*.jpg")
    evenness(context, many, f"{size:,} photographs", 1.1, result)
    return result
