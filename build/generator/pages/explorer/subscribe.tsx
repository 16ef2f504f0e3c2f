import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { CodeTabs } from "./parts/code.tsx";
import { Section } from "./parts/section.tsx";
import { Tile } from "./parts/tile.tsx";

const FORMATS = [
  { label: "Feed", ending: "atom" },
  { label: "JSON feed", ending: "json" },
  { label: "Calendar", ending: "ics" },
] as const;

/** Posts the new items of a feed to a webhook. It stores the newest item that it has seen. */
const DISCORD = `import { existsSync, readFileSync, writeFileSync } from "node:fs";

const [feed, webhook] = process.argv.slice(2);
const file = \`seen-\${feed.split("/").at(-1)}.txt\`;
const answer = await fetch(feed);
if (!answer.ok) throw new Error(\`the feed answered \${answer.status}\`);
const { title, items } = await answer.json(); // newest first
const seen = existsSync(file) ? readFileSync(file, "utf8") : items[0]?.id;
const at = items.findIndex(({ id }) => id === seen);
for (const item of items.slice(0, Math.max(at, 0)).reverse()) {
  const content = \`**\${title}**: \${item.title}\\n\${item.url}\`;
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ content, allowed_mentions: { parse: [] } });
  const posted = await fetch(webhook, { method: "POST", headers, body });
  if (!posted.ok) throw new Error(\`the webhook answered \${posted.status}\`);
  writeFileSync(file, item.id);
}
if (items[0] !== undefined) writeFileSync(file, items[0].id);`;

/** The command that runs the program on a feed, without its ending. */
function runOf(feed: string): string {
  return `node discord.mjs ${feed}.json "$DISCORD_WEBHOOK"`;
}

/** Ways to hear of patches: feeds and calendars of all and of each hero, and a program. */
export function subscribePage(facts: Facts, { baseUrl }: { baseUrl: string }): Page {
  const { heroes } = facts;
  return {
    path: "/subscribe",
    title: "Subscribe",
    description:
      `Get notified of ${facts.game.name} patches, or of those that changed one hero: feeds, ` +
      "calendars, and messages in Discord.",
    alternates: [
      { href: "feeds/patches.atom", type: "application/atom+xml", title: "Patches as a feed" },
    ],
    children: (
      <>
        <h1>Subscribe</h1>
        <p class="lead">
          Copy an address into a feed reader or a calendar, and it shows each new patch. No account,
          no mail.
        </p>
        <Section id="patches" title="All patches">
          <ul class="addresses">
            {FORMATS.map(({ label, ending }) => (
              <Address key={ending} label={label} url={`${baseUrl}/feeds/patches.${ending}`} />
            ))}
          </ul>
        </Section>
        <Section id="heroes" title="One hero" aside="only patches that changed the hero">
          <ul class="addresses two">
            {heroes.map((hero) => (
              <li key={hero.id} id={hero.id}>
                <a class="with-emblem" href={`heroes/${hero.id}`}>
                  <Tile hero={hero} facts={facts} size={32} /> <b>{hero.name}</b>
                </a>
                <span class="small formats">
                  {FORMATS.map(({ label, ending }) => (
                    <a key={ending} href={`feeds/heroes/${hero.id}.${ending}`}>
                      {label}
                    </a>
                  ))}
                </span>
                <button
                  type="button"
                  class="copy needs-scripts"
                  data-copy={runOf(`${baseUrl}/feeds/heroes/${hero.id}`)}
                >
                  Copy for Discord
                </button>
              </li>
            ))}
          </ul>
        </Section>
        <Section id="discord" title="Discord" aside="needs Node 20 or newer">
          <p>
            Save this program as <code>discord.mjs</code>.
          </p>
          <CodeTabs name="discord" samples={[{ label: "JavaScript", text: DISCORD }]} />
          <p>
            Run it every hour or so with a JSON feed and the address of a webhook of your channel.
            It posts what is new since it ran last.
          </p>
          <CodeTabs
            name="run"
            samples={[{ label: "Shell", text: runOf(`${baseUrl}/feeds/patches`) }]}
          />
        </Section>
      </>
    ),
  };
}

function Address({ label, url }: { label: string; url: string }) {
  return (
    <li>
      <b>{label}</b>
      <a class="small" href={url.slice(url.indexOf("/feeds/") + 1)}>
        <code>{url}</code>
      </a>
      <button type="button" class="copy needs-scripts" data-copy={url}>
        Copy address
      </button>
    </li>
  );
}
