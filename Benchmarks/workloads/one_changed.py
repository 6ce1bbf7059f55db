"""W5: one of 10,000 sources has changed.

It may take twice as long as a build that finds nothing to do (W4). What is over is the picture itself, and the index and
the ledger, which are written for all 10,000.
"""

from workloads.drawings import draw
from workloads.nothing import SOURCES, build, built
from workloads.result import Result
from workloads.rounds import alternate

NAME = "W5"
TITLE = "One changed source of 10,000"


def measure(context):
    count = context.scaled(SOURCES)
    work = built(context, count)
    changes = iter(range(SOURCES, 2 * SOURCES))

    def changed():
        number = next(changes)
        middle = count // 2
        draw(work / f"repository/pictures/{middle // 100:03d}/{middle:05d}.png", number)
        return build(context, work), (count, 0)

    build(context, work)
    result = Result(alternate(context, {
        "nothing to do": lambda: (build(context, work), (count, 0)),
        "one changed": changed,
    }))
    result.ratio("wall", "one changed", "nothing to do", 2)
    result.notes.append(f"{count:,} sources.")
    return result
