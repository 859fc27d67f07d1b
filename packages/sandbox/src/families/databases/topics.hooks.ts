import { topic } from './topics.handlers.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const topicsHooks: HooksByKind = { DatabaseTopic: topic }
