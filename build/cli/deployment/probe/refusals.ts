import { type Answer, describeStatus } from "../../../core/fetch/exchange.ts";
import { ProblemSchema } from "../../../core/schema/answer-shapes.ts";
import type { Manifest } from "../../../core/schema/manifest.ts";
import { PROBLEM_TYPES } from "../../../core/schema/problem-types.ts";
import { parseJson } from "../../../core/site/parse-json.ts";
import { encodePath } from "../../../core/site/path-files.ts";
import { mostSiblingBytes } from "../../../core/site/siblings.ts";
import type { CheckName, Fault } from "./findings.ts";
import { type Expected, isRefusal, judgeBytes, judgeNoStore, mediaType } from "./judge.ts";
import type { Session, Task } from "./session.ts";

/** Names that no site has. `instance` must show the second one as it was sent. */
const NO_NAMES = ["no-such-name", "kein-Nämé: 0"];

/** Paths that do not resolve, in every directory. Each must be a 404 with a problem document. */
export function notFoundTasks(session: Session, { problems }: Manifest): Task[] {
  return problems.flatMap(({ path: directory }) =>
    NO_NAMES.map((name) => {
      const path = encodePath(`${directory.replace(/\/$/, "")}/${name}`);
      return {
        check: "404 status" as const,
        requests: 1,
        run: () => judgeNotFound(session, path, directory),
      };
    }),
  );
}

async function judgeNotFound(session: Session, path: string, directory: string): Promise<void> {
  const request = `GET ${path}`;
  const answer = await session.request("404 status", path);
  if (answer === undefined) return;
  const isRight = answer.status === 404;
  session.found(
    "404 status",
    request,
    isRight ? undefined : { expected: "status 404", actual: describeStatus(answer) },
  );
  if (!isRight) return;
  session.checkCommonRules(request, answer);
  session.found("caching", request, judgeNoStore(answer));
  const read = readProblem(answer, "not-found");
  session.found("404 problems", request, "fault" in read ? read.fault : undefined);
  session.found(
    "404 instance",
    request,
    judgeInstance("fault" in read ? undefined : read.instance, path, directory),
  );
}

/** Reads the problem document of an answer, which must be of this type. */
export function readProblem(
  { headers, body }: Answer,
  type: keyof typeof PROBLEM_TYPES,
): { instance: string } | { fault: Fault } {
  const expected = `a problem of type ${type} as application/problem+json`;
  const actual = headers["content-type"];
  if (mediaType(actual) !== "application/problem+json") {
    return { fault: { expected, actual: actual ?? "no Content-Type", isAbsent: true } };
  }
  const parsed = ProblemSchema.safeParse(parseJson(body));
  if (!parsed.success) return { fault: { expected, actual: "a body of another shape" } };
  const { status, title } = PROBLEM_TYPES[type];
  const problem = parsed.data;
  const isRight =
    problem.type.endsWith(`/problems/${type}`) &&
    problem.status === status &&
    problem.title === title;
  if (isRight) return { instance: problem.instance };
  return {
    fault: { expected, actual: JSON.stringify([problem.type, problem.title, problem.status]) },
  };
}

/**
 * `instance` must be the path that failed, with or without the deployment's own path. A plain file
 * can only name its directory, and a host with one such file the root.
 */
function judgeInstance(
  instance: string | undefined,
  path: string,
  directory: string,
): Fault | undefined {
  if (instance?.endsWith(path)) return undefined;
  const isAbsent = [undefined, "/"].includes(instance) || instance?.endsWith(directory) === true;
  return { expected: `instance ${path}`, actual: instance ?? "none", isAbsent };
}

/** Paths that name nothing, although a careless server would serve something. */
export function oddPathTasks(session: Session, { game }: Manifest, paths: Expected[]): Task[][] {
  const at = (path: string) => paths.find((expected) => expected.path === path);
  const root = `/v1/${game}`;
  const task = (check: CheckName, path: string, alias?: Expected): Task => ({
    check,
    requests: 1,
    run: () => judgeOdd(session, check, path, alias),
  });
  return [
    paths
      .filter(({ path, canonical }) => path === canonical)
      .map((expected) => task("trailing slash", `${encodePath(expected.path)}/`, expected)),
    [
      task("encoded slash", `${root}%2Fheroes`, at(`${root}/heroes`)),
      task("encoded slash", `${root}/heroes%2fana`, at(`${root}/heroes/ana`)),
      task("dot segments", `${root}/heroes/../maps`, at(`${root}/maps`)),
      task("dot segments", `${root}/heroes/%2e%2E/maps`, at(`${root}/maps`)),
      task("dot segments", `${root}/./maps`, at(`${root}/maps`)),
      task("dot segments", `${root}/heroes/../../../../../../etc/passwd`),
      task("broken encoding", `${root}/heroes/%zz`),
      task("broken encoding", `${root}/heroes/ana%`),
      task("broken encoding", `${root}/heroes/l%C3cio`),
    ],
  ];
}

/** The answer must be a 404. A static host may also correct such a path to its document. */
async function judgeOdd(
  session: Session,
  check: CheckName,
  path: string,
  alias: Expected | undefined,
): Promise<void> {
  const answer = await session.request(
    check,
    path,
    alias === undefined ? {} : { maxBytes: mostSiblingBytes(alias.bytes) },
  );
  if (answer === undefined) return;
  const isPutRight = alias !== undefined && judgeBytes(answer, alias) === undefined;
  const fault = {
    expected: "status 404",
    actual: describeStatus(answer),
    isAbsent: isRefusal(answer) || isPutRight,
  };
  session.found(check, `GET ${path}`, answer.status === 404 ? undefined : fault);
}
