import type { ComponentChildren } from "preact";
import { fillPath } from "../../../core/schema/operations.ts";
import { PROBLEM_TYPES, type ProblemType } from "../../../core/schema/problem-types.ts";
import { densely } from "../../documents/json.ts";
import { CodeTabs } from "../explorer/parts/code.tsx";
import { Section } from "../explorer/parts/section.tsx";
import { HowToGetAKey, type KeyTerms } from "../keys.tsx";
import { Crumbs } from "../side-nav.tsx";
import {
  answerOf,
  type DescribedOperation,
  type Description,
  type Example,
  lastSegment,
  type Parameter,
  type ProblemResponse,
  parametersOf,
  problemsOf,
} from "./description.ts";
import { samplesOfCall } from "./samples.ts";
import { Shapes, Type, Words } from "./shapes.tsx";

/** From the page of an operation to the site's root. */
const ROOT = "../";

/** Longer examples are cut. Those of the details are long. */
const MOST_EXAMPLE_CHARACTERS = 5_000;

/** The address of a deployment, and its terms. */
export type Deployment = { baseUrl: string } & KeyTerms;

type OperationProps = {
  operation: DescribedOperation;
  description: Description;
  deployment: Deployment;
};

/** All about one operation: a call in every language, its parameters, and its answers. */
export function OperationPage({ operation, description, deployment }: OperationProps) {
  const parameters = parametersOf(operation, description);
  const problems = problemsOf(operation, description);
  const { schemas } = description.components;
  const { type, schema, example } = answerOf(operation);
  const isCounted = operation.security.length > 0;
  return (
    <div class="operation">
      <div>
        <Crumbs href={`${ROOT}docs`} title="API">
          <a href={`${ROOT}docs#${operation.tags[0]}`}>{operation.tags[0]}</a>
        </Crumbs>
        <h1>{operation.summary}</h1>
        <p class="call">
          <b>GET</b> <code>{operation.path}</code>
        </p>
        <p class="lead">
          {operation["x-extra"]
            ? "Beyond the contract: a file that any static host serves too. "
            : ""}
          <Words text={operation.description} />
        </p>
      </div>
      <div class="beside">
        <Section id="code" title="Code">
          <CodeTabs name="language" samples={samplesOf(operation, description, deployment)} />
        </Section>
        <Section id="run" title="Run" aside="sends the call to the server of this page">
          {run(operation, parameters, description, deployment)}
        </Section>
      </div>
      <div>
        {parameterList(parameters, description)}
        <Section id="answer" title="Answer" aside={`200 OK, ${type}`}>
          {example === undefined ? null : exampleFigure(example)}
          <Shapes shape={schema} schemas={schemas} />
          {headerNames(operation.responses[200])}
        </Section>
        {problemList(problems)}
        <Section id="limits" title="Limits">
          <Limits isCounted={isCounted} {...deployment} />
        </Section>
      </div>
    </div>
  );
}

function parameterList(parameters: readonly Parameter[], { components }: Description) {
  if (parameters.length === 0) return null;
  return (
    <Section id="parameters" title="Parameters">
      <dl class="fields">
        {parameters.map(({ name, in: place, required, description: meaning, ...rest }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>{" "}
              <span class="small soft">
                in the {place}, {required ? "" : "may be left out, "}
                <Type shape={rest.schema} schemas={components.schemas} />
              </span>
            </dt>
            <dd>
              <Words text={meaning} /> Such as <code>{rest.example}</code>.
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function problemList(problems: readonly ProblemResponse[]) {
  if (problems.length === 0) return null;
  return (
    <Section
      id="errors"
      title="Errors"
      aside={
        <>
          problem documents, <code>application/problem+json</code>
        </>
      }
    >
      {problems.map((problem) => (
        <Problem key={problem.description} problem={problem} />
      ))}
    </Section>
  );
}

/** The example call of an operation in every language. */
export function samplesOf(
  operation: DescribedOperation,
  description: Description,
  { baseUrl }: Deployment,
) {
  const { type, example } = answerOf(operation);
  const address = baseUrl + examplePath(operation, parametersOf(operation, description));
  const answer = type === "application/json" ? (example?.value ?? {}) : undefined;
  return samplesOfCall(operation.operationId, address, answer);
}

/** The path of an operation with the examples of its parameters, percent-encoded. */
function examplePath({ path }: DescribedOperation, parameters: readonly Parameter[]): string {
  const encoded = parameters.map(({ name, example }) => [name, encodeURIComponent(example)]);
  const query = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, example }) => `${name}=${encodeURIComponent(example)}`)
    .join("&");
  return fillPath(path, Object.fromEntries(encoded)) + (query === "" ? "" : `?${query}`);
}

/** The call as a form. `browser/run.ts` sends it. Words say so where it cannot be sent. */
function run(
  operation: DescribedOperation,
  parameters: readonly Parameter[],
  description: Description,
  deployment: Deployment,
) {
  return (
    <>
      <noscript>
        <p class="soft">Calls are sent by JavaScript. The code above does the same anywhere.</p>
      </noscript>
      <p class="soft on-disk" hidden>
        This page was opened from a disk, and a disk answers no calls. Open it on a server, or run
        the code above.
      </p>
      <form
        class="run needs-scripts"
        data-path={operation.path}
        data-shown={deployment.baseUrl + examplePath(operation, parameters)}
        data-base={deployment.baseUrl}
      >
        {parameters.map((parameter) => (
          <Field key={parameter.name} parameter={parameter} {...description.components} />
        ))}
        {operation.security.length === 0 ? null : (
          <label>
            key or token <span class="soft">optional</span>
            <input
              type="password"
              data-in="credential"
              autocomplete="off"
              aria-describedby="key-note"
            />
          </label>
        )}
        <button type="submit" class="send">
          Run
        </button>
      </form>
      {operation.security.length === 0 ? null : (
        <p id="key-note" class="small soft needs-scripts key-note">
          <HowToGetAKey {...deployment} /> Your key is sent only to this server, in a header. It
          stays in this tab until you close it.
        </p>
      )}
      <div class="answer" aria-live="polite" />
    </>
  );
}

/** A parameter of the form: a list for one of a few values, else a field. */
function Field({
  parameter: { name, in: place, required, example, schema },
  schemas,
}: { parameter: Parameter } & Pick<Description["components"], "schemas">) {
  const { enum: values, format } =
    schema.$ref === undefined ? schema : (schemas[lastSegment(schema.$ref)] ?? {});
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: either branch has one
    <label>
      {name} {required ? null : <span class="soft">optional</span>}
      {values === undefined ? (
        <input
          {...(format === "date" ? { type: "date" as const } : {})}
          name={name}
          data-in={place}
          value={required ? example : ""}
          placeholder={required ? undefined : example}
          required={required}
          autocomplete="off"
          spellcheck={false}
        />
      ) : (
        <select name={name} data-in={place}>
          {required ? null : <option value="">any</option>}
          {values.map((value) => (
            <option key={value} selected={required && value === example}>
              {String(value)}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

function exampleFigure({ summary, description, value }: Example) {
  return (
    <figure class="code example">
      <figcaption>
        {summary}
        {description === undefined ? null : <span class="soft"> {description}</span>}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that a keyboard can scroll it */}
      <pre tabIndex={0}>
        <code>{beginningOf(densely(JSON.stringify(value, null, 2)))}</code>
      </pre>
    </figure>
  );
}

/** The beginning of a long example. `…` marks the cut. */
function beginningOf(text: string): string {
  if (text.length <= MOST_EXAMPLE_CHARACTERS) return text;
  return `${text.slice(0, text.lastIndexOf("\n", MOST_EXAMPLE_CHARACTERS))}\n…`;
}

/** The names of the headers of an answer. The overview says what each means. */
function headerNames({ headers }: DescribedOperation["responses"][200]) {
  return (
    <p class="headers">
      Headers: <code>{Object.keys(headers).join(", ")}</code>.{" "}
      <a href={`${ROOT}docs#headers`}>What they mean</a>
    </p>
  );
}

function Problem({ problem }: { problem: ProblemResponse }) {
  const { example } = problem.content["application/problem+json"];
  const type = lastSegment(example.type);
  return (
    <details class="problem" id={`error-${example.status}`}>
      <summary>
        <b>{example.status}</b> {example.title} <span class="soft">{problem.description}</span>
      </summary>
      {isProblemType(type) ? <p>{PROBLEM_TYPES[type].remedy}</p> : null}
      <p class="small">
        <code>{example.detail}</code>
      </p>
      <p class="small">
        <a href={`${ROOT}problems/${type}`}>About this problem</a>
      </p>
    </details>
  );
}

function isProblemType(type: string): type is ProblemType {
  return Object.hasOwn(PROBLEM_TYPES, type);
}

function Limits({ isCounted, ...terms }: { isCounted: boolean } & KeyTerms): ComponentChildren {
  if (!isCounted) return <p>This call needs no credential and is not counted.</p>;
  return (
    <p>
      This call is counted, per address, key or account. <HowToGetAKey {...terms} />{" "}
      <a href={`${ROOT}guides/limits`}>How to stay within the limit</a>
    </p>
  );
}
