#!/usr/bin/env bash
# ImageMagick 6.9.11-60 (Debian 12, 8:6.9.11.60+dfsg-1.6+deb12u15), GIF to WebP: each frame gets the time of the one after it. Of
# 800, 20, 100, 50, 300 ms, the first is lost, and the last frame gets the mean of the four others. GIF to GIF keeps them.
# One would have guessed: the times of the GIF.
# So: a title that should stand for a second is gone after a fiftieth; use gif2webp or libvips.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for package in imagemagick-6.q16 libmagickcore-6.q16-6 libmagickwand-6.q16-6 imagemagick-6-common; do
    apt-get -q download "$package=8:6.9.11.60+dfsg-1.6+deb12u15" >/dev/null 2>&1
done
for file in *.deb; do dpkg -x "$file" root; done
modules=$(echo root/usr/lib/x86_64-linux-gnu/ImageMagick-6*/modules-*/coders)
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu MAGICK_CODER_MODULE_PATH=$folder/$modules
export MAGICK_CONFIGURE_PATH=$folder/root/etc/ImageMagick-6
if ldd root/usr/bin/convert-im6.q16 "$modules/webp.so" | grep 'not found'; then
    echo "install what is missing: apt-get install liblqr-1-0 libfftw3-double3 libwebpmux3 libwebpdemux2 libltdl7 libgomp1 liblcms2-2"
    exit 69
fi
python3 -m venv v
v/bin/pip -q --disable-pip-version-check install pillow==10.4.0
v/bin/python -c '
from PIL import Image
colors = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (9, 9, 9), (200, 9, 9)]
first, *others = [Image.new("RGB", (60, 40), color) for color in colors]
first.save("a.gif", save_all=True, append_images=others, duration=[800, 20, 100, 50, 300], loop=0)'
cat >times.py <<'P'
# The times in the ANMF chunks of a WebP, or those of a GIF.
import struct, sys
data, times = open(sys.argv[1], "rb").read(), []
if data[:4] == b"RIFF":
    at = 12
    while at < len(data):
        name, size = struct.unpack("<4sI", data[at:at + 8])
        if name == b"ANMF": times.append(int.from_bytes(data[at + 20:at + 23], "little"))
        at += 8 + size + size % 2
else:
    from PIL import Image
    image = Image.open(sys.argv[1])
    for number in range(image.n_frames):
        image.seek(number)
        times.append(image.info["duration"])
print(*times)
P
root/usr/bin/convert-im6.q16 a.gif a.webp
root/usr/bin/convert-im6.q16 a.gif b.gif
expect() {
    printf '%s: %s\n' "$1" "$(v/bin/python times.py "$1")"
    [ "$(v/bin/python times.py "$1")" = "$2" ]
}
expect a.gif '800 20 100 50 300'
expect b.gif '800 20 100 50 300'
expect a.webp '20 100 50 300 117'
echo "as described"
