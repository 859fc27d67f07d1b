import type { SimulationRunsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { files, handlers } from './handlers.ts'

export const simulationRuns: Family<SimulationRunsHandlers> = { handlers, hooks, addresses: [files.address] }
