export type PageLink = { href: string; title: string };

/** Links to the previous and the next page, each below its word. */
export function PreviousNext({
  words: [before, after] = ["Previous", "Next"],
  previous,
  next,
}: {
  words?: readonly [string, string];
  previous: PageLink | undefined;
  next: PageLink | undefined;
}) {
  return (
    <nav class="onwards" aria-label={`${before} and ${after.toLowerCase()}`}>
      {previous === undefined ? null : (
        <a href={previous.href} rel="prev">
          <small>{before}</small> {previous.title}
        </a>
      )}
      {next === undefined ? null : (
        <a href={next.href} rel="next">
          <small>{after}</small> {next.title}
        </a>
      )}
    </nav>
  );
}
