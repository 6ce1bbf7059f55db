"""results.json, and the part of RESULTS.md that is generated from it."""

import json
import statistics

from bench import ROOT, fail, spread

RECORD = ROOT / "Benchmarks/results.json"
PAGE = ROOT / "Benchmarks/RESULTS.md"
BEGIN = "<!-- From here to the other mark: written by Benchmarks/run from results.json. -->"
END = "<!-- Written by hand again. -->"


def recorded():
    return json.loads(RECORD.read_text()) if RECORD.exists() else {}


def record(name, entry):
    """Puts one workload's results in the place of what was there of it; the others stay."""
    everything = recorded() | {name: entry}
    RECORD.write_text(json.dumps(everything, indent=1, ensure_ascii=False) + "\n")


def write(order):
    """The page anew. What stands before and behind the marks is written by hand and stays."""
    page = PAGE.read_text()
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        fail(f"{PAGE.name} has not its two marks, between which the results go")
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    everything = recorded()
    names = [name for name in order if name in everything]
    parts = [summary(names, everything)] + [workload(name, everything[name]) for name in names]
    PAGE.write_text(before + BEGIN + "\n\n" + "\n".join(parts) + "\n" + END + after)


def number(value, unit=""):
    if unit == "" and value == int(value) and abs(value) < 1000:
        return str(int(value))
    text = f"{value:.0f}" if unit in ("ms", "MB") else f"{value:.3f}"
    return f"{text} {unit}".strip()


def summary(names, everything):
    lines = ["## Targets", "", "| | what | target | measured | |", "|---|---|---|---|---|"]
    for name in names:
        for target in everything[name]["targets"]:
            lines.append(
                f"| {name} | {target['text']} | ≤ {number(target['limit'], target['unit'])} | "
                f"{number(target['value'], target['unit'])} | {'met' if target['met'] else '**missed**'} |")
    return "\n".join(lines) + "\n"


def workload(name, entry):
    lines = [f"## {name}: {entry['title']}", "", f"{entry['date']}, {entry['rounds']} rounds, {entry['machine']}.", ""]
    lines += ["- " + "; ".join(f"{who} {version}" for who, version in entry["versions"].items()) + "."]
    if entry["sides"]:
        lines += ["", "| | CPU | wall | peak memory | files | MB |", "|---|---|---|---|---|---|"]
    for side in entry["sides"]:
        lines.append(
            f"| {side['name']} | {time(side['cpu'])} | {time(side['wall'])} | {max(side['peak']) / 1e6:.0f} MB | "
            f"{side['files']:,} | {side['bytes'] / 1e6:.1f} |")
    if entry["targets"]:
        lines += ["", "| | measured | in single rounds | target | |", "|---|---|---|---|---|"]
    for target in entry["targets"]:
        unit = target["unit"]
        rounds = f"{number(min(target['rounds']), unit)} … {number(max(target['rounds']), unit)}" \
            if target["rounds"] else ""
        lines.append(
            f"| {target['text']} | {number(target['value'], unit)} | {rounds} | ≤ {number(target['limit'], unit)} | "
            f"{'met' if target['met'] else '**missed**'} |")
    lines += [""] + [f"- {note}" for note in entry["notes"]]
    return "\n".join(lines) + "\n"


def time(seconds):
    """`median (min … max)`, in milliseconds below a second."""
    if statistics.median(seconds) < 1:
        return spread([value * 1e3 for value in seconds], 1) + " ms"
    return spread(seconds) + " s"
