"""Alcedo, from nothing: no cache, no output."""

from bench import first_line, run
from workloads.rounds import made_in

SUFFIX = {"jpeg": ".jpg", "webp": ".webp", "png": ".png", "avif": ".avif"}


def version(context):
    return first_line(context.alcedo, "--version")


def manifest(work, variant, pictures="pictures/*", name="images.yml"):
    (work / name).write_text(
        "version: 1\noutput: site\nplaceholders: []\n"
        f"variants:\n  photo: {variant}\nsources:\n  - path: {pictures}\n")


def cold(context, work, *options, watch=None):
    target = context.folder("alcedo")
    cost = run(
        [context.alcedo, "build", "--manifest", work / "images.yml", "--output", target / "site", "--cache-dir",
         target / "cache", *options], work / "alcedo.log", watch=watch)
    return cost, made_in(target / "site")
