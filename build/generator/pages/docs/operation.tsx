import { fillPath } from "../../../core/schema/operations.ts";
import { CodeTabs } from "../explorer/parts/code.tsx";
import { Section } from "../explorer/parts/section.tsx";
import { HowToGetAKey, type KeyTerms } from "../keys.tsx";
import { Crumbs } from "../side-nav.tsx";
import { lastSegment, type Operation, type Parameter, type Shapes } from "./description.ts";
import { type Printed, samplesOfCall } from "./samples.ts";
import { AnswerFields, FieldRow, Type, Words } from "./shapes.tsx";

/** From the page of an operation to the site's root. */
const ROOT = "../";

/** The address of a deployment, and its terms. */
export type Deployment = { baseUrl: string } & KeyTerms;

type OperationProps = { operation: Operation; shapes: Shapes; deployment: Deployment };

/** All about one operation: a call in every language, its parameters, and its answers. */
export function OperationPage({ operation, shapes, deployment }: OperationProps) {
  const { type, schema, example, headers } = operation.answer;
  return (
    <div class="operation">
      <div>
        <Crumbs href={`${ROOT}docs`} title="API">
          <code>{operation.id}</code>
        </Crumbs>
        <h1>{operation.summary}</h1>
        <p class="call">
          <b class="tag">GET</b> <code>{operation.path}</code>
        </p>
        <p class="lead">
          {operation.isExtra ? "Beyond the contract: a file that any static host serves too. " : ""}
          <Words text={operation.description} />
        </p>
      </div>
      <div class="beside">
        <Section id="code" title="Code">
          <CodeTabs name="language" samples={samplesOf(operation, deployment)} />
        </Section>
        <Section id="run" title="Run" aside="sends the call to the server of this page">
          <Run operation={operation} shapes={shapes} deployment={deployment} />
        </Section>
      </div>
      <div>
        {operation.parameters.length === 0 ? null : (
          <Section id="parameters" title="Parameters">
            <Parameters parameters={operation.parameters} shapes={shapes} />
          </Section>
        )}
        <Section
          id="answer"
          title="Answer"
          aside={
            <>
              200 OK, {type}: <Type shape={schema} shapes={shapes} />
            </>
          }
        >
          <AnswerFields shape={schema} shapes={shapes} example={example?.value} />
          <details>
            <summary>Its {headers.length} headers</summary>
            <dl class="fields">
              {headers.map(({ name, description }) => (
                <FieldRow key={name} name={name} meaning={description} />
              ))}
            </dl>
          </details>
        </Section>
        {operation.problems.length === 0 ? null : (
          <Section
            id="errors"
            title="Errors"
            aside={
              <a href={`${ROOT}guides/first-call#3-handle-an-error`}>what an error looks like</a>
            }
          >
            <Problems problems={operation.problems} />
          </Section>
        )}
      </div>
    </div>
  );
}

function Parameters({ parameters, shapes }: Pick<Operation, "parameters"> & { shapes: Shapes }) {
  return (
    <dl class="fields">
      {parameters.map(({ name, in: place, required, description, schema, example }) => (
        <FieldRow
          key={name}
          name={name}
          about={
            <>
              in the {place}, <Type shape={schema} shapes={shapes} />,{" "}
              {required ? <b>required</b> : "optional"}
            </>
          }
          example={example}
          meaning={description}
        />
      ))}
    </dl>
  );
}

function Problems({ problems }: Pick<Operation, "problems">) {
  return (
    <table class="small">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ description, content }) => {
          const { status, title, type } = content["application/problem+json"].example;
          return (
            <tr key={status}>
              <th scope="row">
                <a href={`${ROOT}problems/${lastSegment(type)}`}>
                  {status} {title}
                </a>
              </th>
              <td>{description}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The example call of an operation in every language. */
export function samplesOf(operation: Operation, { baseUrl }: Deployment, printed?: Printed) {
  const address = baseUrl + examplePath(operation);
  return samplesOfCall(address, operation.answer.type === "application/json", printed);
}

/** The path of an operation with the examples of its parameters, percent-encoded. */
export function examplePath({ path, parameters }: Operation): string {
  const encoded = parameters.map(({ name, example }) => [name, encodeURIComponent(example)]);
  const query = encoded.filter((_, at) => parameters[at]?.in === "query");
  const end = query.map(([name, example]) => `${name}=${example}`).join("&");
  return fillPath(path, Object.fromEntries(encoded)) + (end === "" ? "" : `?${end}`);
}

/** The call as a form. `browser/run.tsx` sends it. Words say so where it cannot be sent. */
function Run({ operation, shapes, deployment }: OperationProps) {
  const { example } = operation.answer;
  return (
    <>
      <noscript>
        <p class="soft">Calls are sent by JavaScript. The code above does the same anywhere.</p>
      </noscript>
      <form
        class="inputs needs-scripts"
        data-path={operation.path}
        data-shown={deployment.baseUrl + examplePath(operation)}
        data-base={deployment.baseUrl}
      >
        {operation.parameters.map((parameter) => (
          <Field key={parameter.name} parameter={parameter} shapes={shapes} />
        ))}
        {operation.isCounted ? (
          <label>
            key or token <span class="soft">optional</span>
            <input
              type="password"
              data-in="credential"
              autocomplete="off"
              aria-describedby="key-note"
            />
          </label>
        ) : null}
        <button type="submit" class="send">
          Run
        </button>
      </form>
      <div class="answer" aria-live="polite">
        {example && (
          <>
            <CodeTabs
              name="json"
              samples={[{ label: "Example answer", text: JSON.stringify(example.value, null, 2) }]}
            />
            <p class="small soft">{example.description}</p>
          </>
        )}
      </div>
      <div id="key-note" class="small soft key-note">
        {operation.isCounted ? (
          <>
            This call is counted. <HowToGetAKey {...deployment} />{" "}
            <a href={`${ROOT}guides/limits`}>How to stay within the limit</a>. A key is sent only to
            this server, in a header, and stays in this tab until you close it.
          </>
        ) : (
          "This call needs no credential and is not counted."
        )}
      </div>
    </>
  );
}

/** A parameter of the form: a list for one of a few values, else a field. */
function Field({ parameter, shapes }: { parameter: Parameter; shapes: Shapes }) {
  const { name, in: place, required, example, schema } = parameter;
  const { enum: values, format } =
    schema.$ref === undefined ? schema : (shapes[lastSegment(schema.$ref)] ?? {});
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
