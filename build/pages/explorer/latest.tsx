import type { Patch } from "../../schema/patch.ts";
import type { Page } from "../layout.tsx";

/**
 * An address that stays, and leads to the page of the newest patch; `browser/redirect.ts` takes
 * query and fragment along.
 */
export function latestPage({ id, name }: Patch): Page {
  return {
    path: "/patches/latest",
    title: name,
    description: `The newest patch on record: ${name}.`,
    canonical: `/patches/${id}`,
    isUnlisted: true,
    onwards: id,
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
