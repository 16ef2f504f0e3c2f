import { byId } from "../../../core/by-id.ts";
import { remarkOf, stepOf, titleOfId } from "../../../core/game/words.ts";
import { grouped } from "../../../core/grouped.ts";
import type { MapDetails, PatchDetails } from "../../../core/schema/details.ts";
import { mapSpellings } from "../../../core/spelling/spellings.ts";
import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { Crumbs } from "../side-nav.tsx";
import { capital, count, shortDate } from "./format.ts";
import { Chip, Chips, ChoiceChip } from "./parts/chips.tsx";
import { JsonLines } from "./parts/code.tsx";
import { Emblem } from "./parts/emblem.tsx";
import { History } from "./parts/history.tsx";
import { Day, Section } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";
import { Spellings } from "./parts/spellings.tsx";

/** From the page of a map to the site's root. */
const ROOT = "../";

/** What a region is called, by its code. */
const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });

/** All maps by mode: where they are, since when, and their last change in words. */
export function mapsPage(facts: Facts): Page {
  const { axis, game, maps, modes } = facts;
  return {
    title: "Maps",
    description: `All ${maps.length} maps of ${game.name} by mode, with their variants.`,
    scripts: ["filter"],
    alternates: [{ href: `v1/${game.id}/maps`, type: "application/json", title: "Maps as JSON" }],
    children: (
      <>
        <h1>Maps</h1>
        <p class="lead">
          {count(maps.length, "map")} in {count(modes.length, "mode")}, since the launch on{" "}
          <Day date={axis.from} />. The drawings are signs of the modes, not plans of the maps. The
          page of a map has its names in every language.
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
          <span class="divider" />
          <ChoiceChip
            name="sort"
            label="By mode"
            choices={[
              ["added", "Newest first"],
              ["changed", "Last changed first"],
            ]}
          />
        </Chips>
        <table class="maps">
          <thead>
            <tr>
              <th scope="col">Map</th>
              <th scope="col">Country</th>
              <th scope="col">Added</th>
              <th scope="col">Last change (– none on record)</th>
            </tr>
          </thead>
          {modes.map(({ id, name }) => (
            <tbody key={id} id={id} data-group="">
              <tr class="mode">
                <th scope="rowgroup" colSpan={4}>
                  <h2 class="with-emblem">
                    <Emblem id={id} /> {name} <span class="soft">{ofMode(id, facts).length}</span>
                  </h2>
                </th>
              </tr>
              {ofMode(id, facts).map((map) => (
                <Row key={map.id} map={map} mode={name} facts={facts} />
              ))}
            </tbody>
          ))}
        </table>
        <OtherMaps facts={facts} />
        <Sources thing="modes" sources={facts.sourcesOf("modes")} facts={facts} />
      </>
    ),
  };
}

/** The maps of a mode. */
const ofMode = (mode: string, { maps }: Facts) => maps.filter((map) => map.mode === mode);

type RowProps = { map: MapDetails; mode: string; facts: Facts };

function Row({ map, mode, facts }: RowProps) {
  const { id, name, country, release } = map;
  const added = release?.date ?? facts.axis.from;
  const [last] = facts.historyOf(`maps/${id}`).filter((patch) => patch.id !== release?.patch);
  return (
    <tr data-item="" data-mode={map.mode} data-added={added} data-changed={last?.date ?? ""}>
      <th scope="row">
        <div class="with-emblem">
          <Picture map={map} width={64} facts={facts} root="./" />
          <div>
            <a href={`maps/${id}`}>
              <b>{name}</b>
            </a>
            <p class="small soft">
              <span class="mode">{mode}. </span>
              {partsOf(map)}
            </p>
          </div>
        </div>
      </th>
      <td>{country ? COUNTRIES.of(country) : <a href="gaps#all">not known</a>}</td>
      <td>
        <Day date={added} />
      </td>
      {last === undefined ? (
        <td class="none soft">–</td>
      ) : (
        <td>
          <div class="last">
            <a href={`patches/${last.id}#maps-${id}`}>
              <Day date={last.date} />
            </a>{" "}
            <span>{wordsOf(last.changes)}</span>
          </div>
        </td>
      )}
    </tr>
  );
}

/** The stages and the variants of a map, each with its label. */
function partsOf({ stages, variants }: MapDetails): string {
  return [
    stages.length > 0 && `Stages: ${stages.map(({ name }) => name).join(", ")}`,
    variants.length > 0 && `Variant: ${variants.map(({ id }) => titleOfId(id)).join(", ")}`,
  ]
    .filter(Boolean)
    .join(". ");
}

type PictureProps = { map: MapDetails; width: number; facts: Facts; root: string };

function Picture({ map: { thumbnail }, width, facts, root }: PictureProps) {
  return (
    <img
      class="map-picture"
      src={facts.pictureOf(thumbnail, root)}
      alt=""
      loading="lazy"
      width={width}
      height={(width * 9) / 16}
    />
  );
}

/** The maps of other modes, those of the same modes together. */
function OtherMaps({ facts: { otherMaps, allModes } }: { facts: Facts }) {
  const nameOfMode = (id: string) => byId(allModes, id).name;
  return (
    <details class="more">
      <summary>{count(otherMaps.length, "map")} of other modes</summary>
      <table class="small">
        <tbody>
          {[...grouped(otherMaps.map((map) => [map.modes.map(nameOfMode).join(", "), map]))].map(
            ([modes, maps]) => (
              <tr key={modes}>
                <th scope="row">{modes}</th>
                <td>
                  {maps
                    .map(({ name, until }) => (until ? `${name} until ${shortDate(until)}` : name))
                    .join(", ")}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </details>
  );
}

/** What a patch changed of a map, in a few words: the first change, and how many more. */
function wordsOf([first, ...others]: PatchDetails["changes"]): string {
  if (first === undefined) return "";
  const remark = remarkOf(first);
  const { part, field, to } = first;
  const step =
    typeof to === "boolean"
      ? `${field}: ${to ? "yes" : "no"}`
      : [part, field, stepOf(first)].filter(Boolean).join(" ");
  const words = !remark ? step : first.target.endsWith("/layout") ? remark : `${step} (${remark})`;
  return capital(words) + (others.length === 0 ? "" : `, and ${others.length} more`);
}

/** A map's page: its mode, its variants, its history, its names and code. */
export function mapPage(map: MapDetails, facts: Facts): Page {
  const thing = `maps/${map.id}`;
  const mode = facts.modes.find(({ id }) => id === map.mode)?.name ?? map.mode;
  const history = facts.historyOf(thing);
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
        <header class="hero-head">
          <Picture map={map} width={144} facts={facts} root={ROOT} />
          <div>
            <h1>{map.name}</h1>
            <p class="kinds">
              <span class="with-emblem">
                <Emblem id={map.mode} size={20} /> {mode}
              </span>
              {map.country && <span>{COUNTRIES.of(map.country)}</span>}
              <span>
                since <Day date={map.release?.date ?? facts.axis.from} />
              </span>
            </p>
            <p class="soft">{partsOf(map)}</p>
          </div>
        </header>
        <Section
          id="history"
          title="What changed"
          aside={<a href={`${ROOT}feeds/${thing}.atom`}>Follow {map.name} in a feed reader</a>}
        >
          <History history={history} root={ROOT} since={facts.axis.from} />
        </Section>
        <Section id="names" title="Names">
          <Spellings spellings={mapSpellings(byId(facts.names.maps, map.id))} names={map.names} />
        </Section>
        <JsonLines thing={thing} facts={facts} />
        <Sources thing={thing} sources={map.sources} facts={facts} />
      </>
    ),
  };
}
