// play.js: a game against anybody, or between any two.
import {
  NOBODY, SIDES, attackerOf, emptyPosition, legalMoves, squareName,
} from "../src/report/rules.js";
import { BoardView } from "../src/report/board.js";
import { badge, byId, capital, disable, make, onClick, say } from "./dom.js";
import { Game } from "./game.js";
import { HUMAN, PlayerChooser, playerName } from "./players.js";
import { Stopped, Thinker } from "./thinker.js";

/** @typedef {import("../src/report/board.js").Mark} Mark */

const HINT_AGENT = "champion,time=400ms";
const PACE = 450; // milliseconds at least between two agents' moves, to be followed by eye

export class Play {
  /** @param {Game} game shared with the analysis @param {() => void} onChange the address follows */
  constructor(game, onChange) {
    this.game = game;
    this.onChange = onChange;
    this.players = [HUMAN, "greedy:improved"];
    this.thinker = new Thinker();
    this.turn = 0; // numbers what is asked, so that late answers are known
    this.isPaused = false;
    this.isShown = false;
    this.seed = 1 + Math.floor(Math.random() * 1e9);
    /** @type {Map<number, Mark>} */
    this.marks = new Map();
    this.fault = "";
    this.hinted = "";
    this.board = new BoardView(byId("play-board"), (square) => this.playMove(square));
    this.choosers = [0, 1].map((side) => new PlayerChooser(byId(`player-${side}`), {
      legend: `${capital(SIDES[side])} player`, human: true, player: this.players[side],
    }));
    this.listen();
  }

  listen() {
    onClick("take-back", () => this.takeBack());
    onClick("hint", () => this.giveHint());
    onClick("resign", () => this.resign());
    onClick("pause", () => this.pause(!this.isPaused));
    onClick("play-to-start", () => this.go(0));
    onClick("play-back", () => this.go(this.game.ply - 1));
    onClick("play-forward", () => this.go(this.game.ply + 1));
    onClick("play-to-end", () => this.go(Infinity));
    byId("new-game").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      const [width, height] = byId("board-size").value === "other"
        ? [Number(byId("board-width").value), Number(byId("board-height").value)]
        : byId("board-size").value.split("x").map(Number);
      if (width * height > 128)
        say("play-status", "A board has at most 128 squares.");
      else
        this.start(new Game(emptyPosition(width, height)), this.choosers.map((chooser) => chooser.player));
    });
    byId("board-size").addEventListener("change", () => {
      byId("other-size").hidden = byId("board-size").value !== "other";
    });
    onClick("import", () => this.importText());
    for (const kind of ["link", "text", "fen", "pgn"])
      onClick(`copy-${kind}`, () => this.copy(kind));
  }

  /** @param {import("./players.js").Registry} registry */
  fill(registry) {
    this.choosers.forEach((chooser) => chooser.fill(registry));
  }

  /** @param {Game} game @param {string[]} players */
  start(game, players) {
    this.stop();
    Object.assign(this.game, { ...game });
    this.players = players;
    this.choosers.forEach((chooser, side) => chooser.set(players[side]));
    this.seed = 1 + Math.floor(Math.random() * 1e9);
    this.thinker.close();
    this.isPaused = false;
    this.changed();
    byId("play-board").scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.isShown = isShown;
    if (isShown)
      this.changed();
    else
      this.stop();
  }

  /** Whoever is thinking stops. */
  stop() {
    this.turn++;
    this.thinker.stop();
  }

  get isOver() {
    return this.game.isAtEnd && this.game.winner !== NOBODY;
  }

  /** The only human.
   * @param {number} side */
  isYou(side) {
    return this.players[side] === HUMAN && this.players[1 - side] !== HUMAN;
  }

  get isHumansTurn() {
    return !this.isOver && this.players[this.game.position.toMove] === HUMAN;
  }

  changed() {
    this.stop();
    this.marks = new Map();
    this.hinted = "";
    this.fault = "";
    this.draw();
    this.onChange();
    if (!this.isOver && !this.isHumansTurn && this.game.isAtEnd && !this.isPaused && this.isShown)
      this.letAgentMove();
  }

  async letAgentMove() {
    const turn = ++this.turn;
    const { position, text } = this.game;
    const side = position.toMove;
    const began = performance.now();
    try {
      const seed = this.thinker.isNew || this.game.ply < 2 ? this.seed + side : null;
      this.thinker.isNew = false;
      const { move } = await this.thinker.ask("choose", [text, this.players[side], SIDES[side], seed]);
      await new Promise((done) => setTimeout(done, began + PACE - performance.now()));
      if (turn !== this.turn)
        return;
      this.game.play(move);
      this.changed();
    } catch (error) {
      if (error instanceof Stopped || turn !== this.turn)
        return;
      this.isPaused = true;
      this.fault = `${this.players[side]} cannot play: ${/** @type {Error} */ (error).message}.`;
      this.draw();
    }
  }

  /** @param {number} square */
  playMove(square) {
    if (!this.isHumansTurn || !this.game.play(square))
      return;
    this.isPaused = false;
    this.changed();
  }

  /** @param {number} ply */
  go(ply) {
    this.game.go(ply);
    this.isPaused = !this.game.isAtEnd || this.isPaused;
    this.changed();
  }

  /** To where a human was last to move; between agents by one move. */
  takeBack() {
    const first = Number(this.game.start.toMove);
    let ply = this.game.ply - 1;
    while (ply > 0 && this.players.includes(HUMAN) && this.players[(first + ply) % 2] !== HUMAN)
      ply--;
    this.game.go(ply);
    this.game.cut();
    this.game.resigned = NOBODY;
    this.isPaused = this.players[(first + Math.max(ply, 0)) % 2] !== HUMAN;
    this.changed();
  }

  async giveHint() {
    const turn = ++this.turn;
    const { position, text } = this.game;
    this.hinted = "Thinking of a hint\u2026";
    this.draw();
    try {
      const { move, exact, score } = await this.thinker.ask("choose", [text, HINT_AGENT, "hint", null]);
      if (turn !== this.turn)
        return;
      const worth = !exact ? "" : score > 0 ? ", which wins: proved" : ", but every move loses: proved";
      this.marks = new Map([[move, { kind: "hinted", says: "hint" }]]);
      this.hinted = `Hint: ${squareName(position, move)}${worth}.`;
      this.draw();
    } catch (error) {
      if (error instanceof Stopped)
        return;
      this.hinted = `There is no hint: ${/** @type {Error} */ (error).message}.`;
      this.draw();
    }
  }

  resign() {
    this.game.go(Infinity);
    const { toMove } = this.game.position;
    this.game.resigned = this.players[toMove] === HUMAN ? toMove : 1 - toMove;
    this.changed();
  }

  /** @param {boolean} really */
  pause(really) {
    if (!really && !this.game.isAtEnd)
      this.game.cut();
    this.isPaused = really;
    this.changed();
  }

  importText() {
    try {
      this.start(Game.parse(byId("import-text").value), this.players);
      say("keep-status", "It is on the board.");
    } catch (error) {
      say("keep-status", `That cannot be read: ${/** @type {Error} */ (error).message}.`);
    }
  }

  /** @param {string} kind */
  async copy(kind) {
    const text = kind === "link" ? location.href
      : kind === "text" ? this.game.text
        : kind === "fen" ? this.game.fen : this.game.pgn(this.players);
    byId("import-text").value = text;
    try {
      await navigator.clipboard.writeText(text);
      say("keep-status", "Copied.");
    } catch {
      byId("import-text").select();
      say("keep-status", "Copy it from the field below.");
    }
  }

  get status() {
    const { game } = this;
    const { position } = game;
    const name = (/** @type {number} */ side) => this.isYou(side) ? "You" : capital(SIDES[side]);
    const own = (/** @type {string} */ who, /** @type {string} */ verb, /** @type {string} */ verbs) =>
      `${who} ${who === "You" ? verb : verbs}`;
    if (this.fault || this.hinted)
      return this.fault || this.hinted;
    if (this.isOver) {
      const loser = name(1 - game.winner);
      return game.resigned !== NOBODY
        ? `${own(loser, "resign", "resigns")}. ${own(name(game.winner), "win", "wins")}.`
        : `${own(name(game.winner), "win", "wins")}: ${own(loser, "have", "has").toLowerCase()} no move left.`;
    }
    if (!game.isAtEnd)
      return `Move ${game.ply} of ${game.moves.length}.`;
    const last = game.ply > 0 ? `${capital(SIDES[1 - position.toMove])} went to ${
      squareName(position, game.moves[game.ply - 1])}. ` : "";
    const mover = name(position.toMove);
    if (!this.isHumansTurn)
      return last + (this.isPaused ? "Paused." : `${mover} is thinking.`);
    const count = legalMoves(position).length;
    const whose = mover === "You" ? "Your" : `${mover}'s`;
    return position.knights[position.toMove] < 0
      ? `${last}${whose} knight: place it on any blank square.`
      : `${last}${whose} move: ${count} square${count === 1 ? "" : "s"}.`;
  }

  draw() {
    const { game } = this;
    const { position } = game;
    this.board.show(position, {
      last: game.last, playable: this.isHumansTurn, marks: this.marks,
    });
    say("play-status", this.status);
    [0, 1].forEach((side) => this.drawPlayer(side));
    this.drawMoves();
    disable(byId("take-back"), game.ply === 0);
    disable(byId("hint"), !this.isHumansTurn || this.hinted !== "");
    disable(byId("resign"), !this.players.includes(HUMAN) || game.winner !== NOBODY);
    byId("pause").hidden = this.isOver || this.isHumansTurn ||
      (this.players.includes(HUMAN) && !this.isPaused);
    byId("pause").textContent = this.isPaused ? "Go on" : "Pause";
    for (const id of ["play-to-start", "play-back"])
      disable(byId(id), game.ply === 0);
    for (const id of ["play-forward", "play-to-end"])
      disable(byId(id), game.isAtEnd);
  }

  /** @param {number} side */
  drawPlayer(side) {
    const { position, winner } = this.game;
    const bar = byId(`bar-${side}`);
    const { name, spec } = playerName(this.players[side]);
    bar.replaceChildren(this.isYou(side) ? "You" : name, ...(spec ? [make("code", {}, spec)] : []),
      badge(SIDES[side]));
    if (attackerOf(position) === side)
      bar.append(badge("attacker"));
    if (this.isOver && winner === side)
      bar.append(badge("won", "won"));
    else if (!this.isOver && position.toMove === side)
      bar.append(badge("to move", "turn"));
  }

  drawMoves() {
    const { game } = this;
    byId("play-moves").replaceChildren(...game.moves.map((square, i) => {
      const button = make("button", {
        type: "button", "aria-current": i + 1 === game.ply ? "step" : null, onclick: () => this.go(i + 1),
      }, make("small", {}, String(i + 1)), squareName(game.start, square));
      return make("li", { class: SIDES[(game.start.toMove + i) % 2] }, button);
    }));
    const list = byId("play-moves");
    const current = list.querySelector("[aria-current]")?.parentElement;
    if (current)
      list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}
