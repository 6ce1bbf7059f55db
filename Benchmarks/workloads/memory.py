"""How much memory a program and all processes below it take together."""

import threading
from pathlib import Path


def processes(root):
    """The process `root` and its descendants that there are now."""
    found, waiting = [], [root]
    while waiting:
        number = waiting.pop()
        found.append(number)
        for children in Path(f"/proc/{number}/task").glob("*/children"):
            try:
                waiting += [int(word) for word in children.read_text().split()]
            except OSError:
                pass  # ended meanwhile
    return found


def resident(number):
    """Bytes of a process in memory; what several share is divided among them."""
    try:
        for line in Path(f"/proc/{number}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass  # ended meanwhile, or a kernel thread's
    return 0


class Sampler:
    """Adds up the memory of all processes every 50 ms, from `start` until `stop`, and keeps the most there was."""

    def __init__(self, interval=0.05):
        self.interval, self.most = interval, 0
        self.done = threading.Event()

    def start(self, root):
        self.thread = threading.Thread(target=self.sample, args=(root,))
        self.thread.start()

    def sample(self, root):
        while not self.done.wait(self.interval):
            self.most = max(self.most, sum(resident(number) for number in processes(root)))

    def stop(self):
        self.done.set()
        self.thread.join()
        return self.most
