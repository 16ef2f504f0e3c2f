import type { ComponentChildren } from "preact";
import { shortDate } from "../format.ts";

type SectionProps = {
  id: string;
  title: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
};

/** A section of a page: a title that links to itself, and `aside` at the right of it. */
export function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section class="part" aria-labelledby={id}>
      <div class="title">
        <h2 id={id}>
          <a class="here" href={`#${id}`}>
            {title}
          </a>
        </h2>
        {aside === undefined ? null : <p>{aside}</p>}
      </div>
      {children}
    </section>
  );
}

/** A day that machines can read as well. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{shortDate(date)}</time>;
}
