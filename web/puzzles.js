// puzzles.js: positions with one winning move, easiest first, and the refutation of every other.
import { BoardView } from "../src/report/board.js";
import {
  SIDES, after, parsePosition, positionAfter, squareName, squareNumber,
} from "../src/report/rules.js";
import { byId, capital, disable, onClick, say } from "./dom.js";
import { Stopped, Thinker } from "./thinker.js";

/**
 * @typedef {import("../src/report/board.js").Mark} Mark
 * @typedef {{position: string, solution: string, missed: number, agents: number}} Puzzle
 */

const PACE = 800; // milliseconds between the moves of a refutation
const SHOWN = 7; // of its moves

/** A page that is opened from disk may have no place to remember. */
const memory = {
  read: () => {
    try {
      return new Set(JSON.parse(localStorage.getItem("isolab-puzzles") ?? "[]"));
    } catch {
      return new Set();
    }
  },
  /** @param {Set<any>} solved */
  write: (solved) => {
    try {
      localStorage.setItem("isolab-puzzles", JSON.stringify([...solved]));
    } catch {
      // then not
    }
  },
};

export class Puzzles {
  /** @param {(text: string) => void} analyze */
  constructor(analyze) {
    /** @type {Puzzle[]} */
    this.list = JSON.parse(byId("puzzles").textContent);
    this.solved = memory.read();
    this.thinker = new Thinker();
    this.number = Math.max(0, this.list.findIndex(({ position }) => !this.solved.has(position)));
    this.turn = 0;
    /** @type {"open" | "missed" | "solved"} */
    this.state = "open";
    this.said = "";
    this.board = new BoardView(byId("puzzles-board"), (square) => this.answer(square));
    this.start = this.position = this.read();
    /** @type {{from: number, to: number} | null} */
    this.last = null;
    onClick("puzzle-back", () => this.go(this.number - 1));
    onClick("puzzle-next", () => this.go(this.number + 1));
    onClick("puzzle-again", () => this.go(this.number));
    onClick("puzzle-show", () => this.answer(this.solution, true));
    onClick("puzzle-analyze", () => analyze(this.puzzle.position));
  }

  fill() {}

  get puzzle() {
    return this.list[this.number];
  }

  get solution() {
    return squareNumber(this.start, this.puzzle.solution);
  }

  /** @returns {import("../src/report/rules.js").Position} */
  read() {
    const { start, moves } = parsePosition(this.puzzle.position);
    const position = positionAfter(start, moves);
    return { ...position, visits: position.visits.map((visit) => visit && { ...visit, ply: null }) };
  }

  /** @param {boolean} isShown */
  show(isShown) {
    if (isShown)
      this.go(this.number);
    else
      this.stop();
  }

  stop() {
    this.turn++;
    this.thinker.stop();
  }

  /** @param {number} number */
  go(number) {
    this.stop();
    this.number = Math.max(0, Math.min(number, this.list.length - 1));
    this.start = this.position = this.read();
    this.last = null;
    this.state = "open";
    this.said = "";
    this.draw();
  }

  /** @param {number} square */
  move(square) {
    const played = this.position.visits.filter((visit) => visit?.ply).length;
    this.last = { from: this.position.knights[this.position.toMove], to: square };
    this.position = after(this.position, square, played + 1);
  }

  /** @param {number} square @param {boolean} isShown to who gave up */
  answer(square, isShown = false) {
    const name = squareName(this.start, square);
    if (this.state !== "open")
      return;
    this.move(square);
    if (square === this.solution) {
      this.state = "solved";
      this.said = isShown ? `It is ${name}.` : `${name} is right: the only move that wins.`;
      if (!isShown)
        this.solved.add(this.puzzle.position);
      memory.write(this.solved);
      this.draw();
      return;
    }
    this.state = "missed";
    this.said = `${name} loses\u2026`;
    this.draw();
    this.refute(name).catch((error) => {
      if (!(error instanceof Stopped))
        throw error;
    });
  }

  /** Plays on as it goes wrong.
   * @param {string} name */
  async refute(name) {
    const turn = this.turn;
    const { line } = await this.thinker.ask("solve", [
      `${this.puzzle.position} ${name}`, "line", { seconds: 5 }]);
    const names = line.map((/** @type {number} */ square) => squareName(this.start, square));
    this.said = `${name} loses to ${names[0]}.`;
    for (const square of line.slice(0, SHOWN)) {
      this.move(square);
      this.draw();
      await new Promise((done) => setTimeout(done, PACE));
      if (turn !== this.turn)
        return;
    }
    const rest = names.length > SHOWN ? "\u2026" : ".";
    const how = names.length > 0 ? ` to ${names.slice(0, SHOWN).join(" ")}` : ""; // a slow machine has none
    this.said = `${name} loses${how}${rest} Try again.`;
    this.draw();
  }

  draw() {
    const { missed, agents } = this.puzzle;
    const { toMove } = this.start;
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    this.board.show(this.position, { playable: this.state === "open", last: this.last, marks });
    byId("puzzle-status").dataset.state = this.state;
    say("puzzle-status", this.said || `${capital(SIDES[toMove])} to move: find the only move that wins.`);
    say("puzzle-number", `Puzzle ${this.number + 1} of ${this.list.length}`);
    say("puzzle-grade", missed === 0 ? "All agents find it."
      : `${missed} of ${agents} agents miss it.`);
    byId("puzzle-difficulty").value = missed;
    byId("puzzle-difficulty").max = agents;
    say("puzzle-solved", `${this.list.filter(({ position }) => this.solved.has(position)).length} solved`);
    disable(byId("puzzle-back"), this.number === 0);
    disable(byId("puzzle-next"), this.number === this.list.length - 1);
    disable(byId("puzzle-again"), this.state === "open");
    disable(byId("puzzle-show"), this.state !== "open");
  }
}
