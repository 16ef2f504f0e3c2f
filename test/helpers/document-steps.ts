import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../build/core/package.ts";

/** Commands of a document, and the output that it shows. */
export type Step = { document: string; commands: string; prints: string | undefined };

/** The blocks of a document in a language that a shell runs. `sh` and `shell` are two of them. */
export function stepsOf(document: string, language: string) {
  const text = readFileSync(join(PACKAGE_ROOT, document), "utf8");
  const blocks = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, own, commands = ""], at) => {
    if (own !== language || commands.includes("npm ci")) return []; // .ci/run does, and compares
    const [, next, prints] = blocks[at + 1] ?? [];
    return [{ document, commands, prints: next === "output" ? prints : undefined }];
  });
}

/** `npm run -s NAME`, without starting npm and compiling each time. */
export const NPM = `npm() {
  case "$3" in
    gamedata) shift 4; node .compiled/gamedata.js "$@";;
    authorization-server) node .compiled/example/authorization-server.js;;
    edge) node .compiled/edge.js;;
    *) exit 9;;
  esac
}
`;

/** What the commands of documents need of a checkout, beside its data. */
export const RUN_NEEDS = [
  ".compiled",
  "compile.mjs",
  "package.json",
  "build/generator/hosts/templates",
  "build/generator/pages",
];
