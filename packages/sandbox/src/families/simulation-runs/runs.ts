import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { answerAround } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { runStates } from '../../shared/simulation-states.ts'
import { hasText, matchesFilter, listDistinct, listSortOptions, type SortKeys, sortValues } from '../../shared/sort-lists.ts'
import { planRun } from './run-planner.ts'
import { transcriptOf } from './journeys.ts'
import { finishedJourney, getPlan, journeyStatusOf, type Run } from './run-plan.ts'
import { countVerdicts } from './transcript.ts'

const maxRuns = 5000

export const createRun: Handler<'simulationRuns_create'> = ({ body }, ctx) => {
  const { engine, clock, ids, owner } = ctx
  const { set, agent, simulator, judge, plan } = planRun(ctx, body)
  if (engine.count('SimulationRun') >= maxRuns)
    throw unprocessable(`The account has ${maxRuns} simulation runs, which is as many as it may have.`)
  const { scenario_set_uuid: uuid } = set
  const earlier = engine.count('SimulationRun', { where: [{ field: 'scenario_set_uuid', equals: uuid }] })
  const stamp = clock.timestamp()
  const fields = {
    name: body.name || `${set.name} run ${earlier + 1}`,
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
    scenario_count: plan.scenarios.length,
    total_journeys: plan.journeys.length,
    ...(plan.metrics.length > 0 && { evaluation_run_uuid: ids.uuid() }),
    workflow_uuid: ids.uuid(),
    created_by_user_id: String(owner.number),
    created_by_user_email: owner.email,
    created_at: stamp,
    updated_at: stamp,
  }
  const { run_uuid: id } = engine.create('SimulationRun', { journeys_finished: 0, ...fields }, { hidden: { plan } })
  const run = engine.setFields('SimulationRun', id, fields)
  return { simulation_run: describeRun(run) }
}

export const describeRun = (run: Run): Run => ({
  ...run,
  journeys_finished: journeyStatusOf(run) === finishedJourney ? run.total_journeys : 0,
})

type RunOrder = NonNullable<Operations['simulationRuns_list']['query']['sort_by']>

const orders: SortKeys<Run, RunOrder> = {
  SIMULATION_RUN_SORT_FIELD_CREATED_AT: (run) => run.created_at,
  SIMULATION_RUN_SORT_FIELD_NAME: ({ name }) => name.toLowerCase(),
  SIMULATION_RUN_SORT_FIELD_STATUS: ({ status }) => runStates.indexOf(status),
  SIMULATION_RUN_SORT_FIELD_UPDATED_AT: (run) => run.updated_at,
}

export const listRuns: Handler<'simulationRuns_list'> = (call, ctx) => {
  const { scenario_set_uuid: set, statuses, search } = call.query
  const { engine } = ctx
  const all = engine.list('SimulationRun', { order: 'oldest' })
  const names = new Map(search ? engine.list('ScenarioSet').map(({ scenario_set_uuid: uuid, name }) => [uuid, name]) : [])
  const found = all.filter(
    (run) =>
      (!set || run.scenario_set_uuid === set) &&
      matchesFilter(statuses, run.status) &&
      hasText(search, [run.name, names.get(run.scenario_set_uuid)]),
  )
  const sorted = sortValues(found, orders, call.query, { by: 'SIMULATION_RUN_SORT_FIELD_CREATED_AT', direction: 'SORT_DIRECTION_DESC' })
  return answerAround(call, sorted, (runs, paging) => ({
    simulation_runs: runs.map(describeRun),
    ...paging,
    available_statuses: listDistinct(all.map(({ status }) => status)),
    ...listSortOptions(orders),
  }))
}

export function listScenarioResults(ctx: AccountContext, run: Run): Operations['simulationRuns_get']['reply']['scenario_results'] {
  const plan = getPlan(ctx, run)
  const finished = journeyStatusOf(run) === finishedJourney
  return plan.scenarios.map(({ scenario_uuid: uuid }) => {
    const own = plan.journeys.filter(({ scenario }) => scenario.scenario_uuid === uuid)
    const verdicts = countVerdicts(own.map((planned) => transcriptOf(run, plan, planned)))
    return { scenario_uuid: uuid, total_journeys: own.length, journeys_finished: finished ? own.length : 0, verdict_counts: verdicts }
  })
}
