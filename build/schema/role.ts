import * as z from "zod";
import { ROLES, SUBROLES } from "./hero.ts";
import { SourceSchema, schemaKey, TextSchema } from "./values.ts";

export const SubroleSchema = z
  .strictObject({
    id: z.enum(SUBROLES),
    name: TextSchema,
    description: TextSchema,
    passive: TextSchema.describe("The current in-game passive granted by the sub-role."),
  })
  .meta({ id: "Subrole" });

export const RoleSchema = z
  .strictObject({
    id: z.enum(ROLES),
    name: TextSchema,
    subroles: z.array(SubroleSchema),
  })
  .meta({ id: "Role" });

/** `gamedata/roles.json`. */
export const RolesFileSchema = z.strictObject({
  ...schemaKey,
  roles: z.array(RoleSchema),
  sources: z.array(SourceSchema).min(1),
});

export type Role = z.infer<typeof RoleSchema>;
export type RolesFile = z.infer<typeof RolesFileSchema>;
