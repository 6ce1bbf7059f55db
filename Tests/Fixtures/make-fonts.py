#!/usr/bin/env python3
"""Draws the fonts of the tests, in `fonts/`: letters of straight lines, whose measures are round numbers.

    Tests/Fixtures/make-fonts.py

Needs Debian's python3-fonttools. An em has 1000 units; a line has 900 above its baseline and 300 below it. Where a letter stands for
others of its kind, it is a block with a notch, and the place of the notch is its own:

    letters                       advance   ink, across   ink, up
    H                             740       100…640       0…700
    I                             400       100…300       0…700     bold; 150…250 regular
    other capitals, digits        700       50…650        0…700
    small letters                 550       50…500        0…500     b, d, f, h, k, l, t: to 700; g, j, p, q, y: from -200
    i, j, l, and most signs       300       50…250        as above
    m, w, M, W                    800       50…750        as above
    space                         260
    Hebrew                        600       40…520        0…700     lamed: to 800; vav is 300 wide, 40…220
    Arabic, alone                 600       50…550        0…300     a stem to 700 for alef and lam
      at the beginning            400       0…350         joined to the next letter, at its left
      in the middle               300       0…300         joined on both sides
      at the end                  500       50…500        joined to the letter before, at its right
    kana, Chinese characters      1000      100…900       -100…700
"""

import pathlib

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

FOLDER = pathlib.Path(__file__).resolve().parent / "fonts"
UP, DOWN = 900, 300
# 1 January 2026, in seconds since 1904.
DATE = 3850070400
# What joins the letter after it, and what only joins the one before.
DUAL = {"lam": "ل", "ain": "ع", "beh": "ب", "yeh": "ي", "noon": "ن", "heh": "ه", "seen": "س"}
RIGHT = {"alef": "ا", "reh": "ر", "tehMarbuta": "ة", "dal": "د"}


def polygon(*points):
    pen = TTGlyphPen(None)
    if points:
        pen.moveTo(points[0])
        for point in points[1:]:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


def block(left, bottom, right, top, number):
    """A rectangle with a notch in its right side, at one of seven heights and of three depths."""
    depth = (right - left) * (2 + number % 3) // 8
    at = bottom + (top - bottom) * (1 + number % 7) // 9
    return polygon((left, bottom), (left, top), (right, top), (right, at + 50), (right - depth, at + 50), (right - depth, at), (right, at),
                   (right, bottom))


def latin(character, bold):
    """The advance and the shape of a letter."""
    if character == "H":
        stem, bar = (200, 200) if bold else (100, 100)
        return 740, polygon((100, 0), (100, 700), (100 + stem, 700), (100 + stem, 300 + bar), (640 - stem, 300 + bar), (640 - stem, 700),
                            (640, 700), (640, 0), (640 - stem, 0), (640 - stem, 300), (100 + stem, 300), (100 + stem, 0))
    if character == "I":
        left, right = (100, 300) if bold else (150, 250)
        return 400, polygon((left, 0), (left, 700), (right, 700), (right, 0))
    if character == "…":
        return 800, polygon((50, 0), (50, 100), (750, 100), (750, 0))
    if character in "mwMW":
        advance = 800
    elif character.isalpha() and character not in "ijl" or character.isdigit():
        advance = 550 if character.islower() else 700
    else:
        advance = 300
    low = -200 if character in "gjpqy" else 0
    high = 500 if character.islower() and character not in "bdfhklt" else 700
    # A bold letter has no notch.
    shape = polygon((50, low), (50, high), (advance - 50, high), (advance - 50, low))
    return advance, shape if bold else block(50, low, advance - 50, high, ord(character))


def arabic(name, form):
    """A bar on the baseline, which reaches the edge where it joins another letter, and a stem."""
    advance, left, right = {"": (600, 50, 550), ".init": (400, 0, 350), ".medi": (300, 0, 300), ".fina": (500, 50, 500)}[form]
    top = 700 if name in ("alef", "lam") else 300
    middle = (left + right) // 2
    return advance, polygon((left, 0), (left, 100), (middle, 100), (middle, top), (right - 50, top), (right - 50, 100), (right, 100), (right, 0))


def hebrew(character):
    advance = 300 if character == "ו" else 600
    return advance, block(40, 0, advance - 80, 800 if character == "ל" else 700, ord(character))


def save(name, family, style, glyphs, characters, features=""):
    """Writes a font: glyphs by name with advance and shape, characters by code with the name of their glyph."""
    builder = FontBuilder(1000, isTTF=True)
    builder.font.recalcTimestamp = False
    glyphs = {".notdef": (500, polygon((50, 0), (50, 700), (450, 700), (450, 0))), "space": (260, polygon()), **glyphs}
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({0x20: "space", 0xA0: "space", **characters})
    builder.setupGlyf({name: shape for name, (_, shape) in glyphs.items()})
    table = builder.font["glyf"]
    builder.setupHorizontalMetrics({name: (advance, getattr(table[name], "xMin", 0)) for name, (advance, _) in glyphs.items()})
    builder.setupHorizontalHeader(ascent=UP, descent=-DOWN)
    bold = style == "Bold"
    builder.setupHead(unitsPerEm=1000, created=DATE, modified=DATE, macStyle=1 if bold else 0)
    builder.setupNameTable({
        "familyName": family, "styleName": style, "uniqueFontIdentifier": name, "fullName": f"{family} {style}", "psName": name,
        "version": "Version 1.0",
    }, mac=False)
    builder.setupOS2(sTypoAscender=UP, sTypoDescender=-DOWN, sTypoLineGap=0, usWinAscent=UP, usWinDescent=DOWN, sxHeight=500, sCapHeight=700,
                     usWeightClass=700 if bold else 400, fsSelection=0x20 if bold else 0x40)
    builder.setupPost()
    if features:
        builder.addOpenTypeFeatures(features)
    builder.save(FOLDER / f"{name}.ttf")


def main():
    FOLDER.mkdir(exist_ok=True)
    signs = [chr(code) for code in range(0x21, 0x7F)] + ["©", "…"]
    for style in ("Regular", "Bold"):
        glyphs = {f"uni{ord(sign):04X}": latin(sign, style == "Bold") for sign in signs}
        characters = {ord(sign): f"uni{ord(sign):04X}" for sign in signs}
        for letter in "שלום":
            glyphs[f"uni{ord(letter):04X}"] = hebrew(letter)
            characters[ord(letter)] = f"uni{ord(letter):04X}"
        for name, letter in {**DUAL, **RIGHT}.items():
            for form in ("", ".init", ".medi", ".fina") if name in DUAL else ("", ".fina"):
                glyphs[name + form] = arabic(name, form)
            characters[ord(letter)] = name
        features = "languagesystem DFLT dflt;\nlanguagesystem arab dflt;\n"
        for feature, names in (("init", DUAL), ("medi", DUAL), ("fina", {**DUAL, **RIGHT})):
            rules = "".join(f"  sub {name} by {name}.{feature};\n" for name in names)
            features += f"feature {feature} {{\n{rules}}} {feature};\n"
        save(f"AlcedoTest-{style}", "Alcedo Test", style, glyphs, characters, features)
    kana = "カワセミ鳥"
    save("AlcedoTestKana-Regular", "Alcedo Test Kana", "Regular",
         {f"uni{ord(sign):04X}": (1000, block(100, -100, 900, 700, ord(sign))) for sign in kana},
         {ord(sign): f"uni{ord(sign):04X}" for sign in kana})


main()
