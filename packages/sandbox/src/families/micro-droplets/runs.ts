/** Runs of a micro droplet: starts, pauses on request or when idle, and resumes when its endpoint is used. */
import { microDropletSizes } from '../../catalog/micro-droplet-sizes.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { scheduleAfter } from '../../shared/schedule-job.ts'
import { childPath } from '../../store/store.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    MicroDroplet: {
      /** Source image of the account. */
      image?: string
      /** Private address in its VPC. */
      address?: string
      /** Number of starts. */
      run: number
      /** Time of the last request, in milliseconds. */
      usedAt?: number
      pauses: number
    }
  }
}

export type MicroDroplet = Kinds['MicroDroplet']

const maxCheckpoints = 5

/** Parses an idle timeout such as `1h30m` to seconds. */
export function idleSecondsOf({ idle_timeout: text }: { readonly idle_timeout: string }): number {
  const units = { h: 3600, m: 60, s: 1 } as const
  return [...text.matchAll(/(\d+)([hms])/g)].reduce((sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units], 0)
}

/** Starts a new micro droplet, unless it was deleted meanwhile. */
export function startMicroDroplet(ctx: AccountContext, id: string): void {
  if (ctx.engine.find('MicroDroplet', id)?.state !== 'creating') return
  ctx.engine.applyTrigger(keyOf('MicroDroplet', id), 'create')
  recordRun(ctx, id)
}

/** Resumes from the newest checkpoint; does nothing while it is running. */
export function resumeMicroDroplet(ctx: AccountContext, id: string): MicroDroplet {
  const { engine } = ctx
  const before = engine.get('MicroDroplet', id)
  if (before.state !== 'paused') return before
  engine.trigger(keyOf('MicroDroplet', id), 'microDroplets_resume')
  recordRun(ctx, id)
  return engine.get('MicroDroplet', id)
}

export function pauseMicroDroplet(ctx: AccountContext, id: string): MicroDroplet {
  const { engine } = ctx
  const before = engine.get('MicroDroplet', id)
  if (before.state !== 'running') return before
  engine.trigger(keyOf('MicroDroplet', id), 'microDroplets_pause')
  storeCheckpoint(ctx, before)
  return engine.get('MicroDroplet', id)
}

/** Records a use, which restarts the idle timeout. */
export function recordUse({ engine, clock }: AccountContext, id: string): void {
  engine.setHidden('MicroDroplet', id, { usedAt: clock.now() })
}

/** Starts a new run and its idle check. */
function recordRun(ctx: AccountContext, id: string): void {
  const { engine } = ctx
  const run = engine.getHidden('MicroDroplet', id).run + 1
  engine.setHidden('MicroDroplet', id, { run })
  recordUse(ctx, id)
  const { auto_pause: pausing } = engine.get('MicroDroplet', id)
  if (pausing?.enabled) scheduleAfter(ctx, idleSecondsOf(pausing), 'microDroplets.pauseIdle', { id, run } satisfies Watched)
}

interface Watched {
  readonly id: string
  /** Run at the time of scheduling; the job ignores an ended run. */
  readonly run: number
}

/** Pauses the micro droplet after its idle timeout, or reschedules the check if it was used meanwhile. */
export function pauseIdle(watched: Watched, ctx: AccountContext): void {
  const { engine, clock } = ctx
  const { id, run } = watched
  const droplet = engine.find('MicroDroplet', id)
  if (droplet?.state !== 'running' || !droplet.auto_pause) return
  const { run: present, usedAt = 0 } = engine.getHidden('MicroDroplet', id)
  if (run !== present) return
  const left = usedAt / 1000 + idleSecondsOf(droplet.auto_pause) - clock.now() / 1000
  if (left > 0) scheduleAfter(ctx, left, 'microDroplets.pauseIdle', watched)
  else pauseMicroDroplet(ctx, id)
}

function storeCheckpoint({ engine }: AccountContext, { id, name, size }: MicroDroplet): void {
  const parent = childPath(keyOf('MicroDroplet', id))
  const pauses = engine.getHidden('MicroDroplet', id).pauses + 1
  engine.setHidden('MicroDroplet', id, { pauses })
  const { memory = 0, disk = 0 } = microDropletSizes[size] ?? {}
  const fields = { micro_droplet_id: id, name: `${name}-${pauses}`, memory_bytes: memory * 2 ** 20, disk_bytes: disk * 2 ** 30 }
  engine.create('MicroDropletCheckpoint', fields, { parent })
  for (const old of engine.list('MicroDropletCheckpoint', { parent, order: 'newest' }).slice(maxCheckpoints))
    engine.delete('MicroDropletCheckpoint', { parent, id: old.id })
}
