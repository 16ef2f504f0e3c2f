import type { PlainChange } from "../recorded.ts";
import type { ComparableChanges } from "./data.ts";

/** The changes of a patch. `changesScript` stored them. */
export function changesOf(
  { kinds }: Pick<ComparableChanges, "kinds">,
  [, things]: ComparableChanges["patches"][number],
): PlainChange[] {
  return things.flatMap(([thing, changes]) =>
    changes.map(([rest, kind, ...sides]) => {
      const [hasFrom = false, hasTo = false, about = {}] = kinds[kind] ?? [];
      const [from, to] = hasFrom ? sides : [undefined, ...sides];
      return {
        target: rest === "" ? thing : `${thing}/${rest}`,
        ...(hasFrom && from !== undefined ? { from } : {}),
        ...(hasTo && to !== undefined ? { to } : {}),
        ...about,
      };
    }),
  );
}
