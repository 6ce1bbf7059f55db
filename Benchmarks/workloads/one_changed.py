"""W5: one of 10,000 sources has changed.

What it may take is what a build takes that finds nothing to do (W4), and the time of that one image. That time is
measured where there is nothing else: a site of one such image, built from nothing, less a build of it with nothing to
do. It contains what any build has that makes something: starting libvips or a worker, and writing an index and state.
What is over is the price of the 9,999 others: an index and a state for all of them are written.
"""

import statistics

from workloads.drawings import draw
from workloads.nothing import SOURCES, build, built, drawn
from workloads.result import Result, Target
from workloads.rounds import alternate

NAME = "W5"
TITLE = "One changed source of 10,000"


def measure(context):
    count = context.scaled(SOURCES)
    work = built(context, count)
    # One that is built already, and a new one for each round; drawn now, so that none is younger than another round's.
    single, *fresh = [drawn(context, 1) for _ in range(context.rounds + 1)]
    build(context, single)
    changes = iter(range(SOURCES, 2 * SOURCES))

    def changed():
        number = next(changes)
        middle = count // 2
        draw(work / f"repository/pictures/{middle // 100:03d}/{middle:05d}.png", number)
        return build(context, work), (count, 0)

    def from_nothing():
        nonlocal single
        single = fresh.pop()
        return build(context, single), (1, 0)

    build(context, work)
    result = Result(alternate(context, {
        "nothing to do": lambda: (build(context, work), (count, 0)),
        "one changed": changed,
        "one image, from nothing": from_nothing,
        # Of the one that was built last: in rounds that go backwards that is the round's before.
        "one image, nothing to do": lambda: (build(context, single), (1, 0)),
    }))
    wall = {side.name: side.wall for side in result.sides}
    middle = {name: statistics.median(values) for name, values in wall.items()}
    one = middle["one image, from nothing"] - middle["one image, nothing to do"]
    allowed = middle["nothing to do"] + one
    result.targets.append(Target(
        f"wall of one changed, in ms; at most nothing to do ({middle['nothing to do'] * 1e3:.0f}) and one image "
        f"({one * 1e3:.0f})", middle["one changed"] * 1e3, allowed * 1e3, "ms",
        rounds=[value * 1e3 for value in wall["one changed"]]))
    result.notes.append(
        f"{count:,} sources. Over nothing to do and one image alone: {(middle['one changed'] - allowed) * 1e3:+.0f} ms. It "
        "is what the index and the state of all the others take, less what is done beside that image.")
    return result
