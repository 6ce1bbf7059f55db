"""Files of 11-encoders in other formats: TIFF, BMP, JPEG 2000, and the drawings SVG and PDF."""

import base64
import gzip
from functools import partial

import encoders as e
from encoder_files import *  # noqa: F403: the words of these lists
from encoder_files_web import FRAME
from encoders import COLOURS, FINE, FOUR, GREY, HEIGHT, PICTURES, RGB, SIXTEEN, WIDTH, limited, painted, recoloured

from encoder_files_web import FRAME

# ---- TIFF

for depth, steps in STEPS.items():
    case("TIFF", f"own-grey-{depth}.tif", partial(e.tiff, DEEP, "L", depth, photometric=1, strip=7), steps)
    case("TIFF", f"own-white-is-zero-{depth}.tif", partial(e.tiff, NEGATIVE, "L", depth, photometric=0),
         stepped(NEGATIVE, depth).map(lambda p: (255 - p[0],) * 3 + (255,)))
for depth, colours in TABLES.items():
    case("TIFF", f"own-palette-{depth}.tif", partial(e.tiff, RGB, depth=depth, photometric=3, colours=colours),
         limited(RGB, colours))
for orientation in range(2, 9):
    case("TIFF", f"own-orientation-{orientation}.tif", partial(e.tiff, RGB, orientation=orientation), RGB.turned(orientation))
YCC_RANGE = [(530, 3, [1, 1]), (532, 5, [(0, 1), (255, 1), (128, 1), (255, 1), (128, 1), (255, 1)])]


def rows_of(values, form):
    """Three samples for each pixel, as rows of bytes."""
    return [e.struct.pack(f"<{3 * WIDTH}{form}", *sum(values[y * WIDTH:(y + 1) * WIDTH], ())) for y in range(HEIGHT)]


def lab(photometric, depth):
    """CIELAB (8, signed) or ICCLAB (9, moved by half), as samples and as what they mean."""
    top, step = ((255, 1), (65280 if photometric == 9 else 65535, 256))[depth == 16]
    rounded = [(round(l * top / 100), round(a * step), round(b * step)) for l, a, b in map(e.srgb_to_lab, RGB.pixels)]
    modulus = 1 << depth
    shift = modulus // 2 if photometric == 9 else 0
    rows = rows_of([(l, (a + shift) % modulus, (b + shift) % modulus) for l, a, b in rounded], "B" if depth == 8 else "H")
    meant = [e.lab_to_srgb(l * 100 / top, a / step, b / step) for l, a, b in rounded]
    return (e.tiff(RGB, depth=depth, photometric=photometric, rows=rows),
            e.Raster(WIDTH, HEIGHT, [(*(min(max(v, 0), 255) for v in values), 255) for values in meant]))


def light(factor):
    """Floats in linear light, and what they mean."""
    values = [tuple(factor * e.srgb_to_linear(v / 255) for v in p[:3]) for p in RGB.pixels]
    return rows_of(values, "f"), e.Raster(WIDTH, HEIGHT, [(*(255 * e.linear_to_srgb(v) for v in value),
        255) for value in values])


PLANES = "tiles of separate planes"
for name, picture, settings, expect in [
        ("big-endian-16", FINE, {"depth": 16, "order": ">"}, FINE), ("strips", RGB, {"strip": 5}, RGB),
        ("planar", RGB, {"planar": 2, "strip": 8}, RGB), ("planar-16", FINE, {"depth": 16, "planar": 2}, FINE),
        ("tiles", RGB, {"tile": 16}, RGB), ("tiles-planar", RGB, {"tile": 16, "planar": 2}, RGB),
        ("big", RGB, {"big": True}, RGB),
        ("big-tiles", FINE, {"depth": 16, "big": True, "tile": 32, "order": ">"}, FINE),
        ("alone-as-preview", RGB, {"more": [(254, 4, [1])]}, RGB), ("packbits", RGB, {"compression": 32773, "strip": 9}, RGB),
        ("deflate", FINE, {"depth": 16, "compression": 8}, FINE), ("32-bits", FINE, {"depth": 32}, FINE),
        ("fill-order", DEEP, {"bands": "L", "depth": 1, "photometric": 1, "mirrored": True}, STEPS[1]),
        ("alpha", CLEAR, {"bands": "RGBA", "extra": 2}, CLEAR),
        ("associated", ASSOCIATED, {"bands": "RGBA", "extra": 1}, UNDONE),
        ("unspecified", CLEAR, {"bands": "RGBA", "extra": 0}, RGB),
        ("two-extra", CLEAR, {"bands": "RGBAA", "extra": [0, 2]}, CLEAR),
        ("grey-alpha", GREY_CLEAR, {"bands": "LA", "photometric": 1, "extra": 2}, GREY_CLEAR),
        ("no-extra-samples", CLEAR, {"bands": "RGBA"}, CLEAR),
        ("float", RGB, {"depth": 32, "kind": 3, "rows": light(1)[0]}, RGB),
        ("float-bright", RGB, {"depth": 32, "kind": 3, "rows": light(2)[0]}, light(2)[1])]:
    case("TIFF", f"own-{name}.tif", partial(e.tiff, picture, **settings), expect, refused=PLANES if name == "tiles-planar" else None)
for name, picture, settings, expect in [
        ("p3", RGB, {"profile": P3_ICC}, P3_SEEN), ("ycbcr", YCC, {"photometric": 6, "more": YCC_RANGE}, RGB),
        ("adobe-rgb-16", FINE, {"depth": 16, "profile": ADOBE_ICC}, partial(recoloured, FINE, e.ADOBE, 563 / 256)),
        ("grey-profile", GREY, {"bands": "L", "photometric": 1, "profile": GREY_ICC}, GREY_SEEN)]:
    case("TIFF", f"own-{name}.tif", partial(e.tiff, picture, **settings), expect, CONVERTED)
for photometric in (8, 9):
    for depth in (8, 16):
        file, meant = lab(photometric, depth)
        case("TIFF", f"own-lab-{photometric}-{depth}.tif", partial(bytes, file), meant, CONVERTED)
case("TIFF", "own-float-16.tif", partial(e.tiff, RGB, depth=16, kind=3), refused="floating-point")
case("TIFF", "own-signed.tif", partial(e.tiff, RGB, kind=2), refused="signed")
for name, source, settings in [("raw", "rgb", {}), ("lzw", "rgb", {"compression": "tiff_lzw"}),
                               ("deflate", "rgba", {"compression": "tiff_adobe_deflate"}),
                               ("packbits", "grey", {"compression": "packbits"}), ("palette", "palette", {}),
                               ("grey-alpha", "greya", {})]:
    case("TIFF", f"pillow-{name}.tif", pillow(source, "TIFF", **settings), PICTURES[source])
for form in ["group3", "group4", "tiff_lzw", "tiff_ccitt"]:
    case("TIFF", f"pillow-bilevel-{form}.tif", pillow("bilevel", "TIFF", "1", compression=form), PICTURES["bilevel"])
case("TIFF", "pillow-jpeg.tif", pillow("rgb", "TIFF", compression="jpeg", quality=97), RGB, HALVED)
for name, source, flags in [("zip", "rgb", "-compress Zip"), ("lzw-msb", "rgb16", "-compress LZW -endian MSB"),
                            ("rle", "rgba", "-compress RLE"),
                            ("group4", "bilevel", "-compress Group4"), ("planes", "rgb", "-interlace plane"),
                            ("lzma", "rgb", "-compress LZMA"),
                            ("zstd", "rgb", "-compress Zstd"), ("webp", "rgb", "-compress WebP -define webp:lossless=true"),
                            ("float", "rgb", "-depth 32 -define quantum:format=floating-point")]:
    case("TIFF", f"magick-{name}.tif", f"convert {{in}}/{source}.png {flags} {{out}}", PICTURES[source],
         HALVED if name == "webp" else EXACT)
for algorithm in ["packbits", "raw", "lzw", "deflate"]:
    case("TIFF", f"ffmpeg-{algorithm}.tif", ffmpeg("rgb", f"-compression_algo {algorithm}"))
case("TIFF", "ffmpeg-rgb48.tif", ffmpeg("rgb16", "-pix_fmt rgb48le"), FINE)
case("TIFF", "ffmpeg-rgba.tif", ffmpeg("rgba", "-pix_fmt rgba"), CLEAR)
case("TIFF", "ffmpeg-yuv444p.tif", ffmpeg("rgb", "-pix_fmt yuv444p -compression_algo raw"), RGB, LOSSY)
for name, source, settings in [("tile", "rgb", "tile,tile-width=32,tile-height=16"),
                               ("pyramid", "large", "tile,pyramid,tile-width=64,tile-height=64"),
                               ("bigtiff", "rgb16", "bigtiff"),
                               ("bits-1", "bilevel", "bitdepth=1,compression=ccittfax4"),
                               ("lzw", "rgb16", "compression=lzw,predictor=horizontal"),
                               ("zstd", "rgb", "compression=zstd"), ("jpeg", "rgb", "compression=jpeg,Q=95"),
                               ("webp", "rgb", "compression=webp,lossless"),
                               ("white-is-zero", "grey", "miniswhite"), ("premultiplied", "rgba", "premultiply")]:
    case("TIFF", f"vips-{name}.tif", vips_save(source, settings), PICTURES[source],
         HALVED if name == "jpeg" else DEEP_ALPHA if name == "premultiplied" else EXACT)
for name, source, code in [
        ("zlib", "rgb16", "rgb16, compression='zlib', predictor=True"),
        ("lzw-tiles", "rgb", "rgb, compression='lzw', tile=(16, 32)"),
        ("planes", "rgb", "rgb.transpose(2, 0, 1), photometric='rgb', planarconfig='separate'"),
        ("lzma", "rgb", "rgb, compression='lzma'"),
        ("tiled-planes", "rgb",
         "rgb.transpose(2, 0, 1), photometric='rgb', planarconfig='separate', tile=(16, 16), compression='zlib'"),
        ("zstd", "rgb", "rgb, compression='zstd'"), ("big-endian", "rgb16", "rgb16, byteorder='>', bigtiff=True"),
        ("packbits", "grey", "grey, compression='packbits'"),
        ("alpha", "rgba", "rgba, extrasamples=['unassalpha'], photometric='rgb'"),
        ("bilevel", "bilevel", "bilevel > 0, photometric='minisblack'"),
        ("rows", "rgba16", "rgba16, photometric='rgb', extrasamples=['unassalpha'], rowsperstrip=3")]:
    case("TIFF", f"tifffile-{name}.tif", Modern(f"tifffile.imwrite(out, {code})"), PICTURES[source],
         DEEP_ALPHA if source == "rgba16" else EXACT, PLANES if name == "tiled-planes" else None)
for name in ["lerc", "aperio_jp2000_rgb", "jpeg2000", "jpegxl", "jpegxr", "png"]:
    case("TIFF", f"tifffile-{name}.tif", Modern(f"tifffile.imwrite(out, rgb, photometric='rgb', compression='{name}')"), RGB,
         refused="compressed as (Aperio's )?(JPEG 2000|JPEG XL|JPEG XR|PNG)" if name != "lerc" else None)
case("TIFF", "tifffile-jpeg.tif",
     Modern("tifffile.imwrite(out, rgb, photometric='rgb', compression='jpeg', compressionargs={'level': 97})"), RGB, HALVED)
for name in ["rgb", "rgb16", "grey16", "rgba"]:
    turn = {"rgb": "[..., ::-1]", "rgb16": "[..., ::-1]", "rgba": "[..., [2, 1, 0, 3]]"}.get(name, "")
    case("TIFF", f"opencv-{name}.tif", Modern(f"cv2.imwrite(out, {name}{turn})"), PICTURES[name])

# ---- BMP

MASKS = {"565": (16, (0xF800, 0x7E0, 0x1F)), "555": (16, (0x7C00, 0x3E0, 0x1F)), "444": (16, (0xF00, 0xF0, 0xF)),
         "8888": (32, (0xFF0000, 0xFF00, 0xFF)),
         "10": (32, (0x3FF00000, 0xFFC00, 0x3FF)), "rgbx": (32, (0xFF000000, 0xFF0000, 0xFF00))}
for name, (bits, masks) in MASKS.items():
    tops = [mask >> (mask & -mask).bit_length() - 1 for mask in masks]
    shown = RGB.map(lambda p, tops=tops: (*(e.whole(v / 255 * top) * 255 / top for v, top in zip(p, tops)), 255))
    case("BMP", f"own-masks-{name}.bmp", lambda b=bits, m=masks: e.bmp(RGB, b, compression=3, masks=m), shown)
    case("BMP", f"own-v4-masks-{name}.bmp", lambda b=bits, m=masks: e.bmp(RGB, b, 108, 3, (*m, 0)), shown)
for bits, colours in TABLES.items():
    case("BMP", f"own-{bits}.bmp", lambda b=bits, c=colours: e.bmp(RGB, b, colours=c), limited(RGB, colours))
    if bits != 2:
        case("BMP", f"own-os2-{bits}.bmp", lambda b=bits, c=colours: e.bmp(RGB, b, 12, colours=c), limited(RGB, colours))
ALPHA = (0xFF0000, 0xFF00, 0xFF, 0xFF000000)
for name, make, expect in [
        ("24", lambda: e.bmp(RGB), RGB), ("24-down", lambda: e.bmp(RGB, down=True), RGB), ("32", lambda: e.bmp(RGB, 32), RGB),
        ("os2-24", lambda: e.bmp(RGB, 24, 12), RGB), ("os2-2", lambda: e.bmp(RGB, 24, 64), RGB),
        ("v2", lambda: e.bmp(RGB, 32, 52, 3, ALPHA[:3]), RGB),
        ("v3-alpha", lambda: e.bmp(CLEAR, 32, 56, 3, ALPHA), CLEAR),
        ("v4-alpha", lambda: e.bmp(CLEAR, 32, 108, 3, ALPHA), CLEAR),
        ("v5-alpha", lambda: e.bmp(CLEAR, 32, 124, 3, ALPHA), CLEAR),
        ("v5-alpha-rgb", lambda: e.bmp(CLEAR, 32, 124, 0, ALPHA), CLEAR),
        ("rle-8", lambda: e.bmp(RGB, 8, 40, 1, colours=COLOURS, data=e.run_lengths(e.indices(RGB, COLOURS), 8)), PALETTE),
        ("rle-4", lambda: e.bmp(RGB, 4, 40, 2, colours=SIXTEEN, data=e.run_lengths(e.indices(RGB, SIXTEEN), 4)),
         limited(RGB, SIXTEEN))]:
    case("BMP", f"own-{name}.bmp", make, expect)
case("BMP", "own-os2-2-short.bmp", partial(e.bmp, RGB, 24, 16), RGB)
# With BITMAPINFOHEADER alone, the fourth byte is not used.
for name in ["rgb", "grey", "palette", "rgba"]:
    case("BMP", f"pillow-{name}.bmp", pillow(name, "BMP"), RGB if name == "rgba" else PICTURES[name])
case("BMP", "pillow-bilevel.bmp", pillow("bilevel", "BMP", "1"), PICTURES["bilevel"])
for name, source, form in [("2", "rgb", "BMP2"), ("3", "rgb", "BMP3"), ("palette", "palette", "BMP3"),
                           ("alpha", "rgba", "BMP"), ("bilevel", "bilevel", "BMP3")]:
    case("BMP", f"magick-{name}.bmp", f"convert {{in}}/{source}.png {form}:{{out}}", PICTURES[source])
case("BMP", "magick-rle.bmp", "convert {in}/palette.png -compress RLE BMP3:{out}", PALETTE)
for pixels, source in {"bgr24": "rgb", "bgra": "rgba", "pal8": "palette", "gray": "grey", "monob": "bilevel"}.items():
    case("BMP", f"ffmpeg-{pixels}.bmp", ffmpeg(source, f"-pix_fmt {pixels}"), RGB if source == "rgba" else PICTURES[source])
for name, code in {"rgb": "rgb[..., ::-1]", "rgba": "rgba[..., [2, 1, 0, 3]]", "grey": "grey"}.items():
    case("BMP", f"opencv-{name}.bmp", Modern(f"cv2.imwrite(out, {code})"), PICTURES[name])
    if name != "rgba":
        case("BMP", f"imagecodecs-{name}.bmp", Modern(f"write(out, imagecodecs.bmp_encode({name}))"), PICTURES[name])

# ---- JPEG 2000

OFFSET = "does not begin where its grid does"
for name, flags, close in [
        ("lossless", "", EXACT), ("tiles", "-t 20,16 -n 3", EXACT), ("resolutions", "-n 2", EXACT),
        ("rpcl", "-p RPCL -t 32,32", EXACT), ("cprl", "-p CPRL", EXACT),
        ("blocks", "-b 16,64", EXACT), ("markers", "-SOP -EPH -PLT -TLM", EXACT), ("modes", "-M 63", EXACT),
        ("precincts", "-c [64,64],[32,32]", EXACT),
        ("parts", "-t 32,32 -TP R", EXACT), ("lossy", "-I -r 4", LOSSY), ("quality", "-q 45", LOSSY),
        ("roi", "-ROI c=0,U=8", EXACT), ("no-mct", "-mct 0", EXACT),
        ("offset", "-d 5,3", EXACT), ("offset-tiles", "-d 5,3 -t 20,16 -T 2,1 -n 3", EXACT)]:
    case("JPEG 2000", f"opj-{name}.jp2", f"opj_compress -i {{in}}/rgb.png -o {{out}} {flags}", RGB, close,
         OFFSET if name.startswith("offset") else None)
case("JPEG 2000", "opj-stream.j2k", "opj_compress -i {in}/rgb.png -o {out}", RGB)
for name, source in [("grey", "grey"), ("alpha", "rgba"), ("grey-alpha", "greya"), ("16-bits", "rgb16"),
                     ("grey-16", "grey16")]:
    case("JPEG 2000", f"opj-{name}.jp2", f"opj_compress -i {{in}}/{source}.png -o {{out}}", PICTURES[source])
for depth in (2, 4, 12):
    case("JPEG 2000", f"opj-grey-{depth}-bits.jp2",
         f"opj_compress -i {{in}}/deep{depth}.raw -F {WIDTH},{HEIGHT},1,{depth},u -o {{out}}", stepped(DEEP, depth))
case("JPEG 2000", "opj-signed.jp2", f"opj_compress -i {{in}}/signed.raw -F {WIDTH},{HEIGHT},3,8,s -o {{out}}", RGB,
     refused="signed samples")


def rewritten(change):
    """A JP2 of which the header is another; boxes of one level are in order."""
    def make(data):
        start = data.index(b"jp2h") - 4
        size = int.from_bytes(data[start:start + 4], "big")
        return data[:start] + e.box(b"jp2h", change(data[start + 8:start + size])) + data[start + size:]
    return make


def coloured(content):
    def change(boxes):
        at = boxes.index(b"colr") - 4
        return boxes[:at] + e.box(b"colr", content) + boxes[at + int.from_bytes(boxes[at:at + 4], "big"):]
    return rewritten(change)


OPJ = "opj_compress -i {in}/%s -o {out}"
case("JPEG 2000", "opj-p3.jp2", Patched(OPJ % "rgb.png", "jp2", coloured(b"\2\0\0" + P3_ICC)), P3_SEEN, CONVERTED)
case("JPEG 2000", "opj-adobe-rgb.jp2", Patched(OPJ % "rgb.png", "jp2", coloured(b"\2\0\0" + ADOBE_ICC)), ADOBE_SEEN,
     CONVERTED)
case("JPEG 2000", "opj-grey-profile.jp2", Patched(OPJ % "grey.png", "jp2", coloured(b"\2\0\0" + GREY_ICC)), GREY_SEEN,
     CONVERTED)
case("JPEG 2000", "opj-sycc.jp2", Patched(OPJ % "ycc.png" + " -mct 0", "jp2", coloured(b"\1\0\0\0\0\0\x12")), RGB, CONVERTED)
case("JPEG 2000", "opj-premultiplied.jp2", Patched(OPJ % "associated.png", "jp2", rewritten(
    lambda boxes: boxes.replace(b"\0\3\0\1\0\0", b"\0\3\0\2\0\0"))), UNDONE)
for name, source, settings, close in [
        ("lossless", "rgb", {}, EXACT), ("lossy", "rgb", {"irreversible": True, "quality_mode": "dB", "quality_layers": [50]},
            LOSSY),
        ("tiles", "rgba", {"tile_size": (32, 32)}, EXACT),
        ("grey", "grey", {"num_resolutions": 2}, EXACT), ("stream", "rgb", {"no_jp2": True}, EXACT),
        ("layers", "rgb", {"quality_mode": "rates", "quality_layers": [20, 5, 1]}, EXACT)]:
    case("JPEG 2000", f"pillow-{name}.jp2", pillow(source, "JPEG2000", **settings), PICTURES[source], close)
case("JPEG 2000", "pillow-ycbcr.jp2", pillow("rgb", "JPEG2000", "YCbCr", mct=0), RGB, TWICE)
case("JPEG 2000", "pillow-offset.jp2", pillow("rgb", "JPEG2000", offset=(3, 2), tile_offset=(1, 1), tile_size=(20, 20)), RGB,
     refused=OFFSET)
for name, source, flags in [("openjpeg-rgb", "rgb", "-c:v libopenjpeg -pix_fmt rgb24"),
                            ("openjpeg-yuv420", "rgb", "-c:v libopenjpeg -pix_fmt yuv420p -vf scale=out_range=full"),
                            ("openjpeg-yuv422", "rgb", "-c:v libopenjpeg -pix_fmt yuv422p -vf scale=out_range=full"),
                            ("even-yuv420", "large", "-c:v libopenjpeg -pix_fmt yuv420p -vf scale=out_range=full"),
                            ("even-yuv422", "large", "-c:v libopenjpeg -pix_fmt yuv422p -vf scale=out_range=full"),
                            ("openjpeg-yuv", "rgb", "-c:v libopenjpeg -pix_fmt yuv444p -vf scale=out_range=full"),
                            ("openjpeg-grey", "grey", "-c:v libopenjpeg -pix_fmt gray"),
                            ("own-rgb", "rgb", "-c:v jpeg2000 -pix_fmt rgb24 -pred 1"),
                            ("own-grey", "grey", "-c:v jpeg2000 -pix_fmt gray -pred 1")]:
    case("JPEG 2000", f"ffmpeg-{name}.jp2", ffmpeg(source, flags), PICTURES[source],
         HALVED if "yuv4" in name else LOSSY if "yuv" in name or "own" in name else EXACT)
for name in ["rgb", "rgb16", "rgba", "grey16"]:
    case("JPEG 2000", f"imagecodecs-{name}.jp2", Modern(f"write(out, imagecodecs.jpeg2k_encode({name}, codecformat='jp2'))"),
         PICTURES[name])
case("JPEG 2000", "opencv-rgb.jp2",
     Modern("cv2.imwrite(out, rgb[..., ::-1], [cv2.IMWRITE_JPEG2000_COMPRESSION_X1000, 1000])"), RGB, LOSSY)

# ---- SVG: rectangles on whole pixels

XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
INK, SEA = (200, 40, 30), (20, 60, 180)
SPOT_AT = 'x="6" y="4" width="12" height="8"'
ONE = f'<rect {SPOT_AT} fill="#c8281e"/>'
FULL = '<rect width="48" height="48" fill="#c8281e"'
SHOWN = painted(48, 48, (6, 4, 12, 8, INK))


def svg(name, content, expect=SHOWN, size='width="48" height="48"', head="", encoding="utf-8", pack=bytes):
    case("SVG", f"own-{name}.svg", lambda: pack(f"{head}<svg {XMLNS} {size}>{content}</svg>".encode(encoding)), expect)


for unit, side in {"px": 48, "pt": 36, "in": 0.5, "mm": 12.7, "cm": 1.27, "pc": 3}.items():
    svg(f"size-{unit}", ONE, size=f'width="{side}{unit}" height="{side}{unit}"')
    svg(f"inner-{unit}", f'<rect width="{side / 2}{unit}" height="{side / 4}{unit}" fill="#c8281e"/>',
        painted(48, 48, (0, 0, 24, 12, INK)))
for name, size, content in [
        ("viewbox", 'width="48" height="48" viewBox="0 0 24 24"', '<rect x="3" y="2" width="6" height="4" fill="#c8281e"/>'),
        ("viewbox-only", 'viewBox="0 0 48 48"', ONE), ("viewbox-mm", 'width="12.7mm" height="12.7mm" viewBox="0 0 48 48"', ONE),
        ("viewbox-offset", 'width="48" height="48" viewBox="100 50 48 48"', f'<g transform="translate(100 50)">{ONE}</g>'),
        ("aspect", 'width="48" height="48" viewBox="0 0 48 20" preserveAspectRatio="xMinYMin meet"', ONE)]:
    svg(name, content, size=size)
for name, content in {
        "style": f'<style>.a{{fill:#c8281e}}</style><rect class="a" {SPOT_AT}/>',
        "inline-style": f'<rect style="fill:rgb(200,40,30)" {SPOT_AT}/>',
        "group": '<g fill="#c8281e" transform="translate(2 3)"><rect x="4" y="1" width="12" height="8"/></g>',
        "scale": '<rect transform="scale(2)" x="3" y="2" width="6" height="4" fill="#c8281e"/>',
        "rotate": '<rect transform="rotate(90)" x="4" y="-18" width="8" height="12" fill="#c8281e"/>',
        "use": '<defs><rect id="a" width="12" height="8" fill="#c8281e"/></defs><use xlink:href="#a" x="6" y="4"/>',
        "use-2": '<defs><rect id="a" width="12" height="8" fill="#c8281e"/></defs><use href="#a" x="6" y="4"/>',
        "path": '<path d="M6 4h12v8H6z" fill="#c8281e"/>', "polygon": '<polygon points="6,4 18,4 18,12 6,12" fill="#c8281e"/>',
        "stroke": '<line x1="6" y1="8" x2="18" y2="8" stroke="#c8281e" stroke-width="8"/>',
        "clip": f'<clipPath id="c"><rect {SPOT_AT}/></clipPath>{FULL} clip-path="url(#c)"/>',
        "mask": f'<mask id="m"><rect {SPOT_AT} fill="white"/></mask>{FULL} mask="url(#m)"/>',
        "nested": f'<svg {SPOT_AT}>{FULL}/></svg>',
        "current-colour": f'<g color="#c8281e"><rect {SPOT_AT} fill="currentColor"/></g>',
        "percent": '<rect x="12.5%" y="8.333333%" width="25%" height="16.666667%" fill="#c8281e"/>',
        "symbol": f'<symbol id="s" viewBox="0 0 6 4">{FULL}/></symbol><use href="#s" {SPOT_AT}/>',
        "language": f'<switch><rect systemLanguage="xx" width="48" height="48"/>{ONE}</switch>',
        "variable": f'<style>:root{{--a:#c8281e}}</style><rect {SPOT_AT} style="fill:var(--a)"/>',
        "origin": f'<rect style="transform-origin:12px 8px;transform:rotate(180deg)" {SPOT_AT} fill="#c8281e"/>',
        "pattern": f'<pattern id="p" width="48" height="48" patternUnits="userSpaceOnUse">{ONE}</pattern>'
                   '<rect width="48" height="48" fill="url(#p)"/>',
        "filter": '<filter id="f" x="0" y="0" width="1" height="1"><feFlood flood-color="#c8281e"/></filter>'
                  f'<rect {SPOT_AT} filter="url(#f)"/>'}.items():
    svg(name, content)
svg("entity", f'<rect {SPOT_AT} fill="&ink;"/>', head='<!DOCTYPE svg [<!ENTITY ink "#c8281e">]>')
svg("declaration", ONE, head='<?xml version="1.0" encoding="UTF-8" standalone="no"?><!-- by a program -->')
svg("mark", ONE, encoding="utf-8-sig")
svg("utf-16", ONE, encoding="utf-16", head='<?xml version="1.0" encoding="UTF-16"?>')
svg("latin-1", ONE + "<title>Küste</title>", encoding="latin-1", head='<?xml version="1.0" encoding="ISO-8859-1"?>')
svg("packed", ONE, pack=gzip.compress)
svg("opacity", '<rect width="48" height="24" fill="#c8281e" opacity="0.5"/>', painted(48, 48, (0, 0, 48, 24, (*INK, 127.5))))
svg("fill-opacity", '<rect width="48" height="24" fill="#c8281e80"/>', painted(48, 48, (0, 0, 48, 24, (*INK, 128))))
svg("over", ONE + '<rect x="10" y="8" width="20" height="20" fill="#143cb4" fill-opacity="0.4"/>',
    SHOWN.under(painted(20, 20, (0, 0, 20, 20, (*SEA, 102))), 10, 8))


def with_picture(form, make):
    data, size = base64.b64encode(make()).decode(), f'width="{WIDTH}" height="{HEIGHT}"'
    return f'<svg {XMLNS} {size}><image {size} xlink:href="data:image/{form};base64,{data}"/></svg>'.encode()


case("SVG", "own-picture-png.svg", lambda: with_picture("png", lambda: e.png(CLEAR, "RGBA")), CLEAR, CONVERTED)
case("SVG", "own-picture-jpeg.svg", lambda: with_picture("jpeg", jpeg), RGB, LOSSY)
case("SVG", "own-picture-gif.svg", lambda: with_picture("gif", lambda: e.gif(WIDTH, HEIGHT, [FRAME])), PALETTE)
for name, size, ink in [("px", "('48px', '48px')", "#c8281e"),
                        ("mm", "('12.7mm', '12.7mm'), viewBox='0 0 48 48'", "rgb(200,40,30)")]:
    case("SVG", f"svgwrite-{name}.svg", Modern(
        f"d = svgwrite.Drawing(out, size={size}); d.add(d.rect((6, 4), (12, 8), fill='{ink}')); d.save()"), SHOWN)
case("SVG", "svgwrite-pattern.svg", Modern(
    "d = svgwrite.Drawing(out, size=(48, 48)); p = d.pattern(size=(48, 48), patternUnits='userSpaceOnUse'); "
    "p.add(d.rect((6, 4), (12, 8), fill='#c8281e')); d.defs.add(p); "
    "d.add(d.rect((0, 0), (48, 48), fill=p.get_paint_server())); d.save()"), SHOWN)

# ---- PDF: of 36 points, so of 48 pixels

PAPER = (255,) * 4
SHEET = painted(48, 48, (0, 16, 24, 16, INK), ground=PAPER)
INKED, BOX = "0.784 0.157 0.118 rg ", "0 12 18 12 re f"
NOTHING, FORM = "/Resources << >>", "/Type /XObject /Subtype /Form /BBox [0 0 36 36] /Resources << >>"
RAW = f"/Subtype /Image /Type /XObject /Width {WIDTH} /Height {HEIGHT}"


def picture_pdf(entries, data, *more):
    width, height = WIDTH * 0.75, HEIGHT * 0.75
    return lambda: e.pdf(width, height, f"{width} 0 0 {height} 0 0 cm /I Do", "/Resources << /XObject << /I 5 0 R >> >>",
                         [e.stream(f"{RAW} {entries}", data() if callable(data) else data), *more])


for name, size, drawing, page, expect in [
        ("rgb", 36, INKED + BOX, NOTHING, SHEET), ("stroke", 36, "0.784 0.157 0.118 RG 12 w 0 18 m 18 18 l S", NOTHING, SHEET),
        ("grey", 36, "0.4 g " + BOX, NOTHING, painted(48, 48, (0, 16, 24, 16, (102,) * 3), ground=PAPER)),
        ("matrix", 36, f"q 3 0 0 3 0 0 cm {INKED} 0 4 6 4 re f Q", NOTHING, SHEET),
        ("clip", 36, f"0 12 18 12 re W n {INKED} 0 0 36 36 re f", NOTHING, SHEET),
        ("rotate-90", 36, INKED + BOX, f"/Rotate 90 {NOTHING}", SHEET.turned(6)),
        ("rotate-270", 36, INKED + BOX, f"/Rotate 270 {NOTHING}", SHEET.turned(8)),
        ("crop", 36, INKED + BOX, f"/CropBox [0 12 36 36] {NOTHING}", SHEET.crop(0, 0, 48, 32)),
        ("user-unit", 18, f"{INKED} 0 6 9 6 re f", f"/UserUnit 2 {NOTHING}", SHEET),
        ("alpha", 36, f"/G gs {INKED} {BOX}", "/Resources << /ExtGState << /G << /ca 0.5 >> >> >>",
         painted(48, 48, (0, 16, 24, 16, (*INK, 127.5)), ground=PAPER))]:
    case("PDF", f"own-{name}.pdf", partial(e.pdf, size, size, drawing, page), expect)
for name, entries, data in [("form", FORM, (INKED + BOX).encode()),
                            ("flate", f"/Filter /FlateDecode {FORM}", e.zlib.compress((INKED + BOX).encode()))]:
    case("PDF", f"own-{name}.pdf", partial(e.pdf, 36, 36, "/F Do", "/Resources << /XObject << /F 5 0 R >> >>",
        [e.stream(entries, data)]), SHEET)
TABLE_HEX = bytes(sum(COLOURS, ())).hex()
for name, entries, data, expect in [
        ("rgb", "/DeviceRGB /BitsPerComponent 8", RGB.samples(), RGB),
        ("grey", "/DeviceGray /BitsPerComponent 8", GREY.samples("L"), GREY),
        ("16", "/DeviceRGB /BitsPerComponent 16", FINE.samples("RGB", 16), FINE),
        ("4", "/DeviceGray /BitsPerComponent 4", DEEP.samples("L", 4), STEPS[4]),
        ("1", "/DeviceGray /BitsPerComponent 1 /Decode [1 0]", bytes(255 - v for v in DEEP.samples("L", 1)), STEPS[1]),
        ("indexed", f"[/Indexed /DeviceRGB 63 <{TABLE_HEX}>] /BitsPerComponent 8", bytes(sum(e.indices(RGB, COLOURS), [])),
         PALETTE)]:
    case("PDF", f"own-picture-{name}.pdf", picture_pdf(f"/ColorSpace {entries}", data), expect)
case("PDF", "own-picture-mask.pdf", picture_pdf(
    "/ColorSpace /DeviceRGB /BitsPerComponent 8 /SMask 6 0 R", RGB.samples(),
    e.stream(f"{RAW} /ColorSpace /DeviceGray /BitsPerComponent 8", CLEAR.samples("A"))),
    painted(WIDTH, HEIGHT, ground=PAPER).under(CLEAR, 0, 0))
case("PDF", "own-picture-jpeg.pdf", picture_pdf("/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode", jpeg), RGB,
     LOSSY)
for name, mode in [("rgb", None), ("grey", None), ("bilevel", "1")]:
    case("PDF", f"pillow-{name}.pdf", pillow(name, "PDF", mode, resolution=96, quality=97, subsampling=0), PICTURES[name],
         LOSSY)
for name in ["rgb", "grey16", "palette", "bilevel"]:
    case("PDF", f"img2pdf-{name}.pdf", Modern(
        "layout = img2pdf.get_fixed_dpi_layout_fun((96, 96)); "
        f"write(out, img2pdf.convert(folder + '/{name}.png', layout_fun=layout))"), PICTURES[name])
