import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { PACKAGE_ROOT } from "../../../build/core/package.ts";
import { readConfig, VARIABLE_NAMES } from "../../../proxy/config.ts";
import { smallSite } from "../../build/cli/deployment/site.ts";
import { smallData } from "../../build/data-copies.ts";
import { isInstalled } from "../../harness/programs.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { portOf, startCommand } from "../../helpers/program.ts";
import { getRaw } from "../../helpers/proxy.ts";

const read = (file: string) => readFileSync(join(PACKAGE_ROOT, file), "utf8");

/** Variables of others: Node's own, and those of the build. */
const NOT_OURS = new Set(["NODE_ENV", "NODE_IMAGE", "ASSETS_URL", "GAMEDATA_VERSION"]);

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
});

describe("what the container runs", () => {
  /** The folder of the image: the program, little data, and a site of that. */
  const image = () => {
    const folder = temporaryFolder();
    for (const part of [
      ".compiled",
      "package.json",
      "build/generator/hosts/templates",
      "build/generator/pages",
    ])
      cpSync(join(PACKAGE_ROOT, part), join(folder, part), { recursive: true });
    smallData(join(folder, "gamedata"));
    symlinkSync(smallSite(), join(folder, "site"));
    return folder;
  };
  const run = async (env: Record<string, string>) => {
    const TMPDIR = temporaryFolder();
    const bare = { PATH: process.env["PATH"] ?? "", TMPDIR, PORT: "0", GAMEDATA_VERSION: "1" };
    const program = startCommand(join(PACKAGE_ROOT, "proxy/deploy/container.sh"), [], {
      cwd: image(),
      env: { ...bare, ...env },
    });
    const port = await portOf(program);
    return { port, program, built: join(TMPDIR, "gamedata/dist") };
  };

  it("builds the site for its address, and says so in its log", async () => {
    const BASE_URL = "https://facts.example.org/game";
    const { port, program, built } = await run({ BASE_URL });
    const { body } = await getRaw(port, "/v1/overwatch/heroes/nobody");

    expect(JSON.parse(body)).toMatchObject({ type: `${BASE_URL}/problems/not-found` });
    expect(existsSync(join(built, "manifest.json"))).toBe(true);
    const lines = program.printed.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).msg);
    expect(lines.slice(0, 2)).toEqual([
      "building the site for these settings; it is served when it is complete",
      "the site is complete",
    ]);
  });

  it.each([
    ["that is mounted", () => ({ SITE: inject("realSite") }), "test"],
    ["of the image for the default address", () => ({}), "1"],
  ])("serves the site %s at once, and builds none", async (_, env, version) => {
    const { port, built } = await run(env());

    expect(JSON.parse((await getRaw(port, "/health")).body)).toMatchObject({ version });
    expect(existsSync(built)).toBe(false);
  });
});

const ServiceSchema = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  ports: z.array(z.string()).default([]),
  build: z.unknown().optional(),
});

describe("the compose file", () => {
  const { services } = z
    .object({ services: z.record(z.string(), ServiceSchema) })
    .parse(parse(read("compose.yaml"), { merge: true }));

  it("has two instances alike behind Caddy, which alone is reached from outside", () => {
    const { one, two, caddy, windows } = services;

    expect({ ...two, build: one?.build }).toEqual(one);
    expect(caddy?.environment["INSTANCES"]).toBe("one:8080 two:8080");
    expect([one, two, windows].map((service) => service?.ports)).toEqual([[], [], []]);
  });

  it("sets variables that are read, to values that can be used", () => {
    const environment = services["one"]?.environment ?? {};
    const values = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-(.*)\}$/, "$1"),
    ]);

    expect(unknown(Object.keys(environment))).toEqual([]);
    expect(readConfig(Object.fromEntries(values))).toHaveProperty("config");
  });
});

const hasSystemd =
  process.env["CI"] === "true" || spawnSync("systemd-analyze", ["--version"]).status === 0;

it.skipIf(!hasSystemd)("the systemd unit is one that systemd understands to the last line", () => {
  /** The unit as it would be on a machine that has the program where the unit expects it. */
  function installed() {
    const file = join(temporaryFolder(), "gamedata@8081.service");
    writeFileSync(
      file,
      read("proxy/deploy/gamedata@.service").replace("/usr/bin/node", process.execPath),
    );
    return file;
  }

  const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", installed()], {
    encoding: "utf8",
  });

  expect(stderr.split("\n").filter((line) => line.includes("gamedata@"))).toEqual([]);
});

describe("the alerts for Prometheus", () => {
  const Text = z.string().min(1);
  const Rule = z.strictObject({
    alert: Text.regex(/^Gamedata[A-Za-z]+$/),
    expr: Text,
    for: Text.regex(/^\d+m$/).optional(),
    labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
    annotations: z.strictObject({ summary: Text, action: Text }),
  });
  const rules = z
    .strictObject({ groups: z.tuple([z.strictObject({ name: Text, rules: z.array(Rule) })]) })
    .parse(parse(read("proxy/deploy/alerts.yaml"))).groups[0].rules;

  /** For each alert: the series, its values where something is wrong, and where nothing is. */
  const CASES: [string, string, string, string][] = [
    ["InstanceAway", 'up{job="gamedata",instance="a"}', "0x90", "1x90"],
    ["Away", 'up{job="gamedata",instance="a"}', "_x90", "1x90"],
    ["Errors", 'gamedata_requests_total{status="500"}', "0+6x90", "6x90"],
    ["SiteRefused", 'gamedata_site_trouble{reason="broken"}', "1x90", "0x90"],
    ["OriginAway", 'gamedata_site_trouble{reason="away"}', "1x90", "0x90"],
    ["KeyFileUnreadable", "gamedata_key_file_up", "0x90", "1x90"],
    ["KeysTooOld", "gamedata_key_file_in_force", "0x90", "1x90"],
    ["StoreAway", "gamedata_store_up", "0x90", "1x90"],
    ["IntrospectionAway", "gamedata_introspection_up", "0x90", "1x90"],
    ["JwksNeverFetched", "gamedata_jwks_fetched_timestamp_seconds", "_x90", "5000x90"],
    ["JwksOld", "gamedata_jwks_fetched_timestamp_seconds", "0x90", "5000x90"],
    ["EventLoopSlow", "nodejs_eventloop_lag_p99_seconds", "0.2x90", "0.05x90"],
  ];

  it.skipIf(process.env["CI"] !== "true" && !isInstalled("promtool"))(
    "each alarm rings where something is wrong, and not where nothing is (promtool)",
    () => {
      const tests = CASES.flatMap(([name, series, wrong, right]) =>
        [wrong, right].map((values) => {
          const rule = rules.find(({ alert }) => alert === `Gamedata${name}`);
          const rings = { exp_labels: rule?.labels, exp_annotations: rule?.annotations };
          return {
            interval: "1m",
            input_series: [
              { series, values },
              { series: "gamedata_jwks_keys", values: "0x90" },
            ],
            alert_rule_test: [
              {
                eval_time: "90m",
                alertname: rule?.alert,
                exp_alerts: values === wrong ? [rings] : [],
              },
            ],
          };
        }),
      );
      const file = join(temporaryFolder(), "tests.yaml");
      const rule_files = [join(PACKAGE_ROOT, "proxy/deploy/alerts.yaml")];
      writeFileSync(file, JSON.stringify({ rule_files, tests }));
      const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", file]);

      expect([`${stdout}${stderr}`, status]).toEqual([expect.stringContaining("SUCCESS"), 0]);
      expect(rules.map(({ alert }) => alert).sort()).toEqual(
        CASES.map(([name]) => `Gamedata${name}`).sort(),
      );
    },
  );
});
