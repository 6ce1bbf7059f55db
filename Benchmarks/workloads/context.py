"""What all workloads are given."""

import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from workloads import photographs


@dataclass
class Context:
    alcedo: Path
    rounds: int
    scratch: Path  # a temporary folder; what a workload has in it goes when it is over
    packages: Path  # where the photographs are kept
    peers: Path  # where peers from PyPI and the floor are installed
    count: int | None = None  # how many photographs instead of all, to try the scripts
    scale: float = 1  # sizes of W4 to W7 times this, to try the scripts
    kept: dict = field(default_factory=dict)  # what takes long to make and more than one workload uses
    folders: list = field(default_factory=list)

    def folder(self, name):
        """A new folder to work in, for a workload or for one run of a side."""
        self.folders.append(Path(tempfile.mkdtemp(prefix=f"{name}-", dir=self.scratch)))
        return self.folders[-1]

    def clear(self):
        """Deletes the folders that were made, but for those that are kept.

        Called only at the end of a workload: ext4 does not reuse an inode within minutes of its file's deletion (five, if
        the deletion is not on the disk yet), and scans all of them for each new file. That would slow down programs that
        make many files, but not the others.
        """
        for folder in self.folders:
            if folder not in self.kept.values():
                shutil.rmtree(folder, ignore_errors=True)
        self.folders = list(self.kept.values())

    def photographs(self, target, count=None):
        """Copies of the photographs in a new folder; just written, they are in memory for all sides."""
        found = photographs.find(self.packages)
        wanted = min(value for value in (count, self.count, len(found)) if value is not None)
        return photographs.copy(photographs.evenly(found, wanted), target)

    def scaled(self, count):
        return max(2, round(count * self.scale))
