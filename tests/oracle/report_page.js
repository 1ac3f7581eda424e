// The pages in a real browser: no errors, games step by key, nothing wider than a phone, and
// colours that follow the reader's choice. Exit 77 (skipped) where there is no chromium or no
// playwright-core, except in CI, where they must be.
"use strict";
const assert = require("assert");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { execFileSync } = require("child_process");

const isolab = process.env.ISOLAB || "build/isolab";
const browserPath = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((file) => fs.existsSync(file));

function skip(why) {
  console.log(why);
  process.exit(process.env.CI ? 1 : 77);
}

function loadPlaywright() {
  try {
    return require("playwright-core");
  } catch {
    return skip("playwright-core is not installed");
  }
}

function makeReport(folder) {
  const database = path.join(folder, "games.db");
  const page = path.join(folder, "page.html");
  execFileSync(isolab, ["tournament", "--quiet", "--nodes", "200", "--pairs", "3", "--repeats", "3",
    "--agent", "AB_Improved", "--agent", "alphabeta:chase-isolation", "--agent", "alphabeta:attacker,order=pv",
    "--agent", "exec:./a<b>&\"' long long long long long long long long long name",
    "--against", "Random", "--against", "MM_Open", "--db", database], { stdio: "pipe" });
  execFileSync(isolab, ["report", "--db", database, "--output", page], { stdio: "pipe" });
  return page;
}

function makeOtherPages(folder) {
  const database = path.join(folder, "others.db");
  const small = ["--quiet", "--nodes", "50"];
  const kept = ["--db", database];
  return [
    ["study", "003", "--scale", "0.02", ...kept],
    ["study", "004", "--scale", "0.02", ...kept],
    ["tune", "alphabeta:chase", "--param", "w1=0:1:0.5", "--param", "w2=0:1:0.5", "--method", "grid",
      "--pairs", "2", "--confirm", "4", ...kept],
    ["tune", "alphabeta:chase", "--param", "w1", "--param", "w2", "--method", "spsa", "--rounds", "3",
      "--pairs", "2", "--confirm", "0", ...kept],
    ["accuracy", "--board", "5x5", "--positions", "60", "--agent", "first", "--heuristic", "territory",
      "--puzzles", "2", "--blunders", "2"],
  ].map((words, i) => {
    const page = path.join(folder, `other-${i}.html`);
    execFileSync(isolab, [...words, ...small, "--output", page], { stdio: "pipe" });
    return page;
  });
}

async function openPage(browser, file, options) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  context.setDefaultTimeout(0); // the machine may be slow; a test that hangs is ended from outside
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (request.url() !== `file://${file}`)
      complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(`file://${file}`);
  return { page, complaints, close: () => context.close() };
}

const status = (page) => page.textContent("#status");
const visited = (page) => page.locator("#board [class^=trace-], #board rect[class^=stand-]").count();

async function stepThroughAGame(page) {
  const plies = await page.locator("#moves li").count();
  assert.match(await status(page), new RegExp(`^Ply 2 of ${plies}: `)); // after the opening
  await page.keyboard.press("ArrowRight");
  assert.match(await status(page), /^Ply 3 of /);
  assert.equal(await page.locator("#moves [aria-current]").count(), 1);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.match(await status(page), /^Ply 1 of /);
  for (let ply = 1; ply < plies; ply++)
    await page.keyboard.press("ArrowRight");
  assert.match(await status(page), / won: (first|second) had no move$/);
  assert.equal(await page.locator("#board .option").count(), 0); // the loser has no move
  assert.equal(await page.locator("#board .number").count(), plies);
  assert.equal(await page.isDisabled("#forward"), true);
  await page.keyboard.press("ArrowRight");
  assert.match(await status(page), / won: /);
  await page.click("#to-start");
  assert.match(await status(page), /^Ply 0 of /);
  assert.equal(await visited(page), 0);
  await page.click("#moves li:nth-child(4) button");
  assert.match(await status(page), /^Ply 4 of /);
  await page.focus("#to-end");
  await page.keyboard.press("Home");
  assert.match(await status(page), /^Ply 0 of /);
  await page.keyboard.press("End");
  assert.match(await status(page), / won: /);
}

// Home and End go on working wherever in the viewer the last click was.
async function keepsTheKeys(page) {
  for (const place of ["#to-end", "#to-start", "#board", "#moves li:last-child button"]) {
    await page.click("#moves li:nth-child(4) button");
    await page.click(place);
    await page.keyboard.press("Home");
    assert.match(await status(page), /^Ply 0 of /, place);
    await page.keyboard.press("End");
    assert.match(await status(page), / won: /, place);
  }
}

async function chooseGames(page) {
  assert.equal(await page.locator("#pairing option").count(), 8);
  assert.equal(await page.locator("#opening option").count(), 9);
  assert.equal(await page.locator("#side option").count(), 2);
  const first = await page.textContent("#player-first");
  await page.selectOption("#side", "1");
  assert.notEqual(await page.textContent("#player-first"), first);
  await page.selectOption("#opening", "5");
  assert.equal(await page.inputValue("#side"), "1"); // the choice of side stays
  await page.selectOption("#pairing", "7"); // of the engine that is not there
  await page.focus("#to-end");
  await page.keyboard.press("End");
  assert.match(await status(page), /(crashed|no legal move)/);
  assert.match(await page.textContent("#viewer"), /exec:\.\/a<b>&"'/);
}

// The attacker wears a ring, and a word says it too.
async function showsTheAttacker(page) {
  await page.selectOption("#pairing", "0");
  assert.equal(await page.locator("#board .ring").count(), 1);
  assert.equal(await page.locator(".badge", { hasText: /^attacker$/ }).count(), 1);
}

const backgroundOf = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const barColourOf = (page) => page.evaluate(() => {
  const bar = document.querySelector(".plot :is([fill*=primary], [stroke*=primary], [color*=primary])");
  const { fill, stroke, color } = getComputedStyle(bar);
  return `${fill} ${stroke} ${color}`;
});
const textColourOf = (page) => page.evaluate(() =>
  getComputedStyle(document.querySelector(".plot text")).fill);

async function followsTheScheme(browser, file) {
  const seen = {};
  for (const colorScheme of ["light", "dark"]) {
    const { page, complaints, close } = await openPage(browser, file, { colorScheme });
    seen[colorScheme] = [await backgroundOf(page), await barColourOf(page), await textColourOf(page)];
    assert.deepEqual(complaints, []);
    await close();
  }
  seen.light.forEach((colour, i) => assert.notEqual(colour, seen.dark[i]));
}

// Captions of tables that have to be pushed to see all of a row. A matrix may.
const offTheEdge = (page) => page.evaluate(() => [...document.querySelectorAll(".scroll")]
  .filter((box) => !box.querySelector(".matrix, .gauntlet") && box.scrollWidth > box.clientWidth)
  .map((box) => box.getAttribute("aria-label")));

async function fitsAPhone(browser, file) {
  const { page, complaints, close } =
    await openPage(browser, file, { viewport: { width: 360, height: 740 }, hasTouch: true });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(await width(), 360);
  for (let pairing = 0; pairing < 8; pairing++) {
    await page.selectOption("#pairing", String(pairing));
    if (await page.isEnabled("#to-end")) // a forfeit may come before the first move
      await page.click("#to-end");
    assert.equal(await width(), 360, `pairing ${pairing}`);
  }
  await page.evaluate(() => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
  assert.equal(await width(), 360);
  assert.deepEqual(await offTheEdge(page), []);
  const small = await page.evaluate(() => [...document.querySelectorAll(".controls button")]
    .filter((button) => button.getBoundingClientRect().height < 44).length);
  assert.equal(small, 0); // fingers
  assert.deepEqual(complaints, []);
  await close();
}

// The other pages have no script, and a policy that lets none run.
async function showsWithoutScript(browser, file) {
  await followsTheScheme(browser, file);
  const { page, complaints, close } = await openPage(browser, file, { viewport: { width: 360, height: 740 } });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, file);
  assert.notEqual(await page.locator("nav a").count(), 0);
  assert.deepEqual(complaints, []);
  await close();
}

// An arrow in a table that scrolls belongs to the table.
async function leavesTablesTheirKeys(page) {
  await page.click("#to-start");
  await page.focus(".scroll");
  await page.keyboard.press("ArrowRight");
  assert.match(await status(page), /^Ply 0 of /);
}

async function main() {
  if (!browserPath)
    skip("there is no chromium");
  const { chromium } = loadPlaywright();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "isolab-page-"));
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"],
    timeout: 0 });
  try {
    const file = makeReport(folder);
    const { page, complaints, close } = await openPage(browser, file, {});
    assert.equal(await page.locator("svg.plot").count(), 7);
    await stepThroughAGame(page);
    await keepsTheKeys(page);
    await chooseGames(page);
    await showsTheAttacker(page);
    await leavesTablesTheirKeys(page);
    assert.deepEqual(complaints, []);
    await close();
    await followsTheScheme(browser, file);
    await fitsAPhone(browser, file);
    for (const other of makeOtherPages(folder))
      await showsWithoutScript(browser, other);
  } finally {
    await browser.close();
    fs.rmSync(folder, { recursive: true });
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
