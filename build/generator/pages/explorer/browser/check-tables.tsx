import type { ComponentChildren } from "preact";
import { KEY_LABELS } from "../../../../client/match-log/keys.ts";
import type { MatchTeam } from "../../../../client/match-log/matches.ts";
import type { NameList } from "../../../../core/schema/lists.ts";
import { scriptOf } from "../../../../core/spelling/scripts.ts";
import { count, shortDate } from "../format.ts";
import { Section } from "../parts/section.tsx";
import type { FoundName } from "./check-report.ts";
import { Letters } from "./choices.tsx";
import { abilitiesByPatch, type DatedLog } from "./dated-logs.ts";
import { addressOf } from "./load.ts";

/** The most lines that are shown of a name, and the most matches. */
const MOST_LINES = 5;
const MOST_MATCHES = 100;

type Meaning = { path: string; name: string; role?: string; monogram?: string };

/**
 * What is known of heroes, maps and variants by path (`heroes/ana`), and by what logs call them
 * (`heroes 아나`).
 */
type Meanings = ReadonlyMap<string, Meaning>;

export function meaningsOf({ heroes, maps }: NameList, found: readonly FoundName[]): Meanings {
  const all = new Map<string, Meaning>();
  for (const { id, name, role, monogram } of heroes)
    all.set(`heroes/${id}`, { path: `heroes/${id}`, name, role, monogram });
  for (const { id, name, variants } of maps) {
    all.set(`maps/${id}`, { path: `maps/${id}`, name });
    for (const one of variants) all.set(`maps/${id}/${one.id}`, { ...one, path: `maps/${id}` });
  }
  for (const { collection, name, id } of found) {
    const meaning = all.get(`${collection}/${id}`);
    if (meaning !== undefined) all.set(`${collection} ${name}`, meaning);
  }
  return all;
}

/** The link to a hero or map, with the hero's emblem. */
function Thing({ meaning }: { meaning: Meaning | undefined }) {
  if (meaning === undefined) return null;
  const { path, name, role, monogram } = meaning;
  return (
    <a class="with-emblem thing" href={addressOf(path)}>
      {role && monogram ? <Letters hero={{ role, monogram }} isLittle /> : null}
      <span class="word">{name}</span>
    </a>
  );
}

/** A table of what is in the logs. On a phone it has no head. */
function Table({ heads, children }: { heads: readonly string[]; children: ComponentChildren }) {
  return (
    <table class="found-names">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" class={head === "Times" ? "amount" : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A cell that says how often. On a phone, where the table has no head, with the word. */
function Amount({ of }: { of: number }) {
  return (
    <td class="amount">
      {of.toLocaleString("en")}
      <span class="on-phone"> {of === 1 ? "time" : "times"}</span>
    </td>
  );
}

type NameTableProps = { found: readonly FoundName[]; meanings: Meanings; hasOneFile: boolean };

/** Every name of a hero or map. */
export function NameTable({ found, meanings, hasOneFile }: NameTableProps) {
  return (
    <Table heads={["In the log", "Means", "Times", "Lines"]}>
      {found.map((one) => {
        const { lang } = scriptOf(one.name);
        const [{ file, lines } = { file: "", lines: [] }] = one.places;
        return (
          <tr
            key={`${one.collection}/${one.name}`}
            class={one.id === null ? "unknown nerf" : undefined}
          >
            <th scope="row">
              <b lang={lang}>{one.name}</b>
            </th>
            <td>
              <NameMeaning found={one} meanings={meanings} />
            </td>
            <Amount of={one.count} />
            <td class="soft">
              {hasOneFile ? "" : `${file}: `}
              <span class="on-phone">{lines.length === 1 ? "line " : "lines "}</span>
              {lines.slice(0, MOST_LINES).join(", ")}
              {lines.length > MOST_LINES ? ", …" : ""}
              {one.places.length > 1 ? ` and ${count(one.places.length - 1, "other log")}` : ""}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function NameMeaning({ found, meanings }: { found: FoundName; meanings: Meanings }) {
  const { collection, name, id, variant, stage, nearest } = found;
  if (id === null)
    return (
      <>
        ✗ unknown {collection === "heroes" ? "hero" : "map"}
        {nearest.map(({ spelling, id: near }, at) => (
          <>
            {at === 0 ? ": use " : " or "}
            {meanings.has(`${collection}/${near}`) ? (
              <a href={addressOf(`${collection}/${near}`)}>{spelling}</a>
            ) : (
              spelling
            )}
          </>
        ))}
      </>
    );
  const meaning = meanings.get(`${collection}/${id}`);
  const ofVariant = meanings.get(`${collection}/${id}/${variant}`);
  const isExact = [meaning?.name, ofVariant?.name].includes(name);
  return (
    <>
      <Thing meaning={meaning} />
      <span class="soft">
        {ofVariant && ` as ${ofVariant.name}`}
        {stage && ` (stage ${stage})`}
        {isExact || scriptOf(name).lang ? "" : ", by another name or spelling"}
      </span>
    </>
  );
}

type TableProps = { files: readonly DatedLog[]; meanings: Meanings };

/** The abilities of logs, as the patch of each log's day names them. */
export function Abilities({ files, newest, meanings }: TableProps & { newest: string }) {
  return abilitiesByPatch(files).map(([patch, abilities]) => (
    <Section
      key={patch}
      id={`abilities-${patch}`}
      title="Abilities"
      aside={`as of the patch of ${shortDate(patch)}`}
    >
      <Table heads={["Hero", "Ability", "Times", "In the log"]}>
        {abilities.map(({ hero, written, key, id, name, count: times, used, hits }) => {
          const place = patch === newest ? `#${id}` : `?as-of=${patch}#kit`;
          return (
            <tr key={`${hero} ${key} ${written}`}>
              <th scope="row">
                <Thing meaning={meanings.get(`heroes/${hero}`)} />
                {written && <span class="soft">, if {written} is meant</span>}
              </th>
              <td>
                <a href={addressOf(`heroes/${hero}${place}`)}>{name}</a>
              </td>
              <Amount of={times} />
              <td class="soft">
                {key}:{" "}
                {[used && `${used} used`, hits && count(hits, "hit")].filter(Boolean).join(", ")}
              </td>
            </tr>
          );
        })}
      </Table>
    </Section>
  ));
}

/** One line of what logs hold beside names that the API has. */
type Row = { of: string; what: string; amount: number; hero?: string };

/**
 * What logs hold beside heroes, maps and abilities: all of it is said, and none is counted as
 * unknown.
 */
export function Others({ files, meanings }: TableProps) {
  const rows = files.flatMap(rowsOf);
  if (rows.length === 0) return null;
  return (
    <Section id="others" title="Also in the logs">
      <Table heads={["In the log", "What it is", "Times"]}>
        {rows.map(({ of, what, amount, hero }) => (
          <tr key={`${of} ${what} ${hero}`}>
            <th scope="row">{of}</th>
            <td>
              {what} <Thing meaning={meanings.get(`heroes/${hero}`)} />
            </td>
            <Amount of={amount} />
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function rowsOf({ log, otherKeys }: DatedLog): Row[] {
  const { absent, otherModes, moreUnknown, masked, unread } = log;
  const labels: readonly string[] = Object.values(KEY_LABELS);
  const all: Row[] = [
    ...absent.map(({ name, note, count: amount }) => ({ of: name, what: note, amount })),
    ...otherKeys.map(({ key, hero, count: amount, note }) => ({
      of: key,
      amount,
      hero,
      what: note ?? (labels.includes(key) ? "a key that plays nothing known of" : "a key of"),
    })),
    ...otherModes.map(({ name, count: amount }) => ({
      of: name,
      what: "a mode that is not known",
      amount,
    })),
    { of: "More names", what: "unknown, and not listed", amount: moreUnknown },
    { of: "****", what: "masked by the client's language filter", amount: masked },
    {
      of: "Lines that are not events",
      what: unread.first.map(({ line, text }) => `line ${line}: ${text}`).join("; "),
      amount: unread.count,
    },
  ];
  return all.filter(({ amount }) => amount > 0);
}

/** The matches of logs, with the heroes of each player by playing time. */
export function Matches({ files, meanings }: TableProps) {
  const matches = files.flatMap(({ file, log }) => log.matches.map((match) => ({ file, match })));
  if (matches.length === 0) return null;
  return (
    <Section id="matches" title="Matches" aside="who played what, and for how long">
      <Table heads={["Map", "Players", "Length", "In the log"]}>
        {matches
          .slice(0, MOST_MATCHES)
          .map(({ file, match: { map, teams, seconds, hasEnd, line } }) => (
            <tr key={`${file}/${line}`}>
              <th scope="row">
                {meanings.has(`maps ${map}`) ? (
                  <Thing meaning={meanings.get(`maps ${map}`)} />
                ) : (
                  `${map} (unknown)`
                )}
              </th>
              <td>
                {teams.map(({ name, players }) => (
                  <ul key={name}>
                    <li class="soft">{name}</li>
                    {players.map((player) => (
                      <li key={player.name}>
                        <b>{player.name}:</b> {heroesOf(player, meanings)}
                      </li>
                    ))}
                  </ul>
                ))}
              </td>
              <td>
                <span class="on-phone">for </span>
                {clock(seconds)}
              </td>
              <td class="soft">
                line {line} of {file}
                {hasEnd ? "" : ", without an end"}
              </td>
            </tr>
          ))}
      </Table>
      {matches.length > MOST_MATCHES ? <p>and {matches.length - MOST_MATCHES} more</p> : null}
    </Section>
  );
}

/** `Cassidy 4:00, Ana 3:58`. */
function heroesOf({ heroes }: Pick<MatchTeam, "heroes">, meanings: Meanings): string {
  return heroes
    .map(({ name, seconds }) => {
      const known = meanings.get(`heroes ${name}`)?.name;
      return `${known ?? `${name} (unknown)`} ${clock(seconds)}`;
    })
    .join(", ");
}

/** `754` as `12:34`. */
function clock(seconds: number | null): string {
  if (seconds === null) return "unknown time";
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${`${whole % 60}`.padStart(2, "0")}`;
}
