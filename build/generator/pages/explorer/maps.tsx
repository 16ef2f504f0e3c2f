import { Fragment } from "preact";
import { remarkOf, stepOf, titleOfId } from "../../../core/game/words.ts";
import type { MapDetails, PatchDetails } from "../../../core/schema/details.ts";
import { mapSpellings, variantSpellings } from "../../../core/spelling/spellings.ts";
import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { Crumbs } from "../side-nav.tsx";
import { capital, count } from "./format.ts";
import { History } from "./parts/changes.tsx";
import { Chip, Chips } from "./parts/chips.tsx";
import { JsonLine } from "./parts/code.tsx";
import { Emblem } from "./parts/emblem.tsx";
import { Proof } from "./parts/proof.tsx";
import { Day, Section } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";
import { Spellings } from "./parts/spellings.tsx";

/** From the page of a map to the site's root. */
const ROOT = "../";

/** What a region is called, by its code. */
const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });

/** All maps by mode: where they are, since when, and their last change in words. */
export function mapsPage(facts: Facts): Page {
  const { axis, game, maps, modes, otherMaps } = facts;
  return {
    title: "Maps",
    description: `All ${maps.length} maps of ${game.name} by mode, with their variants.`,
    scripts: ["filter"],
    alternates: [{ href: `v1/${game.id}/maps`, type: "application/json", title: "Maps as JSON" }],
    children: (
      <>
        <h1>Maps</h1>
        <p class="lead">
          {count(maps.length, "map")} in {count(modes.length, "mode")}. The record begins with the
          launch on <Day date={axis.from} />.
        </p>
        <Chips label="Filter maps">
          <Chip name="mode" value="" count={maps.length}>
            All
          </Chip>
          {modes.map(({ id, name }) => (
            <Chip key={id} name="mode" value={id} count={ofMode(id, facts).length}>
              <Emblem id={id} size={15} /> {name}
            </Chip>
          ))}
        </Chips>
        <table class="maps">
          <thead>
            <tr>
              <th scope="col">Map</th>
              <th scope="col">Country</th>
              <th scope="col">Id</th>
              <th scope="col">Since</th>
              <th scope="col">Last change</th>
            </tr>
          </thead>
          {modes.map(({ id, name }) => (
            <tbody key={id} id={id} data-item="" data-mode={id}>
              <tr>
                <th scope="rowgroup" colSpan={5}>
                  <h2 class="with-emblem">
                    <Emblem id={id} /> {name}
                  </h2>
                </th>
              </tr>
              {ofMode(id, facts).map((map) => (
                <Row key={map.id} map={map} facts={facts} />
              ))}
            </tbody>
          ))}
        </table>
        <p class="help">
          <a href="lists/other-maps.json">{count(otherMaps.length, "map")} of other modes</a>, such
          as Assault, Clash and Stadium, are not in this table:{" "}
          {otherMaps.map(({ name }) => name).join(", ")}.
        </p>
        <Sources thing="modes" sources={facts.sourcesOf("modes")} facts={facts} />
      </>
    ),
  };
}

/** The maps of a mode. */
const ofMode = (mode: string, { maps }: Facts) => maps.filter((map) => map.mode === mode);

function Row({ map, facts }: { map: MapDetails; facts: Facts }) {
  const { id, name, country, release, stages, variants } = map;
  const [last] = facts.historyOf(`maps/${id}`);
  const parts = stages.map((stage) => stage.name).join(", ");
  const also = variants.map((variant) => titleOfId(variant.id)).join(", ");
  return (
    <tr>
      <th scope="row">
        <a href={`maps/${id}`}>
          <b>{name}</b>
        </a>{" "}
        <span class="small soft">
          {parts}
          {also && ` (variant: ${also})`}
        </span>
      </th>
      <td>{country && COUNTRIES.of(country)}</td>
      <td>
        <code>{id}</code>
      </td>
      <td>{release === null ? "Launch" : <Day date={release.date} />}</td>
      <td>
        {last === undefined || last.id === release?.patch ? (
          <span class="soft">none on record</span>
        ) : (
          <>
            <a href={`patches/${last.id}#maps-${id}`}>
              <Day date={last.date} />
            </a>{" "}
            {wordsOf(last.changes)}
          </>
        )}
      </td>
    </tr>
  );
}

/** What a patch changed of a map, in a few words: the first change, and how many more. */
function wordsOf([first, ...others]: PatchDetails["changes"]): string {
  if (first === undefined) return "";
  const remark = remarkOf(first);
  const step = [first.part, first.field, stepOf(first)].filter(Boolean).join(" ");
  const words = !remark ? step : first.target.endsWith("/layout") ? remark : `${step} (${remark})`;
  return capital(words) + (others.length === 0 ? "" : `, and ${others.length} more`);
}

/** A map's page: its mode, its variants, its history, its names and code. */
export function mapPage(map: MapDetails, facts: Facts, { baseUrl }: { baseUrl: string }): Page {
  const thing = `maps/${map.id}`;
  const mode = facts.modes.find(({ id }) => id === map.mode)?.name ?? map.mode;
  const history = facts.historyOf(thing);
  const [own, ...ofVariants] = spellingsOf(map, facts);
  const api = `/v1/${facts.game.id}/${thing}`;
  const feed = { href: `feeds/${thing}.atom`, type: "application/atom+xml" };
  return {
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
        <Crumbs href={`${ROOT}maps`} title="Maps">
          <a href={`${ROOT}maps#${map.mode}`}>{mode}</a>
        </Crumbs>
        <h1>{map.name}</h1>
        <p class="lead with-emblem">
          <Emblem id={map.mode} size={22} /> {mode}
        </p>
        <Section id="names" title="Names" aside="accepted in any letter case">
          <Spellings spellings={own?.own ?? []} names={{ en: map.name }} />
          <Proof gaps={facts.gapsOf(thing)} />
        </Section>
        {map.variants.length === 0 ? null : (
          <Section id="variants" title="Variants" aside="re-skins, never maps of their own">
            {ofVariants.map(({ id, name, own: spellings }) => (
              <Fragment key={id}>
                <h3>
                  {name} <code class="small soft">{`${map.id}-${id}`}</code>
                </h3>
                <Spellings spellings={spellings} names={{ en: name }} />
              </Fragment>
            ))}
          </Section>
        )}
        {history.length === 0 ? null : (
          <Section
            id="history"
            title="What changed"
            aside={<a href={`${ROOT}feeds/${thing}.atom`}>Follow {map.name} in a feed reader</a>}
          >
            <History history={history} root={ROOT} since={facts.axis.from} />
          </Section>
        )}
        <JsonLine url={baseUrl + api} path={ROOT + api.slice(1)} />
        <Sources thing={thing} sources={map.sources} facts={facts} />
      </>
    ),
  };
}

/** The spellings of a map, then those of each variant. */
function spellingsOf({ id }: MapDetails, { names }: Facts) {
  const map = names.maps.find((one) => one.id === id);
  if (map === undefined) return [];
  const ofVariants = map.variants.map((variant) => ({
    id: variant.id,
    name: variant.name,
    own: variantSpellings(map, variant),
  }));
  const taken = new Set(ofVariants.flatMap(({ own }) => own));
  const own = mapSpellings(map).filter((one) => !taken.has(one));
  return [{ id, name: map.name, own }, ...ofVariants];
}
