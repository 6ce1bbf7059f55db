#!/usr/bin/env bash
# ImageMagick 6.9.11-60 (8:6.9.11.60+dfsg-1.6+deb12u15) and Chromium 156.0.8078.108, both of Debian 12: `convert p.jpg p.png` writes
# `gAMA` 45455 and the chromaticities of sRGB, and not the chunk `sRGB`. Chromium takes the pair for a pure power of 2.2, without the
# straight part of sRGB's curve: a red of 10 in rgb(10,10,60) is shown as 3, where the JPEG and a PNG with `-strip` are shown as 10. A
# `gAMA` of 45455 alone is taken for sRGB.
# One would have guessed: the same colors for both files, which ImageMagick itself calls sRGB, and the same with or without `cHRM`.
# So: leave both chunks out (`-define png:exclude-chunk=gAMA,cHRM`), or apply them when such a PNG is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for package in imagemagick-6.q16 libmagickcore-6.q16-6 libmagickwand-6.q16-6 imagemagick-6-common; do
    apt-get -q download "$package=8:6.9.11.60+dfsg-1.6+deb12u15" >/dev/null 2>&1
done
for package in chromium-headless-shell chromium-common; do
    apt-get -q download "$package=156.0.8078.108-1~deb12u1" >/dev/null 2>&1
done
for file in *.deb; do dpkg -x "$file" root; done
modules=$(echo root/usr/lib/x86_64-linux-gnu/ImageMagick-6*/modules-*/coders)
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu MAGICK_CODER_MODULE_PATH=$folder/$modules
export MAGICK_CONFIGURE_PATH=$folder/root/etc/ImageMagick-6
browser=$(find root/usr/lib -type f -name '*headless*shell' | head -n 1)
if ldd root/usr/bin/convert-im6.q16 "$modules/png.so" "$browser" | grep 'not found'; then
    echo "install what is missing: apt-get install liblqr-1-0 libfftw3-double3 libltdl7 libgomp1 liblcms2-2, and what chromium needs"
    exit 69
fi
convert() { root/usr/bin/convert-im6.q16 "$@"; }
convert -size 8x8 'xc:rgb(10,10,60)' -quality 100 -sampling-factor 1x1 p.jpg
convert p.jpg plain.png
convert p.jpg -define png:exclude-chunk=cHRM gamma.png
convert p.jpg -strip strip.png
{
    echo '<body><script>(async () => { const said = [];'
    for name in p.jpg plain.png gamma.png strip.png; do
        printf 'for (const [name, data] of [["%s", "data:image/%s;base64,%s"]]) {\n' "$name" "${name##*.}" "$(base64 -w 0 "$name")"
        echo 'const image = new Image(); image.src = data; await new Promise(done => { image.onload = done });'
        echo 'const canvas = document.createElement("canvas"); const context = canvas.getContext("2d"); context.drawImage(image, 0, 0);'
        echo 'said.push(name + " " + context.getImageData(4, 4, 1, 1).data[0]) }'
    done
    echo 'document.body.textContent = said.join("; ") })()</script></body>'
} >page.html
"$browser" --headless --no-sandbox --disable-gpu --force-color-profile=srgb --virtual-time-budget=20000 --user-data-dir="$folder/profile" \
    --dump-dom "file://$folder/page.html" 2>/dev/null | sed -n 's:.*<body>\(.*\)</body>.*:\1:p' | tee said
grep -qx 'p.jpg 10; plain.png 3; gamma.png 10; strip.png 10' said
echo "as described"
