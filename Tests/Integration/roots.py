"""Clean Debian systems in folders, and the steps of a Dockerfile carried out in one: for tests of what a release installs.

A system is made by mmdebstrap, from the package server that this machine uses, and kept in ALCEDO_ROOTS if that is set. It needs
root, as chroot does.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

SUITES = {"debian:12-slim": "bookworm", "debian:13-slim": "trixie"}
PROXIES = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def server():
    """The address of Debian's main archive, as apt on this machine has it."""
    text = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI)"], capture_output=True, text=True, check=True).stdout
    addresses = sorted({line for line in text.splitlines() if line.rstrip("/").endswith("/debian")})
    return addresses[0] if addresses else "http://deb.debian.org/debian"


def system(suite, folder):
    """A fresh system of a suite in a folder that does not exist yet."""
    kept = os.environ.get("ALCEDO_ROOTS")
    original = pathlib.Path(kept, suite) if kept else None
    if original is None or not original.is_dir():
        # An archive of another day is as good for tests.
        options = [f"--aptopt=Acquire::{name} \"false\"" for name in ("Check-Valid-Until", "Check-Date")]
        made = subprocess.run(
            ["mmdebstrap", "--mode=root", "--variant=minbase", *options, suite, str(original or folder),
             f"deb {server()} {suite} main"], capture_output=True, text=True)
        if made.returncode != 0:
            raise RuntimeError(f"mmdebstrap {suite}: {made.stderr.strip().splitlines()[-1:]}")
    if original is not None:
        subprocess.run(["cp", "-a", "--reflink=auto", str(original), str(folder)], check=True)
    return pathlib.Path(folder)


def run(root, command, directory="/", user="0:0", environment=None, mounts=(), timeout=900):
    """Runs a command in a system, with /proc and /dev of this machine, and folders from outside at the places named."""
    for _, target in mounts:
        (root / target.lstrip("/")).mkdir(parents=True, exist_ok=True)
    lines = ["set -e", "mount --make-rprivate /"]
    for name in ("proc", "dev", "sys"):
        lines.append(f"mount --rbind /{name} {shlex.quote(str(root / name))}")
    for source, target in mounts:
        lines.append(f"mount --bind {shlex.quote(str(source))} {shlex.quote(str(root / target.lstrip('/')))}")
    inside = shlex.quote(f"cd {shlex.quote(directory)} && exec \"$@\"")
    lines.append(f"exec chroot --userspec={user} {shlex.quote(str(root))} /bin/sh -c {inside} - {shlex.join(command)}")
    # Names are looked up as they are here.
    resolver = root / "etc/resolv.conf"
    if not resolver.exists() and os.path.exists("/etc/resolv.conf"):
        shutil.copyfile("/etc/resolv.conf", resolver)
    return subprocess.run(
        ["unshare", "--mount", "/bin/sh", "-c", "\n".join(lines)], capture_output=True, text=True, timeout=timeout,
        env={"PATH": PATH, "HOME": "/", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", **PROXIES, **(environment or {})})


class Image:
    """What a Dockerfile describes: a system, and how its program is started."""

    def __init__(self, root):
        self.root, self.directory, self.user = root, "/", "0:0"
        self.environment, self.labels, self.entry, self.command = {}, {}, [], []

    def start(self, *arguments, mounts=(), user=None):
        return run(self.root, [*self.entry, *(arguments or self.command)], self.directory, user or self.user,
                   self.environment, mounts)


def instructions(text):
    """The instructions of a Dockerfile with their arguments, continued lines joined."""
    lines = [line for line in text.splitlines() if not re.match(r"\s*#", line)]
    for line in re.sub(r"\\\n", " ", "\n".join(lines)).splitlines():
        if line.strip():
            name, _, rest = line.strip().partition(" ")
            yield name.upper(), rest.strip()


def flags(text):
    """Flags before the arguments of an instruction, and the rest."""
    found = {}
    while match := re.match(r"--([a-z]+)=(\S+)\s+", text):
        found[match[1]] = match[2]
        text = text[match.end():]
    return found, text


def carry_out(dockerfile, folder):
    """Carries out the steps of a Dockerfile, whose context is its folder, in `folder`; returns the last image."""
    context, stages, image = dockerfile.parent, {}, None

    def place(source, within):
        origin = stages[within].root if within else context
        return origin / source.lstrip("/")

    for name, rest in instructions(dockerfile.read_text()):
        if name == "FROM":
            match = re.fullmatch(r"(\S+)(?:\s+AS\s+(\S+))?", rest, re.IGNORECASE)
            image = Image(system(SUITES[match[1]], folder / f"stage-{len(stages)}"))
            stages[match[2] or str(len(stages))] = image
        elif name == "COPY":
            given, text = flags(rest)
            *sources, target = text.split()
            path = image.root / os.path.join(image.directory, target).lstrip("/")
            if len(sources) > 1 or target.endswith("/"):
                path.mkdir(parents=True, exist_ok=True)
            for source in sources:
                shutil.copy(place(source, given.get("from")), path)
        elif name == "RUN":
            given, text = flags(rest)
            mounts = []
            if "mount" in given:
                mount = dict(part.split("=") for part in given["mount"].split(","))
                if mount.pop("type") != "bind":
                    raise ValueError(f"RUN --mount: {given['mount']}")
                mounts.append((place(mount["source"], mount.get("from")), mount["target"]))
            done = run(image.root, ["/bin/sh", "-c", text], image.directory, image.user, image.environment, mounts)
            if done.returncode != 0:
                raise RuntimeError(f"RUN {text}: {done.stdout[-500:]}{done.stderr[-1500:]}")
        elif name == "WORKDIR":
            image.directory = os.path.join(image.directory, rest)
            (image.root / image.directory.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif name == "ENV":
            image.environment.update(shlex.split(part)[0].split("=", 1) for part in shlex.split(rest))
        elif name == "LABEL":
            image.labels.update(part.split("=", 1) for part in shlex.split(rest))
        elif name == "USER":
            image.user = rest
        elif name == "ENTRYPOINT":
            image.entry = json.loads(rest)
        elif name == "CMD":
            image.command = json.loads(rest)
        else:
            raise ValueError(f"{name} is not an instruction that this runner knows")
    return image


def scratch():
    return tempfile.TemporaryDirectory(prefix="alcedo-roots-")
