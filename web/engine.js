// engine.js: the library as WebAssembly, called through isolab.h.
//
// Positions go in as text, answers come out as plain objects that can be sent from a worker to the
// page. What the library refuses becomes an Error with its sentence. Squares are numbers, row by row
// from the top left, as in the header.

/**
 * @typedef {{seconds?: number, nodes?: number, depth?: number, virtual_seconds?: number}} Limits
 * @typedef {{move: number, exact: boolean, depth: number, score: number, seconds: number,
 *   virtual_seconds: number, nodes: number, line: number[]}} Choice
 * @typedef {{winner: number, winning: number[], losing: number[], line: number[], nodes: number,
 *   seconds: number}} Solution
 * @typedef {{name: string, meaning: string, standard: number, min: number, max: number, step: number,
 *   choices: string | null}} Parameter
 * @typedef {{name: string, meaning: string, study: string | null, formula: string | null,
 *   example: string | null, parameters: Parameter[]}} Row
 * @typedef {{number: number, winner: number, text: string, points: number[], interval: number[]}} DuelGame
 * @typedef {Record<string, any>} Fields
 */

/** Sizes of C's types on wasm32, each aligned to its own.
 * @type {Record<string, number>} */
const SIZES = { size_t: 4, int: 4, pointer: 4, bool: 1, double: 8, uint64: 8 };

/**
 * A struct of the header, from its members in their order: "int move, bool exact".
 * @param {string} members
 */
function struct(members) {
  /** @type {{name: string, type: string, offset: number}[]} */
  const fields = [];
  let end = 0;
  for (const member of members.split(",")) {
    const [type, name] = member.trim().split(" ");
    const offset = Math.ceil(end / SIZES[type]) * SIZES[type];
    fields.push({ name, type, offset });
    end = offset + SIZES[type];
  }
  return { fields, size: Math.ceil(end / 8) * 8 };
}

const CHOICE = struct("size_t size, int move, bool exact, int depth, double score, double seconds, " +
  "double virtual_seconds, uint64 nodes, pointer line, int line_count");
const SEARCH = struct("size_t size, double seconds, uint64 nodes, int depth, double virtual_seconds, " +
  "pointer stop, pointer watch, pointer context");
const SOLVER = struct("size_t size, int threads, size_t megabytes");
const SOLUTION = struct("size_t size, int winner, pointer winning, int winning_count, " +
  "pointer losing, int losing_count, pointer line, int line_count, uint64 nodes, double seconds");
const ROW = struct("size_t size, pointer name, pointer meaning, pointer study, pointer formula, " +
  "pointer example, int parameter_count");
const PARAMETER = struct("size_t size, pointer name, pointer meaning, double standard, double min, " +
  "double max, double step, pointer choices");

const NO_FILE = 8; // WASI's EBADF
const WHY_SIZE = 512;
const TEXT_SIZE = 1024;
const AIMS = { winner: 0, all: 1, line: 2 };

export class Engine {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    /** @type {((choice: Choice) => void) | null} */
    this.watcher = null;
    // The C library asks for a system. There is a clock; no file, no environment, nothing to print on.
    const system = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) =>
      [name, () => NO_FILE]));
    const instance = new WebAssembly.Instance(module, {
      page: { watch: (/** @type {number} */ choice) => this.watcher?.(this.readChoice(choice)) },
      wasi_snapshot_preview1: {
        ...system,
        clock_time_get: (/** @type {number} */ _id, /** @type {bigint} */ _precision,
          /** @type {number} */ at) => {
          this.view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
          return 0;
        },
        environ_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
          this.view().setUint32(count, 0, true);
          this.view().setUint32(size, 0, true);
          return 0;
        },
        environ_get: () => 0,
      },
    });
    /** @type {any} */
    this.calls = instance.exports;
    this.calls._initialize();
    this.why = this.calls.malloc(WHY_SIZE);
    this.text = this.calls.malloc(TEXT_SIZE);
    this.solver = 0;
    /** @type {Map<string, number>} */
    this.agents = new Map();
    /** @type {Map<string, number>} */
    this.heuristics = new Map();
  }

  view() {
    return new DataView(this.calls.memory.buffer); // anew: memory that grows is another buffer
  }

  /** @param {number} at @returns {string | null} */
  string(at) {
    if (at === 0)
      return null;
    const bytes = new Uint8Array(this.calls.memory.buffer);
    return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
  }

  /** Calls with C strings, which are freed again.
   * @template T @param {string[]} texts
   * @param {(...pointers: number[]) => T} call @returns {T} */
  withStrings(texts, call) {
    const pointers = texts.map((text) => {
      const bytes = new TextEncoder().encode(`${text}\0`);
      const at = this.calls.malloc(bytes.length);
      new Uint8Array(this.calls.memory.buffer).set(bytes, at);
      return at;
    });
    try {
      return call(...pointers);
    } finally {
      pointers.forEach((at) => this.calls.free(at));
    }
  }

  /** The answer, if it is one; else the library's sentence is thrown.
   * @template T @param {T} answer @returns {T} */
  must(answer) {
    if (!answer)
      throw new Error(this.string(this.why) ?? "");
    return answer;
  }

  /** A struct in memory for one call.
   * @template T @param {{fields: any[], size: number}} type
   * @param {Fields} values @param {(at: number) => T} call @returns {T} */
  withStruct(type, values, call) {
    const at = this.calls.malloc(type.size);
    new Uint8Array(this.calls.memory.buffer).fill(0, at, at + type.size);
    const view = this.view();
    for (const { name, type: kind, offset } of type.fields) {
      const value = name === "size" ? type.size : values[name] ?? 0;
      if (kind === "double")
        view.setFloat64(at + offset, value, true);
      else if (kind === "uint64")
        view.setBigUint64(at + offset, BigInt(Math.round(value)), true);
      else
        view.setUint32(at + offset, value, true);
    }
    try {
      return call(at);
    } finally {
      this.calls.free(at);
    }
  }

  /** @param {{fields: any[], size: number}} type @param {number} at @returns {Fields} */
  read(type, at) {
    const view = this.view();
    /** @type {Fields} */
    const values = {};
    for (const { name, type: kind, offset } of type.fields)
      values[name] = kind === "double" ? view.getFloat64(at + offset, true)
        : kind === "uint64" ? Number(view.getBigUint64(at + offset, true))
          : kind === "bool" ? view.getUint8(at + offset) !== 0
            : view.getInt32(at + offset, true);
    return values;
  }

  /** @param {number} at @param {number} count */
  numbers(at, count) {
    return [...new Int32Array(this.calls.memory.buffer, at, count)];
  }

  /** @param {number} at @returns {Choice} */
  readChoice(at) {
    const { size: _size, line, line_count, ...choice } = this.read(CHOICE, at);
    return /** @type {Choice} */ ({ ...choice, line: this.numbers(line, line_count) });
  }

  /** @template T @param {string} text @param {(position: number) => T} call @returns {T} */
  withPosition(text, call) {
    const position = this.withStrings([text], (at) =>
      this.must(this.calls.isolab_position_create(at, this.why, WHY_SIZE)));
    try {
      return call(position);
    } finally {
      this.calls.isolab_position_destroy(position);
    }
  }

  version() {
    return this.string(this.calls.isolab_version());
  }

  /** The position as a FEN.
   * @param {string} text */
  fen(text) {
    return this.withPosition(text, (position) => {
      this.calls.isolab_position_fen(position, this.text, TEXT_SIZE);
      return this.string(this.text);
    });
  }

  /** Who is to move, who has won (2: nobody yet), who attacks, and who may go where.
   * @param {string} text */
  look(text) {
    return this.withPosition(text, (position) => {
      const moves = (/** @type {number} */ side) => {
        const count = this.calls.isolab_position_moves(position, side, this.text, TEXT_SIZE / 4);
        return this.numbers(this.text, count);
      };
      return {
        width: this.calls.isolab_position_width(position),
        height: this.calls.isolab_position_height(position),
        toMove: this.calls.isolab_position_to_move(position),
        winner: this.calls.isolab_position_winner(position),
        attacker: this.calls.isolab_position_attacker(position),
        moves: [moves(0), moves(1)],
      };
    });
  }

  /** The position after a move, as a FEN.
   * @param {string} text @param {number} square */
  after(text, square) {
    return this.withPosition(text, (position) => {
      this.must(this.calls.isolab_position_play(position, square, this.why, WHY_SIZE));
      this.calls.isolab_position_fen(position, this.text, TEXT_SIZE);
      return this.string(this.text) ?? "";
    });
  }

  /** @param {string} text @param {number} depth */
  perft(text, depth) {
    return this.withPosition(text, (position) => Number(this.calls.isolab_perft(position, depth)));
  }

  /** @param {string} spec @returns {number} */
  heuristic(spec) {
    const heuristic = this.heuristics.get(spec) ?? this.withStrings([spec], (at) =>
      this.must(this.calls.isolab_heuristic_create(at, this.why, WHY_SIZE)));
    this.heuristics.set(spec, heuristic);
    return heuristic;
  }

  /** A heuristic's value for both sides.
   * @param {string} text @param {string} spec
   * @returns {number[]} */
  value(text, spec) {
    const heuristic = this.heuristic(spec);
    return this.withPosition(text, (position) =>
      [0, 1].map((side) => this.calls.isolab_heuristic_value(heuristic, position, side)));
  }

  /** What each heuristic thinks, for the side to move: of the position, and of what each legal move
   * makes of it.
   * @param {string} text @returns {{name: string, now: number, values: number[]}[]} */
  opinions(text) {
    const { toMove, moves } = this.look(text);
    const children = moves[toMove].map((move) => this.after(text, move));
    return this.rows("heuristic").map(({ name }) => ({
      name,
      now: this.value(text, name)[toMove],
      values: children.map((child) => this.value(child, name)[toMove]),
    }));
  }

  /** An agent's move. `seat` tells agents of one spec apart; each learns from its own game until
   * begin().
   * @param {string} text @param {string} spec @param {Limits} limits @param {string} seat
   * @param {((choice: Choice) => void) | null} watcher @returns {Choice} */
  choose(text, spec, limits = {}, seat = "", watcher = null) {
    const agent = this.agent(spec, seat);
    this.watcher = watcher;
    const watch = watcher ? this.calls.web_watch() : 0;
    return this.withPosition(text, (position) =>
      this.withStruct(SEARCH, { ...limits, watch }, (search) =>
        this.withStruct(CHOICE, {}, (choice) => {
          this.must(this.calls.isolab_agent_choose(agent, position, search, choice, this.why, WHY_SIZE));
          return this.readChoice(choice);
        })));
  }

  /** Before a game: chance begins anew.
   * @param {string} spec @param {string} seat @param {number} seed */
  begin(spec, seat, seed) {
    this.must(this.calls.isolab_agent_begin(this.agent(spec, seat), BigInt(seed), this.why, WHY_SIZE));
  }

  /** @param {string} spec @param {string} seat @returns {number} */
  agent(spec, seat) {
    const key = `${seat} ${spec}`;
    const agent = this.agents.get(key) ?? this.withStrings([spec], (at) =>
      this.must(this.calls.isolab_agent_create(at, this.why, WHY_SIZE)));
    this.agents.set(key, agent);
    return agent;
  }

  /** Whether an agent of that spec can be had here.
   * @param {string} spec */
  has(spec) {
    const agent = this.withStrings([spec], (at) => this.calls.isolab_agent_create(at, this.why, WHY_SIZE));
    this.calls.isolab_agent_destroy(agent);
    return agent !== 0;
  }

  /** Who wins (2: not proved within the limits), and by which moves.
   * @param {string} text @param {"winner" | "all" | "line"} aim @param {Limits} limits
   * @returns {Solution} */
  solve(text, aim = "all", limits = {}) {
    this.solver ||= this.withStruct(SOLVER, {}, (settings) =>
      this.must(this.calls.isolab_solver_create(settings, this.why, WHY_SIZE)));
    return this.withPosition(text, (position) =>
      this.withStruct(SEARCH, limits, (search) =>
        this.withStruct(SOLUTION, {}, (solution) => {
          this.must(this.calls.isolab_solver_solve(this.solver, position, AIMS[aim], search, solution,
            this.why, WHY_SIZE));
          const { winner, nodes, seconds, ...lists } = this.read(SOLUTION, solution);
          return {
            winner, nodes, seconds,
            winning: this.numbers(lists.winning, lists.winning_count),
            losing: this.numbers(lists.losing, lists.losing_count),
            line: this.numbers(lists.line, lists.line_count),
          };
        })));
  }

  /** Plays a match's games and tells each: who won it (0: `one`), its text, and how the score stands,
   * with its interval once a pair is whole.
   * @param {string} one @param {string} other @param {string} size @param {number} pairs
   * @param {number} seed @param {(told: DuelGame) => void} tell */
  duel(one, other, size, pairs, seed, tell) {
    const [width, height] = size.split("x").map(Number);
    const duel = this.withStrings([one, other], (a, b) => this.must(
      this.calls.web_duel_create(a, b, width, height, pairs, BigInt(seed), this.why, WHY_SIZE)));
    const points = [0, 0, 0]; // pairs of which `one` made so many points
    let made = 0;
    try {
      for (let number = 0; number < 2 * pairs; number++) {
        const winner = this.calls.web_duel_play(duel, number, this.text, TEXT_SIZE);
        const text = this.string(this.text) ?? "";
        if (winner < 0)
          throw new Error(text);
        made += winner === 0 ? 1 : 0;
        if (number % 2 === 1) {
          points[made]++;
          made = 0;
        }
        tell({ number, winner, text, points: [...points], interval: this.interval(points) });
      }
    } finally {
      this.calls.web_duel_destroy(duel);
    }
  }

  /** @param {number[]} points pairs of which so many points were made */
  interval(points) {
    const at = this.calls.malloc(16);
    this.calls.web_interval(points[0], points[1], points[2], at);
    const interval = [...new Float64Array(this.calls.memory.buffer, at, 2)];
    this.calls.free(at);
    return interval;
  }

  /** Of the bench: the same as the program's. */
  signature() {
    return Number(this.calls.web_signature());
  }

  /** What is proved is forgotten: for measurements. */
  forget() {
    this.calls.isolab_solver_destroy(this.solver);
    this.solver = 0;
  }

  /** The registry's rows.
   * @param {"heuristic" | "agent"} kind @returns {Row[]} */
  rows(kind) {
    const rows = [];
    for (let i = 0; ; i++) {
      const row = this.withStruct(ROW, {}, (at) =>
        this.calls[`isolab_${kind}_row`](i, at) ? this.read(ROW, at) : null);
      if (!row)
        return rows;
      rows.push({
        name: this.string(row.name) ?? "", meaning: this.string(row.meaning) ?? "",
        study: this.string(row.study), formula: this.string(row.formula),
        example: this.string(row.example),
        parameters: Array.from({ length: row.parameter_count }, (_, number) =>
          this.parameter(kind, i, number)),
      });
    }
  }

  /** @param {string} kind @param {number} i @param {number} number @returns {Parameter} */
  parameter(kind, i, number) {
    return this.withStruct(PARAMETER, {}, (at) => {
      this.calls[`isolab_${kind}_parameter`](i, number, at);
      const { name, meaning, choices, standard, min, max, step } = this.read(PARAMETER, at);
      return {
        name: this.string(name) ?? "", meaning: this.string(meaning) ?? "",
        choices: this.string(choices), standard, min, max, step,
      };
    });
  }
}
