"""Files of 11-encoders in the formats of the web: who makes which picture, and what the file then shows."""

from functools import partial

import encoders as e
from encoder_files import *  # noqa: F403: the words of these lists
from encoders import COLOURS, FINE, FOUR, GREY, HEIGHT, PICTURES, RGB, SIXTEEN, WIDTH, limited, painted, recoloured

# ---- JPEG

for sampling, close in {"1x1": LOSSY, "2x1": HALVED, "1x2": HALVED, "2x2": HALVED, "4x1": QUARTERED, "3x1": QUARTERED,
                        "1x4": QUARTERED, "1x1,2x2,2x2": BLURRED, "2x2,2x1,1x2": HALVED}.items():
    case("JPEG", f"cjpeg-{sampling.replace(',', '_')}.jpg",
         f"cjpeg -quality 95 -sample {sampling} -outfile {{out}} {{in}}/rgb.ppm", close=close)
for name, flags in {"progressive": "-progressive", "restart": "-restart 1B", "restart-rows": "-restart 1 -progressive",
                    "arithmetic": "-arithmetic", "arithmetic-progressive": "-arithmetic -progressive", "rgb": "-rgb",
                    "optimized": "-optimize -dct float", "baseline": "-baseline -smooth 1"}.items():
    case("JPEG", f"cjpeg-{name}.jpg", f"cjpeg -quality 95 -sample 1x1 {flags} -outfile {{out}} {{in}}/rgb.ppm", close=LOSSY)
case("JPEG", "cjpeg-grey.jpg", "cjpeg -quality 95 -grayscale -outfile {out} {in}/grey.pgm", LUMA, LOSSY)
for orientation in range(1, 9):
    case("JPEG", f"own-orientation-{orientation}.jpg",
         turned(jpeg, (0xE1, b"Exif\0\0" + e.exif(orientation, "<>"[orientation % 2]))), RGB.turned(orientation), LOSSY)
case("JPEG", "own-p3.jpg", turned(jpeg, *e.profile_segments(P3_ICC)), P3_SEEN, LOSSY)
case("JPEG", "own-adobe-rgb.jpg", turned(jpeg, *e.profile_segments(ADOBE_ICC, 3)), ADOBE_SEEN, LOSSY)
case("JPEG", "own-profile-backwards.jpg", turned(jpeg, *reversed(e.profile_segments(ADOBE_ICC, 2))), ADOBE_SEEN, LOSSY)
case("JPEG", "own-grey-profile.jpg", turned(pillow("grey", "JPEG", quality=95), *e.profile_segments(GREY_ICC)), GREY_SEEN,
     LOSSY)
case("JPEG", "own-grey-rgb-profile.jpg", turned(pillow("grey", "JPEG", quality=95), *e.profile_segments(P3_ICC)), LUMA, LOSSY)
case("JPEG", "own-comment.jpg", turned(jpeg, (0xFE, b"by a scanner"), (0xED, b"Photoshop 3.0\0"), (0xEA, bytes(900))), RGB,
     LOSSY)
case("JPEG", "own-after-end.jpg", lambda: jpeg() + bytes(3000), RGB, LOSSY)
for subsampling in range(3):
    case("JPEG", f"pillow-subsampling-{subsampling}.jpg",
         pillow("rgb", "JPEG", quality=95, subsampling=subsampling, progressive=subsampling == 1, optimize=True),
         close=HALVED if subsampling else LOSSY)
case("JPEG", "pillow-grey.jpg", pillow("grey", "JPEG", quality=95), LUMA, LOSSY)
for name, flags in {"420": "-sampling-factor 2x2", "plane": "-interlace plane -sampling-factor 1x1",
                    "line": "-interlace line -sampling-factor 2x1"}.items():
    case("JPEG", f"magick-{name}.jpg", f"convert {{in}}/rgb.png -quality 95 {flags} {{out}}", close=HALVED)
for pixels in ["yuvj420p", "yuvj422p", "yuvj444p"]:
    case("JPEG", f"ffmpeg-{pixels}.jpg", ffmpeg("rgb", f"-pix_fmt {pixels} -q:v 1 -qmin 1"),
         close=LOSSY if pixels == "yuvj444p" else HALVED)
for name, settings in {"on": "subsample-mode=on", "off": "subsample-mode=off", "interlace": "subsample-mode=off,interlace",
                       "trellis": "subsample-mode=off,optimize-coding,strip"}.items():
    case("JPEG", f"vips-{name}.jpg", vips_save("rgb", f"Q=95,{settings}"), close=HALVED if name == "on" else LOSSY)
for name, code, expect, close in [
        ("keep-rgb", "pil(rgb).save(out, quality=95, keep_rgb=True)", RGB, LOSSY),
        ("restart", "pil(rgb).save(out, quality=95, subsampling=0, restart_marker_blocks=2)", RGB, LOSSY),
        ("mpo", "pil(rgb).save(out, 'MPO', quality=95, save_all=True, append_images=[pil(rgba).convert('RGB')])", RGB,
         HALVED),
        ("p3", "pil(rgb).save(out, quality=95, subsampling=0, icc_profile=p3)", P3_SEEN, LOSSY)]:
    case("JPEG", f"pillow13-{name}.jpg", Modern(code), expect, close)
for name, code in {"444": "imagecodecs.jpeg8_encode(rgb, level=95, subsampling='444')",
                   "422": "imagecodecs.jpeg8_encode(rgb, level=95, subsampling='422')"}.items():
    case("JPEG", f"imagecodecs-{name}.jpg", Modern(f"write(out, {code})"), close=HALVED)
for name, code, words in [("12-bits", "imagecodecs.jpeg8_encode(rgb16 >> 4, level=95, bitspersample=12)", "of 12 bits"),
                          ("lossless", "imagecodecs.ljpeg_encode(grey)", "lossless JPEG"),
                          ("ls", "imagecodecs.jpegls_encode(rgb)", "JPEG-LS")]:
    case("JPEG", f"imagecodecs-{name}.jpg", Modern(f"write(out, {code})"), refused=words)
for name, flags in {"420": "cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420", "444": "cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444"}.items():
    case("JPEG", f"opencv-{name}.jpg", Modern("cv2.imwrite(out, rgb[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95, "
         f"cv2.IMWRITE_JPEG_SAMPLING_FACTOR, {flags}, cv2.IMWRITE_JPEG_RST_INTERVAL, 3])"), close=HALVED)

# ---- PNG, APNG

for interlaced in (False, True):
    suffix = "-interlaced" if interlaced else ""
    for depth in (1, 2, 4, 8, 16):
        grey = PICTURES["grey16"]
        case("PNG", f"own-grey-{depth}{suffix}.png", partial(e.png, grey, "L", depth, interlaced), stepped(grey, depth))
        if depth <= 8:
            case("PNG", f"own-palette-{depth}{suffix}.png",
                 partial(e.png, RGB, depth=depth, interlaced=interlaced, colours=TABLES[depth]), limited(RGB, TABLES[depth]))
        if depth >= 8:
            clear = PICTURES["rgba16"]
            for bands, picture in {"RGB": FINE, "LA": e.with_alpha(grey), "RGBA": clear}.items():
                case("PNG", f"own-{bands.lower()}-{depth}{suffix}.png", partial(e.png, picture, bands, depth, interlaced),
                     picture, DEEP_ALPHA if "A" in bands else EXACT)


def without(raster, pixel):
    return raster.map(lambda p: (*p[:3], 0 if tuple(map(e.whole, p[:3])) == pixel else 255))


RED = (230, 25, 25)
TABLE = bytes(255 * i // 63 for i in range(64))
SHADES = limited(RGB, COLOURS).map(lambda p: (*p[:3], TABLE[e.nearest(p, COLOURS)]))
code_points = {
    "p3": (b"\x0c\x0d\0\1", P3_SEEN), "2020": (b"\x09\x0d\0\1", partial(recoloured, RGB, e.BT2020)),
    "601": (b"\x06\x0d\0\1", partial(recoloured, RGB, e.BT601)),
    "linear": (b"\1\x08\0\1", partial(recoloured, RGB, e.BT709, 1)),
    "gamma-2.2": (b"\1\4\0\1", partial(recoloured, RGB, e.BT709, 2.2)),
    "gamma-2.8": (b"\1\5\0\1", partial(recoloured, RGB, e.BT709, 2.8)),
    # As docs/formats.md says, the display's curve.
    "television": (b"\1\1\0\1", partial(recoloured, RGB, e.BT709, 2.4)), "srgb": (b"\1\x0d\0\1", RGB),
    "limited": (b"\1\x0d\0\0", lambda: RGB.map(lambda p: (*(min(max((v - 16) * 255 / 219, 0), 255) for v in p[:3]), p[3])))}
for name, (content, seen) in code_points.items():
    case("PNG", f"own-cicp-{name}.png", lambda c=content: e.png(RGB, chunks=[(b"cICP", c)]), seen, CONVERTED)
FIXED = b"".join(int(v * 100000).to_bytes(4, "big") for v in (0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06))
for name, chunks, expect in [
        ("p3", [iccp(P3_ICC)], P3_SEEN),
        ("adobe-rgb", [iccp(ADOBE_ICC)], ADOBE_SEEN),
        ("cicp-and-profile", [(b"cICP", b"\x0c\x0d\0\1"), iccp(ADOBE_ICC)], P3_SEEN),
        ("gama-1.8", [(b"gAMA", (55556).to_bytes(4, "big"))], partial(recoloured, RGB, e.BT709, 1.8)),
        ("gama-srgb", [(b"gAMA", (45455).to_bytes(4, "big"))], RGB),  # what the specification has beside sRGB
        ("chrm-p3", [(b"gAMA", (45455).to_bytes(4, "big")), (b"cHRM", FIXED)], partial(recoloured, RGB, e.P3, 2.2)),
        ("srgb", [(b"sRGB", b"\0"), (b"gAMA", (45455).to_bytes(4, "big"))], RGB),
        ("srgb-and-gama-1.8", [(b"sRGB", b"\0"), (b"gAMA", (55556).to_bytes(4, "big"))], RGB),
        ("sbit", [(b"sBIT", b"\5\6\5"), (b"pHYs", bytes(9))], RGB),
        ("text", [(b"tEXt", b"Title\0A picture"), (b"tIME", bytes(2) + b"\1\1" + bytes(3)), (b"bKGD", bytes(6))], RGB),
        ("orientation-6", [(b"eXIf", e.exif(6))], RGB.turned(6)),
        ("orientation-7", [(b"eXIf", e.exif(7, "<"))], RGB.turned(7)),
        ("red-clear", [(b"tRNS", bytes([0, 230, 0, 25, 0, 25]))], without(RGB, RED))]:
    case("PNG", f"own-{name}.png", lambda c=chunks: e.png(RGB, chunks=c), expect, CONVERTED)
for name, profile, primaries, curve in [("p3", P3_ICC, e.P3, e.srgb_to_linear), ("adobe-rgb", ADOBE_ICC, e.ADOBE, 563 / 256)]:
    case("PNG", f"own-{name}-16.png", partial(e.png, FINE, depth=16, chunks=[iccp(profile)]),
         partial(recoloured, FINE, primaries, curve), CONVERTED)
case("PNG", "own-grey-profile.png", lambda: e.png(GREY, "L", chunks=[iccp(GREY_ICC)]),
     GREY_SEEN, CONVERTED)
case("PNG", "pillow-grey-rgb-profile.png", pillow("grey", "PNG", icc_profile=P3_ICC), LUMA, CONVERTED)
case("PNG", "own-grey-clear.png", lambda: e.png(GREY, "L", chunks=[(b"tRNS", b"\0\xfa")]), without(GREY, (250,) * 3))
case("PNG", "own-grey16-clear.png", lambda: e.png(GREY, "L", 16, chunks=[(b"tRNS", b"\xfa\xfa")]), without(GREY, (250,) * 3))
case("PNG", "own-palette-alpha.png", lambda: e.png(RGB, colours=COLOURS, before=[(b"tRNS", TABLE)]), SHADES)
case("PNG", "own-pieces.png", lambda: e.png(RGB, pieces=40, level=0), RGB)
case("PNG", "own-cgbi.png", lambda: e.png(RGB).replace(b"\0\0\0\rIHDR", e.chunk(b"CgBI", bytes(4)) + b"\0\0\0\rIHDR"),
     refused="CgBI")
for name in ["rgb", "grey", "palette", "rgba", "greya", "bilevel"]:
    case("PNG", f"pillow-{name}.png", pillow(name, "PNG", "1" if name == "bilevel" else None), PICTURES[name])
    case("PNG", f"ffmpeg-{name}.png", ffmpeg(name, ""), PICTURES[name])
for name, source in {"PNG8": "palette", "PNG48": "rgb16", "PNG64": "rgba16", "PNG24": "rgb16", "PNG00": "greya"}.items():
    # With colours, ImageMagick writes gAMA and cHRM, which browsers apply.
    seen = partial(recoloured, PICTURES[source], e.BT709, 2.2) if source.startswith("rgb") else PICTURES[source]
    case("PNG", f"magick-{name}.png", f"convert {{in}}/{source}.png {name}:{{out}}", seen, CONVERTED)
case("PNG", "ffmpeg-rgb48.png", ffmpeg("rgb16", "-pix_fmt rgb48be -pred mixed"), FINE)
case("PNG", "ffmpeg-rgb24-interlaced.png", ffmpeg("rgba", "-pix_fmt rgba -flags +ildct"), CLEAR)
case("PNG", "vips-interlace.png", vips_save("rgb16", "interlace,filter=all"), FINE)
case("PNG", "vips-palette.png", vips_save("palette", "palette,dither=0,Q=100"), PALETTE, LOSSY)
case("PNG", "vips-bilevel.png", vips_save("bilevel", "bitdepth=1"), PICTURES["bilevel"])
for name in ["rgb", "grey16", "rgba", "greya"]:
    case("PNG", f"pillow13-{name}.png", Modern(f"pil({name}).save(out, optimize=True)"), PICTURES[name])
for name in ["rgb16", "rgba16", "grey16"]:
    case("PNG", f"imagecodecs-{name}.png", Modern(f"write(out, imagecodecs.png_encode({name}, level=9))"), PICTURES[name],
         DEEP_ALPHA)
    turn = {"rgb16": "[..., ::-1]", "rgba16": "[..., [2, 1, 0, 3]]", "grey16": ""}[name]
    case("PNG", f"opencv-{name}.png", Modern(f"cv2.imwrite(out, {name}{turn})"), PICTURES[name], DEEP_ALPHA)
ghosts = [PICTURES[f"ghost{number}"] for number in range(3)]
ALL = [(ghost, 0, 0, 100 * (number + 1), 0, 0) for number, ghost in enumerate(ghosts)]
SPOT = painted(12, 20, (0, 0, 12, 20, (10, 20, 200)))
HALF = painted(12, 20, (0, 0, 12, 20, (10, 20, 200, 128)))
STILL = HOLE.under(SPOT, 4, 10)
for name, loops, parts, frames in [
        ("whole", 0, ALL, ghosts), ("twice", 2, ALL, ghosts),
        ("over", 0, [(HOLE, 0, 0, 100, 0, 0), (SPOT, 4, 10, 200, 0, 1), (HALF, 20, 5, 300, 0, 1)],
         [HOLE, STILL, STILL.under(HALF, 20, 5)]),
        ("background", 0, [(HOLE, 0, 0, 100, 0, 0), (SPOT, 4, 10, 200, 1, 1), (HALF, 20, 5, 300, 0, 0)],
         [HOLE, STILL, HOLE.emptied(4, 10, 12, 20).emptied(20, 5, 12, 20).under(HALF, 20, 5)]),
        ("previous", 0, [(HOLE, 0, 0, 100, 0, 0), (SPOT, 4, 10, 200, 2, 1), (SPOT, 20, 5, 300, 0, 1)],
         [HOLE, STILL, HOLE.under(SPOT, 20, 5)])]:
    moves("PNG", f"own-apng-{name}.png", lambda p=parts, n=loops: e.apng(WIDTH, HEIGHT, p, n), shown=loops, frames=frames)
moves("PNG", "own-apng-hidden.png", partial(e.apng, WIDTH, HEIGHT, ALL, 0, RGB), "ghost")
case("PNG", "own-apng-one-hidden.png", lambda: e.apng(WIDTH, HEIGHT, [(CLEAR, 0, 0, 100, 0, 0)], 0, RGB), CLEAR)
MANY = "-framerate 10 -i {in}/%s%%d.png"
moves("PNG", "ffmpeg-apng.png", f"ffmpeg -v error -y {MANY % 'ghost'} -plays 0 -f apng {{out}}", "ghost", [100] * 3)
moves("PNG", "pillow-apng.png", lambda: moving_pillow("ghost", "PNG", duration=[100, 200, 300], loop=0), "ghost")
moves("PNG", "pillow13-apng.png", Modern("pil(ghost0).save(out, save_all=True, append_images=[pil(ghost1), pil(ghost2)], "
      "duration=[100, 200, 300], loop=0, disposal=1, blend=0)"), "ghost")


# ---- GIF

FRAME = {"rows": e.indices(PALETTE, COLOURS), "colours": COLOURS}
HOLES = {"rows": [[index if HOLE.at(x, y)[3] else 64 for x, index in enumerate(row)]
                  for y, row in enumerate(e.indices(HOLE, COLOURS))],
         "colours": COLOURS, "clear": 64}
BLUE = {"rows": [[SIXTEEN.index((85, 0, 255))] * 12] * 20, "colours": SIXTEEN, "left": 4, "top": 10}
DOT = painted(12, 20, (0, 0, 12, 20, (85, 0, 255)))
for name, make, expect in [
        ("plain", lambda: e.gif(WIDTH, HEIGHT, [FRAME]), PALETTE),
        ("87a", lambda: e.gif(WIDTH, HEIGHT, [FRAME], None, b"GIF87a"), PALETTE),
        ("global", lambda: e.gif(WIDTH, HEIGHT, [{"rows": FRAME["rows"]}], table=COLOURS), PALETTE),
        ("interlaced", lambda: e.gif(WIDTH, HEIGHT, [{**FRAME, "interlaced": True}]), PALETTE),
        ("clear", lambda: e.gif(WIDTH, HEIGHT, [HOLES]), HOLE),
        ("clear-interlaced", lambda: e.gif(WIDTH, HEIGHT, [{**HOLES, "interlaced": True}], None), HOLE),
        ("smaller", lambda: e.gif(WIDTH, HEIGHT, [BLUE]), painted(WIDTH, HEIGHT, (4, 10, 12, 20, (85, 0, 255)))),
        ("ground", lambda: e.gif(WIDTH, HEIGHT, [BLUE], table=COLOURS, ground=5),
         painted(WIDTH, HEIGHT, (4, 10, 12, 20, (85, 0, 255)))),
        ("after-end", lambda: e.gif(WIDTH, HEIGHT, [FRAME]) + b"\0" * 40, PALETTE)]:
    case("GIF", f"own-{name}.gif", make, expect)
WITH_DOT, CLEARED = PALETTE.under(DOT, 4, 10), PALETTE.emptied(4, 10, 12, 20)
for disposal, last in {0: WITH_DOT, 1: WITH_DOT, 2: CLEARED, 3: PALETTE}.items():
    for loop in (0, 3):
        parts = [{**FRAME, "delay": 100, "disposal": 1}, {**BLUE, "delay": 200, "disposal": disposal},
                 {**BLUE, "delay": 50, "left": 30, "interlaced": True}]
        moves("GIF", f"own-disposal-{disposal}-{loop}.gif", lambda p=parts, n=loop: e.gif(WIDTH, HEIGHT, p, n),
              delays=[100, 200, 50], shown=loop and loop + 1, frames=[PALETTE, WITH_DOT, last.under(DOT, 30, 10)])
for delay, shown in {0: 100, 10: 100, 20: 20, 70: 70, 5000: 5000}.items():
    moves("GIF", f"own-delay-{delay}.gif", partial(e.gif, WIDTH, HEIGHT, [{**FRAME, "delay": delay}, {**BLUE, "delay": delay}]),
          delays=[shown] * 2, frames=[PALETTE, WITH_DOT])
moves("GIF", "own-once.gif", lambda: e.gif(WIDTH, HEIGHT, [FRAME, BLUE], None), delays=[100] * 2, shown=1,
      frames=[PALETTE, WITH_DOT])
case("GIF", "pillow-palette.gif", pillow("palette", "GIF"), PALETTE)
case("GIF", "pillow-grey.gif", pillow("grey", "GIF"), LUMA)
moves("GIF", "pillow-moving.gif", lambda: moving_pillow("moving", "GIF", duration=[100, 200, 300], loop=0))
moves("GIF", "pillow-moving-disposal-2.gif", lambda: moving_pillow("moving", "GIF", duration=[100, 200, 300], loop=0,
    disposal=2))
case("GIF", "magick-palette.gif", "convert {in}/palette.png {out}", PALETTE)
case("GIF", "magick-hole.gif", "convert {in}/hole.png -interlace GIF {out}", HOLE)
for name, flags in {"plain": "", "layers": "-layers Optimize", "background": "-dispose Background"}.items():
    moves("GIF", f"magick-{name}.gif", f"convert -delay 10 {'-dispose Background' if name == 'background' else ''} -loop 0 "
          f"{{in}}/moving0.png {{in}}/moving1.png {{in}}/moving2.png {flags} {{out}}", delays=[100] * 3)
moves("GIF", "magick-ghost.gif",
      "convert -dispose Previous -delay 20 -loop 0 {in}/ghost0.png {in}/ghost1.png {in}/ghost2.png {out}",
      "ghost", [200] * 3)
SHARED = "-filter_complex 'split[a][b];[a]palettegen=stats_mode=%s[p];[b][p]paletteuse=dither=none%s'"
for name, stats, new in [("shared", "full", ""), ("own-tables", "single", ":new=1")]:
    moves("GIF", f"ffmpeg-{name}.gif", f"ffmpeg -v error -y {MANY % 'moving'} {SHARED % (stats, new)} -loop 0 {{out}}",
          delays=[100] * 3, close=FEW)
moves("GIF", "ffmpeg-ghost.gif", f"ffmpeg -v error -y {MANY % 'ghost'} {SHARED % ('full', '')} -loop 2 {{out}}", "ghost",
      [100] * 3, 3, close=FEW)
case("GIF", "vips-palette.gif", vips_save("palette", "dither=0,effort=10"), PALETTE, FEW)
case("GIF", "vips-hole.gif", vips_save("hole", "dither=0,effort=10"), HOLE, FEW)
moves("GIF", "pillow13-moving.gif",
      Modern("pil(moving0).save(out, save_all=True, append_images=[pil(moving1), pil(moving2)], "
      "duration=[100, 200, 300], loop=0)"), close=FEW)
case("GIF", "imagecodecs-grey.gif", Modern("write(out, imagecodecs.gif_encode(grey))"), LUMA)

# ---- WebP

for name, source, flags, close in [
        ("lossless", "rgba", "-lossless -exact", EXACT), ("lossless-6", "rgb", "-lossless -z 9", EXACT),
        ("near-lossless", "rgb", "-near_lossless 80", (3, 8, 4, 0)), ("lossy", "rgb", "-q 98 -m 4", HALVED),
        ("sharp", "rgb", "-q 98 -sharp_yuv", HALVED), ("alpha", "rgba", "-q 98 -alpha_q 100", HALVED),
        ("alpha-lossy", "rgba", "-q 98 -alpha_q 60 -alpha_filter best", HALVED), ("grey", "grey", "-q 98 -segments 2", LOSSY),
        ("palette", "palette", "-lossless", EXACT), ("multi-threaded", "rgb", "-q 98 -partition_limit 20 -mt", HALVED)]:
    case("WebP", f"cwebp-{name}.webp", f"cwebp -quiet {flags} {{in}}/{source}.png -o {{out}}", PICTURES[source], close)
case("WebP", "cwebp-p3.webp", "cwebp -quiet -lossless -metadata all {in}/p3.png -o {out}", P3_SEEN, CONVERTED)
moves("WebP", "gif2webp-lossless.webp", "gif2webp -quiet {in}/moving.gif -o {out}")
moves("WebP", "gif2webp-mixed.webp", "gif2webp -quiet -mixed -q 95 -min_size {in}/moving.gif -o {out}", close=HALVED)
moves("WebP", "img2webp-lossless.webp",
      "img2webp -loop 2 -lossless -d 100 {in}/ghost0.png -d 200 {in}/ghost1.png -d 300 {in}/ghost2.png "
      "-o {out}", "ghost", shown=2)
moves("WebP", "img2webp-lossy.webp",
      "img2webp -loop 0 -lossy -q 98 -kmin 1 -kmax 2 -d 100 {in}/moving0.png -d 200 {in}/moving1.png "
      "-d 300 {in}/moving2.png -o {out}", close=HALVED)
for name, source, settings, close in [
        ("lossless", "rgb", {"lossless": True}, EXACT), ("lossless-alpha", "rgba", {"lossless": True, "exact": True}, EXACT),
        ("lossy", "rgb", {"quality": 98, "method": 6}, HALVED), ("lossy-alpha", "rgba", {"quality": 98}, HALVED),
        ("grey-alpha", "greya", {"lossless": True}, EXACT)]:
    case("WebP", f"pillow-{name}.webp", pillow(source, "WEBP", **settings), PICTURES[source], close)
case("WebP", "pillow-adobe-rgb.webp", pillow("rgb", "WEBP", lossless=True, icc_profile=ADOBE_ICC), ADOBE_SEEN, CONVERTED)
case("WebP", "pillow-orientation.webp", pillow("rgb", "WEBP", lossless=True, exif=lambda: b"Exif\0\0" + e.exif(6)),
     RGB.turned(6))
moves("WebP", "pillow-moving.webp", lambda: moving_pillow("ghost", "WEBP", lossless=True, duration=[100, 200, 300], loop=3),
      "ghost", shown=3)
case("WebP", "ffmpeg-lossless.webp", ffmpeg("rgba", "-c:v libwebp -lossless 1 -pix_fmt bgra"), CLEAR)
case("WebP", "ffmpeg-lossy.webp", ffmpeg("rgb", "-c:v libwebp -q:v 98 -pix_fmt yuv420p"), RGB, HALVED)
moves("WebP", "ffmpeg-moving.webp", f"ffmpeg -v error -y {MANY % 'moving'} -c:v libwebp_anim -lossless 1 -loop 0 {{out}}",
      delays=[100] * 3)
case("WebP", "magick-lossless.webp", "convert {in}/rgba.png -define webp:lossless=true -define webp:exact=true {out}", CLEAR)
case("WebP", "magick-lossy.webp", "convert {in}/rgb.png -quality 98 {out}", RGB, HALVED)
case("WebP", "vips-lossless.webp", vips_save("rgba", "lossless"), CLEAR)
case("WebP", "vips-near-lossless.webp", vips_save("rgb", "near-lossless,Q=80"), RGB, (3, 8, 4, 0))
case("WebP", "vips-smart.webp", vips_save("rgb", "Q=98,smart-subsample"), RGB, HALVED)
for name, source in [("rgb", "rgb"), ("rgba", "rgba")]:
    case("WebP", f"imagecodecs-{name}.webp", Modern(f"write(out, imagecodecs.webp_encode({source}, lossless=True))"),
         PICTURES[source])
    case("WebP", f"opencv-{name}.webp",
         Modern(f"cv2.imwrite(out, {name}[..., {'::-1' if name == 'rgb' else '[2, 1, 0, 3]'}], "
         "[cv2.IMWRITE_WEBP_QUALITY, 101])"), PICTURES[source])

# ---- AVIF

BEST = "--min 0 --max 4 --minalpha 0 --maxalpha 4 -s 8"
for sampling in ("444", "422", "420"):
    for depth in (8, 10, 12):
        for span in ("full", "limited"):
            case("AVIF", f"avifenc-{sampling}-{depth}-{span}.avif",
                 f"avifenc {BEST} -y {sampling} -d {depth} -r {span} {{in}}/rgb.png {{out}}",
                 RGB, LOSSY if sampling == "444" else HALVED)
for span in ("full", "limited"):
    case("AVIF", f"avifenc-400-{span}.avif", f"avifenc {BEST} -y 400 -r {span} {{in}}/grey.png {{out}}", LUMA, LOSSY)
    case("AVIF", f"avifenc-alpha-{span}.avif", f"avifenc {BEST} -r {span} {{in}}/rgba.png {{out}}", CLEAR, LOSSY)
    case("AVIF", f"avifenc-gbr-{span}.avif", f"avifenc {BEST} -r {span} --cicp 1/13/0 {{in}}/rgb.png {{out}}", RGB, LOSSY)
for name, flags, expect in [
        ("lossless", "-l", RGB), ("matrix-709", "--cicp 1/13/1", RGB), ("matrix-2020", "--cicp 1/13/9", RGB),
        ("ycgco", "--cicp 1/13/8", RGB), ("p3", "--cicp 12/13/6", P3_SEEN), ("p3-derived", "--cicp 12/13/12", P3_SEEN),
        ("2020", "--cicp 9/13/9", partial(recoloured, RGB, e.BT2020)),
        ("601", "--cicp 6/13/6", partial(recoloured, RGB, e.BT601)),
        ("2020-derived", "--cicp 9/13/12", partial(recoloured, RGB, e.BT2020)),
        ("dci", "--cicp 11/13/6", partial(recoloured, RGB, e.P3, white=e.DCI)),
        ("gamma", "--cicp 1/4/6", partial(recoloured, RGB, e.BT709, 2.2)),
        ("television", "--cicp 1/1/1", RGB), ("unspecified", "--cicp 2/2/2", RGB), ("smpte-240", "--cicp 1/13/7", RGB),
        ("linear", "--cicp 1/8/6", partial(recoloured, RGB, e.BT709, 1)), ("p3-profile", "--icc {in}/p3.icc", P3_SEEN),
        *[(f"irot-{n}", f"--irot {n}", RGB.turned({1: 8, 2: 3, 3: 6}[n])) for n in (1, 2, 3)],
        ("imir-0", "--imir 0", RGB.turned(4)), ("imir-1", "--imir 1", RGB.turned(2)),
        ("irot-1-imir-1", "--irot 1 --imir 1", RGB.turned(8).turned(2)),
        ("crop", "--crop 8,8,32,24", RGB.crop(8, 8, 32, 24)), ("tiles", "--tilerowslog2 1 --tilecolslog2 1", RGB)]:
    case("AVIF", f"avifenc-{name}.avif", f"avifenc {BEST} {flags} {{in}}/rgb.png {{out}}", expect, LOSSY)
case("AVIF", "avifenc-premultiplied.avif", f"avifenc {BEST} -p {{in}}/rgba.png {{out}}", CLEAR, LOSSY)
case("AVIF", "avifenc-alpha-turned.avif", f"avifenc {BEST} --irot 1 {{in}}/rgba.png {{out}}", CLEAR.turned(8), LOSSY)
case("AVIF", "avifenc-grid.avif", f"avifenc {BEST} -g 2x2 {{in}}/large.png {{out}}", PICTURES["large"], LOSSY)
case("AVIF", "avifenc-grid-turned.avif", f"avifenc {BEST} -g 2x2 --irot 1 {{in}}/large.png {{out}}", refused="in cells")
case("AVIF", "avifenc-moving.avif", f"avifenc {BEST} {{in}}/moving0.png {{in}}/moving1.png {{out}}", PICTURES["moving0"],
     LOSSY)
for name, code, expect, close in [
        ("444", "subsampling='4:4:4'", RGB, LOSSY), ("422", "subsampling='4:2:2'", RGB, HALVED), ("420", "", RGB, HALVED),
        ("limited", "subsampling='4:4:4', range='limited'", RGB, LOSSY),
        ("p3", "subsampling='4:4:4', icc_profile=p3", P3_SEEN, LOSSY),
        *[(f"orientation-{n}", f"subsampling='4:4:4', exif=turn({n})", RGB.turned(n), LOSSY) for n in range(2, 9)]]:
    case("AVIF", f"pillow13-{name}.avif", Modern(f"pil(rgb).save(out, quality=100, speed=8, {code})"), expect, close)
case("AVIF", "pillow13-rgba.avif", Modern("pil(rgba).save(out, quality=100, speed=8)"), CLEAR, HALVED)
case("AVIF", "pillow13-grey-profile.avif", Modern("pil(grey).save(out, quality=100, speed=8, icc_profile=grey_icc)"),
     GREY_SEEN, HALVED)
case("AVIF", "pillow13-grey.avif", Modern("pil(grey).save(out, quality=100, speed=8)"), LUMA, HALVED)
case("AVIF", "pillow13-premultiplied.avif",
     Modern("pil(rgba).save(out, quality=100, speed=8, subsampling='4:4:4', alpha_premultiplied=True)"),
     CLEAR, LOSSY)
for name, flags in {"420": "", "444": "-p chroma=444"}.items():
    case("AVIF", f"heifenc-{name}.avif", f"heif-enc -A -q 97 -p speed=9 {flags} {{in}}/rgb.png -o {{out}}", RGB,
         HALVED if name == "420" else LOSSY)
for pixels in ("yuv420p", "yuv444p", "gbrp"):
    case("AVIF", f"ffmpeg-{pixels}.avif",
         ffmpeg("rgb", f"-c:v libaom-av1 -still-picture 1 -cpu-used 8 -crf 4 -pix_fmt {pixels}"), RGB,
         HALVED if "420" in pixels else LOSSY)
case("AVIF", "magick-rgb.avif", "convert {in}/rgb.png -quality 98 {out}", RGB, HALVED)
for name, settings in {"on": "subsample-mode=on", "off": "subsample-mode=off",
                       "lossless": "lossless,subsample-mode=off"}.items():
    case("AVIF", f"vips-{name}.avif", vips_save("rgb", f"compression=av1,Q=97,effort=1,{settings}"), RGB,
         HALVED if name == "on" else LOSSY)
case("AVIF", "vips-rgba.avif", vips_save("rgba", "compression=av1,Q=97,effort=1,subsample-mode=off"), CLEAR, LOSSY)
case("AVIF", "imagecodecs-444.avif",
     Modern("write(out, imagecodecs.avif_encode(rgb, level=100, speed=8, pixelformat='444'))"), RGB, LOSSY)
case("AVIF", "opencv-rgb.avif", Modern("cv2.imwrite(out, rgb[..., ::-1], [cv2.IMWRITE_AVIF_QUALITY, 100])"), RGB, HALVED)

# ---- HEIC

for name, source, flags, expect, close in [
        ("420", "rgb", "-q 97", RGB, HALVED), ("422", "rgb", "-q 97 -p chroma=422", RGB, HALVED),
        ("444", "rgb", "-q 97 -p chroma=444", RGB, LOSSY),
        ("lossless", "rgb", "-L -p chroma=444 --matrix_coefficients=0", RGB, EXACT),
        ("10-bits", "rgb16", "-q 97 -b 10 -p chroma=444", RGB, LOSSY),
        ("12-bits", "rgb16", "-q 97 -b 12 -p chroma=444", RGB, LOSSY), ("grey", "grey", "-q 97", LUMA, LOSSY),
        ("matrix-709", "rgb", "-q 97 -p chroma=444 --matrix_coefficients=1", RGB, LOSSY),
        ("limited", "rgb", "-q 97 -p chroma=444 --full_range_flag=0", RGB, LOSSY),
        ("alpha", "rgba", "-q 97 -p chroma=444", CLEAR, LOSSY),
        ("p3-profile", "p3", "-q 97 -p chroma=444", P3_SEEN, LOSSY),
        ("thumbnail", "rgb", "-q 97 -p chroma=444 -t 20", RGB, LOSSY)]:
    case("HEIC", f"heifenc-{name}.heic", f"heif-enc {flags} {{in}}/{source}.png -o {{out}}", expect, close)
for name, settings in {"on": "subsample-mode=on", "off": "subsample-mode=off", "12": "subsample-mode=off,bitdepth=12",
                       "lossless": "subsample-mode=off,lossless"}.items():
    case("HEIC", f"vips-{name}.heic", vips_save("rgb", f"compression=hevc,Q=97,effort=1,{settings}"), RGB,
         HALVED if name == "on" else LOSSY)
case("HEIC", "vips-rgba.heic", vips_save("rgba", "compression=hevc,Q=97,subsample-mode=off"), CLEAR, LOSSY)
case("HEIC", "magick-rgb.heic", "convert {in}/rgb.png -quality 97 {out}", RGB, HALVED)
for name, source, code, expect, close in [
        *[(f"orientation-{n}", "rgb", f"chroma=444, exif=turn({n}).tobytes()", RGB.turned(n), LOSSY) for n in range(2, 9)],
        ("420", "rgb", "chroma=420", RGB, HALVED), ("alpha", "rgba", "chroma=444", CLEAR, LOSSY),
        ("grey", "grey", "", LUMA, LOSSY),
        ("p3", "rgb", "chroma=444, icc_profile=p3", P3_SEEN, LOSSY),
        ("matrix-1", "rgb", "chroma=444, matrix_coefficients=1, color_primaries=1, transfer_characteristics=13", RGB, LOSSY),
        ("limited", "rgb", "chroma=444, full_range_flag=0", RGB, LOSSY)]:
    case("HEIC", f"heif18-{name}.heic", Modern(f"pillow_heif.from_pillow(pil({source})).save(out, quality=97, {code})"),
         expect, close)
case("HEIC", "heif18-16-bits.heic", Modern("file = pillow_heif.from_bytes('RGBA;16', (51, 43), rgba16.tobytes()); "
     "file.save(out, quality=97, chroma=444)"), CLEAR, LOSSY)

# ---- JPEG XL

for name, source, flags, close in [
        ("lossless", "rgb", "-d 0", EXACT), ("lossless-1", "rgb", "-d 0 -e 1", EXACT),
        ("lossless-9", "rgba", "-d 0 -e 8", EXACT),
        ("16-bits", "rgb16", "-d 0", EXACT), ("16-bits-alpha", "rgba16", "-d 0", EXACT), ("grey", "grey", "-d 0", EXACT),
        ("grey-alpha", "greya", "-d 0", EXACT), ("palette", "palette", "-d 0 --modular_palette_colors=256", EXACT),
        ("squeeze", "rgb", "-d 0 -R 1", EXACT), ("ycgco", "rgb", "-d 0 -C 6", EXACT),
        ("container", "rgb", "-d 0 --container=1", EXACT),
        ("vardct", "rgb", "-d 0.3", LOSSY), ("vardct-progressive", "rgb", "-d 0.3 -p", LOSSY),
        ("vardct-dc", "rgb", "-d 0.3 --progressive_dc=1", LOSSY),
        ("modular", "rgb", "-d 0.3 -m 1", LOSSY), ("premultiplied", "rgba", "-d 0 --premultiply=1", EXACT),
        ("alpha", "rgba", "-d 0.3", LOSSY),
        ("group", "large", "-d 0 -m 1 -g 0", EXACT), ("bilevel", "bilevel", "-d 0", EXACT),
        ("filters", "rgb", "-d 0.3 --epf=3 --gaborish=1", LOSSY)]:
    case("JPEG XL", f"cjxl-{name}.jxl", f"cjxl --quiet --num_threads=0 {flags} {{in}}/{source}.png {{out}}", PICTURES[source],
         close)
for name, flags, expect in [("p3-header", "-d 0 -x color_space=RGB_D65_DCI_Rel_SRG", P3_SEEN),
                            ("p3-lossy", "-d 0.3 -x color_space=RGB_D65_DCI_Rel_SRG", P3_SEEN),
                            ("2020", "-d 0 -x color_space=RGB_D65_202_Rel_SRG", partial(recoloured, RGB, e.BT2020)),
                            ("linear", "-d 0 -x color_space=RGB_D65_SRG_Rel_Lin", partial(recoloured, RGB, e.BT709, 1)),
                            ("gamma", "-d 0 -x color_space=RGB_D65_SRG_Rel_g0.5555556",
                             partial(recoloured, RGB, e.BT709, 1.8)),
                            ("television", "-d 0 -x color_space=RGB_D65_SRG_Rel_709", RGB),
                            ("profile", "-d 0 -x icc_pathname={in}/adobe.icc", ADOBE_SEEN)]:
    case("JPEG XL", f"cjxl-{name}.jxl", f"cjxl --quiet --num_threads=0 {flags} {{in}}/rgb.ppm {{out}}", expect,
         LOSSY if "0.3" in flags else CONVERTED)
case("JPEG XL", "imagecodecs-extra-channels.jxl", Modern(
    "both = numpy.stack([grey, grey[::-1], grey]); "
    "write(out, imagecodecs.jpegxl_encode(both, lossless=True, photometric='gray', planar=True))"), LUMA)
case("JPEG XL", "cjxl-jpeg.jxl", "cjxl --quiet -j 1 {in}/rgb.jpg {out}", RGB, LOSSY)
case("JPEG XL", "cjxl-jpeg-turned.jxl", "cjxl --quiet -j 1 {in}/turned.jpg {out}", RGB.turned(6), LOSSY)
case("JPEG XL", "cjxl-moving.jxl", "cjxl --quiet -d 0 {in}/moving.png {out}", refused="animated JPEG XL")
for name, source, flags in [("lossless", "rgb", "-distance 0"), ("lossy", "rgb", "-distance 0.3"),
                            ("modular", "rgba", "-distance 0 -modular 1"),
                            ("rgb48", "rgb16", "-distance 0 -pix_fmt rgb48le"), ("grey", "grey", "-distance 0")]:
    case("JPEG XL", f"ffmpeg-{name}.jxl", ffmpeg(source, f"-c:v libjxl {flags}"), PICTURES[source],
         LOSSY if name == "lossy" else EXACT)
for name, source, settings in [("lossless", "rgb", "lossless"), ("alpha", "rgba", "lossless"),
                               ("16", "rgb16", "lossless,effort=3"), ("lossy", "rgb", "distance=0.3"),
                               ("grey", "grey", "lossless"), ("tier", "rgb", "distance=0.3,tier=4")]:
    case("JPEG XL", f"vips-{name}.jxl", vips_save(source, settings), PICTURES[source],
         EXACT if "lossless" in settings else LOSSY)
for name, code, expect, close in [
        ("rgb", "rgb, lossless=True", RGB, EXACT), ("rgb16", "rgb16, lossless=True", partial(recoloured, FINE, e.BT709, 1),
            CONVERTED), ("rgba", "rgba, lossless=True", CLEAR, EXACT),
        ("lossy", "rgb, distance=0.3", RGB, LOSSY)]:
    case("JPEG XL", f"imagecodecs-{name}.jxl", Modern(f"write(out, imagecodecs.jpegxl_encode({code}))"), expect, close)
for name, code, expect, close in [("rgb", "pil(rgb).save(out, lossless=True)", RGB, EXACT),
    ("rgba", "pil(rgba).save(out, lossless=True)", CLEAR, EXACT),
    ("lossy", "pil(rgb).save(out, quality=97)", RGB, LOSSY),
    ("orientation", "pil(rgb).save(out, lossless=True, exif=turn(6).tobytes())", RGB, EXACT)]:
    case("JPEG XL", f"pillowjxl-{name}.jxl", Modern("import pillow_jxl; " + code), expect, close)
