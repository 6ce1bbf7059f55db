"""sigal: a gallery of one album. It makes two sizes in one format: 1280 as its picture, 320 as its thumbnail."""

from bench import run
from workloads.peers import pypi
from workloads.rounds import made_in

CONFIGURATION = """\
source = {source!r}
destination = {target!r}
img_size = (1280, 100000)
thumb_size = (320, 100000)
thumb_fit = False
jpg_options = {{"quality": 80, "optimize": True}}
copy_exif_data = False
ignore_files = []
"""


def version(context):
    return pypi.version(context, "sigal")


def make(context, work, pictures):
    site = context.folder("sigal")
    album = site / "pictures/album"
    album.mkdir(parents=True)
    for picture in pictures:
        (album / picture.name).hardlink_to(picture)
    (site / "sigal.conf.py").write_text(CONFIGURATION.format(
        source=str(site / "pictures"), target=str(site / "public")))
    cost = run(
        [pypi.python(context).with_name("sigal"), "build", "--config", site / "sigal.conf.py"], work / "sigal.log",
        cwd=site)
    return cost, made_in(site / "public/album")
