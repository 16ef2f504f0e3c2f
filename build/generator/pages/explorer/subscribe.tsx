import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { Section } from "./parts/section.tsx";
import { Tile } from "./parts/tile.tsx";

/** Ways to hear of patches: a feed of all, a feed for each hero, and a calendar. */
export function subscribePage(facts: Facts, { baseUrl }: { baseUrl: string }): Page {
  const { heroes } = facts;
  return {
    path: "/subscribe",
    title: "Subscribe",
    description:
      `Hear of each patch of ${facts.game.name}: a feed of all patches, a feed for each ` +
      "hero, a calendar file.",
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
            <Address label="Feed" url={`${baseUrl}/feeds/patches.atom`} />
            <Address label="JSON feed" url={`${baseUrl}/feeds/patches.json`} />
            <Address label="Calendar" url={`${baseUrl}/feeds/patches.ics`} />
          </ul>
        </Section>
        <Section id="heroes" title="One hero" aside="only patches that changed the hero">
          <ul class="addresses two">
            {heroes.map((hero) => (
              <li key={hero.id} id={hero.id}>
                <a class="with-emblem" href={`heroes/${hero.id}`}>
                  <Tile hero={hero} facts={facts} size={32} /> <b>{hero.name}</b>
                </a>
                <a class="small" href={`feeds/heroes/${hero.id}.atom`}>
                  Feed
                </a>
                <button
                  type="button"
                  class="copy needs-scripts"
                  data-copy={`${baseUrl}/feeds/heroes/${hero.id}.atom`}
                >
                  Copy address
                </button>
              </li>
            ))}
          </ul>
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
