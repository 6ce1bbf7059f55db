/// The style sheet of a report.
enum ReportStyle {
    static let text = #"""
        :root {
          --back: #fbfbfa; --panel: #ffffff; --ink: #1d2226; --soft: #5d676f; --line: #dfe3e6;
          --accent: #0b6a8f; --good: #1b7a43; --bad: #b3261e; --odd: #8a5a00; --bar: #c9dde6;
          --light-square: #ffffff; --dark-square: #e3e6e8;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --back: #14171a; --panel: #1c2024; --ink: #e6eaed; --soft: #9aa5ad; --line: #30363b;
            --accent: #6cc3e6; --good: #6fce95; --bad: #ff8f86; --odd: #e8b45a; --bar: #2c4c5b;
            --light-square: #2a2f34; --dark-square: #202428;
          }
        }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 4rem; }
        body {
          margin: 0; padding: 0 clamp(.75rem, 2.5vw, 2.5rem) 4rem; background: var(--back); color: var(--ink);
          font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
        }
        h1 { font-size: 1.6rem; margin: 1.5rem 0 .25rem; }
        h2 { font-size: 1.15rem; margin: 0 0 .35rem; overflow-wrap: anywhere; }
        h3 { font-size: 1rem; margin: 1rem 0 .4rem; overflow-wrap: anywhere; }
        h3 small { font-weight: normal; color: var(--soft); margin-left: .5em; }
        a { color: inherit; text-decoration: none; }
        a:hover { text-decoration: underline; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        code { font: .9em ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
        [data-value] { font-variant-numeric: tabular-nums; }
        small, .hint, .about, .facts, .alt, .meta { color: var(--soft); }
        .about, .facts, .alt, .meta { margin: 0 0 .25rem; overflow-wrap: anywhere; }
        .facts b { color: var(--ink); font-weight: 600; }
        .hint { font-size: .85rem; max-width: 70ch; }
        .scroll { overflow-x: auto; }
        .tiles { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; margin: 1rem 0; padding: 0; }
        .tiles li {
          background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .6rem 1rem; min-width: 10rem;
        }
        .tiles b { display: block; font-size: 1.25rem; }
        .tiles span { color: var(--soft); }
        .tiles .bad b { color: var(--bad); }
        .tiles .odd b { color: var(--odd); }
        section#formats, section#loads, section#change, .trouble, .source {
          background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; margin: 1rem 0;
        }
        .trouble.bad { border-left: 4px solid var(--bad); }
        .trouble.odd { border-left: 4px solid var(--odd); }
        .trouble p { margin: 0 0 .5rem; }
        .trouble ul { margin: 0; padding-left: 1.1rem; }
        .trouble li { margin: .2rem 0; overflow-wrap: anywhere; }
        .devices { position: absolute; left: 0; top: 0; width: 0; height: 0; overflow: hidden; visibility: hidden; }
        .device { border: 0; }
        .loads { color: var(--soft); font-size: .85rem; margin: 0 0 .4rem; }
        .load + .load::before { content: " · "; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; padding: .35rem 1rem .35rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
        thead th { color: var(--soft); font-weight: normal; }
        .bar { --tone: var(--accent); }
        .bar::after {
          content: ""; display: block; height: 4px; border-radius: 2px; margin: .25rem 0 .15rem; max-width: 18rem;
          background: linear-gradient(var(--tone), var(--tone)) 0 0 / var(--part) 100% no-repeat var(--line);
        }
        #tools {
          position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center;
          background: var(--back); border-bottom: 1px solid var(--line); padding: .6rem 0; margin: 1rem 0 0;
        }
        #tools[hidden] { display: none; }
        #tools output { color: var(--soft); margin-left: auto; }
        input, select, button {
          font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
          padding: .2rem .5rem;
        }
        button { cursor: pointer; }
        button:hover { border-color: var(--accent); }
        button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--back); }
        .source { content-visibility: auto; contain-intrinsic-size: auto 30rem; }
        .source[hidden] { display: none; }
        .badge { font-size: .75rem; font-weight: 600; border-radius: 4px; padding: .05rem .35rem; border: 1px solid; }
        .badge.good { color: var(--good); }
        .badge.bad { color: var(--bad); }
        .placeholders { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: .4rem 0; padding: 0; }
        .placeholders li { display: flex; gap: .4rem; align-items: center; color: var(--soft); font-size: .85rem; }
        .swatch { border: 1px solid var(--line); border-radius: 4px; overflow: hidden; }
        .swatch {
          display: inline-block; width: 1.6rem; height: 1.6rem;
          background: linear-gradient(var(--color), var(--color)), repeating-conic-gradient(#bbb 0 25%, #fff 0 50%) 0 0 / 8px 8px;
        }
        .shot img, .stage.alpha {
          background: repeating-conic-gradient(var(--dark-square) 0 25%, var(--light-square) 0 50%) 0 0 / 16px 16px;
        }
        .placeholders canvas { display: block; height: 3rem; width: auto; border-radius: 4px; }
        .variant { overflow-x: auto; }
        .row { border-top: 1px solid var(--line); min-width: calc(9rem + var(--columns) * 11rem); }
        summary, .shots {
          display: grid; grid-template-columns: 9rem repeat(var(--columns), minmax(0, 1fr)); gap: 0 1rem; align-items: start;
        }
        summary { cursor: pointer; padding: .5rem 0; list-style: none; }
        summary::-webkit-details-marker { display: none; }
        summary:hover .size { color: var(--accent); }
        .size { font-weight: 600; white-space: nowrap; }
        .size::before { content: "▸"; display: inline-block; width: 1.1em; color: var(--soft); }
        .row[open] .size::before { content: "▾"; }
        .cell .bytes { font-weight: 600; }
        .cell small { display: block; line-height: 1.3; }
        .cell.smallest { --tone: var(--good); }
        .cell.larger { --tone: var(--bad); }
        .cell.smallest .saving, #formats .saving { color: var(--good); }
        .cell.larger .saving { color: var(--bad); }
        .shots { padding: 0 0 1rem; }
        .shots::before { content: ""; }
        .shot { margin: 0; min-width: 0; }
        .shot img { display: block; width: 100%; height: auto; }
        .script .shot img { cursor: zoom-in; }
        .shot figcaption { color: var(--soft); font-size: .75rem; overflow-wrap: anywhere; margin-top: .2rem; }
        .inline .shot img { max-width: 12rem !important; }
        .original { max-width: 24rem; margin: .75rem 0; }
        .absent, .shot.broken figcaption::before {
          display: block; padding: 1.5rem .75rem; border: 1px dashed var(--line); color: var(--bad); text-align: center;
        }
        .shot.broken img { display: none; }
        .shot.broken figcaption::before { content: "not supported by this browser"; }

        dialog.viewer {
          width: 100vw; height: 100vh; max-width: none; max-height: none; margin: 0; padding: 0; border: 0;
          background: var(--back); color: var(--ink);
        }
        dialog.viewer[open] { display: flex; flex-direction: column; }
        .bench {
          display: flex; flex-wrap: wrap; gap: .4rem .75rem; align-items: center; padding: .5rem .75rem;
          border-bottom: 1px solid var(--line);
        }
        .bench .group { display: flex; gap: .25rem; }
        .bench .spring { flex: 1; }
        .bench select { max-width: 22rem; }
        .bench kbd { font: .75em ui-monospace, monospace; opacity: .65; margin-left: .35em; }
        .stage { position: relative; flex: 1; min-height: 0; overflow: hidden; touch-action: none; cursor: grab; }
        .stage:focus-visible { outline-offset: -2px; outline-width: 1px; }
        .stage.held { cursor: grabbing; }
        .stage.slide { cursor: ew-resize; }
        .stage.difference { background: #000; }
        .stage.difference .layers { filter: brightness(8); }
        .layers { position: absolute; inset: 0; isolation: isolate; }
        .stage.difference .layer.second { mix-blend-mode: difference; }
        .layer { position: absolute; top: 0; bottom: 0; left: 0; right: 0; overflow: hidden; }
        .layer img { position: absolute; max-width: none; user-select: none; -webkit-user-drag: none; }
        .layer .name {
          position: absolute; bottom: .5rem; padding: .15rem .5rem; border-radius: 4px; background: rgba(0, 0, 0, .7); color: #fff;
          font-size: .85rem; pointer-events: none;
        }
        .layer.first .name { left: .5rem; }
        .layer.second .name { right: .5rem; }
        .line { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; background: #fff; mix-blend-mode: difference; }
        .line[hidden] { display: none; }
        .said { padding: .3rem .75rem; color: var(--soft); font-size: .85rem; border-top: 1px solid var(--line); margin: 0; }
        @media (max-width: 40rem) { .bench kbd { display: none; } }
        @media print { #tools { display: none; } .source { break-inside: avoid; } }

        """#
}
