/** Runs of test cases and their results. A run fails when its agent is deleted. */
import type { Handler } from '../../engine/call.ts'
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { type HooksByKind, oldestFirst, type ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { childPath, parentKey } from '../../store/store.ts'
import { agentKey, referenceNotFound, getReferences } from '../agents/index.ts'
import { type DatasetRow, listRows } from './datasets.ts'
import { answerQuestion, hasFailed, passes, scoreAll, scoreAnswer } from './score.ts'
import { usualThreshold } from './metrics.ts'

type Agent = Kinds['Agent']
type Run = Kinds['EvaluationRun']
type TestCase = Kinds['EvaluationTestCase']
type RunRequest = Operations['evaluations_runs_create']['body']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Data of the test case when the run was created. */
    EvaluationRun: { rows: readonly DatasetRow[]; metrics: TestCase['metrics']; star: TestCase['star_metric'] }
  }
}

export const runTestCase: Handler<'evaluations_runs_create'> = ({ body }, ctx) => {
  const { engine } = ctx
  const testCase = engine.get('EvaluationTestCase', body.test_case_uuid)
  const runs = listAgents(ctx, body).map((agent) => startRun(ctx, testCase.test_case_uuid, agent, body.run_name))
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

function startRun(ctx: AccountContext, testCaseUuid: string, agent: Agent, name: string | undefined): Run {
  const { engine, owner, clock } = ctx
  const testCase = engine.get('EvaluationTestCase', testCaseUuid)
  const { workspace_uuid: workspace } = engine.getHidden('EvaluationTestCase', testCaseUuid)
  const { workspace: agentWorkspace } = getReferences(ctx, agentKey(agent.uuid))
  const { total_runs: total, latest_version_number_of_runs: ofVersion } = testCase
  engine.setFields('EvaluationTestCase', testCaseUuid, { total_runs: total + 1, latest_version_number_of_runs: ofVersion + 1 })
  const { evaluation_run_uuid: uuid } = engine.create(
    'EvaluationRun',
    {
      run_level_metric_results: [],
      agent_deleted: false,
      queued_at: clock.timestamp(),
      run_name: name || `${testCase.name} run ${total + 1}`,
      test_case_uuid: testCaseUuid,
      test_case_name: testCase.name,
      test_case_description: testCase.description,
      test_case_version: testCase.version,
      ...(workspace !== null && { evaluation_test_case_workspace_uuid: workspace }),
      agent_uuid: agent.uuid,
      agent_name: agent.name,
      agent_deployment_name: agent.deployment?.name ?? '',
      agent_version_hash: agent.version_hash ?? '',
      ...(agentWorkspace !== undefined && { agent_workspace_uuid: agentWorkspace }),
      created_by_user_id: String(owner.number),
      created_by_user_email: owner.email,
    },
    { hidden: { rows: listRows(ctx, testCase.dataset_uuid), metrics: testCase.metrics, star: testCase.star_metric } },
  )
  // The engine sets the start time too early.
  return engine.setFields('EvaluationRun', uuid, { started_at: undefined })
}

const run: ResourceHooks<'EvaluationRun'> = {
  listQuery: ({ query }, _ctx, { relatedTo }) => {
    const { evaluation_test_case_version: version } = query
    return {
      related: [{ field: 'test_case_uuid', equals: relatedTo?.id ?? '' }],
      where: typeof version === 'number' ? [{ field: 'test_case_version', equals: version }] : [],
    }
  },
  onEnter: {
    EVALUATION_RUN_RUNNING_DATASET: (_run, _key, { clock }) => ({ started_at: clock.timestamp() }),
    EVALUATION_RUN_EVALUATING_RESULTS: (_run, key, { engine }) => {
      const parent = childPath(key)
      for (const [index, { input, expected }] of engine.getHidden('EvaluationRun', key).rows.entries()) {
        const { output, inputTokens, outputTokens } = answerQuestion(input)
        const tokens = { input_tokens: String(inputTokens), output_tokens: String(outputTokens) }
        const fields = { input, output, ground_truth: expected, ...tokens, prompt_level_metric_results: [], prompt_chunks: [] }
        engine.create('EvaluationPrompt', fields, { parent, id: index + 1 })
      }
      return undefined
    },
    EVALUATION_RUN_SUCCESSFUL: (_run, key, { engine, clock }) => {
      const { metrics, star } = engine.getHidden('EvaluationRun', key)
      const parent = childPath(key)
      const results = engine.list('EvaluationPrompt', { parent }).flatMap(({ prompt_id: id, input, ground_truth: expected }) => {
        const scores = metrics.map((metric) => scoreAnswer(metric, input, expected))
        engine.setFields('EvaluationPrompt', { parent, id }, { prompt_level_metric_results: scores })
        return scores
      })
      const overall = metrics.map((metric) => scoreAll(metric, results))
      const at = metrics.findIndex(({ metric_uuid: id }) => id === star.metric_uuid)
      const [metric, result] = [metrics[at], overall[at]]
      return {
        status: hasFailed(results) ? 'EVALUATION_RUN_PARTIALLY_SUCCESSFUL' : 'EVALUATION_RUN_SUCCESSFUL',
        run_level_metric_results: overall,
        star_metric_result: result,
        pass_status: metric !== undefined && result !== undefined && passes(metric, result, star.success_threshold ?? usualThreshold),
        finished_at: clock.timestamp(),
      }
    },
    EVALUATION_RUN_FAILED: (_run, _key, { clock }) => ({
      error_description: 'The agent was deleted.',
      finished_at: clock.timestamp(),
      pass_status: false,
    }),
  },
}

const prompt: ResourceHooks<'EvaluationPrompt'> = {
  listQuery: oldestFirst,
  // Lists omit the steps of the agent.
  serialize: (value, { parent = '' }, { engine }, { isList }) => {
    const { input, output } = value
    const { queued_at: at } = engine.get('EvaluationRun', parentKey(parent)?.id ?? '')
    const step = { name: 'answer', type: 'TRACE_SPAN_TYPE_AGENT', input: { text: input }, output: { text: output } } as const
    const parts = { span_level_metric_results: [], retriever_chunks: [], spans: [] }
    return isList ? value : { ...value, evaluation_trace_spans: [{ ...step, created_at: at, ...parts }] }
  },
  envelope: {
    evaluations_runs_listResults: (_subject, { engine }, { path }) => ({
      evaluation_run: engine.get('EvaluationRun', path.evaluation_run_uuid),
    }),
  },
}

export const runHooks: HooksByKind = {
  EvaluationRun: run,
  EvaluationPrompt: prompt,
  Agent: {
    afterDelete: ({ uuid }, _key, { engine }) => {
      for (const { evaluation_run_uuid: id } of engine.list('EvaluationRun', { where: [{ field: 'agent_uuid', equals: uuid }] })) {
        engine.setFields('EvaluationRun', id, { agent_deleted: true })
        engine.trigger('EvaluationRun', id, 'agents_delete')
      }
    },
  },
}
