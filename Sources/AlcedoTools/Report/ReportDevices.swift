/// The part of a report's script that says which file of each variant some devices load.
///
/// An empty frame as large as the device's window evaluates `sizes`, so that media conditions and lengths are the browser's own.
/// Among the candidates, they take the first one that is dense enough. What `auto` is, only the page knows: it counts as absent.
enum ReportDevices {
    static let text = #"""
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

        """#
}
