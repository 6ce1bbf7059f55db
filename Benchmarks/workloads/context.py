"""What all workloads are given."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from workloads import photographs


@dataclass
class Context:
    alcedo: Path
    rounds: int
    scratch: Path  # a temporary folder; what is in it goes at the end
    packages: Path  # where the photographs are kept
    peers: Path  # where peers from PyPI and the floor are installed
    count: int | None = None  # how many photographs instead of all, to try the scripts
    scale: float = 1  # sizes of W4 to W7 times this, to try the scripts
    kept: dict = field(default_factory=dict)  # what takes long to make and more than one workload uses

    def folder(self, name):
        """A new folder to work in."""
        return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=self.scratch))

    def photographs(self, target, count=None):
        """Copies of the photographs in a new folder; just written, they are in memory for all sides."""
        found = photographs.find(self.packages)
        wanted = min(value for value in (count, self.count, len(found)) if value is not None)
        return photographs.copy(photographs.evenly(found, wanted), target)

    def scaled(self, count):
        return max(2, round(count * self.scale))
