"""Measuring several sides in turn."""

import os

from workloads.result import Side


def alternate(context, sides, rounds=None, divided_by=1):
    """Runs each of `sides` once a round; every other round is in reverse order, so that no side always comes first.

    `sides` maps a name to a function without arguments that does the work from nothing, in a new folder, and returns its
    cost and what it made (files, bytes). Only the work itself is inside of the cost: preparing it is not.
    """
    results = {name: Side(name, divided_by=divided_by) for name in sides}
    for number in range(1, (rounds or context.rounds) + 1):
        for name in list(sides) if number % 2 else reversed(list(sides)):
            # What one side has written must not be written back while the next is measured.
            os.sync()
            cost, made = sides[name]()
            results[name].add(cost, made)
            wall, cpu, peak = cost
            print(f"  {number:<3} {name:<32} CPU {cpu:8.2f} s  wall {wall:8.2f} s  peak {peak / 1e6:6.0f} MB  "
                  f"{made[0]} files, {made[1] / 1e6:.1f} MB", flush=True)
    return list(results.values())


def made_in(folder, suffixes=(".jpg", ".webp", ".avif", ".png")):
    """How many pictures are below a folder, and their bytes."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.suffix in suffixes]
    return len(sizes), sum(sizes)
