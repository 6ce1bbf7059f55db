"""Peers from PyPI, in an environment of their own."""

import subprocess
import sys

from bench import fail

PACKAGES = ["pyvips", "sigal"]
# Last, and over what is there: pyvips compiles the part that it shares with this one for the system's libvips.
BINARY = ["--force-reinstall", "--no-deps", "pyvips-binary"]


def python(context):
    return context.peers / "venv/bin/python"


def install(context):
    if not python(context).exists():
        if subprocess.run([sys.executable, "-m", "venv", context.peers / "venv"]).returncode != 0:
            fail("python3 -m venv failed; is python3-venv installed?")
    for words in (PACKAGES, BINARY) if version(context, "pyvips-binary") is None else ():
        if subprocess.run([python(context), "-m", "pip", "install", "--quiet", *words]).returncode != 0:
            fail("pip install failed")


def version(context, package):
    if not python(context).exists():
        return None
    said = subprocess.run(
        [python(context), "-c", f"from importlib.metadata import version; print(version('{package}'))"],
        capture_output=True, text=True)
    return said.stdout.strip() or None
