import type { Completeness } from "../../../../core/schema/patch.ts";

/** How much of a patch is on record, with a link to the official notes. */
export function RecordState({
  completeness,
  sourceUrl,
}: {
  completeness: Completeness | undefined;
  sourceUrl: string | null;
}) {
  const notes = sourceUrl === null ? "official notes" : <a href={sourceUrl}>official notes</a>;
  if (completeness?.state === "complete") return <>Complete: the {notes} were read whole.</>;
  if (completeness?.state === "partial")
    return (
      <>
        <strong>Partial</strong>: {completeness.missing}. The {notes} may hold more.
      </>
    );
  return sourceUrl === null ? null : <>See the {notes}.</>;
}
