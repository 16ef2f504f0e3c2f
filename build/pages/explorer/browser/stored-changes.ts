import type { PlainChange } from "../recorded.ts";
import type { Comparable } from "./data.ts";

/** The changes of a patch, as `changesScript` stored them. */
export function changesOf(
  { kinds }: Pick<Comparable, "kinds">,
  [, things]: Comparable["patches"][number],
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
