import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { History } from "./parts/history.tsx";

/** Roles with their sub-roles: the passive, and who has it. */
export function rolesPage(facts: Facts): Page {
  const { game, roles, heroes } = facts;
  return {
    path: "/roles",
    title: "Roles",
    description: `The roles and sub-roles of ${game.name} with the passives they grant and the heroes in them.`,
    alternates: [{ href: `v1/${game.id}/roles`, type: "application/json", title: "Roles as JSON" }],
    children: (
      <>
        <h1>Roles</h1>
        <p class="sub">Every hero has a role, and in it a sub-role that grants a passive.</p>
        {roles.map((role) => (
          <section key={role.id} class="role-section">
            <h2 id={role.id}>{role.name}</h2>
            <div class="subroles">
              {role.subroles.map(({ id, name, description, passive }) => (
                <article key={id} id={id}>
                  <h3>{name}</h3>
                  <p class="quiet">{description}</p>
                  <p>
                    <b class="label">Passive</b> {passive}
                  </p>
                  <p class="members">
                    {heroes
                      .filter((hero) => hero.subrole === id)
                      .map((hero) => (
                        <a key={hero.id} href={`heroes/${hero.id}`}>
                          {hero.name}
                        </a>
                      ))}
                  </p>
                </article>
              ))}
            </div>
            <details>
              <summary>What patches changed of the role {role.name}</summary>
              <History
                history={facts.historyOf(`roles/${role.id}`)}
                names={facts.names}
                root="./"
                evidence={facts.evidence}
              />
            </details>
          </section>
        ))}
      </>
    ),
  };
}
