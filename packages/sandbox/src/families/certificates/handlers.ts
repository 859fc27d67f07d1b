/** Certificates: custom ones are parsed at upload; automatic ones are issued, and renewed while the account manages their DNS. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { parseCustomCertificate } from './custom-certificate.ts'
import { isAccountHost } from '../../shared/account-domains.ts'
import { scheduleAfter, scheduleIn } from '../../shared/schedule-job.ts'
import { formatTimestamp } from '../../shared/format-timestamp.ts'
import type { Handlers, Jobs } from '../family.ts'
import type { Certificate } from './certificate-names.ts'

type Order = Extract<Operations['certificates_create']['body'], { type: 'lets_encrypt' }>

const secondsToCheck = 30

const day = 86_400_000

const daysValid = 90

const daysBeforeRenewal = 30

const create: Handler<'certificates_create'> = ({ body }, ctx) => {
  if (body.type === 'lets_encrypt') return { certificate: orderCertificate(body, ctx) }
  const fields = { name: body.name, type: 'custom', ...parseCustomCertificate(body, ctx.clock.now()), state: 'verified' } as const
  return { certificate: ctx.engine.create('Certificate', fields, { lifecycle: false }) }
}

function orderCertificate({ name, dns_names: dnsNames }: Order, ctx: AccountContext): Certificate {
  const names = [...new Set(dnsNames.map((each) => each.toLowerCase()))]
  const foreign = names.find((each) => !isAccountHost(ctx, each))
  if (foreign !== undefined) throw unprocessable(`dns_names: the DNS of "${foreign}" is not managed in this account.`)
  const certificate = ctx.engine.create('Certificate', { name, type: 'lets_encrypt', dns_names: names }, { lifecycle: false })
  scheduleIn(ctx, secondsToCheck, 'certificates.issue', { id: certificate.id })
  return certificate
}

/** Checks the names and issues the certificate for 90 days. It is renewed 30 days before it expires. */
function issueCertificate({ id }: { readonly id: string }, ctx: AccountContext): void {
  const { engine, clock, ids } = ctx
  const certificate = engine.find('Certificate', id)
  if (!certificate) return
  if (!certificate.dns_names.every((name) => isAccountHost(ctx, name))) {
    engine.setFields('Certificate', id, { state: 'error' })
    return
  }
  const end = formatTimestamp(clock.now() + daysValid * day)
  engine.setFields('Certificate', id, { state: 'verified', not_after: end, sha1_fingerprint: ids.hex(40) })
  scheduleAfter(ctx, ((daysValid - daysBeforeRenewal) * day) / 1000, 'certificates.issue', { id })
}

export const handlers = { certificates_create: create } satisfies Handlers

export const jobs: Jobs = { 'certificates.issue': issueCertificate }
