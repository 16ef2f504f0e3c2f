import type { Hero } from "../../../../core/schema/hero.ts";
import { heroDetails } from "../../../data/details.ts";
import { isOverwatch1 } from "../../../data/eras.ts";
import type { Entry, Facts } from "../facts.ts";
import { count, shortDate } from "../format.ts";
import { isInSeason, seasonPath } from "../seasons.ts";
import { isArrival, tallyOf } from "../tally.ts";
import { Tags } from "./mark.tsx";
import { Day } from "./time.tsx";

const ROOT = "../";

/** Short answers to the first questions about a hero. */
export function HeroSummary({ hero, facts }: { hero: Hero; facts: Facts }) {
  const thing = `heroes/${hero.id}`;
  const history = facts.historyOf(thing);
  const [newest] = history;
  const season = facts.seasons.at(-1);
  const now = history.filter(({ patch }) => season !== undefined && isInSeason(patch.date, season));
  const changes = now.flatMap((entry) => entry.changes);
  return (
    <dl class="summary">
      <div>
        <dt>Last changed</dt>
        {newest === undefined ? (
          <dd>
            <b>Never</b> <span>since the record began, {shortDate(facts.axis.from)}</span>
          </dd>
        ) : (
          <dd>
            <b>
              <Day date={newest.patch.date} />
            </b>
            <a href={`${ROOT}patches/${newest.patch.id}#heroes-${hero.id}`}>{newest.patch.name}</a>
            <span>{describeCount(history)}</span>
          </dd>
        )}
      </div>
      <div>
        <dt>This season</dt>
        <dd>
          {changes.length === 0 ? (
            <b>Unchanged</b>
          ) : isArrival(thing, changes) ? (
            <span class="tag plain">new hero</span>
          ) : (
            <Tags tally={tallyOf(changes)} />
          )}
          {season === undefined ? null : (
            <a href={`${ROOT}${seasonPath(season, facts.seasons)}?hero=${hero.id}`}>
              {season.name}: {season.title}
            </a>
          )}
        </dd>
      </div>
      <HealthChanged hero={hero} facts={facts} />
      <HowSure hero={hero} facts={facts} />
      <Released hero={hero} facts={facts} />
    </dl>
  );
}

/** How many patches changed a hero, in each of the two games. */
function describeCount(history: readonly Entry[]): string {
  const before = history.filter(({ patch }) => isOverwatch1(patch.date)).length;
  const now = count(history.length - before, "patch", "patches");
  return before === 0 ? now : `${now}, and ${before} of Overwatch 1`;
}

/** How many figures rest on two independent sources or more. The page marks the others. */
function HowSure({ hero, facts }: { hero: Hero; facts: Facts }) {
  const { abilities, perks } = heroDetails(facts, hero.id);
  const figures = [...abilities, ...perks].flatMap((one) => one.figures);
  const sure = figures.filter(({ gap }) => gap === undefined).length;
  return (
    <div>
      <dt>How sure</dt>
      <dd>
        <b>
          {sure} of {figures.length} values
        </b>
        <a href="#sources">rest on two independent sources or more</a>
      </dd>
    </div>
  );
}

/** When the hero joined the game, and which hero it was. */
function Released({ hero, facts }: { hero: Hero; facts: Facts }) {
  const { release } = heroDetails(facts, hero.id);
  if (release === null) return null;
  return (
    <div>
      <dt>Released</dt>
      <dd>
        <b>{shortDate(release.date)}</b>
        <span>{release.number === null ? "with the game" : `hero ${release.number}`}</span>
      </dd>
    </div>
  );
}

/** When the health last changed. If never, the day from which that is known. */
function HealthChanged({ hero, facts }: { hero: Hero; facts: Facts }) {
  const thing = `heroes/${hero.id}`;
  const history = facts.historyOf(thing);
  const last = history.find(({ changes }) =>
    changes.some(({ target }) => target.startsWith(`${thing}/health/`)),
  );
  const arrival = history.find(({ changes }) => isArrival(thing, changes));
  return (
    <div>
      <dt>Health changed</dt>
      {last === undefined ? (
        <dd>
          <b>Never</b>
          <span>
            {arrival === undefined
              ? `since the record began, ${shortDate(facts.axis.from)}`
              : `since the hero arrived, ${shortDate(arrival.patch.date)}`}
          </span>
        </dd>
      ) : (
        <dd>
          <b>{shortDate(last.patch.date)}</b>
          <a href={`#patch-${last.patch.id}`}>{last.patch.name}</a>
        </dd>
      )}
    </div>
  );
}
