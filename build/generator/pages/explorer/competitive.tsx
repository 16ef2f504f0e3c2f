import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { History } from "./parts/history.tsx";
import { Section } from "./parts/section.tsx";
import { Sources } from "./parts/sources.tsx";

/** What patches changed of competitive play: the rules that hold on every map. */
export function competitivePage(facts: Facts): Page {
  return {
    path: "/competitive",
    title: "Competitive play",
    description: `What each patch changed of the rules of competitive play in ${facts.game.name}.`,
    children: (
      <>
        <h1>Competitive play</h1>
        <p class="lead">
          What each patch changed in ranks, scores and rules. Heroes and maps have their own pages.
        </p>
        <Section id="history" title="History">
          <History
            history={facts.historyOf("modes/competitive")}
            names={facts.names}
            root="./"
            since={facts.axis.from}
          />
        </Section>
        {facts.modes.map(({ id, name }) => {
          const history = facts.historyOf(`modes/${id}`);
          return history.length === 0 ? null : (
            <Section key={id} id={id} title={name}>
              <History history={history} names={facts.names} root="./" since={facts.axis.from} />
            </Section>
          );
        })}
        <Sources thing="modes" facts={facts} root="./" />
      </>
    ),
  };
}
