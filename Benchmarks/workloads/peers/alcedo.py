"""Alcedo, from nothing: no cache, no output."""

import shutil

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
    for folder in ("site", "cache"):
        shutil.rmtree(work / folder, ignore_errors=True)
    return warm(context, work, *options, watch=watch), made_in(work / "site")


def warm(context, work, *options, watch=None):
    return run(
        [context.alcedo, "build", "--manifest", work / "images.yml", "--cache-dir", work / "cache", *options],
        work / "alcedo.log", watch=watch)
