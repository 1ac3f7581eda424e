// Any game of the page on a board. The games' format is described in sample.h.
import { BoardView } from "./board.js";
import { SIDES, emptyPosition, parseFen, positionAfter, squareName, squareNumber } from "./rules.js";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const RANKS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg";
const REASONS = ["had no move", "overstepped its time", "played no legal move", "crashed",
  "raised an exception", "resigned", "gave no answer"];
const empty = emptyPosition(data.width, data.height);
const board = new BoardView(byId("board"));

const games = data.games.map(([pairing, opening, side, winner, reason, attacker, moves, fault]) =>
  ({ pairing, opening, side, winner, reason, attacker, moves, fault }));
const shown = { game: null, ply: 0 };

/** Of two characters each. @param {string} text @returns {number[]} */
const parseMoves = (text) => (text.match(/../g) ?? []).map(([file, rank]) =>
  squareNumber(empty, file + (RANKS.indexOf(rank) + 1)));

// The opening's own moves count as moves of the game, where they are known.
function wholeGame(game) {
  const opening = data.openings[game.opening] || "";
  const given = opening.includes("/") ? [] : parseMoves(opening);
  return {
    start: opening.includes("/") ? parseFen(opening) : empty,
    given: given.length,
    moves: given.concat(parseMoves(game.moves)),
  };
}

// The agent that has `side` of the board in `game`.
function agentOf(game, side) {
  const pairing = data.pairings[game.pairing];
  return data.agents[pairing[side === game.side ? 0 : 1]];
}

function badge(text, className) {
  const element = document.createElement("span");
  element.className = `badge ${className || ""}`;
  element.textContent = text;
  return element;
}

function showPlayers(position, game, atEnd) {
  SIDES.forEach((name, side) => {
    const player = byId(`player-${name}`);
    player.replaceChildren(agentOf(game, side), badge(`moves ${name}`));
    if (game.attacker !== -1)
      player.append(badge(side === game.attacker ? "attacker" : "defender"));
    if (atEnd && game.winner === side)
      player.append(badge("won", "won"));
    else if (!atEnd && position.toMove === side)
      player.append(badge("to move", "turn"));
  });
}

function statusText(position, game, whole) {
  if (shown.ply < whole.moves.length) {
    const last = shown.ply > 0 ? `${squareName(empty, whole.moves[shown.ply - 1])}, then ` : "";
    return `Ply ${shown.ply} of ${whole.moves.length}: ${last}${SIDES[position.toMove]} to move`;
  }
  const why = game.fault ? ` (${game.fault})` : "";
  return `${agentOf(game, game.winner)} won: ${SIDES[1 - game.winner]} ${REASONS[game.reason]}${why}`;
}

function showMoves(whole) {
  const firstSide = whole.start.toMove;
  byId("moves").replaceChildren(...whole.moves.map((move, i) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    const number = document.createElement("small");
    item.className = SIDES[(firstSide + i) % 2] + (i < whole.given ? " given" : "");
    number.textContent = i + 1;
    button.type = "button";
    button.append(number, squareName(empty, move));
    button.addEventListener("click", () => showPly(i + 1));
    item.append(button);
    return item;
  }));
}

function markMove(ply) {
  const list = byId("moves");
  list.querySelectorAll("[aria-current]").forEach((button) => button.removeAttribute("aria-current"));
  const item = list.children[ply - 1];
  if (!item)
    return;
  item.firstChild.setAttribute("aria-current", "step");
  const above = item.offsetTop - list.offsetTop; // scrolls the list, never the page
  if (above < list.scrollTop || above + item.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = above - list.clientHeight / 2;
}

function showPly(ply) {
  const { game, whole } = shown;
  shown.ply = Math.max(0, Math.min(ply, whole.moves.length));
  const before = positionAfter(whole.start, whole.moves.slice(0, Math.max(shown.ply - 1, 0)));
  const position = positionAfter(whole.start, whole.moves.slice(0, shown.ply));
  const last = shown.ply > 0
    ? { from: before.knights[before.toMove], to: whole.moves[shown.ply - 1] } : null;
  const atEnd = shown.ply === whole.moves.length;
  board.show(position, { last, playable: true, attacker: game.attacker });
  showPlayers(position, game, atEnd);
  markMove(shown.ply);
  const status = statusText(position, game, whole);
  byId("status").textContent = status;
  disable(["back", "to-start"], shown.ply === 0);
  disable(["forward", "to-end"], atEnd);
}

// Not by `disabled`: a button that is really disabled loses the focus, and the keys with it.
function disable(ids, really) {
  for (const id of ids)
    byId(id).setAttribute("aria-disabled", really);
}

function showGame(game) {
  shown.game = game;
  shown.whole = wholeGame(game);
  showMoves(shown.whole);
  showPly(shown.whole.given);
}

function option(value, text) {
  const element = document.createElement("option");
  element.value = value;
  element.textContent = text;
  return element;
}

// The A of the pairing's points in an opening, over the games that are here.
function openingText(list) {
  const points = list.filter((game) => game.winner === game.side).length;
  const opening = data.openings[list[0].opening] || "";
  const given = opening.includes("/") ? [] : parseMoves(opening).slice(0, 4);
  const squares = given.map((square) => squareName(empty, square)).join(" ");
  const forfeit = list.some((game) => game.reason !== 0) ? ", forfeit" : "";
  return `${list[0].opening + 1}: ${squares} (${points}\u2013${list.length - points}${forfeit})`;
}

function group(list, key) {
  const groups = new Map();
  for (const item of list) {
    if (!groups.has(item[key]))
      groups.set(item[key], []);
    groups.get(item[key]).push(item);
  }
  return groups;
}

const byPairing = group(games, "pairing");
const ofPairing = () => group(byPairing.get(Number(byId("pairing").value)), "opening");

function fillPairings() {
  byId("pairing").replaceChildren(...[...byPairing.keys()].map((pairing) => {
    const [a, b] = data.pairings[pairing];
    return option(pairing, `${data.agents[a]} \u2013 ${data.agents[b]}`);
  }));
}

function fillOpenings() {
  byId("opening").replaceChildren(...[...ofPairing()].map(([number, list]) =>
    option(number, openingText(list))));
}

function fillSides() {
  const list = ofPairing().get(Number(byId("opening").value));
  const before = byId("side").value;
  byId("side").replaceChildren(...list.map((game) => option(game.side, agentOf(game, 0))));
  if (list.some((game) => String(game.side) === before))
    byId("side").value = before;
}

function chosenGame() {
  const side = Number(byId("side").value);
  return ofPairing().get(Number(byId("opening").value)).find((game) => game.side === side);
}

const KEYS = {
  ArrowLeft: () => shown.ply - 1,
  ArrowRight: () => shown.ply + 1,
  Home: () => 0,
  End: () => Infinity,
};

// Arrows step from anywhere but from what needs them itself; Home and End only near the board.
function onKey(event) {
  const target = event.target.closest ? event.target : document.body;
  const wanted = KEYS[event.key];
  if (!wanted || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ||
      target.closest("select, input, textarea, .scroll, pre"))
    return;
  if (!event.key.startsWith("Arrow") && !target.closest("#viewer"))
    return;
  event.preventDefault();
  showPly(wanted());
}

function start() {
  const showChosen = () => showGame(chosenGame());
  byId("pairing").addEventListener("change", () => { fillOpenings(); fillSides(); showChosen(); });
  byId("opening").addEventListener("change", () => { fillSides(); showChosen(); });
  byId("side").addEventListener("change", showChosen);
  byId("to-start").addEventListener("click", () => showPly(0));
  byId("back").addEventListener("click", () => showPly(shown.ply - 1));
  byId("forward").addEventListener("click", () => showPly(shown.ply + 1));
  byId("to-end").addEventListener("click", () => showPly(Infinity));
  document.addEventListener("keydown", onKey);
  fillPairings();
  fillOpenings();
  fillSides();
  byId("viewer").hidden = false;
  showChosen();
}

if (games.length > 0)
  start();
