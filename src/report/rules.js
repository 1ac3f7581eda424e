// rules.js: the game itself, for pages: what stands where, who may go where, and how it is written.
//
// A Position is a value: after() makes a new one. Squares are numbers, row by row from the top left.

/**
 * @typedef {0 | 1} Side
 * @typedef {{side: 0 | 1 | 2, ply: number | null}} Visit who stood on a square (2: nobody knows), and
 *   by which move of the game, where that is known
 * @typedef {{width: number, height: number, visits: (Visit | null)[], knights: [number, number],
 *   toMove: Side}} Position null: a blank; a knight at -1 is in hand
 */

export const SIDES = ["first", "second"];
export const NOBODY = 2;
const SQUARE_LIMIT = 128;

/** @param {number} width @param {number} height @returns {Position} */
export function emptyPosition(width, height) {
  return { width, height, visits: Array(width * height).fill(null), knights: [-1, -1], toMove: 0 };
}

/** @param {Position} position @param {number} square */
export function squareName({ width, height }, square) {
  return String.fromCharCode(97 + square % width) + (height - Math.floor(square / width));
}

/** -1 where there is no such square.
 * @param {Position} position @param {string} name */
export function squareNumber({ width, height }, name) {
  const parts = /^([a-z])([1-9]\d?)$/.exec(name);
  const column = parts ? parts[1].charCodeAt(0) - 97 : width;
  const row = parts ? height - Number(parts[2]) : -1;
  return column < width && row >= 0 ? row * width + column : -1;
}

/** @param {Position} position @param {number} a @param {number} b */
function isKnightMove({ width }, a, b) {
  const across = Math.abs(a % width - b % width);
  return across * Math.abs(Math.floor(a / width) - Math.floor(b / width)) === 2;
}

/** @param {Position} position @param {number} from */
function blanksAround(position, from) {
  const squares = [];
  for (let square = 0; square < position.visits.length; square++)
    if (!position.visits[square] && isKnightMove(position, from, square))
      squares.push(square);
  return squares;
}

/** Where that side may go.
 * @param {Position} position @param {number} side @returns {number[]} */
export function legalMoves(position, side = position.toMove) {
  const from = position.knights[side];
  return from >= 0 ? blanksAround(position, from)
    : [...position.visits.keys()].filter((square) => !position.visits[square]);
}

/** @param {Position} position @param {number} square @param {number | null} ply @returns {Position} */
export function after(position, square, ply = null) {
  const side = position.toMove;
  const visits = [...position.visits];
  const knights = /** @type {[number, number]} */ ([...position.knights]);
  visits[square] = { side, ply };
  knights[side] = square;
  return { ...position, visits, knights, toMove: side === 0 ? 1 : 0 };
}

/** @param {Position} position @returns {0 | 1 | 2} */
export function winnerOf(position) {
  return legalMoves(position).length > 0 ? NOBODY : position.toMove === 0 ? 1 : 0;
}

/** @param {Position} position @param {number} square */
const colour = ({ width }, square) => (square % width + Math.floor(square / width)) % 2;

/** Who can take squares that the other is about to use.
 * @param {Position} position */
export function attackerOf(position) {
  const [first, second] = position.knights;
  if (first < 0 || second < 0)
    return NOBODY;
  const same = colour(position, first) === colour(position, second);
  return same ? position.toMove : 1 - position.toMove;
}

/** Knight moves to each square through blanks, Infinity where there is no way.
 * @param {Position} position @param {number} side @returns {number[]} */
export function distances(position, side) {
  const steps = Array(position.visits.length).fill(Infinity);
  let edge = position.knights[side] < 0 ? [] : [position.knights[side]];
  for (let step = 1; edge.length > 0; step++)
    edge = edge.flatMap((from) => blanksAround(position, from).filter((square) => {
      const isNew = steps[square] > step;
      if (isNew)
        steps[square] = step;
      return isNew;
    }));
  return steps;
}

/** Whose each square is: whoever gets there first, if both spread over the blanks in turns, the side
 * to move first, each keeping what it has.
 * @param {Position} position @returns {(number | null)[]} */
export function territory(position) {
  /** @type {(number | null)[]} */
  const owner = Array(position.visits.length).fill(null);
  const edges = position.knights.map((square) => square < 0 ? [] : [square]);
  for (let side = position.toMove; edges[0].length + edges[1].length > 0; side = side === 0 ? 1 : 0)
    edges[side] = edges[side].flatMap((from) => blanksAround(position, from).filter((square) => {
      const isNew = owner[square] === null;
      if (isNew)
        owner[square] = side;
      return isNew;
    }));
  return owner;
}

/** @param {Position} position */
export function printFen(position) {
  const { width, height, visits, knights, toMove } = position;
  const ranks = Array.from({ length: height }, (_, row) => {
    const squares = Array.from({ length: width }, (_, column) => {
      const square = row * width + column;
      return square === knights[0] ? "N" : square === knights[1] ? "n" : visits[square] ? "*" : " ";
    });
    return squares.join("").replace(/ +/g, (blanks) => String(blanks.length));
  });
  const inHand = (knights[0] < 0 ? "N" : "") + (knights[1] < 0 ? "n" : "");
  return `${ranks.join("/")}${inHand && `[${inHand}]`} ${toMove === 0 ? "w" : "b"}`;
}

/** @param {string} fen @returns {Position} */
export function parseFen(fen) {
  const [board, turn] = fen.split(/\s+/);
  const rows = board.replace(/\[.*\]/, "").split("/").map((rank) =>
    (rank.match(/\d+|./g) ?? []).flatMap((part) =>
      /\d/.test(part) ? Array(Math.min(Number(part), SQUARE_LIMIT)).fill(" ") : [part]));
  const position = emptyPosition(rows[0].length, rows.length);
  if (rows.some((row) => row.length !== position.width) || position.visits.length > SQUARE_LIMIT)
    throw new Error("the ranks of this FEN are not one board");
  rows.flat().forEach((piece, square) => {
    const side = "Nn*".indexOf(piece);
    if (side >= 0)
      position.visits[square] = { side: /** @type {0 | 1 | 2} */ (side), ply: null };
    if (side === 0 || side === 1)
      position.knights[side] = square;
  });
  position.toMove = turn === "b" ? 1 : 0;
  return position;
}

/** A start and the moves from there, of a position text: `7x7 d4 c2`, or a FEN and moves after it.
 * @param {string} text @returns {{start: Position, moves: number[]}} */
export function parsePosition(text) {
  const words = text.trim().split(/\s+/);
  const size = /^(\d+)x(\d+)$/.exec(words[0]);
  const [width, height] = size ? [Number(size[1]), Number(size[2])] : [0, 0];
  if (!size && !words[0].includes("/"))
    throw new Error(`"${words[0]}" is neither a board such as 7x7 nor a FEN`);
  if (size && (width < 3 || width > 26 || height < 3 || width * height > SQUARE_LIMIT))
    throw new Error(`boards have 3 to 26 files, at least 3 ranks and at most ${SQUARE_LIMIT} squares`);
  const start = size ? emptyPosition(width, height) : parseFen(text.trim());
  const moves = [];
  let position = start;
  for (const word of size ? words.slice(1) : []) {
    const square = squareNumber(position, word);
    if (!legalMoves(position).includes(square))
      throw new Error(`${word} is no legal move of ${SIDES[position.toMove]} here`);
    moves.push(square);
    position = after(position, square, moves.length);
  }
  return { start, moves };
}

/** @param {Position} start @param {number[]} moves */
export function positionAfter(start, moves) {
  return moves.reduce((position, square, i) => after(position, square, i + 1), start);
}

/** The inverse of parsePosition(): moves from the empty board, else a FEN of what they lead to.
 * @param {Position} start @param {number[]} moves */
export function printPosition(start, moves) {
  if (start.visits.some((visit) => visit))
    return printFen(positionAfter(start, moves));
  return [`${start.width}x${start.height}`, ...moves.map((square) => squareName(start, square))].join(" ");
}
