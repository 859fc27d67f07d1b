import { onEnter, stopRunsOf } from './run-state.ts'
import { conflict } from '../../engine/failure.ts'
import { hasEnded } from '../../shared/simulation-states.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { removeFile } from '../../shared/signed-files.ts'
import { fileOf } from './journeys.ts'
import { describeRun, listScenarioResults } from './runs.ts'

const simulationRun: ResourceHooks<'SimulationRun'> = {
  onEnter,
  serialize: describeRun,
  operations: {
    simulationRuns_cancel: (_call, _ctx, run) => {
      if (hasEnded(run)) throw conflict('The run has ended.')
    },
  },
  envelope: { simulationRuns_get: ({ value }, ctx) => ({ scenario_results: listScenarioResults(ctx, value) }) },
  beforeDelete: (run) => {
    if (!hasEnded(run)) throw conflict('The run has not ended. Cancel it first.')
  },
  afterDelete: (run, _key, ctx, { plan }) => {
    for (const planned of plan.journeys) removeFile(ctx, fileOf(run, planned))
  },
}

export const hooks: HooksByKind = { SimulationRun: simulationRun, Agent: { afterDelete: stopRunsOf } }
