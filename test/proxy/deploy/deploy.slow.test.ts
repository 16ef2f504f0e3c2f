import {
  type ChildProcessWithoutNullStreams,
  execFileSync,
  spawn,
  spawnSync,
} from "node:child_process";
import { cpSync, existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { buildSite } from "../../../build/build-site.ts";
import { PACKAGE_ROOT } from "../../../build/package.ts";
import { sha256Of } from "../../../build/site/digest.ts";
import { readManifest } from "../../../build/site/read-manifest.ts";
import { ENDINGS, endingsOf } from "../../../build/site/siblings.ts";
import { openSiteFiles } from "../../../build/site/site-files.ts";
import { readConfig, VARIABLE_NAMES } from "../../../proxy/config.ts";
import { createMetrics } from "../../../proxy/watch/metrics.ts";
import { createCollector } from "../../../proxy/watch/processes.ts";
import { NEW_PATCH, smallData } from "../../build/data-copies.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { soundData } from "../../helpers/real-data.ts";
import { encodePath } from "../wire.ts";

const read = (file: string) => readFileSync(join(PACKAGE_ROOT, file), "utf8");

/** Variables of others: Node's own, and those of the build. */
const NOT_OURS = new Set(["NODE_ENV", "ASSETS_URL", "GAMEDATA_VERSION"]);

const unknown = (names: readonly string[]) =>
  names.filter((name) => !VARIABLE_NAMES.includes(name) && !NOT_OURS.has(name));

const ANYWHERE = "http://anywhere.invalid/at-any-path";

describe("the Dockerfile", () => {
  const text = read("Dockerfile").replace(/\\\n/g, " ");
  const lines = text.split("\n").filter((line) => /^[A-Z]+ /.test(line));
  const of = (instruction: string) =>
    lines
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1));

  it("copies what exists, and .dockerignore lets it through", () => {
    const sources = of("COPY")
      .filter((line) => !line.startsWith("--from"))
      .flatMap((line) => line.split(" ").slice(0, -1));
    const allowed = read(".dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));

    expect(sources.filter((source) => !existsSync(join(PACKAGE_ROOT, source)))).toEqual([]);
    expect(sources.sort()).toEqual(allowed.sort());
  });

  it("sets only variables that are read", () => {
    const names = [...of("ENV").flatMap((line) => line.split(" ")), ...of("ARG")].map(
      (word) => word.split("=")[0] ?? "",
    );

    expect(names).not.toEqual([]);
    expect(unknown(names)).toEqual([]);
  });

  it("drains before it ends, for less than it is given to end", () => {
    const [, drain] = /DRAIN_SECONDS=(\d+)/.exec(of("ENV").join(" ")) ?? [];
    const [, grace] = /stop_grace_period: (\d+)s/.exec(read("compose.yaml")) ?? [];

    expect(Number(drain)).toBe(5);
    expect(Number(grace)).toBeGreaterThanOrEqual(Number(drain) + 10); // requests in flight get 10
  });

  it("runs as somebody who is not root", () => {
    expect(of("USER")).toEqual(["node"]);
  });

  it("starts a program that is there", () => {
    expect(of("CMD")).toEqual(['["./container.sh"]']);
    expect(of("COPY").some((line) => line.endsWith("proxy/deploy/container.sh ./"))).toBe(true);
  });

  it("holds what the package holds, so that it can build a site", () => {
    const { files } = z
      .object({ files: z.array(z.string()) })
      .parse(JSON.parse(read("package.json")));
    const copied = of("COPY").map((line) => line.split(" ").at(-1));

    expect(files.filter((file) => !copied.includes(file))).toEqual([]);
  });

  it("builds the site that its start moves", () => {
    expect(text).toContain(
      `RUN BASE_URL=${ANYWHERE} node .compiled/gamedata.js build --out site\n`,
    );
    expect(of("COPY")).toContain("--from=build /app/site site");
  });

  it("asks for the health with what the image has, and fails where nothing answers", () => {
    const [, command = ""] = /CMD (\[.*\])/.exec(of("HEALTHCHECK")[0] ?? "") ?? [];
    const [program, ...args] = z.array(z.string()).parse(JSON.parse(command));

    expect(program).toBe("node");
    expect(spawnSync(process.execPath, args, { env: { PORT: "1" } }).status).toBe(1);
  });
});

describe("what the container runs", () => {
  /** The folder of the image: the program, little data, and the site that was built of that. */
  const image = () => {
    const folder = temporaryFolder();
    for (const part of [".compiled", "package.json", "build/pages/guides"])
      cpSync(join(PACKAGE_ROOT, part), join(folder, part), { recursive: true });
    symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(folder, "node_modules"));
    smallData(join(folder, "gamedata"));
    symlinkSync(siteFor(ANYWHERE), join(folder, "site"));
    return folder;
  };
  const run = (env: Record<string, string>) => {
    const TMPDIR = temporaryFolder();
    const bare = { PATH: process.env["PATH"] ?? "", TMPDIR, PORT: "0", GAMEDATA_VERSION: "1" };
    const child = spawn(join(PACKAGE_ROOT, "proxy/deploy/container.sh"), {
      cwd: image(),
      env: { ...bare, ...env },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return { child, built: join(TMPDIR, "gamedata/dist") };
  };
  const BASE_URL = "https://facts.example.org/game";

  it("serves its own site at the address that it is given, as if built for that", async () => {
    const { child, built } = run({ BASE_URL, ANONYMOUS_LIMIT: "100000" });
    const port = await printedPort(child);
    const site = siteFor(BASE_URL);
    const { documents, pages } = readManifest(openSiteFiles(site), site);
    const asked = [...documents, ...pages, { path: "/manifest.json", file: "manifest.json" }];
    const wrong: string[] = [];
    for (const [at, { path, file }] of asked.entries()) {
      for (const [coding, ending] of Object.entries(ENDINGS)) {
        const isAsked = coding === "identity" || at % 10 === 0; // to compress all takes seconds
        if (!isAsked || !endingsOf(file).includes(ending)) continue;
        const body = await bodyOf(port, path, coding);
        if (!body.equals(readFileSync(join(site, file + ending)))) wrong.push(`${path} ${coding}`);
      }
    }
    expect(asked.length).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
    expect(existsSync(join(built, "manifest.json.br"))).toBe(false); // it was moved, not built
  });

  it("builds the site whole where more than the address is another, and says so", async () => {
    const { child, built } = run({ BASE_URL, KEY_SETTINGS_URL: "https://example.org/keys" });
    const said: string[] = [];
    child.stderr.on("data", (text) => void said.push(`${text}`));
    const port = await printedPort(child);
    const answer = await fetch(`http://127.0.0.1:${port}/v1/overwatch/heroes/nobody`);

    expect(await answer.json()).toMatchObject({ type: `${BASE_URL}/problems/not-found` });
    expect(said.join()).toContain(
      "site is not moved: KEY_SETTINGS_URL is set; the site is built whole",
    );
    expect(existsSync(join(built, "manifest.json.br"))).toBe(true);
  });

  it("serves a site that is mounted, and builds none", async () => {
    const { child, built } = run({ SITE: inject("realSite") });
    const port = await printedPort(child);
    const answer = await fetch(`http://127.0.0.1:${port}/health`);

    expect(await answer.json()).toMatchObject({ status: "ok", version: "test" });
    expect(existsSync(built)).toBe(false);
  });
});

/** A site of little data for an address; what a run before built of the same sources is taken. */
function siteFor(baseUrl: string): string {
  const out = join(inject("sitesFolder"), `at-${sha256Of(Buffer.from(baseUrl)).slice(0, 8)}`);
  if (existsSync(out)) return out;
  const addresses = { baseUrl, assetsUrl: `${baseUrl}/assets` };
  const own = `${out}.${process.pid}`;
  buildSite(soundData(smallData()), { ...addresses, patch: NEW_PATCH, version: "1", out: own });
  renameSync(own, out);
  return out;
}

/** What goes over the wire, in a coding. */
function bodyOf(port: string, path: string, coding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": coding };
    get({ port, path: encodePath(path), headers, agent: KEPT }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve(Buffer.concat(chunks)));
    }).on("error", reject);
  });
}

const KEPT = new Agent({ keepAlive: true });

/** The port that a starting proxy prints; what it prints later is read, too. */
function printedPort(child: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (chunk) => {
      if (printed.length < 10_000) printed += String(chunk);
      const [, port] = /at http:\/\/127\.0\.0\.1:(\d+)/.exec(printed) ?? [];
      if (port !== undefined) resolve(port);
    });
    child.once("exit", () => reject(new Error(`it ended: ${printed}`)));
  });
}

const ServiceSchema = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
});

describe("the compose file", () => {
  const { services } = z
    .object({ services: z.record(z.string(), ServiceSchema) })
    .parse(parse(read("compose.yaml")));

  it("hardens every service, and depends on services that it has", () => {
    const needed = Object.values(services).flatMap((service) => Object.keys(service.depends_on));

    expect(needed.filter((name) => !(name in services))).toEqual([]);
  });

  it("sets variables that are read, to values that can be used", () => {
    const environment = services["proxy"]?.environment ?? {};
    const values = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/^\$\{\w+:-(.*)\}$/, "$1"),
    ]);

    expect(unknown(Object.keys(environment))).toEqual([]);
    expect(readConfig(Object.fromEntries(values))).toHaveProperty("config");
  });
});

it("the systemd unit is started again however often it fails", () => {
  const unit = read("proxy/deploy/gamedata.service");

  expect(unit.slice(0, unit.indexOf("[Service]"))).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(unit).toMatch(/^Restart=on-failure$/m);
});

const hasSystemd =
  process.env["CI"] === "true" || spawnSync("systemd-analyze", ["--version"]).status === 0;

describe.skipIf(!hasSystemd)("the systemd unit", () => {
  /** The unit as it would be on a machine that has the program where the unit expects it. */
  function installed(): string {
    const file = join(temporaryFolder(), "gamedata.service");
    writeFileSync(
      file,
      read("proxy/deploy/gamedata.service").replace("/usr/bin/node", process.execPath),
    );
    return file;
  }

  it("is one that systemd understands to the last line", () => {
    const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", installed()], {
      encoding: "utf8",
    });

    expect(stderr.split("\n").filter((line) => line.includes("gamedata.service"))).toEqual([]);
  });

  it("leaves little exposed (systemd's own measure, of 100)", () => {
    const args = ["security", "--offline=true", "--threshold=25", "--no-pager", installed()];

    expect(() => execFileSync("systemd-analyze", args, { stdio: "pipe" })).not.toThrow();
  });
});

describe("what Prometheus and Grafana are given", () => {
  /** What all processes expose together, as far as it is configured. */
  async function exposed(): Promise<string> {
    const { registry, onAnswered } = createMetrics({
      site: () => ({ patch: "2026-10-06", version: "test", takenOverAt: 0, trouble: undefined }),
      windows: () => 0,
      store: () => ({ isShared: true }),
      auth: () => ({
        keyFile: { keys: 1, isFailing: false },
        introspection: { remembered: 0, isFailing: false },
        accessTokens: { remembered: 0, jwksKeys: 1, jwksFetchedAt: 0 },
      }),
      connections: async () => 0,
    });
    onAnswered("/health", 200, "anonymous", 1);
    const collector = createCollector({ ask: () => 0, workers: () => 1, windows: () => 0 });
    return (await registry.metrics()) + (await collector.exposition.metrics());
  }

  const metricsIn = (expressions: readonly string[]) =>
    expressions.flatMap((text) => text.match(/(gamedata|nodejs|process)_\w+/g) ?? []);

  it("the dashboard asks for metrics that there are", async () => {
    const text = await exposed();
    const { panels } = z
      .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
      .parse(JSON.parse(read("proxy/deploy/grafana.json")));
    const asked = metricsIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));

    expect(asked.length).toBeGreaterThan(10);
    expect(
      asked.filter((name) => !text.includes(`# TYPE ${name.replace(/_bucket$/, "")} `)),
    ).toEqual([]);
  });

  it("the rules of alarms ask for samples that there are, and say what to do", async () => {
    const text = await exposed();
    const Text = z.string().min(1);
    const { groups } = z
      .strictObject({
        groups: z.array(
          z.strictObject({
            name: Text,
            rules: z.array(
              z.strictObject({
                alert: Text.regex(/^Gamedata[A-Za-z]+$/),
                expr: Text,
                for: Text.regex(/^\d+m$/).optional(),
                labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
                annotations: z.strictObject({ summary: Text, action: Text }),
              }),
            ),
          }),
        ),
      })
      .parse(parse(read("proxy/deploy/alerts.yaml")));
    const expressions = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
    const reasons = expressions.flatMap(
      (expr) => expr.match(/gamedata_site_trouble\{[^}]+\}/g) ?? [],
    );

    expect(metricsIn(expressions).filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
    expect(reasons.map((sample) => text.includes(`\n${sample} 0`))).toEqual([true, true]);
  });
});
