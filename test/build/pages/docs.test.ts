import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import * as z from "zod";
import { issueKey } from "../../../build/keys/keys.ts";
import { addDocs } from "../../../build/pages/docs.ts";
import { GUIDES } from "../../../build/pages/guides.ts";
import { ManifestSchema } from "../../../build/schema/manifest.ts";
import { Site } from "../../../build/site/site.ts";
import { hasNoBrowser, launchBrowser, openPage } from "../../helpers/browser.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { startProxy } from "../../helpers/proxy.ts";

const site = inject("realSite");
const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const PHONE = { viewport: { width: 390, height: 844 } };
const DESK = { viewport: { width: 1280, height: 900 } };

const ViolationsSchema = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** What a judge of accessibility finds wrong with a page; its script needs a context with `bypassCSP`. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = ViolationsSchema.parse(await page.evaluate("axe.run()"));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

function isWiderThanTheScreen(page: Page): Promise<boolean> {
  return page.evaluate("document.documentElement.scrollWidth > innerWidth");
}

/** What the viewer shows of a call; the same text stands in the table for readers without JavaScript. */
function shownCall(page: Page, summary: string): Locator {
  return page.getByText(summary, { exact: true }).and(page.locator(":not(td)")).first();
}

/** Opens a call of the reference and tries it with what is filled in. */
async function tryCall(page: Page, summary: string) {
  await shownCall(page, summary).click();
  const answer = page.waitForResponse((response) =>
    new URL(response.url()).pathname.includes("/heroes/"),
  );
  await page.getByRole("button", { name: "Execute" }).click();
  return answer;
}

/** Serves the files of the site below `/mirror`, as a static host does: a page `/P` is `P.html`, anything else what it is or `P.json`. */
async function startStaticHost(): Promise<string> {
  const manifest = ManifestSchema.parse(
    JSON.parse(readFileSync(join(site, "manifest.json"), "utf8")),
  );
  const types = new Map(manifest.pages.map(({ path, type, file }) => [path, { type, file }]));
  const files = new Map(
    manifest.documents.map(({ path, file }) => [path, { type: "application/json", file }]),
  );
  const server = createServer(({ url = "" }, response) => {
    const path = url.startsWith("/mirror/") ? url.slice("/mirror".length) : "";
    const found = types.get(path) ?? files.get(path);
    response.writeHead(found === undefined ? 404 : 200, {
      "Content-Type": found?.type ?? "text/plain",
    });
    response.end(found === undefined ? "" : readFileSync(join(site, found.file)));
  });
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}/mirror`;
}

describe.skipIf(hasNoBrowser)("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  describe("the reference", () => {
    it.each([
      ["desk, light", { ...DESK, colorScheme: "light" }],
      ["desk, dark", { ...DESK, colorScheme: "dark" }],
      ["phone, light", { ...PHONE, colorScheme: "light" }],
      ["phone, dark", { ...PHONE, colorScheme: "dark" }],
    ] as const)(
      "shows every call, and asks no other server for anything: %s",
      async (_, options) => {
        const proxy = await startProxy(site);
        const { page, faults } = await openPage(browser, `${proxy.url}/docs`, options);
        const description = z
          .object({
            paths: z.record(z.string(), z.object({ get: z.object({ summary: z.string() }) })),
          })
          .parse(JSON.parse(readFileSync(join(site, "v1/openapi.json"), "utf8")));
        for (const { get } of Object.values(description.paths)) {
          await shownCall(page, get.summary).waitFor();
        }
        expect(await isWiderThanTheScreen(page)).toBe(false);
        expect(faults).toEqual([]);
      },
    );

    it.each([
      ["desk", DESK],
      ["phone", PHONE],
    ])("tries a call on the server it came from: %s", async (_, options) => {
      const proxy = await startProxy(site);
      const { page, faults } = await openPage(browser, `${proxy.url}/docs`, options);
      const answer = await tryCall(page, "A hero, by id, name or alias");
      expect([answer.url(), answer.status()]).toEqual([
        `${proxy.url}/v1/overwatch/heroes/lucio`,
        200,
      ]);
      expect(await answer.headerValue("RateLimit-Limit")).toBe("60");
      await page.getByText('"Lúcio"').first().waitFor();
      expect(faults).toEqual([]);
    });

    it.each([
      ["a key", 0],
      ["a bearer credential", 1],
    ])("tries a call with %s, if the reader has one", async (_, scheme) => {
      const file = join(temporaryFolder(), "keys.json");
      const { key } = issueKey(file, { prefix: "gdr_", name: "reader" }, new Date());
      const proxy = await startProxy(site, { API_KEYS_FILE: file });
      const { page, faults } = await openPage(browser, `${proxy.url}/docs`, DESK);
      await page.getByText("Authentication", { exact: true }).first().click();
      await page.locator("input[name=api-key]").nth(scheme).fill(key);
      await page.getByRole("button", { name: "Set" }).nth(scheme).click();
      const answer = await tryCall(page, "A hero, by id, name or alias");
      expect([answer.status(), await answer.headerValue("RateLimit-Limit")]).toEqual([200, "1000"]);
      expect(faults).toEqual([]);
    });

    it("works on a static host, below a path", async () => {
      const url = await startStaticHost();
      const { page, faults } = await openPage(browser, `${url}/docs`, DESK);
      const answer = await tryCall(page, "A hero, by id, name or alias");
      expect([answer.url(), answer.status()]).toEqual([`${url}/v1/overwatch/heroes/lucio`, 200]);
      expect(faults).toEqual([]);
    });

    it("says what is wrong where the description cannot be had", async () => {
      const proxy = await startProxy(site);
      const context = await browser.newContext();
      onTestFinished(() => context.close());
      const page = await context.newPage();
      await page.route("**/v1/openapi.json", (route) => route.fulfill({ status: 503 }));
      await page.goto(`${proxy.url}/docs`);
      await page
        .getByText("The description could not be loaded: the server answered 503")
        .waitFor();
    });

    it("says without JavaScript what it is, and leads on", async () => {
      const proxy = await startProxy(site);
      const { page, faults } = await openPage(browser, `${proxy.url}/docs`, {
        javaScriptEnabled: false,
      });
      await page.getByText("openapi.json is the whole description").waitFor();
      await page.getByText("/v1/{game}/heroes/{hero}/abilities").waitFor();
      expect(await page.getByRole("link", { name: "the guides" }).count()).toBeGreaterThan(0);
      expect(faults).toEqual([]);
    });

    it.each([
      ["desk, light", { ...DESK, colorScheme: "light" }],
      ["phone, dark", { ...PHONE, colorScheme: "dark" }],
    ] as const)("is accessible, says a judge of others: %s", async (_, options) => {
      const proxy = await startProxy(site);
      const { page } = await openPage(browser, `${proxy.url}/docs`, {
        ...options,
        bypassCSP: true,
      });
      await tryCall(page, "A hero, by id, name or alias");
      await page.getByText('"Lúcio"').first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });
  });

  describe("the guides", () => {
    it.each(["", ...GUIDES.map((id) => `/${id}`)])(
      "load clean and are accessible: /guides%s",
      async (guide) => {
        const proxy = await startProxy(site);
        const url = `${proxy.url}/guides${guide}`;
        const { page, faults } = await openPage(browser, url, { ...PHONE, colorScheme: "light" });
        expect(await isWiderThanTheScreen(page)).toBe(false);
        expect(faults).toEqual([]);
        const judged = await openPage(browser, url, {
          ...PHONE,
          colorScheme: "dark",
          bypassCSP: true,
        });
        expect(await violationsOf(judged.page)).toEqual([]);
      },
    );
  });
});

describe("the page of the reference", () => {
  const html = readFileSync(join(site, "docs.html"), "utf8");
  const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];

  it("allows scripts of its own site only, evaluates nothing, and asks no other server", () => {
    const directives = new Map(
      policy.split("; ").map((directive) => [directive.split(" ")[0], directive]),
    );
    expect(directives.get("default-src")).toBe("default-src 'none'");
    expect(directives.get("script-src")).toBe("script-src 'self'");
    expect(directives.get("connect-src")).toBe("connect-src 'self'");
    expect(policy).not.toContain("unsafe-eval");
    expect(policy).not.toContain("http");
  });

  it("comes with its viewer and the viewer's licence, as they are published", () => {
    const published = require.resolve("openapi-explorer/dist/browser/openapi-explorer.min.js");
    expect(
      readFileSync(join(site, "assets/openapi-explorer.js")).equals(readFileSync(published)),
    ).toBe(true);
    expect(readFileSync(join(site, "assets/openapi-explorer.LICENSE.txt"), "utf8")).toContain(
      "Apache License",
    );
  });

  it("is made after the description", () => {
    const own = new Site();
    const viewer = { script: Buffer.from(""), licence: Buffer.from(""), starter: "", style: "" };
    expect(() => addDocs(own, viewer)).toThrow("/v1/openapi.json, which is not there yet");
  });
});
