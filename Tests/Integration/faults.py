"""Shared by 61-crash, 62-disk and 63-together: a small site with all features, and the checks that must always hold.

The command is run with ALCEDO_FAULT (see CONTRIBUTING.md): a tracing run counts the steps, and each further run breaks one
of them.
"""

import concurrent.futures
import hashlib
import http.server
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import tempfile
import threading
import time

from support import ALCEDO, Site, check, photograph, verify

TEMPORARY = ".alcedo-tmp-"


class Server:
    """Pictures by path, from memory."""

    def __init__(self, files):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                body = files.get(self.path)
                self.send_response(200 if body else 404)
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *_):
                pass

        class Quiet(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                """Kills the caller now and then."""

        self.http = Quiet(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()


class Pictures:
    """Photographs, made once and then copied."""

    def __init__(self, count, width=96, height=72):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="alcedo-pictures-"))
        for number in range(count):
            photograph(self.folder / f"{number}.png", width, height, number)

    def bytes(self, number):
        return (self.folder / f"{number}.png").read_bytes()

    def end(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Story:
    """A site before and after a change: pictures and remote sources are added, changed and removed, widths change."""

    def __init__(self, pictures, local=1):
        self.pictures = pictures
        self.local = local
        self.server = Server({f"/{number}.png": pictures.bytes(number) for number in range(2)})

    def manifest(self, width, remote):
        lines = [
            "version: 1", "output: out", "base-url: /i",
            "network: { allow: [127.0.0.1], retries: 0 }",
            f"variants: {{ small: {{ width: {width}, formats: [jpeg] }}, tiny: {{ width: 16, formats: [webp] }} }}",
            "sources:", '  - { path: "photos/**/*.png" }',
        ]
        lines += [f"  - {{ url: {self.server.address}/{name}.png, id: remote/{name} }}" for name in remote]
        return "\n".join(lines) + "\n"

    def before(self, site):
        site.write("images.yml", self.manifest(48, [0]))
        shutil.rmtree(site.folder / "photos", ignore_errors=True)
        for number in range(self.local):
            site.write(f"photos/{number}.png", self.pictures.bytes(number))
        site.write("photos/old/gone.png", self.pictures.bytes(1))

    def after(self, site):
        """Changes a picture, removes one with its folder, changes the size of a variant, and adds a remote source."""
        site.write("images.yml", self.manifest(40, [0, 1]))
        shutil.rmtree(site.folder / "photos", ignore_errors=True)
        for number in range(self.local):
            site.write(f"photos/{number}.png", self.pictures.bytes(number or 2))


class Stage:
    """A folder for repeated trials from the same state."""

    def __init__(self, story, begins_with_a_build, expected=None):
        self.story = story
        self.site = Site()
        self.saved = self.site.folder.with_name(self.site.folder.name + ".saved")
        self.expected = expected
        if begins_with_a_build:
            story.before(self.site)
            status, _, err = self.site.run("build")
            assert status == 0, err
        # A foreign file is not examined.
        self.site.write("out/mine.txt", "mine")
        shutil.copytree(self.site.folder, self.saved)
        self.restore()

    def restore(self):
        shutil.rmtree(self.site.folder)
        shutil.copytree(self.saved, self.site.folder, copy_function=shutil.copy2)
        self.story.after(self.site)

    def end(self):
        shutil.rmtree(self.saved, ignore_errors=True)
        shutil.rmtree(self.site.folder, ignore_errors=True)


def steps(stage):
    """The steps of an undisturbed build from the state of a stage, with the command's numbers."""
    stage.restore()
    with tempfile.NamedTemporaryFile() as trace:
        status, _, err = stage.site.run("build", "--jobs", "1", environment={"ALCEDO_FAULT": f"trace:{trace.name}"})
        assert status == 0, err
        lines = pathlib.Path(trace.name).read_text().splitlines()
    # Two runs differ in the names of temporary files, and in the place of the site.
    pattern = re.compile(re.escape(TEMPORARY) + r"[\w.-]+|(?<=/state/)[\w-]+")
    return [pattern.sub("*", line).replace(str(stage.site.folder), "") for line in lines]


def in_order(found, generator, only=None):
    """The numbers of steps outside of the cache, and of the others, shuffled; or a single step."""
    if only:
        return [only], []
    outside = [number for number, line in enumerate(found, 1) if "/.alcedo/" not in line]
    inside = [number for number, line in enumerate(found, 1) if "/.alcedo/" in line]
    generator.shuffle(outside)
    generator.shuffle(inside)
    return outside, inside


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def said(err):
    """The lines on standard error about problems, without lines about the fault, new pins, or waiting."""
    usual = re.compile(r"ALCEDO_FAULT|images\.lock: \d+ pins? |another build is writing .*; waiting for it$")
    return [line for line in err.splitlines() if not usual.match(line)]


def leftovers(folder):
    return [str(path) for path in folder.rglob(TEMPORARY + "*")]


def complaints_about_state(site, expected):
    """Problems on the disk after any interruption: index, lock file, cache."""
    wrong = []
    if (site.output / "index.json").exists():
        try:
            wrong += verify(site)
        except Exception as error:
            wrong.append(f"index.json: {error!r}")
    lock = site.folder / "images.lock"
    if lock.exists():
        try:
            json.loads(lock.read_text())["sources"]
        except Exception as error:
            wrong.append(f"images.lock: {error!r}")
    for path in (site.folder / ".alcedo").glob("v*/blobs/*/*"):
        if path.name != digest(path):
            wrong.append(f"cache: {path.name} has other bytes")
    if (site.output / "mine.txt").read_text() != "mine":
        wrong.append("a foreign file has changed")
    return wrong


def complaints_after_a_clean_run(stage, thorough=True):
    """The next build repairs everything, and removes leftovers."""
    site, wrong = stage.site, []
    status, _, err = site.run("build")
    if status != 0 or said(err):
        wrong.append(f"the next build: {status} {err}")
    if site.tree() != stage.expected["tree"]:
        wrong.append(f"the tree differs: {sorted(set(site.tree().items()) ^ set(stage.expected['tree'].items()))[:4]}")
    if (site.folder / "images.lock").read_bytes() != stage.expected["lock"]:
        wrong.append("the lock file differs")
    beside = [path for path in leftovers(site.folder) if "/.alcedo/" not in path]
    if beside:
        wrong.append(f"left after the next build: {beside[:3]}")
    if thorough:
        # Everything comes from the cache, because the sources are gone.
        shutil.rmtree(site.output)
        site.write("out/mine.txt", "mine")
        status, _, err = site.run("build", "--offline")
        if status != 0 or site.tree() != stage.expected["tree"]:
            wrong.append(f"the cache gives another tree: {status} {err}")
    status, out, err = site.run("cache", "trim")
    if status != 0 or leftovers(site.folder):
        wrong.append(f"left after that: {status} {err} {leftovers(site.folder)[:3]}")
    return wrong


def expectation(story):
    """The output of a clean build."""
    with Site() as site:
        story.after(site)
        site.write("out/mine.txt", "mine")
        status, _, err = site.run("build")
        assert status == 0, err
        return {"tree": site.tree(), "lock": (site.folder / "images.lock").read_bytes()}


class Stages:
    """Stages with the same state, one per processor, for parallel trials."""

    def __init__(self, story, begins_with_a_build, expected, count=None):
        self.all = [Stage(story, begins_with_a_build, expected) for _ in range(count or os.cpu_count() or 1)]
        self.free = queue.SimpleQueue()
        for stage in self.all:
            self.free.put(stage)

    def each(self, trials, attempt, seconds=None):
        """Runs `attempt(stage, trial)` for each trial, or for as many as fit; returns the results by trial."""
        end = time.monotonic() + seconds if seconds is not None else None

        def one(trial):
            if end is not None and time.monotonic() > end:
                return trial, None
            stage = self.free.get()
            try:
                stage.restore()
                return trial, attempt(stage, trial)
            finally:
                self.free.put(stage)

        with concurrent.futures.ThreadPoolExecutor(len(self.all)) as pool:
            return [(trial, said) for trial, said in pool.map(one, trials) if said is not None]

    def end(self):
        for stage in self.all:
            stage.end()


def report(results, what):
    """One check for many trials, with the first complaints."""
    bad = [(trial, said) for trial, said in results if said]
    check(not bad and results, f"{what} ({len(results)} trials)", bad[:3])
