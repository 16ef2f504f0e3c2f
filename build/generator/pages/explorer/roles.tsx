import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { Emblem, Tile } from "./parts/emblem.tsx";
import { History } from "./parts/history.tsx";
import { Proof, ProofSwitch } from "./parts/proof.tsx";
import { Section } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";

/** Roles with their sub-roles: the passive, and who has it. */
export function rolesPage(facts: Facts): Page {
  const { game, roles, heroes } = facts;
  const { gapsOf, gapsOfAll } = facts;
  return {
    title: "Roles",
    description:
      `The roles and sub-roles of ${game.name} with the passives they grant and the heroes ` +
      "in them.",
    alternates: [{ href: `v1/${game.id}/roles`, type: "application/json", title: "Roles as JSON" }],
    children: (
      <>
        <h1>Roles</h1>
        <p class="lead">
          {roles.some(({ subroles }) => subroles.length > 0)
            ? "Every hero has a role, and in it a sub-role that grants a passive."
            : "Every hero has a role."}
        </p>
        <ProofSwitch />
        <Proof gaps={gapsOfAll("roles")} />
        {roles.map((role) => (
          <Section key={role.id} id={role.id} title={role.name}>
            {role.subroles.map(({ id, name, description, passive }) => (
              <article key={id} id={id} class="ability">
                <div>
                  <h3 class="with-emblem">
                    <Emblem id={id} size={20} /> {name}
                  </h3>
                  <p class="small soft">{description}</p>
                </div>
                <div>
                  <p>{passive}</p>
                  <Proof gaps={gapsOf(`roles/${role.id}/subroles/${id}`)} />
                  <p class="members help">
                    {heroes
                      .filter((hero) => hero.subrole === id)
                      .map((hero) => (
                        <a key={hero.id} class="with-emblem" href={`heroes/${hero.id}`}>
                          <Tile hero={hero} size={22} /> {hero.name}
                        </a>
                      ))}
                  </p>
                </div>
              </article>
            ))}
            <details>
              <summary>What patches changed for the role {role.name}</summary>
              <History
                history={facts.historyOf(`roles/${role.id}`)}
                root="./"
                since={facts.axis.from}
              />
            </details>
          </Section>
        ))}
        <Sources thing="roles" sources={facts.sourcesOf("roles")} facts={facts} />
      </>
    ),
  };
}
