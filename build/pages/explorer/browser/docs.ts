/**
 * Shows the description with the server of this page instead of the base address, so that a
 * mirror's reader tries the mirror, and with the examples of path parameters filled in.
 */

/** Inside the viewer: a button that stays readable under the pointer, and tables whose rows become blocks on a phone. */
const VIEWER_STYLE = `
.m-btn.primary:hover { color: var(--primary-btn-text-color); }
@media (max-width: 767.98px) {
  #auth tr, #auth td, table[role="presentation"] tr, table[role="presentation"] td { display: block; width: auto !important; min-width: 0 !important; border: none !important; text-align: left !important; }
  .param-name, .param-type { text-align: left; margin: 0 !important; }
  table[role="presentation"] tr { padding: 0.5rem 0; border-bottom: 1px solid var(--border-color) !important; }
}
`;

/** What this page changes of the description. */
type Description = {
  servers: { url: string }[];
  components: {
    parameters: Record<string, { in: string; example: unknown; schema: { default?: unknown } }>;
  };
};

/** The element that draws the description. */
type Viewer = HTMLElement & { loadSpec: (description: Description) => Promise<void> };

const root = new URL("./", location.href);

async function show(): Promise<void> {
  const answer = await fetch(new URL("v1/openapi.json", root));
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const description: Description = await answer.json();
  description.servers = [{ url: root.href.slice(0, -1) }];
  for (const parameter of Object.values(description.components.parameters)) {
    if (parameter.in === "path") parameter.schema.default = parameter.example;
  }

  await customElements.whenDefined("openapi-explorer");
  const viewer = document.querySelector<Viewer>("openapi-explorer");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(VIEWER_STYLE);
  viewer?.shadowRoot?.adoptedStyleSheets.push(sheet);
  for (const part of ["api-request", "api-response"]) {
    const element = customElements.get(part);
    if (element !== undefined && "elementStyles" in element && Array.isArray(element.elementStyles))
      element.elementStyles.push(sheet);
  }
  await viewer?.loadSpec(description);
}

show().catch((error: unknown) => {
  const state = document.querySelector("#state");
  const why = error instanceof Error ? error.message : String(error);
  if (state !== null) state.textContent = `The description could not be loaded: ${why}`;
});
