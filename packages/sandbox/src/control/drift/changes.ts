/** Changes that drift can make. */
export const driftChanges = ['rename', 'retag', 'resize', 'add_rule', 'delete'] as const
export type DriftChange = (typeof driftChanges)[number]
