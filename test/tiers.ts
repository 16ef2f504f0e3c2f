import { readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import fg from "fast-glob";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type Reporter, type TestSpecification } from "vitest/node";
import { PACKAGE_ROOT } from "../build/core/package.ts";

/** Every file of tests. */
const EVERY = "test/**/*.test.ts";

/** What generated clients bring has tests of its own, which are not ours. */
const FOREIGN = "**/node_modules/**";

/**
 * Files whose tests start whole programs (browsers, servers, npm, ours in processes of its own),
 * write, serve and read whole sites, or go through the whole record. All others are quick.
 */
const SLOW = "test/**/*.slow.test.ts";

/**
 * Files that need modules of their own, because they replace one of Node's modules.
 */
const ALONE = ["test/attack/revocation.test.ts", "test/build/generator/write/update-file.test.ts"];

/** The files that take longest, first the longest. A run begins with them. */
const LONGEST = [
  "explorer/browser.slow",
  "explorer/every-browser.slow",
  "last-release.slow",
  "package.slow",
  "history/as-of-every.slow",
  "probe/probe-deployment.slow",
  "pages/guides.slow",
  "shell-examples.slow",
  "killed-build.slow",
  "same-bytes.slow",
];

/** Sorts files so that no long one is left for the end, where other workers have nothing to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.includes(name));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

/**
 * What the code of a test shows that needs the compiled program or a site: it asks for a site of
 * `helpers/build-sites.ts`, runs the program, or makes a site itself.
 */
const BUILT =
  /\binject\(|\.compiled[/"]|\b(?:addStaticFiles|(?:build|make|mirror)Site)\(|"build",\s"--data"/;

/** Reports whether a file of tests, or a helper that it imports, needs what is built. */
function needsSite(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const code = readFileSync(join(PACKAGE_ROOT, file), "utf8");
  const imported = [...code.matchAll(/ from "(\.[^"]+)"/g)].map(([, path = ""]) =>
    join(dirname(file), path),
  );
  const helpers = imported.filter((path) => path.startsWith(`test${sep}`));
  return BUILT.test(code) || helpers.some((helper) => needsSite(helper, seen));
}

/** What decides about which files run: Vite's mode, and the variable CI. */
export type Occasion = { mode: string; ci: string | undefined };

/** `npm test` is of the mode "quick" and leaves out the slow files, but not on CI. */
function isQuick({ mode, ci }: Occasion): boolean {
  return mode === "quick" && ci !== "true";
}

/** The files of a project of Vitest, as patterns. */
export type Files = { include: string[]; exclude: string[] };

/**
 * The files of a run: those that need a built site, and others. Files of both share the modules of
 * their process, those that are alone do not.
 */
export function filesOf(occasion: Occasion): { unit: Files; site: Files; alone: Files } {
  const leftOut = isQuick(occasion) ? [SLOW] : [];
  const site = fg
    .sync(EVERY, { cwd: PACKAGE_ROOT, ignore: [FOREIGN] })
    .filter((file) => needsSite(file));
  return {
    unit: { include: [EVERY], exclude: [FOREIGN, ...ALONE, ...site, ...leftOut] },
    site: { include: site, exclude: leftOut },
    alone: { include: ALONE, exclude: leftOut },
  };
}

/**
 * The projects of a run. Files that share modules share the real data too, which is read and
 * checked once. Only `site` waits for a build.
 */
export function projectsOf(occasion: Occasion): TestProjectInlineConfiguration[] {
  const { unit, site, alone } = filesOf(occasion);
  const globalSetup = "test/helpers/build-sites.ts";
  return [
    { extends: true, test: { name: "unit", isolate: false, ...unit } },
    { extends: true, test: { name: "site", isolate: false, globalSetup, ...site } },
    { extends: true, test: { name: "alone", ...alone } },
  ];
}

/** What a run that leaves files out says at its end; undefined where it leaves nothing out. */
export function sentenceOf(occasion: Occasion): string | undefined {
  if (!isQuick(occasion)) return undefined;
  const { length } = fg.sync(SLOW, { cwd: PACKAGE_ROOT, ignore: [FOREIGN] });
  return (
    `Left out: ${length} files of slow tests: whole programs, whole sites, the whole ` +
    "record. " +
    '"npm run test:all" runs everything, as CI does.'
  );
}

/**
 * The reporters of a run: one more where files are left out, which says so at the end. An empty
 * list means those that Vitest takes by itself.
 */
export function reportersOf(occasion: Occasion): ("default" | Reporter)[] {
  const sentence = sentenceOf(occasion);
  if (sentence === undefined) return [];
  return ["default", { onTestRunEnd: () => void process.stdout.write(`${sentence}\n\n`) }];
}
