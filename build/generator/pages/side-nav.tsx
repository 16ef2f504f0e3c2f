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
