#!/usr/bin/env bash
# imagecodecs 2026.3.6 (PyPI): `jpegxl_encode` of the same picture declares sRGB for samples of 8 bits, and linear light for samples of
# 16 bits, without being asked; the samples are the same. Viewers show the second much brighter: half of the range becomes 188 of 255.
# One would have guessed: the same curve for both, as PNG and TIFF of the same arrays are read.
# So: give `photometric` and a transfer where a writer has them, and look at the header of what was written (`jxlinfo`).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip -q install imagecodecs==2026.3.6 numpy==2.4.6
for package in libjxl-tools libjxl0.7; do apt-get -q download "$package=0.7.0-10+deb12u1" >/dev/null 2>&1; done
for file in *.deb; do dpkg -x "$file" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu
if ldd root/usr/bin/jxlinfo | grep 'not found'; then
    echo "install them: apt-get install libbrotli1 libhwy1 liblcms2-2"
    exit 69
fi
cat >write.py <<'P'
import imagecodecs, numpy
deep = numpy.arange(64 * 64 * 3, dtype="u2").reshape(64, 64, 3) * 5
open("16.jxl", "wb").write(imagecodecs.jpegxl_encode(deep, lossless=True))
open("8.jxl", "wb").write(imagecodecs.jpegxl_encode((deep >> 8).astype("u1"), lossless=True))
for name in ("16.jxl", "8.jxl"):
    again = imagecodecs.jpegxl_decode(open(name, "rb").read())
    print(name, again.dtype, "comes back unchanged:", bool((again == (deep if name == "16.jxl" else deep >> 8)).all()))
P
venv/bin/python write.py
for bits in 8 16; do printf '%2d bits: ' "$bits" && root/usr/bin/jxlinfo "$bits.jxl" | grep '^Color space'; done | tee said
grep -q '^ 8 bits: .*sRGB transfer function' said
grep -q '^16 bits: .*Linear transfer function' said
echo "as described"
