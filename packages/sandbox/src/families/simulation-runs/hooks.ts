import { stopRunsOf } from './run-state.ts'
import { simulationRun } from './runs.ts'
import type { HooksByKind } from '../../engine/hooks.ts'

export const hooks: HooksByKind = { SimulationRun: simulationRun, Agent: { afterDelete: stopRunsOf } }
