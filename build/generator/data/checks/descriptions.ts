import type { HeroFile } from "../../../core/schema/hero.ts";
import type { Issue } from "../issue.ts";
import type { Sourced } from "../load-data.ts";

/** A verb in the third person, and a full stop at the end. */
const FORM = /^[A-Z][a-z]*[a-rt-z]s\s.*\.$/;

/**
 * Descriptions of abilities have one form: they say what the ability does, beginning with the verb.
 */
export function checkDescriptions({
  heroes,
}: {
  heroes: readonly Sourced<Pick<HeroFile, "abilities">>[];
}): Issue[] {
  return heroes.flatMap(({ file, value }) =>
    value.abilities.flatMap(({ description }, at) => {
      if (description === null || FORM.test(description)) return [];
      const message =
        `"${description}"; expected what the ability does: a verb in the third person first, a ` +
        `full stop last, such as "Heals nearby allies."`;
      return [{ code: "description", file, path: ["abilities", at, "description"], message }];
    }),
  );
}
