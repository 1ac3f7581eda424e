// analyze.js: who wins, why, and who would be fooled.
//
// Two workers: one proves, the other asks the heuristics and, while nothing is proved yet, the
// champion for what it thinks. Both are stopped as soon as another position is looked at.
import { BoardView } from "../src/report/board.js";
import {
  NOBODY, SIDES, attackerOf, distances, legalMoves, squareName, territory, winnerOf,
} from "../src/report/rules.js";
import { badge, byId, capital, disable, make, onClick, say } from "./dom.js";
import { Stopped, Thinker } from "./thinker.js";

/**
 * @typedef {import("../src/report/board.js").Mark} Mark
 * @typedef {import("./engine.js").Choice} Choice
 * @typedef {{name: string, now: number, values: number[]}} Opinion
 * @typedef {{winner: number, winning: Set<number>, losing: Set<number>, line: number[], nodes: number,
 *   seconds: number | null}} Proof
 */

const CHAMPIONS = ["champion,time=1s", "champion,time=10s"];
const COLUMNS = 8; // legal moves that fit a table; more there are only before both knights stand
const PATIENCE = 600; // milliseconds for a proof before the champion is asked

/** @param {number} value */
const printed = (value) => Number.isNaN(value) ? "\u2013"
  : Math.abs(value) === Infinity ? (value > 0 ? "\u221e" : "\u2212\u221e")
    : String(Math.round(value * 100) / 100).replace("-", "\u2212");

export class Analyze {
  /** @param {import("./game.js").Game} game @param {() => void} onChange the address follows */
  constructor(game, onChange) {
    this.game = game;
    this.onChange = onChange;
    this.prover = new Thinker();
    this.critic = new Thinker();
    /** @type {Proof} */
    this.proof = this.noProof();
    /** @type {Opinion[]} */
    this.opinions = [];
    /** @type {Choice | null} */
    this.guess = null;
    this.isShown = false;
    this.isWorking = false;
    this.isGuessing = false;
    this.turn = 0;
    this.board = new BoardView(byId("analyze-board"), (square) => {
      game.play(square);
      this.changed();
    });
    onClick("analyze-to-start", () => this.go(0));
    onClick("analyze-back", () => this.go(game.ply - 1));
    onClick("analyze-forward", () => this.go(game.ply + 1));
    onClick("analyze-to-end", () => this.go(Infinity));
    onClick("analyze-stop", () => {
      this.stop();
      this.draw();
    });
    byId("layers").addEventListener("change", () => this.draw());
  }

  fill() {}

  /** @returns {Proof} */
  noProof() {
    return {
      winner: NOBODY, winning: new Set(), losing: new Set(), line: [], nodes: 0, seconds: null,
    };
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.isShown = isShown;
    if (isShown)
      this.changed();
    else
      this.stop();
  }

  stop() {
    this.turn++;
    this.isWorking = false;
    this.isGuessing = false;
    this.prover.stop();
    this.critic.stop();
  }

  /** @param {number} ply */
  go(ply) {
    this.game.go(ply);
    this.changed();
  }

  changed() {
    this.stop();
    this.proof = this.noProof();
    this.opinions = [];
    this.guess = null;
    this.onChange();
    if (this.isShown && winnerOf(this.game.position) === NOBODY) {
      this.isWorking = true;
      this.work().catch((error) => {
        if (error instanceof Stopped)
          return;
        this.stop();
        this.draw();
      });
    }
    this.draw();
  }

  async work() {
    const { text } = this.game;
    const turn = this.turn;
    this.critic.ask("opinions", [text]).then((opinions) => {
      this.opinions = opinions;
      this.draw();
    }).catch(() => {});
    setTimeout(() => {
      if (turn === this.turn && this.isWorking && this.proof.winner === NOBODY)
        this.guessBy(CHAMPIONS).catch(() => {});
    }, PATIENCE);
    const { line, seconds, nodes } = await this.prover.ask("prove", [text], (told) => {
      this.proof.winner = told.winner ?? this.proof.winner;
      this.proof.nodes = told.nodes;
      told.winning?.forEach((/** @type {number} */ square) => this.proof.winning.add(square));
      told.losing?.forEach((/** @type {number} */ square) => this.proof.losing.add(square));
      if (told.winner !== undefined && this.isGuessing)
        this.critic.stop();
      this.draw();
    });
    Object.assign(this.proof, { line, seconds, nodes });
    this.isWorking = false;
    this.draw();
  }

  /** @param {string[]} agents */
  async guessBy(agents) {
    const guess = (/** @type {Choice} */ choice) => {
      this.guess = choice;
      this.drawVerdict();
    };
    this.isGuessing = true;
    for (const agent of agents)
      guess(await this.critic.ask("choose", [this.game.text, agent, "", null], guess));
  }

  get layer() {
    return byId("layers").elements.namedItem("layer").value;
  }

  /** What the chosen layer says of each square.
   * @returns {Map<number, Mark>} */
  marks() {
    const { position } = this.game;
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    if (this.layer === "verdicts") {
      for (const square of this.proof.winning)
        marks.set(square, { kind: "wins", sign: "good", says: "wins" });
      for (const square of this.proof.losing)
        marks.set(square, { kind: "loses", sign: "bad", says: "loses" });
    } else if (this.layer === "territory")
      territory(position).forEach((side, square) => {
        if (side !== null)
          marks.set(square, { kind: `own-${side}`, says: `${SIDES[side]}'s territory` });
      });
    else if (this.layer === "contested") {
      const other = legalMoves(position, 1 - position.toMove);
      if (position.knights.every((square) => square >= 0))
        legalMoves(position).filter((square) => other.includes(square)).forEach((square) =>
          marks.set(square, { kind: "contested", says: "contested" }));
    } else {
      const side = Number(this.layer.slice(-1));
      distances(position, side).forEach((steps, square) => {
        const kind = `own-${side} far-${Math.min(steps, 6)}`;
        if (steps < Infinity)
          marks.set(square, { kind, text: String(steps), says: `${steps} moves` });
      });
    }
    return marks;
  }

  draw() {
    const { game } = this;
    const { position } = game;
    const marks = this.marks();
    this.board.show(position, { last: game.last, playable: true, marks });
    say("layer-note",
      this.layer === "contested" && marks.size === 0 ? "No square is contested now." : "");
    for (const id of ["analyze-to-start", "analyze-back"])
      disable(byId(id), game.ply === 0);
    for (const id of ["analyze-forward", "analyze-to-end"])
      disable(byId(id), game.isAtEnd);
    this.drawVerdict();
    this.drawOpinions();
  }

  verdictText() {
    const { position } = this.game;
    const { winner, winning, losing } = this.proof;
    const { guess } = this;
    const count = legalMoves(position).length;
    const known = winning.size + losing.size;
    if (count === 0)
      return `${capital(SIDES[position.toMove])} has no move.`;
    if (winner === NOBODY && guess) {
      const side = guess.score >= 0 ? position.toMove : 1 - position.toMove;
      const chance = Math.min(99, Math.round(100 / (1 + Math.exp(-Math.abs(guess.score)))));
      return `The champion, ${guess.depth} plies deep, gives ${SIDES[side]} ${chance} % of the chances.`;
    }
    if (winner === NOBODY)
      return this.isWorking ? "Proving\u2026" : "Stopped.";
    if (known < count)
      return `${this.isWorking ? "" : "Stopped: "}${known} of ${count} moves are judged.`;
    return winning.size === 0 ? "Every move loses."
      : winning.size === 1 ? `1 of ${count} moves wins.` : `${winning.size} of ${count} moves win.`;
  }

  drawVerdict() {
    const { position } = this.game;
    const { winner, nodes, seconds, line } = this.proof;
    const over = winnerOf(position);
    const verdict = byId("verdict");
    const decided = over !== NOBODY ? over : winner;
    verdict.dataset.winner = decided === NOBODY ? "" : SIDES[decided];
    verdict.dataset.position = this.game.text;
    verdict.dataset.state = this.isWorking ? "working" : "done";
    verdict.replaceChildren(decided === NOBODY ? "Not proved yet"
      : `${capital(SIDES[decided])} ${over !== NOBODY ? "has won" : "wins"}`);
    if (decided !== NOBODY)
      verdict.append(" ", badge(over !== NOBODY ? "the game is over" : "proved", "won"));
    byId("verdict").className = `status ${decided === NOBODY ? "" : SIDES[decided]}`;

    const attacker = attackerOf(position);
    say("verdict-note", this.verdictText());
    say("attacker-note", attacker === NOBODY ? "" : `${capital(SIDES[attacker])} is the attacker.`);
    const time = seconds === null ? ""
      : seconds < 1 ? `, ${Math.round(seconds * 1000)} ms` : `, ${seconds.toFixed(1)} s`;
    say("effort-note", nodes > 0 ? `${nodes.toLocaleString("en")} positions${time}` : "");
    byId("analyze-stop").hidden = !this.isWorking;

    const best = line.length > 0 ? line : winner === NOBODY ? this.guess?.line ?? [] : [];
    byId("best-line-title").textContent = line.length > 0 ? "Best play" : "The champion expects";
    byId("best-line-part").hidden = best.length === 0;
    byId("best-line").replaceChildren(...best.map((square, i) =>
      make("li", { class: SIDES[(position.toMove + i) % 2] }, make("button", {
        type: "button", onclick: () => this.follow(best.slice(0, i + 1)),
      }, squareName(position, square)))));
  }

  /** @param {number[]} line */
  follow(line) {
    line.forEach((square) => this.game.play(square));
    this.changed();
  }

  /** Whether a move is known to win or lose.
   * @param {number} square */
  worth(square) {
    return this.proof.winning.has(square) ? "good" : this.proof.losing.has(square) ? "bad" : "";
  }

  /** For the eye a sign, for the ear a word.
   * @param {number} square */
  worthSign(square) {
    const worth = this.worth(square);
    const [sign, word] = worth === "good" ? ["\u2009\u2713", " wins"] : ["\u2009\u00d7", " loses"];
    return worth ? [make("span", { "aria-hidden": "true" }, sign), make("span", { class: "heard" }, word)]
      : [];
  }

  /** What choosing one of these is worth, where it makes a difference.
   * @param {number[]} favourites */
  judge(favourites) {
    const wins = favourites.filter((square) => this.proof.winning.has(square)).length;
    const losses = favourites.filter((square) => this.proof.losing.has(square)).length;
    const isKnown = favourites.length > 0 && wins + losses === favourites.length;
    if (!isKnown || this.proof.winning.size === 0)
      return { kind: "", text: "" };
    return losses === 0 ? { kind: "good", text: " wins" }
      : wins === 0 ? { kind: "bad", text: " loses" }
        : { kind: "part", text: ` ${wins} of ${favourites.length}` };
  }

  /** @param {number[]} favourites */
  choiceText(favourites) {
    const { position } = this.game;
    const count = legalMoves(position).length;
    return favourites.length === 0 ? "\u2013"
      : favourites.length === count && count > 1 ? "anywhere"
        : favourites.length > 3 ? `one of ${favourites.length}`
          : favourites.map((square) => squareName(position, square)).join(", ");
  }

  drawOpinions() {
    const { position } = this.game;
    const moves = legalMoves(position);
    const shown = moves.length <= COLUMNS ? moves : [];
    byId("opinions-part").hidden = this.opinions.length === 0;
    byId("opinions-head").replaceChildren(make("tr", {},
      make("th", { scope: "col" }, "Heuristic"), make("th", { scope: "col" }, "Now"),
      make("th", { scope: "col" }, "Would go to"),
      ...shown.map((square) => make("th", { scope: "col", class: `move ${this.worth(square)}` },
        squareName(position, square), ...this.worthSign(square)))));
    let fooled = 0;
    byId("opinions").replaceChildren(...this.opinions.map(({ name, now, values }) => {
      const best = Math.max(...values.filter((value) => !Number.isNaN(value)));
      const favourites = moves.filter((_, i) => values[i] === best);
      const verdict = this.judge(favourites);
      fooled += verdict.kind === "bad" ? 1 : 0;
      return make("tr", {},
        make("th", { scope: "row" }, name),
        make("td", { "data-value": String(now) }, printed(now)),
        make("td", { class: `choice-cell ${verdict.kind}` }, this.choiceText(favourites),
          make("small", {}, verdict.text)),
        ...shown.map((square, i) => make("td", {
          class: values[i] === best ? `best ${this.worth(square)}` : "",
        }, printed(values[i]))));
    }));
    say("opinions-note", this.proof.winning.size === 0
      ? this.proof.winner === NOBODY ? "" : "Every move loses: nobody can choose well."
      : `${fooled} of ${this.opinions.length} would go where ${SIDES[position.toMove]} loses.`);
  }
}
