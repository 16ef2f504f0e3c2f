import { type Answer, describeStatus } from "../../../core/fetch/exchange.ts";
import { encodePath } from "../../../core/site/path-files.ts";
import { hasSiblings, mostSiblingBytes } from "../../../core/site/siblings.ts";
import type { CheckName, Fault } from "./findings.ts";
import {
  type Expected,
  judgeBytes,
  judgeCaching,
  judgeCanonicalPath,
  judgeNoStore,
  judgeType,
  judgeVary,
} from "./judge.ts";
import type { Session, Task } from "./session.ts";
import {
  barelyEncoded,
  inLowerHex,
  inNfd,
  inOtherCase,
  needlesslyEncoded,
  type Writing,
} from "./writings.ts";

/** Each canonical path: its answer to GET and HEAD, in each coding, and with conditions. */
export function documentTasks(session: Session, documents: Expected[], patch: string): Task[] {
  const judgeTimes = createTimesJudge(session, patch);
  const run = async (expected: Expected) => {
    const plain = await requestDocument(session, "bytes", expected);
    if (plain === undefined) return;
    judgeWhole(session, expected, plain);
    if (plain.status !== 200) return;
    await judgeTimes(expected, plain);
    await judgeHead(session, expected, plain);
    await judgeConditions(session, expected, plain);
    await judgeCodings(session, expected, plain);
  };
  return documents.map((expected) => ({ check: "bytes", requests: 6, run: () => run(expected) }));
}

/** Each other spelling that the manifest lists. */
export function spellingTasks(session: Session, spellings: Expected[]): Task[] {
  const run = async (expected: Expected) => {
    const answer = await requestDocument(session, "bytes", expected);
    if (answer !== undefined) judgeWhole(session, expected, answer);
  };
  return spellings.map((expected) => ({ check: "bytes", requests: 1, run: () => run(expected) }));
}

/** The details of each resource by its other names, which are not files. */
export function detailsTasks(session: Session, details: Expected[]): Task[] {
  const check = "names of details";
  const run = async (expected: Expected) => {
    const answer = await requestDocument(session, check, expected);
    const request = `GET ${encodePath(expected.path)}`;
    if (answer !== undefined) session.found(check, request, judgeBytes(answer, expected));
  };
  return details.map((expected) => ({ check, requests: 1, run: () => run(expected) }));
}

/** Each path in other writings of the same document. */
export function writingTasks(session: Session, paths: Expected[]): Task[][] {
  const listed = new Set(paths.map(({ path }) => encodePath(path)));
  const tasks = (check: CheckName, write: Writing): Task[] =>
    paths.flatMap((expected) => {
      const written = write(expected.path);
      if (written === undefined || listed.has(written)) return [];
      const run = async () => {
        const answer = await session.request(check, written, {
          maxBytes: mostSiblingBytes(expected.bytes),
        });
        if (answer !== undefined)
          session.found(check, `GET ${written}`, judgeBytes(answer, expected));
      };
      return [{ check, requests: 1, run }];
    });
  return [
    tasks("any letter case", inOtherCase),
    tasks("names in NFD", inNfd),
    tasks("percent-encodings", inLowerHex),
    tasks("needless encodings", needlesslyEncoded),
    tasks("percent-encodings", barelyEncoded),
  ];
}

function requestDocument(
  session: Session,
  check: CheckName,
  { path, bytes }: Expected,
  headers: Record<string, string> = {},
): Promise<Answer | undefined> {
  return session.request(check, encodePath(path), { headers, maxBytes: mostSiblingBytes(bytes) });
}

function judgeWhole(session: Session, expected: Expected, answer: Answer): void {
  const { path, type } = expected;
  const request = `GET ${encodePath(path)}`;
  const bytes = judgeBytes(answer, expected);
  session.found("bytes", request, bytes);
  if (path.normalize("NFD") !== path) session.found("names in NFC", request, bytes);
  session.checkCommonRules(request, answer);
  if (answer.status !== 200) return;
  session.found("content types", request, judgeType(answer, type, session.kind));
  if (path.startsWith("/v1/")) {
    session.found("canonical path", request, judgeCanonicalPath(answer, expected));
    session.found("caching", request, judgeCaching(answer, session.kind));
  }
  if (path === "/health") session.found("caching", request, judgeNoStore(answer));
}

/**
 * Headers that describe the content. A server may leave out what it would have to compute (RFC 9110
 * §9.3.2).
 */
const SAME_FOR_HEAD = [
  "content-type",
  "content-length",
  "etag",
  "cache-control",
  "content-location",
];

/**
 * Web servers make validators from a file's time and size. Where all files have one old time, such
 * as 1970, a new content of the same size is answered with 304. Two contents with one ETag show it.
 * Where times follow from contents, new content can have an older time, so a date must not decide.
 */
function createTimesJudge(session: Session, patch: string) {
  const seen = new Map<string, Expected>();
  const patchDay = new Date(patch.slice(0, 10));
  return async (expected: Expected, { headers }: Answer): Promise<void> => {
    const { etag, "last-modified": modified } = headers;
    const other = seen.get(etag ?? "") ?? expected;
    if (etag !== undefined) seen.set(etag, other);
    const request = `GET ${encodePath(expected.path)}`;
    if (!(Date.parse(modified ?? "") < patchDay.getTime()))
      return session.found("file times", request, undefined);
    const fault = {
      expected:
        "file times that differ where contents do, such as those that `gamedata build` writes",
      actual: `ETag ${etag} and Last-Modified ${modified} for ${other.path} too`,
    };
    session.found("file times", request, other.sha256 === expected.sha256 ? undefined : fault);

    const since = { "if-modified-since": patchDay.toUTCString() };
    const answer = await requestDocument(session, "file times", expected, since);
    const decidedByDate = {
      expected: "status 200, as the file is newer than its Last-Modified. Send no Last-Modified",
      actual: `status 304, as Last-Modified is ${modified}`,
    };
    session.found(
      "file times",
      `${request} with If-Modified-Since: ${since["if-modified-since"]}`,
      answer?.status === 304 ? decidedByDate : undefined,
    );
  };
}

async function judgeHead(session: Session, expected: Expected, plain: Answer): Promise<void> {
  const path = encodePath(expected.path);
  const answer = await session.request("HEAD", path, { method: "HEAD" });
  if (answer === undefined) return;
  const fault = (): Fault | undefined => {
    if (answer.status !== plain.status)
      return { expected: `status ${plain.status}`, actual: describeStatus(answer) };
    // An answer in chunks has no Content-Length, so the length of its body is taken.
    const length = `${plain.body.length}`;
    const wanted: Record<string, string> = { "content-length": length, ...plain.headers };
    const other = SAME_FOR_HEAD.find(
      (name) => (answer.headers[name] ?? wanted[name]) !== wanted[name],
    );
    if (other === undefined) return undefined;
    return {
      expected: `${other}: ${wanted[other] ?? "none"}`,
      actual: answer.headers[other] ?? "none",
    };
  };
  session.found("HEAD", `HEAD ${path}`, fault());
}

async function judgeConditions(session: Session, expected: Expected, plain: Answer): Promise<void> {
  const check = "conditional requests";
  const etag = plain.headers["etag"];
  const request = `GET ${encodePath(expected.path)}`;
  if (etag === undefined) {
    return session.found(check, request, { expected: "an ETag", actual: "none", isAbsent: true });
  }
  const same = await requestDocument(session, check, expected, { "if-none-match": etag });
  if (same !== undefined) {
    const fault = {
      expected: "status 304 and no body",
      actual: describeStatus(same),
      isAbsent: same.status === 200,
    };
    const isRight = same.status === 304 && same.body.length === 0;
    session.found(check, `${request} with If-None-Match: ${etag}`, isRight ? undefined : fault);
  }
  const wrong = '"of-no-document"';
  const other = await requestDocument(session, check, expected, { "if-none-match": wrong });
  if (other !== undefined) {
    const fault = judgeBytes(other, expected);
    session.found(
      check,
      `${request} with If-None-Match: ${wrong}`,
      fault && { ...fault, isAbsent: false },
    );
  }
}

async function judgeCodings(session: Session, expected: Expected, plain: Answer): Promise<void> {
  const request = (coding: string) =>
    `GET ${encodePath(expected.path)} with Accept-Encoding: ${coding}`;
  const codingOf = ({ headers }: Answer) => headers["content-encoding"] ?? "identity";
  const notIdentity = { expected: "no Content-Encoding", actual: codingOf(plain) };
  session.found(
    "encodings",
    request("identity"),
    codingOf(plain) === "identity" ? undefined : notIdentity,
  );

  const answers = [plain];
  for (const coding of hasSiblings(expected.path) ? ["br", "gzip"] : []) {
    const answer = await requestDocument(session, "encodings", expected, {
      "accept-encoding": coding,
    });
    if (answer === undefined) continue;
    const actual = codingOf(answer);
    const isOther = actual !== coding;
    const other = {
      expected: `Content-Encoding: ${coding}`,
      actual,
      isAbsent: actual === "identity",
    };
    session.found(
      "encodings",
      request(coding),
      judgeBytes(answer, expected) ?? (isOther ? other : undefined),
    );
    if (!isOther) answers.push(answer);
  }
  if (answers.length > 1) {
    for (const answer of answers)
      session.found("Vary", request(codingOf(answer)), judgeVary(answer));
  }
  session.found("ETag", `GET ${encodePath(expected.path)} in each coding`, judgeTags(answers));
}

/**
 * A strong validator names one sequence of bytes, so each coding has its own (RFC 9110 §8.8.3.3).
 * Some hosts keep one for all codings, which those who deploy there cannot change.
 */
function judgeTags(answers: Answer[]): Fault | undefined {
  const tags = answers.map(({ headers }) => headers["etag"] ?? "none");
  const isStrong = tags.every((tag) => /^"[\x21\x23-\x7e]*"$/.test(tag));
  if (isStrong && new Set(tags).size === tags.length) return undefined;
  return { expected: "strong ETags that differ", actual: tags.join(", "), isAbsent: true };
}
