import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { shortDate } from "./format.ts";
import { Code } from "./parts/code.tsx";
import { Section } from "./parts/section.tsx";

/** The page of the log checker. `browser/check.tsx` makes it work. */
export function checkPage(facts: Facts): Page {
  const { log, rows } = sampleOf(facts);
  return {
    title: "Check a match log",
    description:
      `Check which names in a match log of ${facts.game.name} resolve, in any client ` +
      "language. The log stays in your browser.",
    scripts: ["check"],
    children: (
      <>
        <h1>Check a match log</h1>
        <p class="lead">
          See every hero, map and ability that a log names, what each name means, and which names
          are unknown. The log stays in your browser: nothing of it is sent anywhere.
        </p>
        <div class="check-start needs-scripts">
          <Upload log={log} patches={facts.patches} />
          <section aria-labelledby="example">
            <h2 id="example">What you get</h2>
            <table class="found-names">
              <tbody>
                {rows.map(([name, meaning], at) => (
                  <tr key={name} class={at === 0 ? "unknown nerf" : undefined}>
                    <th scope="row">{name}</th>
                    <td>{meaning}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p class="small soft">
              With the lines of each name, the abilities that were used, and who played what for how
              long. You can save a corrected copy.
            </p>
          </section>
          <div id="findings" />
        </div>
        <noscript>
          <p>
            The checker reads logs in your browser, so it needs JavaScript. The program does the
            same on the command line:
          </p>
        </noscript>
        <Section
          id="program"
          title="On the command line"
          aside={<a href="guides/match-logs">How logs are read</a>}
        >
          <Code>npx gamedata resolve match.txt --json</Code>
          <p class="small soft">
            Install <a href="guides/javascript">the package</a> first. The command reads a log by
            the same rules, and exits with 1 if a name is unknown.
          </p>
        </Section>
      </>
    ),
  };
}

/** One box for a log, whether it is dropped, pasted or chosen, and the progress of the reading. */
function Upload({ log, patches }: Pick<Facts, "patches"> & { log: string }) {
  return (
    <div class="checker" id="drop">
      <textarea
        id="text"
        rows={7}
        spellcheck={false}
        aria-label="A match log"
        placeholder={"Drop match logs here, or paste one:\n[00:00:00] ,match_start,0,…"}
      />
      <p class="row">
        <button type="button" class="send" data-check="">
          Check
        </button>
        <button type="button" class="copy" data-choose="">
          Choose files
        </button>
        <input type="file" id="logs" multiple hidden />
        <button type="button" class="copy" data-check={log}>
          Try a sample
        </button>
        <progress id="progress" aria-label="Read so far" hidden />
        <span id="progress-status" class="small soft" role="status" />
      </p>
      <p class="small soft">
        Workshop and ScrimTime logs, CSV exports, also as .gz, in any client language.
      </p>
      <label class="row small">
        Day of the match
        <select id="day">
          <option value="">as in the file’s name, else today</option>
          {patches.map(({ id, date, name }) => (
            <option key={id} value={id}>
              {shortDate(date)}: {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/**
 * A short match between names of the data: some in Korean, one misspelled. `rows` are its result.
 */
function sampleOf({ heroes, maps, modes }: Facts) {
  const [first, second, third, fourth] = ["tank", "damage", "damage", "support"].map(
    (role, at) => heroes.filter((hero) => hero.role === role)[at],
  );
  const map = maps.find(({ variants }) => variants.length > 0) ?? maps[0];
  const place = map?.variants[0]?.name ?? map?.name ?? "";
  const mode = modes.find(({ id }) => id === map?.mode)?.name ?? "";
  const wrong = `${second?.name}${second?.name.at(-1)}`;
  const lines = [
    `[00:00:00] ,match_start,0,${place},${mode},Team 1,Team 2`,
    `[00:00:09] ,hero_spawn,0,Team 1,Player1,${first?.names.ko},0,0`,
    `[00:00:10] ,hero_spawn,0,Team 1,Player2,${third?.name},0,0`,
    `[00:00:12] ,hero_spawn,0,Team 2,Player3,${fourth?.names.zh},0,0`,
    `[00:00:13] ,hero_spawn,0,Team 2,Player4,${wrong},0,0`,
    `[00:02:51] ,ability_1_used,49.20,Team 1,Player2,${third?.name},0,0`,
    `[00:03:07] ,kill,65.40,Team 1,Player2,${third?.name},Team 2,Player4,${wrong},` +
      "Primary Fire,93.14,0,0",
    `[00:03:11] ,ability_1_used,69.30,Team 2,Player4,${wrong},0,0`,
    `[00:03:20] ,hero_swap,78.10,Team 2,Player4,${first?.name},${wrong},0`,
    "[00:09:41] ,match_end,412.50,2,2,1",
  ];
  const rows = [
    [wrong, `✗ unknown hero: use ${second?.name}`],
    [fourth?.names.zh, fourth?.name],
    [place, map?.name],
  ] as const;
  return { log: `${lines.join("\n")}\n`, rows };
}
