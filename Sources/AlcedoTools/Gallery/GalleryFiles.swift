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
| `gallery.css`, `lists.css` | the design, in light and dark, on screens and on paper |
| `gallery.js` | arrow keys and Escape; without it the links do the same |

`{{marks}}` are filled in and escaped, `{{{marks}}}` are HTML, `{{#sections}}` are repeated or left out, `{{>card}}` includes
`card.html` ([Mustache](https://mustache.github.io)). An unknown mark is an error with its line. Alcedo's `docs/gallery.md`
lists all marks. `<meta name="generator" content="{{generator}}">` must stay: it marks pages that the next run may replace.

Other files are copied as they are, with digits of their content in their names, so that browsers may cache them forever. A
page names such a file as `{{files.gallery_css}}`: dots become underscores. Notes like this one (`.md`) are not copied.

"""##),
        ("album.html", ##"""
<li><a href="{{page}}"><span class="cover">{{{cover}}}</span><span class="title">{{title}}</span> <span class="label">{{label}}</span></a></li>

"""##),
        ("card.html", ##"""
<li id="{{anchor}}" style="--ratio: {{ratio}}"><a href="{{page}}">{{{card}}}<span class="name" aria-hidden="true">{{title}}</span></a></li>

"""##),
        ("gallery.css", ##"""
/* Rows that fill the width, and places that are kept before the pictures arrive. No script is needed to see them. */

:root {
  --ground: #faf9f6;
  --text: #1c2326;
  --quiet: #5d686d;
  --line: rgb(28 35 38 / 0.12);
  --accent: #0a7391;
  --gap: clamp(0.4rem, 0.9vw, 0.75rem);
  --edge: clamp(1rem, 3.2vw, 2.75rem);
  /* The height of a row before it grows to fill its width. */
  --row: clamp(11rem, 19vw, 19rem);
  color-scheme: light dark;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101315;
    --text: #e8ecec;
    --quiet: #98a5aa;
    --line: rgb(232 236 236 / 0.14);
    --accent: #53c8dc;
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

h1, p, ul, figure { margin: 0; }
ul { padding: 0; list-style: none; }
a { color: inherit; text-decoration: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 2px; }

/* Width and height of each <img> give its proportions before it is loaded, so nothing moves. */
img { display: block; width: 100%; height: auto; }
picture { display: block; }

.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100vw; }
.skip:focus {
  left: var(--edge);
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

/* Every picture grows with its proportions, so that a row fills its width and all in it have one height. Strips are cut here,
   as a whole row for one of them would leave the row before it with too little. */
.rows { display: flex; flex-wrap: wrap; gap: var(--gap); }
.rows li {
  --shape: clamp(0.6, var(--ratio), 2.2);
  /* Times a hundred: shares that add up to less than one would not fill the row. */
  flex: calc(var(--shape) * 100) 1 calc(var(--shape) * var(--row));
}
/* Takes what a last row leaves free, if that is much. If it is little, this stands below the row, where it has no height. */
.rows::after { content: ""; flex: 1000000 1 30%; }
.rows a { display: block; position: relative; overflow: hidden; aspect-ratio: var(--shape); border-radius: 3px; }
.rows picture, .rows img { height: 100%; }
.rows img { object-fit: cover; }
.rows img { transition: scale 0.5s cubic-bezier(0.2, 0.7, 0.2, 1); }
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
.home:hover, .bar nav a:hover { color: var(--accent); }
.place { color: var(--quiet); font-size: 0.9rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar nav { display: grid; grid-template-columns: 2.75rem 2.75rem; justify-self: end; margin-right: -0.7rem; }
.bar nav a { display: grid; place-items: center; height: 2.75rem; }
.bar nav a[rel="next"] { grid-column: 2; }
.bar svg { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }

.single main, .single figure { flex: 1; display: flex; flex-direction: column; }
/* As wide as the window and its height allow, and never wider than the largest file. The words below are as wide. */
figure {
  padding: 0 var(--edge);
  --shown: min(100%, var(--width), var(--ratio) * (100vh - 12.5rem));
  --shown: min(100%, var(--width), var(--ratio) * max(15rem, 100svh - 12.5rem));
}
.stage picture { width: var(--shown); margin: 0 auto; }

figcaption {
  display: grid;
  gap: 0.35rem 2.5rem;
  width: max(min(100%, 44rem), var(--shown));
  margin: 0 auto;
  padding: 1.25rem 0 2rem;
}
figcaption h1 { font-size: 1.2rem; font-weight: 600; line-height: 1.3; letter-spacing: -0.01em; overflow-wrap: anywhere; }
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
.label { display: block; color: var(--quiet); font-size: 0.78rem; line-height: 1.35; }
.credit { margin-top: 0.6rem; color: var(--quiet); font-size: 0.85rem; }

/* Where one picture is a row, the last one is as wide as all others. */
@media (max-width: 30em) {
  .rows::after { content: none; }
}

/* A phone held across: the picture first, the words below it. */
@media (max-height: 30em) {
  figure { --shown: min(100%, var(--width), var(--ratio) * max(12rem, 100vh - 4.5rem)); }
}

@media (prefers-reduced-motion: no-preference) {
  @view-transition { navigation: auto; }
}
@media (prefers-reduced-motion: reduce) {
  .rows img, .rows .name { transition: none; }
  .rows a:hover img { scale: none; }
}
@media (forced-colors: active) {
  .rows .name { background: Canvas; color: CanvasText; padding-top: 0.7rem; }
}

@media print {
  :root { --ground: #fff; --text: #000; --quiet: #444; --row: 12rem; }
  .bar, .skip { display: none; }
  .rows li { break-inside: avoid; }
  .single { min-height: 0; }
  figure { --shown: min(100%, var(--ratio) * 18cm); }
}

"""##),
        ("gallery.js", ##"""
// Arrow keys turn the pages, Escape goes back to the overview. Without this file the links do the same.
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`)?.click();
});

"""##),
        ("index.html", ##"""
<!DOCTYPE html>
<html lang="{{gallery.language}}">
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
</head>
<body class="index">
<a class="skip" href="#pictures">{{words.skip}}</a>
<header class="top">
{{>path}}
<h1>{{list.title}}</h1>
<p>{{list.description}}</p>
{{#list.isOverview}}
{{#gallery.tagsPage}}
<p><a class="more" href="{{gallery.tagsPage}}">{{words.tags}}</a></p>
{{/gallery.tagsPage}}
{{/list.isOverview}}
</header>
<main id="pictures">
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
<p>{{words.empty}}</p>
{{/gallery.isEmpty}}
{{>pager}}
</main>
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
.path li:not(:last-child)::after { content: "/" / ""; margin: 0 0.55em; opacity: 0.6; }
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
<li><a href="{{page}}">{{title}}</a></li>
{{#last()}}
</ol>
</nav>
{{/last()}}
{{/path}}

"""##),
        ("photo.html", ##"""
<!DOCTYPE html>
<html lang="{{gallery.language}}">
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
<a class="home" href="{{list.page}}" data-key="Escape">{{list.title}}</a>
<p class="place"><span class="unseen">{{photo.place}}</span><span aria-hidden="true">{{photo.number}} / {{list.count}}</span></p>
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
<div class="stage">{{{photo.picture}}}</div>
<figcaption>
<h1>{{photo.title}}</h1>
{{#photo.text}}
<p>{{photo.text}}</p>
{{/photo.text}}
{{#photo.hasFacts}}
<ul class="facts">
{{#photo.facts}}
<li><span class="label">{{label}}</span> {{#time}}<time datetime="{{time}}">{{value}}</time>{{/time}}{{^time}}{{value}}{{/time}}</li>
{{/photo.facts}}
</ul>
{{/photo.hasFacts}}
{{>keywords}}
{{#photo.credit}}
<p class="credit">{{photo.credit}}</p>
{{/photo.credit}}
</figcaption>
</figure>
</main>
</body>
</html>

"""##),
        ("tags.html", ##"""
<!DOCTYPE html>
<html lang="{{gallery.language}}">
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
<li><a rel="tag" href="{{page}}"><bdi>{{title}}</bdi></a> <span class="label">{{label}}</span></li>
{{/tags}}
</ul>
</main>
</body>
</html>

"""##),
    ]
}
