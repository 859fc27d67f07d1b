import { genaiModels } from '../../catalogue/genai-models.ts'
import type { Behavior, Call } from '../../engine/call.ts'
import { notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { retrieve } from '../agent-inference/index.ts'
import { agentKey, findRouter, missing, readId, readReferences } from '../agents/index.ts'
import { datasetKey, readRows } from './datasets.ts'
import { describeSteps, listResults } from './results.ts'
import { plan } from './run-state.ts'
import { readSubject, runKey, type RunSubject } from './run-subject.ts'
import { countRun, testCaseKey } from './test-cases.ts'

export const runTestCase: Behavior = (call, world) => {
  const { engine } = world
  const body = readBody(call)
  const uuid = readId(body, 'test_case_uuid')
  const testCase = uuid === undefined ? undefined : engine.find(testCaseKey(uuid))
  if (!testCase) throw missing('test_case_uuid', 'test case', body['test_case_uuid'])
  const agents = readAgents(world, body)
  if (!engine.find(datasetKey(testCase['dataset_uuid']))) throw missing('test_case_uuid', 'dataset', testCase['dataset_uuid'])
  const runs = agents.map((agent) => start(world, testCase, agent, readId(body, 'run_name')))
  return { body: JSON.stringify({ evaluation_run_uuids: runs.map((run) => run['evaluation_run_uuid']), evaluation_runs: runs }) }
}

/** In the order they were named. @throws Failure 404, 412, 422 */
function readAgents({ engine }: World, body: Value): Value[] {
  const [uuids, names] = ['agent_uuids', 'agent_deployment_names'].map((field) => [...new Set((body[field] ?? []) as readonly string[])])
  const byUuid = (uuids ?? []).map((uuid) => {
    const agent = engine.find(agentKey(uuid))
    if (!agent) throw missing('agent_uuids', 'agent', uuid)
    return agent
  })
  const byName = (names ?? []).map((name) => {
    const [agent] = engine.all({ kind: 'Agent', where: [{ field: 'deployment.name', equals: name }] })
    if (!agent) throw missing('agent_deployment_names', 'deployment', name)
    return agent
  })
  const agents = [...byUuid, ...byName]
  if (agents.length === 0) throw unprocessable('agent_uuids, agent_deployment_names: at least one agent must be named.')
  const idle = agents.find(({ deployment }) => !isRecord(deployment) || deployment['status'] !== 'STATUS_RUNNING')
  if (idle) throw preconditionFailed(`The agent "${String(idle['name'])}" is not deployed.`)
  return agents
}

function start(world: World, testCase: Value, agent: Value, name: string | undefined): Value {
  const { engine, owner, clock } = world
  const key = testCaseKey(testCase['test_case_uuid'])
  const { workspace_uuid: workspace } = engine.hidden(key)
  const references = readReferences(world, agentKey(agent['uuid']))
  const { deployment } = agent
  const { evaluation_run_uuid: uuid } = engine.create(
    'EvaluationRun',
    {
      run_name: name ?? `${String(testCase['name'])} run ${Number(engine.get(key)['total_runs']) + 1}`,
      test_case_uuid: key.id,
      test_case_name: testCase['name'],
      test_case_description: testCase['description'],
      test_case_version: testCase['version'],
      ...(typeof workspace === 'string' && { evaluation_test_case_workspace_uuid: workspace }),
      agent_uuid: agent['uuid'],
      agent_name: agent['name'],
      agent_deployment_name: isRecord(deployment) ? deployment['name'] : '',
      agent_version_hash: agent['version_hash'] ?? '',
      ...(references.workspace !== undefined && { agent_workspace_uuid: references.workspace }),
      created_by_user_id: String(owner.number),
      created_by_user_email: owner.email,
    },
    { lifecycle: false, hidden: { subject: describeSubject(world, testCase, agent) } },
  )
  countRun(world, key)
  plan(world, String(uuid))
  return engine.change(runKey(uuid), { queued_at: clock.stamp(), started_at: undefined })
}

function describeSubject(world: World, testCase: Value, agent: Value): RunSubject {
  const references = readReferences(world, agentKey(agent['uuid']))
  const bases = references.knowledgeBases.map(({ uuid }) => uuid)
  const { max_tokens: most } = agent
  return {
    rows: readRows(world, testCase['dataset_uuid']),
    metrics: testCase['metrics'] as readonly Value[], // a stored test case has both
    star: testCase['star_metric'] as Value,
    model: references.model ?? findRouted(world, references),
    temperature: Number(agent['temperature'] ?? 0),
    maxTokens: typeof most === 'number' && most > 0 ? most : null,
    before: [
      { by: 'instructions', text: String(agent['instruction'] ?? '') },
      ...bases.flatMap((uuid) => retrieve(world, uuid, Number(agent['k'] ?? 0))),
    ],
    knowledgeBases: bases,
    hasTools: bases.length > 0 || references.functions.length > 0,
  }
}

/** The model that a router falls back to. */
function findRouted(world: World, references: Parameters<typeof findRouter>[1]): string {
  const config = findRouter(world, references)?.['config']
  const names = isRecord(config) ? config['fallback_models'] : undefined
  const [first] = Array.isArray(names) ? (names as readonly unknown[]) : []
  return genaiModels.find(({ id }) => id === first)?.uuid ?? ''
}

/** A run whose test case is gone is gone too. @throws Failure 404 */
function open(call: Call, { engine }: World): { readonly key: Key; readonly run: Value } {
  const key = runKey(call.path['evaluation_run_uuid'])
  const run = engine.get(key)
  if (!engine.find(testCaseKey(run['test_case_uuid']))) throw notFound()
  return { key, run }
}

const describe = ({ engine }: World, run: Value): Value => ({
  ...run,
  agent_deleted: engine.find(agentKey(run['agent_uuid'])) === undefined,
})

export const getRun: Behavior = (call, world) => ({ body: JSON.stringify({ evaluation_run: describe(world, open(call, world).run) }) })

export const listResultsOfRun: Behavior = (call, world) => {
  const { key, run } = open(call, world)
  const prompts = listResults(world, run, readSubject(world, key))
  const { body, headers = {} } = replyValues(call, 'prompts', prompts)
  const page = JSON.parse(String(body)) as Value
  return { body: JSON.stringify({ ...page, evaluation_run: describe(world, run), meta: { total: prompts.length } }), headers }
}

export const getResult: Behavior = (call, world) => {
  const { key, run } = open(call, world)
  const subject = readSubject(world, key)
  const prompt = listResults(world, run, subject).find(({ prompt_id: id }) => id === call.path['prompt_id'])
  if (!prompt) throw notFound()
  return { body: JSON.stringify({ prompt: describeSteps(world, run, subject, prompt) }) }
}

export const listRunsByTestCase: Behavior = (call, world) => {
  const { engine } = world
  const key = testCaseKey(call.path['evaluation_test_case_uuid'])
  engine.get(key)
  const { evaluation_test_case_version: version } = call.query
  const ofCase = { field: 'test_case_uuid', equals: key.id }
  const where = typeof version === 'number' ? [ofCase, { field: 'test_case_version', equals: version }] : [ofCase]
  const runs = engine.all({ kind: 'EvaluationRun', where, order: 'newest' })
  return replyValues(
    call,
    'evaluation_runs',
    runs.map((run) => describe(world, run)),
  )
}
