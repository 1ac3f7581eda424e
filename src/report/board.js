// board.js: a board on a page, in SVG. Its colours are page.css's, its squares and knights as the
// report's own drawings have them (diagram.c).
//
// The drawing stays and changes, so that knights glide and squares fade. With onMove it is played on:
// by a click on a legal square, by dragging the knight, or by keys: one tab stop, arrows to walk over
// the squares, Enter to go there.
import { SIDES, attackerOf, legalMoves, squareName } from "./rules.js";

/**
 * @typedef {import("./rules.js").Position} Position
 * @typedef {{kind: string, text?: string, sign?: "good" | "bad", says?: string}} Mark a class, what is
 *   written or drawn there, and what a reader of the screen hears
 * @typedef {{last?: {from: number, to: number} | null, marks?: Map<number, Mark>, playable?: boolean,
 *   attacker?: number}} Showing
 */

const SVG = document.querySelector("svg")?.namespaceURI ?? null; // the page has one: the knight
const STEPS = new Map([["ArrowLeft", [-1, 0]], ["ArrowRight", [1, 0]], ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]]]);

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
export function drawn(name, attributes, text) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes))
    element.setAttribute(key, String(value));
  if (text !== undefined)
    element.textContent = text;
  return element;
}

/** @param {number} x @param {number} y @param {string} kind */
const tile = (x, y, kind) =>
  drawn("rect", { x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, rx: 0.1, class: kind });

export class BoardView {
  /** @param {SVGElement} svg @param {((square: number) => void) | null} onMove */
  constructor(svg, onMove = null) {
    this.svg = svg;
    this.onMove = onMove;
    /** @type {Position | null} */
    this.position = null;
    /** @type {Showing} */
    this.showing = {};
    this.cursor = -1;
    /** @type {SVGElement[]} */
    this.cells = [];
    /** @type {SVGElement[]} */
    this.knights = [];
    this.layer = drawn("g", { "aria-hidden": "true", class: "layer" });
    this.dragged = -1;
    svg.classList.add("board");
    if (onMove)
      this.listen();
  }

  /** @param {number} square */
  place(square) {
    const { width } = /** @type {Position} */ (this.position);
    return { x: square % width, y: Math.floor(square / width) };
  }

  /** @param {Position} position @param {Showing} showing */
  show(position, showing = {}) {
    const old = this.position;
    this.position = position;
    this.showing = showing;
    if (!old || old.width !== position.width || old.height !== position.height)
      this.build();
    position.visits.forEach((visit, square) => this.showSquare(square));
    this.showKnights();
    this.showLayer();
    if (!this.onMove)
      this.svg.setAttribute("aria-label", this.label());
    else
      this.moveCursor(this.cursor, false);
  }

  label() {
    const position = /** @type {Position} */ (this.position);
    const where = position.knights.map((square) => square < 0 ? "in hand" : squareName(position, square));
    return `Board: first ${where[0]}, second ${where[1]}, ${SIDES[position.toMove]} to move`;
  }

  build() {
    const { width, height, visits } = /** @type {Position} */ (this.position);
    const grid = drawn("g", this.onMove
      ? { role: "grid", "aria-label": `Board, ${width} by ${height}` } : {});
    this.cells = [];
    this.cursor = visits.length >> 1;
    for (let y = 0; y < height; y++) {
      const row = drawn("g", this.onMove ? { role: "row" } : {});
      for (let x = 0; x < width; x++) {
        const cell = drawn("g", this.onMove ? { role: "gridcell", tabindex: -1 } : {});
        cell.dataset.square = String(y * width + x);
        cell.append(tile(x, y, ""));
        this.cells.push(cell);
        row.append(cell);
      }
      grid.append(row);
    }
    this.knights = [0, 1].map((side) => {
      const knight = drawn("g", { class: `piece piece-${side}`, "aria-hidden": "true" });
      knight.append(tile(0, 0, `stand-${side}`),
        drawn("use", {
          href: "#knight", class: "knight", transform: "translate(0.19 0.18) scale(0.0262)",
        }));
      return knight;
    });
    const coordinates = drawn("g", { "aria-hidden": "true" });
    for (let x = 0; x < width; x++)
      coordinates.append(drawn("text", { x: x + 0.5, y: height + 0.36, class: "coordinate" },
        String.fromCharCode(97 + x)));
    for (let y = 0; y < height; y++)
      coordinates.append(drawn("text", { x: -0.26, y: y + 0.6, class: "coordinate" }, String(height - y)));
    this.svg.setAttribute("viewBox", `-0.5 0 ${width + 0.55} ${height + 0.5}`);
    this.svg.replaceChildren(coordinates, grid, this.layer);
  }

  /** @param {number} square */
  isLegal(square) {
    return Boolean(this.showing.playable) &&
      legalMoves(/** @type {Position} */ (this.position)).includes(square);
  }

  /** @param {number} square */
  showSquare(square) {
    const position = /** @type {Position} */ (this.position);
    const visit = position.visits[square];
    const { x, y } = this.place(square);
    const cell = this.cells[square];
    const mark = this.showing.marks?.get(square);
    const plain = (x + y) % 2 ? "dark" : "light";
    const ground = !visit ? plain : visit.side < 2 ? `trace-${visit.side}` : "blocked";
    const text = mark?.text ?? visit?.ply;
    cell.children[0].setAttribute("class", ground);
    cell.children[1]?.remove();
    if (text !== null && text !== undefined)
      cell.append(drawn("text", { x: x + 0.5, y: y + 0.61, class: "number" }, String(text)));
    const isOwn = this.showing.playable && square === position.knights[position.toMove];
    cell.setAttribute("class", ["square", ...(this.isLegal(square) ? ["legal"] : []),
      ...(isOwn ? ["movable"] : []), ...(mark ? [mark.kind] : [])].join(" "));
    if (this.onMove)
      cell.setAttribute("aria-label", this.squareLabel(square));
  }

  /** @param {number} square */
  squareLabel(square) {
    const position = /** @type {Position} */ (this.position);
    const side = position.knights.indexOf(square);
    const says = this.showing.marks?.get(square)?.says;
    const visit = position.visits[square];
    const what = side >= 0 ? `${SIDES[side]}'s knight`
      : visit ? "blocked" : this.isLegal(square) ? "legal move" : "blank";
    return `${squareName(position, square)}, ${what}${says ? `, ${says}` : ""}`;
  }

  showKnights() {
    const position = /** @type {Position} */ (this.position);
    const attacker = this.showing.attacker ?? attackerOf(position);
    this.knights.forEach((knight, side) => {
      const square = position.knights[side];
      knight.querySelector(".ring")?.remove();
      if (side === attacker)
        knight.append(drawn("circle", { cx: 0.5, cy: 0.5, r: 0.42, class: "ring" }));
      if (square >= 0)
        knight.style.transform = `translate(${this.place(square).x}px, ${this.place(square).y}px)`;
      if (square < 0)
        knight.remove();
      else if (!knight.isConnected)
        this.svg.append(knight);
    });
  }

  showLayer() {
    const position = /** @type {Position} */ (this.position);
    const { last, playable } = this.showing;
    this.layer.replaceChildren();
    if (last && last.from >= 0) {
      const [from, to] = [this.place(last.from), this.place(last.to)];
      const off = 0.28 / Math.hypot(to.x - from.x, to.y - from.y); // beside the number there
      this.layer.append(drawn("line", {
        x1: from.x + 0.5 + off * (to.x - from.x), y1: from.y + 0.5 + off * (to.y - from.y),
        x2: to.x + 0.5, y2: to.y + 0.5,
        class: `step step-${position.toMove === 0 ? 1 : 0}`,
      }));
    }
    if (playable && position.knights[position.toMove] >= 0)
      this.showMoves(position.toMove, "option");
    this.showing.marks?.forEach(({ sign }, square) => {
      const { x, y } = this.place(square);
      if (sign === "good")
        this.layer.append(drawn("circle", { class: sign, cx: x + 0.5, cy: y + 0.5, r: 0.22 }));
      else if (sign === "bad")
        this.layer.append(drawn("path", { class: sign, d: `M${x + 0.3} ${y + 0.3}l.4 .4m0-.4l-.4 .4` }));
    });
  }

  /** Dots where that side may go.
   * @param {number} side @param {string} kind */
  showMoves(side, kind) {
    const position = /** @type {Position} */ (this.position);
    for (const square of legalMoves(position, side)) {
      const { x, y } = this.place(square);
      const mark = this.showing.marks?.get(square);
      if (mark?.sign || mark?.text)
        continue; // that says more
      this.layer.append(drawn("circle", {
        cx: x + 0.5, cy: y + 0.5, r: 0.13, class: `${kind} stand-${side}`,
      }));
    }
  }

  /** @param {Event} event */
  squareOf(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
    return cell instanceof SVGElement ? Number(cell.dataset.square) : -1;
  }

  /** @param {number} square */
  choose(square) {
    if (this.isLegal(square))
      this.onMove?.(square);
  }

  /** @param {number} square @param {boolean} focus */
  moveCursor(square, focus) {
    this.cells[this.cursor].setAttribute("tabindex", "-1");
    this.cursor = square;
    this.cells[square].setAttribute("tabindex", "0");
    if (focus)
      this.cells[square].focus();
  }

  listen() {
    this.svg.addEventListener("click", (event) => this.choose(this.squareOf(event)));
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
    this.svg.addEventListener("focusin", (event) => {
      const square = this.squareOf(event);
      if (square >= 0)
        this.moveCursor(square, false);
      this.onHover(square);
    });
    this.svg.addEventListener("pointerover", (event) => this.onHover(this.squareOf(event)));
    this.svg.addEventListener("pointerleave", () => this.onHover(-1));
    this.svg.addEventListener("pointerdown", (event) => this.onDown(event));
    this.svg.addEventListener("pointermove", (event) => this.onDrag(event));
    this.svg.addEventListener("pointerup", (event) => this.onDrop(event));
    this.svg.addEventListener("pointercancel", () => this.endDrag());
  }

  /** The moves of the knight that is pointed at, whoever is to move.
   * @param {number} square */
  onHover(square) {
    this.layer.querySelectorAll(".shown").forEach((dot) => dot.remove());
    const side = this.position?.knights.indexOf(square) ?? -1;
    if (square >= 0 && side >= 0)
      this.showMoves(side, "shown");
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const position = /** @type {Position} */ (this.position);
    const step = STEPS.get(event.key);
    if (event.altKey || event.ctrlKey || event.metaKey)
      return;
    if (event.key === "Enter" || event.key === " ")
      this.choose(this.cursor);
    else if (event.key === "n" || event.key === "N")
      this.walkMoves(event.shiftKey ? -1 : 1);
    else if (step) {
      const { x, y } = this.place(this.cursor);
      const column = Math.min(Math.max(x + step[0], 0), position.width - 1);
      const row = Math.min(Math.max(y + step[1], 0), position.height - 1);
      this.moveCursor(row * position.width + column, true);
    } else
      return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the next legal move.
   * @param {number} way */
  walkMoves(way) {
    const moves = this.showing.playable ? legalMoves(/** @type {Position} */ (this.position)) : [];
    const ahead = moves.filter((square) => (square - this.cursor) * way > 0);
    const next = way > 0 ? ahead[0] ?? moves[0] : ahead.at(-1) ?? moves.at(-1);
    if (next !== undefined)
      this.moveCursor(next, true);
  }

  /** Where on the board the pointer is, in squares.
   * @param {PointerEvent} event */
  pointOf(event) {
    const svg = /** @type {SVGSVGElement} */ (this.svg);
    const point = new DOMPoint(event.clientX, event.clientY);
    return point.matrixTransform(/** @type {DOMMatrix} */ (svg.getScreenCTM()).inverse());
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    const position = /** @type {Position} */ (this.position);
    const square = this.squareOf(event);
    if (!this.showing.playable || square < 0 || square !== position.knights[position.toMove])
      return;
    this.dragged = position.toMove;
    this.svg.setPointerCapture(event.pointerId);
    this.knights[this.dragged].classList.add("dragged");
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  onDrag(event) {
    if (this.dragged < 0)
      return;
    const { x, y } = this.pointOf(event);
    this.knights[this.dragged].style.transform = `translate(${x - 0.5}px, ${y - 0.5}px)`;
  }

  /** @param {PointerEvent} event */
  onDrop(event) {
    if (this.dragged < 0)
      return;
    const { width, height } = /** @type {Position} */ (this.position);
    const { x, y } = this.pointOf(event);
    this.endDrag();
    if (x >= 0 && x < width && y >= 0 && y < height)
      this.choose(Math.floor(y) * width + Math.floor(x));
  }

  endDrag() {
    if (this.dragged >= 0)
      this.knights[this.dragged].classList.remove("dragged");
    this.dragged = -1;
    this.showKnights();
  }
}
