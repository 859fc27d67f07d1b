import type { Platform } from '../engine/account-context.ts'
import type { Controls } from '../generated/controls.ts'
import { createEmailLookup, describeChange } from '../requests/describe-request.ts'
import { createMasking } from '../requests/mask-secrets.ts'
import type { Comparison } from '../store/compare-snapshots.ts'

type Reply = Controls['GET /_sandbox/snapshots/compare']['reply']

/** Serializes a comparison of two states. Secrets are masked unless requested. */
export function serializeComparison(
  { differences, ...counts }: Comparison,
  platform: Platform,
  secrets: Parameters<typeof createMasking>[0] = 'masked',
): Reply {
  const masking = createMasking(secrets)
  const emails = createEmailLookup(platform)
  const changes = differences.map((each) =>
    describeChange({ ...each, before: each.before ?? undefined, after: each.after ?? undefined }, emails, masking),
  )
  return { changes, ...counts }
}
