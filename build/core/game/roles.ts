/** The roles of heroes, in the order of the specification, which is that of every list. */
export const ROLES = ["tank", "damage", "support"] as const;
