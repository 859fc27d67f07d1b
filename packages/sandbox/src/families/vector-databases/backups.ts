/** Daily backups, derived from the clock and not stored. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'

const hour = 3_600_000
const day = 24 * hour
const startsAt = 3 * hour
const takes = 90_000

/** Newest first. */
export function listBackups({ clock }: AccountContext, { name }: Kinds['VectorDatabase'], onlineSince: number | undefined) {
  if (onlineSince === undefined) return []
  const now = clock.now()
  const first = Math.ceil((onlineSince - startsAt) / day)
  const last = Math.floor((now - startsAt) / day)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n): Kinds['VectorDatabaseBackup'] => {
    const start = (last - n) * day + startsAt
    const end = start + takes
    const isDone = end <= now
    const stamp = formatTimestamp(start)
    return {
      backup_id: `${name}-${stamp.slice(0, 10).replaceAll('-', '')}-0300`,
      started_at: stamp,
      ...(isDone && { completed_at: formatTimestamp(end) }),
      status: isDone ? 'completed' : 'in_progress',
    }
  })
}
