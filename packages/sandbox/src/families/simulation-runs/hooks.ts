import { onEnter, stopRunsOf } from './run-state.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { removeFile } from '../../shared/signed-files.ts'
import { fileOf } from './journeys.ts'
import { describeRun } from './runs.ts'

const simulationRun: ResourceHooks<'SimulationRun'> = {
  onEnter,
  serialize: describeRun,
  afterDelete: (run, _key, ctx, { plan }) => {
    for (const planned of plan.journeys) removeFile(ctx, fileOf(run, planned))
  },
}

export const hooks: HooksByKind = { SimulationRun: simulationRun, Agent: { afterDelete: stopRunsOf } }
