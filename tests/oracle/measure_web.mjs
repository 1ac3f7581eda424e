// What the page is measured by, for people and docs/web.md; no test, since machines differ.
//   ISOLAB=build/isolab node measure_web.mjs isolab.html
import { execFileSync } from "node:child_process";
import path from "node:path";
import { chromium } from "playwright-core";

const file = path.resolve(process.argv[2]);
const isolab = process.env.ISOLAB ?? "build/isolab";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(`file://${file}`);
await page.waitForSelector("html[data-engine=ready]", { state: "attached" });

const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
const ready = await page.evaluate(() => performance.now());
console.log(`first paint ${painted.toFixed(0)} ms, engine ready before ${ready.toFixed(0)} ms`);

/** A worker of the page's own, asked from outside. */
await page.evaluate(async () => {
  const bytes = Uint8Array.from(atob(document.getElementById("engine").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  const script = URL.createObjectURL(new Blob([document.getElementById("worker").textContent]));
  globalThis.begin = () => {
    globalThis.measured?.terminate();
    globalThis.measured = new Worker(script);
    globalThis.measured.postMessage({ module });
  };
  globalThis.ask = (call, args) => new Promise((resolve) => {
    globalThis.measured.onmessage = ({ data }) => "answer" in data && resolve(data.answer);
    globalThis.measured.postMessage({ id: 0, call, args });
  });
  globalThis.begin();
});

const solveHere = (texts) => page.evaluate(async (list) => {
  const results = [];
  for (const text of list) {
    await globalThis.ask("forget", []);
    const began = performance.now();
    const { nodes, seconds } = await globalThis.ask("solve", [text, "winner"]);
    results.push({ nodes, seconds, milliseconds: performance.now() - began });
  }
  return results;
}, texts);
const solveThere = (texts) => texts.map((text) =>
  JSON.parse(execFileSync(isolab, ["solve", text, "--first", "--threads", "1", "--json"], { encoding: "utf8" })));

const placements = ["d4", "a1", "b2", "c3"].flatMap((first) => ["c5", "g4", "f6", "e3"].map((second) => `7x7 ${first} ${second}`));
await solveHere(placements); // the browser's compiler warms up
const speed = (results) => results.reduce((sum, { nodes }) => sum + nodes, 0) /
  results.reduce((sum, { seconds }) => sum + seconds, 0);
const ratios = [];
for (let round = 0; round < 5; round++) {
  const here = speed(await solveHere(placements));
  const there = speed(solveThere(placements));
  ratios.push(here / there);
  console.log(`solver: ${(here * 1e-6).toFixed(2)} M/s in chromium, ${(there * 1e-6).toFixed(2)} native: ${(100 * here / there).toFixed(0)} %`);
}
console.log(`median ${(100 * ratios.sort((a, b) => a - b)[2]).toFixed(0)} %`);

// Positions of all phases: random placements and random moves after them.
let seed = 1;
const random = (limit) => {
  seed = (seed * 48271) % 2147483647;
  return seed % limit;
};
const texts = [];
while (texts.length < 500) {
  const moves = [];
  const plies = 2 + random(24);
  let [at, turn] = [[-1, -1], 0];
  const free = (square) => !moves.includes(square);
  for (; moves.length < plies; turn = 1 - turn) {
    const targets = [...Array(49).keys()].filter((square) => free(square) && (at[turn] < 0 ||
      Math.abs(at[turn] % 7 - square % 7) * Math.abs(Math.floor(at[turn] / 7) - Math.floor(square / 7)) === 2));
    if (targets.length === 0)
      break;
    at[turn] = targets[random(targets.length)];
    moves.push(at[turn]);
  }
  if (moves.length === plies)
    texts.push(["7x7", ...moves.map((square) => String.fromCharCode(97 + square % 7) + (7 - Math.floor(square / 7)))].join(" "));
}
const times = (await solveHere(texts)).map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
for (const share of [0.5, 0.9, 0.99, 1])
  console.log(`7x7 proofs: ${share * 100} % within ${times[Math.ceil(share * times.length) - 1].toFixed(1)} ms`);

const stops = [];
for (let i = 0; i < 20; i++)
  stops.push(await page.evaluate(async () => {
    globalThis.ask("solve", ["9x9 d4 e6", "winner"]);
    await new Promise((done) => setTimeout(done, 200));
    const began = performance.now();
    globalThis.begin();
    const stopped = performance.now();
    await globalThis.ask("version", []);
    return [stopped - began, performance.now() - began];
  }));
stops.sort((a, b) => a[1] - b[1]);
console.log(`stop: the page waits ${Math.max(...stops.map(([wait]) => wait)).toFixed(1)} ms at most; a new engine answers after ${
  stops[10][1].toFixed(0)} ms (median), ${stops[19][1].toFixed(0)} at most`);
await browser.close();
