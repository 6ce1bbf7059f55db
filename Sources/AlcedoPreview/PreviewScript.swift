/// What pages of the preview run, to be reloaded when something changes.
enum PreviewScript {
    /// The folder for addresses of the preview itself.
    static let folder = "~alcedo"
    static let name = "preview.js"
    static let events = "events"

    /// The element that runs the script in a page.
    ///
    /// - Parameter generation: The number of the last change that the page shows.
    static func element(_ generation: Int) -> String {
        "<script src=\"/\(folder)/\(name)\" data-generation=\"\(generation)\"></script>"
    }

    static let text = #"""
        (() => {
          const shown = Number(document.currentScript.dataset.generation);
          let pause = 250;
          let panel = null;

          function tell(problems) {
            if (panel) panel.remove();
            panel = null;
            if (!problems.length) return;
            panel = document.createElement("div");
            const shadow = panel.attachShadow({ mode: "closed" });
            const box = document.createElement("pre");
            box.style.cssText =
              "all: initial; position: fixed; inset: auto 0 0 0; z-index: 2147483647; margin: 0; padding: 12px 40px 12px 16px; " +
              "max-height: 40vh; overflow: auto; white-space: pre-wrap; font: 14px/1.5 ui-monospace, monospace; " +
              "background: #3b1411; color: #ffe3df; border-top: 3px solid #e0604f";
            box.setAttribute("role", "alert");
            box.textContent = problems.join("\n");
            const close = document.createElement("button");
            close.textContent = "×";
            close.setAttribute("aria-label", "close");
            close.style.cssText =
              "all: initial; position: absolute; top: 6px; right: 14px; font: 22px sans-serif; color: inherit; cursor: pointer";
            close.onclick = () => panel.remove();
            box.append(close);
            shadow.append(box);
            document.documentElement.append(panel);
          }

          function listen() {
            const socket = new WebSocket(`ws://${location.host}/~alcedo/events`);
            socket.onmessage = (event) => {
              const said = JSON.parse(event.data);
              pause = 250;
              if (said.generation !== shown) location.reload();
              else tell(said.problems);
            };
            socket.onclose = () => {
              setTimeout(listen, pause);
              pause = Math.min(2 * pause, 4000);
            };
          }

          listen();
          addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
        })();

        """#
}
