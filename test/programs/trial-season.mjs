// Records a season in a copy of the checkout, dated today, and runs the quick tests there: a fact
// that is recorded tomorrow must not break a test of the code.
//
//   node test/programs/trial-season.mjs [--seed N] [TESTS...]
//
// The season has a new hero, a new map, a renamed ability, a replaced perk, a new kit, and for all
// others more health and longer cooldowns. The seed chooses the heroes; TESTS limits the run. The
// copy is removed if all tests pass.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const ROOT = resolve(import.meta.dirname, "../..");
const NOTES = "https://overwatch.blizzard.com/en-us/news/patch-notes/live/";

const { values, positionals } = parseArgs({
  options: { seed: { type: "string", default: "0" } },
  allowPositionals: true,
});
const copy = mkdtempSync(join(tmpdir(), "trial-season-"));

const run = (command, ...args) =>
  execFileSync(command, args, {
    cwd: copy,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
const git = (...args) =>
  run("git", "-c", "user.name=trial", "-c", "user.email=trial@example.org", ...args);
const gamedata = (...args) => run("node", ".compiled/gamedata.js", ...args);
const readData = (file) => JSON.parse(readFileSync(join(copy, "gamedata", file), "utf8"));

/** Edits a file of the data as an editor would. */
function edit(file, change) {
  const value = readData(file);
  change(value);
  writeFileSync(join(copy, "gamedata", file), `${JSON.stringify(value, null, 2)}\n`);
}

function copyCheckout() {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: ROOT });
  for (const file of files.toString().split("\0"))
    if (existsSync(join(ROOT, file)) && file !== "") cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "before the season");
  run("node", "compile.mjs");
}

const heroFiles = () => readdirSync(join(copy, "gamedata/heroes")).map((name) => `heroes/${name}`);

/** Four heroes of the data with a whole kit; each has another part in the season. */
function chosenHeroes() {
  const whole = heroFiles().filter((file) => {
    const { abilities, perks = [] } = readData(file);
    return perks.length === 4 && typeof abilities[0].cooldown === "number";
  });
  const step = Math.floor(whole.length / 4);
  return [0, 1, 2, 3].map((at) => whole[(Number(values.seed) + at * step) % whole.length]);
}

/** The name of an id: `Trial Skill`. */
const nameOf = (id) =>
  id.replace(/(^|-)(.)/g, (_, hyphen, char) => `${hyphen && " "}${char.toUpperCase()}`);

/** An ability in the place of another one. */
const skill = (id, { kind, weaponKind, key, cooldown, description }) => ({
  id,
  kind,
  weaponKind,
  key,
  name: nameOf(id),
  description,
  cooldown,
  figures: {
    damage: 40,
  },
});

/** A perk in the place of another one. */
const perk = (id, { tier }) => ({
  id,
  tier,
  name: nameOf(id),
  effect: "Deals more damage to enemies nearby.",
});

/** Gives an ability another name, also where sentences of its hero use it. */
function rename(file, at, name) {
  const path = join(copy, "gamedata", file);
  const old = readData(file).abilities[at].name;
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(old, name));
}

const today = new Date().toISOString().slice(0, 10);
const sources = [{ url: NOTES, date: today }];

copyCheckout();
const [model, renamed, thinned, reworked] = chosenHeroes();
gamedata("new", "hero", "trial");
edit("heroes/trial.json", (hero) => {
  const { role, subrole, health, abilities } = readData(model);
  const letters = ["one", "two", "three", "four"];
  Object.assign(hero, { role, subrole, health, sources });
  hero.names = {
    en: "Trial",
    ko: "시험대",
    zh: "试炼者",
  };
  hero.monogram = "Tq";
  hero.release = {
    date: today,
    number: 999,
  };
  hero.abilities = letters.map((id, at) => skill(`trial-${id}`, abilities[at]));
  hero.perks = letters.map((id, at) => perk(`trial-perk-${id}`, hero.perks[at]));
});
gamedata("new", "map", "trial-yard");
edit("maps/trial-yard.json", (map) =>
  Object.assign(map, { name: "Trial Yard", mode: "control", sources }),
);
rename(renamed, 0, "Trial Name");
edit(thinned, ({ perks }) => {
  perks[0] = perk("trial-perk", perks[0]);
});
rename(reworked, 1, nameOf("trial-trick"));
edit(reworked, (hero) => {
  const old = hero.abilities[1];
  hero.abilities[1] = skill("trial-trick", old);
  for (const one of hero.perks)
    one.affects = one.affects?.map((id) => (id === old.id ? "trial-trick" : id));
});
/** A longer cooldown and more health for each hero whose kit stays. */
const rows = heroFiles()
  .filter((file) => ![reworked, "heroes/trial.json"].includes(file))
  .flatMap((file) => {
    const { id, health, abilities } = readData(file);
    const longer = abilities.filter(({ cooldown }) => cooldown !== null);
    return [
      {
        target: `heroes/${id}/health/standard`,
        from: health.standard,
        to: health.standard + 25,
      },
      ...longer.map((ability) => ({
        target: `heroes/${id}/abilities/${ability.id}/cooldown`,
        from: ability.cooldown,
        to: ability.cooldown + 1,
      })),
    ];
  });
writeFileSync(join(copy, "rows.json"), JSON.stringify(rows));
const about = ["--kind", "season", "--name", "Season 99: A Trial", "--source", NOTES, "--complete"];
gamedata("record", today, ...about, "--changes", "rows.json", "--yes");
rmSync(join(copy, "rows.json"));
gamedata("check");
git("add", "-A");
git("commit", "-q", "-m", "after the season");

const { CI: _, ...env } = process.env;
const tests = ["node_modules/vitest/vitest.mjs", "run", "--mode", "quick", ...positionals];
const { status } = spawnSync(process.execPath, tests, { cwd: copy, env, stdio: "inherit" });
if (status === 0) rmSync(copy, { recursive: true });
else process.stdout.write(`These tests fail after a season of ${today}, in ${copy}.\n`);
process.exitCode = status ?? 1;
