import { KEY_LABELS } from "../../../../client/match-log/keys.ts";
import { Amount, type Meanings, Thing } from "./check-meanings.tsx";
import type { DatedLog } from "./dated-logs.ts";

/** One line of what logs hold beside names that the API has. */
type Row = { of: string; what: string; amount: number; hero?: string };

/**
 * What logs hold beside heroes, maps and abilities: all of it is said, and none is counted as
 * unknown.
 */
export function Others({ files, meanings }: { files: readonly DatedLog[]; meanings: Meanings }) {
  const rows = files.flatMap(rowsOf);
  if (rows.length === 0) return null;
  return (
    <section class="part" aria-labelledby="others">
      <div class="title">
        <h2 id="others">Also in the logs</h2>
      </div>
      <table class="found-names">
        <thead>
          <tr>
            <th scope="col">In the log</th>
            <th scope="col">What it is</th>
            <th scope="col" class="amount">
              Times
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ of, what, amount, hero }) => (
            <tr key={`${of} ${what} ${hero}`}>
              <th scope="row">{of}</th>
              <td>
                {what} {hero === undefined ? "" : <Thing meaning={meanings.at(`heroes/${hero}`)} />}
              </td>
              <Amount of={amount} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function rowsOf({ log, otherKeys }: DatedLog): Row[] {
  const { absent, modes, teams, moreUnknown, masked, unread } = log;
  const labels: readonly string[] = Object.values(KEY_LABELS);
  const all: Row[] = [
    ...absent.map(({ name, note, count }) => ({ of: name, what: note, amount: count })),
    ...otherKeys.map(({ key, hero, count, note }) => ({
      ...{ of: key, amount: count, hero },
      what: note ?? (labels.includes(key) ? "a key that plays nothing known of" : "a key of"),
    })),
    ...modes.map(({ name, id, count }) => ({ of: name, what: `the mode ${id}`, amount: count })),
    ...teams.map(({ name, id, count }) => ({ of: name, what: `Team ${id}`, amount: count })),
    { of: "More names", what: "unknown, and not listed", amount: moreUnknown },
    { of: "****", what: "masked by the client's language filter", amount: masked },
    {
      of: "Lines that are no events",
      what: unread.first.map(({ line, text }) => `line ${line}: ${text}`).join("; "),
      amount: unread.count,
    },
  ];
  return all.filter(({ amount }) => amount > 0);
}
