#!/usr/bin/env bash
# avifenc 0.11.1 (Debian 12, libavif-bin 0.11.1-1+deb12u1): with `-g 2x2` and `--irot`, `--imir` or `--crop`, the property is
# written for the grid and once more for each of its four cells (`ipma`), also where it comes from a JPEG's EXIF orientation.
# One would have guessed: for the grid alone, since ISO/IEC 23008-12 (6.3) applies the properties of an input picture before it
# is put together. Read by the letter, each cell is turned and the whole once more, and cells of 128x96 no longer cover their places.
# So: a reader either follows the specification and shows nothing right, or knows the writer; a check of the header can say so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for package in libavif-bin libavif15; do apt-get -q download "$package=0.11.1-1+deb12u1" >/dev/null 2>&1; done
for file in *.deb; do dpkg -x "$file" root; done
# The libraries that libavif itself needs are those of Debian 12.
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu
if ldd root/usr/bin/avifenc | grep 'not found'; then
    echo "install them: apt-get install libdav1d6 libgav1-1 librav1e0 libsvtav1enc1 libyuv0 libaom3"
    exit 69
fi
cat >picture.py <<'P'
import struct, zlib
def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
rows = b"".join(b"\0" + bytes((x + y) % 256 for x in range(256) for _ in range(3)) for y in range(192))
open("p.png", "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 192, 8, 2, 0, 0, 0))
                          + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
P
cat >owners.py <<'P'
# Which items have a property, by ipco and ipma (version 0, indexes of seven bits).
import struct, sys
data, wanted = open(sys.argv[1], "rb").read(), sys.argv[2].encode()
def boxes(data):
    at = 0
    while at + 8 <= len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        yield name, data[at + 8:at + size]
        at += size
parts = dict(boxes(dict(boxes(dict(boxes(data))[b"meta"][4:]))[b"iprp"]))
numbers = {n for n, (name, _) in enumerate(boxes(parts[b"ipco"]), 1) if name == wanted}
table, found = parts[b"ipma"], []
at, count = 8, struct.unpack(">I", table[4:8])[0]
for _ in range(count):
    item, length = struct.unpack(">HB", table[at:at + 3])
    if numbers & {entry & 0x7F for entry in table[at + 3:at + 3 + length]}: found.append(item)
    at += 3 + length
print(*found)
P
python3 picture.py
expect() {
    local name=$1
    shift
    root/usr/bin/avifenc -s 8 "$@" p.png out.avif >/dev/null
    printf '%-22s %s belongs to items %s\n' "$*" "$name" "$(python3 owners.py out.avif "$name")"
    [ "$(python3 owners.py out.avif "$name")" = "$wanted" ]
}
wanted='1 2 3 4 5'
expect irot -g 2x2 --irot 1
expect imir -g 2x2 --imir 0
expect clap -g 2x2 --crop 2,2,200,150
wanted=1
expect irot --irot 1
echo "as described"
