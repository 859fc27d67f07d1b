import type { MicroDropletsHandlers } from '../../generated/handlers.ts'
import { type Family, joinHookTables } from '../family.ts'
import { hooks } from './hooks.ts'
import { jobs, addresses } from './jobs.ts'
import { imagesHooks } from './images.hooks.ts'

export const microDroplets: Family<MicroDropletsHandlers> = {
  hooks: joinHookTables(hooks, imagesHooks),
  jobs,
  addresses,
}
