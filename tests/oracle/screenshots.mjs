// Pictures of each view, light, dark and on a phone, to be looked at.
//   node screenshots.mjs isolab.html FOLDER
import fs from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const [file, folder] = process.argv.slice(2).map((name) => path.resolve(name));
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
await browser.close();
