import type { Handler } from '../../engine/call.ts'
import { notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { answerAround, answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { agentKey, referenceNotFound, getReferences } from '../agents/index.ts'
import { listRows } from './datasets.ts'
import { listResults, withTrace } from './results.ts'
import { parseCandidate } from './candidate.ts'
import type { RunSubject } from './run-subject.ts'
import { countRun } from './test-cases.ts'

type Agent = Kinds['Agent']
type Run = Kinds['EvaluationRun']
type TestCase = Kinds['EvaluationTestCase']
type RunRequest = Operations['evaluations_runs_create']['body']

export const runTestCase: Handler<'evaluations_runs_create'> = ({ body }, ctx) => {
  const { engine } = ctx
  const testCase = engine.get('EvaluationTestCase', body.test_case_uuid)
  const agents = listAgents(ctx, body)
  const runs = agents.map((agent) => startRun(ctx, testCase, agent, body.run_name))
  return { evaluation_run_uuids: runs.map((run) => run.evaluation_run_uuid), evaluation_runs: runs }
}

/** Lists the agents in request order. @throws Failure 404, 412, 422 */
function listAgents({ engine }: AccountContext, { agent_uuids: uuids, agent_deployment_names: names }: RunRequest): Agent[] {
  const byUuid = [...new Set(uuids)].map((uuid) => engine.get('Agent', uuid))
  const byName = [...new Set(names)].map((name) => {
    const [agent] = engine.list('Agent', { where: [{ field: 'deployment.name', equals: name }] })
    if (!agent) throw referenceNotFound('agent_deployment_names', 'deployment', name)
    return agent
  })
  const agents = [...byUuid, ...byName]
  if (agents.length === 0) throw unprocessable('agent_uuids, agent_deployment_names: at least one agent must be named.')
  const idle = agents.find(({ deployment }) => deployment?.status !== 'STATUS_RUNNING')
  if (idle) throw preconditionFailed(`The agent "${idle.name}" is not deployed.`)
  return agents
}

function startRun(ctx: AccountContext, testCase: TestCase, agent: Agent, name: string | undefined): Run {
  const { engine, owner, clock } = ctx
  const { test_case_uuid: id } = testCase
  const { workspace_uuid: workspace } = engine.getHidden('EvaluationTestCase', id)
  const references = getReferences(ctx, agentKey(agent.uuid))
  const { evaluation_run_uuid: uuid } = engine.create(
    'EvaluationRun',
    {
      run_level_metric_results: [],
      agent_deleted: false,
      queued_at: clock.timestamp(),
      run_name: name || `${testCase.name} run ${engine.get('EvaluationTestCase', id).total_runs + 1}`,
      test_case_uuid: id,
      test_case_name: testCase.name,
      test_case_description: testCase.description,
      test_case_version: testCase.version,
      ...(workspace !== null && { evaluation_test_case_workspace_uuid: workspace }),
      agent_uuid: agent.uuid,
      agent_name: agent.name,
      agent_deployment_name: agent.deployment?.name ?? '',
      agent_version_hash: agent.version_hash ?? '',
      ...(references.workspace !== undefined && { agent_workspace_uuid: references.workspace }),
      created_by_user_id: String(owner.number),
      created_by_user_email: owner.email,
    },
    { hidden: { subject: describeSubject(ctx, testCase, agent) } },
  )
  countRun(ctx, id)
  return engine.setFields('EvaluationRun', uuid, { queued_at: clock.timestamp(), started_at: undefined })
}

function describeSubject(ctx: AccountContext, testCase: TestCase, agent: Agent): RunSubject {
  return {
    rows: listRows(ctx, testCase.dataset_uuid),
    metrics: testCase.metrics,
    star: testCase.star_metric,
    ...parseCandidate(ctx, agent),
  }
}

/** A run of a deleted test case is not found. @throws Failure 404 */
function requireRun({ engine }: AccountContext, uuid: string): { readonly subject: RunSubject; readonly run: Run } {
  const run = engine.get('EvaluationRun', uuid)
  if (!engine.find('EvaluationTestCase', run.test_case_uuid)) throw notFound()
  return { subject: engine.getHidden('EvaluationRun', uuid).subject, run }
}

const describe = ({ engine }: AccountContext, run: Run): Run => ({ ...run, agent_deleted: !engine.find('Agent', run.agent_uuid) })

export const getRun: Handler<'evaluations_runs_get'> = ({ path }, ctx) => ({
  evaluation_run: describe(ctx, requireRun(ctx, path.evaluation_run_uuid).run),
})

export const listResultsOfRun: Handler<'evaluations_runs_listResults'> = (call, ctx) => {
  const { subject, run } = requireRun(ctx, call.path.evaluation_run_uuid)
  return answerAround(call, listResults(ctx, run, subject), (prompts, paging) => ({
    prompts: [...prompts],
    ...paging,
    evaluation_run: describe(ctx, run),
  }))
}

export const getResult: Handler<'evaluations_runs_getResult'> = ({ path }, ctx) => {
  const { subject, run } = requireRun(ctx, path.evaluation_run_uuid)
  const prompt = listResults(ctx, run, subject).find(({ prompt_id: id }) => id === path.prompt_id)
  if (!prompt) throw notFound()
  return { prompt: withTrace(prompt, run, subject) }
}

export const listRunsByTestCase: Handler<'evaluations_testCases_listRuns'> = (call, ctx) => {
  const { engine } = ctx
  const { test_case_uuid: id } = engine.get('EvaluationTestCase', call.path.evaluation_test_case_uuid)
  const { evaluation_test_case_version: version } = call.query
  const ofCase = { field: 'test_case_uuid', equals: id } as const
  const where = version === undefined ? [ofCase] : ([ofCase, { field: 'test_case_version', equals: version }] as const)
  return answerValues(call, 'evaluation_runs', engine.list('EvaluationRun', { where, order: 'newest' }), (run) => describe(ctx, run))
}
