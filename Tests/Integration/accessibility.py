"""Checks of a page for those who do not see it, or use a keyboard, as far as a program can: of the kind that axe-core has.

Names and roles are those of Chromium's own accessibility tree; colours, sizes and the focus are measured on the page. The
numbers are those of WCAG 2.2: contrast of text 4.5, or 3 if it is large (1.4.3), targets of 24 pixels (2.5.8), visible focus
(2.4.7).
"""

# Roles whose elements need a name (WAI-ARIA 1.2, 5.2.8).
NAMED = {"link", "button", "image", "img", "dialog", "heading", "region", "textbox", "checkbox", "combobox"}

# Faults of the document as "rule: element".
PAGE = r"""
(() => {
    const faults = [], say = (rule, element, more = '') => faults.push(`${rule}: ${element.outerHTML.slice(0, 140)} ${more}`);
    const all = Array.from(document.querySelectorAll('body *'));
    const isShown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && !element.closest('[inert]') && (!document.querySelector('dialog[open]') || element.closest('dialog[open]'));
    const shown = all.filter(isShown);

    const root = document.documentElement;
    if (!/^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i.test(root.lang)) say('language', root);
    if (!document.title.trim()) say('title', document.head);
    const viewport = document.querySelector('meta[name=viewport]');
    if (!viewport || /user-scalable\s*=\s*no|maximum-scale/.test(viewport.content)) say('zoom', document.head);

    const ids = new Map();
    for (const element of document.querySelectorAll('[id]')) {
        if (ids.has(element.id)) say('ids', element);
        ids.set(element.id, element);
    }

    // Headings and landmarks of the page itself.
    const open = document.querySelector('dialog[open]');
    const headings = shown.filter(element => /^H[1-6]$/.test(element.tagName));
    if (!open && headings.filter(element => element.tagName === 'H1').length !== 1) say('one h1', document.body);
    let level = open ? 1 : 0;
    for (const heading of headings) {
        const own = Number(heading.tagName[1]);
        if (own > level + 1) say('order of headings', heading);
        level = own;
    }
    if (document.querySelectorAll('main').length !== 1) say('one main', document.body);
    for (const element of open ? [] : shown) {
        const hasText = Array.from(element.childNodes).some(node => node.nodeType === 3 && node.data.trim());
        if ((hasText || element.tagName === 'IMG') && !element.closest('main, header, nav, footer, aside, a.skip')) say('landmarks', element);
    }

    // ARIA.
    const states = { expanded: ['true', 'false'], pressed: ['true', 'false', 'mixed'], hidden: ['true', 'false'], live: ['off', 'polite', 'assertive'],
        current: ['page', 'step', 'location', 'date', 'time', 'true', 'false'], modal: ['true', 'false'], disabled: ['true', 'false'] };
    const texts = ['label', 'description', 'roledescription', 'valuetext', 'keyshortcuts'], references = ['controls', 'labelledby', 'describedby', 'details', 'owns'];
    for (const element of document.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
            if (name === 'tabindex' && Number(value) > 0) say('tabindex', element);
            if (!name.startsWith('aria-')) continue;
            const key = name.slice(5);
            if (references.includes(key)) {
                for (const id of value.split(/\s+/)) if (!ids.has(id)) say('reference', element, id);
            } else if (key in states ? !states[key].includes(value) : texts.includes(key) ? !value.trim() : true) {
                say('aria', element, name);
            }
        }
        if (element.closest('[aria-hidden=true]') && element.tabIndex >= 0 && isShown(element)) say('hidden focus', element);
    }

    // Lists have items only.
    for (const list of document.querySelectorAll('ul, ol')) {
        for (const child of list.children) if (child.tagName !== 'LI') say('list', child);
    }

    // Contrast.
    const parse = text => {
        const numbers = text.match(/-?[\d.]+(e-?\d+)?/g).map(Number), [r, g, b, a = 1] = numbers;
        return text.startsWith('color(srgb') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
    };
    const over = (top, below) => top.slice(0, 3).map((part, n) => part * top[3] + below[n] * (1 - top[3])).concat(1);
    const luminance = color => {
        const [r, g, b] = color.map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    for (const element of shown) {
        if (!Array.from(element.childNodes).some(node => node.nodeType === 3 && node.data.trim())) continue;
        const style = getComputedStyle(element);
        if (style.clipPath === 'inset(50%)') continue;
        const layers = [];
        let opacity = 1, isPainted = false;
        for (let each = element; each; each = each.parentElement) {
            const own = getComputedStyle(each);
            opacity *= Number(own.opacity);
            if (own.backgroundImage !== 'none') isPainted = true;
            const color = parse(own.backgroundColor);
            if (color[3] > 0) layers.push(color);
            if (color[3] === 1) break;
        }
        // Text over pictures and gradients is for people to judge.
        if (isPainted || opacity < 0.1) continue;
        const canvas = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
        const ground = layers.reverse().reduce((below, top) => over(top, below), canvas);
        const ink = parse(style.color);
        const [dark, light] = [luminance(over([...ink.slice(0, 3), ink[3] * opacity], ground)), luminance(ground)].sort((a, b) => a - b);
        const contrast = (light + 0.05) / (dark + 0.05), size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
        if (contrast < (isLarge ? 3 : 4.5)) say('contrast', element, contrast.toFixed(2));
    }

    // Targets: large enough, or with enough space around them. Links in a sentence are exempt.
    const targets = shown.filter(element => element.matches('a[href], button, input, select, textarea, [tabindex="0"], summary') && !element.closest('.skip'));
    const boxes = targets.map(element => element.getBoundingClientRect());
    targets.forEach((element, number) => {
        const box = boxes[number], [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        if (box.width >= 24 && box.height >= 24 || box.width === 0) return;
        const inText = getComputedStyle(element).display === 'inline' && element.parentElement.textContent.trim() !== element.textContent.trim();
        const isNear = other => {
            const dx = Math.max(other.left - x, 0, x - other.right), dy = Math.max(other.top - y, 0, y - other.bottom);
            return Math.hypot(dx, dy) < 12;
        };
        if (!inText && boxes.some((other, index) => index !== number && isNear(other))) say('target', element, `${box.width} × ${box.height}`);
    });

    if (root.scrollWidth > innerWidth) say('reflow', root, `${root.scrollWidth} > ${innerWidth}`);
    return faults;
})()
"""

# The focused element, and whether it can be seen.
FOCUS = """
(() => {
    const element = document.activeElement;
    if (!element || element === document.body || element === document.documentElement) return null;
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    const all = Array.from(document.querySelectorAll('*'));
    return { number: all.indexOf(element), text: element.outerHTML.slice(0, 100), isMarked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
        isInside: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth && box.width > 0 };
})()
"""
# The elements that the Tab key must reach.
STOPS = """
(() => {
    const all = Array.from(document.querySelectorAll('*')), open = document.querySelector('dialog[open]');
    return all.map((element, number) => [element, number]).filter(([element]) => element.tabIndex >= 0
        && element.matches('a[href], button:not(:disabled), [tabindex]') && element.checkVisibility({ visibilityProperty: true })
        && (!open || open.contains(element))).map(([, number]) => number);
})()
"""


def names(browser):
    """Elements without a name in the accessibility tree of the browser."""
    faults = []
    browser.send("Accessibility.enable")
    for node in browser.send("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value", "")
        if not node.get("ignored") and role in NAMED and not node.get("name", {}).get("value", "").strip():
            html = browser.send("DOM.describeNode", backendNodeId=node["backendDOMNodeId"])["node"]
            faults.append(f"name: {role} {html.get('localName')} {html.get('attributes')}")
    browser.send("Accessibility.disable")
    return faults


def keyboard(browser):
    """Walks through the page with the Tab key: every stop is reached once, in order, is seen, and nothing holds the focus."""
    faults, reached = [], []
    stops = browser.value(STOPS)
    # After the last stop, the browser's own window has the focus once.
    for _ in range(len(stops) + 2):
        browser.press("Tab")
        focus = browser.value(FOCUS)
        if focus is None:
            continue
        if focus["number"] in reached:
            break
        reached.append(focus["number"])
        if not focus["isMarked"]:
            faults.append(f"focus is not visible: {focus['text']}")
        if not focus["isInside"]:
            faults.append(f"focus is outside of the window: {focus['text']}")
    # A dialog begins where the focus was put.
    turned = stops.index(reached[0]) if reached and reached[0] in stops else 0
    if reached != stops[turned:] + stops[:turned]:
        faults.append(f"Tab reaches {reached}, expected {stops}")
    return faults


def faults(browser, walks=True):
    """All faults of the page that is open, each as one line."""
    return browser.value(PAGE) + names(browser) + (keyboard(browser) if walks else [])
