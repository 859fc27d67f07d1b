import type { AccountContext } from '../../engine/account-context.ts'
import type { Changes } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import { isAccountHost } from '../../shared/account-domains.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import { type JobPayload, scheduleAfter } from '../../shared/schedule-job.ts'

type Certificate = Kinds['Certificate']

const day = 86_400_000

const daysValid = 90

const daysBeforeRenewal = 30

/** Checks the names and issues the certificate for 90 days. It is renewed 30 days before it expires. */
export function issueCertificate({ id, dns_names: names }: Certificate, ctx: AccountContext): Changes<Certificate> {
  if (!names.every((name) => isAccountHost(ctx, name))) return { state: 'error' }
  scheduleAfter(ctx, ((daysValid - daysBeforeRenewal) * day) / 1000, 'certificates.renew', { id } satisfies JobPayload)
  return { state: 'verified', not_after: formatTimestamp(ctx.clock.now() + daysValid * day), sha1_fingerprint: ctx.ids.hex(40) }
}
