import type { FirewallsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { jobs } from './changes.ts'

export const firewalls: Family<FirewallsHandlers> = { hooks, jobs }
