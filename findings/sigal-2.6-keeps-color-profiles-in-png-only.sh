#!/usr/bin/env bash
# sigal 2.6.1 (PyPI, with pillow 10.4.0 and pilkit 3.0): of three files of one picture in another colour space, the published PNG
# still has the ICC profile, JPEG and WebP have none, though all keep the samples of that space. So the same picture has other
# colours in a browser, depending on its format.
# One would have guessed: all three keep it, or all are converted to sRGB.
# So: photographs in Display P3 or Adobe RGB, which are JPEG almost always, look dull in the album; convert them before.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv v
v/bin/pip -q --disable-pip-version-check install sigal==2.6.1 pillow==10.4.0 pilkit==3.0 2>/dev/null
cat >pictures.py <<'P'
# A profile of Pillow's own is enough: what matters is whether it is still there.
import os
from PIL import Image, ImageCms
profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
os.mkdir("pictures")
for name, more in (("a.jpg", {"quality": 95}), ("b.webp", {"lossless": True}), ("c.png", {})):
    Image.new("RGB", (900, 600), (30, 160, 90)).save("pictures/" + name, icc_profile=profile, **more)
P
cat >profile.py <<'P'
import sys
from PIL import Image
image = Image.open(sys.argv[1])
print("profile" if image.info.get("icc_profile") else "none")
P
v/bin/python pictures.py
v/bin/sigal init >/dev/null
v/bin/sigal build pictures site >/dev/null
expect() {
    printf '%s: before %s, after %s\n' "$1" "$(v/bin/python profile.py "pictures/$1")" "$(v/bin/python profile.py "site/$1")"
    [ "$(v/bin/python profile.py "pictures/$1") $(v/bin/python profile.py "site/$1")" = "profile $2" ]
}
expect a.jpg none
expect b.webp none
expect c.png profile
echo "as described"
