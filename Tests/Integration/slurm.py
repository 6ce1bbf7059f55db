"""A Slurm of one node, in a folder, for tests: munged, slurmctld and slurmd (Debian: munge, slurmctld, slurmd, slurm-client)."""

import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue"]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Slurm:
    """Started with `with`, ended with it. Needs root, as the daemons do."""

    def __init__(self, tasks):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="alcedo-slurm-"))
        self.daemons = []
        host = socket.gethostname()
        for name in ("munge", "state", "spool"):
            (self.folder / name).mkdir()
        # munged refuses a folder that others may enter, or that belongs to others.
        self.folder.chmod(0o755)
        (self.folder / "munge").chmod(0o755)
        key = self.folder / "munge/key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        (self.folder / "slurm.conf").write_text(f"""
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={self.folder}/munge/socket
CredType=cred/munge
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd.pid
SlurmctldLogFile={self.folder}/slurmctld.log
SlurmdLogFile={self.folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
SchedulerParameters=bf_interval=1,sched_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs={tasks} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8
SlurmdParameters=config_overrides
""")
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def __enter__(self):
        munge = self.folder / "munge"
        self.start("munged", "--foreground", "--force", f"--key-file={munge}/key", f"--socket={munge}/socket",
                   f"--pid-file={munge}/pid", f"--log-file={munge}/log", f"--seed-file={munge}/seed")
        self.wait(lambda: (munge / "socket").exists(), "munged")
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D")
        self.wait(lambda: "idle" in self.run("sinfo", "--noheader", "--format=%T").stdout, "slurmd")
        return self

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, *command):
        log = open(self.folder / f"{command[0]}.out", "wb")
        self.daemons.append(subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT))

    def wait(self, is_done, what, seconds=60):
        limit = time.monotonic() + seconds
        while not is_done():
            if time.monotonic() > limit:
                logs = "\n".join(
                    f"{path.name}: {path.read_text(errors='replace')[-800:]}" for path in self.folder.rglob("*")
                    if path.suffix in (".log", ".out"))
                raise RuntimeError(f"{what} did not come up in {seconds} s\n{logs}")
            time.sleep(0.2)

    def run(self, *command, folder=None):
        return subprocess.run(command, cwd=folder, env=self.environment, capture_output=True, text=True)

    def drain(self, seconds=1200):
        """Waits until no job is left."""
        self.wait(lambda: not self.run("squeue", "--noheader").stdout.strip(), "an empty queue", seconds)
