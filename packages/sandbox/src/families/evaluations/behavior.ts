/** Evaluations of agents: datasets, metrics, test cases and their runs. Each has a file in `evaluations/`. */
import { createDataset, dataset, getDownloadUrl } from './datasets.ts'
import { createMetric, listAgentMetrics, ownMetric, seedMetrics, updateMetric } from './metrics.ts'
import { takeStep } from './run-state.ts'
import { getResult, getRun, listResultsOfRun, listRunsByTestCase, runTestCase } from './runs.ts'
import { createTestCase, getTestCase, updateTestCase } from './test-cases.ts'
import type { FamilyBehavior } from '../family.ts'
import { createFileUploads } from '../../shared/file-uploads.ts'
import { fileAddresses, forgetFile } from '../../shared/signed-files.ts'

export const evaluations: FamilyBehavior = {
  behaviors: {
    evaluations_create_file_uploads: createFileUploads,
    evaluations_create_dataset: createDataset,
    evaluations_get_dataset_download_url: getDownloadUrl,
    evaluations_list_metrics: listAgentMetrics,
    evaluations_create_custom_metric: createMetric,
    evaluations_update_custom_metric: updateMetric,
    evaluations_create_test_case: createTestCase,
    evaluations_get_test_case: getTestCase,
    evaluations_update_test_case: updateTestCase,
    evaluations_run_test_case: runTestCase,
    evaluations_list_runs_by_test_case: listRunsByTestCase,
    evaluations_get_run: getRun,
    evaluations_list_run_results: listResultsOfRun,
    evaluations_get_run_result: getResult,
  },
  kinds: { EvaluationDataset: dataset, EvaluationMetric: ownMetric },
  due: {
    'evaluations.step': takeStep,
    'signedFiles.forget': ({ path }: { readonly path: string }, world) => forgetFile(world, path),
  },
  addresses: fileAddresses,
  seed: seedMetrics,
}
