// players.js: who plays: levels for most, and behind "Another agent" whatever the registry has, with
// any budget. A player is a spec as the program takes it, or HUMAN.
import { make } from "./dom.js";

/** @typedef {{name: string, meaning: string, takesHeuristic: boolean}} Agent
 * @typedef {{version: string, agents: Agent[], heuristics: {name: string, meaning: string}[]}} Registry */

export const HUMAN = "human";
const OTHER = "other";

const LEVELS = [
  [HUMAN, "Human"],
  ["random", "Beginner: at random"],
  ["greedy:improved", "Easy: one move ahead"],
  ["alphabeta:improved,depth=4", "Medium: four plies ahead"],
  ["alphabeta:territory,time=150ms", "Hard: 150 ms a move"],
  ["champion,time=1s", "Champion: 1 s a move"],
];

const BUDGETS = [
  ["time", "ms", "ms of time", 150], ["nodes", "", "nodes", 2000], ["depth", "", "plies", 4],
  ["virtual", "ms", "virtual ms", 150],
];

/** A name for people, and what it stands for.
 * @param {string} player */
export function playerName(player) {
  const level = LEVELS.find(([value]) => value === player)?.[1].split(":")[0];
  return { name: level ?? player, spec: level && player !== HUMAN ? player : "" };
}

/** A fieldset to choose a player with. */
export class PlayerChooser {
  /** @param {HTMLElement} place @param {{legend: string, human: boolean, player: string,
   *   budget?: string, onChange?: () => void}} options */
  constructor(place, { legend, human, player, budget, onChange }) {
    this.human = human;
    const option = (/** @type {any} */ value, /** @type {any} */ text) => make("option", { value }, text);
    this.level = make("select", { "aria-label": legend, "data-part": "level" },
      ...LEVELS.filter(([value]) => human || value !== HUMAN).map(([value, text]) => option(value, text)),
      option(OTHER, "Another agent\u2026"));
    this.kind = make("select", { "aria-label": `${legend}: kind of agent`, "data-part": "kind" });
    this.heuristic = make("select", { "aria-label": `${legend}: heuristic`, "data-part": "heuristic" });
    this.amount = make("input", {
      type: "number", min: 1, max: 1000000, value: 150, "aria-label": `${legend}: budget a move`,
      "data-part": "amount",
    });
    this.unit = make("select", { "aria-label": `${legend}: kind of budget`, "data-part": "unit" },
      ...BUDGETS.map(([value, , text]) => option(value, text)));
    this.details = make("div", { class: "agent-details", hidden: true }, this.kind, this.heuristic,
      make("div", { class: "budget" }, this.amount, this.unit));
    place.append(make("legend", {}, legend), this.level, this.details);
    place.addEventListener("change", (event) => {
      if (event.target === this.unit)
        this.amount.value = BUDGETS.find(([value]) => value === this.unit.value)?.[3];
      this.show();
      onChange?.();
    });
    if (budget)
      this.unit.value = budget;
    /** @type {Registry | null} */
    this.registry = null;
    this.wanted = player;
    this.set(player);
  }

  show() {
    const agent = this.registry?.agents.find(({ name }) => name === this.kind.value);
    this.details.hidden = this.level.value !== OTHER;
    this.heuristic.hidden = !agent?.takesHeuristic;
  }

  /** Once the engine is there.
   * @param {Registry} registry */
  fill(registry) {
    const options = (/** @type {{name: string, meaning: string}[]} */ rows) =>
      rows.map(({ name, meaning }) => make("option", { value: name, title: meaning }, name));
    this.registry = registry;
    this.kind.replaceChildren(...options(registry.agents));
    this.heuristic.replaceChildren(make("option", { value: "" }, "its own"),
      ...options(registry.heuristics));
    this.kind.value = "alphabeta";
    this.heuristic.value = "improved";
    this.set(this.wanted);
  }

  /** @param {string} player */
  set(player) {
    const isLevel = LEVELS.some(([value]) => value === player && (this.human || value !== HUMAN));
    this.wanted = player;
    this.level.value = isLevel ? player : OTHER;
    const parts = /^([a-z]+)(?::([a-z-]+))?(?:,(time|nodes|depth|virtual)=(\d+)(ms|s)?)?$/.exec(player);
    if (!isLevel && parts && this.registry) {
      this.kind.value = parts[1];
      this.heuristic.value = parts[2] ?? "";
      if (parts[3]) {
        this.unit.value = parts[3];
        this.amount.value = parts[5] === "s" ? Number(parts[4]) * 1000 : parts[4];
      }
    }
    this.show();
  }

  get player() {
    if (this.level.value !== OTHER)
      return this.level.value;
    const agent = this.registry?.agents.find(({ name }) => name === this.kind.value);
    if (!agent)
      return this.wanted; // of a link, before the engine is there
    const [key, suffix] = BUDGETS.find(([value]) => value === this.unit.value) ?? BUDGETS[0];
    const heuristic = agent.takesHeuristic && this.heuristic.value ? `:${this.heuristic.value}` : "";
    const amount = Math.max(1, Math.round(Number(this.amount.value) || 1));
    return `${agent.name}${heuristic},${key}=${amount}${suffix}`;
  }
}
