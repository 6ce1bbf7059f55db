/// The script of a report, which sorts, searches, folds and unpacks placeholders. `ReportViewer` compares pictures.
enum ReportScript {
    static let text =
        "\n'use strict';\n(() => {\n" + tools + rows + hashes + ReportDevices.text + ReportViewer.text
        + "})();\n"

    private static let tools = #"""
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

        """#

    private static let rows = #"""
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

        """#

    // Based on the specification of BlurHash (Wolt) and the description of ThumbHash (Evan Wallace).
    private static let hashes = #"""
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

        """#
}
