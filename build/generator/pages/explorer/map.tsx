import { Fragment } from "preact";
import type { GameMap } from "../../../core/schema/map.ts";
import { fold } from "../../../core/spelling/fold.ts";
import { mapSpellings, variantSpellings } from "../../../core/spelling/spellings.ts";
import { samplesOfCall } from "../docs/samples.ts";
import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { count } from "./format.ts";
import { CodeTabs } from "./parts/code.tsx";
import { Emblem } from "./parts/emblem.tsx";
import { GapMark } from "./parts/gap-mark.tsx";
import { History } from "./parts/history.tsx";
import { Section } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";
import { Spellings } from "./parts/spellings.tsx";

const ROOT = "../";

/** A map's page: its mode, its variants, its history, its names and code. */
export function mapPage(map: GameMap, facts: Facts, { baseUrl }: { baseUrl: string }): Page {
  const thing = `maps/${map.id}`;
  const mode = facts.modes.find(({ id }) => id === map.mode)?.name ?? map.mode;
  const history = facts.historyOf(thing);
  const api = `/v1/${facts.game.id}/${thing}`;
  const feed = { href: `feeds/${thing}.atom`, type: "application/atom+xml" };
  return {
    path: `/${thing}`,
    title: map.name,
    description:
      `${map.name}, a ${mode} map of ${facts.game.name}: its variants and its names in every ` +
      "language.",
    alternates: [
      { href: api.slice(1), type: "application/json", title: `${map.name} as JSON` },
      { ...feed, title: `${map.name} in patches` },
    ],
    children: (
      <>
        <nav class="crumbs" aria-label="Breadcrumb">
          <a href={`${ROOT}maps`}>Maps</a> <span aria-hidden="true">/</span>
          <a href={`${ROOT}maps#${map.mode}`}>{mode}</a>
        </nav>
        <MapHead map={map} mode={mode} facts={facts} />
        <Section id="variants" title="Variants" aside="re-skins, never maps of their own">
          <Variants map={map} facts={facts} />
        </Section>
        <Section id="history" title="History" aside={count(history.length, "patch", "patches")}>
          <History history={history} names={facts.names} root={ROOT} since={facts.axis.from} />
        </Section>
        <Section id="names" title="Names" aside="Accepted spellings, in any letter case">
          {spellingsOf(map).map(({ name, own }, at) => (
            <Fragment key={name}>
              {at === 0 ? null : <h3>{name}</h3>}
              <Spellings spellings={own} names={{ en: name }} />
            </Fragment>
          ))}
          <GapMark gaps={facts.evidence.gapsOf(thing)} />
        </Section>
        <Section id="code" title="In code" aside={<a href={`${ROOT}docs`}>API reference</a>}>
          <CodeTabs name="language" samples={samplesOfCall("getMap", baseUrl + api, map)} />
        </Section>
        <Sources thing={thing} facts={facts} root={ROOT} />
      </>
    ),
  };
}

/**
 * The spellings of a map, then those of each variant. An alias that contains another one is of the
 * variant if there is only one: `King's Row Winter`.
 */
function spellingsOf(map: GameMap): { name: string; own: string[] }[] {
  const { name, variants } = map;
  const plain = (spelling: string) => fold(spelling.replace(/[^\p{L}\p{N}\p{M}]/gu, ""));
  const isLonger = (spelling: string) =>
    [name, ...map.aliases].some(
      (other) => plain(other) !== plain(spelling) && plain(spelling).includes(plain(other)),
    );
  const others = variants.length === 1 ? map.aliases.filter(isLonger) : [];
  const ofVariants = variants.map((variant) => ({
    name: variant.name,
    own: [...variantSpellings(map, variant), ...others],
  }));
  const taken = new Set(ofVariants.flatMap(({ own }) => own));
  return [{ name, own: mapSpellings(map).filter((one) => !taken.has(one)) }, ...ofVariants];
}

function MapHead({ map, mode, facts }: { map: GameMap; mode: string; facts: Facts }) {
  return (
    <header class="map-head">
      <div>
        <h1>{map.name}</h1>
        <p class="lead with-emblem">
          <Emblem id={map.mode} size={22} /> {mode}
        </p>
      </div>
      <img
        class="map-picture"
        src={facts.pictureOf(map.thumbnail, ROOT)}
        alt=""
        width="480"
        height="270"
      />
    </header>
  );
}

function Variants({ map, facts }: { map: GameMap; facts: Facts }) {
  if (map.variants.length === 0) return <p class="soft">None on record.</p>;
  return (
    <ul class="map-grid">
      {map.variants.map(({ id, name, thumbnail }) => (
        <li key={id} class="map-tile">
          <img
            class="map-picture"
            src={facts.pictureOf(thumbnail, ROOT)}
            alt=""
            loading="lazy"
            width="320"
            height="180"
          />
          <b>{name}</b>
          <span class="small soft">
            in the API <code>{`${map.id}-${id}`}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
