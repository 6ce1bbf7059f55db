/* What links alone cannot do: arrow keys, and pictures that open over the page, with zoom, swipes and full screen.
   Without this file, or where pages cannot be read (opened from a disk), the links do the same one page at a time.
   Everything that is shown is on the pages of the pictures, so the overview has no more than its cards. */

(() => {
  const isReversed = getComputedStyle(document.documentElement).direction === "rtl";
  const box = document.querySelector("dialog.lightbox");

  // MARK: Keys of the pages

  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented || box?.open) return;
    const mirrored = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };
    const key = isReversed ? mirrored[event.key] ?? event.key : event.key;
    document.querySelector(`a[data-key="${CSS.escape(key)}"]`)?.click();
  });

  if (!box?.showModal || !location.protocol.startsWith("http")) return;

  // MARK: Reading pages

  const read = new Map();

  /** An address below another one; what is no address stays as it is. */
  function absolute(part, url) {
    try {
      return new URL(part, url).href;
    } catch {
      return part;
    }
  }

  /** A page as a document whose addresses are absolute, so that its parts can be used on this page. Read once. */
  function page(url) {
    if (!read.has(url)) {
      const answer = fetch(url).then(async (response) => {
        if (!response.ok) throw new Error(`${url}: ${response.status}`);
        const text = new DOMParser().parseFromString(await response.text(), "text/html");
        for (const [name, pattern] of [["href", /^.+$/g], ["src", /^.+$/g], ["srcset", /[^\s,]\S*[^\s,](?=\s|,|$)/g]]) {
          for (const element of text.querySelectorAll(`[${name}]`)) {
            const value = element.getAttribute(name);
            element.setAttribute(name, value.replace(pattern, (part) =>
              name === "srcset" && /^[\d.]+[wx]$/.test(part) ? part : absolute(part, url)));
          }
        }
        return text;
      });
      answer.catch(() => read.delete(url));
      read.set(url, answer);
    }
    return read.get(url);
  }

  // MARK: The pictures in order

  const plain = (url) => url.split("#")[0];
  const slug = (url) => new URL(url).pathname.split("/").pop().replace(/\.html$/, "");
  const isPhoto = (root) => root.querySelector(".stage picture") !== null;

  /** The pictures of a page: its cards, or the one picture of a photograph's page. */
  function pictures(root, url) {
    if (isPhoto(root)) return [{ url, slug: slug(url) }];
    const count = root.querySelector("main")?.dataset.count;
    return Array.from(root.querySelectorAll("a.picture[href]"), (card) => {
      const url = plain(root === document ? card.href : card.getAttribute("href"));
      const number = card.closest("[data-number]")?.dataset.number;
      return { url, slug: slug(url), card: root === document ? card : null, place: number && count && { number, count } };
    });
  }

  /** The address of the page before or after a page. */
  function neighbour(root, rel) {
    const link = root.querySelector(`a[rel~="${rel}"], link[rel~="${rel}"]`);
    return link && plain(root === document ? link.href : link.getAttribute("href"));
  }

  const here = plain(location.href);
  let items = pictures(document, here);
  if (items.length === 0) return;
  const ends = { prev: neighbour(document, "prev"), next: neighbour(document, "next") };
  const asked = { prev: null, next: null };
  let at = 0;

  /** Adds the pictures of the page before the first or after the last picture. Callers in the meantime share one request. */
  function extend(rel) {
    asked[rel] ??= add(rel).finally(() => { asked[rel] = null; });
    return asked[rel];
  }

  async function add(rel) {
    const url = ends[rel];
    if (!url) return;
    ends[rel] = null;
    try {
      const root = await page(url);
      const known = new Set(items.map((item) => item.url));
      const found = pictures(root, url).filter((item) => !known.has(item.url));
      items = rel === "next" ? [...items, ...found] : [...found, ...items];
      if (rel === "prev") at += found.length;
      ends[rel] = found.length > 0 ? neighbour(root, rel) : null;
    } catch {
      // The page may be gone since: this is the end.
    }
  }

  /** What is shown of a picture, from its page. The picture loads from now on. */
  function content(item, priority) {
    item.content ??= page(item.url).then((root) => {
      const figure = root.querySelector("figure"), picture = document.importNode(figure.querySelector(".stage picture"), true);
      const image = picture.querySelector("img"), frame = document.createElement("div");
      frame.className = "frame";
      for (const name of ["--ratio", "--width"]) frame.style.setProperty(name, figure.style.getPropertyValue(name));
      image.fetchPriority = priority;
      image.loading = "eager";
      image.draggable = false;
      frame.append(picture);
      sized(frame, 1);
      // The card is already there, and is seen until the picture is.
      const card = item.card?.querySelector("img");
      const isSame = card && Math.abs(card.width / card.height / ratio(frame) - 1) < 0.03;
      if (isSame && card.complete && card.naturalWidth > 0) {
        frame.style.backgroundImage = `url("${card.currentSrc}")`;
        image.decode().catch(() => {}).then(() => { frame.style.backgroundImage = ""; });
      }
      const caption = document.importNode(figure.querySelector("figcaption"), true);
      const title = caption.querySelector("h1"), heading = document.createElement("h2"), link = document.createElement("a");
      link.href = item.url;
      link.append(...title.childNodes);
      heading.append(link);
      title.replaceWith(heading);
      return { frame, image, caption, title: heading.textContent, place: root.querySelector(".place") };
    });
    item.content.catch(() => { item.content = null; });
    return item.content;
  }

  // MARK: Showing

  const part = (selector) => box.querySelector(selector);
  const button = (name) => part(`[data-do="${name}"]`);
  const canvas = part(".canvas"), panel = part(".panel"), view = part(".view");
  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  let turn = 0, opened = null, shown = null;

  const ratio = (frame) => Number(frame.style.getPropertyValue("--ratio")) || 1;

  /** Width at which a picture is shown without zoom. */
  function width(frame) {
    const own = parseFloat(frame.style.getPropertyValue("--width")) || Infinity;
    return Math.min(own, canvas.clientWidth || innerWidth, ratio(frame) * (canvas.clientHeight || innerHeight));
  }

  /** Lets the browser choose the file for this zoom. */
  function sized(frame, scale) {
    const sizes = `${Math.ceil(width(frame) * scale)}px`;
    for (const offer of frame.querySelectorAll("source, img")) if (offer.srcset && offer.sizes !== sizes) offer.sizes = sizes;
  }

  /** The place among the pictures of this list, as on the page of a picture, which has that in its album. */
  function counted({ number, count }) {
    const words = document.createElement("span"), figures = document.createElement("bdi");
    words.className = "unseen";
    words.textContent = (box.dataset.place ?? "").replace(/\{(number|count)\}/g, (_, name) => (name === "number" ? number : count));
    figures.ariaHidden = "true";
    figures.textContent = `${number} / ${count}`;
    return [words, figures];
  }

  /** Takes the focus off what is about to vanish: keys reach only what is in the box. */
  function leave(element, vanishes) {
    if (vanishes && element.contains(document.activeElement)) (element === panel ? button("details") : view).focus();
  }

  async function show(number, from) {
    const item = items[number], own = ++turn;
    if (!item) return;
    at = number;
    if (location.hash !== `#/${item.slug}`) history.replaceState(history.state, "", `#/${item.slug}`);
    let found;
    try {
      found = await content(item, "high");
    } catch {
      if (own === turn) location.assign(item.url);
      return;
    }
    if (own !== turn || !box.open) return;
    shown = found;
    reset();
    found.frame.classList.remove("from-left", "from-right");
    if (from && !motion.matches) found.frame.classList.add(from);
    canvas.replaceChildren(found.frame);
    sized(found.frame, 1);
    const isReading = panel.contains(document.activeElement);
    panel.replaceChildren(found.caption);
    panel.scrollTop = 0;
    if (isReading) panel.focus();
    const place = part(".tools .place");
    place.replaceChildren(...(item.place ? counted(item.place) : found.place ? document.importNode(found.place, true).childNodes : []));
    const words = place.querySelector(".unseen")?.textContent;
    part("[role=status]").textContent = [words, found.title].filter(Boolean).join(": ");
    const file = found.caption.querySelector("a[download]"), download = button("download");
    leave(download, !file);
    download.hidden = !file;
    if (file) {
      download.href = file.href;
      download.download = file.download;
    }
    await Promise.all([at === 0 ? extend("prev") : null, at === items.length - 1 ? extend("next") : null]);
    if (own !== turn) return;
    for (const [name, step, word] of [["previous", -1, box.dataset.previous], ["next", 1, box.dataset.next]]) {
      const other = items[at + step], control = button(name);
      leave(control, !other);
      control.disabled = !other;
      // The neighbours are loaded while this one is looked at.
      if (other) content(other, "low").then(({ title }) => {
        if (own === turn) control.setAttribute("aria-label", word.replace("{title}", () => title));
      }, () => {});
    }
  }

  /** Goes on from the picture that is shown: at the end of what is known, as soon as the page after it has been read. */
  async function go(step) {
    const own = turn;
    if (!items[at + step]) await extend(step > 0 ? "next" : "prev");
    if (own === turn && items[at + step]) show(at + step, (step > 0) !== isReversed ? "from-right" : "from-left");
  }

  function begin(number) {
    if (!box.open) {
      box.showModal();
      opened = { number: items[number], focus: document.activeElement };
      // The focus is on what opened the picture again when the box is closed.
      button("close").focus();
    }
    show(number);
  }

  /** Opens a picture as an entry of the history, so that Back closes it. */
  function open(number) {
    const focus = document.activeElement;
    // Closing does not scroll: the page stays where it is meanwhile.
    history.scrollRestoration = "manual";
    history.pushState({ lightbox: true }, "", `#/${items[number].slug}`);
    begin(number);
    opened.focus = focus;
  }

  function close() {
    if (history.state?.lightbox) return history.back();
    history.replaceState(null, "", location.pathname + location.search);
    end();
  }

  function end() {
    turn += 1;
    if (document.fullscreenElement) document.exitFullscreen();
    box.close();
    canvas.replaceChildren();
    history.scrollRestoration = "auto";
    reset();
    shown = null;
    const item = items[at], target = item.card ?? opened?.focus;
    target?.focus({ preventScroll: true });
    if (item.card && item !== opened?.number) item.card.scrollIntoView({ block: "nearest" });
  }

  /** Follows the address: Back, Forward, and links to `#/picture`. */
  function follow() {
    if (!location.hash.startsWith("#/")) {
      if (box.open) end();
      return;
    }
    const number = items.findIndex((item) => `#/${item.slug}` === location.hash);
    if (number >= 0) return box.open ? show(number) : begin(number);
    // A picture of another page, which has its own. One that is gone has none: the gallery stays.
    const hash = location.hash, name = hash.slice(2);
    const found = /^[^/\\]+$/.test(name) ? page(absolute(`./${name}.html`, here)) : Promise.resolve(document.createElement("p"));
    found.then(isPhoto).catch(() => false).then((isThere) => {
      if (location.hash !== hash) return;
      if (isThere) return location.replace(`./${name}.html`);
      history.replaceState(null, "", location.pathname + location.search);
      if (box.open) end();
    });
  }

  // MARK: Zoom

  let scale = 1, x = 0, y = 0;

  /** The scale at which a pixel of the largest file is one of the screen. */
  function pixel() {
    const natural = Number(shown.image.getAttribute("width")) || shown.image.naturalWidth;
    return natural / devicePixelRatio / width(shown.frame);
  }

  const maxScale = () => Math.max(4, 2 * pixel());

  function reset() {
    shown?.frame.classList.remove("glide");
    [scale, x, y] = [1, 0, 0];
    apply();
  }

  function apply() {
    if (!shown) return;
    const most = (size, space) => Math.max(0, (size * scale - space) / 2);
    if (scale > 1) {
      const wide = width(shown.frame), right = most(wide, canvas.clientWidth), down = most(wide / ratio(shown.frame), canvas.clientHeight);
      x = Math.min(right, Math.max(-right, x));
      y = Math.min(down, Math.max(-down, y));
      sized(shown.frame, scale);
    }
    shown.frame.style.transform = scale === 1 && x === 0 && y === 0 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
    canvas.classList.toggle("zoomed", scale > 1);
    button("zoom").setAttribute("aria-pressed", String(scale > 1));
  }

  /** Zooms so that the point of the window stays where it is. */
  function zoom(to, point) {
    if (!shown) return;
    const next = Math.min(maxScale(), Math.max(1, to));
    const bounds = canvas.getBoundingClientRect();
    const px = (point?.clientX ?? bounds.left + bounds.width / 2) - bounds.left - bounds.width / 2;
    const py = (point?.clientY ?? bounds.top + bounds.height / 2) - bounds.top - bounds.height / 2;
    x = next === 1 ? 0 : px - ((px - x) * next) / scale;
    y = next === 1 ? 0 : py - ((py - y) * next) / scale;
    scale = next;
    apply();
  }

  /** To the pixel and back; pictures that show all their pixels anyway are doubled. */
  function toggle(point) {
    if (!shown) return;
    shown.frame.classList.add("glide");
    zoom(scale > 1 ? 1 : pixel() > 1.2 ? pixel() : 2, point);
  }

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    shown?.frame.classList.remove("glide");
    const lines = event.deltaMode === 1 ? 16 : 1;
    zoom(scale * Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 100 : 400)), event);
  }, { passive: false });

  // MARK: Fingers and mouse

  const fingers = new Map();
  let start = null, tapped = null;

  function grip() {
    const [one, other] = fingers.values();
    const middle = other ? { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 } : one;
    const spread = other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
    return { clientX: middle.clientX, clientY: middle.clientY, spread };
  }

  function grab(event, isFirst) {
    start = { ...grip(), x, y, scale, time: event.timeStamp, isTap: isFirst, target: isFirst ? event.target : start?.target };
  }

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
    grab(event, fingers.size === 1);
  });

  canvas.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId) || !shown || !start) return;
    fingers.set(event.pointerId, event);
    shown.frame.classList.remove("glide");
    const now = grip(), dx = now.clientX - start.clientX, dy = now.clientY - start.clientY;
    if (Math.hypot(dx, dy) > 8) start.isTap = false;
    if (fingers.size > 1) {
      zoom(start.scale * (now.spread / start.spread), now);
    } else if (!start.isTap) {
      // A picture without zoom follows the finger to a neighbour, or down to close.
      const isAcross = Math.abs(dx) > Math.abs(dy);
      [x, y] = scale > 1 ? [start.x + dx, start.y + dy] : isAcross ? [dx, 0] : [0, Math.max(0, dy)];
      apply();
    }
  });

  function release(event) {
    if (!fingers.delete(event.pointerId) || !shown) return;
    // A finger stays after a pinch: from here on it moves the picture.
    if (fingers.size > 0) return grab(event, false);
    const dx = event.clientX - start.clientX, dy = event.clientY - start.clientY, time = event.timeStamp - start.time;
    if (event.type === "pointercancel" || scale > 1 && !start.isTap) return;
    if (start.isTap) return tap(event);
    reset();
    const isSwipe = (way) => Math.abs(way) > 80 || Math.abs(way) > 30 && Math.abs(way) / time > 0.4;
    if (Math.abs(dx) > Math.abs(dy)) {
      if (isSwipe(dx)) go((dx < 0) !== isReversed ? 1 : -1);
    } else if (dy > 0 && isSwipe(dy) && event.pointerType !== "mouse") {
      close();
    }
  }

  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);

  function tap(event) {
    if (start.target === canvas) return close();
    if (event.pointerType === "mouse") return toggle(event);
    const isSecond = tapped && event.timeStamp - tapped.time < 350 && Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < 40;
    tapped = isSecond ? null : { time: event.timeStamp, x: event.clientX, y: event.clientY };
    if (isSecond) toggle(event);
  }

  // MARK: Buttons and keys

  function details() {
    leave(panel, !panel.hidden);
    panel.hidden = !panel.hidden;
    button("details").setAttribute("aria-expanded", String(!panel.hidden));
    reset();
    if (shown) sized(shown.frame, 1);
  }

  function full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else view.requestFullscreen?.();
  }

  button("full").hidden = !document.fullscreenEnabled;
  const actions = { close, details, full, next: () => go(1), previous: () => go(-1), zoom: () => toggle() };
  view.addEventListener("click", (event) => actions[event.target.closest("button[data-do]")?.dataset.do]?.());
  document.addEventListener("fullscreenchange", () => {
    button("full").setAttribute("aria-pressed", String(document.fullscreenElement === view));
  });

  const keys = {
    Escape: close, f: full, i: details, d: () => button("download").hidden || button("download").click(),
    "+": () => zoom(scale * 1.5), "=": () => zoom(scale * 1.5), "-": () => zoom(scale / 1.5), 0: reset, z: () => toggle(),
    PageUp: () => go(-1), PageDown: () => go(1), Home: () => show(0), End: () => show(items.length - 1),
  };

  box.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const ways = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[event.key];
    const isReading = panel.contains(event.target);
    if (way && scale > 1) {
      // Arrows move a zoomed picture.
      x += (way[0] * canvas.clientWidth) / 8;
      y += (way[1] * canvas.clientHeight) / 8;
      apply();
    } else if (way?.[0]) {
      go((way[0] < 0) !== isReversed ? 1 : -1);
    } else if (keys[event.key] && !(isReading && /^(Home|End|Page)/.test(event.key))) {
      keys[event.key]();
    } else {
      return;
    }
    event.preventDefault();
  });

  // The Back gesture of some systems asks the dialog to close.
  box.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  addEventListener("popstate", follow);
  addEventListener("resize", () => {
    reset();
    if (shown) sized(shown.frame, 1);
  });

  // MARK: Opening

  document.addEventListener("click", (event) => {
    if (event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const card = event.target.closest("a.picture"), stage = event.target.closest(".stage");
    const number = card ? items.findIndex((item) => item.card === card) : stage && isPhoto(document) ? items.findIndex((item) => item.url === here) : -1;
    if (number < 0) return;
    event.preventDefault();
    open(number);
  });
  const enlarge = document.querySelector(".enlarge");
  if (enlarge) enlarge.hidden = false;
  if (location.hash.startsWith("#/")) follow();
})();
