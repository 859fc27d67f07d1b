import { removeScenarioFile } from './sets.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = {
  ScenarioSet: {
    afterDelete: removeScenarioFile,
  },
}
