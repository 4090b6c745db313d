// Plays random games and writes down what Fairy-Stockfish's library ffish (npm) says of the rules after every ply.
// usage, where ffish is found: node tests/peers/record.js SEED POSITIONS OUT.jsonl VARIANT... 2>/dev/null
// For each variant it plays whole games until so many positions are written. A line is one game:
// {variant, start, moves: [uci], plies: [[fen, legal, crc, check, draw, insuffW, insuffB], ...]}
// plies[0] is the start, plies[i] the position after moves[i-1]. legal = number of legal moves; crc = CRC-32 of the legal
// moves sorted and joined by single spaces; check = 1 if the side to move is in check; draw = 1 if a repetition, a move
// rule or the counting rule draws the game here (only told where moves are left and material suffices).
delete globalThis.fetch;
const fs = require('fs'), ffish = require('ffish');
const SETS = { makruk: 'rnsmp', makpong: 'rnsmp', cambodian: 'rnsmp', karouk: 'rnsmp', asean: 'rnbqp', 'ai-wok': 'rnsap' };

const TABLE = Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n >>> 0; });
const crc32 = s => { let c = ~0; for (let i = 0; i < s.length; i++) c = TABLE[(c ^ s.charCodeAt(i)) & 255] ^ (c >>> 8); return ~c >>> 0; };
function generator(text) { // xmur3 + sfc32
  let h = 1779033703 ^ text.length;
  for (let i = 0; i < text.length; i++) { h = Math.imul(h ^ text.charCodeAt(i), 3432918353); h = (h << 13) | (h >>> 19); }
  let [a, b, c, d] = [h, h ^ 0x9e3779b9, h ^ 0x85ebca6b, 1];
  const next = () => { const t = (a + b + d) | 0; d = (d + 1) | 0; a = b ^ (b >>> 9); b = (c + (c << 3)) | 0; c = (c << 21) | (c >>> 11); c = (c + t) | 0; return (t >>> 0) / 4294967296; };
  for (let i = 0; i < 20; i++) next();
  return { real: next, int: n => Math.floor(next() * n), pick: xs => xs[Math.floor(next() * xs.length)] };
}
function placement(board) {
  const rows = [];
  for (let r = 7; r >= 0; r--) {
    let row = '', gap = 0;
    for (let f = 0; f < 8; f++) { const p = board[8 * r + f]; if (!p) gap++; else { row += (gap || '') + p; gap = 0; } }
    rows.push(row + (gap || ''));
  }
  return rows.join('/');
}
function randomEndgame(rng, variant) {
  for (;;) {
    const board = Array(64).fill(null), free = [...Array(64).keys()];
    for (let i = 63; i > 0; i--) { const j = rng.int(i + 1); [free[i], free[j]] = [free[j], free[i]]; }
    const put = (letter, white) => {
      while (free.length) {
        const s = free.pop(), r = white ? s >> 3 : 7 - (s >> 3);
        if (letter === 'p' && !(r >= 2 && r <= (variant === 'asean' ? 6 : 4))) continue;
        board[s] = white ? letter.toUpperCase() : letter; return;
      }
    };
    const swap = rng.real() < 0.5, pool = (rng.real() < 0.35 ? SETS[variant] : SETS[variant].replace('p', '')).split('');
    put('k', true); put('k', false);
    for (let n = 1 + rng.int(5); n > 0; n--) put(rng.pick(pool), !swap);
    for (let n = rng.pick([0, 0, 0, 1, 1, 2, 3]); n > 0; n--) put(rng.pick(pool), swap);
    const stm = rng.pick(['w', 'b']), place = placement(board), clock = 1 + rng.int(90);
    const fen = `${place} ${stm} - - 0 ${clock}`, other = `${place} ${stm === 'w' ? 'b' : 'w'} - - 0 ${clock}`;
    if (ffish.validateFen(fen, variant) !== 1 || ffish.validateFen(other, variant) !== 1) continue;
    const o = new ffish.Board(variant, other), bad = o.isCheck(); o.delete();
    if (bad) continue;
    const b = new ffish.Board(variant, fen), over = !b.legalMoves() || (variant === 'karouk' && b.isCheck()); b.delete();
    if (!over) return fen;
  }
}
function initialFen(variant) { const b = new ffish.Board(variant), fen = b.fen(); b.delete(); return fen; }
function play(rng, variant, endgame) {
  const start = endgame ? randomEndgame(rng, variant) : initialFen(variant);
  const b = new ffish.Board(variant, start), moves = [], plies = [], greedy = rng.real() < 0.5;
  for (let i = 0; i < 300; i++) {
    const text = b.legalMoves(), legal = text ? text.split(' ').sort() : [];
    const [iw, ib] = [b.hasInsufficientMaterial(true), b.hasInsufficientMaterial(false)];
    const draw = legal.length && !(iw && ib) && b.isGameOver(true);
    plies.push([b.fen(), legal.length, crc32(legal.join(' ')), +b.isCheck(), +!!draw, +iw, +ib]);
    if (!legal.length || (draw && rng.real() < 0.7) || (iw && ib && rng.real() < 0.2)) break;
    const captures = greedy && rng.real() < 0.3 ? legal.filter(m => b.isCapture(m)) : [];
    const move = rng.pick(captures.length ? captures : legal);
    moves.push(move); b.push(move);
  }
  b.delete();
  return { variant, start, moves, plies };
}
ffish.onRuntimeInitialized = () => {
  const [seed, positions, out, ...variants] = process.argv.slice(2), fd = fs.openSync(out, 'w');
  for (const variant of variants) {
    const rng = generator(`${seed}-${variant}`);
    for (let i = 0, written = 0; written < +positions; i++) {
      const game = play(rng, variant, i % 3 !== 0);
      written += game.plies.length;
      fs.writeSync(fd, JSON.stringify(game) + '\n');
    }
  }
};
