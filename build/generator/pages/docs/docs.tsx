import type { Site } from "../../../core/site/site.ts";
import { CodeTabs } from "../explorer/parts/code.tsx";
import { Section } from "../explorer/parts/section.tsx";
import { HowToGetAKey, type KeyTerms } from "../keys.tsx";
import { type Outline, type Page, type PageSettings, renderPage } from "../layout.tsx";
import { SideNav } from "../side-nav.tsx";
import { type Description, type Operation, operationsOf } from "./description.ts";
import { type Deployment, OperationPage, samplesOf } from "./operation.tsx";

/** The overview shows this operation, because most readers look for it. */
const SHOWN_OPERATION = "getHero";

/**
 * Adds `/docs`, the reference of the API, and a page for each operation. Returns their outlines.
 * Call it after `addOpenApi`.
 */
export function addDocs(site: Site, settings: PageSettings & KeyTerms): Outline[] {
  const text = site.jsonOf("/v1/openapi.json");
  if (text === undefined)
    throw new Error("the reference is generated from /v1/openapi.json, which does not exist yet");
  const description: Description = JSON.parse(text);
  const operations = operationsOf(description);
  const whole = overview(operations, description, settings);
  site.addPage(whole.path, renderPage(whole, settings));
  const ofOperations = operations.map((operation): Outline => {
    const page = operationPage(operation, operations, description, settings);
    site.addPage(page.path, renderPage(page, settings));
    const { summary, path } = operation;
    return { path: page.path, title: summary, about: `GET ${path}`, headings: [] };
  });
  const about = description.info.description;
  return [{ path: whole.path, title: whole.title, about, headings: [] }, ...ofOperations];
}

function operationPage(
  operation: Operation,
  operations: readonly Operation[],
  { components, tags }: Description,
  deployment: Deployment,
): Page {
  const { id, summary, path } = operation;
  const groups = tags.map(({ name }) => ({
    title: name,
    links: operations
      .filter(({ tag }) => tag === name)
      .map((one) => ({ id: one.id, href: one.id, title: one.summary })),
  }));
  return {
    path: `/docs/${id}`,
    title: `${id}: ${summary}`,
    description: `GET ${path}: ${summary}. Parameters, fields of the answer, errors, limits, code.`,
    scripts: ["run"],
    children: (
      <div class="with-side">
        <div class="reference">
          <OperationPage
            operation={operation}
            shapes={components.schemas}
            deployment={deployment}
          />
        </div>
        <SideNav label="Operations" groups={groups} current={id} />
      </div>
    ),
  };
}

function overview(
  operations: readonly Operation[],
  { info, tags, components }: Description,
  deployment: Deployment,
): Page {
  return {
    path: "/docs",
    title: "API reference",
    description:
      "Every call of the API: parameters, every field of its answer, errors, limits and code.",
    alternates: [{ href: "v1/openapi.json", type: "application/json", title: "OpenAPI 3.1" }],
    children: (
      <div class="reference">
        <h1>API reference</h1>
        <p class="lead">{info.description}</p>
        <Section id="start" title="Start" aside="no key needed">
          <CodeTabs
            name="language"
            samples={operations.flatMap((operation) =>
              operation.id === SHOWN_OPERATION ? samplesOf(operation, deployment) : [],
            )}
          />
          <p class="small soft">
            <HowToGetAKey {...deployment} />
          </p>
          <p class="small">
            <a href="guides/first-call">The first call</a> ·{" "}
            <a href="guides/keys-and-tokens">Keys and tokens</a> ·{" "}
            <a href="guides/generated-clients">Generated clients</a> ·{" "}
            <a href="v1/openapi.json">OpenAPI 3.1</a>
          </p>
        </Section>
        {tags.map(({ name, description }) => (
          <Section key={name} id={name} title={name} aside={description}>
            <ul class="operations">
              {operations
                .filter(({ tag }) => tag === name)
                .map(({ id, path, summary }) => (
                  <li key={id}>
                    <a href={`docs/${id}`}>
                      <code>{path}</code> <span>{summary}</span>
                    </a>
                  </li>
                ))}
            </ul>
          </Section>
        ))}
        <Section
          id="headers"
          title="Headers"
          aside="the page of a call lists the headers of its answer"
        >
          <dl class="fields">
            {Object.entries(components.headers).map(([name, header]) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>{header.description}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
    ),
  };
}
