// Applies small edits to copies of the repository and says which ones the tests notice.
//
//   node test/programs/mutants.mjs [--subject NAME] [--workers N] [--record]
//
// An edit with a name breaks the promise of SECURITY.md that names it; the tests of that row alone
// have to notice it. `--subject promises` tries these edits.
//
// Exits with 1 if the tests no longer notice an edit that they noticed when it was recorded, or if
// the text of an edit is gone: then replace it in mutants.json by an edit of the code that does its
// work now, or remove it. --record writes the results into mutants.json.
import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const ROOT = resolve(import.meta.dirname, "../..");
const LIST = join(ROOT, "test/programs/mutants.json");

/** An edit that makes a loop endless is noticed too. */
const MOST_MS = 300_000;

const { values: given } = parseArgs({
  options: {
    subject: { type: "string" },
    workers: { type: "string", default: "2" },
    record: { type: "boolean", default: false },
  },
});

/** The tests of each subject (parts of their paths), and the edits with their last results. */
const { subjects, edits } = JSON.parse(readFileSync(LIST, "utf8"));

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: ROOT })
  .toString()
  .split("\0")
  .filter((file) => file !== "" && existsSync(join(ROOT, file)));
const sources = files.filter((file) => /^(build|proxy)\/.*\.tsx?$/.test(file));

const promises = readFileSync(join(ROOT, "SECURITY.md"), "utf8").split("\n");

/** The arguments of Vitest for edits of one subject: its tests, or those of the broken promises. */
function testsOf(edits) {
  const [{ subject }] = edits;
  if (subject !== "promises") return subjects[subject];
  const rows = promises.filter((line) => edits.some(({ name }) => line.endsWith(`| ${name} |`)));
  const tests = rows.flatMap((row) => [...row.matchAll(/`(test\/[^`]+)` "([^"]+)"/g)]);
  const titles = tests.map(([, , title]) =>
    title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/%\w/g, ".*"),
  );
  return [...new Set(tests.map(([, file]) => file)), "-t", titles.join("|")];
}

/** Finds the text of an edit, in any indentation: in its file, or in one other file. */
function placeOf({ file, find }) {
  const escaped = find.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(escaped.replace(/\s+/g, "\\s+"), "g");
  const hitsIn = (name) =>
    [...readFileSync(join(ROOT, name), "utf8").matchAll(pattern)].map((match) => ({ name, match }));
  const hits = files.includes(file) ? hitsIn(file) : [];
  const all = hits.length > 0 ? hits : sources.flatMap(hitsIn);
  return all.length === 1 ? all[0] : undefined;
}

/** Runs the tests of edits in a copy of the repository. Resolves to whether they all pass. */
function passes(copy, edits, sites = join(folder, "sites")) {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--bail", "1", "--maxWorkers", "1", ...testsOf(edits)];
  const env = { ...process.env, GAMEDATA_TEST_SITES: sites };
  const child = spawn(process.execPath, args, { cwd: copy, env, stdio: "ignore", detached: true });
  const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), MOST_MS);
  return new Promise((done) => {
    child.on("exit", (code) => {
      clearTimeout(timer);
      done(code === 0);
    });
  });
}

/** Applies one edit, runs the tests, and takes the edit back. */
async function isNoticed(copy, edit, { name, match }) {
  const path = join(copy, name);
  const before = readFileSync(path, "utf8");
  writeFileSync(
    path,
    before.replace(match[0], () => edit.replace),
  );
  const isInSite = /^(build\/generator\/pages|proxy\/edge)\//.test(name);
  const passed = await passes(copy, [edit], isInSite ? `${copy}-sites` : undefined);
  rmSync(`${copy}-sites`, { recursive: true, force: true });
  writeFileSync(path, before);
  return !passed;
}

const say = (line) => process.stdout.write(`${line}\n`);
const wanted = edits.filter(({ subject }) => [undefined, subject].includes(given.subject));
const todo = wanted.map((edit) => ({ edit, place: placeOf(edit) }));
const gone = wanted.filter((_, at) => todo[at].place === undefined);
const queue = todo.filter(({ place }) => place !== undefined).values(); // shared by all workers
const folder = mkdtempSync(join(tmpdir(), "mutants-"));
const lost = [];
try {
  const first = join(folder, "copy-0");
  for (const file of files) cpSync(join(ROOT, file), join(first, file));
  symlinkSync(join(ROOT, "node_modules"), join(first, "node_modules"));
  for (const subject of new Set(wanted.map((edit) => edit.subject))) {
    const own = wanted.filter((edit) => edit.subject === subject);
    if (!((await passes(first, own)) || (await passes(first, own))))
      throw new Error(`The tests of "${subject}" fail without an edit. Mend them first.`);
  }
  const copies = [first];
  while (copies.length < Number(given.workers)) copies.push(join(folder, `copy-${copies.length}`));
  for (const copy of copies.slice(1)) cpSync(first, copy, { recursive: true });
  const work = async (copy) => {
    for (const { edit, place } of queue) {
      const killed = await isNoticed(copy, edit, place);
      say(`${killed ? "killed  " : "survived"} ${edit.subject}: ${edit.name ?? edit.replace}`);
      if (edit.killed === true && !killed) lost.push(edit);
      if (given.record) edit.killed = killed;
      if (given.record) writeFileSync(LIST, `${JSON.stringify({ subjects, edits }, null, 2)}\n`);
    }
  };
  await Promise.all(copies.map(work));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const { subject, find } of gone) say(`gone: ${subject}\n${find}\n`);
for (const { subject, find } of lost) say(`no longer killed: ${subject}\n${find}\n`);
say(`${wanted.length} edits, ${gone.length} gone, ${lost.length} no longer killed`);
if (gone.length + lost.length > 0) process.exitCode = 1;
