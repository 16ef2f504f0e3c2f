import type { Site } from "../../../core/site/site.ts";
import { CodeTabs } from "../explorer/parts/code.tsx";
import { Section } from "../explorer/parts/section.tsx";
import { HowToGetAKey, type KeyTerms } from "../keys.tsx";
import { type Outline, type Page, type PageSettings, renderPage } from "../layout.tsx";
import { type SideGroup, SideNav } from "../side-nav.tsx";
import { type DescribedOperation, type Description, operationsOf } from "./description.ts";
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
  const whole = overview(description, settings);
  site.addPage(whole.path, renderPage(whole, settings));
  const ofOperations = operationsOf(description).map((operation): Outline => {
    const page = operationPage(operation, description, settings);
    site.addPage(page.path, renderPage(page, settings));
    const { summary, path } = operation;
    return { path: page.path, title: summary, about: `GET ${path}`, headings: [] };
  });
  const about = description.info.description;
  return [{ path: whole.path, title: whole.title, about, headings: [] }, ...ofOperations];
}

function operationPage(
  operation: DescribedOperation,
  description: Description,
  deployment: Deployment,
): Page {
  const { operationId, summary, path } = operation;
  return {
    path: `/docs/${operationId}`,
    title: `${operationId}: ${summary}`,
    description: `GET ${path}: ${summary}. Parameters, fields of the answer, errors, limits, code.`,
    scripts: ["run"],
    children: (
      <div class="with-side">
        <div class="reference">
          <OperationPage operation={operation} description={description} deployment={deployment} />
        </div>
        <SideNav label="Operations" groups={groupsOf(description, "")} current={operationId} />
      </div>
    ),
  };
}

/** The operations by their tags. */
function groupsOf(description: Description, folder: string): SideGroup[] {
  return description.tags.map(({ name }) => ({
    title: name,
    links: operationsOf(description)
      .filter(({ tags }) => tags[0] === name)
      .map(({ operationId, summary, path }) => ({
        id: operationId,
        href: folder + operationId,
        title: summary,
        path: path.replace("/v1/{game}", ""),
      })),
  }));
}

function overview(description: Description, deployment: Deployment): Page {
  const operations = operationsOf(description);
  const shown =
    operations.find(({ operationId }) => operationId === SHOWN_OPERATION) ?? operations[0];
  return {
    path: "/docs",
    title: "API reference",
    description:
      "Every call of the API: parameters, every field of its answer, errors, limits and code.",
    alternates: [{ href: "v1/openapi.json", type: "application/json", title: "OpenAPI 3.1" }],
    children: (
      <div class="with-side">
        <div class="reference">
          <h1>API reference</h1>
          <p class="lead">{description.info.description}</p>
          {shown === undefined ? null : (
            <Section id="start" title="Start" aside="no key needed">
              <CodeTabs name="language" samples={samplesOf(shown, description, deployment)} />
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
          )}
          {description.tags.map((tag) => (
            <Section key={tag.name} id={tag.name} title={tag.name} aside={tag.description}>
              <ul class="operations">
                {operations
                  .filter(({ tags }) => tags[0] === tag.name)
                  .map(({ operationId, path, summary }) => (
                    <li key={operationId}>
                      <a href={`docs/${operationId}`}>
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
              {Object.entries(description.components.headers).map(([name, header]) => (
                <div key={name} id={`header-${name}`}>
                  <dt>
                    <code>{name}</code>
                  </dt>
                  <dd>{header.description}</dd>
                </div>
              ))}
            </dl>
          </Section>
        </div>
        <SideNav label="Operations" groups={groupsOf(description, "docs/")} />
      </div>
    ),
  };
}
