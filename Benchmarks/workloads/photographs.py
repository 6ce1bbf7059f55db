"""The photographs: JPEGs of three Debian packages, so that they are the same everywhere."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import fail

PACKAGES = ["mate-backgrounds", "plasma-workspace-wallpapers", "lomiri-wallpapers-20.04"]
FOLDERS = ["usr/share/backgrounds", "usr/share/wallpapers"]
SMALLEST = 150_000
PICTURES = 41


def find(cache):
    """The 41 photographs, downloaded and unpacked below `cache` unless they are there."""
    tree = cache / "tree"
    if not tree.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        print("downloading", ", ".join(PACKAGES), file=sys.stderr)
        if subprocess.run(["apt-get", "download", *PACKAGES], cwd=cache, stdout=sys.stderr).returncode != 0:
            fail("apt-get download failed; is the list of packages there (apt-get update)?")
        unpacked = Path(tempfile.mkdtemp(dir=cache))
        for package in sorted(cache.glob("*.deb")):
            subprocess.run(["dpkg", "-x", package, unpacked], check=True)
        unpacked.rename(tree)
    found = sorted(
        path for folder in FOLDERS for path in (tree / folder).rglob("*")
        if path.suffix.lower() in (".jpg", ".jpeg") and path.is_file() and not path.is_symlink()
        and path.stat().st_size > SMALLEST)
    if len(found) != PICTURES:
        fail(f"expected {PICTURES} photographs in {tree}, there are {len(found)}")
    return found


def copy(found, target):
    """Copies them under names that no two share: many are called after their size. Returns the copies."""
    target.mkdir(parents=True)
    copies = []
    for number, path in enumerate(found):
        stem = re.sub(r"[^A-Za-z0-9]+", "-", "-".join(path.parts[-3:-1]) + "-" + path.stem)
        copies.append(target / f"{number:02d}-{stem}.jpg")
        shutil.copyfile(path, copies[-1])
    return copies


def evenly(found, count):
    """`count` of them, from all over the list."""
    return [found[number * len(found) // count] for number in range(min(count, len(found)))]


def with_comment(jpeg, text, size=0):
    """A JPEG with a comment of its own behind its first marker, filled up to `size` bytes where that is more."""
    comments, rest = [], text.encode()
    room = max(0, size - len(jpeg) - len(rest) - 4)
    while True:
        filling = min(room, 65_533 - len(rest))
        comments.append(b"\xff\xfe" + (len(rest) + filling + 2).to_bytes(2, "big") + rest + b" " * filling)
        room, rest = room - filling - 4, b""
        if room <= 0:
            return jpeg[:2] + b"".join(comments) + jpeg[2:]
