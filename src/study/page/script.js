const SVG = 'http://www.w3.org/2000/svg', SIDE = 45, MARGIN = 16;
let active = null;
for (const game of document.querySelectorAll('.game')) {
  const data = JSON.parse(game.querySelector('script').textContent);
  const board = game.querySelector('.stage .board'), curve = game.querySelector('.curve');
  const last = data.men.length - 1;
  let place = last, turned = false;
  const at = square => {
    const seen = turned ? 63 - square : square;
    return [MARGIN + seen % 8 * SIDE, MARGIN + (seen >> 3) * SIDE];
  };
  const put = (parent, name, square, attributes) => {
    const node = document.createElementNS(SVG, name), [x, y] = at(square);
    for (const [key, value] of Object.entries({ x, y, width: SIDE, height: SIDE, ...attributes })) node.setAttribute(key, value);
    parent.append(node);
  };
  const show = to => {
    place = Math.max(0, Math.min(last, to));
    active = go;
    const men = board.querySelector('.men'), light = board.querySelector('.hl');
    men.replaceChildren();
    light.replaceChildren();
    if (place > 0) for (const square of data.moves[place - 1]) put(light, 'rect', square, {});
    [...data.men[place]].forEach((sign, square) => {
      if (sign !== '.') put(men, 'use', square, { href: '#' + sign.toLowerCase(), class: sign < 'a' ? 'W' : 'B' });
    });
    board.querySelectorAll('.names text').forEach(text => {
      text.dataset.was ??= text.textContent;
      const name = text.dataset.was;
      text.textContent = !turned ? name : name > '9' ? String.fromCharCode(201 - name.charCodeAt(0)) : 9 - name;
    });
    if (last > 0) board.querySelectorAll('.arrow,.head').forEach(arrow => arrow.remove());
    game.querySelector('.bar i').style.height = data.share[place] + '%';
    game.querySelector('.said').textContent = data.said[place];
    game.querySelector('.moves .now')?.classList.remove('now');
    const move = game.querySelector('.moves [data-ply="' + place + '"]');
    if (move) {
      move.classList.add('now');
      const list = move.closest('.moves'), top = move.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 30) list.scrollTop = top - list.clientHeight / 2;
    }
    if (curve) {
      const x = +curve.dataset.left + curve.dataset.width * place / last;
      curve.querySelector('.cursor').setAttribute('d', 'M' + x + ' ' + curve.dataset.top + 'V' + curve.dataset.bottom);
    }
  };
  const go = what => {
    if (what === 'turn') turned = !turned;
    show({ first: 0, back: place - 1, next: place + 1, last }[what] ?? place);
  };
  game.addEventListener('click', event => {
    const key = event.target.closest('[data-go]'), ply = event.target.closest('[data-ply]');
    if (key) go(key.dataset.go);
    else if (ply) {
      show(+ply.dataset.ply);
      if (ply.tagName === 'FIGURE') game.querySelector('.stage').scrollIntoView({ behavior: 'smooth', block: 'center' });
    } else if (curve?.contains(event.target)) {
      const box = curve.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * 1000 - curve.dataset.left;
      show(Math.round(x / curve.dataset.width * last));
    } else active = go;
  });
  show(last);
}
active = null;
addEventListener('keydown', event => {
  const what = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last' }[event.key];
  const first = document.querySelector('.game [data-go="' + what + '"]');
  if (!what || event.target.closest('input')) return;
  event.preventDefault();
  if (active) active(what); else first?.click();
});
