import { KEY_LABELS } from "../../client/match-log/keys.ts";
import { healthOf } from "../../core/game/state-as-of.ts";
import { describeSure, holdsFor, isSure, showValue } from "../../core/game/words.ts";
import { grouped } from "../../core/grouped.ts";
import type { Figure, HeroDetails } from "../../core/schema/details.ts";
import { capital, count } from "./explorer/format.ts";
import { type Facts, subroleOf } from "./facts.ts";
import { markdownText as text } from "./markdown.ts";

/**
 * A hero's page as Markdown, for programs that read text: facts, kit with figures, perks, the
 * changes of each patch, and how sure the values are.
 */
export function heroMarkdown(hero: HeroDetails, facts: Facts): string {
  const parts = [
    ...factLines(hero, facts),
    ...kitLines(hero),
    ...perkLines(hero),
    ...historyLines(hero, facts),
    ...evidenceLines(hero, facts),
  ];
  return `${parts.join("\n")}\n`;
}

function factLines(hero: HeroDetails, facts: Facts): string[] {
  const { id, name, names, role, subrole, aliases } = hero;
  const health = healthOf(hero.health);
  const sub = subroleOf(hero, facts);
  const kinds = Object.entries(health)
    .filter(([kind, value]) => kind !== "total" && value > 0)
    .map(([kind, value]) => `${value} ${kind}`);
  return [
    `# ${text(name)}`,
    "",
    `A hero of ${text(facts.game.name)}, last changed in patch ${hero.patch}.`,
    "",
    `- Id: ${id}`,
    `- Role: ${text(facts.nameOf(`roles/${role}`))}`,
    subrole === null
      ? "- Sub-role: none"
      : `- Sub-role: ${text(sub?.name ?? subrole)}. Its passive: ` +
        text(sub?.passive ?? "not known"),
    `- Health: ${health.total} (${kinds.join(", ")})`,
    `- Names: ${text(names.en)}, ${text(names.ko)}, ${text(names.zh)}`,
    ...(aliases.length === 0 ? [] : [`- Other spellings: ${aliases.map(text).join(", ")}`]),
    `- As JSON: <${facts.baseUrl}/v1/${facts.game.id}/heroes/${id}>`,
  ];
}

function kitLines({ abilities }: HeroDetails): string[] {
  const parts = abilities.flatMap(({ kind, key, name, description, figures }) =>
    partLines(`${name} (${key ? KEY_LABELS[key] : capital(kind)})`, [description], figures),
  );
  return ["", "## Kit", ...parts];
}

function perkLines({ perks, abilities }: HeroDetails): string[] {
  const parts = perks.flatMap(({ name, tier, effect, affects, figures, since, gap }) => {
    const affected = abilities.filter(({ id }) => affects.includes(id)).map((one) => one.name);
    const words = [
      effect,
      affected.length > 0 && `Affects ${affected.join(", ")}.`,
      since && `Since patch ${since}.`,
      gap && `Less sure: ${gap}.`,
    ];
    return partLines(`${name} (${tier})`, words, figures);
  });
  return perks.length === 0 ? [] : ["", "## Perks", ...parts];
}

/** An ability or a perk: its title, what it does, and its figures. */
function partLines(
  title: string,
  words: readonly (string | false | null | undefined)[],
  figures: readonly Figure[],
): string[] {
  const about = words.filter(Boolean).join(" ");
  const lines = figures.map((figure) => {
    const { field, label, value, unit, readAs, since, sure, gap } = figure;
    const rests = isSure(sure) ? "" : describeSure(sure);
    const about = [holdsFor(figure), since && `since patch ${since}`, rests, readAs, gap];
    const holds = about.filter(Boolean).join("; ");
    const shown = showValue(value, { target: field, unit }) + (holds && ` (${holds})`);
    return `- ${text(capital(label))}: ${text(shown)}`;
  });
  return ["", `### ${text(title)}`, "", ...(about ? [text(about), ""] : []), ...lines];
}

function historyLines({ id }: HeroDetails, facts: Facts): string[] {
  const patches = facts.historyOf(`heroes/${id}`).flatMap((patch) => {
    const { name: title, heroes, changes } = patch;
    const sides = heroes.map(({ side, summary }) => `- In short, ${side}: ${text(summary)}`);
    const lines = changes.map((one) => `- ${text(one.text)}`);
    return ["", `### ${patch.id}: ${text(title)}`, "", ...sides, ...lines];
  });
  const none = ["", `No patch changed it since the record began on ${facts.axis.from}.`];
  return ["", "## History", ...(patches.length === 0 ? none : patches)];
}

function evidenceLines(
  { id, patch, onRecordSince, sources, abilities, perks }: HeroDetails,
  facts: Facts,
): string[] {
  const figures = [...abilities, ...perks].flatMap((one) => one.figures);
  const unsure = grouped(
    facts
      .gapsOf(`heroes/${id}`)
      .map(({ part, field, reason }) => [reason, `${part} ${field}`.trim()]),
  );
  const shown = new Set(figures.map(({ gap }) => gap)); // it is next to the figure
  return [
    "",
    "## Evidence",
    "",
    `- Patch ${patch} was the last that changed the hero. What names no patch has been so since ` +
      `${onRecordSince} or longer.`,
    `- Sources were searched for newer patches up to ${facts.game.lastChecked}.`,
    ...[...unsure].flatMap(([reason, about]) =>
      shown.has(reason) ? [] : `- Not sure: ${text(about.join(", "))}: ${text(reason)}`,
    ),
    "- Figures without a remark are printed by the publisher or have two independent sources.",
    `- Values were read at ${count(sources.length, "address", "addresses")}: ` +
      `<${facts.baseUrl}/heroes/${id}#sources>`,
  ];
}
