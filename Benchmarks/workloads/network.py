"""W6: 2,000 remote pictures of 200 kB, loaded and pinned, against curl.

nginx on this machine serves them, once as it is and once with an answer that waits 20 ms, as a server does that is far
away. (Debian's echo module waits without blocking others. What waits is the answer to each request; opening a
connection, which both sides do sixteen times, does not.) Both have sixteen transfers at a time. curl writes files and
is done; Alcedo hashes what comes, looks whether it is a picture, stores it so that it survives a power failure, and
writes the lock file.
"""

import shutil
import socket
import subprocess
import time
from pathlib import Path

from bench import fail, first_line, run
from workloads import photographs
from workloads.result import Result
from workloads.rounds import alternate, made_in

NAME = "W6"
TITLE = "`alcedo update` of 2,000 remote sources of 200 kB, no pixels, against curl"

SOURCES = 2_000
BYTES = 200_000
PARALLEL = 16
DELAY = 0.02
# Debian's folder for it is not always in PATH.
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
CONFIGURATION = """\
load_module /usr/lib/nginx/modules/ngx_http_echo_module.so;
daemon off;
pid {work}/nginx.pid;
error_log {work}/nginx.error;
worker_processes 1;
events {{ worker_connections 256; }}
http {{
    access_log off;
    sendfile on;
    keepalive_requests 100000;
    types {{ image/jpeg jpg; }}
    client_body_temp_path {work}/t1; proxy_temp_path {work}/t2; fastcgi_temp_path {work}/t3;
    uwsgi_temp_path {work}/t4; scgi_temp_path {work}/t5;
    server {{
        listen 127.0.0.1:{port};
        root {work}/served;
        location /near/ {{ }}
        location ~ ^/far/(.*)$ {{ echo_sleep {delay}; echo_exec /near/$1; }}
    }}
}}
"""
MANIFEST = """\
version: 1
output: site
placeholders: []
variants:
  photo: {{ width: 320, formats: [jpeg] }}
network: {{ allow: [127.0.0.1], per-host: {parallel}, total: {parallel} }}
sources:
  - list: rows.json
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def serve(work, port):
    """Starts nginx and returns it once it answers."""
    configuration = work / "nginx.conf"
    configuration.write_text(CONFIGURATION.format(work=work, port=port, delay=DELAY))
    server = subprocess.Popen([NGINX, "-c", configuration, "-e", work / "nginx.error"])
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


def pictures(context, work, count):
    """As many JPEGs of 200 kB, each with bytes of its own."""
    folder = work / "served/near"
    folder.mkdir(parents=True)
    subprocess.run(
        ["vips", "thumbnail", photographs.find(context.packages)[0], f"{work}/base.jpg[Q=80,strip]", "1280"],
        check=True)
    base = (work / "base.jpg").read_bytes()
    for number in range(count):
        (folder / f"{number:05d}.jpg").write_bytes(photographs.with_comment(base, f"{number}", BYTES))
    # nginx may run its workers as another user.
    for path in (folder, *folder.parents):
        if path == context.scratch.parent:
            break
        path.chmod(0o755)


def measure(context):
    work = context.folder("w6")
    if not Path(NGINX).exists() or not Path("/usr/lib/nginx/modules/ngx_http_echo_module.so").exists():
        fail("nginx or its echo module is not installed")
    count, port = context.scaled(SOURCES), free_port()
    pictures(context, work, count)

    def update(name):
        site = context.folder(name)
        (site / "images.yml").write_text(MANIFEST.format(parallel=PARALLEL))
        rows = ",\n".join(
            f'{{ "id": "{n:05d}", "url": "http://127.0.0.1:{port}/{name}/{n:05d}.jpg" }}' for n in range(count))
        (site / "rows.json").write_text(f"[{rows}]\n")
        cost = run([context.alcedo, "update", "--manifest", site / "images.yml", "--cache-dir", site / "cache"],
                   work / "alcedo.log")
        pinned = (site / "images.lock").read_text().count("sha256-")
        if pinned != count:
            fail(f"alcedo pinned {pinned} of {count}")
        return cost, (pinned, pinned * BYTES)

    def curl(name):
        target = context.folder("curl")
        cost = run(
            ["curl", "--silent", "--show-error", "--fail", "--parallel", "--parallel-max", PARALLEL, "--output",
             f"{target}/#1.jpg", f"http://127.0.0.1:{port}/{name}/[00000-{count - 1:05d}].jpg"], work / "curl.log")
        return cost, made_in(target)

    server = serve(work, port)
    try:
        result = Result(alternate(context, {
            "alcedo, 20 ms away": lambda: update("far"), "curl, 20 ms away": lambda: curl("far"),
            "alcedo, loopback": lambda: update("near"), "curl, loopback": lambda: curl("near")}))
    finally:
        server.terminate()
        server.wait()
    for side in result.sides:
        if (side.files, side.bytes) != (count, count * BYTES):
            fail(f"{side.name} loaded {side.files} files of {side.bytes} bytes")
    result.versions = {
        "curl": " ".join(first_line("curl", "--version").split()[:2]),
        "nginx": subprocess.run([NGINX, "-v"], capture_output=True, text=True).stderr.strip()
        .removeprefix("nginx version: ")}
    result.ratio("wall", "alcedo, 20 ms away", "curl, 20 ms away", 1.3)
    result.ratio("wall", "alcedo, loopback", "curl, loopback", 6)
    result.notes.append(
        f"{count:,} pictures of {BYTES:,} bytes; {PARALLEL} transfers at a time on both sides. Alcedo also hashes, "
        "looks at each file, stores it durably and pins it; curl writes files.")
    return result
