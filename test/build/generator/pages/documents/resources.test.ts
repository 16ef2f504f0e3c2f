import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";
import { PACKAGE_DATA } from "../../../../../build/core/package.ts";
import { type Manifest, ManifestSchema } from "../../../../../build/core/schema/manifest.ts";
import { BASE_URL } from "../../../../helpers/real-site.ts";

const site = inject("realSite");
const ROOT = "v1/overwatch";

const read = (file: string) => readFileSync(join(site, file), "utf8");
const json = (file: string) => JSON.parse(read(file));

const manifest: Manifest = ManifestSchema.parse(json("manifest.json"));

/** The facts of one folder of the data, read without the generator. */
function facts(folder: string) {
  const files = readdirSync(join(PACKAGE_DATA, folder));
  return files.map((file) => JSON.parse(readFileSync(join(PACKAGE_DATA, folder, file), "utf8")));
}

const heroes = facts("heroes");
const maps = facts("maps");
const newest = facts("patches")
  .map(({ id }) => id)
  .toSorted()
  .at(-1);

/** A spelling as written and folded, by the rule of the project: normal form C, then lower case. */
const forms = (spelling: string) => [
  spelling.normalize("NFC"),
  spelling.normalize("NFC").toLowerCase(),
];

describe("every spelling of a hero", () => {
  it.each(heroes.map((hero) => [hero.id, hero]))(
    "is a file with the whole document: %s",
    (id, hero) => {
      const spellings = [
        hero.id,
        hero.names.en,
        hero.names.ko,
        hero.names.zh,
        ...hero.aliases,
      ].flatMap(forms);
      for (const spelling of spellings) {
        expect(read(`${ROOT}/heroes/${spelling}.json`)).toBe(read(`${ROOT}/heroes/${id}.json`));
        expect(read(`${ROOT}/heroes/${spelling}/abilities.json`)).toBe(
          read(`${ROOT}/heroes/${id}/abilities.json`),
        );
      }
    },
  );

  it.each([
    ["lucio", "Lúcio"],
    ["lucio", "lúcio"],
    ["lucio", "루시우"],
    ["soldier-76", "Soldier: 76"],
    ["soldier-76", "soldier: 76"],
    ["torbjorn", "Torbjörn"],
    ["dva", "D.Va"],
    ["dva", "d.va"],
    ["ana", "아나"],
  ])("such as that of %s: %s", (id, spelling) => {
    expect(json(`${ROOT}/heroes/${spelling}.json`).id).toBe(id);
  });
});

describe("every spelling of a map", () => {
  it.each(maps.map((map) => [map.id, map]))("is a file with the whole document: %s", (id, map) => {
    const ofVariants = map.variants.flatMap((variant: { id: string; name: string }) => [
      `${map.id}-${variant.id}`,
      variant.name,
    ]);
    for (const spelling of [map.id, map.name, ...map.aliases, ...ofVariants].flatMap(forms)) {
      expect(read(`${ROOT}/maps/${spelling}.json`)).toBe(read(`${ROOT}/maps/${id}.json`));
    }
  });

  it.each([
    ["kings-row", "King's Row"],
    ["kings-row", "king's row"],
    ["kings-row", "King's Row (Winter)"],
    ["kings-row", "king's row (winter)"],
    ["kings-row", "kings-row-winter"],
    ["kings-row", "왕의 길"],
    ["kings-row", "国王大道"],
    ["watchpoint-gibraltar", "Watchpoint: Gibraltar"],
  ])("such as that of %s: %s", (id, spelling) => {
    expect(json(`${ROOT}/maps/${spelling}.json`).id).toBe(id);
  });
});

describe("the manifest", () => {
  it("finds the path /P in the file P.json, with its size and checksum", () => {
    for (const { path, spellings, file, bytes, sha256 } of manifest.documents) {
      expect(spellings[0]).toBe(path);
      for (const spelling of spellings) {
        const body = readFileSync(
          join(site, spelling.endsWith(".json") ? spelling : `${spelling}.json`),
        );
        expect({
          bytes: body.length,
          sha256: createHash("sha256").update(body).digest("hex"),
        }).toEqual({
          bytes,
          sha256,
        });
      }
      expect(`/${file}`).toBe(path.endsWith(".json") ? path : `${path}.json`);
    }
  });

  it("lists every path in normal form C, and none twice", () => {
    const paths = manifest.documents.flatMap(({ spellings }) => spellings);
    expect(paths).toEqual(paths.map((path) => path.normalize("NFC")));
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("says what the site is", () => {
    expect(manifest).toMatchObject({
      format: 1,
      game: "overwatch",
      patch: newest,
      version: "test",
      baseUrl: BASE_URL,
      assetsUrl: `${BASE_URL}/assets`,
    });
  });
});

describe("the canonical documents", () => {
  const canonical = manifest.documents.map(({ path }) => path);

  it("are those of the contract, and no other", () => {
    expect(canonical.toSorted()).toEqual(
      [
        "/health",
        "/v1/games",
        "/v1/openapi.json",
        ...["heroes", "maps", "modes", "roles", "patches"].map(
          (collection) => `/${ROOT}/${collection}`,
        ),
        ...heroes.flatMap(({ id }) => [`/${ROOT}/heroes/${id}`, `/${ROOT}/heroes/${id}/abilities`]),
        ...maps.map(({ id }) => `/${ROOT}/maps/${id}`),
        ...facts("patches").flatMap(({ id }) => [
          `/${ROOT}/patches/${id}`,
          `/${ROOT}/patches/${id}/changes`,
        ]),
        // What stands beside the contract.
        "/details/heroes.json",
        ...heroes.map(({ id }) => `/details/heroes/${id}.json`),
        ...facts("patches").map(({ id }) => `/details/patches/${id}.json`),
      ].toSorted(),
    );
  });

  it.each([
    ["/health", { status: "ok", patch: newest, version: "test" }],
    [
      "/v1/games",
      { data: [{ id: "overwatch", name: "Overwatch" }], meta: { patch: newest, count: 1 } },
    ],
  ])("say what they promise: %s", (path, document) => {
    expect(json(`${path.slice(1)}.json`)).toEqual(document);
  });

  it.each(["heroes", "maps", "modes", "roles", "patches"])(
    "count and date a collection: %s",
    (collection) => {
      const { data, meta } = json(`${ROOT}/${collection}.json`);
      expect(meta).toEqual({ patch: newest, count: data.length });
    },
  );

  it("give each resource as its collection has it", () => {
    for (const collection of ["heroes", "maps", "patches"]) {
      for (const resource of json(`${ROOT}/${collection}.json`).data) {
        expect(json(`${ROOT}/${collection}/${resource.id}.json`)).toEqual(resource);
      }
    }
  });

  it("give a kit as its hero has it, and changes as their patch has them", () => {
    for (const { id, abilities } of json(`${ROOT}/heroes.json`).data) {
      const { data, meta } = json(`${ROOT}/heroes/${id}/abilities.json`);
      expect(data).toEqual(abilities);
      expect(meta).toEqual({ patch: newest, count: abilities.length });
    }
    for (const { id, changes } of json(`${ROOT}/patches.json`).data) {
      const { data, meta } = json(`${ROOT}/patches/${id}/changes.json`);
      expect(data).toEqual(changes);
      expect(meta).toEqual({ patch: newest, count: changes.length });
    }
  });
});

describe("the order", () => {
  const idsOf = (collection: string): string[] =>
    json(`${ROOT}/${collection}.json`).data.map(({ id }: { id: string }) => id);

  it.each(["heroes", "maps"])("of %s is that of their ids", (collection) => {
    expect(idsOf(collection)).toEqual(idsOf(collection).toSorted());
  });

  it("of modes is the specification's", () => {
    expect(idsOf("modes")).toEqual(["control", "escort", "hybrid", "push", "flashpoint"]);
  });

  it("of roles and sub-roles is the specification's", () => {
    const roles: { id: string; subroles: { id: string }[] }[] = json(`${ROOT}/roles.json`).data;
    expect(
      Object.fromEntries(
        roles.map(({ id, subroles }) => [id, subroles.map((subrole) => subrole.id)]),
      ),
    ).toEqual({
      tank: ["bruiser", "initiator", "stalwart"],
      damage: ["flanker", "recon", "sharpshooter", "specialist"],
      support: ["medic", "survivor", "tactician"],
    });
    expect(idsOf("roles")).toEqual(["tank", "damage", "support"]);
  });

  it("of patches is newest first", () => {
    expect(idsOf("patches")).toEqual(idsOf("patches").toSorted().reverse());
  });

  it("of a kit begins with Ability 1, Ability 2 and Ultimate", () => {
    for (const hero of json(`${ROOT}/heroes.json`).data) {
      const kinds = hero.abilities.slice(0, 3).map(({ kind }: { kind: string }) => kind);
      expect([hero.id, ...kinds]).toEqual([hero.id, "ability", "ability", "ultimate"]);
    }
  });
});

describe("the keys of a document", () => {
  const META = ["patch", "count"];
  const HERO = [
    "id",
    "name",
    "names",
    "role",
    "subrole",
    "health",
    "aliases",
    "abilities",
    "portrait",
  ];
  const ABILITY = ["id", "kind", "name", "description", "cooldown"];
  const MAP = ["id", "name", "mode", "aliases", "variants", "thumbnail"];
  const PATCH = ["id", "date", "kind", "name", "sourceUrl", "summary", "changes"];

  it.each<[string, string, string[]]>([
    ["Health", "/health", ["status", "patch", "version"]],
    ["a collection", `/${ROOT}/heroes`, ["data", "meta"]],
    ["Meta", `/${ROOT}/heroes#meta`, META],
    ["Game", "/v1/games#data", ["id", "name"]],
    ["Hero", `/${ROOT}/heroes#data`, HERO],
    ["Hero", `/${ROOT}/heroes/ana`, HERO],
    ["LocalizedNames", `/${ROOT}/heroes/ana#names`, ["en", "ko", "zh"]],
    ["HeroHealth", `/${ROOT}/heroes/ana#health`, ["standard", "armor", "shields", "total"]],
    ["Ability", `/${ROOT}/heroes/ana#abilities`, ABILITY],
    ["Ability", `/${ROOT}/heroes/ana/abilities#data`, ABILITY],
    ["Role", `/${ROOT}/roles#data`, ["id", "name", "subroles"]],
    ["Subrole", `/${ROOT}/roles#data#subroles`, ["id", "name", "description", "passive"]],
    ["Map", `/${ROOT}/maps#data`, MAP],
    ["MapVariant", `/${ROOT}/maps/kings-row#variants`, ["id", "name", "thumbnail"]],
    ["Mode", `/${ROOT}/modes#data`, ["id", "name"]],
    ["Patch", `/${ROOT}/patches#data`, PATCH],
    ["Patch", `/${ROOT}/patches/2026-10-06`, PATCH],
    ["Problem", "/404", ["type", "title", "status", "detail", "instance"]],
  ])("stand in the order of the specification: %s in %s", (_what, place, keys) => {
    const [path = "", ...inside] = place.split("#");
    let values: unknown[] = [json(`${path.slice(1)}.json`)];
    for (const key of inside) values = values.flatMap((value) => Reflect.get(Object(value), key));
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(Object.keys(Object(value))).toEqual(keys);
  });

  it("of a change are target, then from, then to", () => {
    for (const { changes } of json(`${ROOT}/patches.json`).data) {
      for (const change of changes) {
        expect(Object.keys(change)).toEqual(
          ["target", "from", "to"].filter((key) => key in change),
        );
      }
    }
  });
});

describe("every JSON file", () => {
  const files = readdirSync(site, { recursive: true, encoding: "utf8" });
  const texts = files.filter((file) => /\.(json|html|atom|txt)$/.test(file));

  it("can be compared line by line, ends in a newline, and is indented by two in the API", () => {
    for (const file of texts.filter((name) => name.endsWith(".json"))) {
      const text = read(file);
      if (/^(details\/|explorer\/|vocabulary\b|openapi-3\.0)/.test(file)) {
        // Many small objects: each in a line of its own there, and lines begin at their start.
        expect([file, /^\{\n(?:\S.*\n)+\}\n$/.test(text)]).toEqual([file, true]);
        expect(text.length / text.split("\n").length, file).toBeLessThan(400);
        continue;
      }
      expect([file, text === `${JSON.stringify(JSON.parse(text), null, 2)}\n`]).toEqual([
        file,
        true,
      ]);
    }
  });

  it("and every page has .br and .gz siblings of the same content", () => {
    expect(texts.length).toBeGreaterThan(1_000);
    for (const file of texts) {
      const body = readFileSync(join(site, file));
      const same = [
        body.equals(brotliDecompressSync(readFileSync(join(site, `${file}.br`)))),
        body.equals(gunzipSync(readFileSync(join(site, `${file}.gz`)))),
      ];
      expect([file, ...same]).toEqual([file, true, true]);
    }
  });

  it("and no picture that is compressed as it is has any", () => {
    const pictures = files.filter((file) => /\.(png|ico)$/.test(file));
    expect(pictures.length).toBeGreaterThan(100);
    const siblings = pictures.flatMap((file) => [`${file}.br`, `${file}.gz`]);
    expect(siblings.filter((file) => files.includes(file))).toEqual([]);
  });

  it("has a name in normal form C", () => {
    expect(files).toEqual(files.map((file) => file.normalize("NFC")));
  });
});

it("shows no source of the data and no address but its own in a resource", () => {
  expect(read(`${ROOT}/heroes.json`)).not.toContain('"sources"');
  expect(read("gaps.json")).not.toMatch(/"sources"|https?:\/\//);
  const addresses =
    [read(`${ROOT}/heroes.json`), read(`${ROOT}/maps.json`)].join("").match(/https?:\/\/[^"]*/g) ??
    [];
  expect(addresses.filter((address) => !address.startsWith(`${BASE_URL}/assets/`))).toEqual([]);
});
