import type { Patch, PatchChange, RecordedChange } from "../../../core/schema/patch.ts";
import type { Site } from "../../../core/site/site.ts";
import { createSentences } from "../../data/details.ts";
import { ofItsGame } from "../../data/eras.ts";
import { type Evidence, NO_EVIDENCE } from "../../data/evidence.ts";
import type { Reference } from "../../data/reference.ts";
import { anchorOf } from "../explorer/parts/changes.tsx";
import { escapeHtml } from "../html.ts";

const AUTHOR = "Game Data Reference";

const ATOM = "application/atom+xml; charset=utf-8";
const JSON_FEED = "application/feed+json; charset=utf-8";

/** The namespace of RFC 5005. */
const FEED_HISTORY = "http://purl.org/syndication/history/1.0";

/** The entries of a feed, and of each of its archives. */
const ENTRIES = 50;

/** A feed of patches: of the whole game, or of one hero or map with what changed there. */
type PatchFeed = {
  /** Path without its ending. */
  path: string;
  title: string;
  /** What the feed is about: the address of its page. */
  about: string;
  /** `id` stays as it is for ever, `page` is the address of the page, or of the place in it. */
  items: { id: string; page: string; patch: Patch; changes: readonly PatchChange[] }[];
};

/** A feed with its newest entries, or an archive of older ones. */
type FeedPage = PatchFeed & {
  /** The address of the feed itself, without its ending. */
  feed: string;
  /** The same of the archive before this page. */
  older: string | undefined;
};

/**
 * Adds an Atom feed (RFC 4287) and a JSON Feed (version 1.1) of all patches, and of each hero and
 * map, with their archives. A feed is empty where no patch changed the map yet. The patches of
 * Overwatch 1 are no news.
 */
export function addFeeds(
  site: Site,
  reference: Reference,
  baseUrl: string,
  evidence: Evidence = NO_EVIDENCE,
): void {
  const { game, heroes, maps } = reference;
  const patches = ofItsGame(reference.patches);
  const wording = { evidence, sentenceOf: createSentences(reference) };
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
      about: `${baseUrl}/patches`,
      items: patches.map((patch) => ({
        id: `${root}/patches/${patch.id}`,
        page: `${baseUrl}/patches/${patch.id}`,
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
        about: `${baseUrl}/${thing}`,
        items: items.map(({ patch, changes }) => ({
          id: `${root}/patches/${patch.id}#${thing}`,
          page: `${baseUrl}/patches/${patch.id}#${anchorOf(thing)}`,
          patch: { ...patch, summary: null }, // it is about other things too
          changes,
        })),
      };
    }),
  ];
  for (const page of feeds.flatMap((feed) => pagesOf(feed, baseUrl))) {
    const updated = momentOf(page.items[0]?.patch ?? patches.at(-1));
    site.addFile(`${page.path}.atom`, ATOM, atomFeed(page, baseUrl, updated, wording));
    site.addFile(`${page.path}.json`, JSON_FEED, jsonFeed(page, wording));
  }
}

/**
 * The feed with its newest entries, and its archives (RFC 5005 §4). They are numbered from the
 * oldest and always full, so that none ever changes. The newest may share entries with the feed.
 */
function pagesOf(feed: PatchFeed, baseUrl: string): FeedPage[] {
  const all = feed.items.length;
  const archives = Math.max(0, Math.floor((all - 1) / ENTRIES));
  const pathOf = (number: number) => `${feed.path}.${number}`;
  const page = (path: string, number: number, items: PatchFeed["items"]) => ({
    ...feed,
    path,
    items,
    feed: `${baseUrl}${feed.path}`,
    older: number === 0 ? undefined : `${baseUrl}${pathOf(number)}`,
  });
  return [
    page(feed.path, archives, feed.items.slice(0, ENTRIES)),
    ...Array.from({ length: archives }, (_, at) => {
      const end = all - at * ENTRIES;
      return page(pathOf(at + 1), at, feed.items.slice(end - ENTRIES, end));
    }),
  ];
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

function atomFeed(
  { path, title, about, items, feed, older }: FeedPage,
  baseUrl: string,
  updated: Date,
  wording: Wording,
): string {
  const self = escapeHtml(`${baseUrl}${path}.atom`);
  const current = escapeHtml(`${feed}.atom`);
  const archive =
    self === current
      ? ""
      : `<fh:archive xmlns:fh="${FEED_HISTORY}"/>\n<link rel="current" href="${current}"/>\n`;
  const previous =
    older === undefined ? "" : `<link rel="prev-archive" href="${escapeHtml(older)}.atom"/>\n`;
  const help = "Copy the address of this feed into a feed reader, and it shows each new patch.";
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${current}</id>
<title>${escapeHtml(title)}</title>
<updated>${updated.toISOString()}</updated>
<generator>${AUTHOR}</generator>
<author>
<name>${AUTHOR}</name>
</author>
<link rel="alternate" href="${escapeHtml(about)}"/>
<link rel="self" href="${self}"/>
${previous}${archive}<subtitle>${escapeHtml(title)}. ${help}</subtitle>
<rights>CC0 1.0</rights>
${items.map((item) => atomEntry(item, wording)).join("")}</feed>
`;
}

function atomEntry({ id, page, patch, changes }: PatchFeed["items"][number], wording: Wording) {
  const content = contentOf(patch, changes, wording);
  const summary = patch.summary === null ? "" : `<summary>${escapeHtml(patch.summary)}</summary>\n`;
  return `<entry>
<title>${escapeHtml(`${patch.id}: ${patch.name}`)}</title>
<id>${escapeHtml(id)}</id>
<link href="${escapeHtml(page)}"/>
<updated>${momentOf(patch).toISOString()}</updated>
${summary}<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${content}</div></content>
</entry>
`;
}

function jsonFeed({ title, about, items, feed, older }: FeedPage, wording: Wording): string {
  const page = {
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: about,
    feed_url: `${feed}.json`,
    ...(older === undefined ? {} : { next_url: `${older}.json` }),
    authors: [{ name: AUTHOR }],
    language: "en",
    items: items.map(({ id, page, patch, changes }) => ({
      id,
      url: page,
      ...(patch.sourceUrl === null ? {} : { external_url: patch.sourceUrl }),
      title: `${patch.id}: ${patch.name}`,
      ...(patch.summary === null ? {} : { summary: patch.summary }),
      content_html: contentOf(patch, changes, wording),
      date_published: momentOf(patch).toISOString(),
      tags: [patch.kind],
    })),
  };
  return `${JSON.stringify(page)}\n`;
}

/** The beginning of a patch's day, since feeds need a moment. Without patches, a fixed one. */
function momentOf(patch: Patch | undefined): Date {
  return new Date(`${patch?.date ?? "1970-01-01"}T00:00:00Z`);
}

/** What a feed says of a change: in a sentence, with the evidence. */
type Wording = { evidence: Evidence; sentenceOf: (change: PatchChange) => string };

/** A sentence for each change, then where they were read, each place once. */
function contentOf(
  patch: Patch,
  changes: readonly PatchChange[],
  { evidence, sentenceOf }: Wording,
): string {
  const state = evidence.completenessOf(patch.id);
  const recorded = changes.map(({ target }) => evidence.ofChange(patch.id, target));
  const places = [...new Set(recorded.flatMap((change) => change?.source ?? []))].filter(
    (source) => source !== patch.sourceUrl,
  );
  const item = (change: PatchChange, at: number) =>
    `<li>${escapeHtml(sentenceOf(change) + aboutOf(recorded[at], places))}</li>`;
  return [
    changes.length === 0 ? "<p>No balance changes.</p>" : `<ul>${changes.map(item).join("")}</ul>`,
    state?.state === "partial" ? `<p>Partial record: ${escapeHtml(state.missing)}.</p>` : "",
    sourcesOf(patch.sourceUrl, places),
  ].join("");
}

/**
 * The format a change holds in, what its value means, and by number where it was read, if not in
 * the notes.
 */
function aboutOf(change: RecordedChange | undefined, places: readonly string[]): string {
  const { scope, note, source = "" } = change ?? {};
  const words = [scope && `${scope} only`, note].filter((word) => word !== undefined);
  const number = places.indexOf(source) + 1;
  return (
    (words.length === 0 ? "" : ` (${words.join("; ")})`) + (number === 0 ? "" : ` [${number}]`)
  );
}

function sourcesOf(notes: string | null, places: readonly string[]): string {
  const link = (url: string, text: string) => `<a href="${escapeHtml(url)}">${text}</a>`;
  const links = [
    ...(notes === null ? [] : [link(notes, "notes")]),
    ...places.map((url, at) => link(url, `[${at + 1}]`)),
  ];
  return links.length === 0 ? "" : `<p>Sources: ${links.join(", ")}</p>`;
}
