(() => {
  const { generation, problems: own = "" } = document.currentScript.dataset;
  const origin = new URL(document.currentScript.src).origin;
  let panel = null;
  let events = null;

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

  // Only while it is seen: a browser has six connections for all of its tabs.
  function listen() {
    if (document.hidden) {
      if (events) events.close();
      events = null;
    } else if (!events) {
      events = new EventSource(`${origin}/~alcedo/events`);
      events.onmessage = (event) => {
        const said = JSON.parse(event.data);
        if (String(said.generation) !== generation) location.reload();
        else tell([...own.split("\n").filter(Boolean), ...said.problems]);
      };
    }
  }

  listen();
  document.addEventListener("visibilitychange", listen);
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
