import type { Patch } from "../../../core/schema/patch.ts";
import type { Site } from "../../../core/site/site.ts";
import { ofItsGame } from "../../data/eras.ts";
import type { Reference } from "../../data/reference.ts";
import { anchorOf } from "../explorer/parts/changes.tsx";

/** The longest line in octets, without its end (RFC 5545 §3.1). */
const LINE_BYTES = 75;

/**
 * Adds `/feeds/patches.ics` (RFC 5545), each patch as a whole day, and one for each hero with the
 * patches that changed it.
 */
export function addCalendars(
  site: Site,
  { game, heroes, patches: all }: Reference,
  baseUrl: string,
): void {
  const patches = ofItsGame(all);
  const add = (path: string, title: string, own: readonly Patch[], place = "") => {
    const lines = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Game Data Reference//patches//EN",
      `X-WR-CALNAME:${escapeText(title)}`,
      ...own.flatMap((patch) => eventOf(patch, baseUrl, place)),
      "END:VCALENDAR",
    ];
    const text = lines.map(contentLine).join("");
    site.addFile(`/feeds/${path}.ics`, "text/calendar; charset=utf-8", text);
  };
  add("patches", `${game.name} patches`, patches);
  for (const { id, name } of heroes) {
    const thing = `heroes/${id}`;
    const own = patches.filter(({ changes }) =>
      changes.some(({ target }) => `${target}/`.startsWith(`${thing}/`)),
    );
    add(thing, `${name} in ${game.name} patches`, own, `#${anchorOf(thing)}`);
  }
}

/**
 * The moment of making, which the format demands, is the day of the patch, so that no clock is
 * read. A summary is about the whole patch, so an event at one `place` of it has none.
 */
function eventOf({ id, date, name, summary }: Patch, baseUrl: string, place: string): string[] {
  const day = date.replaceAll("-", "");
  return [
    "BEGIN:VEVENT",
    `UID:${id}${place.replace("#", "-")}@${new URL(baseUrl).hostname}`,
    `DTSTAMP:${day}T000000Z`,
    `DTSTART;VALUE=DATE:${day}`,
    `SUMMARY:${escapeText(name)}`,
    ...(summary === null || place !== "" ? [] : [`DESCRIPTION:${escapeText(summary)}`]),
    `URL:${baseUrl}/patches/${id}${place}`,
    "END:VEVENT",
  ];
}

/** RFC 5545 §3.3.11. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll("\n", "\\n");
}

function contentLine(text: string): string {
  return `${foldLine(text)}\r\n`;
}

/** A long line goes on after a line end and a space; no character is cut apart. */
function foldLine(line: string): string {
  let [text, bytes] = ["", 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) [text, bytes] = [`${text}\r\n `, 1];
    text += character;
    bytes += size;
  }
  return text;
}
