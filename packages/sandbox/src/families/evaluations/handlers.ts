/** Evaluations of agents: datasets, metrics, test cases and their runs. Each has a file in `evaluations/`. */
import { createDataset, getDownloadUrl } from './datasets.ts'
import { listAgentMetrics } from './metrics.ts'
import { getResult, getRun, listResultsOfRun, listRunsByTestCase, runTestCase } from './runs.ts'
import { createTestCase, getTestCase, updateTestCase } from './test-cases.ts'
import { createFileUploads } from '../../shared/file-uploads.ts'
import { removeFile } from '../../shared/signed-files.ts'
import type { Handlers, Jobs } from '../family.ts'

export const handlers = {
  evaluations_datasets_createFileUploads: createFileUploads,
  evaluations_datasets_create: createDataset,
  evaluations_datasets_getDownloadUrl: getDownloadUrl,
  evaluations_metrics_list: listAgentMetrics,
  evaluations_testCases_create: createTestCase,
  evaluations_testCases_get: getTestCase,
  evaluations_testCases_update: updateTestCase,
  evaluations_runs_create: runTestCase,
  evaluations_testCases_listRuns: listRunsByTestCase,
  evaluations_runs_get: getRun,
  evaluations_runs_listResults: listResultsOfRun,
  evaluations_runs_getResult: getResult,
} satisfies Handlers

export const jobs: Jobs = {
  'signedFiles.forget': ({ path }: { readonly path: string }, ctx) => removeFile(ctx, path),
}
