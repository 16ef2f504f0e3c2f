import { generateKeyPairSync } from "node:crypto";
import {
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, describe, expect, inject, it, onTestFinished } from "vitest";
import {
  mirrorVersions,
  type VersionsReport,
} from "../../../../build/cli/deployment/mirror-versions.ts";
import { probeDeployment } from "../../../../build/cli/deployment/probe/probe-deployment.ts";
import type { Trust } from "../../../../build/cli/deployment/refuse-untrusted.ts";
import { fetchVersions } from "../../../../build/core/fetch/fetch-beside-manifest.ts";
import { type Versions, VersionsSchema } from "../../../../build/core/schema/versions.ts";
import { sha256Of } from "../../../../build/core/site/digest.ts";
import {
  SIGNATURE_FILE,
  type SigningKey,
  signManifest,
} from "../../../../build/core/site/manifest-signature.ts";
import { documentFile } from "../../../../build/core/site/path-files.ts";
import { verifySite } from "../../../../build/core/site/verify-site.ts";
import { buildVersions } from "../../../../build/generator/versions/build-versions.ts";
import { edit, filesOf, temporaryFolder } from "../../../helpers/data.ts";
import { getRaw } from "../../../helpers/proxy.ts";
import { soundData } from "../../../helpers/real-data.ts";
import { encodePath, keepAliveClient, problemOf } from "../../../proxy/wire.ts";
import { manifestOf, patientClient } from "../../cli/deployment/site.ts";
import { dataOfThreePatches, NEW_PATCH } from "../../data-copies.ts";
import { HOST_SERVERS, type Running } from "../hosts/servers.ts";

const BASE_URL = "https://gamedata.example.org/states";
const OPTIONS = { baseUrl: BASE_URL, assetsUrl: `${BASE_URL}/assets`, version: "1" };
const IMMUTABLE = "public, max-age=31536000, immutable";
const SHORT = "public, max-age=300, stale-while-revalidate=86400";

/**
 * Two versions side by side, which no test changes; each test that begins with `built` has them.
 */
const folder = join(inject("sitesFolder"), "versions");

/** Builds them where no run before did, and gives their list. */
function built(): Versions {
  if (existsSync(folder)) return listIn(folder);
  const own = `${folder}.${process.pid}`;
  buildVersions(soundData(dataOfThreePatches()), { ...OPTIONS, out: own });
  if (existsSync(folder)) rmSync(own, { recursive: true });
  else renameSync(own, folder);
  return listIn(folder);
}

const listIn = (dir: string): Versions =>
  VersionsSchema.parse(JSON.parse(readFileSync(join(dir, "versions.json"), "utf8")));

describe("versions.json", () => {
  it("has each patch with its address, sizes and manifest's checksum, newest first", () => {
    const list = built();
    expect(list.versions.map(({ patch }) => patch)).toEqual([NEW_PATCH, "2098-12-01"]);
    expect(list.latest).toBe(list.versions[0]?.version);
    for (const { version, address, files, bytes, manifest } of list.versions) {
      const all = Object.keys(filesOf(join(folder, version)));
      const sizes = all.map((file) => statSync(join(folder, version, file)).size);
      const body = readFileSync(join(folder, version, "manifest.json"));
      expect({ address, files, bytes, manifest }).toEqual({
        address: `${BASE_URL}/${version}`,
        files: all.length,
        bytes: sizes.reduce((sum, size) => sum + size, 0),
        manifest: { bytes: body.length, sha256: sha256Of(body) },
      });
    }
  });

  it("leads to whole sites, each as a build of its patch makes it", () => {
    const list = built();
    for (const { version, patch } of list.versions) {
      const site = join(folder, version);
      expect(verifySite(site)).toMatchObject({ missing: [], extra: [], altered: [] });
      expect(manifestOf(site)).toMatchObject({ baseUrl: BASE_URL, patch });
    }
  });
});

describe("a version", () => {
  it("shares what did not change with the version before it, as the same file", () => {
    const [newer, older] = built().versions.map(({ version }) => join(folder, version));
    const shared = Object.keys(filesOf(`${older}`)).filter(
      (file) => statSync(join(`${newer}`, file), { throwIfNoEntry: false })?.nlink === 2,
    );
    expect(shared.length).toBeGreaterThan(100);
    for (const file of ["404.json", "docs/getHero.html", "assets/heroes/ana.svg"])
      expect(shared, file).toContain(file);
  });

  /** Builds again over a copy, with data that somebody corrected. */
  function again(
    correct: (data: string) => void,
    version: string,
  ): { dir: string; list: Versions; now: Versions } {
    const list = built();
    const dir = join(temporaryFolder(), "versions");
    cpSync(folder, dir, { recursive: true, preserveTimestamps: true });
    const data = dataOfThreePatches();
    correct(data);
    return { dir, list, now: buildVersions(soundData(data), { ...OPTIONS, version, out: dir }) };
  }

  it("is never written again, whatever the version of the program is", () => {
    const { dir, list, now } = again(() => {}, "2");
    expect(now).toEqual(list);
    expect(filesOf(dir)).toEqual(filesOf(folder));
  });

  it("whose documents are corrected gets another address, and the old one stays as it was", () => {
    const { dir, list, now } = again(
      (data) => edit(data, `patches/${NEW_PATCH}.json`, (patch) => (patch.name = "Corrected")),
      "1",
    );
    expect(now.versions[1]).toEqual(list.versions[1]);
    expect(now.latest).not.toBe(list.latest);
    expect(now.versions[0]).toMatchObject({ patch: NEW_PATCH, name: "Corrected" });
    expect(filesOf(join(dir, list.latest))).toEqual(filesOf(join(folder, list.latest)));
  });
});

it("the page above them lists every version in the dress of the newest", () => {
  const list = built();
  const page = readFileSync(join(folder, "index.html"), "utf8");
  for (const { version, name } of list.versions) {
    expect(page).toContain(`href="${version}/"`);
    expect(page).toContain(name);
  }
  expect(page).toContain('href="versions.json"');
  const loaded = [...page.matchAll(/(?:src|href)="([^":#]+\.(?:css|js|svg))"/g)].map(
    ([, to]) => to,
  );
  expect(loaded.length).toBeGreaterThan(2);
  for (const file of loaded) expect(existsSync(join(folder, `${file}`)), file).toBe(true);
});

it("a folder with a start page of somebody else is left alone", () => {
  const out = temporaryFolder();
  writeFileSync(join(out, "index.html"), "years of work");
  const data = soundData(dataOfThreePatches());
  expect(() => buildVersions(data, { ...OPTIONS, out })).toThrow("was not made by gamedata");
  expect(filesOf(out)).toEqual({ "index.html": "years of work" });
});

describe.each(HOST_SERVERS)("$name with the configuration of versions", (host) => {
  describe.skipIf(!host.isInstalled)("serves", () => {
    let running: Promise<Running> | undefined;
    const server = () => {
      built();
      running ??= host.startVersions(folder);
      return running;
    };
    afterAll(async () => (await running)?.stop());

    it("every path of each version with its bytes and its type, to be kept for ever", async () => {
      const list = built();
      const get = keepAliveClient((await server()).port);
      for (const { version } of list.versions) {
        const { documents, pages } = manifestOf(join(folder, version));
        const paths = [
          ...documents.flatMap(({ spellings }) =>
            spellings.map((path) => ({ path, file: documentFile(path), type: "application/json" })),
          ),
          ...pages,
          { path: "/manifest.json", file: "manifest.json", type: "application/json" },
        ];
        const wrong = [];
        for (const { path, file, type } of paths) {
          const { status, headers, body } = await get(encodePath(`/${version}${path}`));
          const isRight =
            status === 200 &&
            body.equals(readFileSync(join(folder, version, file))) &&
            headers["content-type"] === type &&
            headers["cache-control"] === (path === "/health" ? "no-store" : IMMUTABLE);
          if (!isRight)
            wrong.push([path, status, headers["content-type"], headers["cache-control"]]);
        }
        expect(wrong).toEqual([]);
        expect(paths.length).toBeGreaterThan(100);
      }
    });

    it.each([
      ["/versions", "index.html", "text/html; charset=utf-8"],
      ["/versions.json", "versions.json", "application/json"],
      ["/v1/games", "LATEST/v1/games.json", "application/json"],
      ["/heroes/ana", "LATEST/heroes/ana.html", "text/html; charset=utf-8"],
      ["/explorer/style.css", "LATEST/explorer/style.css", "text/css; charset=utf-8"],
    ])("%s for a few minutes", async (path, named, type) => {
      const file = named.replace("LATEST", built().latest);
      const { status, headers, body } = await getRaw((await server()).port, path);
      expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
        200,
        type,
        SHORT,
      ]);
      expect(body).toBe(readFileSync(join(folder, file), "utf8"));
    });

    it.each([
      "/2098-12-01/v1/games",
      "/2098-12-01-00000000/v1/games",
      "/hosts/s3-upload.sh",
      "/LATEST/v1/overwatch/heroes/nobody",
      "/LATEST/hosts/Caddyfile",
      "/LATEST/index",
      "/LATEST/LATEST/v1/games",
      "/LATEST",
    ])("no %s, and says so to be asked again", async (asked) => {
      const path = asked.replaceAll("LATEST", built().latest);
      const answer = await getRaw((await server()).port, path);
      expect(answer.status).toBe(404);
      expect(problemOf(answer)).toMatchObject({ title: "Not Found" });
      expect(answer.headers.get("cache-control")).toBe("no-store");
    });

    it("what a probe finds no fault in, at each version and at the newest above them", async () => {
      const { port } = await server();
      for (const at of ["", ...built().versions.map(({ version }) => `/${version}`)]) {
        const client = patientClient(`http://127.0.0.1:${port}${at}`);
        const { kind, isGood, checks } = await probeDeployment(client, { sample: 4 });
        const faults = checks.filter(({ outcome }) => outcome === "differs");
        expect([at, kind, isGood, faults]).toEqual([at, "static", true, []]);
        expect(checks.find(({ check }) => check === "caching")?.outcome).toBe("ok");
      }
    });
  });
});

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/**
 * A host of plain files in a folder, which answers of caching as the configurations say; `fault`
 * changes an answer.
 */
async function hosted(
  dir: string,
  fault: (path: string, answer: Answer) => void = () => {},
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    const path = decoded(url.split("?")[0] ?? "");
    asked.push(path);
    const answer = plainAnswer(dir, path);
    fault(path, answer);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, asked };
}

/** What is not percent-encoded names no file. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function plainAnswer(dir: string, path: string): Answer {
  const names = [path, `${path}.json`, `${path}.html`, `${path}index.html`];
  const file = names.map((name) => join(dir, name)).find(isFile);
  const headers = {
    "content-type": file?.endsWith(".html") ? "text/html" : "application/json",
    "cache-control": /^\/\d{4}-/.test(path) ? IMMUTABLE : SHORT,
  };
  if (file === undefined) return { status: 404, headers, body: Buffer.from("{}") };
  return { status: 200, headers, body: readFileSync(file) };
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

async function mirror(url: string, dir: string, trust?: Trust): Promise<VersionsReport> {
  const client = patientClient(url);
  const served = await fetchVersions(client);
  if (served === undefined) throw new Error("there is no list of versions");
  return mirrorVersions(client, served, (path) => patientClient(url + path), { dir, trust });
}

/** A pair of keys, as minisign's files hold them. */
function keys(): { secret: SigningKey; trusted: SigningKey } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const id = Buffer.from("8bytesid");
  return { secret: { id, key: privateKey }, trusted: { id, key: publicKey } };
}

describe("a mirror of versions", () => {
  it("is byte for byte what is served, and later asks for what is new only", async () => {
    const list = built();
    const dir = join(temporaryFolder(), "mirror");
    const { url, asked } = await hosted(folder);
    const first = await mirror(url, dir);
    expect(filesOf(dir)).toEqual(filesOf(folder));
    expect(first).toMatchObject({ latest: list.latest, versions: 2 });
    expect(first.mirrored.map(({ patch }) => patch)).toEqual(["2098-12-01", NEW_PATCH]);
    const shared = first.mirrored[1]?.reused ?? 0;
    expect(shared).toBeGreaterThan(10); // what the version before has is not fetched again

    asked.length = 0;
    expect((await mirror(url, dir)).mirrored).toEqual([]);
    expect(asked).toEqual(["/versions.json"]);

    rmSync(join(dir, list.latest), { recursive: true });
    expect((await mirror(url, dir)).mirrored.map(({ patch }) => patch)).toEqual([NEW_PATCH]);
    expect(filesOf(dir)).toEqual(filesOf(folder));
  });

  it("takes no other site at the address of a version", async () => {
    const list = built();
    const dir = join(temporaryFolder(), "mirror");
    const [newest = "", oldest = ""] = list.versions.map(({ version }) => version);
    const { url } = await hosted(folder, (path, answer) => {
      if (path.startsWith(`/${newest}/`))
        Object.assign(answer, plainAnswer(folder, path.replace(newest, oldest)));
    });
    await expect(mirror(url, dir)).rejects.toThrow(
      `${url}/${newest} has a different manifest from the one in ${url}/versions.json`,
    );
    expect(existsSync(join(dir, newest))).toBe(false);
    expect(existsSync(join(dir, "versions.json"))).toBe(false);
  });

  it("asks only below the address that it was given, whatever the list says", async () => {
    built();
    const dir = join(temporaryFolder(), "mirror");
    const { url } = await hosted(folder, (path, answer) => {
      if (path !== "/versions.json") return;
      const lie = JSON.parse(`${answer.body}`);
      lie.versions[0].version = "../../evil";
      answer.body = Buffer.from(JSON.stringify(lie));
    });
    await expect(mirror(url, dir)).rejects.toThrow("there is no list of versions");
  });

  it.each([
    ["above them", (list: Versions) => Object.assign(list, { baseUrl: "https://evil.example" })],
    [
      "of one",
      (list: Versions) =>
        Object.assign(list.versions[0] ?? {}, { address: "https://evil.example" }),
    ],
  ])("takes no address %s that its manifest does not say", async (_, lie) => {
    built();
    const dir = join(temporaryFolder(), "mirror");
    const { url } = await hosted(folder, (path, answer) => {
      if (path !== "/versions.json") return;
      const list = JSON.parse(`${answer.body}`);
      lie(list);
      answer.body = Buffer.from(JSON.stringify(list));
    });
    await expect(mirror(url, dir)).rejects.toThrow("evil.example");
    expect(existsSync(join(dir, "versions.json"))).toBe(false);
  });

  it("with a key takes signed versions, and no older one as the latest unless asked", async () => {
    const list = built();
    const signed = join(temporaryFolder(), "signed");
    cpSync(folder, signed, { recursive: true, preserveTimestamps: true });
    const { secret, trusted } = keys();
    for (const { version } of list.versions) {
      const site = join(signed, version);
      const manifest = readFileSync(join(site, "manifest.json"));
      writeFileSync(join(site, SIGNATURE_FILE), signManifest(manifest, secret, 1_790_000_000));
    }
    const dir = join(temporaryFolder(), "mirror");
    const trust = { keys: [trusted], mayBeOlder: false };
    const unsigned = await hosted(folder);
    await mirror(unsigned.url, dir);
    await expect(mirror(unsigned.url, dir, trust)).rejects.toThrow("expected a signed site");

    await mirror((await hosted(signed)).url, dir, trust);
    expect(filesOf(dir)).toEqual(filesOf(signed));

    const older = await hosted(signed, (path, answer) => {
      if (path !== "/versions.json") return;
      const old = JSON.parse(`${answer.body}`);
      old.versions.shift();
      old.latest = old.versions[0].version;
      answer.body = Buffer.from(JSON.stringify(old));
    });
    await expect(mirror(older.url, dir, trust)).rejects.toThrow(
      "serves patch 2098-12-01 as its latest, which is older than 2099-01-01",
    );
    await mirror(older.url, dir, { ...trust, mayBeOlder: true });
    expect(listIn(dir).latest).toBe(list.versions[1]?.version);
  });
});
