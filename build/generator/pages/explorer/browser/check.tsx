import { render } from "preact";
import type { CheckedFile } from "../../../../client/match-log/check-files.ts";
import type { NameList } from "../../../../core/schema/lists.ts";
import { count } from "../format.ts";
import { Section } from "../parts/section.tsx";
import { correctedLog, namesOfFiles } from "./check-report.ts";
import { Abilities, Matches, meaningsOf, NameTable, Others } from "./check-tables.tsx";
import type { CheckAnswer, CheckRequest } from "./check-worker.ts";
import type { AllKits } from "./data.ts";
import { type DatedLog, datedLogs } from "./dated-logs.ts";
import { describeLoadFailure, loadData, loadKits, scriptUrl } from "./load.ts";

function Findings({ files, names }: { files: readonly DatedLog[]; names: NameList }) {
  const found = namesOfFiles(files);
  const unknown = found.filter(({ id }) => id === null);
  const known = found.slice(unknown.length);
  const sum = (amountOf: (log: DatedLog["log"]) => number) =>
    files.reduce((all, { log }) => all + amountOf(log), 0);
  const absent = sum((log) => log.absent.length);
  const meanings = meaningsOf(names, found);
  const shared = { meanings, hasOneFile: files.length === 1 };
  return (
    <>
      <Faults files={files} />
      {found.length + absent === 0 ? (
        <p role="alert">
          No hero and no map is named here. A log has lines such as{" "}
          <code>[00:00:00] ,match_start,0,Ilios,Control,Team 1,Team 2</code>.
        </p>
      ) : (
        <>
          <section class="verdict" aria-labelledby="verdict">
            <h2 id="verdict">{verdictOf(found.length, unknown.length)}</h2>
            <p class="soft">
              {count(files.length, "log")},{" "}
              {count(
                sum(({ matches }) => matches.length),
                "match",
                "matches",
              )}
            </p>
            {unknown.length > 0 && <NameTable found={unknown} {...shared} />}
            {unknown.some(({ nearest }) => nearest.length > 0) && (
              <p class="actions">
                <button type="button" class="copy" data-save="">
                  Save corrected logs
                </button>
              </p>
            )}
          </section>
          {known.length > 0 && (
            <Section id="known" title="Known names">
              <NameTable found={known} {...shared} />
            </Section>
          )}
          <Abilities files={files} newest={names.patch} meanings={meanings} />
          <Others files={files} meanings={meanings} />
        </>
      )}
      <Matches files={files} meanings={meanings} />
    </>
  );
}

/** `1 of 5 names is unknown`. */
function verdictOf(all: number, unknown: number): string {
  if (unknown === 0) return all === 1 ? "The name is known" : `All ${all} names are known`;
  return `${unknown} of ${count(all, "name")} ${unknown === 1 ? "is" : "are"} unknown`;
}

/** Problems of the reading, by file. */
function Faults({ files }: { files: readonly CheckedFile[] }) {
  const faults = files.filter(({ fault }) => fault !== undefined);
  if (faults.length === 0) return null;
  return (
    <ul class="faults" role="alert">
      {faults.map(({ file, fault }) => (
        <li key={file}>
          {file}: {fault}
        </li>
      ))}
    </ul>
  );
}

let worker: Worker | undefined;

/** Checks logs in a worker, one request at a time: a new one ends the last. */
function checkInWorker(
  request: CheckRequest,
  onProgress: (readBytes: number, allBytes: number) => void,
): Promise<CheckedFile[]> {
  worker?.terminate();
  const own = new Worker(scriptUrl("check-worker.js"));
  worker = own;
  return new Promise((resolve, reject) => {
    own.onmessage = ({ data }: MessageEvent<CheckAnswer>) => {
      if ("checked" in data) resolve(data.checked);
      else onProgress(data.readBytes, data.allBytes);
    };
    own.onerror = () => reject(new Error("the worker failed"));
    own.postMessage(request);
  });
}

/** A part of the page that `log-checker.tsx` makes. */
function part<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no #${id}`);
  return found;
}

const drop = part("drop", HTMLElement);
const input = part("logs", HTMLInputElement);
const day = part("day", HTMLSelectElement);
const text = part("text", HTMLTextAreaElement);
const bar = part("progress", HTMLProgressElement);
const reported = part("progress-status", HTMLElement);
const box = part("findings", HTMLElement);

let given: readonly File[] = [];
let files: readonly CheckedFile[] = [];
let logs: readonly DatedLog[] = []; // the files, as of their days
/** What the logs are read by, and the kits of every day. */
let known: { names: NameList; kits: AllKits } | undefined;

function show(): void {
  if (known === undefined) return;
  bar.hidden = true;
  logs = datedLogs(files, known.kits, day.value);
  render(<Findings files={logs} names={known.names} />, box);
  box.querySelector("h2")?.scrollIntoView({ block: "nearest" });
  reported.textContent = box.querySelector("[role=alert]") ? "Done, with a problem." : "Done.";
}

async function check(asked: readonly File[]): Promise<void> {
  given = asked;
  bar.hidden = false;
  bar.removeAttribute("value");
  const what = asked.length === 1 ? asked[0]?.name : `${asked.length} logs`;
  reported.textContent = `Reading ${what} …`;
  if (known === undefined) {
    const [names, kits] = await Promise.all([loadData<NameList>("lists/names"), loadKits()]);
    known = { names, kits };
  }
  files = await checkInWorker({ names: known.names, files: asked }, (readBytes, allBytes) => {
    bar.max = allBytes;
    bar.value = readBytes;
  });
  show();
}

function start(asked: readonly File[]): void {
  if (asked.length === 0) return;
  check(asked).catch(() => {
    bar.hidden = true;
    reported.textContent = describeLoadFailure("The checker");
  });
}

const startText = (name: string) => start([new File([text.value], name)]);

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
text.addEventListener("paste", () => setTimeout(() => startText("pasted text")));
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  const { save, choose, check: sample } = button?.dataset ?? {};
  if (choose !== undefined) input.click();
  if (sample) text.value = sample;
  if (sample !== undefined) startText(sample === "" ? "pasted text" : "sample.txt");
  if (save !== undefined) void saveCorrected();
});

/** Saves each log that is plain text with the spellings to use. */
async function saveCorrected(): Promise<void> {
  for (const [at, file] of given.entries()) {
    const own = logs.slice(at, at + 1);
    const players = new Set(own.flatMap((log) => log.players));
    const names = namesOfFiles(own).filter(({ name }) => !players.has(name));
    const text = file.name.endsWith(".gz") ? undefined : await file.text();
    if (text === undefined || text.includes("\0")) continue;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([correctedLog(text, names)]));
    link.download = `corrected-${file.name}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
  reported.textContent = "Saved.";
}
