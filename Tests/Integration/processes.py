"""Shared by 32-bombs, 33-workers and 90-fuzz: a build whose processes are observed in /proc.

A process belongs to the build if it is a descendant, or has the build's mark in its environment, even after the death of a
process in between.
"""

import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid

from support import ALCEDO, faulty

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
# The phases in lines of failures.
FAILURE = re.compile(
    r"^images\.yml:\d+:\d+: (error|warning): (?P<id>[^:]+?)(?: \(\w+\))?: (?P<phase>provider|loader|decode|process|encode|write): (?P<reason>.+)$")
# Lines of the command itself: about sources, the summary, what is said once of all pictures, and progress.
USUAL = re.compile(
    r"^(images\.yml:\d+:\d+: (error|warning): [^:]+: .+|error: \d+ failures?; .+|warning: \d+ pictures? ha(s a|ve) gain maps? .+"
    r"|\d+/\d+(, \S+/s(, .+ left)?)?)$")
# The texts about lost workers.
ABNORMAL = re.compile(r"crashed|took longer|killed|took more memory|end the process")

# If a script is terminated, its builds are, too.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


def text(path):
    """The contents of a file in /proc, or nothing if the process is gone."""
    try:
        return pathlib.Path(path).read_bytes()
    except OSError:
        return b""


def status(pid):
    """Parent, state, processor seconds and moment of birth of a process; None if it is gone or a zombie."""
    fields = text(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    if not fields or fields[0] in (b"Z", b"X"):
        return None
    return int(fields[1]), fields[0].decode(), (int(fields[11]) + int(fields[12])) / TICKS, int(fields[19])


def own_memory(pid):
    """Private and shared memory of a process in bytes, without mapped files, which the system can drop."""
    found = re.findall(rb"^(?:RssAnon|RssShmem):\s+(\d+) kB$", text(f"/proc/{pid}/status"), re.MULTILINE)
    return sum(map(int, found)) * 1024


def all_statuses():
    return {int(name): found for name in os.listdir("/proc") if name.isdigit() and (found := status(name))}


def physical_memory():
    return os.sysconf("SC_PHYS_PAGES") * PAGE


class Build:
    """A run of the command in the background, in its own session.

    `prefix` precedes the command, and must end with `exec`. If `most` bytes are exceeded, everything is killed, so that a
    script cannot bring down the machine.
    """

    def __init__(self, site, *arguments, prefix=(), environment=None, most=None, every=0.05, stdin=subprocess.DEVNULL):
        self.mark = uuid.uuid4().hex
        self.site = site
        self.most = most if most is not None else physical_memory() * 3 // 4
        self.scratch = site.folder / ".scratch" / self.mark
        self.scratch.mkdir(parents=True)
        self.peak, self.seen, self.has_burst, self.cores = 0, {}, False, []
        self.files = [tempfile.TemporaryFile() for _ in range(2)]
        environment, descriptors = faulty(environment)
        full = {**os.environ, "TMPDIR": str(self.scratch), "ALCEDO_TEST_MARK": self.mark, **environment}

        def before():
            # A process that dumps core has not set its own limit.
            hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
            resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))

        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [*prefix, ALCEDO, *arguments], cwd=site.folder, env=full, stdin=stdin, stdout=self.files[0],
            stderr=self.files[1], start_new_session=True, preexec_fn=before, pass_fds=descriptors)
        self.pid = self.process.pid
        self.every = every
        self.is_watched = True
        self.watch = threading.Thread(target=self.look, daemon=True)
        self.watch.start()

    # The processes that belong to it

    def look(self):
        while self.is_watched:
            self.sample()
            time.sleep(self.every)

    def sample(self):
        found = self.family()
        memory = sum(own_memory(pid) for pid in found)
        self.peak = max(self.peak, memory)
        if memory > self.most:
            self.has_burst = True
            self.end()

    def family(self):
        """The live processes of the build by number, with their start times."""
        every = all_statuses()
        mine = {self.pid} & every.keys()
        size = -1
        while size != len(mine):
            size = len(mine)
            mine |= {pid for pid, found in every.items() if found[0] in mine}
        mine |= {pid for pid, birth in list(self.seen.items()) if pid in every and every[pid][3] == birth}
        found = {pid: every[pid][3] for pid in mine}
        self.seen.update(found)
        return found

    def marked(self):
        """Processes anywhere with the mark of this build."""
        wanted = f"ALCEDO_TEST_MARK={self.mark}".encode()
        return {pid for pid in all_statuses() if wanted in text(f"/proc/{pid}/environ").split(b"\0")}

    def workers(self):
        """The numbers of live worker processes, by age."""
        return [pid for pid, birth in sorted(self.family().items(), key=lambda pair: (pair[1], pair[0]))
                if text(f"/proc/{pid}/cmdline").split(b"\0")[1:2] == [b"worker"]]

    def busiest(self, seconds, within=30, but=()):
        """The first worker with this many processor seconds, or None if there is none in time."""
        def one():
            for pid in self.workers():
                found = status(pid)
                if pid not in but and found and found[2] >= seconds:
                    return pid
        return wait_for(one, within, giving_up=lambda: self.process.poll() is not None)

    def left(self, seconds=0.0):
        """The processes that are alive after this many seconds, although the build has ended."""
        wait_for(lambda: not (self.family().keys() | self.marked()), seconds)
        return {pid: text(f"/proc/{pid}/cmdline").replace(b"\0", b" ").decode() for pid in self.family().keys() | self.marked()}

    # The end

    def wait(self, seconds):
        """Status, standard output, standard error and duration; the status is None after a timeout."""
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        self.seconds = time.monotonic() - self.started
        if code is None:
            self.end()
        return code, *self.said(), self.seconds

    def said(self):
        found = []
        for file in self.files:
            file.seek(0)
            found.append(file.read().decode(errors="replace"))
        return found

    def signal(self, number, pid=None):
        try:
            os.kill(pid or self.pid, number)
        except ProcessLookupError:
            pass

    def end(self):
        """Kills the remaining processes, by number."""
        for pid in [self.pid, *self.family()]:
            self.signal(signal.SIGKILL, pid)
        self.process.wait()
        self.is_watched = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
        self.watch.join()
        for pid in self.marked():
            self.signal(signal.SIGKILL, pid)


def wait_for(condition, seconds, giving_up=lambda: False):
    """The first true result of the condition, or None after this many seconds."""
    end = time.monotonic() + seconds
    while True:
        if found := condition():
            return found
        if time.monotonic() >= end or giving_up():
            return None
        time.sleep(0.02)


def failures(err):
    """The lines about failed sources, by source."""
    found = {}
    for line in err.splitlines():
        if match := FAILURE.match(line):
            found.setdefault(match["id"], []).append(line)
    return found


def findings(err):
    """The lines about sources, without lines that depend on time."""
    return [line for line in err.splitlines() if line.startswith("images.yml:")]


def noise(err):
    """The lines on standard error that are not the command's own."""
    return [line for line in err.splitlines() if not USUAL.match(line) or not line.isprintable()]


def leftovers(site, build=None):
    """Temporary files in the site, its cache and the build's temporary folder, and core dumps."""
    found = [path for path in site.folder.rglob("*") if ".alcedo-tmp-" in path.name or path.parent.name == "tmp"]
    found += [path for path in site.folder.iterdir() if path.name.startswith("core") and path.is_file()]
    found += list(build.scratch.rglob("*")) if build else []
    return [str(path.relative_to(site.folder)) for path in found]
