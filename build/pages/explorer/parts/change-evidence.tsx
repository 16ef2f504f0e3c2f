import type { RecordedChange } from "../../../schema/patch.ts";

/** What explains a change below its name: the format it holds in, what it means, where it was read. */
export function ChangeEvidence({ change }: { change: RecordedChange | undefined }) {
  if (change === undefined) return null;
  const { note, scope, source, confirmedBy = [], breaks } = change;
  const cited = [...(source === undefined ? [] : [source]), ...confirmedBy];
  return (
    <>
      {scope === undefined ? null : <small class="scope">{scope} only</small>}
      {note === undefined ? null : <small class="note">{note}</small>}
      {breaks === undefined ? null : <small class="note">Does not join: {breaks}</small>}
      {cited.length === 0 ? null : (
        <small class="note">
          {cited.map((url, at) => (
            <a key={url} href={url} rel="nofollow">
              {at === 0 ? "source" : "confirmed"}
            </a>
          ))}
        </small>
      )}
    </>
  );
}
