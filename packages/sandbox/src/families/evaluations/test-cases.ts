/** Test cases, each kept in all its versions. The stored object is the latest; earlier ones are hidden with it. */
import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Key } from '../../store/store.ts'
import { missing, readId } from '../agents/index.ts'
import { datasetKey, modelDataset } from './datasets.ts'
import { readMetrics, readStar } from './metrics.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    EvaluationTestCase: { workspace_uuid: string | null; versions: Readonly<Record<string, Kinds['EvaluationTestCase']>> }
  }
}

const kind = 'EvaluationTestCase'

export const testCaseKey = (uuid: unknown): Key => ({ kind, id: String(uuid) })

export const createTestCase: Behavior = (call, world) => {
  const { engine, owner } = world
  const body = readBody(call)
  const { name, description = '', metrics: uuids, star_metric: star } = body
  const dataset = readDataset(world, body['dataset_uuid'])
  const metrics = readMetrics(world, uuids as readonly unknown[], 'metrics', 'EVALUATION_SCOPE_AGENT') // the schema requires the list
  const workspace = readWorkspace(world, body)
  checkName(world, name, workspace)
  const user = { id: owner.number, email: owner.email }
  const fields = {
    name,
    description,
    ...dataset,
    metrics,
    star_metric: readStar(star as Value, metrics, 'metrics'),
    created_by_user_id: user.id,
    created_by_user_email: user.email,
    updated_by_user_id: user.id,
    updated_by_user_email: user.email,
  }
  const testCase = engine.create(kind, fields, { hidden: { workspace_uuid: workspace ?? null, versions: {} } })
  return { body: JSON.stringify({ test_case_uuid: testCase['test_case_uuid'], evaluation_test_case: testCase }) }
}

/** @throws Failure 404, 422 */
function readDataset({ engine }: World, uuid: unknown): Value {
  const dataset = engine.find(datasetKey(uuid))
  if (!dataset) throw missing('dataset_uuid', 'dataset', uuid)
  if (dataset['dataset_type'] === modelDataset) throw unprocessable('dataset_uuid: the dataset is for models.')
  return { dataset_uuid: dataset['dataset_uuid'], dataset_name: dataset['dataset_name'] }
}

function readWorkspace({ engine, store }: World, body: Value): string | undefined {
  const [uuid, name] = [readId(body, 'workspace_uuid'), readId(body, 'agent_workspace_name')]
  if (uuid !== undefined && !engine.find({ kind: 'AgentWorkspace', id: uuid })) throw missing('workspace_uuid', 'workspace', uuid)
  if (uuid !== undefined || name === undefined) return uuid
  const text = store.byUnique('AgentWorkspace', JSON.stringify([name]))
  if (text === undefined) throw missing('agent_workspace_name', 'workspace', name)
  return String((JSON.parse(text) as Value)['uuid'])
}

/** Unique within the workspace, or among those that are in none. @throws Failure 409 */
function checkName({ engine }: World, name: unknown, workspace: string | undefined, own?: string): void {
  const same = engine.all({ kind, where: [{ field: 'name', equals: String(name) }] }).filter(({ test_case_uuid: uuid }) => uuid !== own)
  if (same.some(({ test_case_uuid: uuid }) => (engine.hidden(testCaseKey(uuid))['workspace_uuid'] ?? undefined) === workspace))
    throw conflict('name: already used by another test case of the workspace.')
}

export const getTestCase: Behavior = (call, world) => {
  const { engine } = world
  const testCase = findVersion(world, testCaseKey(call.path['test_case_uuid']), call.query['evaluation_test_case_version'])
  const dataset = engine.find(datasetKey(testCase['dataset_uuid']))
  return {
    body: JSON.stringify({
      evaluation_test_case: { ...testCase, ...(dataset && { dataset: { ...dataset, file_size: Number(dataset['file_size']) } }) },
    }),
  }
}

function findVersion(world: World, key: Key, asked: unknown): Value {
  const latest = world.engine.get(key)
  if (asked === undefined || asked === latest['version']) return latest
  const { versions } = world.engine.hidden(key)
  const found = isRecord(versions) ? versions[String(asked)] : undefined
  if (!isRecord(found)) throw notFound()
  return { ...found, total_runs: latest['total_runs'] }
}

export const updateTestCase: Behavior = (call, world) => {
  const { engine, clock, owner } = world
  const key = testCaseKey(call.path['test_case_uuid'])
  const before = engine.get(key)
  const {
    name = before['name'],
    description = before['description'],
    dataset_uuid: dataset,
    metrics: asked,
    star_metric: star,
  } = readBody(call)
  const { workspace_uuid: workspace, versions } = engine.hidden(key)
  checkName(world, name, typeof workspace === 'string' ? workspace : undefined, key.id)
  const metrics = isRecord(asked)
    ? readMetrics(world, asked['metric_uuids'] as readonly unknown[], 'metrics.metric_uuids', 'EVALUATION_SCOPE_AGENT')
    : (before['metrics'] as readonly Value[])
  const fields = {
    ...(dataset !== undefined && readDataset(world, dataset)),
    name,
    description,
    metrics,
    version: Number(before['version']) + 1,
    latest_version_number_of_runs: 0,
    star_metric: readStar((star ?? before['star_metric']) as Value, metrics, 'the metrics'),
    updated_by_user_id: owner.number,
    updated_by_user_email: owner.email,
    updated_at: clock.stamp(),
  }
  engine.hide(key, { versions: { ...(versions as object), [String(before['version'])]: before } })
  const testCase = engine.change(key, fields)
  return { body: JSON.stringify({ test_case_uuid: key.id, version: testCase['version'], evaluation_test_case: testCase }) }
}

/** One more run of the latest version. */
export function countRun({ engine }: World, key: Key): void {
  const { total_runs: all, latest_version_number_of_runs: latest } = engine.get(key)
  engine.change(key, { total_runs: Number(all) + 1, latest_version_number_of_runs: Number(latest) + 1 })
}
