/// The part of a report's script that overlays two files of the same size, pixel by pixel.
enum ReportViewer {
    static let text = #"""
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

        """#
}
