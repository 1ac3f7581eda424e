// openings.js: every reply to a first square, by its exact value.
//
// Boards up to 7x7 are solved here, reply by reply; for 8x8 that takes hours, and the table that was
// made of it (data/placements-8x8.txt) is in the page. What is known of one reply is known of its
// images under the board's symmetry.
import { BoardView } from "../src/report/board.js";
import {
  SIDES, after, attackerOf, emptyPosition, legalMoves, squareName, squareNumber,
} from "../src/report/rules.js";
import { byId, disable, onClick, say } from "./dom.js";
import { Thinker } from "./thinker.js";

/** @typedef {import("../src/report/board.js").Mark} Mark */

/** The same pair of squares for all its images.
 * @param {number} width @param {number} height
 * @param {number} first @param {number} second */
function pairKey(width, height, first, second) {
  const images = [];
  for (let turn = 0; turn < 8; turn++) {
    if (turn >= 4 && width !== height)
      break; // only squares turn by a quarter
    const image = [first, second].map((square) => {
      let [x, y] = [square % width, Math.floor(square / width)];
      if (turn & 1)
        x = width - 1 - x;
      if (turn & 2)
        y = height - 1 - y;
      return turn & 4 ? x * width + y : y * width + x;
    });
    images.push(image[0] * width * height + image[1]);
  }
  return Math.min(...images);
}

export class Openings {
  /** @param {(text: string) => void} analyze where a reply leads */
  constructor(analyze) {
    this.analyze = analyze;
    this.thinker = new Thinker();
    /** @type {Map<string, Map<number, number>>} */
    this.known = new Map();
    this.size = "7x7";
    this.first = -1;
    this.isShown = false;
    this.board = new BoardView(byId("openings-board"), (square) => this.choose(square));
    byId("openings-size").addEventListener("change", () => {
      this.size = byId("openings-size").value;
      this.choose(-1);
    });
    onClick("openings-again", () => this.choose(-1));
    this.readTable();
  }

  fill() {}

  readTable() {
    const [width, height] = [8, 8];
    const start = emptyPosition(width, height);
    const table = new Map();
    for (const entry of byId("placements").textContent.trim().split(" ")) {
      const [first, second] = [entry.slice(0, 2), entry.slice(2, 4)].map((name) =>
        squareNumber(start, name));
      table.set(pairKey(width, height, first, second), entry[4] === "f" ? 0 : 1);
    }
    this.known.set("8x8", table);
  }

  get start() {
    const [width, height] = this.size.split("x").map(Number);
    return emptyPosition(width, height);
  }

  get position() {
    return this.first < 0 ? this.start : after(this.start, this.first);
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.isShown = isShown;
    if (isShown)
      this.work();
    else
      this.thinker.stop();
  }

  /** Who wins after that reply, if it is known.
   * @param {number} reply */
  winner(reply) {
    const { width, height } = this.start;
    return this.known.get(this.size)?.get(pairKey(width, height, this.first, reply));
  }

  /** @param {number} square */
  choose(square) {
    if (square >= 0 && this.first >= 0) {
      this.analyze(`${this.size} ${squareName(this.start, this.first)} ${squareName(this.start, square)}`);
      return;
    }
    this.first = square;
    this.work();
  }

  async work() {
    this.thinker.stop();
    this.draw();
    if (this.first < 0)
      return;
    const { width, height } = this.start;
    const table = this.known.get(this.size) ?? new Map();
    this.known.set(this.size, table);
    const keys = new Map(legalMoves(this.position).filter((reply) => this.winner(reply) === undefined)
      .map((reply) => [pairKey(width, height, this.first, reply), reply]));
    if (keys.size === 0)
      return;
    const first = this.first;
    const text = `${this.size} ${squareName(this.start, first)}`;
    await this.thinker.ask("values", [text, [...keys.values()]],
      ({ move, winner }) => {
        table.set(pairKey(width, height, first, move), winner);
        this.draw();
      }).catch(() => {}); // stopped
  }

  draw() {
    const { position } = this;
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    const counts = [0, 0];
    /** @type {string[]} */
    const exceptions = [];
    const replies = this.first < 0 ? [] : legalMoves(position);
    for (const reply of replies) {
      const winner = this.winner(reply);
      if (winner === undefined)
        continue;
      counts[winner]++;
      marks.set(reply, {
        kind: `own-${winner}`, text: ["1st", "2nd"][winner], says: `${SIDES[winner]} wins`,
      });
      if (winner !== attackerOf(after(position, reply)))
        exceptions.push(squareName(position, reply));
    }
    const known = counts[0] + counts[1];
    this.board.show(position, { playable: true, marks });
    disable(byId("openings-again"), this.first < 0);
    byId("openings-status").dataset.known = `${known}/${replies.length}`;
    const name = this.first < 0 ? "" : squareName(position, this.first);
    say("openings-status", this.first < 0 ? "Choose the first knight's square."
      : known < replies.length ? `${known} of ${replies.length} replies are proved\u2026`
        : counts[1] === 0 ? `First wins after ${name}, whatever the reply.`
          : `${counts[1]} of ${replies.length} replies to ${name} win for second.`);
    say("openings-note", this.first < 0 || known < replies.length ? ""
      : exceptions.length === 0 ? "The attacker wins everywhere."
        : `The attacker wins everywhere but at ${exceptions.join(", ")}.`);
  }
}
