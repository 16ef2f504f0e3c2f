import type { Patch } from "../../../core/schema/patch.ts";
import type { Page } from "../layout.tsx";

/**
 * A permanent address that leads to the page of the newest patch. `browser/redirect.ts` keeps the
 * query and the fragment.
 */
export function latestPage({ id, name }: Patch): Page {
  return {
    path: "/patches/latest",
    title: name,
    description: `The newest patch on record: ${name}.`,
    canonical: `/patches/${id}`,
    isUnlisted: true,
    redirectTo: id,
    children: (
      <div class="prose">
        <h1>{name}</h1>
        <p>
          The newest patch on record is{" "}
          <a href={id} data-onwards>
            {name}
          </a>
          .
        </p>
      </div>
    ),
  };
}
