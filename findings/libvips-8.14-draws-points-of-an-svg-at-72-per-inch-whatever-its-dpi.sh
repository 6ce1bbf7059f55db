#!/usr/bin/env bash
# libvips 8.14.1 (Debian 12) with librsvg 2.54: `dpi` of svgload scales the picture and does not reach librsvg, which always takes
# an inch for 72 pixels. In a drawing of 96 pixels, a square of 36pt is 36 of 96 pixels wide with any `dpi`; in browsers it is 48.
# One would have guessed: `dpi: 96` with `scale: 0.75` draws the square as browsers do. With libvips 8.18 it does.
# So: write lengths in pixels before the drawing is given to libvips.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="36pt" height="36pt" fill="red"/></svg>' >p.svg
width() {
    vips svgload p.svg p.png --dpi "$1" --scale "$2"
    convert p.png -trim -format '%w of %W' info:
}
for options in "72 1" "96 0.75"; do
    # shellcheck disable=SC2086
    found=$(width $options)
    echo "dpi and scale $options: $found"
    [ "$found" = "36 of 96" ]
done
echo "as described"
