"""What strace saw a build do."""

import re
from pathlib import Path

# A question mark: not every architecture has the call.
CALLS = (
    "open openat openat2 creat write pwrite64 writev pwritev pwritev2 sendfile copy_file_range rename renameat "
    "renameat2 unlink unlinkat rmdir mkdir mkdirat link linkat symlink symlinkat truncate ftruncate fallocate "
    "utime utimes utimensat futimesat chmod fchmod fchmodat chown fchown fchownat").split()
OPENING = {"open", "openat", "openat2", "creat"}
WRITING = {"write", "pwrite64", "writev", "pwritev", "pwritev2", "sendfile", "copy_file_range", "ftruncate",
           "fallocate", "fchmod", "fchown"}


def traced(trace, command):
    """The command that runs `command` and writes what it does with files to `trace`."""
    return ["strace", "-f", "-y", "-qq", "-s", "4096", "-o", trace,
            "-e", "signal=none", "-e", "trace=" + ",".join("?" + name for name in CALLS), *command]


def was_opened(trace, name):
    return f'{name}"' in trace.read_text(errors="replace")


def violations(trace, sources):
    """What the trace shows that a build with nothing to do must not do."""
    found = []
    unfinished = {}
    for line in trace.read_text(errors="replace").splitlines():
        process, _, text = line.partition(" ")
        text = text.strip()
        # strace splits a call in two when another process comes between.
        if text.endswith("<unfinished ...>"):
            unfinished[process] = text[: -len("<unfinished ...>")]
            continue
        resumed = re.match(r"<\.\.\. (\w+) resumed>(.*)", text)
        if resumed:
            text = unfinished.pop(process, resumed[1] + "(") + resumed[2]
        call = re.match(r"(\w+)\((.*)\) += (-?\d+)", text)
        if not call or int(call[3]) < 0:
            continue
        name, arguments = call[1], call[2]
        if name in OPENING:
            path = re.search(r'"((?:[^"\\]|\\.)*)"', arguments)
            if path and Path(path[1]).name in sources:
                found.append(f"opened a source: {text}")
            elif "O_TRUNC" in arguments or name == "creat":
                found.append(f"emptied a file: {text}")
        elif name in WRITING:
            # -y shows what a descriptor stands for; 1 and 2 are what the user reads, pipes and events are no files.
            target = re.match(r"(\d+)<([^>]*)>", arguments)
            if target and target[1] not in ("1", "2") and target[2].startswith("/") \
                    and not target[2].startswith(("/dev/", "/proc/")):
                found.append(f"wrote: {text[:160]}")
        else:
            found.append(f"changed: {text[:160]}")
    return found
