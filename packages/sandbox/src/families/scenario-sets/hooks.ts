import { generateScenarios, ready, removeScenarioFile } from './sets.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  ScenarioSet: {
    onEnter: { [ready]: (set, _key, ctx) => generateScenarios(set, ctx) },
    afterDelete: removeScenarioFile,
  },
}
