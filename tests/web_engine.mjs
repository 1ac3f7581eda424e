// The engine of the page, in node: what it says of the fixtures, and what it refuses.
//   ISOLAB=build/isolab node web_engine.mjs ENGINE.wasm
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { Engine } from "../web/engine.js";

const engine = new Engine(new WebAssembly.Module(fs.readFileSync(process.argv[2])));
const SIDES = ["first", "second", null];

/** @param {string} name @returns {any[]} */
const fixtures = (name) => fs.readFileSync(new URL(`data/${name}.jsonl`, import.meta.url), "utf8")
  .trim().split("\n").map((line) => JSON.parse(line));

/** @param {string} text @param {number[]} squares */
function names(text, squares) {
  const { width, height } = engine.look(text);
  return squares.map((square) =>
    String.fromCharCode(97 + square % width) + (height - Math.floor(square / width)));
}

for (const { position, perft } of fixtures("perft"))
  perft.forEach((/** @type {number} */ count, /** @type {number} */ i) =>
    assert.equal(engine.perft(position, i + 1), count, `${position}, depth ${i + 1}`));

/** As the fixtures write it. @param {number} value @returns {number | string} */
const printed = (value) => value === Infinity ? "inf" : value === -Infinity ? "-inf" : value;

let values = 0;
for (const { position, to_move, legal, winner, attacker, heuristics } of fixtures("heuristics")) {
  const seen = engine.look(position);
  assert.equal(SIDES[seen.toMove], to_move);
  assert.equal(SIDES[seen.winner], winner);
  assert.equal(SIDES[seen.attacker], attacker);
  seen.moves.forEach((moves, side) =>
    assert.deepEqual(names(position, moves).sort(), [...legal[SIDES[side] ?? ""]].sort()));
  for (const [spec, expected] of Object.entries(heuristics))
    engine.value(position, spec).forEach((value, side) => {
      const told = expected[SIDES[side] ?? ""];
      assert.ok(printed(value) === told || (told === null && Number.isNaN(value)) ||
        Math.abs(value - told) <= 1e-9 * Math.max(1, Math.abs(told)),
      `${spec} of ${position}, ${SIDES[side]}: ${value}, not ${told}`);
      values++;
    });
}
assert.ok(values > 10000);

for (const { position, winner, winning_moves } of fixtures("solved_positions")) {
  const solution = engine.solve(position, "all");
  assert.equal(SIDES[solution.winner], winner, position);
  assert.deepEqual(names(position, solution.winning).sort(), [...winning_moves].sort(), position);
  if (!position.includes("/")) { // the line of best play is legal, and ends as proved
    const line = names(position, engine.solve(position, "line").line);
    assert.equal(SIDES[engine.look([position, ...line].join(" ")).winner], winner, position);
  }
}

// What a page cannot have is refused in a sentence, and so is nonsense.
for (const [spec, sentence] of [
  ["exec:engine", /there are no other processes here/],
  ["alphabeta:=own - opp", /needs a C compiler, and there is none here/],
  ["alphabeta:./my.c", /needs a C compiler, and there is none here/],
  ["alphabet", /did you mean alphabeta/],
])
  assert.throws(() => engine.choose("7x7 d4", String(spec)), sentence);
assert.throws(() => engine.fen("7x7 d4 d4"), /d4/);

// The choice of an agent, and what it tells on the way.
const told = [];
const choice = engine.choose("7x7 d4 c2", "alphabeta:improved,depth=6", {}, "", (so_far) =>
  told.push(so_far.depth));
assert.deepEqual(told, [1, 2, 3, 4, 5, 6]);
assert.equal(choice.line[0], choice.move);
assert.ok(engine.look("7x7 d4 c2").moves[0].includes(choice.move));
assert.equal(engine.choose("7x7 d4 c2", "mcts", { nodes: 2000 }).depth > 0, true);

// A duel is a match of the program's, game for game; and its interval is the match's.
const isolab = process.env.ISOLAB ?? "build/isolab";
/** @type {import("../web/engine.js").DuelGame[]} */
const games = [];
engine.duel("alphabeta:chase,virtual=150ms", "mcts,nodes=100", "6x6", 6, 3, (game) => games.push(game));
const folder = fs.mkdtempSync("/tmp/isolab-web-");
const database = ["--db", `${folder}/duel.db`];
const match = JSON.parse(execFileSync(isolab, ["match", "alphabeta:chase,virtual=150ms", "mcts,nodes=100",
  "--board", "6x6", "--pairs", "6", "--seed", "3", "--quiet", "--json", ...database], { encoding: "utf8" }));
const records = execFileSync(isolab, ["export", "--format", "jsonl", ...database], { encoding: "utf8" })
  .trim().split("\n").map((line) => JSON.parse(line));
fs.rmSync(folder, { recursive: true });
assert.deepEqual(games.map((game) => game.text), records.map(({ start, moves }) => [start, ...moves].join(" ")));
const last = games[games.length - 1];
assert.deepEqual(last.points, match.pair_points);
last.interval.forEach((bound, i) => assert.ok(Math.abs(bound - match.interval[i]) < 1e-9));

const signature = fs.readFileSync(new URL("data/bench_signature.txt", import.meta.url), "utf8").trim();
assert.equal(String(engine.signature()), signature);

assert.ok(engine.rows("heuristic").some((row) => row.name === "chase" && row.parameters[0].name === "w1"));
console.log(`${values} values, ${engine.rows("agent").length} agents`);
