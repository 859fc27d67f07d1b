import type { OrganizationsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, seed } from './handlers.ts'

export { firstTeamNumber } from './organization.ts'

export const organizations: Family<OrganizationsHandlers> = { handlers, hooks, seed }
