import { checkOrganization } from './organization.ts'
import { type HooksByKind, oldestFirst } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  OrganizationTeam: {
    beforeAccess: (_call, ctx) => checkOrganization(ctx),
    listQuery: oldestFirst,
  },
}
