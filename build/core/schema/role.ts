import * as z from "zod";
import { HeroRoleSchema, HistoricRoleIdSchema, SubroleIdSchema } from "./hero.ts";
import { SourceSchema, schemaKey, TextSchema } from "./values.ts";

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
