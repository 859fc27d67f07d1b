import { user } from './users.handlers.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const usersHooks: HooksByKind = { DatabaseUser: user }
