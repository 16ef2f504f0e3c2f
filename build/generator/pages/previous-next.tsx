export type PageLink = { href: string; title: string };

/** Links to the previous and the next page. */
export function PreviousNext({
  previous,
  next,
}: {
  previous: PageLink | undefined;
  next: PageLink | undefined;
}) {
  return (
    <nav class="onwards" aria-label="Previous and next">
      {previous === undefined ? null : (
        <a href={previous.href} rel="prev">
          <small>Previous</small> {previous.title}
        </a>
      )}
      {next === undefined ? null : (
        <a href={next.href} rel="next">
          <small>Next</small> {next.title}
        </a>
      )}
    </nav>
  );
}
