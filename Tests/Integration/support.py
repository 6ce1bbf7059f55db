"""Shared by the integration scripts: a scratch site, runs of the command, and checks of its output.

Scripts are run with ALCEDO set to the path of the executable. A script prints one line per check and exits with 1 if any
check failed.
"""

import base64
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

import libvips
from libvips import vips

ALCEDO = os.environ.get("ALCEDO") or sys.exit("set ALCEDO to the path of the executable")
ROOT = pathlib.Path(__file__).resolve().parents[2]
# A folder of real pictures, which is not in the repository.
CORPUS = pathlib.Path(os.environ.get("ALCEDO_CORPUS") or "/nonexistent")
# A shell ignores the one for what it runs in the background, and nohup the other; the command respects that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
# CI runs these scripts; they test an interactive environment, unless a script sets another one.
os.environ["CI"] = ""

passed = 0
failed = 0


def check(condition, what, detail=""):
    """Counts a check, and prints the details if it fails."""
    global passed, failed
    if condition:
        passed += 1
        print(f"ok    {what}")
    else:
        failed += 1
        print(f"FAIL  {what}{': ' + str(detail) if detail != '' else ''}")
    return bool(condition)


def corpus(what):
    """Whether the corpus is there; if not, a line says what is left out."""
    if not CORPUS.is_dir():
        print(f"left out, without $ALCEDO_CORPUS: {what}")
    return CORPUS.is_dir()


def finish():
    """Prints the counts and exits."""
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


def faulty(environment):
    """An environment in which ALCEDO_FAULT is the number of a nameless file with the fault, as the command requires, and the
    numbers of files to pass on. They stay open until the script ends or `os.close` is called."""
    fault = (environment or {}).get("ALCEDO_FAULT")
    if fault is None:
        return environment or {}, ()
    with tempfile.TemporaryFile() as file:
        file.write(fault.encode())
        file.flush()
        number = os.dup(file.fileno())
    return {**environment, "ALCEDO_FAULT": str(number)}, (number,)


def target_triple():
    """This machine's, as artifact bundles name it."""
    done = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["target"]["unversionedTriple"]


class Site:
    """A scratch folder with a manifest, removed when the script ends."""

    def __init__(self, manifest=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="alcedo-site-"))
        if manifest is not None:
            self.write("images.yml", manifest)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def run(self, *arguments, timeout=600, environment=None, prefix=()):
        """Runs the command in the folder; returns its status, standard output and standard error."""
        added, files = faulty(environment)
        try:
            done = subprocess.run(
                [*prefix, ALCEDO, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=timeout,
                env={**os.environ, **added}, pass_fds=files,
            )
        finally:
            for number in files:
                os.close(number)
        return done.returncode, done.stdout, done.stderr

    @property
    def output(self):
        return self.folder / "out"

    def index(self):
        return json.loads((self.output / "index.json").read_text())

    def tree(self):
        """The files of the output by name, with their digests."""
        return {
            str(path.relative_to(self.output)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(self.output.rglob("*"))
            if path.is_file()
        }

    def stats(self, folder="."):
        """Name, size, dates and inode of everything in a folder, which change with any write."""
        found = {}
        for path in sorted((self.folder / folder).rglob("*")):
            status = path.lstat()
            found[str(path)] = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
        return found


def files_of(index):
    """The files in an index: id, variant, format, entry."""
    for name, image in index["images"].items():
        for variant, content in image["variants"].items():
            for entry in content["formats"]:
                for file in entry["files"]:
                    yield name, variant, entry["format"], file


def verify(site, index=None):
    """Problems of an index: files that are missing, changed or of another size."""
    index = index or site.index()
    wrong = []
    for name, variant, _, file in files_of(index):
        if "file" not in file:
            continue
        path = site.output / file["file"]
        if not path.is_file():
            wrong.append(f"{name} {variant}: {file['file']} is missing")
            continue
        data = path.read_bytes()
        digest = "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()
        if digest != file["digest"] or len(data) != file["bytes"]:
            wrong.append(f"{name} {variant}: {file['file']} has other bytes")
    return wrong


def header(path, field):
    """A field of a picture's header, as vipsheader prints it."""
    return libvips.header(path)[field]


def difference(left, right):
    """The mean absolute difference of two pictures, 0…255."""
    with tempfile.TemporaryDirectory() as folder:
        vips("subtract", left, right, f"{folder}/d.v")
        vips("abs", f"{folder}/d.v", f"{folder}/a.v")
        return float(vips("avg", f"{folder}/a.v"))


def make(path, *operation):
    """Makes a picture by a command of vips: make('a.jpg', 'gaussnoise', '{}', '64', '48')."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    vips(*[str(part).replace("{}", str(path)) for part in operation])


def photograph(path, width, height, seed):
    """A picture with detail and colour, different for every seed."""
    with tempfile.TemporaryDirectory() as folder:
        bands = []
        for band in range(3):
            name = f"{folder}/{band}.v"
            vips("perlin", name, width, height, f"--cell-size={48 + 16 * band}", "--uchar", f"--seed={seed * 3 + band}")
            bands.append(name)
        vips("bandjoin", " ".join(bands), f"{folder}/rgb.v")
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        vips("copy", f"{folder}/rgb.v", path, "--interpretation=srgb")
