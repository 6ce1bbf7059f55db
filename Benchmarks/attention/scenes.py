"""Draws the pictures of the set as SVG: each function returns a drawing, and the box that has to survive a crop.

Drawings are simple, but what makes a crop hard is in them: textured grounds, strong colours beside the subject, grounds in
the colour of skin, subjects at the border. Shapes stand for text, so that no font decides. A seed only moves and recolours;
the same name is the same picture everywhere.
"""

import random

SKINS = {"fair": "#f0c8a8", "tan": "#d09a6e", "brown": "#8d5a3a", "dark": "#5a3825"}


class Scene:
    def __init__(self, width, height, seed=1):
        self.width, self.height = width, height
        self.chance = random.Random(seed)
        self.parts, self.filters = [], []
        self.box = None

    def add(self, text):
        self.parts.append(text)

    def rect(self, x, y, w, h, fill, extra=""):
        self.add(f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{fill}" {extra}/>')

    def ellipse(self, x, y, rx, ry, fill, extra=""):
        self.add(f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" fill="{fill}" {extra}/>')

    def path(self, d, fill, extra=""):
        self.add(f'<path d="{d}" fill="{fill}" {extra}/>')

    def subject(self, left, top, right, bottom):
        """Sets the box, in pixels."""
        self.box = (left / self.width, top / self.height, right / self.width, bottom / self.height)
        return self

    # Grounds

    def fade(self, top, bottom, y=0, h=None):
        name = f"g{len(self.filters)}"
        self.filters.append(f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{top}"/>'
                            f'<stop offset="1" stop-color="{bottom}"/></linearGradient>')
        self.rect(0, y, self.width, self.height - y if h is None else h, f"url(#{name})")

    def texture(self, colour, strength, frequency, x=0, y=0, w=None, h=None):
        """A ground of one colour with noise: grass, straw, leaves, plaster, water."""
        name = f"n{len(self.filters)}"
        w, h = self.width - x if w is None else w, self.height - y if h is None else h
        self.filters.append(
            f'<filter id="{name}" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">'
            f'<feTurbulence type="fractalNoise" baseFrequency="{frequency}" numOctaves="4" '
            f'seed="{self.chance.randrange(1000)}"/><feColorMatrix type="matrix" values="{strength} 0 0 0 {-strength / 2} '
            f'{strength} 0 0 0 {-strength / 2} {strength} 0 0 0 {-strength / 2} 0 0 0 0 1"/>'
            '<feBlend mode="normal" in2="SourceGraphic"/><feComposite operator="arithmetic" k2="1" k3="1" '
            'in2="SourceGraphic"/></filter>')
        self.rect(x, y, w, h, colour, f'filter="url(#{name})"')

    def clutter(self, colours, count, low, high, x=0, y=0, w=None, h=None):
        """Many small shapes."""
        w, h = self.width - x if w is None else w, self.height - y if h is None else h
        for _ in range(count):
            size = self.chance.uniform(low, high)
            at = (x + self.chance.uniform(0, w), y + self.chance.uniform(0, h))
            colour = self.chance.choice(colours)
            if self.chance.random() < 0.5:
                self.rect(at[0], at[1], size, size * self.chance.uniform(0.4, 1.5), colour)
            else:
                self.ellipse(at[0], at[1], size / 2, size * self.chance.uniform(0.3, 0.6), colour)

    def lines(self, x, y, w, rows, size, fill):
        """Rows of words."""
        for row in range(rows):
            at = x
            end = x + w * (self.chance.uniform(0.5, 0.9) if row == rows - 1 else 1)
            while at < end - size:
                word = min(self.chance.uniform(1.5, 5) * size, end - at)
                letter = at
                while letter < at + word - size * 0.3:
                    tall = self.chance.choice([0.6, 0.6, 0.9])
                    self.rect(letter, y + row * size * 1.8 + size * (0.9 - tall), size * 0.35, size * tall, fill)
                    letter += size * 0.55
                at += word + size * 0.5

    # Subjects

    def head(self, x, y, r, skin="fair", hair="#3a2718", looks=0.0):
        skin = SKINS[skin]
        self.ellipse(x, y - r * 0.25, r * 0.92, r * 1.1, hair)
        self.ellipse(x, y, r * 0.75, r, skin)
        self.path(f"M{x - r * .8:.1f} {y - r * .3:.1f} Q{x:.1f} {y - r * 1.6:.1f} {x + r * .8:.1f} {y - r * .3:.1f} "
                  f"Q{x:.1f} {y - r * .95:.1f} {x - r * .8:.1f} {y - r * .3:.1f}Z", hair)
        for side in (-1, 1):
            eye = x + side * r * 0.3 + looks * r
            self.ellipse(eye, y - r * 0.1, r * 0.14, r * 0.09, "#ffffff")
            self.ellipse(eye, y - r * 0.1, r * 0.07, r * 0.08, "#20303a")
            self.rect(eye - r * 0.16, y - r * 0.3, r * 0.32, r * 0.05, hair)
        self.path(f"M{x + looks * r:.1f} {y:.1f} l{r * .08:.1f} {r * .3:.1f} l{-r * .16:.1f} 0Z", "#00000030")
        self.ellipse(x + looks * r, y + r * 0.52, r * 0.25, r * 0.08, "#a83a3a")

    def bust(self, x, y, r, skin="fair", hair="#3a2718", clothes="#3a4a6a", looks=0.0, down=4.0):
        self.rect(x - r * 0.3, y + r * 0.6, r * 0.6, r * 0.8, SKINS[skin])
        self.path(f"M{x - r * 1.8:.1f} {y + r * down:.1f} Q{x - r * 1.8:.1f} {y + r * 1.3:.1f} {x:.1f} {y + r * 1.2:.1f} "
                  f"Q{x + r * 1.8:.1f} {y + r * 1.3:.1f} {x + r * 1.8:.1f} {y + r * down:.1f}Z", clothes)
        self.head(x, y, r, skin, hair, looks)

    def person(self, x, top, height, skin="fair", hair="#3a2718", coat="#2f4f8f", legs="#2a2a38"):
        """A whole person; `top` is that of the head."""
        r = height / 15
        self.path(f"M{x - r * 1.1:.1f} {top + height * .5:.1f} L{x - r * .9:.1f} {top + height:.1f} h{r * .8:.1f} "
                  f"L{x:.1f} {top + height * .55:.1f} L{x + r * .1:.1f} {top + height:.1f} h{r * .8:.1f} "
                  f"L{x + r * 1.1:.1f} {top + height * .5:.1f}Z", legs)
        self.path(f"M{x - r * 1.9:.1f} {top + height * .5:.1f} L{x - r * 1.3:.1f} {top + r * 2.3:.1f} "
                  f"Q{x:.1f} {top + r * 1.7:.1f} {x + r * 1.3:.1f} {top + r * 2.3:.1f} "
                  f"L{x + r * 1.9:.1f} {top + height * .5:.1f} L{x + r * 1.1:.1f} {top + height * .56:.1f} "
                  f"L{x - r * 1.1:.1f} {top + height * .56:.1f}Z", coat)
        self.head(x, top + r * 1.2, r, skin, hair)

    def bird(self, x, y, s, fill="#1c1c22"):
        self.path(f"M{x - s:.1f} {y - s * .5:.1f} Q{x - s * .4:.1f} {y - s * .45:.1f} {x - s * .1:.1f} {y:.1f} "
                  f"Q{x + s * .3:.1f} {y - s * .7:.1f} {x + s:.1f} {y - s * .65:.1f} "
                  f"Q{x + s * .5:.1f} {y - s * .2:.1f} {x + s * .25:.1f} {y + s * .25:.1f} "
                  f"L{x + s * .5:.1f} {y + s * .5:.1f} L{x:.1f} {y + s * .35:.1f} Q{x - s * .5:.1f} {y:.1f} "
                  f"{x - s:.1f} {y - s * .5:.1f}Z", fill)

    def flower(self, x, y, r, petal="#d3202c", eye="#f2c230", count=7):
        for index in range(count):
            angle = 360 / count * index
            self.add(f'<ellipse cx="{x:.1f}" cy="{y - r * .6:.1f}" rx="{r * .32:.1f}" ry="{r * .45:.1f}" fill="{petal}" '
                     f'stroke="#00000040" transform="rotate({angle:.1f} {x:.1f} {y:.1f})"/>')
        self.ellipse(x, y, r * 0.3, r * 0.3, eye)

    def tree(self, x, bottom, h, crown="#2f5a2a", trunk="#4a3524"):
        self.rect(x - h * 0.04, bottom - h * 0.45, h * 0.08, h * 0.45, trunk)
        for _ in range(26):
            self.ellipse(x + self.chance.uniform(-.28, .28) * h, bottom - h * self.chance.uniform(.4, .9), h * .1, h * .09,
                         crown, 'stroke="#00000030"')

    def house(self, x, bottom, w, h, wall="#b9b2a4", roof="#6a4a40", lit="#54606c"):
        self.rect(x, bottom - h * 0.65, w, h * 0.65, wall)
        self.path(f"M{x - w * .06:.1f} {bottom - h * .65:.1f} L{x + w / 2:.1f} {bottom - h:.1f} "
                  f"L{x + w * 1.06:.1f} {bottom - h * .65:.1f}Z", roof)
        for column in range(3):
            for row in range(2):
                self.rect(x + w * (.12 + .3 * column), bottom - h * (.55 - .27 * row), w * 0.15, h * 0.15, lit)

    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
                f'viewBox="0 0 {self.width} {self.height}"><defs>{"".join(self.filters)}</defs>{"".join(self.parts)}</svg>')


# People

def face(width, height, at, r, ground, skin="fair", hair="#3a2718", clothes="#3a4a6a", seed=1):
    """One face on a ground of a kind."""
    scene = Scene(width, height, seed)
    GROUNDS[ground](scene)
    x, y = at[0] * width, at[1] * height
    scene.bust(x, y, r, skin, hair, clothes, down=(height - y) / r + 1)
    return scene.subject(x - r, y - r * 1.3, x + r, y + r * 1.1)


def face_and_toy(width, height, at, toy, colour, seed):
    """A face, and something far more colourful on the other side."""
    scene = Scene(width, height, seed)
    scene.fade("#d8dce0", "#b9bcc2")
    x, y = at * width, height * 0.42
    scene.ellipse(toy * width, height * 0.6, height * 0.17, height * 0.17, colour)
    scene.ellipse(toy * width - height * 0.05, height * 0.54, height * 0.03, height * 0.03, "#ffffffa0")
    scene.bust(x, y, height * 0.16, "tan", "#201812", "#6a6f78", down=5)
    return scene.subject(x - height * 0.16, y - height * 0.2, x + height * 0.16, y + height * 0.18)


def row(width, height, places, top, tall, ground, seed=1):
    """Several people beside each other, all of them the subject."""
    scene = Scene(width, height, seed)
    GROUNDS[ground](scene)
    for place in places:
        skin, coat = scene.chance.choice(sorted(SKINS)), scene.chance.choice(["#7a2f3a", "#2f4f8f", "#4a6a4a", "#c8b070"])
        scene.person(place * width, top * height, tall * height, skin, coat=coat)
    r = tall * height / 15
    return scene.subject(min(places) * width - r * 2, top * height, max(places) * width + r * 2, top * height + r * 5)


def standing(width, height, at, top, tall, ground, coat="#2f3f8f", skin="brown", hair="#c8c8c8", seed=1):
    """A whole person; the head has to survive."""
    scene = Scene(width, height, seed)
    GROUNDS[ground](scene)
    scene.person(at * width, top * height, tall * height, skin, hair, coat)
    r = tall * height / 15
    return scene.subject(at * width - r, top * height, at * width + r, top * height + r * 2.4)


def swimmer(width, height, at, seed=1):
    scene = Scene(width, height, seed)
    scene.texture("#2f7fa8", 0.5, "0.01 0.06")
    x, y, r = at[0] * width, at[1] * height, height * 0.06
    scene.head(x, y, r, "tan")
    scene.ellipse(x, y + r * 1.3, r * 1.8, r * 0.5, "#d8eef5c0")
    return scene.subject(x - r * 1.5, y - r * 1.4, x + r * 1.5, y + r * 1.6)


def singer(width, height, at, seed=1):
    """In one light on a dark stage, with coloured lamps above."""
    scene = Scene(width, height, seed)
    scene.fade("#08060c", "#181220")
    for lamp in range(9):
        scene.ellipse(width * (lamp + 0.5) / 9, height * 0.05, 6, 6, ["#e02060", "#3060ff", "#20d080"][lamp % 3])
    x = at * width
    scene.path(f"M{x - 12:.1f} 0 L{x - height * .3:.1f} {height} L{x + height * .3:.1f} {height} L{x + 12:.1f} 0Z", "#ffe9b030")
    scene.person(x, height * 0.32, height * 0.62, "fair", "#6a4a20", "#c8c0b8", "#30303a")
    return scene.subject(x - height * 0.09, height * 0.31, x + height * 0.09, height * 0.66)


# Animals, flowers, things

def bird(width, height, at, size, clouds=0, seed=1):
    scene = Scene(width, height, seed)
    scene.fade("#7fb0e0", "#d8e8f4")
    for _ in range(clouds):
        x, y = scene.chance.uniform(0, width), scene.chance.uniform(0, height)
        for _ in range(7):
            scene.ellipse(x + scene.chance.uniform(-40, 40), y + scene.chance.uniform(-8, 8), 28, 12, "#ffffffb0")
    x, y = at[0] * width, at[1] * height
    scene.bird(x, y, size)
    return scene.subject(x - size, y - size * 0.7, x + size, y + size * 0.5)


def flower(width, height, at, r, ground, petal="#d3202c", seed=1):
    scene = Scene(width, height, seed)
    GROUNDS[ground](scene)
    x, y = at[0] * width, at[1] * height
    scene.path(f"M{x:.1f} {y:.1f} Q{x + r:.1f} {y + r * 2:.1f} {x + r * .5:.1f} {height}", "none",
               'stroke="#2f6a2a" stroke-width="5"')
    scene.flower(x, y, r, petal)
    return scene.subject(x - r, y - r, x + r, y + r)


def dog(width, height, at, s, coat, ground, seed=1):
    scene = Scene(width, height, seed)
    GROUNDS[ground](scene)
    x, y = at[0] * width, at[1] * height
    scene.ellipse(x + s * 1.2, y + s * 0.9, s * 1.3, s * 0.7, coat)
    for leg in (0.3, 0.7, 1.8, 2.2):
        scene.rect(x + s * leg, y + s, s * 0.2, s * 1.1, coat)
    scene.ellipse(x, y, s * 0.65, s * 0.55, coat)
    scene.ellipse(x + s * 0.3, y - s * 0.1, s * 0.2, s * 0.45, "#00000060")
    scene.ellipse(x - s * 0.55, y + s * 0.15, s * 0.3, s * 0.22, coat)
    scene.ellipse(x - s * 0.8, y + s * 0.1, s * 0.1, s * 0.08, "#101010")
    scene.ellipse(x - s * 0.25, y - s * 0.15, s * 0.09, s * 0.09, "#101010")
    scene.ellipse(x - s * 0.27, y - s * 0.17, s * 0.03, s * 0.03, "#ffffff")
    return scene.subject(x - s, y - s * 0.6, x + s * 2.5, y + s * 2.1)


def fish(width, height, at, s, colour, seed=1):
    scene = Scene(width, height, seed)
    scene.fade("#2a80b0", "#0a2a50")
    scene.clutter(["#ffffff18"], 60, 2, 6)
    scene.texture("#3a5a50", 0.6, "0.05", y=height * 0.88)
    x, y = at[0] * width, at[1] * height
    scene.ellipse(x, y, s, s * 0.5, colour)
    scene.path(f"M{x + s * .8:.1f} {y:.1f} l{s * .6:.1f} {-s * .4:.1f} v{s * .8:.1f}Z", colour)
    for stripe in (-0.3, 0.2):
        scene.rect(x + s * stripe, y - s * 0.42, s * 0.12, s * 0.84, "#ffffffb0")
    scene.ellipse(x - s * 0.65, y - s * 0.1, s * 0.08, s * 0.08, "#101010")
    return scene.subject(x - s, y - s * 0.5, x + s * 1.4, y + s * 0.5)


def mug(width, height, at, s, colour, ground, seed=1):
    scene = Scene(width, height, seed)
    GROUNDS[ground](scene)
    x, y = at[0] * width, at[1] * height
    scene.ellipse(x + s * 0.2, y + s * 0.75, s * 0.9, s * 0.12, "#00000028")
    scene.ellipse(x + s * 0.62, y + s * 0.05, s * 0.3, s * 0.3, "none", f'stroke="{colour}" stroke-width="{s * .12:.1f}"')
    scene.rect(x - s * 0.6, y - s * 0.6, s * 1.2, s * 1.3, colour, f'rx="{s * .12:.1f}"')
    scene.ellipse(x, y - s * 0.58, s * 0.6, s * 0.14, "#4a3020")
    return scene.subject(x - s * 0.6, y - s * 0.72, x + s * 0.95, y + s * 0.75)


def fruit(width, height, at, s, seed=1):
    """Fruit on a table of wood, which has the colour of skin."""
    scene = Scene(width, height, seed)
    scene.texture("#c0926a", 0.25, "0.005 0.08")
    x, y = at[0] * width, at[1] * height
    for index in range(9):
        scene.ellipse(x + s * (index % 3 - 1) * 0.6, y - s * (index // 3) * 0.4, s * 0.36, s * 0.34,
                      ["#e05a20", "#c8252a", "#9ab030"][(index * 7) % 3], 'stroke="#00000050"')
    scene.path(f"M{x - s * 1.2:.1f} {y:.1f} Q{x:.1f} {y + s * 1.6:.1f} {x + s * 1.2:.1f} {y:.1f}Z", "#e8ecee")
    return scene.subject(x - s * 1.2, y - s * 1.15, x + s * 1.2, y + s * 0.8)


def balloon(width, height, at, r, colours, seed=1):
    scene = Scene(width, height, seed)
    scene.fade("#6a9ad0", "#e0e8ec")
    scene.texture("#5a7a48", 0.5, "0.06", y=height * 0.85)
    x, y = at[0] * width, at[1] * height
    scene.ellipse(x, y, r, r * 1.1, colours[0])
    scene.ellipse(x, y, r * 0.5, r * 1.1, colours[1])
    scene.path(f"M{x - r * .5:.1f} {y + r * .9:.1f} L{x - r * .15:.1f} {y + r * 1.6:.1f} h{r * .3:.1f} "
               f"L{x + r * .5:.1f} {y + r * .9:.1f}Z",
               "none", 'stroke="#40302a"')
    scene.rect(x - r * 0.17, y + r * 1.6, r * 0.34, r * 0.28, "#6a4a2a")
    return scene.subject(x - r, y - r * 1.1, x + r, y + r * 1.9)


# Places

def boat(width, height, at, s, horizon=0.55, sail="#f4f0e8", seed=1):
    scene = Scene(width, height, seed)
    scene.fade("#e8c8a0", "#f4e4cc", h=height * horizon + 1)
    scene.texture("#3f6a80", 0.45, "0.02 0.12", y=height * horizon)
    x, y = at * width, height * (horizon + 0.04)
    scene.path(f"M{x - s:.1f} {y - s * .2:.1f} h{s * 2:.1f} l{-s * .4:.1f} {s * .4:.1f} h{-s * 1.2:.1f}Z", "#5a2f20")
    scene.path(f"M{x:.1f} {y - s * 2.2:.1f} v{s * 1.9:.1f} h{-s * .9:.1f}Z", sail)
    scene.path(f"M{x + s * .1:.1f} {y - s * 2:.1f} v{s * 1.7:.1f} h{s * .7:.1f}Z", sail)
    return scene.subject(x - s, y - s * 2.2, x + s, y + s * 0.25)


def tower(width, height, at, top, tall, seed=1):
    """A lighthouse; its lantern has to survive."""
    scene = Scene(width, height, seed)
    scene.fade("#5a88c0", "#c8d8e4")
    scene.texture("#6a6a50", 0.6, "0.05", y=height * 0.86)
    x, y, w = at * width, top * height, tall * height * 0.13
    bottom = y + tall * height
    scene.path(f"M{x - w * .6:.1f} {y + w * 1.6:.1f} L{x - w:.1f} {bottom:.1f} h{w * 2:.1f} "
               f"L{x + w * .6:.1f} {y + w * 1.6:.1f}Z", "#f0ece4")
    for band in range(3):
        scene.rect(x - w * (0.66 + band * .11), y + w * (2.4 + band * 2), w * (1.32 + band * .22), w * 0.8, "#c0302a")
    scene.rect(x - w * 0.5, y + w * 0.6, w, w * 1.0, "#302c2a")
    scene.rect(x - w * 0.3, y + w * 0.75, w * 0.6, w * 0.7, "#f8e8a0")
    scene.path(f"M{x - w * .7:.1f} {y + w * .6:.1f} L{x:.1f} {y:.1f} L{x + w * .7:.1f} {y + w * .6:.1f}Z", "#302c2a")
    return scene.subject(x - w, y, x + w, y + w * 3.2)


def car(width, height, at, s, colour, seed=1):
    scene = Scene(width, height, seed)
    scene.fade("#b8c4cc", "#d8dcde")
    for index in range(5):
        shade = scene.chance.choice(["#a8a49c", "#b8b0a0", "#98948c"])
        scene.house(width * (index * 0.21 - 0.02), height * 0.72, width * 0.19,
                    height * scene.chance.uniform(0.4, 0.6), shade, "#6a625c")
    scene.texture("#6a6a6c", 0.25, "0.2", y=height * 0.72)
    x, y = at * width, height * 0.78
    scene.path(f"M{x - s:.1f} {y:.1f} v{-s * .3:.1f} l{s * .4:.1f} {-s * .1:.1f} l{s * .3:.1f} {-s * .35:.1f} h{s * .7:.1f} "
               f"l{s * .35:.1f} {s * .4:.1f} l{s * .25:.1f} {s * .1:.1f} v{s * .25:.1f}Z", colour)
    scene.path(f"M{x - s * .5:.1f} {y - s * .42:.1f} l{s * .25:.1f} {-s * .27:.1f} h{s * .55:.1f} "
               f"l{s * .25:.1f} {s * .27:.1f}Z", "#202c34")
    for wheel in (-0.55, 0.55):
        scene.ellipse(x + s * wheel, y, s * 0.2, s * 0.2, "#181818")
        scene.ellipse(x + s * wheel, y, s * 0.09, s * 0.09, "#b0b0b0")
    return scene.subject(x - s, y - s * 0.75, x + s, y + s * 0.2)


def wall(width, height, at, s, plate="#f4f0e0", seed=1):
    """A sign on a wall of bricks, which is full of edges."""
    scene = Scene(width, height, seed)
    scene.rect(0, 0, width, height, "#c8bcae")
    for line in range(int(height / 12) + 1):
        for brick in range(int(width / 26) + 2):
            shade = scene.chance.choice(["#9a5a48", "#a4644e", "#8e5242", "#a86a56"])
            scene.rect(brick * 26 - (line % 2) * 13, line * 12, 24, 10, shade)
    x, y = at[0] * width, at[1] * height
    scene.rect(x - s, y - s * 0.6, s * 2, s * 1.2, plate, 'stroke="#2a4a8a" stroke-width="4"')
    scene.lines(x - s * 0.8, y - s * 0.4, s * 1.6, 3, s * 0.24, "#20304a")
    return scene.subject(x - s, y - s * 0.6, x + s, y + s * 0.6)


def page(width, height, at, w, rows, size, seed=1):
    """A page with one block of text."""
    scene = Scene(width, height, seed)
    scene.rect(0, 0, width, height, "#fbfaf6")
    x, y = at[0] * width, at[1] * height
    scene.lines(x, y, w * width, rows, size, "#202024")
    return scene.subject(x, y, x + w * width, y + rows * size * 1.8)


def night(width, height, at, r, seed=1):
    scene = Scene(width, height, seed)
    scene.fade("#050914", "#1a2440")
    scene.clutter(["#ffffff90", "#ffffff50"], 60, 1, 2)
    scene.path(f"M0 {height} V{height * .85:.0f} L{width * .3:.0f} {height * .75:.0f} L{width * .6:.0f} {height * .88:.0f} "
               f"L{width} {height * .8:.0f} V{height}Z", "#04060a")
    x, y = at[0] * width, at[1] * height
    scene.ellipse(x, y, r, r, "#f2ecd0")
    scene.ellipse(x - r * 0.3, y - r * 0.2, r * 0.2, r * 0.15, "#d8d0b0")
    return scene.subject(x - r, y - r, x + r, y + r)


def window(width, height, at, seed=1):
    """One lit window in a dark front."""
    scene = Scene(width, height, seed)
    scene.texture("#2a2c34", 0.15, "0.08")
    for column in range(8):
        for line in range(3):
            x, y = width * (column + 0.3) / 8, height * (line + 0.25) / 3
            fill = "#f4c860" if (column, line) == at else "#181a20"
            scene.rect(x, y, width * 0.055, height * 0.17, fill, 'stroke="#3a3c44" stroke-width="2"')
            if (column, line) == at:
                scene.subject(x, y, x + width * 0.055, y + height * 0.17)
    return scene


def skier(width, height, at, seed=1):
    """Small on snow, with a forest along one border."""
    scene = Scene(width, height, seed)
    scene.fade("#f4f8fc", "#dce6f0")
    for _ in range(22):
        scene.tree(scene.chance.uniform(-0.02, 0.12) * width, scene.chance.uniform(0.3, 1.05) * height, height * 0.25,
                   "#2a3a30")
    x, y = at[0] * width, at[1] * height
    scene.person(x, y, height * 0.26, "fair", "#202020", "#d06a20", "#203050")
    scene.rect(x - 26, y + height * 0.26, 52, 3, "#303038")
    return scene.subject(x - 14, y, x + 14, y + height * 0.27)


def lone_tree(width, height, at, tall, seed=1):
    scene = Scene(width, height, seed)
    scene.fade("#9ac0e0", "#e8f0f4")
    scene.texture("#b0a850", 0.4, "0.03 0.1", y=height * 0.7)
    scene.tree(at * width, height * 0.74, tall * height)
    x, h = at * width, tall * height
    return scene.subject(x - h * 0.36, height * 0.74 - h, x + h * 0.36, height * 0.74)


def cat(width, height, at, s, coat, seed=1):
    """Before a plain wall, with a strip of dense plants along the lower border and a fence along a side."""
    scene = Scene(width, height, seed)
    scene.fade("#d8d0c0", "#c8beac")
    side = 0 if at[0] > 0.5 else 0.8
    for post in range(9):
        scene.rect(width * side + post * width * 0.022, 0, width * 0.012, height, "#f8f8f4", 'stroke="#606058"')
    scene.clutter(["#3a6a30", "#5a8a3a", "#2a4a22", "#80a050"], 260, 4, 14, y=height * 0.9)
    x, y = at[0] * width, at[1] * height
    scene.path(f"M{x - s * .5:.1f} {y + s * 1.6:.1f} Q{x - s * .7:.1f} {y + s * .5:.1f} {x:.1f} {y + s * .3:.1f} "
               f"Q{x + s * .7:.1f} {y + s * .5:.1f} {x + s * .5:.1f} {y + s * 1.6:.1f}Z", coat)
    scene.ellipse(x, y, s * 0.42, s * 0.38, coat)
    for ear in (-1, 1):
        scene.path(f"M{x + ear * s * .4:.1f} {y - s * .1:.1f} L{x + ear * s * .36:.1f} {y - s * .6:.1f} "
                   f"L{x + ear * s * .08:.1f} {y - s * .32:.1f}Z", coat)
        scene.ellipse(x + ear * s * 0.17, y - s * 0.05, s * 0.08, s * 0.06, "#b8d040")
        scene.ellipse(x + ear * s * 0.17, y - s * 0.05, s * 0.02, s * 0.06, "#101010")
    return scene.subject(x - s * 0.6, y - s * 0.6, x + s * 0.6, y + s * 1.6)


def meadow(scene):
    scene.texture("#5a8a40", 0.6, "0.06")


def foliage(scene):
    scene.texture("#3a5a34", 0.7, "0.04")
    scene.clutter(["#2f4f2a", "#4a7040", "#5f8a50", "#26401f"], 160, 10, 30)


def straw(scene):
    scene.texture("#b89a64", 0.6, "0.15 0.09")


def plain(scene):
    scene.fade("#c8ccd0", "#a8acb2")


def cream(scene):
    scene.fade("#f4ece0", "#e4d8c8")


def shelves(scene):
    scene.rect(0, 0, scene.width, scene.height, "#5a4030")
    for shelf in range(5):
        x = 0.0
        while x < scene.width:
            w = scene.chance.uniform(5, 14)
            h = scene.height / 5 * scene.chance.uniform(0.6, 0.9)
            fill = scene.chance.choice(["#7a3030", "#305a7a", "#c0b080", "#3f5a3a", "#a07040", "#d8d0c0", "#403848"])
            scene.rect(x, scene.height / 5 * (shelf + 0.95) - h, w, h, fill)
            x += w + 1


def street(scene):
    scene.fade("#c0ccd8", "#dce0e2")
    for index in range(6):
        shade = scene.chance.choice(["#b0a898", "#c0b49c", "#a89c90"])
        scene.house(scene.width * (index / 5.5 - 0.03), scene.height * 0.75, scene.width * 0.17,
                    scene.height * scene.chance.uniform(0.5, 0.7), shade)
    scene.texture("#8a8a88", 0.2, "0.2", y=scene.height * 0.75)


def sand(scene):
    scene.fade("#88bce0", "#b8d8ec", h=scene.height * 0.3)
    scene.texture("#3a8aa8", 0.4, "0.02 0.1", y=scene.height * 0.28, h=scene.height * 0.12)
    scene.texture("#dcb890", 0.2, "0.08", y=scene.height * 0.4)


def snow(scene):
    scene.fade("#c0d4e8", "#f4f8fc")


def blossoms(scene):
    scene.texture("#4f7f3f", 0.5, "0.06")
    for _ in range(70):
        scene.flower(scene.chance.uniform(0, scene.width), scene.chance.uniform(0, scene.height),
                     scene.chance.uniform(4, 7), "#f0e8f4")


GROUNDS = {ground.__name__: ground for ground in (
    meadow, foliage, straw, plain, cream, shelves, street, sand, snow, blossoms)}

# The pictures by name. Kinds, grounds and places differ between the two sets, not only seeds.
SCENES = {
    # For fitting.
    "face-plain": lambda: face(480, 320, (0.24, 0.4), 46, "plain"),
    "face-shelves": lambda: face(480, 320, (0.74, 0.45), 42, "shelves", "tan", "#201810", seed=3),
    "face-foliage": lambda: face(520, 300, (0.2, 0.4), 40, "foliage", "brown", "#181010", "#b8b0a0", seed=4),
    "face-tall": lambda: face(320, 480, (0.5, 0.22), 48, "cream", "fair", "#8a5a2a", "#a83048"),
    "face-tall-low": lambda: face(320, 480, (0.45, 0.62), 50, "meadow", "tan", "#302018", "#e8e4dc", seed=5),
    "face-ball": lambda: face_and_toy(520, 300, 0.22, 0.8, "#e02020", 1),
    "row-street": lambda: row(640, 260, (0.1, 0.2, 0.31), 0.3, 0.65, "street", seed=2),
    "row-plain": lambda: row(600, 300, (0.62, 0.74, 0.86), 0.2, 0.75, "plain", seed=3),
    "standing-straw": lambda: standing(262, 400, 0.5, 0.05, 0.85, "straw"),
    "standing-street": lambda: standing(300, 480, 0.6, 0.3, 0.6, "street", "#b03040", "fair", "#302018", seed=6),
    "bird-high": lambda: bird(480, 320, (0.8, 0.25), 30),
    "bird-tall": lambda: bird(300, 480, (0.4, 0.78), 34, clouds=3, seed=2),
    "flower-leaves": lambda: flower(480, 320, (0.78, 0.5), 44, "foliage"),
    "flower-tall": lambda: flower(300, 460, (0.5, 0.2), 46, "meadow", "#f0e060", seed=4),
    "dog-meadow": lambda: dog(520, 300, (0.15, 0.5), 42, "#7a4a2a", "meadow"),
    "mug-cream": lambda: mug(480, 320, (0.78, 0.55), 60, "#f8f8f8", "cream"),
    "boat-left": lambda: boat(540, 300, 0.17, 28),
    "tower": lambda: tower(280, 480, 0.55, 0.1, 0.78),
    "car-red": lambda: car(600, 280, 0.8, 60, "#c02828"),
    "page-top": lambda: page(400, 560, (0.12, 0.1), 0.7, 6, 12),
    "night": lambda: night(480, 320, (0.2, 0.25), 26),
    "cat": lambda: cat(500, 320, (0.7, 0.4), 60, "#303034"),
    "fruit": lambda: fruit(520, 300, (0.25, 0.5), 60),
    # For the test.
    "face-street": lambda: face(480, 320, (0.8, 0.42), 40, "street", "fair", "#7a4a20", "#406048", seed=11),
    "face-dark": lambda: face(480, 320, (0.2, 0.45), 46, "cream", "dark", "#100c08", "#d8b040"),
    "face-blossoms": lambda: face(500, 300, (0.7, 0.42), 42, "blossoms", "brown", "#201410", "#e0e0e8", seed=12),
    "face-tall-straw": lambda: face(300, 480, (0.5, 0.25), 46, "straw", "fair", "#503018", "#305070", seed=13),
    "face-tall-shelves": lambda: face(320, 480, (0.55, 0.3), 44, "shelves", "dark", "#100c0c", "#c8c0b8", seed=14),
    "face-balloon": lambda: face_and_toy(500, 300, 0.78, 0.18, "#20a0e8", 2),
    "row-sand": lambda: row(640, 280, (0.66, 0.76, 0.9), 0.3, 0.6, "sand", seed=15),
    "standing-snow": lambda: standing(280, 440, 0.45, 0.08, 0.8, "snow", "#a02838", "fair", "#302010", seed=16),
    "standing-meadow": lambda: standing(280, 460, 0.5, 0.12, 0.75, "meadow", "#d8d8d0", "dark", "#181010", seed=17),
    "swimmer": lambda: swimmer(520, 300, (0.22, 0.5), seed=18),
    "singer": lambda: singer(540, 320, 0.75, seed=19),
    "bird-clouds": lambda: bird(520, 300, (0.2, 0.6), 32, clouds=5, seed=20),
    "flower-blossoms": lambda: flower(480, 320, (0.22, 0.4), 44, "blossoms", "#8030a8", seed=21),
    "dog-sand": lambda: dog(540, 300, (0.64, 0.5), 40, "#3a3430", "sand", seed=22),
    "fish": lambda: fish(520, 300, (0.74, 0.5), 46, "#f08020", seed=23),
    "balloon": lambda: balloon(300, 480, (0.4, 0.25), 56, ("#d04030", "#f0d060"), seed=24),
    "balloon-wide": lambda: balloon(560, 300, (0.84, 0.4), 48, ("#3a3a90", "#e8e8f0"), seed=25),
    "boat-tall": lambda: boat(300, 460, 0.5, 34, horizon=0.7, sail="#d04838", seed=26),
    "tower-left": lambda: tower(320, 480, 0.4, 0.2, 0.68, seed=27),
    "sign": lambda: wall(520, 300, (0.76, 0.45), 62, seed=28),
    "page-low": lambda: page(400, 560, (0.15, 0.62), 0.7, 7, 11, seed=29),
    "window": lambda: window(560, 300, (1, 1), seed=30),
    "skier": lambda: skier(540, 320, (0.72, 0.35), seed=31),
    "lone-tree": lambda: lone_tree(560, 300, 0.2, 0.5, seed=32),
    "cat-left": lambda: cat(500, 320, (0.22, 0.42), 58, "#c07838", seed=33),
    "mug-straw": lambda: mug(480, 320, (0.2, 0.5), 56, "#2a6a9a", "straw", seed=34),
    "car-white": lambda: car(600, 280, 0.2, 62, "#f0f0f0", seed=35),
}
