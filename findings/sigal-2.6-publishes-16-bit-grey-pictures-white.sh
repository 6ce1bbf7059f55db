#!/usr/bin/env bash
# sigal 2.6.1 (PyPI, with pillow 10.4.0): a grey PNG of 16 bits, as scanners and microscopes write them, is published white if it
# fits into the size of the album, with its thumbnail and without a word: a middle grey of 30,000 of 65,535 becomes 255 of 255. A
# larger one is left out as "failed to be processed", with exit code 0.
# One would have guessed: 117, which is 30,000 / 257, for both. Samples are cut off at 255 on the way to RGB, not divided.
# So: an album of scans is white or empty, and a build that looks at exit codes is content; make scans 8 bits before.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv v
v/bin/pip -q --disable-pip-version-check install sigal==2.6.1 pillow==10.4.0 2>/dev/null
mkdir pictures
v/bin/python -c '
from PIL import Image
Image.new("I;16", (600, 400), 30000).save("pictures/small.png")
Image.new("I;16", (900, 600), 30000).save("pictures/large.png")'
v/bin/sigal init >/dev/null
v/bin/sigal build pictures site >said 2>&1
grep -A 1 'failed to be processed:' said
[ ! -e site/large.png ]
for picture in site/small.png site/thumbnails/small.png; do
    sample=$(v/bin/python -c 'import sys; from PIL import Image; print(Image.open(sys.argv[1]).convert("RGB").getpixel((50, 50)))' "$picture")
    printf '%s: 30000 of 65535 is %s of 255\n' "$picture" "$sample"
    [ "$sample" = '(255, 255, 255)' ]
done
echo "as described"
