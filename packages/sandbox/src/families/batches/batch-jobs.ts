/** Jobs of a batch: check the lines, run them all at once, write the result files; or cancel or expire the batch. */
import type { JobHandler } from '../../clock/run-pending-jobs.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type JobPayload, scheduleAfter, scheduleIn } from '../../shared/schedule-job.ts'
import { runLine, formatFault, type Target } from './line-result.ts'
import { createFile } from './batch-files.ts'
import { parseLines } from './batch-lines.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    InferenceBatch: Progress
  }
}

type Batch = Kinds['InferenceBatch']

const secondsToCheck = 5
const secondsToRun = 10
const secondsToWriteFiles = 5
export const secondsToCancel = 5
const secondsInWindow = 24 * 3600

/** Hidden fields of a batch. */
interface Progress {
  readonly target: Target
  /** Content of the two result files so far. */
  readonly output: string
  readonly errors: string
  /** JSON of the create request, to recognize a repeated request_id. */
  readonly request: string
}

interface BatchState {
  readonly batch: Batch
  readonly progress: Progress
}

export function startBatch(ctx: AccountContext, id: string, target: Target, request: string): void {
  ctx.engine.setHidden('InferenceBatch', id, { request, target, output: '', errors: '' })
  scheduleIn(ctx, secondsToCheck, 'batches.check', { id } satisfies JobPayload)
  scheduleAfter(ctx, secondsInWindow, 'batches.expire', { id } satisfies JobPayload)
}

/** Returns undefined when the batch is deleted or in another state. */
function findBatch({ engine }: AccountContext, id: string, states: readonly Batch['status'][]): BatchState | undefined {
  const batch = engine.find('InferenceBatch', id)
  return batch && states.includes(batch.status) ? { batch, progress: engine.getHidden('InferenceBatch', id) } : undefined
}

function parseInput({ engine }: AccountContext, { batch, progress }: BatchState) {
  return parseLines(engine.getHidden('InferenceBatchFile', batch.input_file_id).content ?? '', progress.target)
}

const checkLines: JobHandler = ({ id }: JobPayload, ctx) => {
  const state = findBatch(ctx, id, ['validating'])
  if (!state) return
  const { lines, faults } = parseInput(ctx, state)
  const stamp = ctx.clock.timestamp()
  ctx.engine.setHidden('InferenceBatch', id, {
    errors: faults
      .filter(({ line }) => line !== null)
      .map(formatFault)
      .join(''),
  })
  const total = lines.length + faults.filter(({ line }) => line !== null).length
  ctx.engine.setFields('InferenceBatch', id, {
    request_counts: { total, completed: 0, failed: total - lines.length },
    errors: faults.length > 0 ? faults : null,
    ...(lines.length > 0 ? { status: 'in_progress', in_progress_at: stamp } : { status: 'failed', failed_at: stamp }),
  })
  if (lines.length > 0) scheduleIn(ctx, secondsToRun, 'batches.run', { id } satisfies JobPayload)
  else writeFiles(ctx, id)
}

const runLines: JobHandler = ({ id }: JobPayload, ctx) => {
  const { engine, clock } = ctx
  const state = findBatch(ctx, id, ['in_progress'])
  if (!state) return
  const { batch, progress } = state
  const results = parseInput(ctx, state).lines.map((line) => runLine(line, progress.target, ctx))
  const done = results.filter(({ isDone }) => isDone)
  const failed = results.filter(({ isDone }) => !isDone)
  const { request_counts: counts } = batch
  engine.setHidden('InferenceBatch', id, {
    output: done.map(({ text }) => text).join(''),
    errors: progress.errors + failed.map(({ text }) => text).join(''),
  })
  engine.setFields('InferenceBatch', id, {
    request_counts: { ...counts, completed: done.length, failed: counts.failed + failed.length },
    status: 'finalizing',
    finalizing_at: clock.timestamp(),
  })
  scheduleIn(ctx, secondsToWriteFiles, 'batches.finish', { id } satisfies JobPayload)
}

/** Writes the output and error files; an empty one is omitted. */
function writeFiles(ctx: AccountContext, id: string): void {
  const { output, errors } = ctx.engine.getHidden('InferenceBatch', id)
  ctx.engine.setFields('InferenceBatch', id, {
    output_file_id: output === '' ? null : createFile(ctx, `${id}-output.jsonl`, output),
    error_file_id: errors === '' ? null : createFile(ctx, `${id}-errors.jsonl`, errors),
  })
}

const finishBatch: JobHandler = ({ id }: JobPayload, ctx) => {
  if (!findBatch(ctx, id, ['finalizing'])) return
  writeFiles(ctx, id)
  ctx.engine.setFields('InferenceBatch', id, { status: 'completed', completed_at: ctx.clock.timestamp() })
}

const cancelBatch: JobHandler = ({ id }: JobPayload, ctx) => {
  if (!findBatch(ctx, id, ['cancelling'])) return
  writeFiles(ctx, id)
  ctx.engine.setFields('InferenceBatch', id, { status: 'cancelled', cancelled_at: ctx.clock.timestamp() })
}

const expireBatch: JobHandler = ({ id }: JobPayload, ctx) => {
  if (!findBatch(ctx, id, ['validating', 'in_progress', 'finalizing'])) return
  writeFiles(ctx, id)
  ctx.engine.setFields('InferenceBatch', id, { status: 'expired' })
}

export const batchJobs = {
  'batches.check': checkLines,
  'batches.run': runLines,
  'batches.finish': finishBatch,
  'batches.cancel': cancelBatch,
  'batches.expire': expireBatch,
} as const satisfies Record<string, JobHandler>
