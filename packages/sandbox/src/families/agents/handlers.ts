import { updateVisibility } from './deployments.ts'
import { attachFunction } from './functions.ts'
import { attachChild, detachChild, listChildren, updateChild } from './routes.ts'
import { getUsage } from './usage.ts'
import { rollback, rollbackTo } from './versions.ts'
import type { Handlers } from '../family.ts'

export const handlers = {
  agents_updateVisibility: updateVisibility,
  agents_getUsage: getUsage,
  agents_functions_attach: attachFunction,
  agents_children_list: listChildren,
  agents_children_attach: attachChild,
  agents_children_update: updateChild,
  agents_children_detach: detachChild,
  agents_versions_rollback: rollback,
  agents_versions_rollbackTo: rollbackTo,
} satisfies Handlers
