import { Feed } from "feed";
import { createSentences } from "../data/details.ts";
import { type Evidence, NO_EVIDENCE } from "../data/evidence.ts";
import type { Reference } from "../data/reference.ts";
import type { Patch, PatchChange, RecordedChange } from "../schema/patch.ts";
import type { Site } from "../site/site.ts";
import { escapeHtml } from "./html.ts";

const AUTHOR = "Game Data Reference";

/** A feed of patches: of the whole game, or of one hero or map with what changed there. */
type PatchFeed = {
  /** Path without its ending. */
  path: string;
  title: string;
  /** What the feed is about, as an address. */
  about: string;
  items: { id: string; patch: Patch; changes: readonly PatchChange[] }[];
};

/** Adds an Atom feed (RFC 4287) and a JSON Feed (version 1.1) of all patches, and of each hero and map that a patch touched. */
export function addFeeds(
  site: Site,
  reference: Reference,
  baseUrl: string,
  evidence: Evidence = NO_EVIDENCE,
): void {
  const { game, heroes, maps, patches } = reference;
  const write = { evidence, sentenceOf: createSentences(reference) };
  const root = `${baseUrl}/v1/${game.id}`;
  const things = [
    ...heroes.map((hero) => ({ collection: "heroes", ...hero })),
    ...maps.map((map) => ({ collection: "maps", ...map })),
  ];
  const byThing = changesByThing(patches);
  const feeds: PatchFeed[] = [
    {
      path: "/feeds/patches",
      title: `${game.name} patches`,
      about: `${root}/patches`,
      items: patches.map((patch) => ({
        id: `${root}/patches/${patch.id}`,
        patch,
        changes: patch.changes,
      })),
    },
    ...things.map(({ collection, id, name }) => {
      const thing = `${collection}/${id}`;
      const items = byThing.get(thing) ?? [];
      return {
        path: `/feeds/${thing}`,
        title: `${name} in ${game.name} patches`,
        about: `${root}/${thing}`,
        items: items.map((item) => ({ id: `${root}/patches/${item.patch.id}#${thing}`, ...item })),
      };
    }),
  ];
  for (const feed of feeds) {
    if (feed.items.length === 0) continue;
    site.addFile(`${feed.path}.atom`, "application/atom+xml", atomFeed(feed, baseUrl, write));
    site.addFile(`${feed.path}.json`, "application/feed+json", jsonFeed(feed, baseUrl, write));
  }
}

/** What each patch changed of each thing, by `heroes/ana`, in the order of the patches. */
function changesByThing(
  patches: readonly Patch[],
): Map<string, { patch: Patch; changes: PatchChange[] }[]> {
  const items = new Map<string, { patch: Patch; changes: PatchChange[] }[]>();
  for (const patch of patches) {
    for (const change of patch.changes) {
      const thing = change.target.split("/").slice(0, 2).join("/");
      const ofThing = items.get(thing) ?? [];
      items.set(thing, ofThing);
      const last = ofThing.at(-1);
      if (last?.patch === patch) last.changes.push(change);
      else ofThing.push({ patch, changes: [change] });
    }
  }
  return items;
}

function atomFeed({ path, title, about, items }: PatchFeed, baseUrl: string, write: Words): string {
  const feed = new Feed({
    id: `${baseUrl}${path}.atom`,
    title,
    link: about,
    feedLinks: { atom: `${baseUrl}${path}.atom` },
    author: { name: AUTHOR },
    generator: AUTHOR,
    copyright: "CC0 1.0",
    updated: momentOf(items[0]?.patch),
  });
  for (const { id, patch, changes } of items) {
    feed.addItem({
      id,
      title: escapeHtml(`${patch.id}: ${patch.name}`), // Atom titles of this library are HTML
      link: patch.sourceUrl ?? id,
      date: momentOf(patch),
      ...(patch.summary === null ? {} : { description: escapeHtml(patch.summary) }),
      content: contentOf(patch, changes, write),
    });
  }
  return `${feed.atom1()}\n`;
}

function jsonFeed({ path, title, about, items }: PatchFeed, baseUrl: string, write: Words): string {
  const feed = {
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: about,
    feed_url: `${baseUrl}${path}.json`,
    authors: [{ name: AUTHOR }],
    language: "en",
    items: items.map(({ id, patch, changes }) => ({
      id,
      url: id,
      ...(patch.sourceUrl === null ? {} : { external_url: patch.sourceUrl }),
      title: `${patch.id}: ${patch.name}`,
      ...(patch.summary === null ? {} : { summary: patch.summary }),
      content_html: contentOf(patch, changes, write),
      date_published: momentOf(patch).toISOString(),
      tags: [patch.kind],
    })),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}

/** A patch has a day, no hour; feeds want a moment, so it is the beginning of that day. */
function momentOf(patch: Patch | undefined): Date {
  return new Date(`${patch?.date}T00:00:00Z`);
}

/** What a feed says of a change: in a sentence, with what stands behind it. */
type Words = { evidence: Evidence; sentenceOf: (change: PatchChange) => string };

function contentOf(
  patch: Patch,
  changes: readonly PatchChange[],
  { evidence, sentenceOf }: Words,
): string {
  const state = evidence.completenessOf(patch.id);
  const missing =
    state?.state === "partial" ? `<p>Partial record: ${escapeHtml(state.missing)}.</p>` : "";
  if (changes.length === 0) return `<p>No changes of the core game.</p>${missing}`;
  const item = (change: PatchChange) =>
    `<li>${escapeHtml(sentenceOf(change))}${aboutOf(evidence.ofChange(patch.id, change.target))}</li>`;
  return `<ul>${changes.map(item).join("")}</ul>${missing}`;
}

/** The format a change holds in, what its value means, and where it was read. */
function aboutOf(change: RecordedChange | undefined): string {
  const { scope, note, source } = change ?? {};
  const words = [scope && `${scope} only`, note].filter((word) => word !== undefined);
  const link = source === undefined ? "" : ` <a href="${escapeHtml(source)}">source</a>`;
  return (words.length === 0 ? "" : ` (${escapeHtml(words.join("; "))})`) + link;
}
