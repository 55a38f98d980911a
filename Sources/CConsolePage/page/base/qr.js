/**
 * Encodes a URL as a QR code (ISO/IEC 18004): byte mode, level M, versions 1 to 10 (213 bytes). Pure.
 * The tables hold, for each version, the codewords of error correction of one block, and the blocks as pairs of a
 * number of blocks and the data codewords of each (table 9 of the standard, level M).
 */

const versions = [
  [10, [1, 16]], [16, [1, 28]], [26, [1, 44]], [18, [2, 32]], [24, [2, 43]], [16, [4, 27]], [18, [4, 31]],
  [22, [2, 38], [2, 39]], [22, [3, 36], [2, 37]], [26, [4, 43], [1, 44]],
];
/** The centres of the alignment patterns of each version (annex E). */
const alignments = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const masks = [
  (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The modules of the code: rows of booleans, true is dark. Null where the text is too long. */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const index = versions.findIndex((blocks, at) => bytes.length + (at < 9 ? 2 : 3) <= dataLength(blocks));
  if (index < 0) return null;
  const codewords = interleaved(versions[index], padded(bytes, index, dataLength(versions[index])));
  const candidates = masks.map((mask, number) => drawn(index, codewords, mask, number));
  return candidates.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

function dataLength([, ...blocks]) {
  return blocks.reduce((sum, [number, length]) => sum + number * length, 0);
}

function padded(bytes, index, length) {
  const countBits = index < 9 ? 8 : 16;
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length, countBits), ...bytes.flatMap((byte) => bitsOf(byte, 8)), 0, 0, 0, 0];
  while (bits.length % 8) bits.push(0);
  const result = [];
  for (let at = 0; at < bits.length && result.length < length; at += 8) result.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; result.length < length; pad ^= 0xec ^ 0x11) result.push(pad);
  return result;
}

function bitsOf(value, length) {
  return Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
}

function interleaved([correction, ...groups], data) {
  const blocks = [];
  let from = 0;
  for (const [number, length] of groups) {
    for (let block = 0; block < number; block++, from += length) blocks.push(data.slice(from, from + length));
  }
  const remainders = blocks.map((block) => remainder(block, correction));
  const byTurns = (lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) },
    (_, at) => lists.filter((list) => at < list.length).map((list) => list[at])).flat();
  return [...byTurns(blocks), ...byTurns(remainders)];
}

/** Multiplication in GF(256) with the polynomial 0x11d. */
function product(one, other) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    result ^= ((other >> bit) & 1) * one;
  }
  return result & 0xff;
}

/** The codewords of Reed and Solomon for one block. */
function remainder(data, length) {
  let generator = [1];
  for (let at = 0, root = 1; at < length; at++, root = product(root, 2)) {
    const next = [...generator, 0];
    generator.forEach((factor, place) => { next[place + 1] ^= product(factor, root); });
    generator = next;
  }
  const result = new Array(length).fill(0);
  for (const byte of data) {
    const factor = byte ^ result.shift();
    result.push(0);
    for (let at = 0; at < length; at++) result[at] ^= product(generator[at + 1], factor);
  }
  return result;
}

function drawn(index, codewords, mask, maskNumber) {
  const size = 21 + 4 * index;
  const grid = Array.from({ length: size }, () => new Array(size).fill(null));
  const set = (x, y, isDark) => { if (x >= 0 && y >= 0 && x < size && y < size) grid[y][x] = isDark; };
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
    }
  }
  for (const cy of alignments[index]) for (const cx of alignments[index]) {
    if (grid[cy][cx] !== null) continue;
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  }
  for (let at = 8; at < size - 8; at++) {
    grid[6][at] = at % 2 === 0;
    grid[at][6] = at % 2 === 0;
  }
  drawFormat(set, size, maskNumber);
  if (index >= 6) drawVersion(set, size, index + 1);
  drawData(grid, size, codewords, mask);
  return grid;
}

/** The format: level M is 00, then the mask; with BCH(15, 5) and the mask of the standard. */
function drawFormat(set, size, maskNumber) {
  let rest = maskNumber << 10;
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
  const format = ((maskNumber << 10) | rest) ^ 0x5412;
  const bit = (at) => ((format >> at) & 1) === 1;
  for (let at = 0; at < 15; at++) {
    const column = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    set(8, column, bit(at));
    const row = at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at;
    set(row, 8, bit(at));
  }
  set(8, size - 8, true);
}

function drawVersion(set, size, version) {
  let rest = version << 12;
  for (let bit = 17; bit >= 12; bit--) if ((rest >> bit) & 1) rest ^= 0x1f25 << (bit - 12);
  const value = (version << 12) | rest;
  for (let at = 0; at < 18; at++) {
    const isDark = ((value >> at) & 1) === 1;
    const far = size - 11 + (at % 3);
    set(far, Math.floor(at / 3), isDark);
    set(Math.floor(at / 3), far, isDark);
  }
}

function drawData(grid, size, codewords, mask) {
  let at = 0;
  for (let right = size - 1, isUpward = true; right >= 1; right -= 2, isUpward = !isUpward) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y][x] !== null) continue;
        const isDark = at < codewords.length * 8 && ((codewords[at >> 3] >> (7 - (at & 7))) & 1) === 1;
        at += 1;
        grid[y][x] = isDark !== mask(x, y);
      }
    }
  }
}

/** How hard a code is to read: runs, blocks, patterns like the finders', and the balance (section 7.8.3). */
function penalty(grid) {
  const size = grid.length;
  let sum = 0;
  let dark = 0;
  for (const isTurned of [false, true]) {
    for (let y = 0; y < size; y++) {
      const line = grid.map((row, x) => ((isTurned ? grid[x][y] : grid[y][x]) ? "1" : "0")).join("");
      for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (const pattern of [/(?=10111010000)/g, /(?=00001011101)/g]) sum += 40 * (line.match(pattern) ?? []).length;
    }
  }
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) {
    if (grid[y][x]) dark += 1;
    if (y && x && grid[y][x] === grid[y - 1][x] && grid[y][x] === grid[y][x - 1] && grid[y][x] === grid[y - 1][x - 1]) sum += 3;
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
