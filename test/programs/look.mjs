// Takes pictures of every kind of page, for a person to look at before a change of pages is done.
//
//   npm run look [-- PATH...]
//
// Writes a contact sheet for each width and theme, and one of the pages as they are printed, to
// .compiled/look. Given paths, it writes a picture of each of those pages instead. Given --readme,
// it takes the picture of the README again.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const OUT = ".compiled/look";
const README_PICTURE = "build/generator/pages/screenshots/hero.png";

const KINDS = [
  "/",
  "/heroes",
  "/heroes/ana",
  "/heroes/shion",
  "/maps",
  "/maps/kings-row",
  "/roles",
  "/patches",
  "/patches/2026-10-06",
  "/seasons/5",
  "/matrix",
  "/compare",
  "/compare/heroes?h=ana,mercy",
  "/compare/heroes?h=ana,mercy,lucio",
  "/values",
  "/search?q=sleep+dart+cooldown",
  "/check",
  "/gaps",
  "/guides",
  "/guides/first-call",
  "/docs",
  "/docs/getHero",
  "/problems/not-found",
  "/no-such-page",
];
const PRINTED = ["/heroes/ana", "/patches/2026-10-06", "/matrix"];
const WIDTHS = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

/** An A4 page at 96 dots an inch, without its margins. */
const PAPER = { width: 718, height: 1047 };

/** The tallest part of a page on a contact sheet. */
const TALLEST = 3200;

const asked = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const server = spawn(process.execPath, [".compiled/gamedata.js", "serve"], {
  env: { PATH: process.env["PATH"], PORT: "0" },
});
try {
  const url = await addressOf(server);
  if (asked.includes("--readme")) await takeReadmePicture(url);
  else {
    await takeAll(url);
    await timeSearch(url);
  }
} finally {
  await browser.close();
  server.kill();
}

async function takeReadmePicture(url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/heroes/ana`, { waitUntil: "networkidle" });
  await page.screenshot({ path: README_PICTURE });
  process.stdout.write(`Picture written to ${README_PICTURE}\n`);
}

/** Prints how long the search needs for its first letter, a moment after the box got the focus. */
async function timeSearch(url) {
  const page = await browser.newPage();
  await page.goto(`${url}/heroes`, { waitUntil: "networkidle" });
  await page.focus("#find");
  await page.waitForTimeout(500);
  const start = performance.now();
  await page.keyboard.type("a");
  await page.locator("#found-0").waitFor();
  const ms = Math.round(performance.now() - start);
  process.stdout.write(`Search answers ${ms} ms after the first letter (at most 300)\n`);
  await page.close();
}

async function takeAll(url) {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  for (const [name, viewport] of Object.entries(WIDTHS))
    for (const colorScheme of ["light", "dark"]) {
      const options = { viewport, colorScheme, reducedMotion: "reduce" };
      await picture(`${name}-${colorScheme}`, url, options, asked.length > 0 ? asked : KINDS);
    }
  if (asked.length === 0) await picture("print", url, { viewport: PAPER }, PRINTED, "print");
  process.stdout.write(`Pictures written to ${OUT}\n`);
}

/** The address at which a server listens, once it has printed it. */
async function addressOf({ stdout }) {
  for await (const line of createInterface(stdout)) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("The server ended. Build a site first: npm run gamedata -- build");
}

/** Takes pictures of pages, and makes a contact sheet of them. */
async function picture(name, url, options, paths, media = "screen") {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.emulateMedia({ media });
  const files = [];
  for (const path of paths) {
    await page.goto(url + path, { waitUntil: "networkidle" });
    const file = `${OUT}/${path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "start"}-${name}.png`;
    const clip = { x: 0, y: 0, width: options.viewport.width, height: TALLEST };
    const part = asked.length > 0 ? {} : { clip };
    await page.screenshot({ path: file, fullPage: true, ...part });
    files.push([path, file]);
  }
  if (asked.length === 0) await sheetOf(page, name, files);
  await context.close();
}

/** Puts pictures beside each other in one. */
async function sheetOf(page, name, files) {
  const cells = files.map(([path, file]) => {
    const data = readFileSync(file, "base64");
    rmSync(file);
    return `<figure>${path}<img src="data:image/png;base64,${data}"></figure>`;
  });
  const columns = Math.min(7, files.length);
  writeFileSync(
    `${OUT}/${name}.html`,
    `<style>body { display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 16px;
      font: 16px sans-serif } figure { margin: 0 } img { width: 100%; border: 1px solid #888 }
      </style>${cells.join("")}`,
  );
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 400 * columns, height: 1000 });
  await page.goto(`file://${process.cwd()}/${OUT}/${name}.html`);
  await page.screenshot({ path: `${OUT}/${name}.png`, fullPage: true });
  rmSync(`${OUT}/${name}.html`);
}
