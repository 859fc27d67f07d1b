import { workspace, inSameWorkspace } from './handlers.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { AgentWorkspace: workspace, EvaluationTestCase: { related: ({ id }) => [inSameWorkspace(id)] } }
