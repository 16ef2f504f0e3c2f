/*
 * Prints how long it takes from saving a file to the new page in a browser: medians of ten edits
 * of a copy of the last commit. `node test/programs/dev-times.mjs`, on idle cores.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const PAGES = "build/generator/pages";

/** What is edited, on which page it is seen, and how a number gets into the file. */
const EDITS = [
  {
    what: "a number of a hero",
    path: "/heroes/mei",
    file: "gamedata/heroes/mei.json",
    edit: (text, n) => text.replace(/"standard": \d+/, `"standard": ${n}`),
  },
  {
    what: "a guide",
    path: "/guides/names",
    file: `${PAGES}/guides/names.md`,
    edit: (text, n) => `# ${n} ${text.slice(2)}`,
  },
  {
    what: "a style",
    path: "/heroes/mei",
    file: `${PAGES}/explorer/browser/styles/base.css`,
    edit: (text, n) => `${text}\nmain { --tried: ${n} }\n`,
  },
  {
    what: "a line of a page's code",
    path: "/heroes/mei",
    file: `${PAGES}/explorer/hero.tsx`,
    edit: (text, n) => text.replace("title: name", `title: "${n}"`),
  },
];

/** Whether the page in the browser has a number in its title, its text or its style. */
function isSeen(n) {
  const main = document.querySelector("main");
  const tried = getComputedStyle(main).getPropertyValue("--tried");
  return (document.title + main.textContent + tried).includes(n);
}

const root = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "gamedata-dev-"));
execFileSync("git", ["clone", "-q", "--shared", root, copy]);
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();

const start = performance.now();
const server = spawn("npm", ["run", "-s", "dev"], { cwd: copy, detached: true });
try {
  const address = await new Promise((resolve) =>
    server.stdout.on("data", (line) => resolve(`${line}`.trim())),
  );
  await page.goto(`${address}/heroes/mei`);
  print("first page", [performance.now() - start]);
  for (const { what, path, file, edit } of EDITS) {
    await page.goto(address + path);
    const text = readFileSync(join(copy, file), "utf8");
    const times = [];
    for (let n = 7301; n <= 7310; n++) {
      await page.waitForTimeout(2000); // the data is checked in this time
      const saved = performance.now();
      writeFileSync(join(copy, file), edit(text, n));
      await page.waitForFunction(isSeen, `${n}`);
      times.push(performance.now() - saved);
    }
    writeFileSync(join(copy, file), text);
    await page.waitForTimeout(2000);
    print(what, times);
  }
} finally {
  process.kill(-server.pid);
  await browser.close();
  rmSync(copy, { recursive: true });
}

function print(what, times) {
  const seconds = times.toSorted((a, b) => a - b).map((time) => (time / 1000).toFixed(2));
  const median = seconds[Math.floor(seconds.length / 2)];
  process.stdout.write(`${what}: ${median} s (${seconds[0]} to ${seconds.at(-1)})\n`);
}
