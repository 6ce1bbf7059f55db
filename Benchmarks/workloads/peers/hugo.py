"""Hugo: a site of one page, whose template resizes every picture of its assets."""

import shutil

from bench import first_line, run
from workloads.rounds import made_in

CONFIGURATION = """\
baseURL = "https://example.org/"
title = "Photographs"
disableKinds = ["taxonomy", "term", "RSS", "sitemap", "404"]
timeout = "1h"
"""

# Never enlarged: the template has to see to that. `lanczos` is the filter of all the others; Hugo's default, a box, is
# faster and coarser.
TEMPLATE = """\
{{ range resources.Match "pictures/*" }}
  {{ $picture := . }}
  {{ range $width := slice %s }}
    {{ $width := math.Min $width $picture.Width | int }}
    {{ range $format := slice "jpg" "webp" }}
      <img src="{{ ($picture.Resize (printf "%%dx %%s q80 lanczos" $width $format)).RelPermalink }}">
    {{ end }}
  {{ end }}
{{ end }}
"""


def version(context):
    return first_line("hugo", "version") if shutil.which("hugo") else None


def make(context, work, pictures, widths):
    site = context.folder("hugo")
    (site / "layouts").mkdir()
    (site / "config.toml").write_text(CONFIGURATION)
    (site / "layouts/index.html").write_text(TEMPLATE % " ".join(str(width) for width in widths))
    (site / "assets/pictures").mkdir(parents=True)
    for picture in pictures:
        (site / "assets/pictures" / picture.name).hardlink_to(picture)
    cost = run(["hugo", "--source", site, "--cacheDir", site / "cache"], work / "hugo.log")
    return cost, made_in(site / "public")
