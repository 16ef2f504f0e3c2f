import type { ComponentChildren } from "preact";

type SideNavProps = {
  label: string;
  groups: readonly {
    title: string;
    isOpen?: boolean;
    links: readonly { id: string; href: string; title: ComponentChildren }[];
  }[];
  current: string;
  children?: ComponentChildren;
};

/** The menu at the side of a wide page. `children` stand below the link to the open page. */
export function SideNav({ label, groups, current, children }: SideNavProps) {
  return (
    <nav class="side" aria-label={label}>
      {groups.map(({ title, isOpen = true, links }) => (
        <details key={title} open={isOpen}>
          <summary>{title}</summary>
          <ul>
            {links.map(({ id, href, title: name }) => (
              <li key={id}>
                <a href={href} aria-current={id === current ? "page" : undefined}>
                  {name}
                </a>
                {id === current ? children : null}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}

type CrumbsProps = { href: string; title: string; children: ComponentChildren };

/** The way to a page: a link, and what follows it. */
export function Crumbs({ href, title, children }: CrumbsProps) {
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <a href={href}>{title}</a> <span aria-hidden="true">/</span>
      {children}
    </nav>
  );
}
