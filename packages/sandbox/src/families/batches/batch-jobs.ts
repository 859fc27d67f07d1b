/** State changes of a batch: it checks its lines, runs them all at once and writes the result files. */
import type { JobHandler } from '../../clock/run-pending-jobs.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type JobPayload, scheduleAfter } from '../../shared/schedule-job.ts'
import { runLine, formatFault, type Target } from './line-result.ts'
import { createFile } from './batch-files.ts'
import { parseLines } from './batch-lines.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    InferenceBatch: Progress
  }
}

type Batch = Kinds['InferenceBatch']

export const endStatuses: ReadonlySet<Batch['status']> = new Set(['completed', 'failed', 'expired', 'cancelled'])

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

export function startBatch(ctx: AccountContext, id: string, target: Target, request: string): void {
  ctx.engine.setHidden('InferenceBatch', id, { request, target, output: '', errors: '' })
  scheduleAfter(ctx, secondsInWindow, 'batches.expire', { id } satisfies JobPayload)
}

export const onEnter: NonNullable<ResourceHooks<'InferenceBatch'>['onEnter']> = {
  in_progress: (batch, _key, ctx) => checkLines(batch, ctx),
  finalizing: (batch, _key, ctx) => runLines(batch, ctx),
  completed: ({ batch_id: id }, _key, ctx) => ({ ...writeFiles(ctx, id), completed_at: ctx.clock.timestamp() }),
  cancelled: ({ batch_id: id }, _key, ctx) => ({ ...writeFiles(ctx, id), cancelled_at: ctx.clock.timestamp() }),
}

function parseInput({ engine }: AccountContext, { batch_id: id, input_file_id: file }: Batch) {
  return parseLines(engine.getHidden('InferenceBatchFile', file).content ?? '', engine.getHidden('InferenceBatch', id).target)
}

/** Fails a batch without a valid line. */
function checkLines(batch: Batch, ctx: AccountContext): Changes<Batch> {
  const { lines, faults } = parseInput(ctx, batch)
  const { batch_id: id } = batch
  const timestamp = ctx.clock.timestamp()
  const faultyLines = faults.filter(({ line }) => line !== null)
  ctx.engine.setHidden('InferenceBatch', id, { errors: faultyLines.map(formatFault).join('') })
  const total = lines.length + faultyLines.length
  return {
    request_counts: { total, completed: 0, failed: total - lines.length },
    errors: faults.length > 0 ? faults : null,
    ...(lines.length > 0 ? { in_progress_at: timestamp } : { status: 'failed', failed_at: timestamp, ...writeFiles(ctx, id) }),
  }
}

function runLines(batch: Batch, ctx: AccountContext): Changes<Batch> {
  const { engine, clock } = ctx
  const { batch_id: id, request_counts: counts } = batch
  const { target, errors } = engine.getHidden('InferenceBatch', id)
  const results = parseInput(ctx, batch).lines.map((line) => runLine(line, target, ctx))
  const completed = results.filter(({ isDone }) => isDone)
  const failedLines = results.filter(({ isDone }) => !isDone)
  engine.setHidden('InferenceBatch', id, {
    output: completed.map(({ text }) => text).join(''),
    errors: errors + failedLines.map(({ text }) => text).join(''),
  })
  return {
    request_counts: { ...counts, completed: completed.length, failed: counts.failed + failedLines.length },
    finalizing_at: clock.timestamp(),
  }
}

/** Writes the output and error files, and returns their ids; an empty one is omitted. */
function writeFiles(ctx: AccountContext, id: string): Pick<Batch, 'output_file_id' | 'error_file_id'> {
  const { output, errors } = ctx.engine.getHidden('InferenceBatch', id)
  return {
    output_file_id: output === '' ? null : createFile(ctx, `${id}-output.jsonl`, output),
    error_file_id: errors === '' ? null : createFile(ctx, `${id}-errors.jsonl`, errors),
  }
}

const expireBatch: JobHandler = ({ id }: JobPayload, ctx) => {
  const status = ctx.engine.find('InferenceBatch', id)?.status
  if (status !== 'validating' && status !== 'in_progress' && status !== 'finalizing') return
  ctx.engine.setFields('InferenceBatch', id, { ...writeFiles(ctx, id), status: 'expired' })
}

export const batchJobs = { 'batches.expire': expireBatch } as const satisfies Record<string, JobHandler>
