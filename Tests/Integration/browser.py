"""Headless Chromium, driven by its DevTools protocol (https://chromedevtools.github.io/devtools-protocol)."""

import base64
import http.server
import itertools
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request

import websocket  # Debian: python3-websocket


class Server:
    """A local server for a folder, which can delay pictures, and send pages in pieces with a pause after each."""

    def __init__(self, folder):
        self.folder, self.delay, self.pause, self.missing, self.icons = pathlib.Path(folder), 0.0, 0.0, [], 0
        server = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {
                **http.server.SimpleHTTPRequestHandler.extensions_map, ".avif": "image/avif", ".webp": "image/webp",
                ".jxl": "image/jxl"}

            def __init__(self, *arguments):
                super().__init__(*arguments, directory=str(server.folder))

            def do_GET(self):
                path = urllib.parse.urlsplit(self.path).path
                # Requested by every browser that is not told of another icon.
                if path == "/favicon.ico" and not (server.folder / "favicon.ico").exists():
                    server.icons += 1
                    self.send_response(204)
                    self.end_headers()
                    return
                if re.search(r"\.(avif|webp|jpe?g|png|gif)$", path):
                    time.sleep(server.delay)
                super().do_GET()

            def copyfile(self, source, output):
                if not server.pause or not self.path.endswith(".html"):
                    return super().copyfile(source, output)
                text = source.read()
                for start in range(0, len(text), size := len(text) // 12 + 1):
                    output.write(text[start:start + size])
                    time.sleep(server.pause)

            def send_error(self, code, *more):
                server.missing.append((code, self.path))
                super().send_error(code, *more)

            def log_message(self, *_):
                pass

            def handle(self):
                try:
                    super().handle()
                except (BrokenPipeError, ConnectionResetError):
                    pass  # the browser has navigated away

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()


class Browser:
    """One Chromium with one page."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="alcedo-browser-")
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0",
             "--remote-allow-origins=*", "--no-first-run", "--disable-background-networking", "--mute-audio",
             f"--user-data-dir={self.profile}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = self._port()
        pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json"))
        page = next(page for page in pages if page["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=60)
        self.numbers, self.events = itertools.count(1), []
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.send(f"{domain}.enable")
        # Once: each open page would add another observer.
        self.send("Page.addScriptToEvaluateOnNewDocument", source="""
            window.shifts = 0;
            new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shifts += entry.value })
                .observe({ type: 'layout-shift', buffered: true });""")

    def _port(self):
        file = pathlib.Path(self.profile, "DevToolsActivePort")
        for _ in range(600):
            if file.exists() and (lines := file.read_text().splitlines()):
                return int(lines[0])
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError("Chromium did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, **parameters):
        """Calls a method, and keeps the events before its response."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message)

    def show(self, width, height, density, scheme):
        """Sets the size of the window, the density of the screen, and light or dark."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=density,
                  mobile=False)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, url, wait="complete"):
        """Opens a page from nothing, and waits until it is so far."""
        self.send("Network.setCacheDisabled", cacheDisabled=True)
        self.send("Page.navigate", url="about:blank")
        self.events.clear()
        self.send("Page.navigate", url=url)
        self.wait(f"location.href === {json.dumps(url)} && "
                  + ("document.readyState === 'complete'" if wait == "complete"
                     else "document.readyState !== 'loading'"))

    def wait(self, condition, seconds=30):
        end = time.time() + seconds
        while not self.value(condition):
            if time.time() > end:
                raise RuntimeError(f"{condition} did not come true")
            time.sleep(0.02)

    def value(self, expression):
        """The value of an expression; promises are awaited."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails'].get('exception', {}).get('description')}")
        return answer["result"].get("value")

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=KEYS.get(key, 0))

    def touch(self, kind, *points):
        self.send("Input.dispatchTouchEvent", type="touch" + kind, touchPoints=[{"x": x, "y": y} for x, y in points])

    def failures(self):
        """Failed requests, error responses, and script errors."""
        self.value("1")
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Network.responseReceived" and parameters["response"]["status"] >= 400:
                found.append(parameters["response"]["url"])
            elif event.get("method") == "Network.loadingFailed" and not parameters.get("canceled"):
                found.append(parameters["errorText"])
            elif event.get("method") == "Runtime.exceptionThrown":
                found.append(parameters["exceptionDetails"]["text"])
        return found

    def screenshot(self, path, whole=False):
        answer = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(path).write_bytes(base64.b64decode(answer["data"]))


# The codes of keys that do something by themselves.
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27}

# Each picture of a page: its candidates, its displayed width, and the browser's choice.
PICTURES = """
Array.from(document.querySelectorAll('img')).map(img => {
    const picture = img.closest('picture');
    const offers = [...(picture ? picture.querySelectorAll('source') : []), img].map(offer => ({
        type: offer.type || '', srcset: offer.srcset || '', sizes: offer.sizes || '',
        holds: !offer.media || matchMedia(offer.media).matches }));
    const box = img.getBoundingClientRect(), style = getComputedStyle(img);
    const content = img.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return { offers, current: img.currentSrc, src: img.src, complete: img.complete, natural: img.naturalWidth,
        width: img.getAttribute('width'), height: img.getAttribute('height'), lazy: img.loading === 'lazy',
        priority: img.getAttribute('fetchpriority') || '', top: box.top, content, shown: box.width * box.height,
        background: style.backgroundImage, color: style.backgroundColor };
})
"""

# `sizes` in CSS pixels, computed by the browser's style engine.
SIZE = """
(sizes => {
    const parts = [''];
    let depth = 0;
    for (const character of sizes) {
        depth += (character === '(') - (character === ')');
        if (character === ',' && depth === 0) parts.push(''); else parts[parts.length - 1] += character;
    }
    for (const part of parts) {
        const match = part.trim().match(/^(\\([^)]*\\))\\s+(.+)$/);
        if (match && !matchMedia(match[1]).matches) continue;
        const probe = document.createElement('div');
        probe.style.cssText = 'position:fixed;visibility:hidden;width:' + (match ? match[2] : part.trim());
        document.body.append(probe);
        const width = probe.getBoundingClientRect().width;
        probe.remove();
        return width;
    }
    return innerWidth;
})(%s)
"""


# Every lazy picture comes near the window.
SCROLL = """
(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
        scrollTo(0, top);
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    scrollTo(0, 0);
})()
"""


def candidates(srcset):
    """The addresses of a `srcset` with their descriptors."""
    found = []
    for part in re.findall(r"(\S+)\s+([\d.]+)([wx])(?:,|$)", srcset):
        found.append((part[0], float(part[1]), part[2]))
    return found


def chosen(srcset, width, density):
    """Chromium's choice: the first candidate with enough density, or else the last.

    WHATWG describes it only as "in an implementation-defined manner". Former versions of Chromium also took the one before,
    up to the geometric mean of both.
    """
    offers = sorted(
        ((address, number / width if unit == "w" else number) for address, number, unit in candidates(srcset)),
        key=lambda offer: offer[1])
    return next((address for address, own in offers if own >= density), offers[-1][0])
