/** Evaluations of agents: datasets, metrics, test cases and their runs. Each has a file in `evaluations/`. */
import { createDataset, getDownloadUrl } from './datasets.ts'
import { runTestCase } from './runs.ts'
import { getTestCase } from './test-cases.ts'
import { createFileUploads } from '../../shared/file-uploads.ts'
import { deleteUpload } from '../../shared/signed-files.ts'
import type { Handlers, Jobs } from '../family.ts'

export const handlers = {
  evaluations_datasets_createFileUploads: createFileUploads,
  evaluations_datasets_create: createDataset,
  evaluations_datasets_getDownloadUrl: getDownloadUrl,
  evaluations_testCases_get: getTestCase,
  evaluations_runs_create: runTestCase,
} satisfies Handlers

export const jobs: Jobs = { 'uploads.delete': deleteUpload }
