/** How the clock takes a run on, and what is known when it ends. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { agentKey } from '../agents/index.ts'
import { later } from '../../shared/later.ts'
import { listResults } from './results.ts'
import { readSubject, runKey, secondsToAsk } from './run-subject.ts'
import { hasFailed, passes, scoreAll } from './score.ts'

const steps = {
  EVALUATION_RUN_QUEUED: { to: 'EVALUATION_RUN_RUNNING_DATASET', seconds: 10 },
  EVALUATION_RUN_RUNNING_DATASET: { to: 'EVALUATION_RUN_EVALUATING_RESULTS', seconds: secondsToAsk },
  EVALUATION_RUN_EVALUATING_RESULTS: { to: 'EVALUATION_RUN_SUCCESSFUL', seconds: 30 },
} as const

type Unfinished = keyof typeof steps

interface Step {
  readonly uuid: string
  readonly from: Unfinished
}

export function plan(world: World, uuid: string, from: Unfinished = 'EVALUATION_RUN_QUEUED'): void {
  later(world, steps[from].seconds, 'evaluations.step', { uuid, from })
}

export function takeStep({ uuid, from }: Step, world: World): void {
  const { engine, clock } = world
  const key = runKey(uuid)
  const run = engine.find(key)
  if (run?.['status'] !== from) return
  if (!engine.find(agentKey(run['agent_uuid']))) {
    engine.change(key, {
      status: 'EVALUATION_RUN_FAILED',
      error_description: 'The agent was deleted.',
      finished_at: clock.stamp(),
      pass_status: false,
    })
    return
  }
  const { to } = steps[from]
  if (to === 'EVALUATION_RUN_SUCCESSFUL') {
    finish(world, key)
    return
  }
  const begins = to === 'EVALUATION_RUN_RUNNING_DATASET'
  if (begins) engine.hide(key, { subject: { ...readSubject(world, key), startedAt: clock.now() } })
  engine.change(key, { status: to, ...(begins && { started_at: clock.stamp() }) })
  plan(world, uuid, to)
}

function finish(world: World, key: Key): void {
  const { engine, clock } = world
  const subject = readSubject(world, key)
  engine.change(key, { status: 'EVALUATION_RUN_SUCCESSFUL' })
  const prompts = listResults(world, engine.get(key), subject)
  const overall = subject.metrics.map((metric) =>
    scoreAll(
      metric,
      prompts.map((prompt) => findResult(prompt, metric)),
    ),
  )
  const star = subject.star['metric_uuid']
  const at = subject.metrics.findIndex((metric) => metric['metric_uuid'] === star)
  const [metric = {}, result = {}] = [subject.metrics[at], overall[at]]
  const isPartial = prompts.some((prompt) => hasFailed(prompt['prompt_level_metric_results'] as readonly Value[]))
  engine.change(key, {
    status: isPartial ? 'EVALUATION_RUN_PARTIALLY_SUCCESSFUL' : 'EVALUATION_RUN_SUCCESSFUL',
    run_level_metric_results: overall,
    star_metric_result: result,
    pass_status: passes(metric, result, Number(subject.star['success_threshold'])) === true,
    finished_at: clock.stamp(),
  })
}

function findResult(prompt: Value, metric: Value): Value {
  const results = prompt['prompt_level_metric_results'] as readonly Value[]
  return results.find((each) => each['metric_uuid'] === metric['metric_uuid']) ?? {}
}
