"""Files as eleventy-img, Astro and Next write them, through the libvips that is nearest to sharp's own.

    python peer_encodes.py OUT PICTURE...

Pictures are PNG; a file's name has that of the picture and of the peer. The settings are sharp's defaults, which eleventy-img and
Astro leave as they are, and those of Next's image optimizer (quality 75; AVIF 20 lower, with effort 3; JPEG with mozjpeg).
"""

import sys
from pathlib import Path

import pyvips

SAVERS = {
    # sharp: 4:2:0 below quality 90, optimised Huffman tables.
    "sharp.jpg": {"Q": 80, "optimize_coding": True, "subsample_mode": "on", "keep": "none"},
    "sharp.webp": {"Q": 80, "effort": 4, "keep": "none"},
    "sharp.avif": {
        "Q": 50, "effort": 4, "compression": "av1", "bitdepth": 8, "subsample_mode": "off", "keep": "none"},
    "next.jpg": {
        "Q": 75, "optimize_coding": True, "subsample_mode": "on", "interlace": True, "trellis_quant": True,
        "overshoot_deringing": True, "optimize_scans": True, "quant_table": 3, "keep": "none"},
    "next.webp": {"Q": 75, "effort": 4, "keep": "none"},
    "next.avif": {
        "Q": 55, "effort": 3, "compression": "av1", "bitdepth": 8, "subsample_mode": "off", "keep": "none"},
}

for name in sys.argv[2:]:
    image = pyvips.Image.new_from_file(name)
    for ending, settings in SAVERS.items():
        image.write_to_file(str(Path(sys.argv[1]) / f"{Path(name).stem}.{ending}"), **settings)
