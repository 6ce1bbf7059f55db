#!/usr/bin/env bash
# ffmpeg 7.0.2 (imageio-ffmpeg 0.6.0 from PyPI), GIF to WebP: an animation that repeats for ever becomes one that plays once, and
# its times are others: 100, 20, 100, 50, 10 ms become 101, 17, 102, 51, 67. The same GIF to GIF keeps the repetition.
# One would have guessed: what both formats can say is kept. The encoder's own default of `loop` is 1, and the times are rounded to
# a frame rate that is guessed from their mean; the last is a guess as well.
# So: write `-loop 0`, and compare the times, or use gif2webp.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv v
v/bin/pip -q --disable-pip-version-check install imageio-ffmpeg==0.6.0 pillow==10.4.0
ffmpeg=$(v/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
"$ffmpeg" -version | head -n 1 | grep -q 'version 7\.0\.2'
v/bin/python -c '
from PIL import Image
colors = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (9, 9, 9), (200, 9, 9)]
first, *others = [Image.new("RGB", (60, 40), color) for color in colors]
first.save("a.gif", save_all=True, append_images=others, duration=[100, 20, 100, 50, 10], loop=0)'
cat >times.py <<'P'
import sys
from PIL import Image
image, times = Image.open(sys.argv[1]), []
for number in range(image.n_frames):
    image.seek(number)
    image.load()
    times.append(image.info["duration"])
print(*times, "loop", image.info.get("loop", "absent"))
P
"$ffmpeg" -v error -i a.gif a.webp
"$ffmpeg" -v error -i a.gif -loop 0 b.webp
"$ffmpeg" -v error -i a.gif c.gif
expect() {
    printf '%s: %s\n' "$1" "$(v/bin/python times.py "$1")"
    [[ "$(v/bin/python times.py "$1")" == $2 ]]
}
expect a.gif '100 20 100 50 10 loop 0'
expect a.webp '101 17 102 51 67 loop 1'
expect b.webp '101 17 102 51 67 loop 0'
expect c.gif '*loop 0'
echo "as described"
