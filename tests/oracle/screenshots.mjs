// Pictures of each view, light, dark and on a phone, to be looked at; and of a report, all in one.
//   node screenshots.mjs isolab.html FOLDER [report.html]
import fs from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const [file, folder, report] = process.argv.slice(2).map((name) => path.resolve(name));
const WAYS = {
  light: { viewport: { width: 1280, height: 860 } },
  dark: { viewport: { width: 1280, height: 860 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
};

/** What is shown of each view. */
const VIEWS = {
  play: async (page) => {
    await page.hover("#play-board [data-square='11']");
  },
  analyze: async (page) => {
    await page.waitForSelector("#verdict[data-state=done]");
    await page.waitForSelector("#opinions tr");
  },
  openings: async (page) => {
    await page.click("#openings-board [data-square='24']");
    await page.waitForSelector("[data-known='48/48']");
  },
  puzzles: async (page) => {
    await page.click("#puzzle-next");
    await page.click("#puzzles-board .legal >> nth=0");
    await page.waitForTimeout(1500);
  },
  duel: async (page) => {
    await page.click("#duel-form button[type=submit]");
    await page.waitForSelector("[data-games='50']", { state: "attached" });
  },
};

fs.mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const [way, options] of Object.entries(WAYS))
  for (const [view, prepare] of Object.entries(VIEWS)) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(`file://${file}#${view}?p=7x7+d4+c2+e6+b4&first=human&second=alphabeta:improved,depth=4`);
    await page.waitForSelector("html[data-engine=ready]", { state: "attached" });
    await prepare(page);
    await page.waitForTimeout(500); // knights have glided
    await page.screenshot({ path: `${folder}/${view}-${way}.png`, fullPage: way === "phone" });
    await context.close();
  }
if (report)
  await pictureReport();
await browser.close();

/** What `make run` writes: its results, a game in the dark, and both as a phone has them. */
async function pictureReport() {
  const parts = [
    { part: "#results", at: [24, 24, 760, 573], options: {} },
    { part: "#games", at: [300, 384, 760, 472], options: { colorScheme: "dark" } },
    { part: "#results", at: [1010, 24, 206, 418], options: WAYS.phone, frame: "border:3px solid #111;border-radius:14px" },
  ];
  let shown = "";
  for (const { part, at: [x, y, width, height], options, frame } of parts) {
    const page = await (await browser.newContext({ viewport: { width: 1140, height: 900 }, ...options })).newPage();
    await page.goto(`file://${report}`);
    if (part === "#games") {
      await page.selectOption("#pairing", { label: "alphabeta:combined – AB_Center" });
      for (let i = 0; i < 19; i++)
        await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(500);
    }
    const picture = (await page.locator(part).screenshot()).toString("base64");
    shown += `<div style="left:${x}px;top:${y}px;width:${width}px;height:${height}px;${frame || ""};background:
      url(data:image/png;base64,${picture}) top/100% auto no-repeat"></div>`;
  }
  const page = await browser.newPage({ viewport: { width: 1240, height: 880 } });
  await page.setContent(`<style>body { background: #cdd5df; margin: 0 } div { position: absolute; box-sizing: border-box;
    border-radius: 8px; box-shadow: 0 4px 14px #0006 }</style>${shown}`);
  await page.screenshot({ path: `${folder}/report.png` });
}
