'use strict';
(() => {
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
document.documentElement.classList.add('script');

const form = document.getElementById('tools');
const list = document.getElementById('sources');
const articles = all('article', list);
const arrange = () => {
  const wanted = document.getElementById('find').value.trim().toLowerCase();
  const onlyLarger = document.getElementById('larger').checked;
  const key = document.getElementById('order').value;
  const number = (article, name, other) => article.dataset[name] === undefined ? other : Number(article.dataset[name]);
  const orders = {
    number: (a, b) => 0,
    name: (a, b) => a.dataset.name < b.dataset.name ? -1 : a.dataset.name > b.dataset.name ? 1 : 0,
    bytes: (a, b) => number(b, 'bytes', 0) - number(a, 'bytes', 0),
    change: (a, b) => number(b, 'change', -1) - number(a, 'change', -1),
    score: (a, b) => number(a, 'score', Infinity) - number(b, 'score', Infinity) || 0,
    saving: (a, b) => number(a, 'saving', Infinity) - number(b, 'saving', Infinity) || 0,
  };
  const sorted = [...articles].sort((a, b) => orders[key](a, b) || number(a, 'number', 0) - number(b, 'number', 0));
  let count = 0;
  for (const article of sorted) {
    article.hidden = !article.dataset.name.toLowerCase().includes(wanted)
      || onlyLarger && number(article, 'larger', 0) === 0;
    if (!article.hidden) count += 1;
  }
  list.append(...sorted);
  document.getElementById('shown').textContent =
    count === articles.length ? `${count} images` : `${count} of ${articles.length} images`;
};
if (form) {
  form.hidden = false;
  form.addEventListener('input', arrange);
  form.addEventListener('submit', event => event.preventDefault());
  arrange();
}
const fold = () => {
  for (const variant of all('.variant')) {
    const rows = all('.row', variant);
    rows.forEach((row, place) => { row.open = place === rows.length - 1; });
  }
};
fold();
const unfold = document.getElementById('unfold');
if (unfold) {
  let isUnfolded = false;
  unfold.addEventListener('click', () => {
    isUnfolded = !isUnfolded;
    if (isUnfolded) all('.row').forEach(row => { row.open = true; }); else fold();
    unfold.textContent = isUnfolded ? 'Show the largest size only' : 'Show all sizes';
  });
}
for (const image of all('.shot img')) {
  const isBroken = () => image.closest('.shot').classList.add('broken');
  image.addEventListener('error', isBroken);
  if (image.complete && image.naturalWidth === 0 && !image.src.startsWith('data:image/svg')) isBroken();
  image.tabIndex = 0;
  image.setAttribute('role', 'button');
  image.setAttribute('aria-label', `compare ${image.alt}`);
}
const paint = (code, width, height, color) => {
  const canvas = make('canvas', { width, height });
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels.data.set(color(x, y), (y * width + x) * 4);
  }
  context.putImageData(pixels, 0, 0);
  code.parentElement.prepend(canvas);
};
const sample = light => 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
const light = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const blurHash = (code, hash, width, height) => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~';
  const number = (start, count) =>
    [...hash.slice(start, start + count)].reduce((sum, digit) => sum * 83 + digits.indexOf(digit), 0);
  const columns = number(0, 1) % 9 + 1;
  const rows = Math.floor(number(0, 1) / 9) + 1;
  if (hash.length !== 4 + 2 * columns * rows) return;
  const most = (number(1, 1) + 1) / 166;
  const mean = number(2, 4);
  const colors = [[mean >> 16, mean >> 8 & 255, mean & 255].map(value => light(value / 255))];
  for (let place = 6; place < hash.length; place += 2) {
    const value = number(place, 2);
    colors.push([Math.floor(value / 361), Math.floor(value / 19) % 19, value % 19].map(level => {
      const root = (level - 9) / 9;
      return root * Math.abs(root) * most;
    }));
  }
  paint(code, width, height, (x, y) => {
    const sum = [0, 0, 0];
    colors.forEach((color, place) => {
      const wave = Math.cos(Math.PI * x * (place % columns) / width)
        * Math.cos(Math.PI * y * Math.floor(place / columns) / height);
      for (let band = 0; band < 3; band += 1) sum[band] += color[band] * wave;
    });
    return [...sum.map(value => sample(Math.min(Math.max(value, 0), 1))), 255];
  });
};
const thumbHash = (code, hash, width, height) => {
  const nibbles = [...atob(hash)].flatMap(letter => [letter.charCodeAt(0) & 15, letter.charCodeAt(0) >> 4]);
  const bits = (start, count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1) {
      value |= (nibbles[(start + bit) >> 2] >> ((start + bit) % 4) & 1) << bit;
    }
    return value;
  };
  const hasAlpha = bits(23, 1) === 1;
  const most = hasAlpha ? 5 : 7;
  const [across, down] = bits(39, 1) ? [most, bits(24, 3)] : [bits(24, 3), most];
  let next = hasAlpha ? 12 : 10;
  const plane = (mean, scale, columns, rows) => {
    const waves = [];
    for (let y = 0; y < rows; y += 1) {
      for (let x = y ? 0 : 1; x * rows < columns * (rows - y); x += 1) {
        waves.push([x, y, (nibbles[next] / 7.5 - 1) * scale]);
        next += 1;
      }
    }
    return (px, py) => waves.reduce((sum, [x, y, amount]) => sum + 2 * amount
      * Math.cos(Math.PI * x * (px + 0.5) / width) * Math.cos(Math.PI * y * (py + 0.5) / height), mean);
  };
  const lightness = plane(bits(0, 6) / 63, bits(18, 5) / 31, Math.max(3, across), Math.max(3, down));
  const yellow = plane(bits(6, 6) / 31.5 - 1, 1.25 * bits(27, 6) / 63, 3, 3);
  const red = plane(bits(12, 6) / 31.5 - 1, 1.25 * bits(33, 6) / 63, 3, 3);
  const alpha = hasAlpha ? plane(bits(40, 4) / 15, bits(44, 4) / 15, 5, 5) : () => 1;
  paint(code, width, height, (x, y) => {
    const l = lightness(x, y);
    const b = l - yellow(x, y) * 2 / 3;
    const r = (3 * l - b + red(x, y)) / 2;
    return [r, r - red(x, y), b, alpha(x, y)].map(value => 255 * Math.min(Math.max(value, 0), 1));
  });
};
for (const code of all('.hash')) {
  // Of the picture, whatever its variants are cropped to.
  const image = code.closest('article').dataset;
  const ratio = image.width / image.height;
  const [width, height] = ratio > 1 ? [48, Math.max(1, Math.round(48 / ratio))] : [Math.max(1, Math.round(48 * ratio)), 48];
  try {
    (code.dataset.kind === 'BlurHash' ? blurHash : thumbHash)(code, code.textContent, width, height);
  } catch {
    // The characters are there to be read.
  }
}
const devices = [['phone', 390, 844, 3], ['tablet', 820, 1180, 2], ['desktop', 1440, 900, 1]].map(([name, width, height, ratio]) => {
  const frame = make('iframe', { class: 'device', tabindex: '-1', 'aria-hidden': 'true', width, height });
  return { name, width, height, ratio, frame, lengths: new Map() };
});
// Commas within parentheses do not end an item.
const pieces = text => {
  const found = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth === 0 && letter === ',') found.push(''); else found[found.length - 1] += letter;
  }
  return found.map(each => each.trim()).filter(each => each);
};
// The length is the last word, or the last function with its arguments; a condition may end right before it.
const cut = item => {
  let place = item.length;
  if (item.endsWith(')')) {
    let depth = 0;
    do {
      place -= 1;
      depth += (item[place] === ')') - (item[place] === '(');
    } while (depth > 0 && place > 0);
  }
  while (place > 0 && !/[\s)]/.test(item[place - 1])) place -= 1;
  return [item.slice(0, place).trim(), item.slice(place)];
};
// Lengths and functions of lengths only: no percentages, keywords or variables, and no types of media in conditions.
const isLength = text => /^\+?(\d*\.)?\d+(e[+-]?\d+)?[a-z]+$/i.test(text) || /^\+?0+$/.test(text)
  || /^(calc|min|max|clamp|round|mod|rem|hypot|abs)\(/i.test(text) && !/%|\b(var|env|attr|anchor-size)\(/i.test(text);
const isCondition = text => /^(not\s*)?\(/i.test(text);
const lengthOn = (device, sizes) => {
  if (device.lengths.has(sizes)) return device.lengths.get(sizes);
  const { contentWindow: view, contentDocument: page } = device.frame;
  let length = device.width;
  for (const item of pieces(sizes || '')) {
    const [condition, own] = cut(item);
    if (!isLength(own) || condition && !(isCondition(condition) && view.matchMedia(condition).matches)) continue;
    const box = page.createElement('div');
    box.style.cssText = 'position:absolute;box-sizing:border-box';
    box.style.width = own;
    if (!box.style.width) continue;
    page.body.append(box);
    length = box.getBoundingClientRect().width;
    box.remove();
    break;
  }
  device.lengths.set(sizes, length);
  return length;
};
const candidateFor = (device, candidates, sizes) => {
  const length = lengthOn(device, sizes) || 1;
  const dense = candidates.map(each => ({ ...each, density: each.density || each.width / length }))
    .sort((a, b) => a.density - b.density);
  return dense.find(each => each.density >= device.ratio) || dense[dense.length - 1];
};
// What all browsers show today; JPEG XL is behind switches.
const filesOf = variant => {
  const rows = all('.row', variant);
  for (const format of variant.dataset.formats.split(' ').filter(each => each !== 'jxl')) {
    const found = rows.flatMap(row => {
      const cell = all('.cell', row).find(each => each.dataset.format === format);
      return cell ? [{
        format, width: Number(row.dataset.width), height: Number(row.dataset.height),
        density: Number(row.dataset.density || 0), bytes: Number(cell.querySelector('.bytes').dataset.value),
      }] : [];
    });
    if (found.length) return found;
  }
  return [];
};
const size = bytes => bytes < 1000 ? `${bytes} B` : bytes < 999950 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
const loads = () => {
  const table = document.getElementById('loads');
  if (!table) return;
  const shelf = make('div', { class: 'devices' }, ...devices.map(each => each.frame));
  document.body.append(shelf);
  for (const device of devices) device.frame.contentDocument.body.style.margin = '0';
  const sums = new Map();
  for (const variant of all('article.source .variant:not(.inline)')) {
    const candidates = filesOf(variant);
    if (!candidates.length) continue;
    const name = variant.dataset.variant;
    if (!sums.has(name)) sums.set(name, devices.map(() => ({ count: 0, bytes: 0 })));
    const said = devices.map((device, place) => {
      const file = candidateFor(device, candidates, variant.dataset.sizes);
      const sum = sums.get(name)[place];
      sum.count += 1;
      sum.bytes += file.bytes;
      return make('span', { class: 'load', 'data-device': device.name, 'data-file': `${file.format} ${file.width}`, 'data-bytes': file.bytes },
        `${device.name} ${file.width} × ${file.height}, ${size(file.bytes)}`);
    });
    variant.querySelector('h3').after(make('p', { class: 'loads' }, `Loaded as ${candidates[0].format}: `, ...said));
  }
  const body = make('tbody');
  table.querySelector('table').append(body);
  for (const [name, all] of [...sums].sort((a, b) => a[0] < b[0] ? -1 : 1)) {
    body.append(make('tr', {}, make('th', { scope: 'row' }, name), ...all.map(({ count, bytes }, place) =>
      make('td', { 'data-device': devices[place].name, 'data-bytes': bytes }, size(Math.round(bytes / count)), ' ',
        make('small', {}, `× ${count} = ${size(bytes)}`)))));
  }
  for (const { name, width, ratio } of devices) {
    table.querySelector('thead tr').append(make('th', { scope: 'col' }, `${name}, ${width} px at ${ratio}×`));
  }
  shelf.remove();
  table.hidden = sums.size === 0;
};
loads();
const stage = make('div', { class: 'stage', tabindex: '0', 'aria-label': 'the two pictures' });
const layers = make('div', { class: 'layers' });
const line = make('div', { class: 'line' });
const sides = ['first', 'second'].map(name => {
  const image = make('img', { alt: '', draggable: 'false' });
  const label = make('span', { class: 'name' });
  const layer = make('div', { class: `layer ${name}` }, image, label);
  const choice = make('select', { 'aria-label': `${name} picture` });
  layers.append(layer);
  return { image, label, layer, choice };
});
stage.append(layers, line);
const said = make('p', { class: 'said', 'aria-live': 'polite' });
const viewer = make('dialog', { class: 'viewer', 'aria-label': 'Compare two files' });
const bench = make('div', { class: 'bench' });

const view = { shots: [], chosen: [0, 0], mode: 'slide', zoom: 0, split: 0.5, x: 0.5, y: 0.5, flipped: false };
const modes = [['slide', 'Slide', 's'], ['flip', 'Flip', 'f'], ['beside', 'Side by side', 'b'], ['difference', 'Difference', 'd']];
const zooms = [[0, 'Fit', '0'], [1, '1:1', '1'], [2, '2×', '2'], [4, '4×', '4'], [8, '8×', '8']];
const button = (text, key, action) => {
  const element = make('button', { type: 'button' }, text, make('kbd', {}, key));
  element.addEventListener('click', action);
  return element;
};
const modeButtons = modes.map(([mode, text, key]) => button(text, key, () => { view.mode = mode; view.flipped = false; draw(); }));
const zoomButtons = zooms.map(([zoom, text, key]) => button(text, key, () => { view.zoom = zoom; draw(); }));
bench.append(
  sides[0].choice, button('Swap', 'x', () => { view.chosen.reverse(); draw(); }), sides[1].choice,
  make('span', { class: 'group', role: 'group', 'aria-label': 'How' }, ...modeButtons),
  make('span', { class: 'group', role: 'group', 'aria-label': 'Zoom' }, ...zoomButtons),
  make('span', { class: 'spring' }), button('Close', 'Esc', () => viewer.close()));
viewer.append(bench, stage, said);
document.body.append(viewer);

const between = (low, value, high) => Math.min(Math.max(value, low), high);
const place = () => {
  // Device pixels: at 1:1 each pixel of the file is one of the screen, wherever the window stands.
  const ratio = window.devicePixelRatio || 1;
  const snap = value => Math.round(value * ratio) / ratio;
  const room = { width: stage.clientWidth / (view.mode === 'beside' ? 2 : 1), height: stage.clientHeight };
  const { width, height } = view.shots[0];
  const fit = Math.min(room.width / width, room.height / height);
  const scale = view.zoom === 0 ? Math.min(fit, 8 / ratio) : view.zoom / ratio;
  const size = { width: width * scale, height: height * scale };
  const start = (most, length, part) => snap(length <= most ? (most - length) / 2 : between(most - length, most / 2 - part * length, 0));
  return {
    room, scale, size, ratio, left: start(room.width, size.width, view.x), top: start(room.height, size.height, view.y),
  };
};
const draw = () => {
  if (!view.shots.length) return;
  const spot = place();
  stage.className = `stage ${view.mode}${view.mode === 'difference' ? '' : ' alpha'}${held ? ' held' : ''}`;
  sides.forEach((side, number) => {
    const shot = view.shots[view.chosen[number]];
    if (side.image.getAttribute('src') !== shot.source) side.image.src = shot.source;
    side.label.textContent = shot.name;
    side.choice.value = view.chosen[number];
    Object.assign(side.image.style, {
      left: `${spot.left}px`, top: `${spot.top}px`, width: `${spot.size.width}px`, height: `${spot.size.height}px`,
      imageRendering: spot.scale * spot.ratio >= 1.5 && !shot.isScaled ? 'pixelated' : 'auto',
    });
    const isBeside = view.mode === 'beside';
    side.layer.style.left = isBeside && number === 1 ? '50%' : '0';
    side.layer.style.right = isBeside && number === 0 ? '50%' : '0';
    side.layer.style.visibility = view.mode === 'flip' && (number === 1) !== view.flipped ? 'hidden' : 'visible';
    side.layer.style.clipPath = view.mode !== 'slide' ? 'none'
      : number === 0 ? `inset(0 ${(1 - view.split) * 100}% 0 0)` : `inset(0 0 0 ${view.split * 100}%)`;
    side.label.hidden = view.mode === 'difference';
  });
  line.hidden = view.mode !== 'slide' && view.mode !== 'beside';
  line.style.left = `${(view.mode === 'beside' ? 0.5 : view.split) * 100}%`;
  modeButtons.forEach((element, number) => element.setAttribute('aria-pressed', modes[number][0] === view.mode));
  zoomButtons.forEach((element, number) => element.setAttribute('aria-pressed', zooms[number][0] === view.zoom));
  const percent = Math.round(spot.scale * spot.ratio * 100);
  const help = {
    slide: 'Move the pointer, or use the arrow keys, to move the line.',
    flip: 'Hold the pointer or the space bar down to see the other file.',
    beside: 'Both show the same part.',
    difference: 'Black is the same in both; differences are shown eight times as bright.',
  }[view.mode];
  const first = view.shots[0];
  said.textContent = `${first.title}: ${first.width} × ${first.height}, ${percent} %. ${help} Drag to move, Ctrl and the wheel to zoom, n and p for the next files.`;
};
// Over the original lies what shows all of it, as large as there is.
const rowOf = image => {
  const own = image.closest('.row');
  if (own) return own;
  const ratio = image.getAttribute('width') / image.getAttribute('height');
  const rows = all('.row', image.closest('article'));
  const alike = rows.filter(row => Math.abs(row.dataset.width / row.dataset.height / ratio - 1) < 0.01);
  return (alike.length ? alike : rows).reduce(
    (best, row) => (!best || Number(row.dataset.width) > Number(best.dataset.width) ? row : best), null);
};
const open = image => {
  const row = rowOf(image);
  if (!row) return;
  const article = row.closest('article');
  const shots = all('.shot:not(.broken) img', row).map(each => {
    const cell = all('.cell', row).find(other => each.alt.startsWith(`${other.dataset.format},`));
    const bytes = cell ? cell.querySelector('.bytes').textContent : '';
    return { source: each.getAttribute('src'), name: `${each.alt.split(',')[0]} ${bytes}`.trim(), image: each, isScaled: false };
  });
  const [width, height] = [Number(row.dataset.width), Number(row.dataset.height)];
  const original = article.querySelector('.original .shot:not(.broken) img');
  // A picture that was cropped cannot lie over it.
  if (original && Math.abs(original.getAttribute('width') * height / (original.getAttribute('height') * width) - 1) < 0.01) {
    const isScaled = Number(original.getAttribute('width')) !== width;
    shots.push({ source: original.getAttribute('src'), name: isScaled ? 'original, scaled' : 'original', image: original, isScaled });
  }
  if (!shots.length) return;
  const title = `${article.dataset.name}, ${row.closest('.variant').querySelector('h3').firstChild.textContent.trim()}`;
  shots.forEach(shot => Object.assign(shot, { width, height, title }));
  view.shots = shots;
  const chosen = Math.max(0, shots.findIndex(shot => shot.image === image));
  // Beside the original, or else the last format.
  const other = shots.length - 1 === chosen ? 0 : shots.length - 1;
  view.chosen = [chosen, other];
  view.flipped = false;
  for (const { choice } of sides) {
    choice.replaceChildren(...shots.map((shot, number) => make('option', { value: number }, shot.name)));
  }
  if (!viewer.open) viewer.showModal();
  stage.focus();
  draw();
};
sides.forEach((side, number) => side.choice.addEventListener('change', () => {
  view.chosen[number] = Number(side.choice.value);
  draw();
}));
viewer.addEventListener('close', () => { view.shots = []; sides.forEach(side => side.image.removeAttribute('src')); });
window.addEventListener('resize', draw);
document.addEventListener('click', event => {
  if (event.target.matches && event.target.matches('.shot img')) open(event.target);
});
document.addEventListener('keydown', event => {
  if (event.target.matches && event.target.matches('.shot img') && (event.key === 'Enter' || event.key === ' ')) {
    event.preventDefault();
    open(event.target);
  }
});

const pan = (dx, dy) => {
  const spot = place();
  // From what is in the middle now, so that nothing has to be made up for at the edges.
  view.x = between(0, (spot.room.width / 2 - spot.left - dx) / spot.size.width, 1);
  view.y = between(0, (spot.room.height / 2 - spot.top - dy) / spot.size.height, 1);
  draw();
};
const zoom = step => {
  const number = zooms.findIndex(each => each[0] === view.zoom);
  view.zoom = zooms[between(0, number + step, zooms.length - 1)][0];
  draw();
};
const flip = isFlipped => { if (view.mode === 'flip' && view.flipped !== isFlipped) { view.flipped = isFlipped; draw(); } };
const next = step => {
  view.chosen[0] = (view.chosen[0] + step + view.shots.length) % view.shots.length;
  draw();
};
let held = null;
stage.addEventListener('pointerdown', event => {
  stage.setPointerCapture(event.pointerId);
  held = [event.clientX, event.clientY];
  stage.classList.add('held');
  flip(true);
});
stage.addEventListener('pointermove', event => {
  const movesLine = view.mode === 'slide' && (!held || event.pointerType !== 'mouse');
  if (held && !movesLine) {
    pan(event.clientX - held[0], event.clientY - held[1]);
    held = [event.clientX, event.clientY];
  }
  if (movesLine) {
    const box = stage.getBoundingClientRect();
    view.split = between(0, (event.clientX - box.left) / box.width, 1);
    draw();
  }
});
for (const name of ['pointerup', 'pointercancel']) {
  stage.addEventListener(name, () => { held = null; stage.classList.remove('held'); flip(false); });
}
stage.addEventListener('wheel', event => {
  event.preventDefault();
  if (event.ctrlKey) zoom(event.deltaY < 0 ? 1 : -1); else pan(-event.deltaX, -event.deltaY);
}, { passive: false });
viewer.addEventListener('keydown', event => {
  if (event.target.matches('select') || event.ctrlKey || event.metaKey || event.altKey) return;
  const mode = modes.find(each => each[2] === event.key);
  const size = zooms.find(each => each[2] === event.key);
  const arrows = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  if (mode) {
    view.mode = mode[0];
  } else if (size) {
    view.zoom = size[0];
  } else if (event.key === '+' || event.key === '-') {
    zoom(event.key === '+' ? 1 : -1);
  } else if (event.key === 'x') {
    view.chosen.reverse();
  } else if (event.key === 'n' || event.key === 'p') {
    next(event.key === 'n' ? 1 : -1);
  } else if (event.key === ' ' && event.target === stage) {
    flip(true);
  } else if (arrows[event.key] && view.mode === 'slide' && !event.shiftKey && event.key !== 'ArrowUp' && event.key !== 'ArrowDown') {
    view.split = between(0, view.split - arrows[event.key][0] * 0.02, 1);
  } else if (arrows[event.key]) {
    pan(arrows[event.key][0] * 48, arrows[event.key][1] * 48);
  } else {
    return;
  }
  event.preventDefault();
  draw();
});
viewer.addEventListener('keyup', event => { if (event.key === ' ') flip(false); });
})();
