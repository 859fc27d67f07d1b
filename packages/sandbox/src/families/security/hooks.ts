import type { AccountContext } from '../../engine/account-context.ts'
import { finishScan, splitUrn } from './scan.ts'
import { createDeleteHooks } from '../../shared/project-urns.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

/** Removes the suppressions of a deleted resource. */
function removeSuppressions(urn: string, { engine }: AccountContext): void {
  const [type, id] = splitUrn(urn)
  for (const each of engine.list('SecuritySuppression', { where: [{ field: 'resource_id', equals: id }] }))
    if (each.resource_type === type) engine.delete('SecuritySuppression', each.id)
}

export const hooks: HooksByKind = {
  ...createDeleteHooks(removeSuppressions),
  SecurityScan: { onEnter: { COMPLETED: (scan, _key, ctx) => finishScan(scan, ctx) } },
}
