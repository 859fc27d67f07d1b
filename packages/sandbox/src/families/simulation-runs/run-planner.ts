/** Validates the request for a run: everything it names must exist and be compatible. */
import { preconditionFailed, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { referenceNotFound } from '../agents/index.ts'
import { type Metric, needsExpected, parseCandidate, listMetrics, parseStar } from '../evaluations/index.ts'
import { requireWriter, ready, type Scenario } from '../scenario-sets/index.ts'
import type { PlannedJourney, RunPlan } from './run-plan.ts'

type RunRequest = Operations['simulationRuns_create']['body']
type Agent = Kinds['Agent']

interface CheckedRequest {
  readonly plan: RunPlan
  readonly set: Kinds['ScenarioSet']
  readonly agent: Agent
  readonly simulator: Named
  readonly judge: Named
}

interface Named {
  readonly uuid: string
  readonly name: string
}

const usualTurns = 10

/** @throws Failure 404, 412, 422 */
export function planRun(ctx: AccountContext, body: RunRequest): CheckedRequest {
  const { engine } = ctx
  const set = engine.get('ScenarioSet', body.scenario_set_uuid)
  const agent = parseAgent(ctx, body.agent_config)
  const simulator = requireWriter(body.user_simulator_model_uuid, 'user_simulator_model_uuid')
  const judge = requireWriter(body.judge_model_uuid, 'judge_model_uuid')
  if (!judge.uses.includes('MODEL_USECASE_EVALUATION_JUDGE')) throw unprocessable(`judge_model_uuid: ${judge.name} cannot judge.`)
  const metrics = listScores(ctx, body.evaluation_config)
  if (set.status !== ready) throw preconditionFailed(`The scenario set "${set.name}" is not ready.`)
  const { scenarios } = engine.getHidden('ScenarioSet', set.scenario_set_uuid)
  const { model, hasTools } = parseCandidate(ctx, agent)
  return {
    set,
    agent,
    simulator,
    judge,
    plan: { scenarios, journeys: planJourneys(ctx, scenarios, body), agentModel: model, hasTools, metrics },
  }
}

/** @throws Failure 404, 412 */
function parseAgent({ engine }: AccountContext, { agent_uuid: uuid, agent_deployment_uuid: asked }: RunRequest['agent_config']): Agent {
  const agent = engine.get('Agent', uuid)
  if (asked && agent.deployment.uuid !== asked)
    throw referenceNotFound('agent_config.agent_deployment_uuid', 'deployment of this agent', asked)
  if (agent.deployment.status !== 'STATUS_RUNNING') throw preconditionFailed(`The agent "${agent.name}" is not deployed.`)
  return agent
}

const field = 'evaluation_config.metric_uuids'

/** Parses the metrics, star metric first. @throws Failure 404, 422 */
function listScores(ctx: AccountContext, config: RunRequest['evaluation_config']): Metric[] {
  if (!config) return []
  const metrics = listMetrics(ctx, config.metric_uuids, field, 'EVALUATION_SCOPE_AGENT')
  const comparing = metrics.find(needsExpected)
  if (comparing) throw unprocessable(`${field}: ${comparing.metric_name} needs expected answers, which scenarios do not have.`)
  const star = config.star_metric && parseStar(config.star_metric, metrics, field)
  return metrics.toSorted((a, b) => Number(b.metric_uuid === star?.metric_uuid) - Number(a.metric_uuid === star?.metric_uuid))
}

/** Settings of the request for all scenarios override those of each scenario. */
function planJourneys(
  { ids }: AccountContext,
  scenarios: readonly Scenario[],
  { exploration_budget: budget, max_turns: turns }: RunRequest,
): PlannedJourney[] {
  return scenarios.flatMap((scenario) =>
    Array.from({ length: budget ?? scenario.exploration_budget ?? 1 }, (_, index) => ({
      uuid: ids.uuid('SimulationJourney'),
      session: ids.uuid(),
      scenario,
      index,
      maxTurns: turns ?? scenario.max_turns ?? usualTurns,
    })),
  )
}
