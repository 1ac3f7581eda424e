// game.js: a game on the page: where it began, its moves, and which of its positions is looked at.
import {
  NOBODY, SIDES, emptyPosition, legalMoves, parsePosition, positionAfter, printFen, printPosition,
  squareName, squareNumber, winnerOf,
} from "../src/report/rules.js";

/** @typedef {import("../src/report/rules.js").Position} Position */

export class Game {
  /** @param {Position} start @param {number[]} moves */
  constructor(start = emptyPosition(7, 7), moves = []) {
    this.start = start;
    this.moves = moves;
    this.ply = moves.length;
    /** @type {number} */
    this.resigned = NOBODY;
  }

  /** @param {number} ply @returns {Position} */
  at(ply) {
    return positionAfter(this.start, this.moves.slice(0, ply));
  }

  get position() {
    return this.at(this.ply);
  }

  get isAtEnd() {
    return this.ply === this.moves.length;
  }

  /** The move that led to the position looked at. */
  get last() {
    if (this.ply === 0)
      return null;
    const before = this.at(this.ply - 1);
    return { from: before.knights[before.toMove], to: this.moves[this.ply - 1] };
  }

  /** Of the whole game. */
  get winner() {
    return this.resigned !== NOBODY ? 1 - this.resigned : winnerOf(this.at(this.moves.length));
  }

  /** Moves from the position looked at; what was played after it is dropped.
   * @param {number} square */
  play(square) {
    if (!legalMoves(this.position).includes(square))
      return false;
    if (this.moves[this.ply] !== square) {
      this.moves = [...this.moves.slice(0, this.ply), square];
      this.resigned = NOBODY;
    }
    this.ply++;
    return true;
  }

  /** @param {number} ply */
  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
  }

  /** Drops all after the position looked at. */
  cut() {
    if (!this.isAtEnd)
      this.resigned = NOBODY;
    this.moves = this.moves.slice(0, this.ply);
  }

  /** As position text: of what is looked at. */
  get text() {
    return printPosition(this.start, this.moves.slice(0, this.ply));
  }

  get fen() {
    return printFen(this.position);
  }

  /** The whole game in chess's format, as `isolab export --format pgn` writes it.
   * @param {string[]} players */
  pgn(players) {
    const shift = this.start.toMove;
    const result = this.winner === 0 ? "1-0" : this.winner === 1 ? "0-1" : "*";
    const words = this.moves.flatMap((square, i) => {
      const number = (i + shift >> 1) + 1;
      const byFirst = (i + shift) % 2 === 0;
      return [...(byFirst ? [`${number}.`] : i === 0 ? [`${number}...`] : []), squareName(this.start, square)];
    });
    const quoted = (/** @type {string} */ text) => `"${text.replace(/["\\]/g, "\\$&")}"`;
    const tags = [["Event", "isolab"], ["Site", "?"], ["Date", "????.??.??"], ["Round", "1"],
      ["White", players[0]], ["Black", players[1]], ["Result", result], ["SetUp", "1"],
      ["FEN", printFen(this.start)], ["Variant", "isolation"],
      ["Termination", this.resigned !== NOBODY ? "abandoned" : "normal"],
      ["PlyCount", String(this.moves.length)]];
    const lines = [""];
    for (const word of [...words, result]) {
      const line = lines[lines.length - 1];
      if (line && line.length + 1 + word.length >= 80)
        lines.push(word);
      else
        lines[lines.length - 1] = line ? `${line} ${word}` : word;
    }
    return `${tags.map(([name, value]) => `[${name} ${quoted(value)}]`).join("\n")}\n\n${lines.join("\n")}\n`;
  }

  /** Of a position text, a FEN or a game in chess's format.
   * @param {string} text */
  static parse(text) {
    if (!/^\s*\[/.test(text)) {
      const { start, moves } = parsePosition(text);
      return new Game(start, moves);
    }
    const fen = /\[FEN "([^"]*)"\]/.exec(text)?.[1];
    if (!fen)
      throw new Error("this game has no FEN tag, so nobody knows its board");
    const game = new Game(parsePosition(fen).start);
    for (const word of text.replace(/^\s*\[.*\]\s*$/gm, "").replace(/\{[^}]*\}/g, "").split(/\s+/))
      if (word && !/^(\d+\.+|1-0|0-1|\*)$/.test(word) &&
          !game.play(squareNumber(game.start, word.replace(/^\d+\.+/, ""))))
        throw new Error(`${word} is no legal move of ${SIDES[game.position.toMove]} here`);
    return game;
  }
}
