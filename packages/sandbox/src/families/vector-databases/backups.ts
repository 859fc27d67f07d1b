/** Daily backups, derived from the clock and not stored. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'

const hour = 3_600_000
const day = 24 * hour
const startsAt = 3 * hour
const durationMs = 90_000

/** Newest first. */
export function listBackups({ clock }: AccountContext, { name }: Kinds['VectorDatabase'], onlineSince: number | undefined) {
  if (onlineSince === undefined) return []
  const now = clock.now()
  const first = Math.ceil((onlineSince - startsAt) / day)
  const last = Math.floor((now - startsAt) / day)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n): Kinds['VectorDatabaseBackup'] => {
    const start = (last - n) * day + startsAt
    const end = start + durationMs
    const isDone = end <= now
    const timestamp = formatTimestamp(start)
    return {
      backup_id: `${name}-${timestamp.slice(0, 10).replaceAll('-', '')}-0300`,
      started_at: timestamp,
      ...(isDone && { completed_at: formatTimestamp(end) }),
      status: isDone ? 'completed' : 'in_progress',
    }
  })
}
