import type { MicroDropletsHandlers } from '../../generated/handlers.ts'
import { type Family, joinHookTables } from '../family.ts'
import { hooks } from './hooks.ts'
import { answerEndpoint } from './endpoint.ts'
import { pauseIdle } from './runs.ts'
import { imagesHooks } from './images.hooks.ts'

export const microDroplets: Family<MicroDropletsHandlers> = {
  hooks: joinHookTables(hooks, imagesHooks),
  jobs: { 'microDroplets.pauseIdle': pauseIdle },
  addresses: [{ prefix: '/microdroplets/', respond: answerEndpoint }],
}
