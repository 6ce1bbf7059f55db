"""A target with every kind of file that a build reads, for 87-typed: each of them is changed, and the next build has to show it."""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

from documents import pdf
from support import check, photograph

SHORT = "--short" in sys.argv

# All of this is below the target, so nothing but a change may start the tool.
MANIFEST = """version: 1
output: images
base-url: /pictures
allow-outside: ../../../outside
variants:
  v: { widths: [20], formats: [png] }
  marked:
    widths: [60]
    formats: [png]
    process:
      - blend: { image: marks/mark.png }
      - text: { text: Abc, font: fonts/title.ttf, size: 30% }
  named: { widths: [60], formats: [png], process: [{ blend: { image: "marks/{mark}" } }] }
sources:
  - { path: "my pictures/**/*.{png,bmp,jp2,tif,svg}", root: my pictures, variants: [v, marked] }
  - { path: p.pdf, variants: v }
  - { path: clip.mp4, video: { at: 0s }, variants: v }
  - { list: rows.csv, variants: named }
  - { list: rows.tsv, variants: v }
  - { path: linked/*.png, variants: v }
  - { path: one-link.png, variants: v }
  - { path: "later/*.png", variants: v, optional: true }
"""
# Hidden files are not SwiftPM's, and what is outside of the target can only be read.
BEYOND = MANIFEST.replace("sources:\n", """  outside:
    widths: [60]
    formats: [png]
    process: [{ blend: { image: ../../../outside/mark.png } }]
sources:
  - { path: "my pictures/.hidden/h.png", variants: v }
  - { path: my pictures/a.bmp, variants: [v, marked, outside] }
  - { path: .shy/*.png, variants: v, optional: true }
""")

ROWS = {".csv": "id,path,alt,mark\n{},my pictures/a.bmp,A,row.png\n", ".tsv": "id\tpath\n{}\tmy pictures/a.bmp\n"}


def font(style):
    done = subprocess.run(["fc-match", "-f", "%{file}", f"Noto Sans:style={style}"], capture_output=True, text=True, check=True)
    return pathlib.Path(done.stdout)


def make(path, number):
    """Writes a file of the kind that its name says, with other content for each number."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kind = path.suffix
    if kind == ".png":
        photograph(path, 60, 40, number)
    elif kind in (".bmp", ".jp2", ".tif"):
        picture = path.with_name(f".{path.name}.png")
        photograph(picture, 60, 40, number)
        subprocess.run(["convert", picture, path], check=True)
        picture.unlink()
    elif kind == ".svg":
        path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="{10 + number}" height="30"/></svg>')
    elif kind == ".pdf":
        path.write_bytes(pdf([(60, 40, (number % 2, 0, 1))]))
    elif kind == ".mp4":
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", f"color=c={['red', 'blue'][number % 2]}:s=64x48:d=0.4", path],
            check=True)
    elif kind == ".ttf":
        shutil.copyfile(font(["Regular", "Bold"][number % 2]), path)
    elif kind in ROWS:
        head, row = ROWS[kind].splitlines(keepends=True)
        path.write_text(head + "".join(row.format(f"row{kind[1:]}{count}") for count in range(number % 7 + 1)))
    elif kind == ".yml":
        path.write_text(re.sub(r"v: { widths: \[\d+\]", f"v: {{ widths: [{20 + number}]", path.read_text()))
    else:
        raise ValueError(f"{path}: no file of this kind can be made")


def fill(target, outside):
    for name in ["my pictures/deep er/a.png", "my pictures/a.bmp", "my pictures/a 2.jp2", "my pictures/b.tif", "my pictures/c.svg",
                 "my pictures/.hidden/h.png", "marks/mark.png", "marks/row.png", "p.pdf", "clip.mp4", "fonts/title.ttf", "rows.csv",
                 "rows.tsv"]:
        make(target / name, 0)
    for name in ["far/b.png", "one.png", "mark.png"]:
        make(outside / name, 0)
    (target / "linked").symlink_to("../../../outside/far")
    (target / "one-link.png").symlink_to(outside / "one.png")
    (target / "images.yml").write_text(MANIFEST)


class Target:
    """What is in the bundle of a target of `package`, built with `options` of SwiftPM."""

    def __init__(self, package, title, options, scratch):
        self.package, self.title, self.options, self.scratch = package, title, options, scratch
        self.folder, self.outside = package.folder / "Sources/Typed", package.work / "outside"

    def build(self, *prefix):
        self.status, self.text = self.package.build(self.options, prefix=prefix)
        return self.status == 0

    def shown(self):
        """The bytes of the index in the bundle, which names each file by its digest."""
        found = {path.resolve() for path in self.scratch.rglob("images/index.json")
                 if re.search(r"[Dd]ebug.*\.(resources|bundle)/images/", str(path))}
        return hashlib.sha256(found.pop().read_bytes()).hexdigest() if len(found) == 1 else found

    def unplanned(self):
        found = list(self.scratch.rglob("plugins/**/unplanned.txt"))
        return found[0].read_text() if len(found) == 1 else found

    def inputs(self):
        """The declared inputs of the tool, with links resolved, as the native build system keeps them."""
        text = (self.scratch / "debug.yaml").read_text()
        listed = re.search(r'"Images of Typed-[^\n]*\n[^\n]*\n *inputs: (\[.*\])\n', text)
        return {pathlib.Path(name).resolve() for name in json.loads(listed[1])} if listed else set()

    def changes(self, what, change):
        before = self.shown()
        change()
        built = self.build()
        return check(built and self.shown() != before, f"{self.title}: {what} is in the bundle after the next build", self.text[-1500:])

    def is_quiet(self, what):
        self.status, self.text = self.package.build(self.options, "-v")
        return check(self.status == 0 and "bundle --manifest" not in self.text, f"{self.title}: {what}", self.text[-1500:])

    def opened(self):
        """The files below the target and outside of it that a build opens, without links: what strace says. No command of a build but
        the tool opens them; code is the compiler's."""
        log = self.package.work / "opened"
        self.build("strace", "-f", "-qq", "-y", "-s", "1000", "-e", "trace=open,openat,openat2", "-e", "signal=none", "-o", log)
        check(self.status == 0 and "unhandled" not in self.text,
              f"{self.title}: every kind of file builds, without a warning about unhandled files", self.text[-3000:])
        places = set()
        for line in log.read_text(errors="replace").splitlines():
            # The line of a call that another one interrupts has no flags.
            found = re.search(r" = \d+<([^>]+)>$", line)
            path = pathlib.Path(found[1]) if found else None
            if path and path.is_file() and path.suffix != ".swift" and any(
                    folder in path.parents for folder in [self.folder, self.outside]):
                places.add(path)
        return places


def notices(package, title, options, scratch, opened=None):
    """Every file that a build reads is noticed when it changes. Returns what was opened, for another build system."""
    number = 1 if opened is None else 2
    target = Target(package, title, options, scratch)
    # Names no picture, so that it compiles whatever there is.
    package.write("Sources/Typed/Typed.swift", """import AlcedoIndex

@main
struct Typed {
    static func main() { print(Images.catalog.folder.path) }
}
""")
    if opened is None:
        fill(target.folder, target.outside)
        opened = target.opened()
        kinds = {path.suffix for path in opened}
        check(kinds == {".png", ".bmp", ".jp2", ".tif", ".svg", ".pdf", ".mp4", ".csv", ".tsv", ".ttf", ".yml"},
              f"{title}: a build opens files of every kind", sorted(kinds))
        check({target.outside / "far/b.png", target.outside / "one.png", target.folder / "marks/row.png"} <= opened,
              f"{title}: also behind links, and those that a list names", sorted(map(str, opened)))
    else:
        (target.folder / "images.yml").write_text(MANIFEST)
        target.build()
    target.build()
    target.is_quiet("a build without a change starts no tool, whatever the kinds of files")
    check(target.unplanned() == "", f"{title}: everything below the target is planned", target.unplanned())
    # A build for each takes its second, so the short form compares all with the inputs of the command, and changes some.
    if SHORT:
        missed = opened - target.inputs()
        check(not missed, f"{title}: every file that a build opens is an input of the command", sorted(map(str, missed)))
    some = [target.folder / name for name in ["rows.csv", "my pictures/a.bmp", "fonts/title.ttf"]] + [target.outside / "far/b.png"]
    for path in some if SHORT else sorted(opened):
        target.changes(f"a changed {path.relative_to(package.work)}", lambda: make(path, number))
    if not SHORT:
        target.changes("a new picture in a new folder", lambda: make(target.folder / "my pictures/new/n.png", 3))
    target.changes("a new picture in a linked folder", lambda: make(target.outside / "far/n.png", 4))
    target.changes("a folder that was missing", lambda: make(target.folder / "later/n.png", 5))
    target.changes("the end of a picture in a linked folder", (target.outside / "far/n.png").unlink)
    if not SHORT:
        target.changes("the end of a folder", lambda: shutil.rmtree(target.folder / "later"))
    target.build()
    target.is_quiet("after all of that, a build without a change starts no tool")

    # As Emacs has them while a file is edited.
    lock = target.folder / "my pictures/.#a.bmp"
    lock.symlink_to("me@host.1234:5678")
    names = [target.folder / "my pictures" / name for name in ["n1.png", "deep er/n2.png", "n3.png"]]
    for path in names:
        target.changes(f"a new {path.name} beside an editor's lock", lambda: make(path, 7))
    for path in names:
        target.changes(f"the end of {path.name} beside an editor's lock", path.unlink)
    lock.unlink()
    target.build()
    target.build()
    target.is_quiet("without the lock, a build without a change starts no tool")

    manifest, real = target.folder / "images.yml", target.folder / "conf/real.yml"
    real.parent.mkdir()
    manifest.rename(real)
    manifest.symlink_to("conf/real.yml")
    check(target.build(), f"{title}: a manifest can become a link", target.text[-1500:])
    target.changes("a change of the manifest behind a link", lambda: make(real, 8))
    manifest.unlink()
    real.rename(manifest)
    real.parent.rmdir()
    check(target.build(), f"{title}: and a file again", target.text[-1500:])

    (target.folder / "images.yml").write_text(BEYOND)
    target.build()
    check(str(target.outside / "mark.png") in target.unplanned() and ".hidden/h.png\n" in target.unplanned(),
          f"{title}: what is hidden or outside is known to be unplanned", target.unplanned())
    for name in ["Sources/Typed/my pictures/.hidden/h.png", "../outside/mark.png", "Sources/Typed/rows.csv"]:
        target.changes(f"a changed {name}", lambda: make(package.folder / name, number + 2))
    target.changes("a new hidden picture", lambda: make(target.folder / ".shy/n.png", 6))
    (target.outside / "mark.png").rename(target.outside / "away.png")
    target.build()
    check(target.status != 0 and re.search(r"images\.yml:\d+:\d+: error: there is no file '../../../outside/mark\.png'", target.text)
          and "missing input" not in target.text and "cannot be found" not in target.text,
          f"{title}: a file outside that is gone is the tool's error", target.text[-1500:])
    (target.outside / "away.png").rename(target.outside / "mark.png")
    check(target.build(), f"{title}: and none when it is back", target.text[-1500:])
    (target.folder / "images.yml").write_text(MANIFEST)
    target.build()
    target.build()
    target.is_quiet("without hidden files and files outside, builds start no tool again")
    for name in [".shy", "my pictures/new", "later"]:
        shutil.rmtree(target.folder / name, ignore_errors=True)
    return opened
