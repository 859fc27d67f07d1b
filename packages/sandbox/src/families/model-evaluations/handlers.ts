/** Evaluations of models and routers: runs and their presets. Agent evaluations use the same datasets and metrics. */
import { cancelRun, deleteRun, getDownloadUrl, getRun, renameRun } from './runs.ts'
import { createFileUploads } from '../../shared/file-uploads.ts'
import type { Handlers } from '../family.ts'

export const handlers = {
  modelEvaluations_datasets_createFileUploads: createFileUploads,
  modelEvaluations_runs_get: getRun,
  modelEvaluations_runs_update: renameRun,
  modelEvaluations_runs_cancel: cancelRun,
  modelEvaluations_runs_delete: deleteRun,
  modelEvaluations_runs_getDownloadUrl: getDownloadUrl,
} satisfies Handlers
