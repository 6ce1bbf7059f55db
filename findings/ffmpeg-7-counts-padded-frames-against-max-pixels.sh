#!/usr/bin/env bash
# ffmpeg 7.0.2 (imageio-ffmpeg 0.6.0 from PyPI), H.264: `-max_pixels` counts more pixels than a frame has. The decoder checks
# the frame with its width rounded up to a multiple of 64, so a film of 600x600 is refused under a limit of exactly 360,000
# pixels, as one of 640x600; widths that are multiples of 64 pass exactly at their limit.
# One would have guessed: width times height, as the option says "number of pixels".
# So: whoever sets the limit from a known size adds room for the padding, and whoever sets it below a size of their own must not
# take the size in the message for that of the film.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv v
v/bin/pip -q --disable-pip-version-check install imageio-ffmpeg==0.6.0
ffmpeg=$(v/bin/python -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')
"$ffmpeg" -version | head -n 1 | grep -q 'version 7\.0\.2'

# A film of one colour, and what a limit makes of it: the size that is refused, or "read".
try() {
    local width=$1 height=$2 most=$3
    [ -f "$width.mp4" ] || "$ffmpeg" -v error -f lavfi -i "color=red:s=${width}x$height:d=0.2:r=5" -c:v libx264 -pix_fmt yuv420p "$width.mp4"
    if "$ffmpeg" -v error -max_pixels "$most" -i "$width.mp4" -frames:v 1 -f null - 2>said; then
        echo read
    else
        grep -oE 'Picture size [0-9]+x[0-9]+' said | head -n 1
    fi
}
expect() {
    printf '%sx%s, limit %s: %s\n' "$1" "$2" "$3" "$(try "$1" "$2" "$3")"
    [ "$(try "$1" "$2" "$3")" = "$4" ]
}
expect 600 600 360000 'Picture size 640x600'
expect 600 600 368000 'Picture size 640x600'
expect 100 100 10000 'Picture size 128x100'
expect 640 640 409600 read
expect 64 48 3072 read
echo "as described"
