import { PatchKindSchema } from "../../core/schema/patch.ts";
import { DateSchema } from "../../core/schema/values.ts";
import { LanguageSchema } from "../../core/schema/vocabulary.ts";
import { componentRef, inlineSchema } from "./components.ts";
import type { ExampleValues } from "./examples.ts";

/** Every parameter of an operation, by its name. */
export function parameters(values: ExampleValues): object {
  const date = inlineSchema(DateSchema);
  const declare =
    (where: "path" | "query") =>
    (name: keyof ExampleValues, description: string, schema: object = { type: "string" }) => ({
      [name]: {
        name,
        in: where,
        required: where === "path",
        description,
        schema,
        example: values[name],
      },
    });
  const [path, query] = [declare("path"), declare("query")];
  return {
    ...path("game", "Id of a supported game; exact, case included."),
    ...path(
      "hero",
      "A hero's id, its English, Korean or Chinese name, or any alias, in any letter case.",
    ),
    ...path(
      "map",
      "A map's id, name or alias, or a variant by its name or as <map>-<variant>, in any " +
        "letter case.",
    ),
    ...path("role", "A role's id, such as tank."),
    ...path("rule", "A mode's id, all for every mode, or competitive."),
    ...path("patch", "A patch id: its date, suffixed -b, -c, ... for further patches of one day."),
    ...path(
      "language",
      "A language in which the data names every hero.",
      componentRef(LanguageSchema),
    ),
    ...query("since", "Only patches on or after this date.", date),
    ...query("until", "Only patches on or before this date.", date),
    ...query("kind", "Only patches of this kind.", componentRef(PatchKindSchema)),
  };
}
