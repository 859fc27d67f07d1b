import type { DropletsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs } from './handlers.ts'
import { destroyHandlers, destroyJobs } from './destroy.handlers.ts'

export { parsePolicy, useBackups } from './backups.ts'
export { captureDroplet } from './droplet-snapshot.ts'
export { createV6 } from './networks.ts'
export { type DropletPlan, planDroplets, parseImage, requireSize } from './droplet-plan.ts'
export { startDroplet } from './droplet-start.ts'

export const droplets: Family<DropletsHandlers> = {
  handlers: { ...handlers, ...destroyHandlers },
  hooks,
  jobs: { ...jobs, ...destroyJobs },
}
