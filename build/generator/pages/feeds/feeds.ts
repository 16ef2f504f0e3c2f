import { createHash } from "node:crypto";
import { ofItsGame } from "../../../core/game/eras.ts";
import { isOfficial, sentenceOf } from "../../../core/game/words.ts";
import { once } from "../../../core/once.ts";
import type { PatchDetails } from "../../../core/schema/details.ts";
import type { Site } from "../../../core/site/site.ts";
import { anchorOf } from "../explorer/parts/changes.tsx";
import { patchesByThing, SIDES } from "../explorer/tally.ts";
import type { Facts } from "../facts.ts";
import { escapeHtml } from "../markdown.ts";

const AUTHOR = "Game Data Reference";

const ATOM = "application/atom+xml; charset=utf-8";

/** The newest patches that a feed has. */
const ENTRIES = 50;

/** A feed of patches: of the whole game, or of one hero or map with what changed there. */
type PatchFeed = {
  title: string;
  /** What the feed is about: the address of its page. */
  about: string;
  /** `id` is a path that never changes, `page` the address of the page, or of the place in it. */
  items: { id: string; page: string; patch: PatchDetails }[];
};

/**
 * Adds an Atom feed (RFC 4287) of all patches, and of each hero and map. A feed is empty where no
 * patch changed the map yet. The patches of Overwatch 1 are not news.
 */
export function addFeeds(site: Site, facts: Facts): void {
  const { baseUrl, game } = facts;
  const patches = once(() => ofItsGame(facts.patches));
  const histories = once(() => patchesByThing(patches()));
  const add = (path: string, make: () => PatchFeed) =>
    site.addFile(path, ATOM, () => atomFeed(path, make(), baseUrl, patches().at(-1)));
  const idOfPatch = ({ id }: PatchDetails) => `/v1/${game.id}/patches/${id}`;
  const pageOf = ({ id }: PatchDetails) => `${baseUrl}/patches/${id}`;
  add("/feeds/patches.atom", () => ({
    title: `${game.name} patches`,
    about: `${baseUrl}/patches`,
    items: patches().map((patch) => ({ id: idOfPatch(patch), page: pageOf(patch), patch })),
  }));
  const things = [
    ...facts.heroIds.map((id) => `heroes/${id}`),
    ...facts.mapIds.map((id) => `maps/${id}`),
  ];
  for (const thing of things)
    add(`/feeds/${thing}.atom`, () => ({
      title: `${facts.nameOf(thing)} in ${game.name} patches`,
      about: `${baseUrl}/${thing}`,
      items: (histories().get(thing) ?? []).map((patch) => ({
        id: `${idOfPatch(patch)}#${thing}`,
        page: `${pageOf(patch)}#${anchorOf(thing)}`,
        patch: { ...patch, summary: patch.heroes[0]?.summary ?? null },
      })),
    }));
}

function atomFeed(
  path: string,
  { title, about, items: all }: PatchFeed,
  baseUrl: string,
  oldest: PatchDetails | undefined,
): string {
  const items = all.slice(0, ENTRIES);
  const moments = items.map(({ patch }) => momentOf(patch));
  const [updated = momentOf(oldest)] = moments.sort((a, b) => +b - +a);
  const self = escapeHtml(baseUrl + path);
  const help = "Copy the address of this feed into a feed reader, and it shows each new patch.";
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf(path)}</id>
<title>${escapeHtml(title)}</title>
<updated>${updated.toISOString()}</updated>
<generator>${AUTHOR}</generator>
<author>
<name>${AUTHOR}</name>
</author>
<link rel="alternate" href="${escapeHtml(about)}"/>
<link rel="self" href="${self}"/>
<subtitle>${escapeHtml(title)}. ${help}</subtitle>
<rights>CC0 1.0</rights>
${items.map(atomEntry).join("")}</feed>
`;
}

function atomEntry({ id, page, patch }: PatchFeed["items"][number]) {
  const content = contentOf(patch);
  const summary = patch.summary === null ? "" : `<summary>${escapeHtml(patch.summary)}</summary>\n`;
  return `<entry>
<title>${escapeHtml(`${patch.id}: ${patch.name}`)}</title>
<id>${idOf(id)}</id>
<link href="${escapeHtml(page)}"/>
<updated>${momentOf(patch).toISOString()}</updated>
${summary}<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${content}</div></content>
</entry>
`;
}

/** The namespace of names that are URLs (RFC 9562 §6.6). */
const URL_NAMESPACE = Buffer.from("6ba7b8119dad11d180b400c04fd430c8", "hex");

/**
 * A UUID of version 5 (RFC 9562 §5.5) for a path. It is the same on every deployment, since an id
 * never changes, also when the site moves (RFC 4287 §4.2.6).
 */
function idOf(path: string): string {
  const bytes = createHash("sha1").update(URL_NAMESPACE).update(path).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return `urn:uuid:${bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}`;
}

/**
 * The beginning of the day of a patch, or of its last revision, since feeds need a moment. Without
 * patches, a fixed one.
 */
function momentOf(patch: PatchDetails | undefined): Date {
  return new Date(`${patch?.revised ?? patch?.date ?? "1970-01-01"}T00:00:00Z`);
}

/** A sentence for each hero by side, one for each change, and a link to the official notes. */
function contentOf({ sourceUrl, completeness, heroes, changes }: PatchDetails): string {
  const listOf = (sentences: string[]) =>
    sentences.length === 0
      ? ""
      : `<ul><li>${sentences.map(escapeHtml).join("</li><li>")}</li></ul>`;
  const ofHeroes = SIDES.flatMap(({ side, label }) =>
    heroes
      .filter((hero) => hero.side === side)
      .map(({ name, summary }) => `${label}: ${name}. ${summary}`),
  );
  return [
    listOf(ofHeroes),
    listOf(changes.map(sentenceOf)) || "<p>No balance changes.</p>",
    completeness.state === "partial"
      ? `<p>Partial record: ${escapeHtml(completeness.missing)}.</p>`
      : "",
    sourceUrl === null ? "" : `<p><a href="${escapeHtml(sourceUrl)}">${nameOf(sourceUrl)}</a></p>`,
  ].join("");
}

function nameOf(sourceUrl: string): string {
  return isOfficial(sourceUrl) ? "Official notes" : "Where it was read";
}
