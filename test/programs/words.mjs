// Fails if the repository uses too many words that this project avoids (CONTRIBUTING.md). The limit
// leaves space for legitimate uses, such as the room of a map.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const limit = 60;
const endings =
  /\.(?:ts|tsx|mjs|js|md|json|yml|yaml|css|sh|html|conf|service)$|Dockerfile|Caddyfile|\.ci\//;
const skipped =
  /^(?:LICENSE|package-lock\.json|test\/(?:fixtures|fuzz\/corpus)\/|test\/programs\/words\.mjs|.*package-lock\.json)/;
const words = [
  /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more than\b)\w+/gi,
  /\b(?:stands|stood)\b/gi,
  /\b(?:tells|told)\b(?! apart)/gi,
  /\b(?:came|lies|anew|house|rooms?|strangers?)\b/gi,
  /\bat the (?:most|least)\b/gi,
];

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => endings.test(file) && !skipped.test(file) && existsSync(file));
const hits = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) =>
      words
        .flatMap((word) => line.replace(/([a-z])(?=[A-Z])/g, "$1 ").match(word) ?? [])
        .map((found) => `${file}:${index + 1}: "${found}" in: ${line.trim()}`),
    ),
);
if (hits.length > limit) {
  process.stderr.write(
    `${hits.join("\n")}\n${hits.length} words to avoid; at most ${limit} are allowed\n`,
  );
  process.exitCode = 1;
}
