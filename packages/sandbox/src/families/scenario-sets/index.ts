import type { ScenarioSetsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'
import { files } from './sets.ts'

export { requireWriter, ready, listScenarios, type Scenario } from './sets.ts'

export const scenarioSets: Family<ScenarioSetsHandlers> = { handlers, hooks, addresses: [files.address] }
