import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { SiteFacts } from "../../../../build/core/schema/manifest.ts";
import { hostFiles } from "../../../../build/generator/hosts/host-files.ts";
import { readRealSite, realManifest } from "../../../helpers/built-site.ts";

describe("the files of hosts", () => {
  it("follow from the manifest and the program: who has both need not fetch them", () => {
    const { hosts, ...facts } = realManifest();
    const made = hostFiles(facts);
    expect(made.map(({ file }) => file)).toEqual(hosts.map(({ file }) => file));
    for (const [at, { file, body }] of made.entries()) {
      expect(body, file).toBe(readRealSite(file).toString());
      expect(createHash("sha256").update(body).digest("hex"), file).toBe(hosts[at]?.sha256);
    }
  });

  it("hold no character that a configuration takes for a variable", () => {
    const { hosts: _, ...real } = realManifest();
    const detail = 'It costs $uri {path} `x` "quoted" \\ and \' more.';
    const facts: SiteFacts = {
      ...real,
      baseUrl: "https://example.org/$uri",
      problems: real.problems.map((one) => ({ ...one, detail })),
    };
    const bodies = new Map(hostFiles(facts).map(({ file, body }) => [file, body]));
    for (const file of [
      "hosts/nginx/http.conf",
      "hosts/nginx/server.conf",
      "hosts/site.caddyfile",
    ]) {
      const text = bodies.get(file) ?? "";
      expect(text, file).not.toContain("costs $uri");
      expect(text, file).not.toContain("org/$uri");
      expect(text, file).not.toContain("{path} `x`");
    }
  });
});
