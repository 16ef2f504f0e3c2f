import {
  type ChildProcessWithoutNullStreams,
  execFileSync,
  spawn,
  spawnSync,
} from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { PACKAGE_ROOT } from "../../../build/package.ts";
import { readConfig, VARIABLE_NAMES } from "../../../proxy/config.ts";
import { createMetrics } from "../../../proxy/watch/metrics.ts";
import { createCollector } from "../../../proxy/watch/processes.ts";
import { temporaryFolder } from "../../helpers/data.ts";

const read = (file: string) => readFileSync(join(PACKAGE_ROOT, file), "utf8");

/** Variables of others: Node's own, and those of the build. */
const NOT_OURS = new Set(["NODE_ENV", "ASSETS_URL", "GAMEDATA_VERSION"]);

const unknown = (names: readonly string[]) =>
  names.filter((name) => !VARIABLE_NAMES.includes(name) && !NOT_OURS.has(name));

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

  it("asks for the health with what the image has, and fails where nothing answers", () => {
    const [, command = ""] = /CMD (\[.*\])/.exec(of("HEALTHCHECK")[0] ?? "") ?? [];
    const [program, ...args] = z.array(z.string()).parse(JSON.parse(command));

    expect(program).toBe("node");
    expect(spawnSync(process.execPath, args, { env: { PORT: "1" } }).status).toBe(1);
  });
});

describe("what the container runs", () => {
  const run = (env: Record<string, string>) => {
    const TMPDIR = temporaryFolder();
    const bare = { PATH: process.env["PATH"] ?? "", TMPDIR, PORT: "0" };
    const child = spawn(join(PACKAGE_ROOT, "proxy/deploy/container.sh"), {
      cwd: PACKAGE_ROOT,
      env: { ...bare, ...env },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return { child, TMPDIR };
  };

  it("builds the site for the address that it is given, and serves that", async () => {
    const { child, TMPDIR } = run({ BASE_URL: "https://facts.example.org" });
    const port = await printedPort(child);
    const answer = await fetch(`http://127.0.0.1:${port}/v1/overwatch/heroes/nobody`);

    expect(await answer.json()).toMatchObject({
      type: "https://facts.example.org/problems/not-found",
    });
    expect(existsSync(join(TMPDIR, "gamedata/dist/manifest.json"))).toBe(true);
  });

  it("serves a site that is mounted, and builds none", async () => {
    const { child, TMPDIR } = run({ SITE: inject("realSite") });
    const port = await printedPort(child);
    const answer = await fetch(`http://127.0.0.1:${port}/health`);

    expect(await answer.json()).toMatchObject({ status: "ok", version: "test" });
    expect(existsSync(join(TMPDIR, "gamedata"))).toBe(false);
  });
});

/** The port that a starting proxy prints. */
async function printedPort(child: ChildProcessWithoutNullStreams): Promise<string> {
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const [, port] = /at http:\/\/127\.0\.0\.1:(\d+)/.exec(printed) ?? [];
    if (port !== undefined) return port;
  }
  throw new Error(`it ended: ${printed}`);
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
