import fc from "fast-check";
import { marked } from "marked";
import { expect, it } from "vitest";
import { healthOf } from "../../../../build/core/game/state-as-of.ts";
import { heroMarkdown } from "../../../../build/generator/pages/hero-markdown.ts";
import { markdownText } from "../../../../build/generator/pages/markdown.ts";
import { REAL_FACTS as facts } from "../../../helpers/real-game.ts";
import { wordsOf } from "../../../helpers/words-of.ts";

/** The words of Markdown as it is read. */
const wordsIn = (markdown: string) => wordsOf(marked.parse(markdown, { async: false }));

it.each(facts.heroes.map((hero) => [hero.id, hero] as const))(
  "the Markdown of a hero reports every fact of %s, and how sure it is",
  (id, hero) => {
    const words = wordsIn(heroMarkdown(hero, facts));
    expect(words).toContain(`last changed in patch ${hero.patch}`);
    expect(words).toContain(`Health: ${healthOf(hero.health).total}`);
    for (const name of [...Object.values(hero.names), ...hero.aliases])
      expect(words).toContain(name);
    for (const { name, description } of hero.abilities) {
      expect(words).toContain(name);
      expect(words).toContain(description ?? "");
    }
    for (const { name, tier, effect } of hero.perks) {
      expect(words).toContain(`${name} (${tier})`);
      expect(words).toContain(effect ?? "");
    }
    const figures = [...hero.abilities, ...hero.perks].flatMap((one) => one.figures);
    for (const { since, gap } of figures) {
      if (since !== undefined) expect(words).toContain(`since patch ${since}`);
      if (gap !== undefined) expect(words).toContain(gap);
    }
    for (const { reason } of hero.gaps) expect(words).toContain(reason);
    for (const { changes } of facts.patches) {
      for (const { target, text } of changes) {
        if (!target.startsWith(`heroes/${id}/`)) continue;
        const sentence = text.replace(`${hero.name}: `, "").slice(1);
        expect(words).toContain(sentence.replace(/\s+/g, " "));
      }
    }
  },
);

it("text in Markdown is read as it was written, whatever marks it holds", () => {
  const line = fc
    .string({ unit: fc.constantFrom(..."`*_[]()<>&|~#@!\\-+=.:/ 1ab", "www.", "http://", "&lt;") })
    .map((text) => text.trim())
    .filter((text) => text !== "");

  fc.assert(
    fc.property(line, (text) => {
      const html = marked.parse(`- ${markdownText(text)}`, { async: false });
      expect(html).toMatch(/^<ul>\n<li>[^<]*<\/li>\n<\/ul>\n$/);
      expect(wordsIn(`- ${markdownText(text)}`).trim()).toBe(text.replace(/\s+/g, " "));
    }),
    { numRuns: 300 },
  );
});
