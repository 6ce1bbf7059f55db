#!/usr/bin/env bash
# djxl 0.7.0 (Debian 12, libjxl-tools 0.7.0-10+deb12u1), from a JPEG XL file with Exif to PNG: the Exif goes into a text chunk
# ("Raw profile type exif") together with the four bytes before it, which belong to the box of JPEG XL (ISO/IEC 18181-2: where the
# TIFF header begins) and to nothing else. Pillow 10.4.0 (PyPI) raises a SyntaxError in getexif(), for a picture that it opens.
# One would have guessed: the Exif block alone, in the chunk eXIf that PNG has for it since 2017.
# So: whoever converts with djxl loses camera and date, and a program that only wanted the orientation stops; copy Exif with
# exiftool from the original instead.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for package in libjxl-tools libjxl0.7; do apt-get -q download "$package=0.7.0-10+deb12u1" >/dev/null 2>&1; done
for file in *.deb; do dpkg -x "$file" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu
if ldd root/usr/bin/cjxl root/usr/bin/djxl | grep 'not found'; then
    echo "install what is missing: apt-get install libgif7 libjpeg62-turbo libopenexr-3-1-30 libhwy1 libbrotli1 liblcms2-2"
    exit 69
fi
python3 -m venv v
v/bin/pip -q --disable-pip-version-check install pillow==10.4.0
v/bin/python -c '
from PIL import Image
exif = Image.Exif()
exif[0x010F] = "Somebody"
Image.new("RGB", (60, 40), (200, 30, 30)).save("a.jpg", exif=exif)'
root/usr/bin/cjxl a.jpg a.jxl >/dev/null 2>&1
root/usr/bin/djxl a.jxl a.png >/dev/null 2>&1
v/bin/python - <<'P'
import struct, zlib
from PIL import Image
data, at, names, block = open("a.png", "rb").read(), 8, [], b""
while at < len(data):
    size, name = struct.unpack(">I4s", data[at:at + 8])
    names.append(name.decode())
    if name == b"zTXt":
        keyword, text = data[at + 8:at + 8 + size].split(b"\0", 1)
        # ImageMagick's form: a line break, a name, a length, hexadecimal digits.
        block = bytes.fromhex(b"".join(zlib.decompress(text[1:]).split(b"\n")[3:]).decode())
    at += size + 12
print("chunks:", " ".join(names))
print("the block begins with", block[:8].hex(" "))
assert "eXIf" not in names and block[:4] == bytes(4) and block[4:6] in (b"MM", b"II")
image = Image.open("a.png")
image.load()
try:
    image.getexif()
except SyntaxError as error:
    print("getexif():", str(error)[:40])
else:
    raise SystemExit("it was read")
P
echo "as described"
