// Records a season in a copy of the checkout, dated today, and runs the quick tests there: a fact
// that is recorded tomorrow must not break a test of the code.
//
//   node test/programs/trial-season.mjs [--seed N] [TESTS...]
//
// The season has a new hero, a new map, a renamed ability, a replaced perk, a new kit and a changed
// number. The seed chooses the heroes; TESTS limits the run. The copy is removed if all tests pass.
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
    stdio: ["ignore", "pipe", "inherit"],
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

/** Four heroes of the data with a whole kit; each has another part in the season. */
function chosenHeroes() {
  const all = readdirSync(join(copy, "gamedata/heroes")).map((name) => `heroes/${name}`);
  const whole = all.filter((file) => {
    const { abilities, perks = [] } = readData(file);
    return perks.length === 4 && typeof abilities[0].cooldown === "number";
  });
  const step = Math.floor(whole.length / 4);
  return [0, 1, 2, 3].map((at) => whole[(Number(values.seed) + at * step) % whole.length]);
}

const TRICK = {
  id: "trial-trick",
  kind: "ability",
  key: "ability2",
  name: "Trial Trick",
  description: "Throws a trap that slows enemies.",
  cooldown: 9,
  figures: {
    damage: 40,
  },
};

/** Gives an ability another name, also where sentences of its hero use it. */
function rename(file, at, name) {
  const path = join(copy, "gamedata", file);
  const old = readData(file).abilities[at].name;
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(old, name));
}

/** Adds a hero with an ability of each place, and four perks. */
function addHero(sources) {
  gamedata("new", "hero", "trial-hero");
  edit("heroes/trial-hero.json", (hero) => {
    hero.names = {
      en: "Trial",
      ko: "시험대",
      zh: "试炼者",
    };
    hero.monogram = "Tq";
    hero.role = "damage";
    hero.subrole = "recon";
    hero.health = {
      standard: 225,
      armor: 0,
      shields: 25,
    };
    hero.release = {
      date: today,
      number: Math.max(...releases()) + 1,
    };
    const named = hero.abilities.map((ability, at) => ({
      ...ability,
      id: `trial-skill-${at}`,
      name: `Trial Skill ${at}`,
      description: "Throws a spear that damages enemies.",
      figures: { damage: 70 },
    }));
    const keys = ["ability1", "ability2", "ultimate", "primaryFire"];
    hero.abilities = named.map((ability, at) => ({ ...ability, key: keys[at] }));
    hero.abilities[0].cooldown = 8;
    hero.abilities[1].cooldown = 12;
    hero.perks.forEach((perk, at) => {
      perk.id = `trial-perk-${at}`;
      perk.name = `Trial Perk ${at}`;
      perk.effect = "Trial Skill 0 deals more damage.";
    });
    hero.sources = sources;
  });
}

function releases() {
  const files = readdirSync(join(copy, "gamedata/heroes"));
  return files.map((name) => readData(`heroes/${name}`).release.number ?? 0);
}

const today = new Date().toISOString().slice(0, 10);
const sources = [{ url: NOTES, date: today }];

copyCheckout();
const [changed, renamed, thinned, reworked] = chosenHeroes();
addHero(sources);
gamedata("new", "map", "trial-yard");
edit("maps/trial-yard.json", (map) => {
  map.name = "Trial Yard";
  map.mode = "control";
  map.sources = sources;
});
rename(renamed, 0, "Trial Name");
edit(thinned, ({ perks }) => {
  perks[0] = {
    id: "trial-perk",
    tier: perks[0].tier,
    name: "Trial Perk",
    effect: "Deals more damage to enemies nearby.",
  };
});
rename(reworked, 1, TRICK.name);
edit(reworked, (hero) => {
  const [old] = hero.abilities.splice(1, 1, TRICK);
  for (const perk of hero.perks)
    perk.affects = perk.affects?.map((id) => (id === old.id ? TRICK.id : id));
});
const { id, abilities } = readData(changed);
const row = {
  target: `heroes/${id}/abilities/${abilities[0].id}/cooldown`,
  from: abilities[0].cooldown,
  to: abilities[0].cooldown + 1,
};
writeFileSync(join(copy, "rows.json"), JSON.stringify([row]));
const about = ["--kind", "season", "--name", "Season 99: A Trial", "--source", NOTES, "--complete"];
gamedata("record", today, ...about, "--changes", "rows.json", "--yes");
rmSync(join(copy, "rows.json"));
gamedata("check", "--strict");
git("add", "-A");
git("commit", "-q", "-m", "after the season");

const { CI: _, ...env } = process.env;
const tests = ["node_modules/vitest/vitest.mjs", "run", "--mode", "quick", ...positionals];
const { status } = spawnSync(process.execPath, tests, { cwd: copy, env, stdio: "inherit" });
if (status === 0) rmSync(copy, { recursive: true });
else process.stdout.write(`These tests fail after a season of ${today}, in ${copy}.\n`);
process.exitCode = status ?? 1;
