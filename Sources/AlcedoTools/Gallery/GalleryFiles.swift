// Made by docs/make-starter from the files in site-template; change those.
// swift-format-ignore-file

/// The template of a gallery that `alcedo init` writes.
enum GalleryFiles {
    /// The folder that it is written into, beside the manifest.
    static let folder = "gallery"

    /// The files with their names.
    static let all: [(name: String, text: String)] = [
        ("README.md", ##"""
# The gallery's template

`alcedo gallery` fills these files with the pictures of `index.json`. Change what you like; they are yours.

| file | purpose |
|---|---|
| `index.html` | the overview, and the pages of albums and tags |
| `card.html`, `album.html` | one picture, one album in it |
| `path.html`, `pager.html` | the way back to the overview, the links between the pages of a list |
| `photo.html`, `keywords.html` | the page of one picture, the tags on it |
| `tags.html` | the list of all tags |
| `links.html` | what the head of every page has |
| `map.html`, `map-lines.html` | the map, the lines or tiles of one |
| `lightbox.html` | the frame in which pictures open over the page |
| `gallery.css`, `lists.css` | the design, in light and dark, on screens and on paper |
| `gallery.js` | arrow keys, and pictures that open over the page; without it the links do the same |

`{{marks}}` are filled in and escaped, `{{{marks}}}` are HTML, `{{#sections}}` are repeated or left out, `{{>card}}` includes
`card.html` ([Mustache](https://mustache.github.io)). An unknown mark is an error with its line. Alcedo's `docs/gallery.md`
lists all marks. `<meta name="generator" content="{{generator}}">` must stay: it marks pages that the next run may replace.

Other files are copied as they are, with digits of their content in their names, so that browsers may cache them forever. A
page names such a file as `{{files.gallery_css}}`: dots become underscores. Notes like this one (`.md`) are not copied.

"""##),
        ("album.html", ##"""
<li><a href="{{page}}"><span class="cover">{{{cover}}}</span><span class="title"><bdi>{{title}}</bdi></span> <span class="label"><bdi>{{label}}</bdi></span></a></li>

"""##),
        ("card.html", ##"""
<li id="{{anchor}}" data-number="{{number}}" style="--ratio: {{ratio}}"><a class="picture" href="{{page}}">{{{card}}}<span class="name" aria-hidden="true">{{title}}</span></a></li>

"""##),
        ("gallery.css", ##"""
/* Rows that fill the width, and places that are kept before the pictures arrive. No script is needed to see them. */

:root {
  --ground: #faf9f6;
  --text: #1c2326;
  --quiet: #5d686d;
  --line: rgb(28 35 38 / 0.12);
  --accent: #0a7391;
  --mat: #f0eeea;
  --gap: clamp(0.4rem, 0.9vw, 0.75rem);
  --edge: clamp(1rem, 3.2vw, 2.75rem);
  /* The height of a row before it grows to fill its width. */
  --row: clamp(11rem, 19vw, 19rem);
  --most: max(var(--row) * 1.9, min(160vw, 80svh));
  color-scheme: light dark;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101315;
    --text: #e8ecec;
    --quiet: #98a5aa;
    --line: rgb(232 236 236 / 0.14);
    --accent: #53c8dc;
    --mat: #181c1f;
  }
}

*, ::before, ::after { box-sizing: border-box; }

body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

h1, h2, p, ul, figure { margin: 0; }
ul { padding: 0; list-style: none; }
a { color: inherit; text-decoration: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 2px; }

/* Width and height of each <img> give its proportions before it is loaded, so nothing moves. */
img { display: block; width: 100%; height: auto; }
picture { display: block; }
/* In a grid each would take a row. */
source { display: none; }
h1, h2 { font-weight: 600; line-height: 1.3; letter-spacing: -0.01em; overflow-wrap: anywhere; }
button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
svg { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
[hidden] { display: none !important; }
/* Arrows point where the pages go. */
[dir="rtl"] :is([rel="prev"], [rel="next"], [data-do="previous"], [data-do="next"]) svg { scale: -1 1; }
.quiet { color: var(--quiet); }

.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus {
  inset-inline-start: var(--edge);
  top: 0.75rem;
  z-index: 2;
  padding: 0.5rem 1rem;
  background: var(--ground);
}

/* The overview */

.top { padding: clamp(2.25rem, 7vw, 5.5rem) var(--edge) clamp(1.5rem, 3.5vw, 2.75rem); }
.top h1 {
  font-size: clamp(2rem, 5vw, 3.5rem);
  font-weight: 650;
  line-height: 1.08;
  letter-spacing: -0.025em;
  overflow-wrap: anywhere;
  text-wrap: balance;
}
.top p { margin-top: 0.6rem; max-width: 42rem; color: var(--quiet); font-size: clamp(1rem, 1.4vw, 1.15rem); text-wrap: pretty; }

.index main { padding: 0 var(--edge) var(--edge); }

/* Justified rows: every picture grows with its proportions, so that a row fills its width and all in it have one height.
   Nothing is cut. The place of a strip is wider than the strip, and a picture that would grow too much, because a panorama
   follows, keeps to --most: around both is the mat of a frame. */
.rows { display: flex; flex-wrap: wrap; gap: var(--gap); }
.rows li {
  --shape: clamp(0.4, var(--ratio), 10);
  /* Times a hundred: shares that add up to less than one would not fill the row. */
  flex: calc(var(--shape) * 100) 1 calc(var(--shape) * var(--row));
  min-width: 0;
}
/* Takes what a last row leaves free, if that is much. If it is little, this stands below the row, where it has no height. */
.rows::after { content: ""; flex: 1000000 1 30%; }
.rows a { display: block; position: relative; overflow: hidden; border-radius: 3px; background: var(--mat); }
.rows picture { container-type: size; display: grid; width: 100%; place-items: center; aspect-ratio: var(--shape); max-height: var(--most); }
/* Half a pixel more, as proportions are rounded. Another picture for a media condition is shown whole, too. */
.rows img {
  width: min(100cqw, 100cqh * var(--ratio) + 0.5px);
  height: min(100cqh, 100cqw / var(--ratio) + 0.5px);
  object-fit: contain;
  transition: scale 0.5s cubic-bezier(0.2, 0.7, 0.2, 1);
}
.rows .name {
  position: absolute;
  inset: auto 0 0;
  padding: 3.5rem 0.9rem 0.7rem;
  background: linear-gradient(transparent, rgb(0 0 0 / 0.62));
  color: #fff;
  font-size: 0.9rem;
  line-height: 1.35;
  opacity: 0;
  transition: opacity 0.25s;
}
@media (hover: hover) {
  .rows a:hover img { scale: 1.02; }
  .rows a:hover .name { opacity: 1; }
}
.rows a:focus-visible .name { opacity: 1; }

/* One picture */

.single { display: flex; flex-direction: column; min-height: 100vh; min-height: 100svh; }
.bar {
  display: grid;
  grid-template-columns: 1fr auto 1fr;
  align-items: center;
  gap: 1rem;
  min-height: 3.75rem;
  padding: 0 var(--edge);
}
.home { justify-self: start; font-weight: 600; letter-spacing: -0.01em; padding: 0.4rem 0; overflow-wrap: anywhere; }
.home::before { content: "\2190\00a0\00a0"; color: var(--quiet); font-weight: 400; }
[dir="rtl"] .home::before { content: "\2192\00a0\00a0"; }
.home:hover, .bar nav a:hover { color: var(--accent); }
.place { color: var(--quiet); font-size: 0.9rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar nav { display: grid; grid-template-columns: 2.75rem 2.75rem; justify-self: end; margin-inline-end: -0.7rem; }
.bar nav a { display: grid; place-items: center; height: 2.75rem; }
.bar nav a[rel="next"] { grid-column: 2; }

.single main { container-type: inline-size; flex: 1; display: flex; flex-direction: column; }
/* As wide as the window and its height allow, and never wider than the largest file. The words below are as wide. */
figure {
  padding: 0 var(--edge);
  --shown: min(100%, var(--width), var(--ratio) * (100vh - 12.5rem));
  --shown: min(100%, var(--width), var(--ratio) * max(15rem, 100svh - 12.5rem));
}
.stage { position: relative; width: var(--shown); margin: 0 auto; }
.stage img { cursor: zoom-in; }
.enlarge {
  position: absolute;
  inset: auto 0.75rem 0.75rem auto;
  inset-inline: auto 0.75rem;
  display: grid;
  place-items: center;
  width: 2.75rem;
  height: 2.75rem;
  border-radius: 50%;
  background: rgb(12 14 15 / 0.72);
  color: #fff;
  opacity: 0.85;
}
.enlarge:hover, .enlarge:focus-visible { opacity: 1; }
@media (hover: hover) {
  .stage:not(:hover) .enlarge:not(:focus-visible) { opacity: 0; }
}

figcaption {
  display: flex;
  flex-direction: column;
  gap: 0.35rem;
  width: max(min(100%, 44rem), var(--shown));
  margin: 0 auto;
  padding: 1.25rem 0 2.5rem;
}
h1 { font-size: 1.2rem; }
h2 { font-size: 1rem; }
figcaption h2 { margin-top: 1.4rem; color: var(--quiet); font-size: 0.8rem; font-weight: 500; letter-spacing: 0.01em; }
figcaption p { max-width: 44rem; overflow-wrap: anywhere; white-space: pre-line; }
.facts {
  display: flex;
  flex-wrap: wrap;
  gap: 0.7rem 1.75rem;
  margin-top: 0.6rem;
  padding-top: 0.9rem;
  border-top: 1px solid var(--line);
  font-size: 0.92rem;
  font-variant-numeric: tabular-nums;
}
.facts li { min-width: 0; overflow-wrap: anywhere; }
.label { display: block; color: var(--quiet); font-size: 0.8rem; line-height: 1.35; }
.credit { margin-top: 0.6rem; color: var(--quiet); font-size: 0.85rem; }
.credit + .credit { margin-top: 0; }
.credit a, .attribution a { display: inline-block; padding: 0.2rem 0; text-decoration: underline; text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
.credit a:hover, .downloads a:hover, h2 a:hover { color: var(--accent); }
.downloads { font-size: 0.92rem; font-variant-numeric: tabular-nums; }
.downloads a { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
figcaption .map, .downloads { width: min(100%, 30rem); }

/* Where there is room, the words are beside the picture. */
@media (min-width: 68em) {
  figure {
    --words: 19rem;
    --space: clamp(1.75rem, 3vw, 3.25rem);
    --shown: min(100cqw - 2 * var(--edge) - var(--words) - var(--space), var(--width), var(--ratio) * max(20rem, 100svh - 6rem));
    display: grid;
    grid-template-columns: var(--shown) var(--words);
    justify-content: center;
    align-items: start;
    column-gap: var(--space);
    padding-bottom: 2rem;
  }
  .stage { width: 100%; margin: 0; align-self: center; }
  figcaption { width: 100%; padding: 0 0 1rem; }
  .facts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.9rem 1rem; }
}

/* A map of lines, or of tiles. Places are shares of its width and height. */

.map {
  position: relative;
  display: block;
  overflow: hidden;
  aspect-ratio: 1.5;
  border: 1px solid var(--line);
  border-radius: 3px;
  background: var(--mat);
  direction: ltr;
}
.map > * { position: absolute; left: var(--x, 0); top: var(--y, 0); }
.tile { width: var(--w); height: var(--h); max-width: none; }
.meridian { top: 0; bottom: 0; border-left: 1px solid var(--line); }
.parallel { left: 0; right: 0; border-top: 1px solid var(--line); }
.meridian span, .parallel span { position: absolute; padding: 0.1rem 0.35rem; color: var(--quiet); font-size: 0.75rem; line-height: 1.2; white-space: nowrap; }
.meridian span { bottom: 0; }
.parallel span { top: 0; left: 0; }
.point { width: 0.9rem; height: 0.9rem; border-radius: 50%; border: 2px solid var(--ground); background: var(--accent); translate: -50% -50%; }
a.point { display: grid; place-items: center; width: 1.5rem; height: 1.5rem; color: var(--ground); font-size: 0.8rem; font-weight: 600; font-variant-numeric: tabular-nums; }
a.point.several { width: 2.25rem; height: 2.25rem; }
a.point:not(.several) span { display: none; }
a.point:hover { z-index: 1; scale: 1.12; }
.other { width: 0.4rem; height: 0.4rem; border-radius: 50%; background: var(--quiet); translate: -50% -50%; }
.map .scale { top: auto; left: auto; right: 1rem; bottom: 1.6rem; width: var(--w); border: solid var(--text); border-width: 0 1px 1px; font-size: 0.75rem; line-height: 1.5; text-align: center; }
.attribution { padding: 0.4rem 0; color: var(--quiet); font-size: 0.85rem; }
.chart main > .map { max-width: calc(1.5 * max(18rem, 100svh - 9rem)); }
.chart section { padding-top: 2.25rem; scroll-margin-top: 0; }
.chart section .quiet { margin-bottom: 0.8rem; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
.chart section:target h2 { color: var(--accent); }

/* Pictures over the page; gallery.js opens them. */

html:has(.lightbox[open]) { overflow: hidden; }
.lightbox {
  --text: #e9edee;
  --quiet: #9aa6ab;
  --line: rgb(233 237 238 / 0.16);
  --accent: #63d0e3;
  --ground: #0c0e0f;
  --mat: #16191b;
  position: fixed;
  inset: 0;
  width: 100%;
  height: 100%;
  max-width: none;
  max-height: none;
  padding: 0;
  border: 0;
  background: var(--ground);
  color: var(--text);
  color-scheme: dark;
  overscroll-behavior: contain;
}
.lightbox::backdrop { background: #0c0e0f; }
.view { position: absolute; inset: 0; display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) auto; background: var(--ground); outline: none; }
.tools { grid-column: 1 / -1; display: flex; justify-content: flex-end; padding: 0.35rem 0.6rem; }
.tools .place { flex: 1; align-self: center; padding-inline-start: 0.6rem; font-size: 0.9rem; }
[data-do] { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: 50%; color: var(--text); }
[data-do]:hover, [data-do]:is([aria-pressed="true"], [aria-expanded="true"]) { background: rgb(233 237 238 / 0.14); }
[data-do]:disabled { visibility: hidden; }
.canvas {
  grid-area: 2 / 1;
  container-type: size;
  position: relative;
  display: grid;
  place-items: center;
  overflow: hidden;
  touch-action: none;
  user-select: none;
  -webkit-user-select: none;
}
.frame {
  width: min(100cqw, var(--width), var(--ratio) * 100cqh);
  aspect-ratio: var(--ratio);
  background: center / 100% 100% no-repeat;
  cursor: zoom-in;
}
.glide { transition: transform 0.25s cubic-bezier(0.2, 0.7, 0.2, 1); }
.zoomed .frame { cursor: grab; }
.zoomed:active .frame { cursor: grabbing; }
.frame picture, .frame img { width: 100%; height: 100%; }
.frame img { object-fit: contain; }
[data-do="previous"], [data-do="next"] { position: relative; grid-area: 2 / 1; align-self: center; margin: 0 0.6rem; background: rgb(12 14 15 / 0.5); }
[data-do="previous"] { justify-self: start; }
[data-do="next"] { justify-self: end; }
.panel { grid-area: 2 / 2; width: 22rem; padding: 0.5rem 1.5rem 2rem; overflow-y: auto; overscroll-behavior: contain; }
.panel figcaption { width: 100%; padding: 0; }
.panel h2:first-child { margin: 0; color: inherit; font-size: 1.1rem; font-weight: 600; }
.panel .facts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
@media (max-width: 48em) {
  .view { grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr); }
  .panel { grid-area: 3 / 1; width: auto; max-height: 45svh; padding: 1rem var(--edge) 1.5rem; border-top: 1px solid var(--line); }
}
@media (prefers-reduced-motion: no-preference) {
  .lightbox[open] { animation: appear 0.2s; }
  .from-right { animation: from-right 0.28s cubic-bezier(0.2, 0.7, 0.2, 1); }
  .from-left { animation: from-left 0.28s cubic-bezier(0.2, 0.7, 0.2, 1); }
}
@keyframes appear { from { opacity: 0; } }
@keyframes from-right { from { translate: 12% 0; opacity: 0; } }
@keyframes from-left { from { translate: -12% 0; opacity: 0; } }

/* Where one picture is a row, the last one is as wide as all others. */
@media (max-width: 30em) {
  .rows::after { content: none; }
}

/* A phone held across: the picture first, the words below it. */
@media (max-height: 30em) {
  figure { --shown: min(100%, var(--width), var(--ratio) * max(12rem, 100vh - 4.5rem)); display: block; }
  .stage { width: var(--shown); margin: 0 auto; }
  figcaption { padding-top: 1.25rem; }
}

@media (prefers-reduced-motion: no-preference) {
  @view-transition { navigation: auto; }
}
@media (prefers-reduced-motion: reduce) {
  .rows img, .rows .name, .glide { transition: none; }
  .rows a:hover img { scale: none; }
}
@media (prefers-contrast: more) {
  :root, .lightbox { --quiet: var(--text); --line: currentColor; }
}
@media (forced-colors: active) {
  .rows .name { background: Canvas; color: CanvasText; padding-top: 0.7rem; }
  .point, .other { border-color: CanvasText; background: CanvasText; forced-color-adjust: none; }
  a.point { background: LinkText; color: Canvas; }
  [data-do], .enlarge { border: 1px solid ButtonText; background: ButtonFace; }
}

/* On paper: a sheet of all pictures with their names, and one page for each picture. */
@media print {
  :root {
    --ground: #fff;
    --text: #000;
    --quiet: #444;
    --line: #bbb;
    --mat: #fff;
    --row: 4.2cm;
    --most: 8cm;
    color-scheme: light;
  }
  .bar, .skip, .enlarge, .lightbox, .downloads, figcaption h2:has(+ .downloads) { display: none; }
  .top { padding: 0 0 0.6cm; }
  .index main, figure { padding: 0; }
  .rows li { break-inside: avoid; }
  .rows a { overflow: visible; border-radius: 0; }
  .rows .name { position: static; display: block; padding: 0.1cm 0 0; line-height: 1.3; background: none; color: #000; font-size: 8pt; opacity: 1; transition: none; }
  .single { display: block; min-height: 0; }
  .single main { container-type: normal; }
  figure { display: block; --shown: min(100%, var(--ratio) * 14cm); break-inside: avoid; }
  figcaption .map { width: 6cm; }
  .point, .other { print-color-adjust: exact; }
  .stage { width: var(--shown); margin: 0; }
  figcaption { width: 100%; padding: 0.5cm 0 0; }
  a[rel="license"]::after { content: " (" attr(href) ")"; }
}

"""##),
        ("gallery.js", ##"""
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

"""##),
        ("index.html", ##"""
<!DOCTYPE html>
<html lang="{{gallery.language}}" dir="{{gallery.direction}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{list.fullTitle}}</title>
<meta name="description" content="{{list.description}}">
<meta name="generator" content="{{generator}}">
{{#address}}
<link rel="canonical" href="{{address}}">
<meta property="og:type" content="website">
<meta property="og:url" content="{{address}}">
<meta property="og:title" content="{{list.title}}">
<meta property="og:description" content="{{list.description}}">
{{/address}}
{{{openGraph}}}
{{#pager.earlier}}
<link rel="prev" href="{{page}}">
{{/pager.earlier}}
{{#pager.later}}
<link rel="next" href="{{page}}">
{{/pager.later}}
<link rel="stylesheet" href="{{files.gallery_css}}">
{{>links}}
<script src="{{files.gallery_js}}" defer></script>
</head>
<body class="index">
<a class="skip" href="#pictures"><bdi>{{words.skip}}</bdi></a>
<header class="top">
{{>path}}
<h1><bdi>{{list.title}}</bdi></h1>
<p><bdi>{{list.description}}</bdi></p>
{{#list.isOverview}}
{{#gallery.tagsPage}}
<p><a class="more" href="{{gallery.tagsPage}}">{{words.tags}}</a></p>
{{/gallery.tagsPage}}
{{#gallery.map}}
<p><a class="more" href="{{gallery.map}}">{{words.map}}</a></p>
{{/gallery.map}}
{{/list.isOverview}}
</header>
<main id="pictures" data-count="{{list.count}}">
{{#hasAlbums}}
<ul class="albums" aria-label="{{words.albums}}">
{{#albums}}
{{>album}}
{{/albums}}
</ul>
{{/hasAlbums}}
{{#hasPhotos}}
<ul class="rows">
{{#photos}}
{{>card}}
{{/photos}}
</ul>
{{/hasPhotos}}
{{#gallery.isEmpty}}
<p><bdi>{{words.empty}}</bdi></p>
{{/gallery.isEmpty}}
{{>pager}}
</main>
{{>lightbox}}
</body>
</html>

"""##),
        ("keywords.html", ##"""
{{#photo.hasTags}}
<ul class="tags" aria-label="{{words.tags}}">
{{#photo.tags}}
<li><a rel="tag" href="{{page}}"><bdi>{{title}}</bdi></a></li>
{{/photo.tags}}
</ul>
{{/photo.hasTags}}

"""##),
        ("lightbox.html", ##"""
<dialog class="lightbox" aria-label="{{words.list}}" data-previous="{{words.previousPicture}}" data-next="{{words.nextPicture}}" data-place="{{words.place}}">
<div class="view" tabindex="-1">
<p class="unseen" role="status"></p>
<div class="tools">
<p class="place"></p>
<a data-do="download" hidden aria-label="{{words.download}}" title="{{words.download}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 4v11m-5-4.5 5 5 5-5M5 19.5h14"></path></svg></a>
<button type="button" data-do="zoom" aria-pressed="false" aria-label="{{words.zoom}}" title="{{words.zoom}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6"></circle><path d="m15 15 5 5M8 10.5h5M10.5 8v5"></path></svg></button>
<button type="button" data-do="details" aria-expanded="false" aria-controls="lightbox-details" aria-label="{{words.details}}" title="{{words.details}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><circle cx="12" cy="12" r="8.5"></circle><path d="M12 11v5M12 8v.01"></path></svg></button>
<button type="button" data-do="full" hidden aria-pressed="false" aria-label="{{words.fullScreen}}" title="{{words.fullScreen}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"></path></svg></button>
<button type="button" data-do="close" aria-label="{{words.close}}" title="{{words.close}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="m5.5 5.5 13 13M18.5 5.5l-13 13"></path></svg></button>
</div>
<div class="canvas"></div>
<button type="button" data-do="previous" aria-label="{{words.list}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M15 4.5 7.5 12l7.5 7.5"></path></svg></button>
<button type="button" data-do="next" aria-label="{{words.list}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M9 4.5 16.5 12 9 19.5"></path></svg></button>
<div class="panel" id="lightbox-details" role="region" aria-label="{{words.details}}" tabindex="0" hidden></div>
</div>
</dialog>

"""##),
        ("links.html", ##"""
<link rel="stylesheet" href="{{files.lists_css}}">
{{{icon}}}
{{#feed}}
<link rel="alternate" type="application/rss+xml" title="{{gallery.title}}" href="{{feed}}">
{{/feed}}

"""##),
        ("lists.css", ##"""
/* Albums, tags, and the links between pages. */

.path { margin-bottom: 0.9rem; color: var(--quiet); font-size: 0.92rem; }
.path ol, .pager ol { display: flex; flex-wrap: wrap; margin: 0; padding: 0; list-style: none; }
.path li { overflow-wrap: anywhere; }
.path li:not(:last-child)::after { content: "/"; content: "/" / ""; margin: 0 0.55em; opacity: 0.6; }
.path a { display: inline-block; padding: 0.2rem 0; }
.path a:hover, .more:hover, .tags a:hover, .albums a:hover .title { color: var(--accent); }
.more { text-decoration: underline; text-underline-offset: 0.2em; }

.albums {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr));
  gap: clamp(1rem, 2.5vw, 2rem) clamp(0.75rem, 2vw, 1.5rem);
  margin-bottom: clamp(1.5rem, 4vw, 3rem);
}
.albums a { display: grid; }
.albums .cover { overflow: hidden; aspect-ratio: 3 / 2; border-radius: 3px; }
.albums .cover picture, .albums .cover img { height: 100%; }
.albums .cover img { object-fit: cover; }
.albums .title { margin-top: 0.55rem; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }

.pager { display: flex; align-items: center; justify-content: center; gap: 0.5rem; padding-top: clamp(1.5rem, 4vw, 3rem); }
.pager ol { justify-content: center; font-variant-numeric: tabular-nums; }
.pager a, .gap { display: grid; place-items: center; min-width: 2.75rem; height: 2.75rem; border-radius: 3px; }
.pager a:hover { color: var(--accent); }
.pager [aria-current] { font-weight: 700; box-shadow: inset 0 -2px var(--accent); }
.pager svg { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }

.tags { display: flex; flex-wrap: wrap; gap: 0.4rem; }
.tags li { display: flex; align-items: baseline; gap: 0.5rem; max-width: 100%; }
.tags a { padding: 0.15rem 0.7rem; border: 1px solid var(--line); border-radius: 1rem; font-size: 0.9rem; overflow-wrap: anywhere; }
.index .tags { gap: 0.6rem 1.5rem; }
figcaption .tags { margin-top: 0.9rem; }

@media print {
  .pager, .path, .more { display: none; }
}

"""##),
        ("map-lines.html", ##"""
{{#tiles}}
<img class="tile" src="{{url}}" width="256" height="256" alt="" loading="lazy" style="--x: {{x}}; --y: {{y}}; --w: {{width}}; --h: {{height}}">
{{/tiles}}
{{#meridians}}
<span class="meridian" style="--x: {{place}}" aria-hidden="true"><span>{{label}}</span></span>
{{/meridians}}
{{#parallels}}
<span class="parallel" style="--y: {{place}}" aria-hidden="true"><span>{{label}}</span></span>
{{/parallels}}

"""##),
        ("map.html", ##"""
<!DOCTYPE html>
<html lang="{{gallery.language}}" dir="{{gallery.direction}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{words.map}} – {{gallery.title}}</title>
<meta name="description" content="{{gallery.description}}">
<meta name="generator" content="{{generator}}">
{{#address}}
<link rel="canonical" href="{{address}}">
{{/address}}
<link rel="stylesheet" href="{{files.gallery_css}}">
{{>links}}
<script src="{{files.gallery_js}}" defer></script>
</head>
<body class="index chart">
<header class="top">
{{>path}}
<h1>{{words.map}}</h1>
</header>
<main data-count="{{shown}}">
{{#hasPlaces}}
{{#map}}
<div class="map">
{{>map-lines}}
{{#points}}
<a class="point{{#isSeveral}} several{{/isSeveral}}" style="--x: {{x}}; --y: {{y}}" href="#{{target}}" aria-label="{{title}} ({{count}})" title="{{title}}"><span>{{count}}</span></a>
{{/points}}
{{#scale}}
<span class="scale" style="--w: {{width}}" aria-hidden="true">{{label}}</span>
{{/scale}}
</div>
{{#attribution}}
<p class="attribution">{{attribution}}</p>
{{/attribution}}
{{/map}}
{{#places}}
<section id="{{id}}">
<h2><bdi>{{title}}</bdi></h2>
<p class="quiet">{{#coordinates}}<bdi>{{coordinates}}</bdi> · {{/coordinates}}<bdi>{{count}}</bdi></p>
<ul class="rows">
{{#photos}}
{{>card}}
{{/photos}}
</ul>
</section>
{{/places}}
{{/hasPlaces}}
{{^hasPlaces}}
<p><bdi>{{words.empty}}</bdi></p>
{{/hasPlaces}}
</main>
{{>lightbox}}
</body>
</html>

"""##),
        ("pager.html", ##"""
{{#pager}}
<nav class="pager" aria-label="{{label}}">
<p class="unseen">{{place}}</p>
{{#earlier}}
<a rel="prev" href="{{page}}" aria-label="{{label}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M15 4.5 7.5 12l7.5 7.5"></path></svg></a>
{{/earlier}}
<ol>
{{#pages}}
{{#isGap}}
<li class="gap" aria-hidden="true">…</li>
{{/isGap}}
{{^isGap}}
<li><a href="{{page}}" aria-label="{{label}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{number}}</a></li>
{{/isGap}}
{{/pages}}
</ol>
{{#later}}
<a rel="next" href="{{page}}" aria-label="{{label}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M9 4.5 16.5 12 9 19.5"></path></svg></a>
{{/later}}
</nav>
{{/pager}}

"""##),
        ("path.html", ##"""
{{#path}}
{{#first()}}
<nav class="path" aria-label="{{words.path}}">
<ol>
{{/first()}}
<li><a href="{{page}}"><bdi>{{title}}</bdi></a></li>
{{#last()}}
</ol>
</nav>
{{/last()}}
{{/path}}

"""##),
        ("photo.html", ##"""
<!DOCTYPE html>
<html lang="{{gallery.language}}" dir="{{gallery.direction}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{photo.title}} – {{gallery.title}}</title>
<meta name="description" content="{{photo.description}}">
<meta name="generator" content="{{generator}}">
{{#address}}
<link rel="canonical" href="{{address}}">
<meta property="og:type" content="article">
<meta property="og:url" content="{{address}}">
<meta property="og:title" content="{{photo.title}}">
<meta property="og:description" content="{{photo.description}}">
{{/address}}
{{{openGraph}}}
{{#previous}}
<link rel="prev" href="{{page}}">
{{/previous}}
{{#next}}
<link rel="next" href="{{page}}">
<link rel="prefetch" href="{{page}}">
{{/next}}
<link rel="stylesheet" href="{{files.gallery_css}}">
{{>links}}
<script src="{{files.gallery_js}}" defer></script>
{{{structuredData}}}
</head>
<body class="single">
<header class="bar">
<a class="home" href="{{list.page}}" data-key="Escape"><bdi>{{list.title}}</bdi></a>
<p class="place"><span class="unseen">{{photo.place}}</span><bdi aria-hidden="true">{{photo.number}} / {{list.count}}</bdi></p>
<nav aria-label="{{words.list}}">
{{#previous}}
<a rel="prev" href="{{page}}" data-key="ArrowLeft" aria-label="{{label}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M15 4.5 7.5 12l7.5 7.5"></path></svg></a>
{{/previous}}
{{#next}}
<a rel="next" href="{{page}}" data-key="ArrowRight" aria-label="{{label}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M9 4.5 16.5 12 9 19.5"></path></svg></a>
{{/next}}
</nav>
</header>
<main>
<figure style="--ratio: {{photo.ratio}}; --width: {{photo.width}}px">
<div class="stage">{{{photo.picture}}}<button class="enlarge" type="button" hidden aria-label="{{words.zoom}}"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"></path></svg></button></div>
<figcaption>
<h1><bdi>{{photo.title}}</bdi></h1>
{{#photo.text}}
<p><bdi>{{photo.text}}</bdi></p>
{{/photo.text}}
{{#photo.hasFacts}}
<ul class="facts">
{{#photo.facts}}
<li><span class="label">{{label}}</span> {{#time}}<time datetime="{{time}}"><bdi>{{value}}</bdi></time>{{/time}}{{^time}}<bdi>{{value}}</bdi>{{/time}}</li>
{{/photo.facts}}
</ul>
{{/photo.hasFacts}}
{{>keywords}}
{{#photo.credit}}
<p class="credit"><bdi>{{photo.credit}}</bdi></p>
{{/photo.credit}}
{{#photo.license}}
<p class="credit"><a rel="license" href="{{address}}"><bdi>{{title}}</bdi></a></p>
{{/photo.license}}
{{#photo.hasDownloads}}
<h2>{{words.download}}</h2>
<ul class="downloads">
{{#photo.downloads}}
<li><a href="{{url}}" download="{{name}}"><bdi>{{size}}</bdi> <bdi class="quiet">{{format}}, {{bytes}}</bdi></a></li>
{{/photo.downloads}}
</ul>
{{/photo.hasDownloads}}
{{#photo.map}}
<h2>{{words.location}}</h2>
<a class="map" href="{{page}}" aria-label="{{words.map}}: {{title}}">
{{>map-lines}}
{{#others}}
<span class="other" style="--x: {{x}}; --y: {{y}}"></span>
{{/others}}
{{#point}}
<span class="point" style="--x: {{x}}; --y: {{y}}"></span>
{{/point}}
</a>
<p class="credit"><bdi>{{coordinates}}</bdi>{{#attribution}} · <bdi>{{attribution}}</bdi>{{/attribution}}</p>
{{/photo.map}}
</figcaption>
</figure>
</main>
{{>lightbox}}
</body>
</html>

"""##),
        ("tags.html", ##"""
<!DOCTYPE html>
<html lang="{{gallery.language}}" dir="{{gallery.direction}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{words.tags}} – {{gallery.title}}</title>
<meta name="description" content="{{gallery.title}}: {{words.tags}}">
<meta name="generator" content="{{generator}}">
{{#address}}
<link rel="canonical" href="{{address}}">
{{/address}}
<link rel="stylesheet" href="{{files.gallery_css}}">
{{>links}}
</head>
<body class="index">
<header class="top">
{{>path}}
<h1>{{words.tags}}</h1>
</header>
<main>
<ul class="tags">
{{#tags}}
<li><a rel="tag" href="{{page}}"><bdi>{{title}}</bdi></a> <span class="label"><bdi>{{label}}</bdi></span></li>
{{/tags}}
</ul>
</main>
</body>
</html>

"""##),
    ]
}
