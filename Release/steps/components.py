"""What a tool consists of: packages, parts of the toolchain and libraries, with versions and licences as they are found.

Used by `notices` and `sbom`.
"""

import dataclasses
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

RELEASE = pathlib.Path(__file__).resolve().parents[1]
ADDRESS = (RELEASE / "address").read_text().strip()


def stop(text, status=1):
    print(f"Release/make: {text}", file=sys.stderr)
    sys.exit(status)


def output(*arguments, **options):
    done = subprocess.run(arguments, capture_output=True, text=True, **options)
    return done.stdout.strip() if done.returncode == 0 else ""


@dataclasses.dataclass(frozen=True)
class Component:
    name: str
    version: str
    # SPDX's expression, or the name that its copyright file has.
    license: str
    spdx: bool
    # Files with the texts, as they came.
    texts: tuple
    address: str
    purl: str
    # Linked in, or loaded when the tool starts (then with the name that it is loaded by).
    loaded_as: str = ""


@functools.cache
def needed(binary):
    """The shared libraries that a program names."""
    text = output("readelf", "-dW", str(binary), env={**os.environ, "LC_ALL": "C"})
    return tuple(re.findall(r"\(NEEDED\).*\[(.*)\]", text))


@functools.cache
def looked_up():
    """The shared libraries that the program looks up when it uses them."""
    lists = sorted(pathlib.Path(__file__).parents[2].glob("Sources/*/functions.list"))
    return tuple(re.findall(r"^library \S+ (\S+)$", "".join(path.read_text() for path in lists), re.MULTILINE))


def has(binary, *marks):
    content = pathlib.Path(binary).read_bytes()
    return any(mark in content for mark in marks)


def spdx_of(text):
    """The SPDX name of a licence by its text: those that dependencies have had so far."""
    flat = " ".join(text.split())
    if "Apache License" in flat and "Version 2.0" in flat:
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in flat else "Apache-2.0"
    if "Permission is hereby granted, free of charge" in flat and "AUTHORS OR COPYRIGHT HOLDERS" in flat:
        return "MIT"
    return None


def licences(folder):
    return tuple(sorted(path for path in folder.iterdir() if re.match(r"(LICENSE|LICENCE|COPYING|NOTICE)", path.name, re.IGNORECASE)))


def packages(binary, checkouts, strict):
    """The Swift packages, with the versions that SwiftPM has noted beside their checkouts."""
    # The last word is the trait that a package is for. Names of modules are in every Swift program.
    lines = [line.split() for line in (RELEASE / "dependencies").read_text().splitlines()]
    wanted = {words[0]: words[1] for words in lines if words[2:] != ["Dev"] or has(binary, b"NIOPosix")}
    state = pathlib.Path(checkouts).parent / "workspace-state.json"
    if not state.is_file():
        stop(f"there is no {state}; build the package first, or name the folder 'checkouts' of its build with --checkouts")
    found = {}
    for dependency in json.loads(state.read_text())["object"]["dependencies"]:
        location = dependency["packageRef"]["location"]
        version = dependency["state"].get("checkoutState", {}).get("version")
        found[dependency["packageRef"]["identity"]] = (location, version, pathlib.Path(checkouts) / dependency["subpath"])
    # The checkouts may be those of a package that uses this one, and others besides.
    for name, expected in sorted(wanted.items()):
        location, version, folder = found.get(name) or stop(f"there is no checkout of {name} in {checkouts}")
        if version != expected and (strict or version is None):
            stop(f"the checkout of {name} has version {version}, expected {expected} as in Release/dependencies")
        texts = licences(folder)
        if not texts:
            stop(f"{folder} has no file with a licence")
        license = spdx_of(texts[0].read_text())
        if license is None:
            stop(f"the licence of {name} is not known: {texts[0]}; add it to Release/steps/components.py")
        host = re.sub(r"^https://|\.git$", "", location)
        yield Component(name, version, license, True, texts, location.removesuffix(".git"), f"pkg:swift/{host}@{version}")


def toolchain(binary):
    """What comes with the Swift toolchain, if it is linked in."""
    if any(name.startswith("libswift") for name in needed(binary)):
        return
    compiler = shutil.which("swiftc") or stop("there is no swiftc")
    usr = pathlib.Path(output(compiler, "-print-target-info") and json.loads(output(compiler, "-print-target-info"))["paths"]["runtimeResourcePath"]).parents[1]
    text = usr / "share/swift/LICENSE.txt"
    if not text.is_file():
        stop(f"the toolchain has no {text}")
    version = re.search(r"Swift version ([\d.]+)", output(compiler, "--version"))[1]
    exception = "Apache-2.0 WITH Swift-exception"
    yield Component("swift-runtime", version, exception, True, (text,), "https://github.com/swiftlang/swift",
                    f"pkg:swift/github.com/swiftlang/swift@{version}")
    yield Component("swift-foundation", version, exception, True, (text,), "https://github.com/swiftlang/swift-foundation",
                    f"pkg:swift/github.com/swiftlang/swift-foundation@{version}")
    yield Component("swift-corelibs-libdispatch", version, exception, True, (text,), "https://github.com/swiftlang/swift-corelibs-libdispatch",
                    f"pkg:swift/github.com/swiftlang/swift-corelibs-libdispatch@{version}")
    if has(binary, b"NSLock", b"CFStringCreate"):
        yield Component("swift-corelibs-foundation", version, exception, True, (text,), "https://github.com/swiftlang/swift-corelibs-foundation",
                        f"pkg:swift/github.com/swiftlang/swift-corelibs-foundation@{version}")
    data = re.search(rb"icudt(\d+)", pathlib.Path(binary).read_bytes())
    if data:
        texts = sorted(pathlib.Path("/usr/share/doc").glob("libicu[0-9]*/copyright"))
        if not texts:
            stop("ICU is linked in and its licence is not here; install libicu-dev")
        number = data[1].decode()
        yield Component("icu", number, "Unicode-3.0", True, (texts[-1],), "https://github.com/unicode-org/icu",
                        f"pkg:github/unicode-org/icu@release-{number}-1")


def linked(binary):
    """Libraries of the system that the tool uses: in it, if it does not load them."""
    for name, package in (("libjpeg", "libjpeg62-turbo"), ("libdeflate", "libdeflate0")):
        if not any(loaded.startswith(name + ".") for loaded in needed(binary)):
            yield debian(package, "")


def debian(package, loaded_as):
    version = output("dpkg-query", "-W", "-f", "${Version}", package) or stop(f"{package} is not installed")
    source = output("dpkg-query", "-W", "-f", "${source:Package}", package)
    address = output("dpkg-query", "-W", "-f", "${Homepage}", package) or f"https://tracker.debian.org/pkg/{source}"
    text = pathlib.Path("/usr/share/doc") / package / "copyright"
    if not text.is_file():
        stop(f"there is no {text}")
    content = text.read_text()
    # The part for everything; the others, but for the packaging, where there is none.
    names = {}
    for part in re.split(r"\n[ \t]*\n", content):
        files, name = re.search(r"^Files:[ \t]*(\S.*)$", part, re.MULTILINE), re.search(r"^License:[ \t]*(\S.*)$", part, re.MULTILINE)
        if files and name and not files[1].startswith("debian/"):
            names.setdefault(files[1].strip(), name[1].strip())
    license = names.get("*") or ", ".join(sorted(set(names.values()))) or f"see {text}"
    return Component(source, version, license, False, (text,), address, f"pkg:deb/debian/{source}@{version}", loaded_as)


def loaded(binary):
    """The shared libraries, with the packages that they come from here."""
    text = output("/sbin/ldconfig", "-p") + output("ldd", str(binary), env={**os.environ, "LC_ALL": "C"})
    paths = dict(re.findall(r"(\S+) (?:\(\S+\) )?=> (/\S+)", text))
    names = [name for name in sorted({*needed(binary), *looked_up()}) if name in paths
             and not name.startswith(("libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocks"))]
    # A package may own the file by its name from before /usr was merged.
    files = {name: {paths[name], os.path.realpath(paths[name])} for name in names}
    for known in files.values():
        known |= {re.sub("^/usr", "", path) for path in known} | {"/usr" + path for path in known if not path.startswith("/usr")}
    asked = subprocess.run(["dpkg-query", "-S", *sorted(set().union(*files.values()))], capture_output=True, text=True)
    owners = dict(reversed(line.rsplit(": ", 1)) for line in asked.stdout.splitlines() if not line.startswith("diversion "))
    for name in names:
        owner = next((owners[path] for path in sorted(files[name]) if path in owners), None)
        yield debian(owner.split(":")[0], name) if owner else stop(f"no package has {paths[name]}")


def everything(binary, checkouts, strict):
    inside = [*packages(binary, checkouts, strict), *toolchain(binary), *linked(binary)]
    return inside, list(loaded(binary))
