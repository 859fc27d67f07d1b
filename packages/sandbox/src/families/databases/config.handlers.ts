/** Configuration of a cluster: changes are stored and override the defaults of the engine and the nodes. */
import { requireCluster } from './clusters.ts'
import type { Parameters } from './parameters.ts'
import type { Handlers } from '../family.ts'
import { parseConfig, changeConfig } from './config.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Parameters as sent in the request. */
    DatabaseConfig: { parameters?: Parameters }
  }
}

export const configHandlers = {
  databases_config_get: (call, ctx) => ({ config: parseConfig(ctx, requireCluster(call, ctx)) }),
  databases_config_update: (call, ctx) => changeConfig(ctx, requireCluster(call, ctx), call.body.config),
} satisfies Handlers
