import { attack } from "./attacks.ts";

/**
 * Attacks a deployment: `npm run attack -- https://gamedata.example.org`. Exit code 1 where
 * something is not refused. Only for services of your own.
 */
const [given = ""] = process.argv.slice(2);
if (!URL.canParse(given) || !/^https?:/.test(given)) {
  process.stderr.write("usage: npm run attack -- URL\n");
  process.exit(2);
}
const faults = await attack(new URL(given), (line) => process.stdout.write(`${line}\n`));
process.exitCode = faults > 0 ? 1 : 0;
