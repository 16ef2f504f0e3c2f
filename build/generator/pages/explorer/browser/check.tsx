import { render } from "preact";
import type { CheckedFile, LogFile } from "../../../../client/match-log/check-files.ts";
import type { Match, MatchTeam } from "../../../../client/match-log/matches.ts";
import { scriptOf } from "../../../../core/spelling/scripts.ts";
import { count } from "../format.ts";
import { Numbers } from "../parts/mark.tsx";
import { Abilities } from "./check-abilities.tsx";
import { Amount, Meanings, Thing } from "./check-meanings.tsx";
import { Others } from "./check-others.tsx";
import { asJson, type FoundName, issueText, namesCsv, namesOfFiles } from "./check-report.ts";
import type { CheckAnswer, CheckRequest } from "./check-worker.ts";
import type { ComparableHeroes, LogNames } from "./data.ts";
import { type DatedLog, datedLogs } from "./dated-logs.ts";
import { addressOf, describeLoadFailure, loadData, loadHeroes, scriptUrl } from "./load.ts";

/** The most lines that are shown of a name. */
const MOST_LINES = 5;

/** The most matches that are shown. */
const MOST_MATCHES = 40;

/** The most heroes that are shown of a team. */
const MOST_HEROES = 12;

function Findings({ files, names }: { files: readonly DatedLog[]; names: LogNames }) {
  const found = namesOfFiles(files);
  const unknown = found.filter(({ id }) => id === null);
  const matches = files.flatMap(({ file, log }) => log.matches.map((match) => ({ file, match })));
  const events = files.reduce((sum, { log }) => sum + log.events, 0);
  const meanings = new Meanings(names, found);
  const absent = files.reduce((sum, { log }) => sum + log.absent.length, 0);
  return (
    <>
      <Faults files={files} />
      <Numbers
        id="numbers"
        numbers={[
          { amount: files.length, one: "log", many: "logs" },
          { amount: events, one: "event", many: "events" },
          { amount: matches.length, one: "match", many: "matches" },
          { amount: found.length, one: "name", many: "names" },
          { amount: unknown.length, one: "unknown", many: "unknown" },
        ]}
      />
      {found.length + absent === 0 ? (
        <p role="alert">
          No hero and no map is named here. A log has lines such as{" "}
          <code>[00:00:00] ,match_start,0,Ilios,Control,Team 1,Team 2</code>.
        </p>
      ) : (
        <>
          <p class="row actions">
            <button type="button" class="copy" data-save="csv">
              Save as CSV
            </button>
            <button type="button" class="copy" data-save="json">
              Save as JSON
            </button>
            {unknown.length === 0 ? (
              <b>Every name is known.</b>
            ) : (
              <>
                <button type="button" class="copy" data-copy={issueText(files, names)}>
                  Copy a report
                </button>
                <span class="small soft">of unknown spellings; no player is named in it</span>
              </>
            )}
          </p>
          <NameTable found={found} meanings={meanings} hasOneFile={files.length === 1} />
          <Abilities files={files} newest={names.patch} meanings={meanings} />
          <Others files={files} meanings={meanings} />
        </>
      )}
      {matches.length === 0 ? null : (
        <section class="part" aria-labelledby="matches">
          <div class="title">
            <h2 id="matches">Matches</h2>
            <p>heroes by playing time, all players of a team together</p>
          </div>
          <div class="matches">
            {matches.slice(0, MOST_MATCHES).map(({ file, match }) => (
              <MatchCard
                key={`${file}/${match.line}`}
                match={match}
                file={file}
                meanings={meanings}
              />
            ))}
          </div>
          {matches.length > MOST_MATCHES ? (
            <p class="soft">and {matches.length - MOST_MATCHES} more; the JSON file has them all</p>
          ) : null}
        </section>
      )}
    </>
  );
}

/** Problems of the reading, by file. */
function Faults({ files }: { files: readonly CheckedFile[] }) {
  const faults = files.flatMap(({ file, fault }) =>
    fault === undefined ? [] : [`${file}: ${fault}`],
  );
  if (faults.length === 0) return null;
  return (
    <div class="faults" role="alert">
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
  );
}

function NameTable({
  found,
  meanings,
  hasOneFile,
}: {
  found: readonly FoundName[];
  meanings: Meanings;
  hasOneFile: boolean;
}) {
  return (
    <table class="found-names">
      <caption class="vh">Every name of a hero or map</caption>
      <thead>
        <tr>
          <th scope="col">In the log</th>
          <th scope="col">Means</th>
          <th scope="col" class="amount">
            Times
          </th>
          <th scope="col">Lines</th>
          <th scope="col">Language</th>
        </tr>
      </thead>
      <tbody>
        {found.map((name) => (
          <NameRow
            key={`${name.collection}/${name.name}`}
            found={name}
            meanings={meanings}
            hasOneFile={hasOneFile}
          />
        ))}
      </tbody>
    </table>
  );
}

function NameRow({
  found,
  meanings,
  hasOneFile,
}: {
  found: FoundName;
  meanings: Meanings;
  hasOneFile: boolean;
}) {
  const { name, collection, id, variant, stage, count: times, places, nearest } = found;
  const { name: language, lang } = scriptOf(name);
  const [first] = places;
  const lines = first?.lines ?? [];
  return (
    <tr class={id === null ? "unknown" : undefined}>
      <th scope="row">
        <b lang={lang}>{name}</b>
      </th>
      <td>
        {id === null ? (
          <>
            unknown {collection === "heroes" ? "hero" : "map"}
            {nearest.length === 0 ? "" : ", nearest: "}
            {nearest.map(({ spelling, id: near }, at) => (
              <>
                {at === 0 ? "" : ", "}
                <a href={addressOf(`${collection}/${near}`)}>{spelling}</a>
              </>
            ))}
          </>
        ) : (
          <>
            <Thing meaning={meanings.at(`${collection}/${id}`)} />
            {variant === undefined ? (
              ""
            ) : (
              <span class="soft"> as {meanings.variantOf(id, variant)}</span>
            )}
            {stage === undefined ? "" : <span class="soft"> (stage {stage})</span>}
          </>
        )}
      </td>
      <Amount of={times} />
      <td class="soft">
        {hasOneFile ? "" : `${first?.file}: `}
        <span class="on-phone">{lines.length === 1 ? "line " : "lines "}</span>
        {lines.slice(0, MOST_LINES).join(", ")}
        {lines.length > MOST_LINES ? ", …" : ""}
        {places.length > 1 ? ` and ${count(places.length - 1, "other log")}` : ""}
      </td>
      <td class="soft">{language}</td>
    </tr>
  );
}

function MatchCard({ match, file, meanings }: { match: Match; file: string; meanings: Meanings }) {
  const map = meanings.of("maps", match.map);
  const longest = Math.max(
    1,
    ...match.teams.flatMap(({ heroes }) => heroes.map(({ seconds }) => seconds ?? 0)),
  );
  return (
    <article class="card match">
      <h3>{map === undefined ? match.map : <Thing meaning={map} />}</h3>
      <p class="small soft">
        {clock(match.seconds)} of play{match.hasEnd ? "" : ", no end in the log"} · line{" "}
        {match.line} of {file}
      </p>
      <div class="teams">
        {match.teams.map((team) => (
          <Team key={team.name} team={team} longest={longest} meanings={meanings} />
        ))}
      </div>
    </article>
  );
}

function Team({
  team: { name, heroes },
  longest,
  meanings,
}: {
  team: MatchTeam;
  longest: number;
  meanings: Meanings;
}) {
  return (
    <div>
      <h4>{name}</h4>
      <ul>
        {heroes.slice(0, MOST_HEROES).map(({ name: hero, seconds }) => (
          <li key={hero}>
            <span>
              {meanings.of("heroes", hero) === undefined ? (
                hero
              ) : (
                <Thing meaning={meanings.of("heroes", hero)} />
              )}
            </span>
            <span class="small">{clock(seconds)}</span>
            <svg class="bar" width="100%" height="4" aria-hidden="true">
              <rect width={`${Math.min(100, ((seconds ?? 0) / longest) * 100)}%`} height="4" />
            </svg>
          </li>
        ))}
      </ul>
      {heroes.length > MOST_HEROES ? (
        <p class="small soft">and {heroes.length - MOST_HEROES} more</p>
      ) : null}
    </div>
  );
}

/** `754` as `12:34`. */
function clock(seconds: number | null): string {
  if (seconds === null) return "unknown time";
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${`${whole % 60}`.padStart(2, "0")}`;
}

/** Checks logs in a worker, one request at a time: a new one ends the last. */
class Checker {
  #worker: Worker | undefined;

  check(request: CheckRequest, onAnswer: (answer: CheckAnswer) => void): Promise<void> {
    this.#worker?.terminate();
    return new Promise((resolve, reject) => {
      const worker = new Worker(scriptUrl("check-worker.js"));
      this.#worker = worker;
      worker.onmessage = ({ data }: MessageEvent<CheckAnswer>) => {
        onAnswer(data);
        if ("checked" in data) resolve();
      };
      worker.onerror = () => reject(new Error("the worker failed"));
      worker.postMessage(request);
    });
  }
}

type Parts = {
  drop: HTMLElement;
  input: HTMLInputElement;
  day: HTMLInputElement;
  text: HTMLTextAreaElement;
  bar: HTMLProgressElement;
  reported: HTMLElement;
  box: HTMLElement;
  sample: string;
};

/** What the logs are read by, and the kits of every day. */
type Known = { names: LogNames; heroes: ComparableHeroes };

async function loadKnown(): Promise<Known> {
  const [names, heroes] = await Promise.all([loadData<LogNames>("names"), loadHeroes()]);
  return { names, heroes };
}

function connect({ drop, input, day, text, bar, reported, box, sample }: Parts): void {
  const checker = new Checker();
  let files: readonly CheckedFile[] = [];
  let known: Known | undefined;
  let logs: readonly DatedLog[] = []; // the files, as of their days

  const show = () => {
    if (known === undefined) return;
    bar.hidden = true;
    logs = datedLogs(files, known.heroes, day.value);
    render(<Findings files={logs} names={known.names} />, box);
    box.scrollIntoView({ block: "nearest" });
    const found = namesOfFiles(logs);
    const unknown = found.filter(({ id }) => id === null).length;
    reported.textContent = `Done: ${count(found.length, "name")}, ${unknown} unknown.`;
  };

  const check = async (asked: readonly LogFile[]) => {
    if (asked.length === 0) return;
    bar.hidden = false;
    bar.removeAttribute("value");
    const what = asked.length === 1 ? asked[0]?.name : `${asked.length} logs`;
    reported.textContent = `Reading ${what} …`;
    known ??= await loadKnown();
    await checker.check({ names: known.names, files: asked }, (answer) => {
      if ("checked" in answer) {
        files = answer.checked;
        show();
      } else {
        bar.max = answer.allBytes;
        bar.value = answer.readBytes;
      }
    });
  };
  const start = (asked: readonly LogFile[]) => {
    check(asked).catch(() => {
      bar.hidden = true;
      reported.textContent = describeLoadFailure("The checker");
    });
  };
  const startText = (own: string, name: string) => start([new File([own], name)]);

  input.addEventListener("change", () => {
    start([...(input.files ?? [])]);
    input.value = ""; // so that the same log can be chosen again
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  document.addEventListener("dragleave", () => drop.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    start([...(event.dataTransfer?.files ?? [])]);
  });
  day.addEventListener("change", () => {
    if (bar.hidden && files.length > 0) show(); // else it counts when the logs are read
  });
  text.addEventListener("paste", () => setTimeout(() => startText(text.value, "pasted text")));
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button === null) return;
    const { save, check: what } = button.dataset;
    if (what === "sample") {
      text.value = sample;
      startText(sample, "sample.txt");
    }
    if (what === "text") startText(text.value, "pasted text");
    if (save === "csv") saveAs("names.csv", "text/csv", `\ufeff${namesCsv(namesOfFiles(logs))}`);
    if (save === "json")
      saveAs("check.json", "application/json", asJson(logs, known?.names.patch ?? ""));
  });
}

function saveAs(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const drop = document.querySelector<HTMLElement>("#drop");
const input = document.querySelector<HTMLInputElement>("#logs");
const day = document.querySelector<HTMLInputElement>("#day");
const text = document.querySelector<HTMLTextAreaElement>("#text");
const bar = document.querySelector<HTMLProgressElement>("#progress");
const reported = document.querySelector<HTMLElement>("#progress-status");
const box = document.querySelector<HTMLElement>("#findings");
const sample = document.querySelector("#sample")?.textContent ?? "";
if (drop && input && day && text && bar && reported && box)
  connect({ drop, input, day, text, bar, reported, box, sample });
