/** Test cases with all their versions. The stored object is the latest version; earlier ones are its children, by number. */
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import { referenceNotFound } from '../agents/index.ts'
import { modelDataset } from './datasets.ts'
import { listMetrics, parseStar } from './metrics.ts'

type TestCase = Kinds['EvaluationTestCase']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    EvaluationTestCase: { workspace_uuid: string | null }
  }
}

export const createTestCase: Handler<'evaluations_testCases_create'> = ({ body }, ctx) => {
  const { engine, owner } = ctx
  const { name, description = '', metrics: uuids, star_metric: star } = body
  const dataset = parseDataset(ctx, body.dataset_uuid)
  const metrics = listMetrics(ctx, uuids, 'metrics', 'EVALUATION_SCOPE_AGENT')
  const workspace = findWorkspace(ctx, body) ?? null
  assertFree(ctx, name, workspace)
  const fields = {
    name,
    description,
    ...dataset,
    metrics,
    star_metric: parseStar(star, metrics, 'metrics'),
    created_by_user_id: String(owner.number),
    created_by_user_email: owner.email,
    updated_by_user_id: String(owner.number),
    updated_by_user_email: owner.email,
    version: 1,
    total_runs: 0,
    latest_version_number_of_runs: 0,
  }
  const testCase = engine.create('EvaluationTestCase', fields, { hidden: { workspace_uuid: workspace } })
  return { test_case_uuid: testCase.test_case_uuid, evaluation_test_case: testCase }
}

/** @throws Failure 404, 422 */
function parseDataset({ engine }: AccountContext, uuid: string): Pick<TestCase, 'dataset_uuid' | 'dataset_name'> {
  const dataset = engine.get('EvaluationDataset', uuid)
  if (dataset.dataset_type === modelDataset) throw unprocessable('dataset_uuid: the dataset is for models.')
  return { dataset_uuid: dataset.dataset_uuid, dataset_name: dataset.dataset_name }
}

type TestCaseRequest = Operations['evaluations_testCases_create']['body']

function findWorkspace(
  { engine }: AccountContext,
  { workspace_uuid: uuid, agent_workspace_name: name }: TestCaseRequest,
): string | undefined {
  if (uuid || !name) return uuid || undefined
  const found = engine.findUnique('AgentWorkspace', [name])
  if (!found) throw referenceNotFound('agent_workspace_name', 'workspace', name)
  return found.uuid
}

/** Unique within the workspace, or among test cases without one. @throws Failure 409 */
function assertFree({ engine }: AccountContext, name: string, workspace: string | null, own?: string): void {
  const same = engine.list('EvaluationTestCase', { where: [{ field: 'name', equals: name }] })
  const isTaken = same.some(
    ({ test_case_uuid: uuid }) => uuid !== own && engine.getHidden('EvaluationTestCase', uuid).workspace_uuid === workspace,
  )
  if (isTaken) throw conflict('name: already used by another test case of the workspace.')
}

export const getTestCase: Handler<'evaluations_testCases_get'> = ({ path, query }, ctx) => {
  const testCase = findVersion(ctx, path.test_case_uuid, query.evaluation_test_case_version)
  const dataset = ctx.engine.find('EvaluationDataset', testCase.dataset_uuid)
  return {
    evaluation_test_case: { ...testCase, ...(dataset && { dataset: { ...dataset, file_size: Number(dataset.file_size) } }) },
  }
}

function findVersion({ engine }: AccountContext, uuid: string, asked: number | undefined): TestCase {
  const latest = engine.get('EvaluationTestCase', uuid)
  if (asked === undefined || asked === latest.version) return latest
  const found = engine.find('EvaluationTestCase', versionOf(uuid, asked))
  if (!found) throw notFound()
  return { ...found, total_runs: latest.total_runs }
}

const versionOf = (uuid: string, version: number) => ({ parent: childPath(keyOf('EvaluationTestCase', uuid)), id: String(version) })

export const updateTestCase: Handler<'evaluations_testCases_update'> = ({ path: { test_case_uuid: uuid }, body }, ctx) => {
  const { engine, clock, owner } = ctx
  const before = engine.get('EvaluationTestCase', uuid)
  const { name = before.name, description = before.description, dataset_uuid: dataset, metrics: asked, star_metric: star } = body
  const { workspace_uuid: workspace } = engine.getHidden('EvaluationTestCase', uuid)
  assertFree(ctx, name, workspace, uuid)
  const uuids = asked && 'metric_uuids' in asked ? asked.metric_uuids : asked
  const metrics = uuids ? listMetrics(ctx, uuids, 'metrics', 'EVALUATION_SCOPE_AGENT') : before.metrics
  const fields = {
    ...(dataset && parseDataset(ctx, dataset)),
    name,
    description,
    metrics,
    version: before.version + 1,
    latest_version_number_of_runs: 0,
    star_metric: parseStar(star ?? before.star_metric, metrics, 'the metrics'),
    updated_by_user_id: String(owner.number),
    updated_by_user_email: owner.email,
    updated_at: clock.timestamp(),
  }
  const earlier = versionOf(uuid, before.version)
  engine.create('EvaluationTestCase', before, earlier)
  engine.setFields('EvaluationTestCase', earlier, before)
  const testCase = engine.setFields('EvaluationTestCase', uuid, fields)
  return { test_case_uuid: uuid, version: testCase.version, evaluation_test_case: testCase }
}

/** Counts a run of the latest version. */
export function countRun({ engine }: AccountContext, uuid: string): void {
  const { total_runs: all, latest_version_number_of_runs: latest } = engine.get('EvaluationTestCase', uuid)
  engine.setFields('EvaluationTestCase', uuid, { total_runs: all + 1, latest_version_number_of_runs: latest + 1 })
}
