import { pool } from './pools.handlers.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const poolsHooks: HooksByKind = { DatabasePool: pool }
