"use strict";
// Any game of the page on a board. The games' format is described in games_json.h.

(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const RANKS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg";
  const SIDES = ["first", "second"];
  const REASONS = ["had no move", "overstepped its time", "played no legal move", "crashed"];
  const SVG = byId("board").namespaceURI;

  const games = data.games.map(([pairing, opening, side, winner, reason, attacker, moves, fault]) =>
    ({ pairing, opening, side, winner, reason, attacker, moves, fault }));
  const shown = { game: null, ply: 0 };

  // Squares are {x, y}, y from the top.
  function parseMoves(text) {
    const moves = [];
    for (let i = 0; i + 1 < text.length; i += 2)
      moves.push({ x: text.charCodeAt(i) - 97, y: data.height - 1 - RANKS.indexOf(text[i + 1]) });
    return moves;
  }

  const squareName = ({ x, y }) => String.fromCharCode(97 + x) + (data.height - y);

  // visited: "x,y" to {side, ply}; side 2 was blocked from the start.
  function emptyPosition() {
    return { visited: new Map(), knights: [null, null], toMove: 0, last: null };
  }

  function parseFen(fen) {
    const position = emptyPosition();
    const [board, turn] = fen.split(" ");
    board.replace(/\[.*\]/, "").split("/").forEach((rank, y) => {
      let x = 0;
      for (const part of rank.match(/\d+|[*Nn]/g) || []) {
        if (/\d/.test(part)) {
          x += Number(part);
          continue;
        }
        const side = "Nn*".indexOf(part);
        position.visited.set(`${x},${y}`, { side, ply: null });
        if (side < 2)
          position.knights[side] = { x, y };
        x++;
      }
    });
    position.toMove = turn === "b" ? 1 : 0;
    return position;
  }

  function play(position, move, ply) {
    const side = position.toMove;
    position.last = { from: position.knights[side], to: move, side };
    position.visited.set(`${move.x},${move.y}`, { side, ply });
    position.knights[side] = move;
    position.toMove = 1 - side;
  }

  function legalMoves(position, side) {
    const from = position.knights[side];
    const moves = [];
    for (let y = 0; y < data.height; y++)
      for (let x = 0; x < data.width; x++) {
        const steps = from === null ? 2 : Math.abs(from.x - x) * Math.abs(from.y - y);
        if (steps === 2 && !position.visited.has(`${x},${y}`))
          moves.push({ x, y });
      }
    return moves;
  }

  // The opening's own moves count as moves of the game, where they are known.
  function wholeGame(game) {
    const opening = data.openings[game.opening] || "";
    const given = opening.includes("/") ? [] : parseMoves(opening);
    return {
      start: opening.includes("/") ? parseFen(opening) : emptyPosition(),
      given: given.length,
      moves: given.concat(parseMoves(game.moves)),
    };
  }

  function positionAt(whole, ply) {
    const start = whole.start;
    const position = { ...start, visited: new Map(start.visited), knights: [...start.knights] };
    whole.moves.slice(0, ply).forEach((move, i) => play(position, move, i + 1));
    return position;
  }

  // The agent that has `side` of the board in `game`.
  function agentOf(game, side) {
    const pairing = data.pairings[game.pairing];
    return data.agents[pairing[side === game.side ? 0 : 1]];
  }

  function draw(name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes))
      element.setAttribute(key, value);
    if (text !== undefined)
      element.textContent = text;
    return element;
  }

  const tile = (x, y, className) =>
    draw("rect", { x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, rx: 0.1, class: className });

  function drawSquares(board, position) {
    for (let y = 0; y < data.height; y++)
      for (let x = 0; x < data.width; x++) {
        const visit = position.visited.get(`${x},${y}`);
        const plain = (x + y) % 2 ? "dark" : "light";
        const name = !visit ? plain : visit.side < 2 ? `trace-${visit.side}` : "blocked";
        board.append(tile(x, y, name));
        if (visit && visit.ply !== null)
          board.append(draw("text", { x: x + 0.5, y: y + 0.61, class: "number" }, visit.ply));
      }
  }

  function drawCoordinates(board) {
    for (let x = 0; x < data.width; x++)
      board.append(draw("text", { x: x + 0.5, y: data.height + 0.36, class: "coordinate" },
        String.fromCharCode(97 + x)));
    for (let y = 0; y < data.height; y++)
      board.append(draw("text", { x: -0.26, y: y + 0.6, class: "coordinate" }, data.height - y));
  }

  function drawKnight(board, square, side, isAttacker) {
    board.append(tile(square.x, square.y, `stand-${side}`));
    if (isAttacker)
      board.append(draw("circle", { cx: square.x + 0.5, cy: square.y + 0.5, r: 0.42, class: "ring" }));
    board.append(draw("use", {
      href: "#knight", class: "knight",
      transform: `translate(${square.x + 0.19} ${square.y + 0.18}) scale(0.0262)`,
    }));
  }

  function drawBoard(position, game) {
    const board = byId("board");
    board.replaceChildren();
    board.setAttribute("viewBox", `-0.5 0 ${data.width + 0.55} ${data.height + 0.5}`);
    drawCoordinates(board);
    drawSquares(board, position);
    if (position.last && position.last.from)
      board.append(draw("line", {
        x1: position.last.from.x + 0.5, y1: position.last.from.y + 0.5,
        x2: position.last.to.x + 0.5, y2: position.last.to.y + 0.5,
        class: `step step-${position.last.side}`,
      }));
    if (position.knights[position.toMove] !== null)
      for (const move of legalMoves(position, position.toMove))
        board.append(draw("circle", {
          cx: move.x + 0.5, cy: move.y + 0.5, r: 0.13, class: `option stand-${position.toMove}`,
        }));
    position.knights.forEach((square, side) => {
      if (square !== null)
        drawKnight(board, square, side, side === game.attacker);
    });
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
      const last = position.last ? `${squareName(position.last.to)}, then ` : "";
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
      button.append(number, squareName(move));
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
    const position = positionAt(whole, shown.ply);
    const atEnd = shown.ply === whole.moves.length;
    drawBoard(position, game);
    showPlayers(position, game, atEnd);
    markMove(shown.ply);
    const status = statusText(position, game, whole);
    byId("status").textContent = status;
    byId("board").setAttribute("aria-label", boardLabel(position));
    disable(["back", "to-start"], shown.ply === 0);
    disable(["forward", "to-end"], atEnd);
  }

  // Not by `disabled`: a button that is really disabled loses the focus, and the keys with it.
  function disable(ids, really) {
    for (const id of ids)
      byId(id).setAttribute("aria-disabled", really);
  }

  function boardLabel(position) {
    const where = (side) => position.knights[side] ? squareName(position.knights[side]) : "in hand";
    return `Board: first ${where(0)}, second ${where(1)}`;
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
    const squares = opening.includes("/") ? "" : parseMoves(opening).slice(0, 4).map(squareName).join(" ");
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
})();
