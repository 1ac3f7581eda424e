// duel.js: two agents, fifty games, before one's eyes.
//
// The games are those of `isolab match` with the same agents, board and seed, under the virtual clock
// unless told otherwise: so whoever likes can have them again, and many more, from the program.
import { BoardView, drawn } from "../src/report/board.js";
import { parsePosition, positionAfter } from "../src/report/rules.js";
import { byId, make, onClick, say } from "./dom.js";
import { PlayerChooser } from "./players.js";
import { Stopped, Thinker } from "./thinker.js";

/** @typedef {import("./engine.js").DuelGame} DuelGame */

const PAIRS = 25;
/** Milliseconds a game at least, for the eye. */
const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 90;
const BUDGET = "virtual=150ms"; // of who has none

/** @param {string} spec */
const withBudget = (spec) => /,(time|nodes|depth|virtual)=/.test(spec) ? spec : `${spec},${BUDGET}`;

/** @param {number} share */
const percent = (share) => `${(share * 100).toFixed(1)}\u00a0%`;

export class Duel {
  constructor() {
    this.thinker = new Thinker();
    this.choosers = [["alphabeta:territory", "One"], ["alphabeta:improved", "The other"]].map(
      ([agent, legend], i) => new PlayerChooser(byId(`duel-${i}`),
        { legend, human: false, player: withBudget(agent), budget: "virtual" }));
    this.board = new BoardView(byId("duel-board"));
    /** @type {DuelGame[]} */
    this.games = [];
    this.names = ["", ""];
    this.isRunning = false;
    this.turn = 0;
    this.size = "7x7";
    onClick("duel-stop", () => this.stop());
    byId("duel-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.run();
    });
  }

  /** @param {import("./players.js").Registry} registry */
  fill(registry) {
    this.choosers.forEach((chooser) => chooser.fill(registry));
  }

  /** @param {boolean} isShown */
  show(isShown) {
    if (isShown)
      this.draw();
    else
      this.stop();
  }

  async run() {
    this.thinker.stop();
    const turn = ++this.turn;
    this.games = [];
    this.names = this.choosers.map((chooser) => withBudget(chooser.player));
    this.size = byId("duel-size").value;
    this.isRunning = true;
    let fault = "";
    this.draw();
    try {
      const seed = Number(byId("duel-seed").value) || 0;
      let shown = Promise.resolve(); // game by game, so that the eye can follow
      await this.thinker.ask("duel", [...this.names, this.size, PAIRS, seed], (game) => {
        shown = shown.then(() => this.showGame(game, turn));
      });
      await shown;
    } catch (error) {
      if (!(error instanceof Stopped))
        fault = `They cannot play: ${/** @type {Error} */ (error).message}.`;
    }
    if (turn !== this.turn)
      return;
    this.isRunning = false;
    this.draw(fault);
  }

  /** @param {DuelGame} game @param {number} turn */
  async showGame(game, turn) {
    if (turn !== this.turn)
      return;
    this.games.push(game);
    this.draw();
    await new Promise((done) => setTimeout(done, PACE));
  }

  stop() {
    this.turn++;
    this.thinker.stop();
    if (this.isRunning) {
      this.isRunning = false;
      this.draw("Stopped.");
    }
  }

  /** Games won by `one`, of the first so many.
   * @param {number} count */
  won(count = this.games.length) {
    return this.games.slice(0, count).filter(({ winner }) => winner === 0).length;
  }

  /** @param {string} fault */
  draw(fault = "") {
    const { games } = this;
    const last = games[games.length - 1];
    const { start, moves } = parsePosition(last ? last.text : this.size);
    this.board.show(positionAfter(start, moves), {});
    byId("duel-result").hidden = games.length === 0;
    byId("duel-stop").hidden = !this.isRunning;
    byId("duel-status").dataset.games = String(games.length);
    byId("duel-score").replaceChildren(make("span", { class: "first" }, String(this.won())), " : ",
      make("span", { class: "second" }, String(games.length - this.won())));
    say("duel-status", fault || this.status());
    if (!last)
      return;
    const [low, high] = last.interval;
    say("duel-interval", `${this.names[0]} scores ${percent(this.won() / games.length)}; ` +
      `with 95\u00a0% between ${percent(low)} and ${percent(high)}.`);
    this.drawCourse();
    byId("duel-games").replaceChildren(...Array.from({ length: PAIRS }, (_, pair) => make("li", {},
      ...[0, 1].map((i) => {
        const game = games[2 * pair + i];
        return make("i", { class: game ? ["first", "second"][game.winner] : "" });
      }))));
  }

  status() {
    const count = this.games.length;
    if (count === 0)
      return this.isRunning ? "The first game is being played\u2026" : "Choose two agents.";
    if (count < 2 * PAIRS)
      return `${count} of ${2 * PAIRS} games`;
    const [low, high] = this.games[count - 1].interval;
    return low > 0.5 ? `${this.names[0]} is the stronger.`
      : high < 0.5 ? `${this.names[1]} is the stronger.`
        : "Fifty games do not tell who is the stronger.";
  }

  /** The score after each pair, and its interval. */
  drawCourse() {
    const pairs = this.games.filter(({ number }) => number % 2 === 1);
    const x = (/** @type {number} */ pair) => 100 * (pair + 1) / PAIRS;
    const y = (/** @type {number} */ share) => 40 * (1 - share);
    const score = (/** @type {DuelGame} */ { points }) =>
      (points[2] + points[1] / 2) / (points[0] + points[1] + points[2]);
    const path = (/** @type {number[][]} */ list) =>
      list.map(([a, b]) => `${a.toFixed(2)},${b.toFixed(2)}`).join(" ");
    const band = [...pairs.map(({ interval }, i) => [x(i), y(interval[1])]),
      ...pairs.map(({ interval }, i) => [x(i), y(interval[0])]).reverse()];
    byId("duel-course").replaceChildren(
      drawn("line", { x1: 0, x2: 100, y1: 20, y2: 20, class: "even" }),
      drawn("polygon", { points: path(band), class: "band" }),
      drawn("polyline", {
        points: path(pairs.map((game, i) => [x(i), y(score(game))])), class: "course",
      }));
  }
}
