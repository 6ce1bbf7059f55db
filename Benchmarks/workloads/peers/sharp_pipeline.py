"""The libvips operations of sharp for `sharp(file).rotate().resize(width, {withoutEnlargement}).toFile(name)`.

    python sharp_pipeline.py OUT 320,640,1280 jpg,webp LIST

One decode for each output, as sharp does. Read from sharp 0.35's pipeline: a JPEG is reduced by the decoder as far as
the width allows, one step less where the factor has the same whole part, because libjpeg rounds; colours are converted
before the resize; transparency is premultiplied in bytes. The operations are libvips's, the arithmetic is C's; Python
starts them.
"""

import multiprocessing
import os
import sys

SAVERS = {
    "jpg": {"Q": 80, "optimize_coding": True, "subsample_mode": "on", "keep": "none"},
    "webp": {"Q": 80, "effort": 4, "keep": "none"},
    "png": {"compression": 6, "keep": "none"},
    "filtered.png": {"compression": 6, "filter": "all", "keep": "none"},
}
# As "jpg", with fastShrinkOnLoad: false.
SAVERS["whole.jpg"] = SAVERS["jpg"]


def decoded(pyvips, name, width, reduces):
    image = pyvips.Image.new_from_file(name, access="sequential", fail_on="warning")
    turned = image.get("orientation") >= 5 if image.get_typeof("orientation") else False
    whole_x, whole_y = (image.height, image.width) if turned else (image.width, image.height)
    width = min(width, whole_x)
    height = max(1, round(whole_y * width / whole_x))
    factor = whole_x / width
    shrink = next((step for step in (8, 4, 2) if factor >= step), 1)
    if shrink > 1 and int(factor) == shrink:
        shrink //= 2
    if reduces and shrink > 1 and image.get("vips-loader").startswith("jpegload"):
        image = pyvips.Image.new_from_file(name, access="sequential", fail_on="warning", shrink=shrink)
    return image, ((height, width) if turned else (width, height))


def make(job):
    import pyvips  # in the worker: libvips must not be started before the fork

    name, folder, width, suffix = job
    image, (across, down) = decoded(pyvips, name, width, suffix != "whole.jpg")
    if image.get_typeof("icc-profile-data"):
        image = image.icc_transform("srgb", embedded=True, intent="perceptual", depth=8)
    has_alpha = image.hasalpha()
    if has_alpha:
        image = image.premultiply().cast("uchar")
    if (across, down) != (image.width, image.height):
        image = image.resize(across / image.width, vscale=down / image.height, kernel="lanczos3")
    if image.get_typeof("orientation") and image.get("orientation") > 1:
        image = image.copy_memory().autorot()
    if has_alpha:
        image = image.unpremultiply().cast("uchar")
    stem = os.path.splitext(os.path.basename(name))[0]
    image.write_to_file(f"{folder}/{width}/{stem}.{suffix}", **SAVERS[suffix])


def main():
    folder, widths, formats, names = sys.argv[1:]
    widths = [int(width) for width in widths.split(",")]
    for width in widths:
        os.makedirs(f"{folder}/{width}")
    with open(names) as listing:
        jobs = [(name, folder, width, suffix) for name in listing.read().splitlines()
                for width in widths for suffix in formats.split(",")]
    # Closed and joined, so that the cost of the workers is counted.
    pool = multiprocessing.Pool()
    for _ in pool.imap_unordered(make, jobs):
        pass
    pool.close()
    pool.join()


if __name__ == "__main__":
    main()
