// main.js: the page as a whole: which view is shown, and what the address says.
//
// The address keeps the view and the position: #play?p=7x7+d4+c2&first=human&second=random. So a link
// is the whole of what is shared, and nothing is asked of any server.
import { BoardView } from "../src/report/board.js";
import { parsePosition, positionAfter } from "../src/report/rules.js";
import { Analyze } from "./analyze.js";
import { Duel } from "./duel.js";
import { byId, say } from "./dom.js";
import { Game } from "./game.js";
import { Openings } from "./openings.js";
import { Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Thinker } from "./thinker.js";

const game = new Game();
const play = new Play(game, writeAddress);
/** @type {Record<string, {show: (isShown: boolean) => void, fill: (registry: any) => void}>} */
const views = {
  play,
  analyze: new Analyze(game, writeAddress),
  openings: new Openings(analyze),
  puzzles: new Puzzles(analyze),
  duel: new Duel(),
};
let view = "";
let address = "";

/** @returns {[string, URLSearchParams]} */
function readAddress() {
  const [name, query] = location.hash.slice(1).split("?");
  return [Object.keys(views).includes(name) ? name : "play", new URLSearchParams(query ?? "")];
}

/** @param {string} text */
function analyze(text) {
  location.hash = `#analyze?${new URLSearchParams({ p: text })}`;
}

function writeAddress() {
  const query = new URLSearchParams({ p: game.text, first: play.players[0], second: play.players[1] });
  const readable = query.toString().replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%2F/g, "/")
    .replace(/%3D/g, "=");
  address = `#${view || "play"}?${readable}`;
  if (location.hash !== address)
    history.replaceState(null, "", address);
  for (const link of document.querySelectorAll("nav a[data-view]"))
    link.setAttribute("href", `#${/** @type {HTMLElement} */ (link).dataset.view}?${readable}`);
}

/** @param {string} name */
function showView(name) {
  if (name === view)
    return;
  if (view)
    views[view].show(false);
  view = name;
  for (const section of document.querySelectorAll("main > section"))
    /** @type {HTMLElement} */ (section).hidden = section.id !== `view-${name}`;
  for (const link of document.querySelectorAll("nav a[data-view]"))
    if (/** @type {HTMLElement} */ (link).dataset.view === name)
      link.setAttribute("aria-current", "page");
    else
      link.removeAttribute("aria-current");
  views[name].show(true);
}

function followAddress() {
  const [name, query] = readAddress();
  const text = query.get("p");
  const players = ["first", "second"].map((side, i) => query.get(side) ?? play.players[i]);
  let fault = "";
  if (text !== null && (text !== game.text || players.join() !== play.players.join())) {
    try {
      play.start(Game.parse(text), players);
      if (view && view !== "play" && name === view)
        views[view].show(true); // looks at the same game
    } catch (error) {
      fault = `This link holds no position: ${/** @type {Error} */ (error).message}.`;
    }
  }
  showView(name);
  if (fault) {
    play.fault = fault;
    play.draw();
  }
}

/** The rules' three pictures. */
function drawRules() {
  for (const [id, text] of [["rule-1", "5x5 b2 d3"], ["rule-2", "5x5 b2 d3 c4 e1"],
    ["rule-3", "5x5 c4 b5 b2 a3 d3 b1 e5 d2"]]) {
    const { start, moves } = parsePosition(text);
    new BoardView(byId(id)).show(positionAfter(start, moves), { playable: id !== "rule-3" });
  }
}

drawRules();
followAddress();
addEventListener("hashchange", () => {
  if (location.hash !== address)
    followAddress();
});

/** Once something is seen; at once where nobody looks. */
function afterFirstPaint() {
  return new Promise((done) => {
    if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes("paint"))
      done(null);
    else
      new PerformanceObserver(done).observe({ type: "paint", buffered: true });
  });
}

afterFirstPaint().then(async () => {
  try {
    const thinker = new Thinker();
    const registry = await thinker.ask("registry", []);
    thinker.close();
    Object.values(views).forEach((each) => each.fill(registry));
    say("engine-status", `engine ${registry.version} ready`);
    document.documentElement.dataset.engine = "ready";
    performance.mark("engine-ready");
  } catch (error) {
    say("engine-status", `the engine cannot run here: ${/** @type {Error} */ (error).message}`);
  }
});
