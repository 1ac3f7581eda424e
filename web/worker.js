// worker.js: the engine beside the page, one question at a time.
//
// A question is {id, call, args}; what is told on the way is {id, told}, and the end {id, answer} or
// {id, error}. It cannot be interrupted: who wants something else ends the worker and starts another.
import { Engine } from "./engine.js";

/** @type {any} */
const page = globalThis;
/** @type {Engine} */
let engine;

/** @typedef {(told: any) => void} Tell */

/** @type {Record<string, (tell: Tell, ...args: any[]) => any>} */
const tasks = {
  /** What there is: agents that can be had here, and heuristics. */
  registry: () => ({
    version: engine.version(),
    heuristics: engine.rows("heuristic"),
    agents: engine.rows("agent").filter((row) => engine.has(row.example ?? row.name)).map((row) => ({
      ...row, takesHeuristic: engine.has(`${row.name}:improved`),
    })),
  }),

  choose: (tell, text, spec, seat, seed) => {
    if (seed !== null)
      engine.begin(spec, seat, seed);
    return engine.choose(text, spec, {}, seat, tell);
  },

  /** Who wins, and by which moves: told as it is proved, the winner before the moves. */
  prove: (tell, text) => {
    const began = performance.now();
    const whole = engine.solve(text, "winner");
    let nodes = whole.nodes;
    tell({ winner: whole.winner, winning: whole.winning, losing: whole.losing, nodes });
    const { toMove, moves } = engine.look(text);
    for (const move of moves[toMove]) {
      const child = engine.solve(engine.after(text, move), "winner");
      nodes += child.nodes;
      tell(child.winner === toMove ? { winning: [move], nodes } : { losing: [move], nodes });
    }
    const { line } = engine.solve(text, "line");
    return { line, nodes, seconds: (performance.now() - began) / 1000 };
  },

  duel: (tell, one, other, size, pairs, seed) => engine.duel(one, other, size, pairs, seed, tell),

  /** Who wins after each of these moves. */
  values: (tell, text, moves) => {
    for (const move of moves)
      tell({ move, winner: engine.solve(engine.after(text, move), "winner").winner });
  },
};

page.onmessage = (/** @type {MessageEvent} */ { data: { module, id, call, args } }) => {
  if (module) {
    engine = new Engine(module);
    return;
  }
  const tell = (/** @type {any} */ told) => page.postMessage({ id, told });
  try {
    const answer = call in tasks ? tasks[call](tell, ...args)
      : /** @type {any} */ (engine)[call](...args);
    page.postMessage({ id, answer });
  } catch (error) {
    page.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
