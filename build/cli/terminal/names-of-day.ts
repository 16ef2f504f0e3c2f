import { basename } from "node:path";
import { dayInName } from "../../client/match-log/check-files.ts";
import { type Names, namesOf } from "../../client/names.ts";
import { DateSchema } from "../../core/schema/values.ts";
import { type GameData, newestPatch } from "../../generator/data/game-data.ts";
import { namesAsOf } from "../../generator/history/names-as-of.ts";
import { momentAsOf } from "../../generator/history/timeline.ts";
import { offeredPatch } from "./data-folder.ts";
import { InputError, note } from "./terminal.ts";

/** What `--day` says of itself, for every command that has it. */
export const DAY = "use the names of this day, YYYY-MM-DD";

/** The names of the game on a day, with the patch that made it so. */
export type NamesOfDay = { patch: string; names: Names };

/** Names by day. The names of a state are made once. */
export class NamesByDay {
  readonly #data: GameData;
  readonly #known = new Map<string, NamesOfDay>();

  constructor(data: GameData) {
    this.#data = data;
  }

  /** The names of a day that a person gave; of today without one. Throws `InputError`. */
  of(day: string | undefined): NamesOfDay {
    if (day === undefined) return this.#asOf(newestPatch(this.#data));
    if (!DateSchema.safeParse(day).success)
      throw new InputError(`--day: "${day}" is not a day; expected YYYY-MM-DD`);
    return this.#asOf(offeredPatch(this.#data, day));
  }

  /**
   * The names of the day in a file's name, else of today. The oldest names on record stand in for
   * older ones.
   */
  ofFile(file: string): NamesOfDay {
    const day = dayInName(basename(file));
    const oldest = this.#data.game.historyFrom;
    if (day === undefined || day >= oldest) return this.of(day);
    note(`${file}: ${day} is before the record; the names are those of ${oldest}`);
    return this.#asOf(oldest);
  }

  #asOf(patch: string): NamesOfDay {
    const known = this.#known.get(patch);
    if (known !== undefined) return known;
    const moment = momentAsOf(this.#data, patch);
    if (moment === undefined) throw new RangeError(`no patch ${patch} is recorded`);
    const made = { patch, names: namesOf(namesAsOf(this.#data, patch, moment.state)) };
    this.#known.set(patch, made);
    return made;
  }
}
