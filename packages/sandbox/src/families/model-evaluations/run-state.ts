/** How the clock takes a run on, how far it is, and what is written down when it ends. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { countDone, hasFailed, writeCsv } from '../evaluations/index.ts'
import { later } from '../../shared/later.ts'
import { keepFile } from '../../shared/signed-files.ts'
import { answer, type AnsweredPrompt, type ModelRunSubject, readSubject, runKey } from './run-subject.ts'
import { summarize } from './summarize.ts'

const state = (name: string) => `MODEL_EVALUATION_RUN_${name}`
export const queued = state('QUEUED')
export const asking = state('RUNNING_DATASET')
export const scoring = state('EVALUATING_RESULTS')
export const cancelling = state('CANCELLING')
const cancelled = state('CANCELLED')
export const ended = ['CANCELLED', 'SUCCESSFUL', 'PARTIALLY_SUCCESSFUL', 'FAILED'].map(state)

const seconds = { queued: 10, asking: 60, scoring: 30, cancelling: 5 } as const

interface Step {
  readonly uuid: string
  readonly from: string
}

export function plan(world: World, uuid: string, from: string): void {
  const wait = from === queued ? seconds.queued : from === asking ? seconds.asking : from === scoring ? seconds.scoring : seconds.cancelling
  later(world, wait, 'modelEvaluations.step', { uuid, from })
}

export function takeStep({ uuid, from }: Step, world: World): void {
  const { engine, clock } = world
  const key = runKey(uuid)
  if (engine.find(key)?.['status'] !== from) return
  if (from === queued) {
    engine.hide(key, { subject: { ...readSubject(world, key), startedAt: clock.now() } })
    engine.change(key, { status: asking, started_at: clock.stamp() })
    plan(world, uuid, asking)
  } else if (from === asking) {
    engine.change(key, { status: scoring })
    plan(world, uuid, scoring)
  } else finish(world, key, from === cancelling)
}

function finish(world: World, key: Key, isCancelled: boolean): void {
  const { engine, clock } = world
  const subject = readSubject(world, key)
  const run = engine.get(key)
  const at = clock.stamp()
  const answers = listAnswers(world, run, subject)
  const isPartial = answers.some(({ results }) => hasFailed(results))
  const done = isPartial ? state('PARTIALLY_SUCCESSFUL') : state('SUCCESSFUL')
  const outcome = isCancelled ? { status: cancelled } : { status: done, result_summary: summarize(run, subject, answers, at) }
  const after = engine.change(key, { ...outcome, completed_at: at })
  keepFile(world, fileOf(key.id), writeFile(after, subject, answers))
}

export const fileOf = (uuid: string) => `downloads/model-evaluation-runs/${uuid}.csv`

function writeFile(run: Value, subject: ModelRunSubject, answers: readonly AnsweredPrompt[]): string {
  const isScored = run['status'] !== cancelled
  const head = ['query', 'response', 'expected_response', 'model', ...subject.metrics.map((metric) => String(metric['metric_name']))]
  const rows = answers.map(({ input, output, expected, model, results }) => [
    input,
    output,
    expected,
    model.name,
    ...results.map(({ number_value: value }) => (isScored && typeof value === 'number' ? value : '')),
  ])
  return writeCsv([head, ...rows])
}

/** The prompts that have been put by now, in the order of the dataset. */
export function listAnswers(world: World, run: Value, subject: ModelRunSubject): AnsweredPrompt[] {
  return subject.rows.slice(0, countAsked(world, run, subject)).map((_, index) => answer(subject, index))
}

export function countAsked({ clock, settings }: World, { status }: Value, { rows, startedAt, stoppedAt }: ModelRunSubject): number {
  if (startedAt === undefined) return 0
  if (stoppedAt !== undefined) return stoppedAt
  return status === asking ? countDone(rows.length, startedAt, settings.actionSeconds ?? seconds.asking, clock.now()) : rows.length
}

/** Whether the judge's part is over. */
export const isScored = ({ status }: Value): boolean => status === state('SUCCESSFUL') || status === state('PARTIALLY_SUCCESSFUL')
