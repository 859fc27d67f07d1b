import type { MicroDropletsHandlers } from '../../generated/handlers.ts'
import { type Family, joinHookTables } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs, addresses } from './handlers.ts'
import { imagesHooks, imagesJobs } from './images.hooks.ts'

export const microDroplets: Family<MicroDropletsHandlers> = {
  handlers,
  hooks: joinHookTables(hooks, imagesHooks),
  jobs: { ...jobs, ...imagesJobs },
  addresses,
}
