/** Simulation runs and the states of their journeys, which follow the state of the run. */
import type { Call } from '../../engine/call.ts'
import { conflict, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { createSearchHooks } from '../../shared/search-lists.ts'
import { childPath, type Key } from '../../store/store.ts'
import { referenceNotFound } from '../agents/index.ts'
import { type Metric, needsExpected, listMetrics, parseStar } from '../evaluations/index.ts'
import { requireWriter, ready, listScenarios, type Scenario } from '../scenario-sets/index.ts'
import { formatUsage, playConversation } from './conversation.ts'

type Run = Kinds['SimulationRun']
type Journey = Kinds['SimulationJourney']
type RunRequest = Operations['simulationRuns_create']['body']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    SimulationRun: {
      /** Star metric first. */
      metrics: readonly Metric[]
      /** Milliseconds; 0 until the journeys started, all at once. */
      startedAt: number
    }
    SimulationJourney: { scenario: Scenario; maxTurns: number }
  }
}

const maxRuns = 5000
const defaultMaxTurns = 10
const agentDeleted = 'The agent was deleted.'
const finished = 'SIMULATION_JOURNEY_STATUS_FINISHED'

/** Only runs that have ended have a summary. */
export const hasEnded = (run: Run): boolean => run.result_summary !== undefined

const search = createSearchHooks('SimulationRun', 'simulationRuns_list', {
  search: ['name'],
  filters: { scenario_set_uuid: 'scenario_set_uuid', statuses: 'status' },
  sort: ['CREATED_AT', 'NAME', 'STATUS', 'UPDATED_AT'].map((field) => `SIMULATION_RUN_SORT_FIELD_${field}`),
  direction: 'SORT_DIRECTION_DESC',
})

const simulationRun: ResourceHooks<'SimulationRun'> = {
  ...search,
  parseCreate: ({ body }: Call<'simulationRuns_create'>, ctx) => {
    const { engine, ids, owner } = ctx
    const set = engine.get('ScenarioSet', body.scenario_set_uuid)
    const { scenario_set_uuid: uuid } = set
    const agent = parseAgent(ctx, body.agent_config)
    const simulator = requireWriter(body.user_simulator_model_uuid, 'user_simulator_model_uuid')
    const judge = requireWriter(body.judge_model_uuid, 'judge_model_uuid')
    if (!judge.uses.includes('MODEL_USECASE_EVALUATION_JUDGE')) throw unprocessable(`judge_model_uuid: ${judge.name} cannot judge.`)
    const metrics = parseMetrics(ctx, body.evaluation_config)
    if (set.status !== ready) throw preconditionFailed(`The scenario set "${set.name}" is not ready.`)
    if (engine.count('SimulationRun') >= maxRuns)
      throw unprocessable(`The account has ${maxRuns} simulation runs, which is as many as it may have.`)
    const scenarios = listScenarios(ctx, uuid)
    const earlierRuns = engine.count('SimulationRun', { where: [{ field: 'scenario_set_uuid', equals: uuid }] })
    const fields = {
      name: body.name || `${set.name} run ${earlierRuns + 1}`,
      scenario_set_uuid: uuid,
      agent_config: {
        agent_uuid: agent.uuid,
        agent_deployment_uuid: agent.deployment.uuid,
        name: body.agent_config.name || agent.name,
      },
      user_simulator_model_uuid: simulator.uuid,
      user_simulator_model_name: simulator.name,
      user_simulator_config: body.user_simulator_config ?? undefined,
      judge_model_uuid: judge.uuid,
      judge_model_name: judge.name,
      exploration_budget: body.exploration_budget,
      max_turns: body.max_turns,
      scenario_count: scenarios.length,
      total_journeys: scenarios.reduce((sum, scenario) => sum + countJourneys(scenario, body), 0),
      journeys_finished: 0,
      ...(metrics.length > 0 && { evaluation_run_uuid: ids.uuid() }),
      workflow_uuid: ids.uuid(),
      created_by_user_id: String(owner.number),
      created_by_user_email: owner.email,
    }
    return { fields, set: fields, hidden: { metrics, startedAt: 0 } }
  },
  afterCreate: ({ run_uuid, scenario_set_uuid: set }, key, ctx, { body }) => {
    // Validated against the operation.
    const request = body as RunRequest
    for (const scenario of listScenarios(ctx, set)) {
      const maxTurns = request.max_turns ?? scenario.max_turns ?? defaultMaxTurns
      for (let index = 0; index < countJourneys(scenario, request); index += 1) {
        const ids = { run_uuid, scenario_uuid: scenario.scenario_uuid, journey_index: index, session_id: ctx.ids.uuid() }
        const fields = { ...ids, token_usage: formatUsage(0, 0, 0) }
        ctx.engine.create('SimulationJourney', fields, { parent: childPath(key), hidden: { scenario, maxTurns } })
      }
    }
  },
  onEnter: {
    SIMULATION_RUN_STATUS_RUNNING: (_run, key, ctx) => {
      ctx.engine.setHidden('SimulationRun', key, { startedAt: ctx.clock.now() })
      updateJourneys(ctx, key, () => ({ status: 'SIMULATION_JOURNEY_STATUS_RUNNING' }))
      return undefined
    },
    // Without metrics, there is nothing to evaluate.
    SIMULATION_RUN_STATUS_EVALUATING: (_run, key, ctx) => {
      const run = endRun(ctx, key)
      const { metrics } = ctx.engine.getHidden('SimulationRun', key)
      const { journeys_finished } = run
      return metrics.length > 0 ? { journeys_finished } : { status: 'SIMULATION_RUN_STATUS_SUCCEEDED', ...run }
    },
    SIMULATION_RUN_STATUS_SUCCEEDED: (_run, key, ctx) => endRun(ctx, key),
    SIMULATION_RUN_STATUS_CANCELLED: (_run, key, ctx) => endRun(ctx, key, 'The run was cancelled.'),
    SIMULATION_RUN_STATUS_FAILED: (_run, key, ctx) => endRun(ctx, key, agentDeleted),
    SIMULATION_RUN_STATUS_PARTIALLY_SUCCESSFUL: (_run, key, ctx) => endRun(ctx, key, agentDeleted),
  },
  operations: {
    simulationRuns_cancel: (_call, _ctx, run) => {
      if (hasEnded(run)) throw conflict('The run has ended.')
    },
  },
  envelope: {
    ...search.envelope,
    simulationRuns_get: ({ key }, ctx) => {
      const scenarios = Map.groupBy(listJourneys(ctx, key), (journey) => journey.scenario_uuid)
      return {
        scenario_results: [...scenarios].map(([uuid, own]) => ({ scenario_uuid: uuid, total_journeys: own.length, ...countVerdicts(own) })),
      }
    },
  },
  beforeDelete: (run) => {
    if (!hasEnded(run)) throw conflict('The run has not ended. Cancel it first.')
  },
}

/** @throws Failure 404, 412 */
function parseAgent({ engine }: AccountContext, { agent_uuid: uuid, agent_deployment_uuid: deploymentId }: RunRequest['agent_config']) {
  const agent = engine.get('Agent', uuid)
  if (deploymentId && agent.deployment.uuid !== deploymentId)
    throw referenceNotFound('agent_config.agent_deployment_uuid', 'deployment of this agent', deploymentId)
  if (agent.deployment.status !== 'STATUS_RUNNING') throw preconditionFailed(`The agent "${agent.name}" is not deployed.`)
  return agent
}

const field = 'evaluation_config.metric_uuids'

/** Parses the metrics, star metric first. @throws Failure 404, 422 */
function parseMetrics(ctx: AccountContext, config: RunRequest['evaluation_config']): Metric[] {
  if (!config) return []
  const metrics = listMetrics(ctx, config.metric_uuids, field, 'EVALUATION_SCOPE_AGENT')
  const comparing = metrics.find(needsExpected)
  if (comparing) throw unprocessable(`${field}: ${comparing.metric_name} needs expected answers, which scenarios do not have.`)
  const star = config.star_metric && parseStar(config.star_metric, metrics, field)
  return metrics.toSorted((a, b) => Number(b.metric_uuid === star?.metric_uuid) - Number(a.metric_uuid === star?.metric_uuid))
}

/** The budget of the request overrides that of each scenario. */
const countJourneys = (scenario: Scenario, { exploration_budget: budget }: RunRequest) => budget ?? scenario.exploration_budget ?? 1

const listJourneys = ({ engine }: AccountContext, key: Key): Journey[] =>
  engine.list('SimulationJourney', { parent: childPath(key), order: 'oldest' })

/** Changes the journeys that have not ended, and returns all. */
function updateJourneys(ctx: AccountContext, key: Key, change: (id: Key) => Changes<Journey>): Journey[] {
  const { engine, clock } = ctx
  return listJourneys(ctx, key).map((journey) => {
    if (journey.status === finished) return journey
    const at = { kind: 'SimulationJourney', parent: childPath(key), id: journey.journey_uuid } as const
    return engine.setFields('SimulationJourney', at, { ...change(at), updated_at: clock.timestamp() })
  })
}

/** Ends the journeys, which fail if there is a reason, and summarizes them. */
function endRun(ctx: AccountContext, key: Key<'SimulationRun'>, reason?: string): Changes<Run> {
  const { startedAt } = ctx.engine.getHidden('SimulationRun', key)
  const file = {
    duration_sec: String(Math.round((ctx.clock.now() - startedAt) / 1000)),
    trajectory_bucket_name: 'spindrift-simulations',
    trajectory_bucket_region: 'nyc3',
  }
  const journeys = updateJourneys(ctx, key, ({ parent, id }) => {
    const fileFields = startedAt > 0 && { ...file, trajectory_spaces_key: `simulation-runs/${key.id}/${id}.json` }
    if (reason !== undefined) return { ...fileFields, status: 'SIMULATION_JOURNEY_STATUS_FAILED', failure_reason: reason }
    const { scenario, maxTurns } = ctx.engine.getHidden('SimulationJourney', { parent, id })
    const { judge, usage } = playConversation(scenario.stopping_criteria, maxTurns)
    return { ...fileFields, status: finished, verdict: judge.verdict, judge_reasoning: judge.reasoning, token_usage: usage }
  })
  const sum = (read: (journey: Journey) => string | undefined) => journeys.reduce((all, each) => all + Number(read(each) ?? 0), 0)
  const { journeys_finished, verdict_counts } = countVerdicts(journeys)
  return {
    journeys_finished,
    result_summary: {
      verdict_counts,
      token_usage: formatUsage(
        sum(({ token_usage: usage }) => usage.simulator_tokens),
        sum(({ token_usage: usage }) => usage.judge_tokens),
        sum(({ token_usage: usage }) => usage.candidate_agent_tokens),
      ),
      total_duration_sec: String(sum(({ duration_sec: seconds }) => seconds)),
    },
    ...(reason !== undefined && { failure_reason: reason }),
  }
}

function countVerdicts(journeys: readonly Journey[]) {
  const count = (verdict: Journey['verdict']) => journeys.filter((journey) => journey.verdict === verdict).length
  return {
    journeys_finished: journeys.filter(({ status }) => status === finished).length,
    verdict_counts: {
      success_count: count('SIMULATION_JOURNEY_VERDICT_SUCCESS'),
      failure_count: count('SIMULATION_JOURNEY_VERDICT_FAILURE'),
      inconclusive_count: count('SIMULATION_JOURNEY_VERDICT_INCONCLUSIVE'),
    },
  }
}

export const hooks: HooksByKind = {
  SimulationRun: simulationRun,
  SimulationJourney: createSearchHooks('SimulationJourney', 'simulationRuns_journeys_list', {
    search: ['scenario_uuid', 'session_id'],
    filters: { scenario_uuid: 'scenario_uuid', statuses: 'status', verdicts: 'verdict' },
    sort: ['SCENARIO', 'CREATED_AT', 'STATUS', 'VERDICT'].map((order) => `SIMULATION_JOURNEY_SORT_FIELD_${order}`),
  }),
  Agent: {
    afterDelete: ({ uuid }, _key, { engine }) => {
      for (const { run_uuid: id } of engine.list('SimulationRun', { where: [{ field: 'agent_config.agent_uuid', equals: uuid }] }))
        engine.trigger('SimulationRun', id, 'agents_delete')
    },
  },
}
