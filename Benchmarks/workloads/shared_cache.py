"""W8: a machine with an empty disk restores 10,000 outputs from a shared cache, against curl.

nginx on this machine is the store (WebDAV). One build fills it; then a machine with an empty disk fills its cache from it
(`--cache-only`), and curl loads the same objects, sixteen at a time, into files. curl writes and is done; Alcedo compares every file with
its digest, checks that it is the picture that its record describes, and stores both so that a cut power cord harms neither.
"""

import shutil
import socket
import subprocess
import time
from pathlib import Path

from bench import fail, first_line, run
from workloads.drawings import draw_all
from workloads.network import NGINX, free_port
from workloads.result import Result
from workloads.rounds import alternate

NAME = "W8"
TITLE = "An empty disk restores 10,000 outputs of 2,500 sources from a shared cache, against curl"

SOURCES = 2_500
PARALLEL = 16
CONFIGURATION = """\
daemon off;
user root;
pid {work}/nginx.pid;
error_log {work}/nginx.error;
worker_processes 1;
events {{ worker_connections 256; }}
http {{
    access_log off;
    sendfile on;
    keepalive_requests 100000;
    client_max_body_size 1g;
    client_body_temp_path {work}/t1; proxy_temp_path {work}/t2; fastcgi_temp_path {work}/t3;
    uwsgi_temp_path {work}/t4; scgi_temp_path {work}/t5;
    server {{
        listen 127.0.0.1:{port};
        root {work}/store;
        dav_methods PUT;
        create_full_put_path on;
    }}
}}
"""
MANIFEST = """\
version: 1
output: site
placeholders: [thumbhash]
variants:
  photo: {{ widths: [160, 240, 320, 480], enlarge: true, formats: [jpeg], quality: 90 }}
cache: {{ path: "{cache}", remote: "http://127.0.0.1:{port}/", mode: {mode} }}
sources:
  - path: "pictures/**/*.png"
"""


def serve(work, port):
    """Starts nginx and returns it once it answers."""
    (work / "store").mkdir()
    (work / "nginx.conf").write_text(CONFIGURATION.format(work=work, port=port))
    server = subprocess.Popen([NGINX, "-c", work / "nginx.conf", "-e", work / "nginx.error"])
    for _ in range(100):
        if server.poll() is not None:
            fail("nginx did not start:\n" + (work / "nginx.error").read_text())
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return server
        except OSError:
            time.sleep(0.05)
    server.terminate()
    fail("nginx does not answer")


def measure(context):
    work = context.folder("w8")
    if not Path(NGINX).exists() or not shutil.which("curl"):
        fail("nginx or curl is not installed")
    count, port = context.scaled(SOURCES), free_port()
    site = work / "repository"
    site.mkdir()
    draw_all(site / "pictures", count)

    def build(cache, mode):
        manifest = MANIFEST.format(cache=cache, port=port, mode=mode)
        (site / "images.yml").write_text(manifest)
        return run([context.alcedo, "build", "--cache-only", "--manifest", site / "images.yml"], work / "alcedo.log")

    server = serve(work, port)
    try:
        build(context.folder("first") / "cache", "read-write")
        objects = [path for path in (work / "store").rglob("*") if path.is_file()]
        made = len(objects), sum(path.stat().st_size for path in objects)
        if sum(path.parent.name == "ac" for path in objects) != count:
            fail("not every source has an entry in the store")

        def restored():
            cost = build(context.folder("restored") / "cache", "read")
            # The last line of a build counts what was not found.
            if f"shared cache: {count:,} of {count:,} sources found" not in (work / "alcedo.log").read_text():
                fail("not everything was restored:\n" + (work / "alcedo.log").read_text())
            return cost, made

        def loaded():
            target = context.folder("curl")
            (target / "list").write_text("".join(
                f'url = "http://127.0.0.1:{port}/{path.relative_to(work / "store")}"\noutput = "{target}/{number}"\n'
                for number, path in enumerate(objects)))
            cost = run(["curl", "--silent", "--show-error", "--fail", "--parallel", "--parallel-max", PARALLEL,
                        "--config", target / "list"], work / "curl.log")
            if sum(1 for _ in target.iterdir()) != len(objects) + 1:
                fail("curl did not load everything")
            return cost, made

        result = Result(
            alternate(context, {"alcedo build --cache-only": restored, "curl --parallel": loaded}),
            versions={"curl": first_line("curl", "--version"), "nginx": first_line(NGINX, "-v")})
    finally:
        server.terminate()
        server.wait()
    result.ratio("wall", "alcedo build --cache-only", "curl --parallel", 1 / 0.7)
    result.notes.append(f"{count:,} sources, {made[0]:,} objects with {made[1] / 1e6:.0f} MB.")
    return result
