/** Test cases with all their versions. The stored object is the latest version; earlier ones are hidden fields. */
import type { Call, Handler } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { referenceNotFound } from '../agents/index.ts'
import { modelDataset } from './datasets.ts'
import { listMetrics, parseStar } from './metrics.ts'

type TestCase = Kinds['EvaluationTestCase']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    EvaluationTestCase: { workspace_uuid: string | null; versions: readonly TestCase[] }
  }
}

export const testCase: ResourceHooks<'EvaluationTestCase'> = {
  parseCreate: ({ body }: Call<'evaluations_testCases_create'>, ctx) => {
    const { name, description = '', star_metric: star } = body
    const workspace = findWorkspace(ctx, body) ?? null
    assertFree(ctx, name, workspace)
    const metrics = listMetrics(ctx, body.metrics, 'metrics', 'EVALUATION_SCOPE_AGENT')
    return {
      fields: {
        name,
        description,
        ...parseDataset(ctx, body.dataset_uuid),
        metrics,
        star_metric: parseStar(star, metrics, 'metrics'),
        created_by_user_id: String(ctx.owner.number),
        created_by_user_email: ctx.owner.email,
        ...describeEditor(ctx),
        version: 1,
        total_runs: 0,
        latest_version_number_of_runs: 0,
      },
      hidden: { workspace_uuid: workspace, versions: [] },
    }
  },
  parseUpdate: ({ body }: Call<'evaluations_testCases_update'>, ctx, before, key) => {
    const {
      name = before.name,
      description = before.description,
      dataset_uuid: dataset,
      metrics: requestedMetrics,
      star_metric: star,
    } = body
    const { workspace_uuid: workspace, versions } = ctx.engine.getHidden('EvaluationTestCase', key)
    assertFree(ctx, name, workspace, key.id)
    const uuids = requestedMetrics && 'metric_uuids' in requestedMetrics ? requestedMetrics.metric_uuids : requestedMetrics
    const metrics = uuids ? listMetrics(ctx, uuids, 'metrics', 'EVALUATION_SCOPE_AGENT') : before.metrics
    ctx.engine.setHidden('EvaluationTestCase', key, { versions: [...versions, before] })
    return {
      set: {
        ...(dataset && parseDataset(ctx, dataset)),
        name,
        description,
        metrics,
        version: before.version + 1,
        latest_version_number_of_runs: 0,
        star_metric: parseStar(star ?? before.star_metric, metrics, 'the metrics'),
        ...describeEditor(ctx),
        updated_at: ctx.clock.timestamp(),
      },
    }
  },
  envelope: {
    evaluations_testCases_create: ({ value }) => ({ test_case_uuid: value.test_case_uuid }),
    evaluations_testCases_update: ({ value }) => ({ test_case_uuid: value.test_case_uuid, version: value.version }),
  },
}

const describeEditor = ({ owner }: AccountContext) => ({ updated_by_user_id: String(owner.number), updated_by_user_email: owner.email })

/** @throws Failure 404, 422 */
function parseDataset({ engine }: AccountContext, uuid: string): Pick<TestCase, 'dataset_uuid' | 'dataset_name'> {
  const { dataset_type: type, dataset_uuid, dataset_name } = engine.get('EvaluationDataset', uuid)
  if (type === modelDataset) throw unprocessable('dataset_uuid: the dataset is for models.')
  return { dataset_uuid, dataset_name }
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

export const getTestCase: Handler<'evaluations_testCases_get'> = ({ path: { test_case_uuid: uuid }, query }, { engine }) => {
  const latest = engine.get('EvaluationTestCase', uuid)
  const { evaluation_test_case_version: number = latest.version } = query
  const found = [latest, ...engine.getHidden('EvaluationTestCase', uuid).versions].find(({ version }) => version === number)
  if (!found) throw notFound()
  const dataset = engine.find('EvaluationDataset', found.dataset_uuid)
  return {
    evaluation_test_case: {
      ...found,
      total_runs: latest.total_runs,
      ...(dataset && { dataset: { ...dataset, file_size: Number(dataset.file_size) } }),
    },
  }
}
