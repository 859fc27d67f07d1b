import { scenario, scenarioSet } from './sets.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { Scenario: scenario, ScenarioSet: scenarioSet }
