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

/** Records a request to its endpoint, which restarts the time until it pauses. */
export function recordUse({ engine, clock }: AccountContext, id: string): void {
  engine.setHidden('MicroDroplet', id, { usedAt: clock.now() })
}

/** Records a run that starts, and schedules the check that pauses it. */
export function recordRun(ctx: AccountContext, { id, auto_pause: pausing }: MicroDroplet): void {
  const { engine } = ctx
  const run = engine.getHidden('MicroDroplet', id).run + 1
  engine.setHidden('MicroDroplet', id, { run })
  recordUse(ctx, id)
  if (pausing?.enabled) scheduleAfter(ctx, idleSecondsOf(pausing), 'microDroplets.pauseIdle', { id, run } satisfies Watched)
}

interface Watched {
  readonly id: string
  /** Number of the run; a later run makes the check void. */
  readonly run: number
}

/** Pauses an idle micro droplet; schedules the next check if it was used meanwhile. */
export function pauseIdle(watched: Watched, ctx: AccountContext): void {
  const { engine, clock } = ctx
  const { id, run } = watched
  const droplet = engine.find('MicroDroplet', id)
  if (droplet?.state !== 'running' || !droplet.auto_pause) return
  const { run: present, usedAt = 0 } = engine.getHidden('MicroDroplet', id)
  if (run !== present) return
  const left = usedAt / 1000 + idleSecondsOf(droplet.auto_pause) - clock.now() / 1000
  if (left > 0) scheduleAfter(ctx, left, 'microDroplets.pauseIdle', watched)
  else engine.trigger('MicroDroplet', id, 'microDroplets_pause')
}

/** Stores the checkpoint that it resumes from. */
export function storeCheckpoint({ engine }: AccountContext, { id, name, size }: MicroDroplet): void {
  const parent = childPath(keyOf('MicroDroplet', id))
  const pauses = engine.getHidden('MicroDroplet', id).pauses + 1
  engine.setHidden('MicroDroplet', id, { pauses })
  const { memory = 0, disk = 0 } = microDropletSizes[size] ?? {}
  const fields = { micro_droplet_id: id, name: `${name}-${pauses}`, memory_bytes: memory * 2 ** 20, disk_bytes: disk * 2 ** 30 }
  engine.create('MicroDropletCheckpoint', fields, { parent })
  for (const old of engine.list('MicroDropletCheckpoint', { parent, order: 'newest' }).slice(maxCheckpoints))
    engine.delete('MicroDropletCheckpoint', { parent, id: old.id })
}
