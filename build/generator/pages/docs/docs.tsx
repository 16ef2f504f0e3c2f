import { byId } from "../../../core/by-id.ts";
import { once } from "../../../core/once.ts";
import { OPERATION_ENTRIES } from "../../../core/schema/operations.ts";
import type { Site } from "../../../core/site/site.ts";
import { CodeTabs } from "../explorer/parts/code.tsx";
import { Section } from "../explorer/parts/section.tsx";
import { HowToGetAKey, type KeyTerms } from "../keys.tsx";
import { addPage, type Outline, type Page, type PageSettings } from "../layout.tsx";
import { SideNav } from "../side-nav.tsx";
import { type Description, type Operation, operationsOf } from "./description.ts";
import { type Deployment, OperationPage, samplesOf } from "./operation.tsx";

const TITLE = "API reference";

/** The overview shows this operation, because most readers look for it. */
const SHOWN_OPERATION = "getHero";

/**
 * Adds `/docs`, the reference of the API, and a page for each operation. Returns what makes their
 * outlines.
 */
export function addDocs(site: Site, settings: PageSettings & KeyTerms): () => Outline[] {
  const reference = once(() => {
    const description = site.documentAt("/v1/openapi.json") as Description | undefined;
    if (description === undefined)
      throw new Error("the reference is generated from /v1/openapi.json, which does not exist");
    return { ...description, operations: operationsOf(description) };
  });
  const add = (path: string, make: () => Page) => addPage(site, path, make, settings);
  add("/docs", () => overview(reference(), settings));
  for (const [id] of OPERATION_ENTRIES)
    add(`/docs/${id}`, () => operationPage(id, reference(), settings));
  return () => {
    const { info, operations } = reference();
    return [
      { path: "/docs", title: TITLE, about: info.description, headings: [] },
      ...operations.map(({ id, summary, path }) => {
        return { path: `/docs/${id}`, title: summary, about: `GET ${path}`, headings: [] };
      }),
    ];
  };
}

type Reference = Description & { operations: readonly Operation[] };

function operationPage(
  id: string,
  { operations, components, tags }: Reference,
  deployment: Deployment,
): Page {
  const operation = byId(operations, id);
  const { summary, path } = operation;
  const groups = tags.map(({ name }) => ({
    title: name,
    links: operations
      .filter(({ tag }) => tag === name)
      .map((one) => ({ id: one.id, href: one.id, title: one.summary })),
  }));
  return {
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

function overview({ operations, info, tags, components }: Reference, deployment: Deployment): Page {
  return {
    title: TITLE,
    description:
      "Every call of the API: parameters, every field of its answer, errors, limits and code.",
    alternates: [{ href: "v1/openapi.json", type: "application/json", title: "OpenAPI 3.1" }],
    children: (
      <div class="reference">
        <h1>{TITLE}</h1>
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
