import * as z from "zod";
import { HeroRoleSchema, HistoricRoleIdSchema, SubroleIdSchema } from "./hero.ts";
import { SourceSchema, schemaKey, TextSchema } from "./values.ts";

/** The core competitive modes, in the order of the specification. */
export const MODES = ["control", "escort", "hybrid", "push", "flashpoint"] as const;

/** Modes that are gone: Overwatch 1 alone had Assault. */
export const FORMER_MODES = ["assault"] as const;

export const ModeIdSchema = z
  .enum(MODES)
  .meta({ id: "ModeId", description: "Id of a core competitive mode." });

export const ModeSchema = z
  .strictObject({ id: ModeIdSchema, name: TextSchema.describe("The English name.") })
  .meta({ id: "Mode" });

/** The id of a mode of any time. */
export const HistoricModeIdSchema = z
  .enum([...MODES, ...FORMER_MODES])
  .meta({ id: "HistoricModeId", description: "Id of a mode of any time." });

/** A mode of any time. */
export const HistoricModeSchema = ModeSchema.extend({ id: HistoricModeIdSchema });

/** `gamedata/modes.json`. */
export const ModesFileSchema = z.strictObject({
  ...schemaKey,
  modes: z.array(ModeSchema),
  sources: z.array(SourceSchema).min(1),
});

export type Mode = z.infer<typeof ModeSchema>;

export const SubroleSchema = z
  .strictObject({
    id: SubroleIdSchema,
    name: TextSchema.describe("The English name."),
    description: TextSchema.describe("What its heroes are for."),
    passive: TextSchema.describe("The current in-game passive granted by the sub-role."),
  })
  .meta({ id: "Subrole" });

export const RoleSchema = z
  .strictObject({
    id: HeroRoleSchema,
    name: TextSchema.describe("The English name."),
    subroles: z.array(SubroleSchema).describe("In a fixed order."),
  })
  .meta({ id: "Role" });

/** A role of any time. */
export const HistoricRoleSchema = RoleSchema.extend({ id: HistoricRoleIdSchema });

/** `gamedata/roles.json`. */
export const RolesFileSchema = z.strictObject({
  ...schemaKey,
  roles: z.array(RoleSchema),
  sources: z.array(SourceSchema).min(1),
});

export type Role = z.infer<typeof RoleSchema>;
