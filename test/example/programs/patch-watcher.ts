// Says which patches are new since it last ran, and what they changed; for a timer, such as cron's:
//   node patch-watcher.js http://127.0.0.1:8080 seen.json
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { client, isProblem } from "gamedata-reference/client";

const [baseUrl = "http://127.0.0.1:8080", seenFile = "seen.json"] = process.argv.slice(2);
const api = client({ baseUrl });

/** Ids of the patches that were shown; the first run shows the newest one. */
const seen: string[] | undefined = existsSync(seenFile)
  ? JSON.parse(readFileSync(seenFile, "utf8"))
  : undefined;
const since = seen?.at(0)?.slice(0, 10);

try {
  const { data, meta } = await api.patches(since === undefined ? {} : { since });
  const fresh = seen === undefined ? data.slice(0, 1) : data.filter(({ id }) => !seen.includes(id));
  for (const { id, name, changes } of fresh.reverse()) {
    console.log(`${id} ${name}: ${changes.length} changes`);
    for (const { target, from, to } of changes) {
      if (typeof from === "number" && typeof to === "number")
        console.log(`  ${target} ${from} -> ${to}`);
    }
  }
  if (fresh.length === 0) console.log(`nothing is new since ${meta.patch}`);
  // Of one day there may be several patches, so its ids are remembered, and not the day.
  writeFileSync(seenFile, JSON.stringify(data.map(({ id }) => id).slice(0, 50)));
} catch (error) {
  if (!isProblem(error, "too-many-requests")) throw error;
  console.error(`asked too often; trying again makes sense in ${error.retryAfterSeconds} seconds`);
  process.exitCode = 1;
}
