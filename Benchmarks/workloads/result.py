"""What a workload says: costs of each side, targets with what became of them, and what to know about both."""

import statistics
from dataclasses import asdict, dataclass, field


@dataclass
class Side:
    """One side's costs, a number for each round."""
    name: str
    wall: list = field(default_factory=list)  # seconds
    cpu: list = field(default_factory=list)  # seconds, of all processes
    peak: list = field(default_factory=list)  # bytes, of the largest process unless the workload says otherwise
    files: int = 0  # what it made in each round
    bytes: int = 0
    divided_by: int = 1  # how many pictures a figure is for; above 1 the costs are those of one

    def add(self, cost, made):
        wall, cpu, peak = cost
        self.wall.append(wall / self.divided_by)
        self.cpu.append(cpu / self.divided_by)
        self.peak.append(peak)
        self.files, self.bytes = made


@dataclass
class Target:
    """`value`, in `unit`, should be at most `limit`."""
    text: str
    value: float
    limit: float
    unit: str = ""
    rounds: list = field(default_factory=list)  # the same for each round, to see how it spreads

    @property
    def is_met(self):
        return self.value <= self.limit


@dataclass
class Result:
    sides: list = field(default_factory=list)
    targets: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    versions: dict = field(default_factory=dict)

    def side(self, name):
        return next((side for side in self.sides if side.name == name), None)

    def ratio(self, column, ours, theirs, limit):
        """A target: the ratio of two medians; nothing where one of the sides did not run."""
        over, under = self.side(ours), self.side(theirs)
        if over is None or under is None:
            self.notes.append(f"{column} of {ours} to {theirs} was not measured: {theirs} is not installed.")
            return
        over, under = getattr(over, column), getattr(under, column)
        name = "CPU" if column == "cpu" else column
        self.targets.append(Target(
            f"{name}, {ours} to {theirs}", statistics.median(over) / statistics.median(under), limit,
            rounds=[a / b for a, b in zip(over, under)]))

    def as_json(self):
        return asdict(self) | {
            "targets": [asdict(target) | {"met": target.is_met} for target in self.targets]}
