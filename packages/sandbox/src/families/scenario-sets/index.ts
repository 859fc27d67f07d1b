import type { ScenarioSetsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export type { Scenario } from './scenarios.ts'
export { requireWriter, ready } from './sets.ts'

export const scenarioSets: Family<ScenarioSetsHandlers> = { handlers, hooks }
