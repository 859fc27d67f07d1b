import { checkOrganization } from './handlers.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  OrganizationTeam: {
    beforeAccess: (_call, ctx) => checkOrganization(ctx),
    order: 'oldest',
  },
}
