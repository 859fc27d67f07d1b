import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, jobs } from './handlers.ts'

export type { Scenario } from './scenarios.ts'
export { readWriter, ready } from './sets.ts'

export const scenarioSets: Family = { handlers, hooks, jobs }
