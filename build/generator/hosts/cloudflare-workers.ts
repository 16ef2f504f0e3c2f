import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../core/package.ts";
import { COMPATIBILITY, WORKER_FILE } from "../../core/site/worker-file.ts";

const FOLDER = "hosts/workers";

/** The folder for the files that are deployed, inside wrangler's own folder. */
const STAGED = ".wrangler/site";

/**
 * The files of the folder from which `npx wrangler deploy` deploys to Cloudflare Workers: the
 * program, its configuration (https://developers.cloudflare.com/workers/wrangler/configuration/)
 * and a README. They are the same for every site. `npm run compile` makes the program.
 */
export function workersFiles(): { file: string; body: string }[] {
  const program = readFileSync(join(PACKAGE_ROOT, ".compiled/worker.js"), "utf8");
  return [
    { file: WORKER_FILE, body: program },
    { file: `${FOLDER}/wrangler.jsonc`, body: WRANGLER },
    { file: `${FOLDER}/stage.mjs`, body: STAGE },
    { file: `${FOLDER}/README.md`, body: SETTINGS },
  ];
}

const WRANGLER = `{
  "name": "gamedata",
  "main": "worker.js",
  "no_bundle": true,
  "find_additional_modules": false,
  "compatibility_date": "${COMPATIBILITY.date}",
  "compatibility_flags": ${JSON.stringify(COMPATIBILITY.flags)},
  "keep_vars": true,
  // _redirects and _headers of the site are for other hosts; they would be applied to files too.
  "build": { "command": "node stage.mjs" },
  "assets": {
    "directory": "${STAGED}",
    "binding": "ASSETS",
    "run_worker_first": true,
    "html_handling": "none",
    "not_found_handling": "none"
  },
  "durable_objects": { "bindings": [{ "name": "WINDOWS", "class_name": "CallerWindow" }] },
  "migrations": [{ "tag": "windows", "new_sqlite_classes": ["CallerWindow"] }],
  // For keys, the id that "npx wrangler kv namespace create KEYS" prints:
  // "kv_namespaces": [{ "binding": "KEYS", "id": "" }],
  // The settings that README.md lists:
  "vars": {}
}
`;

const STAGE = `// Puts the files of the site that the worker serves into ${STAGED}.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const site = join(here, "../..");
const staged = join(here, "${STAGED}");
const { documents, pages } = JSON.parse(readFileSync(join(site, "manifest.json"), "utf8"));
const files = [...documents, ...pages].map(({ file }) => file);
rmSync(staged, { recursive: true, force: true });
for (const file of new Set(["manifest.json", "manifest.json.minisig", ...files])) {
  for (const name of [file, file + ".br", file + ".gz"]) {
    if (!existsSync(join(site, name))) continue;
    mkdirSync(dirname(join(staged, name)), { recursive: true });
    copyFileSync(join(site, name), join(staged, name));
  }
}
`;

const SETTINGS = `# The gate on Cloudflare Workers

\`npx wrangler deploy\` in this folder deploys the site and the gate in front of it. The guide "At the edge" says more.

All settings are optional. Put them into \`vars\` of wrangler.jsonc, or in the platform's dashboard.

| setting | default |
|---|---|
| \`BASE_URL\` | the address the site was built with |
| \`AUTH_URL\`, \`JWKS_URL\`, \`JWT_AUDIENCE\` | no access tokens; \`AUTH_URL/.well-known/jwks.json\`; the base address |
| \`API_KEY_PREFIX\` | \`gdr_\` |
| \`API_KEYS_MAX_AGE\` | \`600\` seconds |
| \`KEY_SETTINGS_URL\` | none |
| \`ANONYMOUS_LIMIT\`, \`KEYED_LIMIT\`, \`RATE_WINDOW_SECONDS\` | \`60\`, \`1000\`, \`60\` |
| \`STORE_WAIT_MS\` | \`250\` milliseconds for a window's durable object, before the isolate counts alone |
| \`LOG_LEVEL\`, \`LOG_ADDRESSES\` | \`info\`, \`false\` |

Keys are in the namespace \`KEYS\` of Workers KV: \`npx wrangler kv namespace create KEYS\`, its id into wrangler.jsonc, and then
\`gamedata keys publish\`.
`;
