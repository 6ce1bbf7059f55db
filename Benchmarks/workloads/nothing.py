"""W4: a build with nothing to do, against `git status` over the same files.

10,000 sources and 40,000 variants lie in a git repository, all committed. Alcedo's cache is outside of it, so that git
has nothing to ignore. `git status` runs once before, which refreshes its index, and has git's defaults.
"""

import os
import subprocess

from bench import fail, first_line, run
from workloads.drawings import draw_all
from workloads.peers import alcedo
from workloads.result import Result, Target
from workloads.rounds import alternate
from workloads.traces import traced, violations, was_opened

NAME = "W4"
TITLE = "Nothing to do: 10,000 sources with four variants each, 50,000 files"

SOURCES = 10_000
MANIFEST = """\
version: 1
output: site
placeholders: []
variants:
  a: { width: 16, formats: [jpeg] }
  b: { width: 24, formats: [jpeg] }
  c: { width: 32, formats: [jpeg] }
  d: { width: 48, formats: [jpeg] }
sources:
  - path: "pictures/**/*.png"
"""
# Git's defaults, regardless of the user's settings.
GIT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


def drawn(context, count):
    """A new folder with a site of `count` drawings, not built."""
    work = context.folder("drawings")
    (work / "repository").mkdir()
    draw_all(work / "repository/pictures", count)
    (work / "repository/images.yml").write_text(MANIFEST)
    return work


def built(context, count):
    """The same, built; the same folder when it is asked for again."""
    if count not in context.kept:
        context.kept[count] = drawn(context, count)
        build(context, context.kept[count])
    return context.kept[count]


def command(context, work):
    return [context.alcedo, "build", "--manifest", work / "repository/images.yml", "--cache-dir", work / "cache"]


def build(context, work):
    return run(command(context, work), work / "alcedo.log")


def measure(context):
    count = context.scaled(SOURCES)
    work = built(context, count)
    git = ["git", "-C", work / "repository"]
    # `gc.auto`: nothing goes on in the background afterwards.
    for words in (["init", "-q"], ["config", "gc.auto", "0"], ["add", "-A"],
                  ["-c", "user.name=b", "-c", "user.email=b@example.org", "commit", "-q", "-m", "All"], ["status"]):
        if subprocess.run([*git, *words], env=os.environ | GIT, stdout=subprocess.DEVNULL).returncode != 0:
            fail(f"git {words[0]} failed")
    files = int(subprocess.run(
        "git ls-files pictures site | wc -l", shell=True, cwd=work / "repository", capture_output=True,
        text=True).stdout)

    # Once more than it is measured, to have everything in memory on both sides.
    build(context, work)
    sides = {
        "alcedo build": lambda: (build(context, work), (files, 0)),
        "git status": lambda: (run([*git, "status"], work / "git.log", environment=GIT), (files, 0)),
    }
    result = Result(alternate(context, sides), versions={"git": first_line("git", "--version")})
    if "nothing to commit" not in (work / "git.log").read_text():
        fail("git status saw changes")
    result.ratio("wall", "alcedo build", "git status", 2.2)
    result.targets.append(Target(
        "peak memory of alcedo", max(result.side("alcedo build").peak) / 1e6, 100, "MB"))

    trace = work / "trace"
    run(traced(trace, command(context, work)), work / "trace.log")
    sources = {path.name for path in (work / "repository/pictures").rglob("*.png")}
    result.targets.append(Target(
        "sources opened, files written or changed, seen by strace", len(violations(trace, sources)), 0, ""))
    result.targets.append(Target(
        "index.json opened, seen by strace", int(was_opened(trace, "index.json")), 0, ""))
    result.notes += [
        f"{count:,} sources and {files:,} files in git's index, variants and index.json included.",
    ]
    return result
