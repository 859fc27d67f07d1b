/** Evaluations of bare models and routers: runs and the presets they leave. Datasets and metrics are shared with those of agents. */
import { listModelMetrics } from '../evaluations/index.ts'
import type { FamilyBehavior } from '../family.ts'
import { takeStep } from './run-state.ts'
import { cancelRun, createRun, deleteRun, getDownloadUrl, getRun, listRuns, renameRun } from './runs.ts'
import { createFileUploads } from '../../shared/file-uploads.ts'

export const modelEvaluations: FamilyBehavior = {
  behaviors: {
    modelEvaluations_create_file_uploads: createFileUploads,
    modelEvaluations_list_metrics: listModelMetrics,
    modelEvaluations_list_runs: listRuns,
    modelEvaluations_create_run: createRun,
    modelEvaluations_get_run: getRun,
    modelEvaluations_update_run: renameRun,
    modelEvaluations_cancel_run: cancelRun,
    modelEvaluations_delete_run: deleteRun,
    modelEvaluations_get_run_download_url: getDownloadUrl,
  },
  kinds: { ModelEvaluationPreset: { order: 'name' } },
  due: { 'modelEvaluations.step': takeStep },
}
