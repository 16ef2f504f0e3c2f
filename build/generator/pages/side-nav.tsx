import type { ComponentChildren } from "preact";

/** Links to pages that belong together. */
export type SideGroup = {
  title: string;
  links: readonly { id: string; href: string; title: string; path?: string }[];
};

/** The menu at the side of a page. `children` stand below the link to the open page. */
export function SideNav({
  label,
  groups,
  current,
  children,
}: {
  label: string;
  groups: readonly SideGroup[];
  current?: string;
  children?: ComponentChildren;
}) {
  return (
    <nav class="side" aria-label={label}>
      {groups.map(({ title, links }) => (
        <div key={title}>
          <p class="label">{title}</p>
          <ul>
            {links.map(({ id, href, title: name, path }) => (
              <li key={id}>
                <a href={href} aria-current={id === current ? "page" : undefined}>
                  {name}
                  {path === undefined ? null : <code>{path}</code>}
                </a>
                {id === current ? children : null}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

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

/** The way to a page: a link, and what follows it. */
export function Crumbs({
  href,
  title,
  children,
}: {
  href: string;
  title: string;
  children: ComponentChildren;
}) {
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <a href={href}>{title}</a> <span aria-hidden="true">/</span>
      {children}
    </nav>
  );
}
