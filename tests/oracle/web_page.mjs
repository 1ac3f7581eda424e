// The page with the engine in it in a real browser, from disk or as `isolab serve` gives it out. Exit 77
// (skipped) where there is no chromium or no playwright-core, except in CI, where they must be.
//   ISOLAB=build/isolab node web_page.mjs isolab.html
//   ISOLAB=build/isolab node web_page.mjs served
import assert from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";

const isServed = process.argv[2] === "served";
const file = path.resolve(process.argv[2]);
const isolab = process.env.ISOLAB ?? "build/isolab";
const browserPath = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((name) => fs.existsSync(name));

function skip(why) {
  console.log(why);
  process.exit(process.env.CI ? 1 : 77);
}

const { chromium } = await import("playwright-core").catch(() => skip("playwright-core is not installed"));
if (!browserPath)
  skip("chromium is not installed");
const axe = fs.readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const ask = (...words) => JSON.parse(execFileSync(isolab, [...words, "--json"], { encoding: "utf8" }));

const folder = fs.mkdtempSync("/tmp/isolab-page-");
const database = `${folder}/runs.db`;
const server = isServed && spawn(isolab, ["serve", "--port", "0", "--db", database],
  { stdio: ["ignore", "pipe", "ignore"] });
const place = isServed ? String(await once(server.stdout, "data")).trim() : `file://${file}`;

const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });

/** A page of its own, its engine loaded. What it complains of or asks for is a failure at the end. */
async function open(hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  context.setDefaultTimeout(0); // the machine may be slow; a test that hangs is ended from outside
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const isOwn = isServed ? request.url().startsWith(place) : request.url().split("#")[0] === place;
    if (!/^(blob|data):/.test(request.url()) && !isOwn)
      complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(place + hash);
  await page.waitForSelector("html[data-engine=ready]", { state: "attached" });
  return {
    page,
    close: async () => {
      assert.deepEqual(complaints, []);
      await context.close();
    },
  };
}

const address = (page) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]);
const positionOf = (page) => address(page).get("p");

/** Until the address says so; the page's own scripts may not be asked, by its policy. */
async function until(holds) {
  for (;;) {
    const value = await holds();
    if (value)
      return value;
    await new Promise((done) => setTimeout(done, 20));
  }
}

const link = (view, fields) => `#${view}?${new URLSearchParams(fields)}`;

const squareNumber = (name, width, height) =>
  (height - Number(name.slice(1))) * width + name.charCodeAt(0) - 97;

/** Plays a game to its end against `random`, each move by `move(page, square)`; the moves are those of
 * the champion, so that it is won. */
async function winAGame(move) {
  const { page, close } = await open(link("play", { p: "5x5", first: "human", second: "random" }));
  for (;;) {
    const text = positionOf(page);
    const { legal, winner } = ask("moves", text);
    if (winner !== null) {
      assert.equal(winner, "first");
      break;
    }
    assert.ok(legal.first.length > 0);
    const best = ask("best", text, "--agent", "champion,depth=4").move;
    await move(page, squareNumber(best, 5, 5));
    await until(async () => positionOf(page) !== text);
    await until(async () => {
      const status = await page.textContent("#play-status");
      return /^You win/.test(status) || /Your (move|knight)/.test(status);
    });
  }
  assert.equal(await page.textContent("#play-status"), "You win: second has no move left.");
  assert.equal(await page.locator("#bar-0 .won").count(), 1);
  await close();
}

async function byClicks(page, square) {
  await page.click(`#play-board [data-square="${square}"]`);
}

// From wherever the focus is on the board, by arrows and Enter.
async function byKeys(page, square) {
  const cursor = page.locator("#play-board [tabindex='0']");
  await cursor.focus();
  const at = Number(await cursor.getAttribute("data-square"));
  const [across, down] = [square % 5 - at % 5, Math.floor(square / 5) - Math.floor(at / 5)];
  for (let i = 0; i < Math.abs(across); i++)
    await page.keyboard.press(across > 0 ? "ArrowRight" : "ArrowLeft");
  for (let i = 0; i < Math.abs(down); i++)
    await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
  await page.keyboard.press("Enter");
}

async function playsByDragging() {
  const { page, close } = await open(link("play", { p: "7x7 d4 c2", first: "human", second: "human" }));
  const middle = async (square) => {
    const box = await page.locator(`#play-board [data-square="${square}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...await middle(24));
  await page.mouse.down();
  await page.mouse.move(...await middle(12), { steps: 5 });
  await page.mouse.up(); // not a knight's move: back to where it was
  assert.equal(positionOf(page), "7x7 d4 c2");
  await page.mouse.move(...await middle(24));
  await page.mouse.down();
  await page.mouse.move(...await middle(11), { steps: 5 });
  await page.mouse.up();
  await until(() => positionOf(page) === "7x7 d4 c2 e6");
  await close();
}

async function keepsAndShares() {
  const shared = link("play", { p: "7x7 d4 c2 e6 d4".slice(0, 12), first: "human", second: "human" });
  const { page, close } = await open(shared);
  assert.equal(await page.locator("#play-moves li").count(), 3);
  await page.click("#take-back");
  assert.equal(positionOf(page), "7x7 d4 c2");
  await page.click("#play-board [data-square='11']");
  await page.click("#play-to-start");
  assert.equal(positionOf(page), "7x7");
  await page.click("#play-to-end");
  assert.equal(positionOf(page), "7x7 d4 c2 e6");
  await page.click("text=Share, keep, load");
  await page.click("#copy-fen");
  const fen = await page.inputValue("#import-text");
  assert.equal(fen, ask("moves", fen).fen ?? fen);
  assert.deepEqual(ask("moves", fen).legal, ask("moves", "7x7 d4 c2 e6").legal);
  await page.click("#copy-pgn");
  const pgn = await page.inputValue("#import-text");
  assert.match(pgn, /\[FEN "7\/7\/7\/7\/7\/7\/7\[Nn\] w"\][^]*\n1\. d4 c2 2\. e6 \*\n$/);
  await page.fill("#import-text", "7x7 d4 d4");
  await page.click("#import");
  assert.match(await page.textContent("#keep-status"), /d4 is no legal move of second here/);
  await page.fill("#import-text", fen);
  await page.click("#import");
  assert.equal(positionOf(page), fen);
  await page.fill("#import-text", pgn);
  await page.click("#import");
  assert.equal(positionOf(page), "7x7 d4 c2 e6");
  await page.click("#copy-link");
  const copied = await page.inputValue("#import-text");
  await close();

  const again = await open(new URL(copied).hash); // afresh
  assert.equal(positionOf(again.page), "7x7 d4 c2 e6");
  assert.equal(await again.page.locator("#play-moves li").count(), 3);
  assert.match(await again.page.getAttribute("#play-board [data-square='11']", "aria-label"), /first's knight/);
  await again.page.click("#resign");
  assert.match(await again.page.textContent("#play-status"), /resigns\. First wins/);
  await again.close();

  const wrong = await open(link("play", { p: "7x7 d9" }));
  assert.match(await wrong.page.textContent("#play-status"), /This link holds no position: d9/);
  await wrong.close();
  const strange = await open("#constructor"); // a word that every object knows is no view
  assert.ok(await strange.page.isVisible("#view-play"));
  await strange.close();
}

// Agents of any kind on a board of any size; a long thought ends at once when something else is wanted.
async function agentsPlay() {
  const { page, close } = await open();
  await page.selectOption("#player-0 [data-part=level]", "other");
  await page.selectOption("#player-0 [data-part=kind]", "mcts");
  await page.selectOption("#player-0 [data-part=heuristic]", "");
  await page.selectOption("#player-0 [data-part=unit]", "nodes");
  await page.fill("#player-0 [data-part=amount]", "50");
  await page.selectOption("#player-1 [data-part=level]", "random");
  await page.selectOption("#board-size", "other");
  await page.fill("#board-width", "4");
  await page.fill("#board-height", "3");
  await page.click("#new-game button[type=submit]");
  assert.equal(address(page).get("first"), "mcts,nodes=50");
  await until(async () => /wins: (first|second) has no move left/.test(await page.textContent("#play-status")));
  assert.notEqual(ask("moves", positionOf(page)).winner, null);
  const whole = positionOf(page);
  await page.click("#take-back"); // a move, and they wait
  assert.equal(positionOf(page), whole.slice(0, whole.lastIndexOf(" ")));
  assert.equal(await page.textContent("#pause"), "Go on");

  await page.selectOption("#player-0 [data-part=level]", "human");
  await page.selectOption("#board-size", "7x7");
  await page.click("#new-game button[type=submit]");
  await page.click("#hint");
  await until(async () => /^Hint: /.test(await page.textContent("#play-status")));
  assert.equal(await page.locator("#play-board .hinted").count(), 1);
  assert.equal(page.workers().length, 1); // those of earlier games have ended
  await close();
}

// What the page says of positions is what `solve` and `eval` say.
async function analysisIsTrue() {
  const texts = fs.readFileSync(new URL("../data/solved_positions.jsonl", import.meta.url), "utf8")
    .trim().split("\n").map((line) => JSON.parse(line).position).slice(0, isServed ? 10 : 50);
  const answers = (command) => execFileSync(isolab, [command, "-", "--json"],
    { encoding: "utf8", input: texts.join("\n") }).trim().split("\n").map((line) => JSON.parse(line));
  const [solved, evaluated] = [answers("solve"), answers("eval")];
  const { page, close } = await open("#analyze");
  for (const [i, text] of texts.entries()) {
    await page.evaluate((hash) => { location.hash = hash; }, link("analyze", { p: text }));
    await page.waitForSelector(`#verdict[data-state=done][data-position="${text}"]`);
    const { to_move } = ask("moves", text);
    assert.equal(await page.getAttribute("#verdict", "data-winner"), solved[i].winner, text);
    const winning = await page.locator("#analyze-board .wins").evaluateAll((cells) =>
      cells.map((cell) => cell.getAttribute("aria-label").split(",")[0]));
    assert.deepEqual(winning.sort(), [...solved[i].winning_moves].sort(), text);
    if (solved[i].winning_moves.length > 0 || (await page.locator("#analyze-board .loses").count()) > 0) {
      await page.waitForSelector("#opinions tr");
      const rows = await page.locator("#opinions tr").evaluateAll((list) => list.map((row) =>
        [row.children[0].textContent, row.children[1].dataset.value]));
      assert.equal(rows.length, Object.keys(evaluated[i].heuristics).length);
      for (const [name, value] of rows) {
        const told = evaluated[i].heuristics[name][to_move];
        assert.equal(value, told === null ? "NaN" : String(told).replace("inf", "Infinity"), `${name} of ${text}`);
      }
    }
  }
  for (const layer of ["territory", "reach-0", "reach-1", "contested"]) {
    await page.check(`input[value=${layer}]`, { force: true });
    assert.equal(await page.locator("#analyze-board .wins").count(), 0);
  }
  await close();
}

// A proof that takes minutes ends when one asks for something else.
async function proofsAreStopped() {
  const { page, close } = await open(link("analyze", { p: "9x9 d4 e6" }));
  await page.waitForSelector("#verdict[data-state=working]");
  await page.click("#analyze-stop");
  await page.waitForSelector("#verdict[data-state=done]");
  assert.match(await page.textContent("#verdict"), /Not proved yet/);
  await page.click("nav >> text=Play");
  await page.waitForSelector("#play-board .piece-0");
  await close();
}

// Each reply's value is that of the solver's tables.
async function openingsAreTrue() {
  const { page, close } = await open("#openings");
  const table = JSON.parse(fs.readFileSync(new URL("../data/placements_5x5.json", import.meta.url), "utf8"));
  const large = Object.fromEntries(fs.readFileSync(new URL("../../data/placements-8x8.txt", import.meta.url),
    "utf8").trim().split("\n").slice(1).map((line) => line.split(" ")).map(([a, b, winner]) => [`${a} ${b}`, winner]));
  for (const [size, first, winners] of [["5x5", "c3", table.winner], ["8x8", "a8", large]]) {
    const side = Number(size[0]);
    await page.selectOption("#openings-size", size);
    await page.click(`#openings-board [data-square="${squareNumber(first, side, side)}"]`);
    await page.waitForSelector(`[data-known="${side * side - 1}/${side * side - 1}"]`);
    const shown = await page.locator("#openings-board .square[class*=own-]").evaluateAll((cells) =>
      cells.map((cell) => cell.getAttribute("aria-label")));
    assert.equal(shown.length, side * side - 1);
    for (const label of shown) {
      const winner = winners[`${first} ${label.slice(0, 2)}`]; // of 8x8 one of each class
      if (winner)
        assert.ok(label.endsWith(`${winner} wins`), `${size} ${first}: ${label}`);
    }
  }
  await page.click("#openings-board [data-square='1']");
  await until(() => positionOf(page) === "8x8 a8 b8");
  assert.equal(await page.isVisible("#analyze-board"), true);
  await close();
}

async function puzzlesAreMissedAndSolved() {
  const { page, close } = await open("#puzzles");
  const [puzzle] = JSON.parse(await page.textContent("#puzzles"));
  const { winner, winning_moves } = ask("solve", puzzle.position);
  assert.deepEqual(winning_moves, [puzzle.solution]);
  const { legal } = ask("moves", puzzle.position);
  const wrong = legal[winner].find((name) => name !== puzzle.solution);
  await page.click(`#puzzles-board [data-square="${squareNumber(wrong, 7, 7)}"]`);
  await until(async () => /Try again/.test(await page.textContent("#puzzle-status")));
  const refutation = /loses to ([a-g][1-7])/.exec(await page.textContent("#puzzle-status"))[1];
  assert.ok(ask("solve", `${puzzle.position} ${wrong}`).winning_moves.includes(refutation));
  await page.click("#puzzle-again");
  await page.click(`#puzzles-board [data-square="${squareNumber(puzzle.solution, 7, 7)}"]`);
  assert.match(await page.textContent("#puzzle-status"), /is right/);
  assert.equal(await page.textContent("#puzzle-solved"), "1 solved");
  await page.click("#puzzle-next");
  assert.equal(await page.textContent("#puzzle-number"), "Puzzle 2 of 66");
  await close();
}

// A duel is a match of the program's.
async function duelsAreMatches() {
  const { page, close } = await open("#duel");
  await page.selectOption("#duel-0 [data-part=level]", "random");
  await page.selectOption("#duel-1 [data-part=level]", "greedy:improved");
  await page.selectOption("#duel-size", "5x5");
  await page.fill("#duel-seed", "3");
  await page.click("#duel-form button");
  await page.waitForSelector("[data-games='50']", { state: "attached" });
  const { wins, losses, interval } = ask("match", "random,virtual=150ms", "greedy:improved,virtual=150ms",
    "--board", "5x5", "--pairs", "25", "--seed", "3", "--quiet", "--db", `${folder}/duel.db`);
  assert.equal(await page.textContent("#duel-score"), `${wins} : ${losses}`);
  const told = await page.textContent("#duel-interval");
  assert.ok(told.includes(interval.map((bound) => `${(bound * 100).toFixed(1)}\u00a0%`).join(" and ")), told);
  await close();
}

// The board is there before the engine.
async function isPaintedFirst() {
  const { page, close } = await open();
  const painted = await page.evaluate(() => new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime))
      .observe({ type: "paint", buffered: true });
  }));
  const ready = await page.evaluate(() => performance.getEntriesByName("engine-ready")[0].startTime);
  assert.ok(painted < ready, `painted after ${painted} ms, the engine ready after ${ready}`);
  await close();
}

// A reader of the screen, a phone, the dark.
async function isForEverybody() {
  const ways = [{}, { colorScheme: "dark" }, { viewport: { width: 360, height: 740 } }];
  await Promise.all(ways.map(async (options) => {
    const { page, close } = await open("", options);
    await page.evaluate(axe);
    for (const view of ["play", "analyze", "openings", "puzzles", "duel"]) {
      await page.evaluate((hash) => { location.hash = hash; },
        link(view, { p: "7x7 d4 c2 e6", first: "human", second: "human" }));
      await page.waitForSelector(`#view-${view}:not([hidden])`);
      if (view === "analyze")
        await page.waitForSelector("#verdict[data-state=done]");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, view);
      const { violations } = await page.evaluate((place) => window.axe.run(place), "body");
      assert.deepEqual(violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
        .map(({ id, nodes }) => `${view}, ${id}: ${nodes.map((node) => node.html).join(" ")}`), []);
    }
    await close();
  }));
}

/** A run that another process plays, from the page's own link to its end. */
async function runsAreWatched() {
  const words = ["tournament", "--agent", "AB_Improved", "--agent", "greedy:open", "--agent", "random", "--nodes",
    "2000", "--pairs", "40", "--threads", "1", "--quiet", "--db", database];
  const player = spawn(isolab, words, { stdio: "ignore" });
  const { page, close } = await open();
  for (;;) { // until there is a run
    const answer = await page.request.get(`${place}api/runs/1`);
    if (answer.ok())
      break;
  }
  await page.click("nav >> text=Runs");
  await page.click("table a");
  await page.waitForSelector("#main");
  if (!page.url().endsWith("/live")) // it was that fast
    await page.goto(`${place}runs/1/live`);
  await until(async () => /240 of 240 games, finished/.test(await page.textContent("#state")));
  if (player.exitCode === null)
    await once(player, "exit");
  const rows = await page.locator("#agents tr").evaluateAll((list) => list.map((row) =>
    [row.children[0].textContent, Number(row.children[2].textContent)]));
  const told = ask(...words.slice(0, -3), "--resume", "--quiet", "--db", database);
  assert.deepEqual(Object.fromEntries(rows), Object.fromEntries(told.agents.map(({ agent, wins }) => [agent, wins])));
  await page.click("text=The report so far");
  await page.waitForSelector("#board");
  await page.evaluate(axe);
  for (const address of ["runs", "runs/1/live", "runs/1"]) {
    await page.goto(place + address);
    await page.evaluate(axe);
    const { violations } = await page.evaluate((where) => window.axe.run(where), "body");
    assert.deepEqual(violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
      .map(({ id, nodes }) => `${address}, ${id}: ${nodes.map((node) => node.html).join(" ")}`), []);
  }
  await close();
}

if (isServed) {
  await runsAreWatched();
  await Promise.all([winAGame(byClicks), keepsAndShares(), analysisIsTrue(), puzzlesAreMissedAndSolved(),
    duelsAreMatches()]);
  await browser.close();
  server.kill("SIGINT");
  assert.equal((await once(server, "exit"))[0], 130);
  fs.rmSync(folder, { recursive: true });
  process.exit();
}

assert.ok(fs.statSync(file).size < 600 * 1024);
await isPaintedFirst();
await Promise.all([winAGame(byClicks), winAGame(byKeys), playsByDragging(), keepsAndShares(), agentsPlay(),
  analysisIsTrue(), proofsAreStopped(), openingsAreTrue(), puzzlesAreMissedAndSolved(), duelsAreMatches()]);
await isForEverybody();
await browser.close();
fs.rmSync(folder, { recursive: true });
